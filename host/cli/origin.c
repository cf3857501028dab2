#include "cli/origin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/memory.h"

static bool starts_with(const char *text, const char *prefix)
{
    return strncasecmp(text, prefix, strlen(prefix)) == 0;
}

/* "letters://" */
static bool has_scheme(const char *text)
{
    const char *separator = strstr(text, "://");
    return separator != NULL && separator != text &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                        "0123456789+.-") == (size_t)(separator - text);
}

static void add_percent_encoded(struct buf *url, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~/";
    for (; *path != '\0'; path++) {
        if (strchr(plain, *path) != NULL)
            buf_add_char(url, *path);
        else
            buf_addf(url, "%%%02X", (unsigned char)*path);
    }
}

static char *served(const char *origin, const char *served_url)
{
    while (origin != NULL && *origin == '/')
        origin++;
    return memory_format("%s%s", served_url, origin == NULL ? "" : origin);
}

/* localhost:8000/path */
static bool is_host_and_port(const char *origin)
{
    size_t host = strspn(origin, "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-");
    if (host == 0 || origin[host] != ':')
        return false;
    size_t port = strspn(origin + host + 1, "0123456789");
    const char *rest = origin + host + 1 + port;
    return port > 0 && (*rest == '\0' || strchr("/?#", *rest) != NULL);
}

/* A path may be followed by "?query" or "#fragment" when the whole is no file.
 */
static bool file(const char *origin, char **url, struct error *error)
{
    struct buf out;
    struct stat status;
    const char *rest = "";
    char *name = memory_copy_string(origin, strlen(origin));
    if (stat(name, &status) != 0) {
        size_t path = strcspn(origin, "?#");
        rest = origin + path;
        name[path] = '\0';
    }
    char *absolute = realpath(name, NULL);
    free(name);
    if (absolute == NULL && is_host_and_port(origin))
        return error_set(error, ERROR_ORIGIN,
                         "there is no file %s; for the address write http://%s",
                         origin, origin);
    if (absolute == NULL)
        return error_set(error, ERROR_ORIGIN,
                         "%s: %s; ORIGIN is an http(s) address or an HTML file",
                         origin, strerror(errno));
    if (stat(absolute, &status) == 0 && S_ISDIR(status.st_mode)) {
        free(absolute);
        return error_set(error, ERROR_ORIGIN,
                         "%s is a folder: give an HTML file in it, or serve it "
                         "with --serve %s",
                         origin, origin);
    }
    buf_init(&out);
    buf_add_text(&out, "file://");
    add_percent_encoded(&out, absolute);
    buf_add_text(&out, rest);
    free(absolute);
    *url = buf_take(&out);
    return true;
}

bool origin_resolve(const char *origin, const char *served_url, char **url,
                    bool *local, struct error *error)
{
    *local = false;
    if (origin != NULL && served_url != NULL && has_scheme(origin))
        return error_set(error, ERROR_USAGE,
                         "with --serve ORIGIN is a path in the served folder, "
                         "not \"%s\"",
                         origin);
    if (origin != NULL &&
        (starts_with(origin, "http://") || starts_with(origin, "https://"))) {
        *url = memory_copy_string(origin, strlen(origin));
        return true;
    }
    *local = true;
    if (origin != NULL && starts_with(origin, "file://")) {
        *url = memory_copy_string(origin, strlen(origin));
        return true;
    }
    if (origin != NULL && has_scheme(origin))
        return error_set(error, ERROR_USAGE,
                         "\"%s\": only http, https and file addresses can be "
                         "tested",
                         origin);
    if (served_url != NULL) {
        *url = served(origin, served_url);
        return true;
    }
    if (origin == NULL)
        return error_set(error, ERROR_USAGE, "which page? Give an ORIGIN");
    return file(origin, url, error);
}
