/* The formatter as a whole: lex, hear the declarations, decide, print, and look
 * at the result again. */
#include "lang/format/format.h"

#include <stdlib.h>
#include <string.h>

#include "lang/format/format_internal.h"
#include "lang/front/front_internal.h"
#include "lang/front/read.h"

/* ---- printing ----------------------------------------------------------- */

static void add_indented(const struct formatter *formatter, struct buf *out,
                         uint32_t level, struct str text)
{
    buf_add_repeat(out, ' ', (size_t)level * formatter->unit);
    buf_add_str(out, text);
}

static void add_comments(const struct formatter *formatter, struct buf *out,
                         const struct format_gap *gap)
{
    uint32_t level = gap->level;
    if (gap->role == ROLE_CLOSE)
        level = formatter->gaps[gap->anchor].level + 1;
    for (uint32_t i = 0; i < gap->comment_count; i++) {
        const struct format_comment *comment =
            &formatter->comments.items[gap->comment + i];
        struct str text = source_text(formatter->sources, comment->span);
        if (!comment->own_line) {
            uint32_t distance = comment->distance;
            buf_add_repeat(out, ' ', distance > 0 ? distance : 1);
            buf_add_str(out, text);
            continue;
        }
        bool blank = comment->blank_before && (i > 0 || gap->role != ROLE_OPEN);
        if (out->length > 0)
            buf_add_text(out, blank ? "\n\n" : "\n");
        add_indented(formatter, out, level, text);
    }
}

static void trim_line(struct buf *out)
{
    while (out->length > 0 && strchr(" \t\r", out->data[out->length - 1]))
        out->length--;
}

static void add_token(struct formatter *formatter, struct buf *out,
                      uint32_t token)
{
    const struct format_gap *gap = &formatter->gaps[token];
    struct str text = format_token_text(formatter, token);
    bool blank = gap->blank_before && gap->role != ROLE_CLOSE &&
                 (gap->role != ROLE_OPEN || gap->comment_count > 0);
    add_comments(formatter, out, gap);
    if (!gap->broken) {
        buf_add_text(out, gap->space == SPACE_ONE ? " " : "");
        buf_add_str(out, text);
        return;
    }
    if (out->length > 0)
        buf_add_text(out, blank ? "\n\n" : "\n");
    add_indented(formatter, out, gap->level, text);
    if (formatter->tokens.items[token].kind == TOKEN_DOC)
        trim_line(out);
}

static void print(struct formatter *formatter, struct buf *out)
{
    uint32_t last = (uint32_t)formatter->tokens.count - 1;
    for (uint32_t i = 0; i < last; i++)
        add_token(formatter, out, i);
    add_comments(formatter, out, &formatter->gaps[last]);
    if (out->length > 0)
        buf_add_char(out, '\n');
}

/* ---- checking ----------------------------------------------------------- */

static void lex(struct formatter *formatter, const char *path, struct str text,
                struct intern *names, struct diag_list *diags)
{
    formatter->source = source_add(formatter->sources, path, path, text);
    lexer_run(&formatter->tokens, formatter->sources, formatter->source,
              &formatter->arena, names, diags);
    formatter->gaps = ARENA_ARRAY(&formatter->arena, formatter->tokens.count,
                                  struct format_gap);
    format_read_gaps(formatter);
}

static struct str trimmed(struct str text)
{
    while (text.length > 0 &&
           strchr(" \t\r", text.data[text.length - 1]) != NULL)
        text.length--;
    return text;
}

static bool same_tokens(const struct formatter *a, const struct formatter *b)
{
    if (a->tokens.count != b->tokens.count)
        return false;
    for (uint32_t i = 0; i < a->tokens.count; i++)
        if (a->tokens.items[i].kind != b->tokens.items[i].kind ||
            !str_equal(trimmed(format_token_text(a, i)),
                       trimmed(format_token_text(b, i))))
            return false;
    return true;
}

static bool same_comments(const struct formatter *a, const struct formatter *b)
{
    if (a->comments.count != b->comments.count)
        return false;
    for (size_t i = 0; i < a->comments.count; i++)
        if (!str_equal(source_text(a->sources, a->comments.items[i].span),
                       source_text(b->sources, b->comments.items[i].span)))
            return false;
    return true;
}

static void formatter_finish(struct formatter *formatter)
{
    token_list_finish(&formatter->tokens);
    vec_finish(&formatter->nodes);
    vec_finish(&formatter->comments);
    vec_finish(&formatter->declarations);
    arena_finish(&formatter->arena);
}

/* The same tokens and comments as before? Whatever else goes wrong, a
 * specification is never changed. */
static bool is_kept(const struct formatter *formatter, struct str text)
{
    struct formatter again = {.sources = formatter->sources};
    struct diag_list diags;
    struct intern names;
    arena_init(&again.arena);
    diag_list_init(&diags);
    intern_init(&names);
    lex(&again, "formatted", text, &names, &diags);
    bool kept =
        same_tokens(formatter, &again) && same_comments(formatter, &again);
    formatter_finish(&again);
    diag_list_finish(&diags);
    intern_finish(&names);
    return kept;
}

/* Every token belongs to a declaration that was heard, or to none. */
static bool is_covered(const struct formatter *formatter)
{
    uint32_t at = 0;
    for (size_t i = 0; i <= formatter->declarations.count; i++) {
        while (formatter->tokens.items[at].kind == TOKEN_DOC)
            at++;
        if (i == formatter->declarations.count)
            break;
        if (at != formatter->declarations.items[i].start)
            return false;
        at = formatter->declarations.items[i].end;
    }
    return formatter->tokens.items[at].kind == TOKEN_END;
}

/* ---- the whole ---------------------------------------------------------- */

static void on_declaration(void *context,
                           const struct lang_declaration *declaration)
{
    struct formatter *formatter = context;
    bool whole = declaration->kind == LANG_IMPORT ||
                 declaration->kind == LANG_SYNTAX ||
                 declaration->kind == LANG_CHECK || declaration->left != NULL;
    if (declaration->is_spec && whole) /* not the end */
        format_layout(formatter, declaration);
}

/* Outside of declarations every token has its own line. */
static void break_outside(struct formatter *formatter)
{
    for (size_t i = 0; i < formatter->tokens.count; i++)
        if (formatter->gaps[i].indent == INDENT_MARGIN)
            formatter->gaps[i].broken = true;
}

static bool read_declarations(struct formatter *formatter, const char *path,
                              struct str text,
                              const struct lang_options *options,
                              struct diag_list *diags,
                              struct source_table *sources)
{
    struct lang_listener listener = {on_declaration, formatter};
    struct lang_options listened = *options;
    struct lang_program program = {.decl_count = 0};
    listened.listener = &listener;
    arena_init(&program.arena);
    intern_init(&program.names);
    source_table_init(&program.sources);
    lang_read_text(&program, path, text, &listened, diags);
    *sources = program.sources;
    arena_finish(&program.arena);
    intern_finish(&program.names);
    return formatter->tokens.count > 0 && is_covered(formatter);
}

bool lang_format(const char *path, struct str text,
                 const struct lang_options *options, struct buf *out,
                 struct diag_list *diags, struct source_table *sources)
{
    struct source_table own;
    struct formatter formatter = {.sources = &own};
    struct diag_list ignored; /* lang_read_text says the same again */
    struct intern names;
    struct buf result;
    source_table_init(&own);
    arena_init(&formatter.arena);
    intern_init(&names);
    diag_list_init(&ignored);
    buf_init(&result);
    lex(&formatter, path, text, &names, &ignored);
    bool done =
        read_declarations(&formatter, path, text, options, diags, sources);
    if (done) {
        break_outside(&formatter);
        format_break_lines(&formatter);
        print(&formatter, &result);
        done = is_kept(&formatter, buf_str(&result));
        if (!done)
            diag_add(diags, DIAG_ERROR, DIAG_PARSE, span_nowhere(),
                     "formatting '%s' would change more than white space, so "
                     "it is left as it is; this is a mistake in weir",
                     path);
    }
    if (done)
        buf_add_str(out, buf_str(&result));
    buf_finish(&result);
    formatter_finish(&formatter);
    diag_list_finish(&ignored);
    intern_finish(&names);
    source_table_finish(&own);
    return done;
}
