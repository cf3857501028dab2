#include "exec/http/target.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/str.h"
#include "base/url.h"

void http_target_finish(struct http_target *target)
{
    free(target->host);
    free(target->port);
    free(target->path);
    free(target->authority);
    *target = (struct http_target){0};
}

static bool refuse(const char *url, struct error *error, const char *words)
{
    char *shown = url_hide_password(url);
    error_set(error, ERROR_USAGE, "%s: %s", shown, words);
    free(shown);
    return false;
}

static bool is_port(struct str digits)
{
    if (digits.length == 0 || digits.length > 5)
        return false;
    for (size_t i = 0; i < digits.length; i++)
        if (!str_is_digit(digits.data[i]))
            return false;
    int port = atoi(digits.data);
    return port >= 1 && port <= 65535;
}

/* "host", "host:80", "[::1]:80" into host and port, which may stay empty. */
static bool split(struct str authority, struct str *host, struct str *port)
{
    const char *end = authority.data + authority.length;
    const char *behind;
    if (authority.length > 0 && *authority.data == '[') {
        const char *close = memchr(authority.data, ']', authority.length);
        if (close == NULL)
            return false;
        *host =
            str_from(authority.data + 1, (size_t)(close - authority.data - 1));
        behind = close + 1;
    } else {
        const char *colon = authority.length == 0
                                ? NULL
                                : memchr(authority.data, ':', authority.length);
        behind = colon == NULL ? end : colon;
        *host = str_from(authority.data, (size_t)(behind - authority.data));
    }
    *port = str_from(behind, 0);
    if (behind == end)
        return host->length > 0;
    *port = str_from(behind + 1, (size_t)(end - behind - 1));
    return host->length > 0 && *behind == ':' && is_port(*port);
}

static bool is_plain(struct str text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] <= ' ' || text.data[i] >= 0x7f ||
            strchr("?#@\\", text.data[i]) != NULL)
            return false;
    return true;
}

bool http_target_read(struct http_target *target, const char *url,
                      struct error *error)
{
    struct str rest = str_text(url), host, port;
    bool is_tls = str_starts_with(rest, "https://");
    if (!is_tls && !str_starts_with(rest, "http://"))
        return refuse(url, error,
                      "the address of an HTTP API begins with http:// or "
                      "https://");
    size_t begin = is_tls ? 8 : 7;
    rest = str_from(rest.data + begin, rest.length - begin);
    size_t length = strcspn(rest.data, "/");
    struct str authority = str_from(rest.data, length);
    struct str path = str_from(rest.data + length, rest.length - length);
    if (memchr(rest.data, '@', rest.length) != NULL)
        return refuse(url, error,
                      "a name and a password do not stand in the address: give "
                      "the model's `real` the header Authorization");
    if (!is_plain(rest))
        return refuse(url, error, "it has no query, fragment or blank");
    if (!split(authority, &host, &port))
        return refuse(url, error, "it has no host, or a port that is none");
    while (path.length > 0 && path.data[path.length - 1] == '/')
        path.length--;
    *target = (struct http_target){
        .is_tls = is_tls,
        .host = memory_copy_string(host.data, host.length),
        .port = port.length > 0 ? memory_copy_string(port.data, port.length)
                                : memory_format("%d", is_tls ? 443 : 80),
        .path = memory_copy_string(path.data, path.length),
        .authority = memory_copy_string(authority.data, authority.length),
    };
    return true;
}
