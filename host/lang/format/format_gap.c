/* What the text says about the gap before each token: comments, blank lines,
 * where its lines ended, whether it can close. */
#include "lang/format/format_internal.h"

#include <string.h>

#include "base/utf8.h"

enum { TAB_COLUMNS = 4 };

struct reader {
    struct formatter *formatter;
    struct str text;
    size_t at;
};

struct str format_token_text(const struct formatter *formatter, uint32_t token)
{
    return source_text(formatter->sources, formatter->tokens.items[token].span);
}

static size_t columns(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += text.data[i] == '\t' ? TAB_COLUMNS - 1 : 0;
    return count + utf8_width(text);
}

static size_t line_start(struct str text, size_t at)
{
    while (at > 0 && text.data[at - 1] != '\n')
        at--;
    return at;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void note_place(struct format_gap *gap, struct str text, size_t at)
{
    size_t start = line_start(text, at);
    size_t margin = start;
    while (margin < at && is_blank(text.data[margin]))
        margin++;
    gap->column = (uint32_t)columns(str_from(text.data + start, at - start));
    gap->margin =
        (uint32_t)columns(str_from(text.data + start, margin - start));
}

/* From the slashes to the end of the line. */
static void read_comment(struct reader *reader, struct format_gap *gap,
                         size_t code_end, bool own_line, bool blank_before)
{
    struct formatter *formatter = reader->formatter;
    size_t start = reader->at;
    while (reader->at < reader->text.length &&
           reader->text.data[reader->at] != '\n')
        reader->at++;
    size_t end = reader->at;
    while (end > start && is_blank(reader->text.data[end - 1]))
        end--;
    struct format_comment comment = {
        .span = {formatter->source, (uint32_t)start, (uint32_t)end},
        .own_line = own_line,
        .blank_before = blank_before,
        .distance = (uint32_t)columns(
            str_from(reader->text.data + code_end, start - code_end)),
    };
    vec_push(&formatter->comments, comment);
    gap->comment_count++;
}

/* From the end of one token to the start of the next. */
static void read_gap(struct reader *reader, struct format_gap *gap, size_t from,
                     size_t to)
{
    size_t newlines = 0;
    reader->at = from;
    gap->written_space = to > from;
    gap->comment = (uint32_t)reader->formatter->comments.count;
    while (reader->at < to) {
        char c = reader->text.data[reader->at];
        if (c == '/') {
            bool own_line = newlines > 0 || gap == reader->formatter->gaps;
            read_comment(reader, gap, from, own_line, newlines > 1);
            newlines = 0;
            continue;
        }
        newlines += c == '\n';
        gap->written_break |= c == '\n';
        reader->at++;
    }
    gap->blank_before = newlines > 1;
    note_place(gap, reader->text, to);
}

void format_read_gaps(struct formatter *formatter)
{
    const struct source *source = formatter->sources->items[formatter->source];
    struct reader reader = {.formatter = formatter, .text = source->text};
    size_t from = str_starts_with(source->text, "\xEF\xBB\xBF") ? 3 : 0;
    for (size_t i = 0; i < formatter->tokens.count; i++) {
        struct span span = formatter->tokens.items[i].span;
        struct format_gap *gap = &formatter->gaps[i];
        gap->role = ROLE_FIXED;
        gap->indent = INDENT_MARGIN;
        gap->node = UINT32_MAX;
        read_gap(&reader, gap, from, span.start);
        from = span.end;
    }
}

/* ---- side by side ------------------------------------------------------- */

/* Ends or begins no longer token, whatever stands beside it. */
static bool is_alone(const struct token *token)
{
    if (token->kind == TOKEN_OPEN || token->kind == TOKEN_CLOSE)
        return true;
    return token->kind == TOKEN_NAME &&
           strchr("[]{};,", token->name->text[0]) != NULL;
}

/* Lexes the two as one text. */
static bool stay_two(const struct formatter *formatter, uint32_t token)
{
    struct source_table sources;
    struct token_list tokens = VEC_EMPTY;
    struct diag_list diags;
    struct arena arena;
    struct intern names;
    struct buf text;
    arena_init(&arena);
    intern_init(&names);
    source_table_init(&sources);
    diag_list_init(&diags);
    buf_init(&text);
    struct str first = format_token_text(formatter, token - 1);
    buf_add_str(&text, first);
    buf_add_str(&text, format_token_text(formatter, token));
    uint32_t source = source_add(&sources, "", "", buf_str(&text));
    lexer_run(&tokens, &sources, source, &arena, &names, &diags);
    bool two = tokens.count == 3 && tokens.items[1].span.start == first.length;
    buf_finish(&text);
    token_list_finish(&tokens);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    intern_finish(&names);
    arena_finish(&arena);
    return two;
}

bool format_may_touch(struct formatter *formatter, uint32_t token)
{
    const struct token *tokens = formatter->tokens.items;
    return is_alone(&tokens[token - 1]) || is_alone(&tokens[token]) ||
           stay_two(formatter, token);
}

bool format_has_space(struct formatter *formatter, uint32_t token)
{
    const struct format_gap *gap = &formatter->gaps[token];
    if (gap->space == SPACE_ONE ||
        (gap->space == SPACE_WRITTEN && gap->written_space))
        return true;
    return !format_may_touch(formatter, token);
}
