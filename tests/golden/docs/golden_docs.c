/* Runs the examples in the documents named on the command line: the fenced
 * blocks that begin with ```strom.
 *
 *     ```strom            a module; it loads, and nothing is said about it
 *     ```strom values     lines EXPRESSION // VALUE, as values are printed
 *     ```strom same       lines A // B: both are read as the same
 *     ```strom rejected   lines DECLARATION // TEXT: rejected, and TEXT is said
 *     ```strom trace      a formula, then lines | STATE | VERDICT
 *
 * In blocks of lines, those without ` // ` are declarations that stand before
 * all others. A VALUE may be `error: TEXT`. A line that begins with `>` is the
 * state, as JSON, for the lines after it.
 *
 * The STATE of a trace is JSON, or the names of those selectors `a` to `z` that
 * are true; the formula has a name for each. A VERDICT is "goes on", "probably
 * true", "false", and so on. Nothing happens between the states. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "lang/front/ast_print.h"
#include "lang/eval/eval.h"
#include "lang/eval/machine.h"
#include "lang/program.h"
#include "lang/front/read.h"
#include "lang/session.h"
#include "trace/value.h"

struct document {
    const char *path;
    int line;
    int examples;
    int wrong;
};

static void complain(struct document *document, int line, const char *example,
                     const char *expected, const char *got)
{
    printf("%s:%d: %s\n  expected: %s\n  got:      %s\n", document->path, line,
           example, expected, got);
    document->wrong++;
}

/* ---- programs ------------------------------------------------------------ */

static struct lang_program *load(const char *text, struct buf *said)
{
    struct lang_options options = {.library = WEIR_TEST_LIBRARY};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    struct lang_program *program = lang_load_text(
        "example.strom", str_text(text), &options, &diags, &sources);
    diag_list_print(said, program == NULL ? &sources : &program->sources,
                    &diags);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return program;
}

static const struct ast_global *global_of(const struct lang_program *program,
                                          const char *name)
{
    for (size_t i = program->global_count; i > 0; i--)
        if (strcmp(program->globals[i - 1]->name->text, name) == 0)
            return program->globals[i - 1];
    return NULL;
}

/* The value of `subject'` in the state. */
static void add_value(struct buf *out, const struct lang_program *program,
                      const char *state)
{
    enum { PRINT_LIMIT = 1000 };
    struct machine machine;
    struct value *value = value_parse(str_text(state), NULL);
    machine_init(&machine, program->code);
    machine_enter(&machine, value, 1);
    struct val result = eval_force(
        &machine, NULL,
        machine_global(&machine, NULL, global_of(program, "subject'")->index));
    if (result.kind == VAL_FAIL)
        buf_addf(out, "error: %s", buf_text(&machine.error_message));
    else
        val_print(out, result, PRINT_LIMIT);
    val_unref(result);
    machine_finish(&machine);
    value_unref(value);
}

/* ---- the kinds of blocks ------------------------------------------------- */

/* What stands in front of an example: the library and the declarations of the
 * block. */
struct setting {
    struct buf declarations;
    char *state;
};

static char *with_setting(const struct setting *setting, const char *before,
                          const char *text, const char *behind)
{
    return memory_format("import quickstrom;\n%s%s%s%s\n",
                         buf_text(&setting->declarations), before, text,
                         behind);
}

/* The expression under a name. */
static char *as_subject(const struct setting *setting, const char *expression)
{
    return with_setting(setting, "let ~subject' = ", expression, ";");
}

static void check_value(struct document *document, int line,
                        const struct setting *setting, const char *expression,
                        const char *expected)
{
    struct buf got;
    buf_init(&got);
    char *text = as_subject(setting, expression);
    struct lang_program *program = load(text, &got);
    if (program != NULL) {
        buf_clear(&got);
        add_value(&got, program, setting->state);
    }
    bool error = strncmp(expected, "error: ", 7) == 0;
    bool right = error ? strncmp(buf_text(&got), "error: ", 7) == 0 &&
                             strstr(buf_text(&got), expected + 7) != NULL
                       : strcmp(buf_text(&got), expected) == 0;
    if (!right)
        complain(document, line, expression, expected, buf_text(&got));
    lang_program_destroy(program);
    free(text);
    buf_finish(&got);
}

/* How the expression is read, as text; what went wrong when it is not. */
static char *reading_of(const struct setting *setting, const char *expression)
{
    struct lang_program program = {.decl_count = 0};
    struct lang_options options = {.library = WEIR_TEST_LIBRARY};
    struct diag_list diags;
    struct buf out;
    char *text = as_subject(setting, expression);
    arena_init(&program.arena);
    intern_init(&program.names);
    source_table_init(&program.sources);
    diag_list_init(&diags);
    buf_init(&out);
    if (lang_read_text(&program, "example.strom", str_text(text), &options,
                       &diags))
        ast_print_decl(&out, &program, program.decls[program.decl_count - 1]);
    else
        diag_list_print(&out, &program.sources, &diags);
    diag_list_finish(&diags);
    source_table_finish(&program.sources);
    intern_finish(&program.names);
    arena_finish(&program.arena);
    free(text);
    return buf_take(&out);
}

static void check_same(struct document *document, int line,
                       const struct setting *setting, const char *a,
                       const char *b)
{
    char *one = reading_of(setting, a);
    char *other = reading_of(setting, b);
    if (strcmp(one, other) != 0 || strstr(one, "error: ") != NULL)
        complain(document, line, a, other, one);
    free(one);
    free(other);
}

static void check_rejected(struct document *document, int line,
                           const struct setting *setting,
                           const char *declaration, const char *expected)
{
    struct buf said;
    buf_init(&said);
    char *text = with_setting(setting, "", declaration, "");
    struct lang_program *program = load(text, &said);
    if (program != NULL || strstr(buf_text(&said), expected) == NULL)
        complain(document, line, declaration, expected,
                 program != NULL ? "it is accepted" : buf_text(&said));
    lang_program_destroy(program);
    free(text);
    buf_finish(&said);
}

static void check_module(struct document *document, int line, struct str text)
{
    struct buf said;
    char *module = memory_copy_string(text.data, text.length);
    buf_init(&said);
    struct lang_program *program = load(module, &said);
    if (program == NULL || said.length > 0)
        complain(document, line, "this module", "no word about it",
                 buf_text(&said));
    lang_program_destroy(program);
    free(module);
    buf_finish(&said);
}

/* ---- traces -------------------------------------------------------------- */

static bool is_word_part(char c)
{
    return isalnum((unsigned char)c) || (c != '\0' && strchr("'?!_$", c));
}

/* Does the letter stand in the text as a word? */
static bool is_atom(const char *text, char letter)
{
    for (const char *at = text; (at = strchr(at, letter)) != NULL; at++)
        if ((at == text || !is_word_part(at[-1])) && !is_word_part(at[1]))
            return true;
    return false;
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyz";

/* The formula as a module, with a name for each of its letters. */
static char *trace_module(const char *formula)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "import quickstrom;\n");
    for (const char *letter = letters; *letter != '\0'; letter++)
        if (is_atom(formula, *letter))
            buf_addf(&text, "let ~%c = `%c`;\n", *letter, *letter);
    buf_addf(&text,
             "let ~subject' = %s;\ncheck subject' with noop! when loaded?;\n",
             formula);
    return buf_take(&text);
}

/* {"a": true, "b": false, …} from the letters; JSON stays what it is. */
static char *trace_state(const char *words)
{
    if (*words == '{')
        return memory_copy_string(words, strlen(words));
    struct buf text;
    buf_init(&text);
    for (const char *letter = letters; *letter != '\0'; letter++)
        buf_addf(&text, "%s\"%c\": %s", letter == letters ? "{" : ", ", *letter,
                 is_atom(words, *letter) ? "true" : "false");
    buf_add_char(&text, '}');
    return buf_take(&text);
}

static const char *verdict_words(struct verdict verdict, struct verdict stop)
{
    if (verdict.kind == VERDICT_DEFINITELY)
        return verdict.value ? "true" : "false";
    if (stop.kind == VERDICT_PROBABLY)
        return stop.value ? "probably true" : "probably false";
    return "goes on";
}

/* | STATE | VERDICT */
static void check_step(struct document *document, int line,
                       struct lang_session *session, char *row, int64_t version)
{
    char *words = row + 1;
    char *bar = strrchr(words, '|');
    while (*words == ' ')
        words++;
    *bar = '\0';
    const char *expected = bar + 1 + strspn(bar + 1, " ");
    char *json = trace_state(words);
    struct value *state = value_parse(str_text(json), NULL);
    struct verdict verdict = {.kind = VERDICT_NONE};
    struct verdict stop = {.kind = VERDICT_NONE};
    struct error error = ERROR_NONE;
    lang_session_enter(session, state, version);
    const char *got = error.message;
    if (lang_session_observe(session, NULL, 0, &verdict, &stop, &error))
        got = verdict_words(verdict, stop);
    if (strcmp(got, expected) != 0)
        complain(document, line, words, expected, got);
    value_unref(state);
    free(json);
}

/* Lines of the block one after the other: each loses its newline. */
static char *next_line(char **rest)
{
    char *line = *rest;
    char *end = strchr(line, '\n');
    if (*line == '\0')
        return NULL;
    *rest = end == NULL ? line + strlen(line) : end + 1;
    if (end != NULL)
        *end = '\0';
    return line;
}

static void check_trace(struct document *document, int line, char *block)
{
    char *rest = strstr(block, "\n|");
    struct buf said;
    buf_init(&said);
    if (rest == NULL) {
        complain(document, line, block, "states", "none");
        return;
    }
    *rest++ = '\0';
    char *module = trace_module(block);
    struct lang_program *program = load(module, &said);
    if (program == NULL) {
        complain(document, line, block, "a formula", buf_text(&said));
    } else {
        struct lang_session *session =
            lang_session_create(program, &program->properties[0]);
        int64_t version = 0;
        for (char *row; (row = next_line(&rest)) != NULL;) {
            version++;
            check_step(document, line, session, row, version);
        }
        lang_session_destroy(session);
    }
    lang_program_destroy(program);
    free(module);
    buf_finish(&said);
}

/* ---- blocks -------------------------------------------------------------- */

typedef void (*check_line)(struct document *document, int line,
                           const struct setting *setting, const char *left,
                           const char *right);

/* LEFT // RIGHT, a declaration, a state, or a comment. */
static void use_line(struct document *document, int number, char *line,
                     struct setting *setting, check_line check)
{
    char *mark = strstr(line, " // ");
    if (*line == '\0' || strncmp(line, "//", 2) == 0)
        return;
    if (*line == '>') {
        free(setting->state);
        setting->state = memory_copy_string(line + 1, strlen(line + 1));
        return;
    }
    if (mark == NULL) {
        buf_addf(&setting->declarations, "%s\n", line);
        return;
    }
    const char *right = mark + 4 + strspn(mark + 4, " ");
    while (mark > line && mark[-1] == ' ')
        mark--;
    *mark = '\0';
    document->examples++;
    check(document, number, setting, line, right);
}

static void check_lines(struct document *document, int line, char *block,
                        check_line check)
{
    struct setting setting = {.state = memory_copy_string("{}", 2)};
    buf_init(&setting.declarations);
    for (char *at; (at = next_line(&block)) != NULL;)
        use_line(document, ++line, at, &setting, check);
    buf_finish(&setting.declarations);
    free(setting.state);
}

static void check_block(struct document *document, const char *kind, int line,
                        char *block)
{
    if (strcmp(kind, "") == 0 && block != NULL) {
        document->examples++;
        check_module(document, line, str_text(block));
    } else if (block == NULL) {
        complain(document, line, kind, "examples", "none");
    } else if (strcmp(kind, " values") == 0) {
        check_lines(document, line, block, check_value);
    } else if (strcmp(kind, " same") == 0) {
        check_lines(document, line, block, check_same);
    } else if (strcmp(kind, " rejected") == 0) {
        check_lines(document, line, block, check_rejected);
    } else if (strcmp(kind, " trace") == 0) {
        document->examples++;
        check_trace(document, line, block);
    } else {
        complain(document, line, kind, "a kind of block", "another word");
    }
}

/* ---- documents ----------------------------------------------------------- */

static char *read_file(const char *path)
{
    struct buf text;
    FILE *file = fopen(path, "rb");
    buf_init(&text);
    if (file == NULL)
        return NULL;
    size_t got = 0;
    do {
        got = fread(buf_reserve(&text, 4096), 1, 4096, file);
        text.length += got;
    } while (got > 0);
    fclose(file);
    return buf_take(&text);
}

static void check_text(struct document *document, char *text)
{
    static const char fence[] = "```strom";
    struct buf block;
    int start = 0;
    const char *kind = NULL;
    buf_init(&block);
    for (char *line; (line = next_line(&text)) != NULL;) {
        document->line++;
        if (kind == NULL && strncmp(line, fence, strlen(fence)) == 0) {
            kind = line + strlen(fence);
            start = document->line;
            buf_clear(&block);
        } else if (kind != NULL && strcmp(line, "```") == 0) {
            check_block(document, kind, start, block.data);
            kind = NULL;
        } else if (kind != NULL) {
            buf_addf(&block, "%s\n", line);
        }
    }
    if (kind != NULL)
        complain(document, start, "this block", "its end", "none");
    buf_finish(&block);
}

static bool check_document(const char *path)
{
    struct document document = {.path = path};
    char *text = read_file(path);
    if (text == NULL) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    check_text(&document, text);
    printf("%s: %d examples, %d wrong\n", path, document.examples,
           document.wrong);
    free(text);
    return document.examples > 0 && document.wrong == 0;
}

int main(int count, char **arguments)
{
    bool right = count > 1;
    for (int i = 1; i < count; i++)
        right = check_document(arguments[i]) && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
