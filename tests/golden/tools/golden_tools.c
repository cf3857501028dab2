/* Runs the cases of the files named on the command line.
 *
 *     === fmt: what the case shows
 *     let x=1;
 *     ---
 *     let x = 1;
 *
 * `fmt` shows the formatted text; `deps` and `deps-json` the dependencies;
 * `doc` the documentation (without the library's); `lint` warnings and notes as
 * people see them, `lint-json` as programs do. `lint` may be followed by the
 * value of --max-actions, and names to allow. `repl` may be followed by a
 * specification (- for none) and a trace; the text is then what is typed. Where
 * the text is wrong, the diagnostics are shown. Lines before the first case are
 * comments.
 *
 * Builds what the file should be, and fails with the cases that differ; with
 * --update it rewrites the file, and a human reads the difference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "lang/doc/document.h"
#include "lang/format/format.h"
#include "lang/lint/lint.h"
#include "lang/doc/needs.h"
#include "lang/doc/problems.h"
#include "lang/repl/repl.h"
#include "support/golden.h"

struct fixture {
    struct diag_list diags;
    struct source_table sources; /* when there is no program */
    struct lang_program *program;
};

static void fixture_finish(struct fixture *fixture)
{
    lang_program_destroy(fixture->program);
    source_table_finish(&fixture->sources);
    diag_list_finish(&fixture->diags);
}

static const struct source_table *sources_of(const struct fixture *fixture)
{
    return fixture->program == NULL ? &fixture->sources
                                    : &fixture->program->sources;
}

static struct lang_options options_with(const struct lang_listener *listener)
{
    return (struct lang_options){.library = WEIR_TEST_LIBRARY,
                                 .listener = listener};
}

static void load_with(struct fixture *fixture, struct str source,
                      const struct lang_options *options)
{
    diag_list_init(&fixture->diags);
    source_table_init(&fixture->sources);
    fixture->program = lang_load_text("case.strom", source, options,
                                      &fixture->diags, &fixture->sources);
}

static void load(struct fixture *fixture, struct str source,
                 const struct lang_listener *listener)
{
    struct lang_options options = options_with(listener);
    load_with(fixture, source, &options);
}

static void show_diags(const struct fixture *fixture, struct buf *out)
{
    diag_list_print(out, sources_of(fixture), &fixture->diags);
}

/* ---- kinds -------------------------------------------------------------- */

static void run_fmt(struct str source, struct buf *out)
{
    struct lang_options options = options_with(NULL);
    struct fixture fixture = {.program = NULL};
    diag_list_init(&fixture.diags);
    if (!lang_format("case.strom", source, &options, out, &fixture.diags,
                     &fixture.sources))
        show_diags(&fixture, out);
    fixture_finish(&fixture);
}

static void run_deps(struct str source, bool json, struct buf *out)
{
    struct fixture fixture;
    load(&fixture, source, NULL);
    if (fixture.program == NULL)
        show_diags(&fixture, out);
    else if (json)
        lang_needs_print_json(out, fixture.program);
    else
        lang_needs_print(out, fixture.program);
    fixture_finish(&fixture);
}

static void run_doc(struct str source, struct buf *out)
{
    struct fixture fixture;
    struct document *document = document_create();
    struct lang_listener listener = document_listener(document);
    load(&fixture, source, &listener);
    if (fixture.program == NULL)
        show_diags(&fixture, out);
    else
        document_print(document, sources_of(&fixture), WEIR_TEST_LIBRARY, out);
    document_destroy(document);
    fixture_finish(&fixture);
}

struct words {
    struct lint_options options;
    struct lang_define define; /* without a name: none; both owned */
};

static struct lang_define read_define(struct str word)
{
    const char *sign = memchr(word.data, '=', word.length);
    size_t name = (size_t)(sign - word.data);
    return (struct lang_define){
        .name = memory_format("%.*s", (int)name, word.data),
        .value = memory_format("%.*s", (int)(word.length - name - 1),
                               word.data + name + 1)};
}

/* "50", "liveness", "n=5": the value of --max-actions, a name to allow, one
 * --define. */
static void read_words(struct str words, struct words *read)
{
    for (size_t at = 0; at < words.length;) {
        size_t length = 0;
        while (at + length < words.length && words.data[at + length] != ' ')
            length++;
        struct str word = {words.data + at, length};
        enum lint_name name = lint_find(word);
        if (name != LINT_COUNT)
            read->options.allowed[name] = true;
        else if (memchr(word.data, '=', length) != NULL)
            read->define = read_define(word);
        else if (length > 0)
            read->options.max_actions = strtoll(word.data, NULL, 10);
        at += length + 1;
    }
}

static void run_lint(struct str source, struct str words, bool json,
                     struct buf *out)
{
    struct words read = {.options = {.max_actions = -1}};
    struct fixture fixture;
    struct lint *lint = lint_create();
    struct lang_options options = options_with(lint_listener(lint));
    read_words(words, &read);
    options.defines = &read.define;
    options.define_count = read.define.name == NULL ? 0 : 1;
    load_with(&fixture, source, &options);
    lint_run(lint, fixture.program, &read.options, &fixture.diags);
    if (json)
        problems_print(out, sources_of(&fixture), &fixture.diags);
    else
        show_diags(&fixture, out);
    lint_destroy(lint);
    fixture_finish(&fixture);
    free((char *)read.define.name);
    free((char *)read.define.value);
}

/* The next word, or NULL; "-" is none. Heap text. */
static char *take_word(struct str *words)
{
    size_t length = 0;
    while (words->length > 0 && *words->data == ' ')
        *words = str_from(words->data + 1, words->length - 1);
    while (length < words->length && words->data[length] != ' ')
        length++;
    char *word = length == 0 || str_is(str_from(words->data, length), "-")
                     ? NULL
                     : memory_format("tests/golden/tools/repl/%.*s",
                                     (int)length, words->data);
    *words = str_from(words->data + length, words->length - length);
    return word;
}

/* As the command does it: each line after its prompt, then what it says. */
static void converse(struct repl *repl, struct str source, struct buf *out)
{
    struct buf input;
    bool on = true;
    buf_init(&input);
    while (on && source.length > 0) {
        const char *end = memchr(source.data, '\n', source.length);
        size_t length = (size_t)(end - source.data);
        bool more = input.length > 0;
        buf_addf(out, "%s%.*s\n", more ? "... " : repl_prompt(repl),
                 (int)length, source.data);
        if (more)
            buf_add_char(&input, '\n');
        buf_add(&input, source.data, length);
        source = str_from(end + 1, source.length - length - 1);
        if (length > 0 && repl_is_open(buf_text(&input)) && source.length > 0)
            continue;
        on = repl_take(repl, buf_text(&input), out);
        buf_clear(&input);
    }
    buf_finish(&input);
}

static void run_repl(struct str source, struct str words, struct buf *out)
{
    struct lang_options options = options_with(NULL);
    struct error error = ERROR_NONE;
    char *spec = take_word(&words);
    char *trace = take_word(&words);
    struct repl *repl = repl_create(spec, trace, &options, out, &error);
    if (repl == NULL)
        buf_addf(out, "%s\n", error.message);
    else
        converse(repl, source, out);
    repl_destroy(repl);
    free(spec);
    free(trace);
}

static void run_case(struct str title, struct str source, struct buf *out)
{
    size_t length = 0;
    while (length < title.length && title.data[length] != ' ')
        length++;
    struct str kind = {title.data, length};
    struct str words = {title.data + length, title.length - length};
    if (str_is(kind, "fmt"))
        run_fmt(source, out);
    else if (str_is(kind, "deps") || str_is(kind, "deps-json"))
        run_deps(source, str_is(kind, "deps-json"), out);
    else if (str_is(kind, "doc"))
        run_doc(source, out);
    else if (str_is(kind, "lint") || str_is(kind, "lint-json"))
        run_lint(source, words, str_is(kind, "lint-json"), out);
    else if (str_is(kind, "repl"))
        run_repl(source, words, out);
    else
        buf_addf(out, "unknown kind '%.*s'\n", STR_ARGS(kind));
}

static bool run_text(const char *path, struct str text, struct buf *out)
{
    return golden_run_cases(path, text, out, run_case);
}

int main(int count, char **arguments)
{
    return golden_run(count, arguments, run_text);
}
