/* Laws of the formatter, over every specification of the repository and every
 * text of the golden tests of the language, as they are and with their white
 * space shaken up:
 *
 *   - formatting what was formatted changes nothing;
 *   - the declarations parse to the same trees, the same comments are there;
 *   - no line ends in white space, no two blank lines, one newline at the end;
 *   - a line is wider than 80 columns only where nothing could be broken.
 */
#include <ftw.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "lang/format/format_internal.h"
#include "lang/front/read.h"

enum {
    SHAKES = 1, /* of each text */
    PART = 4,   /* one text in four for each change */
};

/* ---- texts -------------------------------------------------------------- */

struct sample {
    char *path;
    char *include[2]; /* its folder, and where its imports may be */
    struct buf text;
};

static VEC(struct sample) samples;

static void read_into(const char *path, struct buf *text)
{
    FILE *file = fopen(path, "rb");
    size_t got;
    assert_non_null(file);
    do {
        got = fread(buf_reserve(text, 65536), 1, 65536, file);
        text->length += got;
    } while (got > 0);
    fclose(file);
}

static void add_sample(const char *path, struct str text)
{
    const char *slash = strrchr(path, '/');
    struct sample sample = {
        .path = memory_copy_string(path, strlen(path)),
        .include = {memory_copy_string(path, (size_t)(slash - path)),
                    memory_format("%s/todomvc", WEIR_TEST_SOURCES)},
    };
    buf_init(&sample.text);
    buf_add_str(&sample.text, text);
    vec_push(&samples, sample);
}

/* The source of each case: from after a line "=== …" to a line "---". */
static void add_cases(const char *path, const char *text)
{
    for (const char *at = strstr(text, "=== "); at != NULL;
         at = strstr(at, "\n=== ")) {
        const char *from = strchr(at + 1, '\n');
        const char *to = strstr(at, "\n---\n");
        if (from == NULL || to == NULL)
            return;
        if (to > from)
            add_sample(path, str_from(from + 1, (size_t)(to - from)));
        at = to;
    }
}

static bool is_corpus(const char *path)
{
    return strstr(path, "/tests/golden/lang/") != NULL &&
           strstr(path, ".txt") != NULL;
}

static int on_file(const char *path, const struct stat *status, int kind,
                   struct FTW *place)
{
    (void)status;
    (void)place;
    bool spec = str_ends_with(str_text(path), ".strom");
    if (kind != FTW_F || (!spec && !is_corpus(path)))
        return 0;
    struct buf text;
    buf_init(&text);
    read_into(path, &text);
    if (spec)
        add_sample(path, buf_str(&text));
    else
        add_cases(path, buf_text(&text));
    buf_finish(&text);
    return 0;
}

static void sample_finish(struct sample *sample)
{
    free(sample->path);
    free(sample->include[0]);
    free(sample->include[1]);
    buf_finish(&sample->text);
}

/* All of them take half a minute: nightly. Which others does not hang on the
 * order of files in a folder. */
static void thin_out(void)
{
    size_t kept = 0, step = getenv("WEIR_NIGHTLY") == NULL ? PART : 1;
    for (size_t i = 0; i < samples.count; i++) {
        if (samples.items[i].text.length % step == 0)
            samples.items[kept++] = samples.items[i];
        else
            sample_finish(&samples.items[i]);
    }
    samples.count = kept;
}

static int collect(void **state)
{
    static const char *const folders[] = {"specs", "todomvc", "tests"};
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = memory_format("%s/%s", WEIR_TEST_SOURCES, folders[i]);
        nftw(folder, on_file, 16, FTW_PHYS);
        free(folder);
    }
    thin_out();
    return samples.count > 0 ? 0 : -1;
}

static int forget(void **state)
{
    (void)state;
    for (size_t i = 0; i < samples.count; i++) {
        sample_finish(&samples.items[i]);
    }
    vec_finish(&samples);
    return 0;
}

/* ---- formatting and reading --------------------------------------------- */

static struct lang_options options_for(const struct sample *sample)
{
    return (struct lang_options){
        .include = (const char *const *)sample->include,
        .include_count = sizeof sample->include / sizeof *sample->include,
        .library = WEIR_TEST_SOURCES "/specs/library"};
}

/* False when the text cannot be parsed. */
static bool format(const struct sample *sample, struct str text,
                   struct buf *out)
{
    struct lang_options options = options_for(sample);
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    bool done =
        lang_format(sample->path, text, &options, out, &diags, &sources);
    for (size_t i = 0; i < diags.count; i++)
        if (strstr(diags.items[i].message, "mistake in weir") != NULL)
            fail_msg("%s: %s", sample->path, diags.items[i].message);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return done;
}

static void add_declaration(void *context,
                            const struct lang_declaration *declaration)
{
    struct buf *out = context;
    if (!declaration->is_spec)
        return;
    buf_addf(out, "%d", declaration->kind);
    for (uint32_t i = declaration->start;
         declaration->left == NULL && i < declaration->end; i++)
        if (declaration->tokens[i].kind == TOKEN_NAME)
            buf_addf(out, " %s", declaration->tokens[i].name->text);
    if (declaration->left != NULL)
        tree_add_expression(out, declaration->left);
    if (declaration->right != NULL)
        tree_add_expression(out, declaration->right);
    buf_add_char(out, '\n');
}

/* What the text says, as trees, and what is wrong with it. Warnings are left
 * out: some go by the white space. */
static void add_meaning(const struct sample *sample, struct str text,
                        struct buf *out)
{
    struct lang_listener listener = {add_declaration, out};
    struct lang_options options = options_for(sample);
    struct lang_program program = {.decl_count = 0};
    struct diag_list diags;
    options.listener = &listener;
    arena_init(&program.arena);
    intern_init(&program.names);
    source_table_init(&program.sources);
    diag_list_init(&diags);
    lang_read_text(&program, sample->path, text, &options, &diags);
    for (size_t i = 0; i < diags.count; i++)
        if (diags.items[i].severity == DIAG_ERROR)
            buf_addf(out, "%s\n", diags.items[i].message);
    diag_list_finish(&diags);
    source_table_finish(&program.sources);
    intern_finish(&program.names);
    arena_finish(&program.arena);
}

/* Tokens and comments of a text, as the formatter sees them. */
struct pieces {
    struct source_table sources;
    struct diag_list diags;
    struct intern names;
    struct formatter formatter;
};

static void pieces_init(struct pieces *pieces, struct str text)
{
    struct formatter *formatter = &pieces->formatter;
    *formatter = (struct formatter){.sources = &pieces->sources};
    source_table_init(&pieces->sources);
    diag_list_init(&pieces->diags);
    intern_init(&pieces->names);
    arena_init(&formatter->arena);
    source_add(&pieces->sources, "", "", text);
    lexer_run(&formatter->tokens, &pieces->sources, 0, &formatter->arena,
              &pieces->names, &pieces->diags);
    formatter->gaps = ARENA_ARRAY(&formatter->arena, formatter->tokens.count,
                                  struct format_gap);
    format_read_gaps(formatter);
}

static void pieces_finish(struct pieces *pieces)
{
    token_list_finish(&pieces->formatter.tokens);
    vec_finish(&pieces->formatter.comments);
    arena_finish(&pieces->formatter.arena);
    source_table_finish(&pieces->sources);
    diag_list_finish(&pieces->diags);
    intern_finish(&pieces->names);
}

/* ---- shaking ------------------------------------------------------------ */

static uint64_t draw(uint64_t *seed)
{
    *seed += 0x9E3779B97F4A7C15u;
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Something that is white space; nothing only where two tokens stay two. In the
 * names of a check and of an operator, whether there is any has a meaning. */
static void add_space(struct pieces *pieces, uint32_t token, uint64_t *seed,
                      struct buf *out)
{
    static const char *const spaces[] = {" ",    "\n", "   ",     "\n\n\n\t ",
                                         "\n  ", " ",  "\n      "};
    const struct format_gap *gap = &pieces->formatter.gaps[token];
    if (!gap->written_space)
        return;
    if (draw(seed) % 4 == 0 && token > 0 &&
        pieces->formatter.tokens.items[token].kind == TOKEN_CLOSE &&
        format_may_touch(&pieces->formatter, token))
        return;
    buf_add_text(out, spaces[draw(seed) % (sizeof spaces / sizeof *spaces)]);
}

static void shake(struct str text, uint64_t seed, struct buf *out)
{
    struct pieces pieces;
    struct formatter *formatter = &pieces.formatter;
    pieces_init(&pieces, text);
    for (uint32_t i = 0; i < formatter->tokens.count; i++) {
        const struct format_gap *gap = &formatter->gaps[i];
        for (uint32_t k = 0; k < gap->comment_count; k++) {
            buf_add_text(out, draw(&seed) % 2 == 0 ? " " : "\n  ");
            buf_add_str(
                out,
                source_text(&pieces.sources,
                            formatter->comments.items[gap->comment + k].span));
            buf_add_text(out, "\n");
        }
        if (gap->comment_count == 0 && i > 0 &&
            formatter->tokens.items[i - 1].kind == TOKEN_DOC)
            buf_add_char(out, '\n');
        add_space(&pieces, i, &seed, out);
        buf_add_str(out, format_token_text(formatter, i));
    }
    pieces_finish(&pieces);
}

/* ---- laws --------------------------------------------------------------- */

static void assert_same(const char *law, const struct sample *sample,
                        struct str text, struct str a, struct str b)
{
    if (!str_equal(a, b))
        fail_msg("%s: %s\n--- the text\n%.*s\n--- one\n%.*s\n--- the other\n"
                 "%.*s",
                 sample->path, law, STR_ARGS(text), STR_ARGS(a), STR_ARGS(b));
}

static void assert_idempotent(const struct sample *sample, struct str text,
                              struct str formatted)
{
    struct buf again;
    buf_init(&again);
    assert_true(format(sample, formatted, &again));
    assert_same("formatting again changes something", sample, text, formatted,
                buf_str(&again));
    buf_finish(&again);
}

static void assert_meaning(const struct sample *sample, struct str text,
                           struct str formatted)
{
    struct buf before;
    struct buf after;
    buf_init(&before);
    buf_init(&after);
    add_meaning(sample, text, &before);
    add_meaning(sample, formatted, &after);
    assert_same("the meaning is another one", sample, text, buf_str(&before),
                buf_str(&after));
    buf_finish(&before);
    buf_finish(&after);
}

static void add_comments(struct buf *out, struct str text)
{
    struct pieces pieces;
    pieces_init(&pieces, text);
    for (size_t i = 0; i < pieces.formatter.comments.count; i++) {
        buf_add_str(out, source_text(&pieces.sources,
                                     pieces.formatter.comments.items[i].span));
        buf_add_char(out, '\n');
    }
    pieces_finish(&pieces);
}

static void assert_comments(const struct sample *sample, struct str text,
                            struct str formatted)
{
    struct buf before;
    struct buf after;
    buf_init(&before);
    buf_init(&after);
    add_comments(&before, text);
    add_comments(&after, formatted);
    assert_same("the comments are others", sample, text, buf_str(&before),
                buf_str(&after));
    buf_finish(&before);
    buf_finish(&after);
}

static bool has_raw_newlines(struct str text)
{
    struct pieces pieces;
    bool found = false;
    pieces_init(&pieces, text);
    for (uint32_t i = 0; i < pieces.formatter.tokens.count; i++) {
        struct str token = format_token_text(&pieces.formatter, i);
        found |=
            token.length > 0 && memchr(token.data, '\n', token.length) != NULL;
    }
    pieces_finish(&pieces);
    return found;
}

/* Something at which the line could have been broken. */
static bool could_break(struct str line)
{
    size_t places = 0;
    for (size_t i = 8; i + 1 < line.length; i++)
        places += strchr(",=&|", line.data[i]) != NULL;
    return places > 0;
}

static void assert_tidy(const struct sample *sample, struct str text)
{
    if (text.length == 0 || has_raw_newlines(text))
        return; /* a literal is kept as it is */
    assert_int_equal(text.data[text.length - 1], '\n');
    assert_true(text.length == 1 || text.data[text.length - 2] != '\n');
    for (size_t at = 0; at < text.length;) {
        const char *end = memchr(text.data + at, '\n', text.length - at);
        struct str line = {text.data + at, (size_t)(end - text.data) - at};
        at += line.length + 1;
        if (line.length == 0) {
            assert_true(at < text.length && text.data[at] != '\n');
            continue;
        }
        assert_null(strchr(" \t\r", line.data[line.length - 1]));
        bool plain = memchr(line.data, '"', line.length) == NULL &&
                     memchr(line.data, '`', line.length) == NULL &&
                     memmem(line.data, line.length, "//", 2) == NULL;
        if (plain && utf8_width(line) > FORMAT_COLUMNS && could_break(line))
            fail_msg("%s: wider than need be: %.*s", sample->path,
                     STR_ARGS(line));
    }
}

/* False when the text cannot be parsed, which is then no matter of ours. */
static bool obey(const struct sample *sample, struct str text)
{
    struct buf formatted;
    buf_init(&formatted);
    bool done = format(sample, text, &formatted);
    if (done) {
        assert_idempotent(sample, text, buf_str(&formatted));
        assert_meaning(sample, text, buf_str(&formatted));
        assert_comments(sample, text, buf_str(&formatted));
        assert_tidy(sample, buf_str(&formatted));
    }
    buf_finish(&formatted);
    return done;
}

static bool is_shipped(const struct sample *sample)
{
    return strstr(sample->path, "/specs/") != NULL ||
           strstr(sample->path, "/todomvc/") != NULL;
}

static void texts_as_they_are_obey(void **state)
{
    size_t formatted = 0;
    size_t shipped = 0;
    (void)state;
    for (size_t i = 0; i < samples.count; i++) {
        bool done = obey(&samples.items[i], buf_str(&samples.items[i].text));
        formatted += done;
        shipped += is_shipped(&samples.items[i]);
        if (is_shipped(&samples.items[i]) && !done)
            fail_msg("%s cannot be formatted", samples.items[i].path);
    }
    printf("%zu of %zu texts formatted\n", formatted, samples.count);
    assert_true(shipped >= 10);
    assert_true(formatted >= 60);
}

static void shaken_texts_obey(void **state)
{
    size_t formatted = 0;
    (void)state;
    for (size_t i = 0; i < samples.count; i++)
        for (uint64_t k = 0; k < SHAKES; k++) {
            struct buf shaken;
            buf_init(&shaken);
            shake(buf_str(&samples.items[i].text), i * 1000 + k, &shaken);
            bool done = obey(&samples.items[i], buf_str(&shaken));
            if (is_shipped(&samples.items[i]) && !done)
                fail_msg("%s, shaken %" PRIu64 ", cannot be formatted:\n%s",
                         samples.items[i].path, k, buf_text(&shaken));
            formatted += done;
            buf_finish(&shaken);
        }
    assert_true(formatted >= 60 * SHAKES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_as_they_are_obey),
        cmocka_unit_test(shaken_texts_obey),
    };
    return cmocka_run_group_tests(tests, collect, forget);
}
