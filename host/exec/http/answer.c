/* In this file: lines, the status line, headers, what kind of body, chunks,
 * the whole. */
#include "exec/http/answer.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SHOWN_BYTES = 80 };

void http_answer_init(struct http_answer *answer, bool is_head)
{
    *answer = (struct http_answer){.is_head = is_head};
}

void http_answer_finish(struct http_answer *answer)
{
    free(answer->type);
    free(answer->location);
    buf_finish(&answer->body);
    buf_finish(&answer->line);
    *answer = (struct http_answer){0};
}

static enum http_answer_state wrong(struct error *error, const char *words,
                                    struct str shown)
{
    int length =
        shown.length < SHOWN_BYTES ? (int)shown.length : (int)SHOWN_BYTES;
    error_set(error, ERROR_RUN, "%s: %.*s", words, length,
              length == 0 ? "" : shown.data);
    return HTTP_ANSWER_WRONG;
}

/* ---- lines -------------------------------------------------------------- */

static struct str trim(struct str text)
{
    while (text.length > 0 && strchr(" \t\r", text.data[text.length - 1]))
        text.length--;
    while (text.length > 0 && (*text.data == ' ' || *text.data == '\t')) {
        text.data++;
        text.length--;
    }
    return text;
}

/* Moves up to a line's end from `bytes` into answer->line. True: it is whole,
 * without its end. */
static bool gather_line(struct http_answer *answer, struct str bytes,
                        size_t *used)
{
    const char *end =
        bytes.length == 0 ? NULL : memchr(bytes.data, '\n', bytes.length);
    size_t length = end == NULL ? bytes.length : (size_t)(end - bytes.data);
    buf_add(&answer->line, bytes.data, length);
    *used = length + (end != NULL);
    answer->head_bytes += *used;
    if (end == NULL)
        return false;
    if (answer->line.length > 0 &&
        answer->line.data[answer->line.length - 1] == '\r')
        answer->line.data[--answer->line.length] = '\0';
    return true;
}

/* Comma-separated words of a header, as in "Connection: close, upgrade". */
static bool names_word(struct str list, const char *word)
{
    while (list.length > 0) {
        const char *comma = memchr(list.data, ',', list.length);
        size_t length =
            comma == NULL ? list.length : (size_t)(comma - list.data);
        if (str_is_in_any_case(trim(str_from(list.data, length)), word))
            return true;
        length += comma != NULL;
        list = str_from(list.data + length, list.length - length);
    }
    return false;
}

/* ---- the status line ---------------------------------------------------- */

static enum http_answer_state read_status(struct http_answer *answer,
                                          struct error *error)
{
    struct str line = buf_str(&answer->line);
    /* An empty line before an answer is passed over (RFC 9112, 2.2). */
    if (line.length == 0)
        return HTTP_ANSWER_MORE;
    if (line.length < 12 || memcmp(line.data, "HTTP/1.", 7) != 0 ||
        !str_is_digit(line.data[7]) || line.data[8] != ' ' ||
        !str_is_digit(line.data[9]) || !str_is_digit(line.data[10]) ||
        !str_is_digit(line.data[11]) ||
        (line.length > 12 && line.data[12] != ' '))
        return wrong(error, "does not answer with HTTP/1.1", line);
    answer->status = (line.data[9] - '0') * 100 + (line.data[10] - '0') * 10 +
                     (line.data[11] - '0');
    if (answer->status < 100 || answer->status > 599 || answer->status == 101)
        return wrong(error, "answered with a status nobody can use", line);
    answer->keeps_alive = line.data[7] != '0';
    answer->part = HTTP_PART_HEADERS;
    return HTTP_ANSWER_MORE;
}

/* ---- headers ------------------------------------------------------------ */

static bool read_number(struct str text, int base, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    *number = 0;
    if (text.length == 0 || text.length > 15)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.data[i];
        if (byte >= 'A' && byte <= 'F')
            byte = (char)(byte - 'A' + 'a');
        const char *at = memchr(digits, byte, (size_t)base);
        if (at == NULL)
            return false;
        *number = *number * (uint64_t)base + (uint64_t)(at - digits);
    }
    return true;
}

static void replace(char **text, struct str with)
{
    free(*text);
    *text = memory_copy_string(with.data, with.length);
}

/* "application/json; charset=utf-8" gives "application/json". */
static void read_type(struct http_answer *answer, struct str value)
{
    const char *end =
        value.length == 0 ? NULL : memchr(value.data, ';', value.length);
    if (end != NULL)
        value.length = (size_t)(end - value.data);
    value = trim(value);
    replace(&answer->type, value);
    for (size_t i = 0; i < value.length; i++)
        if (answer->type[i] >= 'A' && answer->type[i] <= 'Z')
            answer->type[i] = (char)(answer->type[i] - 'A' + 'a');
}

static enum http_answer_state read_length(struct http_answer *answer,
                                          struct str value, struct error *error)
{
    uint64_t length;
    if (!read_number(value, 10, &length) ||
        (answer->has_length && length != answer->rest))
        return wrong(error, "answered with a Content-Length that is none",
                     value);
    answer->has_length = true;
    answer->rest = length;
    return HTTP_ANSWER_MORE;
}

static enum http_answer_state read_header(struct http_answer *answer,
                                          struct error *error)
{
    struct str line = buf_str(&answer->line);
    const char *colon = memchr(line.data, ':', line.length);
    if (colon == NULL)
        return wrong(error, "answered with a header without a colon", line);
    struct str name = str_from(line.data, (size_t)(colon - line.data));
    struct str value = trim(str_from(colon + 1, line.length - name.length - 1));
    if (str_is_in_any_case(name, "content-length"))
        return read_length(answer, value, error);
    if (str_is_in_any_case(name, "transfer-encoding")) {
        if (!str_is_in_any_case(value, "chunked"))
            return wrong(error,
                         "answered in a Transfer-Encoding that weir "
                         "does not know",
                         value);
        answer->is_chunked = true;
    } else if (str_is_in_any_case(name, "content-encoding")) {
        if (!str_is_in_any_case(value, "identity"))
            return wrong(error,
                         "answered in a Content-Encoding that it was "
                         "not asked for",
                         value);
    } else if (str_is_in_any_case(name, "connection")) {
        if (names_word(value, "close"))
            answer->keeps_alive = false;
        else if (names_word(value, "keep-alive"))
            answer->keeps_alive = true;
    } else if (str_is_in_any_case(name, "content-type")) {
        read_type(answer, value);
    } else if (str_is_in_any_case(name, "location")) {
        replace(&answer->location, value);
    }
    return HTTP_ANSWER_MORE;
}

/* ---- what kind of body -------------------------------------------------- */

static enum http_answer_state begin_again(struct http_answer *answer)
{
    answer->part = HTTP_PART_STATUS;
    answer->status = 0;
    answer->has_length = answer->is_chunked = false;
    answer->rest = 0;
    return HTTP_ANSWER_MORE;
}

static enum http_answer_state done(struct http_answer *answer)
{
    answer->part = HTTP_PART_DONE;
    return HTTP_ANSWER_DONE;
}

/* After the headers (RFC 9112, 6.3). */
static enum http_answer_state begin_body(struct http_answer *answer,
                                         struct error *error)
{
    if (answer->status < 200)
        return begin_again(answer);
    if (answer->is_head || answer->status == 204 || answer->status == 304)
        return done(answer);
    if (answer->is_chunked) {
        answer->part = HTTP_PART_CHUNK_SIZE;
        return HTTP_ANSWER_MORE;
    }
    if (!answer->has_length) {
        answer->part = HTTP_PART_TO_END;
        answer->keeps_alive = false;
        return HTTP_ANSWER_MORE;
    }
    if (answer->rest > HTTP_ANSWER_BODY_LIMIT_BYTES)
        return wrong(error, "answered with more than 64 MB", STR("too large"));
    answer->part = HTTP_PART_LENGTH;
    return answer->rest == 0 ? done(answer) : HTTP_ANSWER_MORE;
}

/* ---- chunks ------------------------------------------------------------- */

static enum http_answer_state begin_chunk(struct http_answer *answer,
                                          struct error *error)
{
    struct str line = buf_str(&answer->line);
    const char *end =
        line.length == 0 ? NULL : memchr(line.data, ';', line.length);
    struct str size = trim(
        end == NULL ? line : str_from(line.data, (size_t)(end - line.data)));
    if (!read_number(size, 16, &answer->rest))
        return wrong(error, "answered with a chunk without a size", line);
    if (answer->rest + answer->body.length > HTTP_ANSWER_BODY_LIMIT_BYTES)
        return wrong(error, "answered with more than 64 MB", STR("too large"));
    /* The limit of the head is one of what is not body, but a body may be of
     * many chunks. */
    answer->head_bytes = 0;
    answer->part = answer->rest == 0 ? HTTP_PART_TRAILERS : HTTP_PART_CHUNK;
    return HTTP_ANSWER_MORE;
}

/* ---- the whole ---------------------------------------------------------- */

static enum http_answer_state take_line(struct http_answer *answer,
                                        struct error *error)
{
    bool is_empty = answer->line.length == 0;
    switch (answer->part) {
    case HTTP_PART_STATUS:
        return read_status(answer, error);
    case HTTP_PART_HEADERS:
        return is_empty ? begin_body(answer, error)
                        : read_header(answer, error);
    case HTTP_PART_CHUNK_SIZE:
        return begin_chunk(answer, error);
    case HTTP_PART_CHUNK_END:
        if (!is_empty)
            return wrong(error, "answered with a chunk longer than its size",
                         buf_str(&answer->line));
        answer->part = HTTP_PART_CHUNK_SIZE;
        return HTTP_ANSWER_MORE;
    default: /* trailers mean nothing here */
        return is_empty ? done(answer) : HTTP_ANSWER_MORE;
    }
}

static enum http_answer_state take_body(struct http_answer *answer,
                                        struct str bytes, size_t *used,
                                        struct error *error)
{
    size_t length = bytes.length;
    if (answer->part != HTTP_PART_TO_END && length > answer->rest)
        length = (size_t)answer->rest;
    *used = length;
    if (answer->body.length + length > HTTP_ANSWER_BODY_LIMIT_BYTES)
        return wrong(error, "answered with more than 64 MB", STR("too large"));
    buf_add(&answer->body, bytes.data, length);
    if (answer->part == HTTP_PART_TO_END)
        return HTTP_ANSWER_MORE;
    answer->rest -= length;
    if (answer->rest > 0)
        return HTTP_ANSWER_MORE;
    if (answer->part == HTTP_PART_LENGTH)
        return done(answer);
    answer->part = HTTP_PART_CHUNK_END;
    return HTTP_ANSWER_MORE;
}

static bool is_body(enum http_answer_part part)
{
    return part == HTTP_PART_LENGTH || part == HTTP_PART_TO_END ||
           part == HTTP_PART_CHUNK;
}

static enum http_answer_state take_some(struct http_answer *answer,
                                        struct str bytes, size_t *used,
                                        struct error *error)
{
    if (is_body(answer->part))
        return take_body(answer, bytes, used, error);
    bool is_whole = gather_line(answer, bytes, used);
    if (answer->head_bytes > HTTP_ANSWER_HEAD_LIMIT_BYTES)
        return wrong(error, "answered with headers of more than 64 KB",
                     buf_str(&answer->line));
    if (!is_whole)
        return HTTP_ANSWER_MORE;
    enum http_answer_state state = take_line(answer, error);
    buf_clear(&answer->line);
    return state;
}

enum http_answer_state http_answer_take(struct http_answer *answer,
                                        struct str bytes, size_t *used,
                                        struct error *error)
{
    enum http_answer_state state =
        answer->part == HTTP_PART_DONE ? HTTP_ANSWER_DONE : HTTP_ANSWER_MORE;
    answer->has_begun |= bytes.length > 0;
    for (*used = 0; state == HTTP_ANSWER_MORE && *used < bytes.length;) {
        size_t some;
        state = take_some(answer,
                          str_from(bytes.data + *used, bytes.length - *used),
                          &some, error);
        *used += some;
    }
    return state;
}

bool http_answer_end(struct http_answer *answer)
{
    if (answer->part == HTTP_PART_TO_END)
        answer->part = HTTP_PART_DONE;
    return answer->part == HTTP_PART_DONE;
}
