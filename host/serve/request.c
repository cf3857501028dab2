#include "serve/request.h"

/* Cuts everything before the first `mark` off *rest and returns it; without a
 * mark all of it. */
static struct str cut(struct str *rest, char mark)
{
    const char *at =
        rest->length == 0 ? NULL : memchr(rest->data, mark, rest->length);
    struct str before = *rest;
    if (at == NULL) {
        *rest = str_from(rest->data + rest->length, 0);
        return before;
    }
    before.length = (size_t)(at - rest->data);
    *rest = str_from(at + 1, rest->length - before.length - 1);
    return before;
}

/* The next line without its end; false when the end is missing. A bare LF ends
 * a line too (RFC 9112, 2.2). */
static bool next_line(struct str *rest, struct str *line)
{
    if (rest->length == 0 || memchr(rest->data, '\n', rest->length) == NULL)
        return false;
    *line = cut(rest, '\n');
    if (line->length > 0 && line->data[line->length - 1] == '\r')
        line->length--;
    return true;
}

/* "/path", or the absolute form "http://host/path" that proxies get. */
static bool read_target(struct serve_request *request, struct str target)
{
    if (str_starts_with(target, "http://")) {
        target = str_from(target.data + 7, target.length - 7);
        const char *slash =
            target.length == 0 ? NULL : memchr(target.data, '/', target.length);
        if (slash == NULL)
            return false;
        target.length -= (size_t)(slash - target.data);
        target.data = slash;
    }
    if (!str_starts_with(target, "/"))
        return false;
    struct str query = target;
    request->path = cut(&query, '?');
    request->query = query;
    request->has_query = request->path.length < target.length;
    return true;
}

static bool read_request_line(struct serve_request *request, struct str line)
{
    struct str method = cut(&line, ' ');
    struct str target = cut(&line, ' ');
    struct str version = line;
    if (method.length == 0 || !str_starts_with(version, "HTTP/1.") ||
        version.length != strlen("HTTP/1.1"))
        return false;
    request->verb = method;
    request->method = str_is(method, "GET")    ? SERVE_GET
                      : str_is(method, "HEAD") ? SERVE_HEAD
                                               : SERVE_OTHER;
    request->is_last = str_is(version, "HTTP/1.0");
    request->keep_alive = !request->is_last;
    return read_target(request, target);
}

/* Not what a script fetches, nor documents and workers. */
static bool is_part(struct str destination)
{
    return str_is(destination, "script") || str_is(destination, "style") ||
           str_is(destination, "font") || str_is(destination, "image");
}

/* -1: it is no number, or one that nobody sends. */
static int64_t read_length(struct str text)
{
    int64_t length = 0;
    if (text.length == 0 || text.length > 15)
        return -1;
    for (size_t i = 0; i < text.length; i++) {
        if (!str_is_digit(text.data[i]))
            return -1;
        length = length * 10 + (text.data[i] - '0');
    }
    return length;
}

static bool read_header(struct serve_request *request, struct str line)
{
    struct str value = line;
    struct str name = cut(&value, ':');
    if (name.length == 0 || name.length == line.length)
        return false;
    value = str_trimmed(value);
    if (str_is_in_any_case(name, "connection")) {
        if (str_is_in_any_case(value, "close")) {
            request->keep_alive = false;
            request->is_last = true;
        }
    } else if (str_is_in_any_case(name, "sec-fetch-dest")) {
        request->is_part = is_part(value);
    } else if (str_is_in_any_case(name, "transfer-encoding")) {
        request->body_bytes = -1;
        request->keep_alive = false;
        request->is_chunked = str_is_in_any_case(value, "chunked");
    } else if (str_is_in_any_case(name, "origin")) {
        request->origin = value;
    } else if (str_is_in_any_case(name, "access-control-request-method")) {
        request->asked_method = value;
    } else if (str_is_in_any_case(name, "access-control-request-headers")) {
        request->asked_headers = value;
    } else if (str_is_in_any_case(name, "content-length")) {
        /* Two that differ would let a proxy see other requests than we do. */
        int64_t length = read_length(value);
        if (request->body_bytes > 0 && request->body_bytes != length)
            length = -1;
        if (request->body_bytes >= 0)
            request->body_bytes = length;
        if (length != 0)
            request->keep_alive = false;
    }
    return true;
}

/* Empty lines in front of a request are ignored (RFC 9112, 2.2). */
static void skip_empty_lines(struct str *rest)
{
    while (rest->length > 0 && (rest->data[0] == '\r' || rest->data[0] == '\n'))
        *rest = str_from(rest->data + 1, rest->length - 1);
}

enum serve_read serve_request_read(struct serve_request *request,
                                   struct str bytes)
{
    *request = (struct serve_request){.method = SERVE_OTHER};
    if (bytes.length > SERVE_REQUEST_LIMIT_BYTES)
        bytes.length = SERVE_REQUEST_LIMIT_BYTES;
    enum serve_read unfinished = bytes.length == SERVE_REQUEST_LIMIT_BYTES
                                     ? SERVE_READ_BAD
                                     : SERVE_READ_MORE;
    struct str rest = bytes, line;
    skip_empty_lines(&rest);
    if (!next_line(&rest, &line))
        return unfinished;
    if (!read_request_line(request, line))
        return SERVE_READ_BAD;
    while (next_line(&rest, &line)) {
        if (line.length == 0) {
            request->bytes = bytes.length - rest.length;
            return SERVE_READ_OK;
        }
        if (!read_header(request, line))
            return SERVE_READ_BAD;
    }
    return unfinished;
}
