#include "exec/prepared/ask.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/stream.h"
#include "exec/http/answer.h"
#include "exec/http/target.h"
#include "trace/value.h"

enum {
    READ_BYTES = 16 * 1024,
    WORDS_BYTES = 200, /* that are told of an answer */
    LOOK_MS = 50,      /* how often a wait looks whether it is cancelled */
};

/* ---- what is asked for --------------------------------------------------- */

static size_t method_length(const char *text)
{
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return text[length] == ' ' ? length : 0;
}

static const char *url_in(const char *text)
{
    size_t length = method_length(text);
    return length == 0 ? text : text + length + 1;
}

bool ask_is_request(const char *text)
{
    const char *url = url_in(text);
    return strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0;
}

/* A line of a request is not to be broken by it. */
static bool is_plain(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text <= ' ' || *text >= 0x7f)
            return false;
    return true;
}

bool ask_read(struct ask_target *target, const char *text, const char *method,
              struct error *error)
{
    const char *url = url_in(text);
    size_t length = method_length(text);
    size_t base = strcspn(url, "?#");
    struct http_target parts;
    char *bare = memory_copy_string(url, base);
    bool fine = http_target_read(&parts, bare, error);
    free(bare);
    if (!fine)
        return false;
    if (!is_plain(url)) {
        http_target_finish(&parts);
        return error_set(error, ERROR_USAGE,
                         "%s: an address holds no blanks, and other signs "
                         "than those of ASCII as %%XX",
                         url);
    }
    const char *path = strstr(url, "://") + 3;
    path += strcspn(path, "/?#");
    *target = (struct ask_target){
        .method = length == 0 ? memory_format("%s", method)
                              : memory_copy_string(text, length),
        .url = memory_format("%s", url),
        .is_tls = parts.is_tls,
        .host = memory_format("%s", parts.host),
        .port = memory_format("%s", parts.port),
        .authority = memory_format("%s", parts.authority),
        .path = memory_format("%s%.*s", *path == '/' ? "" : "/",
                              (int)strcspn(path, "#"), path),
    };
    http_target_finish(&parts);
    return true;
}

void ask_finish(struct ask_target *target)
{
    free(target->method);
    free(target->url);
    free(target->host);
    free(target->port);
    free(target->authority);
    free(target->path);
    *target = (struct ask_target){.method = NULL};
}

/* ---- one request --------------------------------------------------------- */

/* False: it is cancelled, or the time is over. */
static bool wait_for(const struct stream *stream, short events,
                     const struct loop *loop, int64_t deadline_ms,
                     struct error *error)
{
    struct pollfd polled = {.fd = stream_descriptor(stream), .events = events};
    int64_t left_ms = deadline_ms - clock_now_ms();
    if (loop != NULL && loop_is_cancelled(loop))
        return error_set(error, ERROR_CANCELLED, "interrupted");
    if (left_ms <= 0)
        return error_set(error, ERROR_IO, "no answer in time");
    poll(&polled, 1, (int)(left_ms < LOOK_MS ? left_ms : LOOK_MS));
    return true;
}

static bool send_all(struct stream *stream, struct str bytes,
                     const struct loop *loop, int64_t deadline_ms,
                     struct error *error)
{
    for (size_t sent = 0; sent < bytes.length;) {
        size_t count;
        switch (stream_write(stream, bytes.data + sent, bytes.length - sent,
                             &count)) {
        case STREAM_SOME:
            sent += count;
            break;
        case STREAM_WAIT:
            if (!wait_for(stream, POLLOUT, loop, deadline_ms, error))
                return false;
            break;
        default:
            return error_set(error, ERROR_IO,
                             "it closes the connection without an answer");
        }
    }
    return true;
}

/* *done: the answer is whole. */
static bool take(struct http_answer *answer, enum stream_result result,
                 struct str bytes, bool *done, struct error *error)
{
    size_t used;
    if (result != STREAM_SOME) {
        *done = http_answer_end(answer);
        return *done || error_set(error, ERROR_IO,
                                  "it closes the connection without an answer");
    }
    enum http_answer_state state =
        http_answer_take(answer, bytes, &used, error);
    *done = state == HTTP_ANSWER_DONE;
    if (state == HTTP_ANSWER_WRONG)
        error->code = ERROR_IO;
    return state != HTTP_ANSWER_WRONG;
}

static bool receive(struct stream *stream, struct http_answer *answer,
                    const struct loop *loop, int64_t deadline_ms,
                    struct error *error)
{
    char bytes[READ_BYTES];
    for (bool done = false; !done;) {
        size_t count = 0;
        enum stream_result result =
            stream_read(stream, bytes, sizeof bytes, &count);
        if (result == STREAM_WAIT
                ? !wait_for(stream, POLLIN, loop, deadline_ms, error)
                : !take(answer, result, str_from(bytes, count), &done, error))
            return false;
    }
    return true;
}

/* The first line that says something, of a text that is no page. */
static char *first_line(struct str text)
{
    while (text.length > 0 && strchr(" \t\r\n", text.data[0]) != NULL)
        text = str_from(text.data + 1, text.length - 1);
    size_t length = 0;
    while (length < text.length && length < WORDS_BYTES &&
           (unsigned char)text.data[length] >= ' ')
        length++;
    return length == 0 || text.data[0] == '<'
               ? NULL
               : memory_copy_string(text.data, length);
}

static char *words_of(const struct http_answer *answer)
{
    static const char *const names[] = {"message", "error", "detail", "title"};
    struct value *body = value_parse(buf_str(&answer->body), NULL);
    struct str text = buf_str(&answer->body);
    for (size_t i = sizeof names / sizeof *names; body != NULL && i > 0; i--) {
        const struct value *field = value_field_named(body, names[i - 1]);
        if (field != NULL && field->kind == VALUE_STRING)
            text = value_text(field);
    }
    char *words = first_line(text);
    value_unref(body);
    return words;
}

static bool exchange(const struct ask_target *target, struct stream *stream,
                     const struct loop *loop, int64_t deadline_ms, int *status,
                     char **words, struct error *error)
{
    struct http_answer answer;
    struct buf request;
    buf_init(&request);
    buf_addf(&request,
             "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\n"
             "Connection: close\r\n\r\n",
             target->method, target->path, target->authority);
    http_answer_init(&answer, strcmp(target->method, "HEAD") == 0);
    bool fine = send_all(stream, buf_str(&request), loop, deadline_ms, error) &&
                receive(stream, &answer, loop, deadline_ms, error);
    *status = answer.status;
    if (fine && words != NULL)
        *words = words_of(&answer);
    http_answer_finish(&answer);
    buf_finish(&request);
    return fine;
}

bool ask(const struct ask_target *target, const struct loop *loop,
         int64_t deadline_ms, int *status, char **words, struct error *error)
{
    struct stream_trust *trust =
        target->is_tls ? stream_trust_create(false, error) : NULL;
    if (target->is_tls && trust == NULL)
        return false;
    const struct stream_address address = {
        .host = target->host, .port = target->port, .trust = trust};
    struct stream *stream = stream_connect(&address, loop, deadline_ms, error);
    bool fine = stream != NULL && exchange(target, stream, loop, deadline_ms,
                                           status, words, error);
    stream_destroy(stream);
    stream_trust_destroy(trust);
    return fine;
}
