/* Order of this file: a cookie as text, a state file, whom it concerns. */
#include "cdp/page/login.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

static void finish_cookie(struct login_cookie *cookie)
{
    free(cookie->name);
    free(cookie->value);
    free(cookie->domain);
    free(cookie->path);
    free(cookie->same_site);
}

void login_finish(struct login *login)
{
    for (size_t i = 0; i < login->cookies.count; i++)
        finish_cookie(&login->cookies.items[i]);
    for (size_t i = 0; i < login->items.count; i++) {
        free(login->items.items[i].origin);
        free(login->items.items[i].key);
        free(login->items.items[i].value);
    }
    vec_finish(&login->cookies);
    vec_finish(&login->items);
}

/* ---- a cookie as text --------------------------------------------------- */

/* Up to the mark; `rest` is what stands after it. False: there is none. */
static bool split(struct str text, char mark, struct str *before,
                  struct str *rest)
{
    const char *found =
        text.length == 0 ? NULL : memchr(text.data, mark, text.length);
    size_t length = found == NULL ? text.length : (size_t)(found - text.data);
    *before = str_trimmed(str_from(text.data, length));
    *rest =
        found == NULL ? STR("") : str_from(found + 1, text.length - length - 1);
    return found != NULL;
}

static char *copy(struct str text)
{
    return memory_copy_string(text.data, text.length);
}

/* A later one of the same name counts, as in browsers. */
static void keep(char **place, struct str text)
{
    free(*place);
    *place = copy(text);
}

static bool take_same_site(struct login_cookie *cookie, struct str value)
{
    static const char *const kinds[] = {"Strict", "Lax", "None"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!str_is_in_any_case(value, kinds[i]))
            continue;
        keep(&cookie->same_site, str_text(kinds[i]));
        return true;
    }
    return false;
}

/* "Path=/a", "Secure". False: there is no such attribute. */
static bool take_attribute(struct login_cookie *cookie, struct str attribute)
{
    struct str name, value;
    bool has_value = split(attribute, '=', &name, &value);
    value = str_trimmed(value);
    if (str_is_in_any_case(name, "Secure") && !has_value)
        cookie->secure = true;
    else if (str_is_in_any_case(name, "HttpOnly") && !has_value)
        cookie->http_only = true;
    else if (str_is_in_any_case(name, "Domain") && value.length > 0)
        keep(&cookie->domain, value);
    else if (str_is_in_any_case(name, "Path") && value.length > 0)
        keep(&cookie->path, value);
    else
        return str_is_in_any_case(name, "SameSite") &&
               take_same_site(cookie, value);
    return true;
}

static bool take_attributes(struct login_cookie *cookie, struct str rest,
                            struct error *error)
{
    while (rest.length > 0) {
        struct str attribute;
        split(rest, ';', &attribute, &rest);
        if (attribute.length > 0 && !take_attribute(cookie, attribute))
            return error_set(error, ERROR_USAGE,
                             "--cookie: \"%.*s\" is none of Domain=…, Path=…, "
                             "SameSite=Strict, Lax or None, Secure, HttpOnly",
                             STR_ARGS(attribute));
    }
    return true;
}

/* The value is not told: it may be a secret. */
bool login_add_cookie(struct login *login, const char *text,
                      struct error *error)
{
    struct str pair, name, value, rest;
    split(str_text(text), ';', &pair, &rest);
    if (!split(pair, '=', &name, &value) || name.length == 0)
        return error_set(error, ERROR_USAGE,
                         "--cookie wants NAME=VALUE, and after it perhaps "
                         "\"; Domain=…\" or \"; Path=…\"");
    struct login_cookie cookie = {.name = copy(name),
                                  .value = copy(str_trimmed(value))};
    vec_push(&login->cookies, cookie);
    return take_attributes(&vec_last(&login->cookies), rest, error);
}

/* ---- a state file ------------------------------------------------------- */

static bool lacks(struct error *error, const char *what, size_t i,
                  const char *field)
{
    return error_set(error, ERROR_USAGE,
                     "its %s number %zu has no text \"%s\"; such a file is "
                     "written by Playwright (storageState)",
                     what, i + 1, field);
}

static bool add_cookie(struct login *login, const struct json *from, size_t i,
                       struct error *error)
{
    struct login_cookie cookie = {
        .name = json_copy_text(from, "name"),
        .value = json_copy_text(from, "value"),
        .domain = json_copy_text(from, "domain"),
        .path = json_copy_text(from, "path"),
        .same_site = json_copy_text(from, "sameSite"),
        .expires_s = json_read_float(json_read_field(from, "expires")),
        .secure = json_read_bool(json_read_field(from, "secure")),
        .http_only = json_read_bool(json_read_field(from, "httpOnly")),
    };
    vec_push(&login->cookies, cookie);
    const char *missing = cookie.name == NULL     ? "name"
                          : cookie.value == NULL  ? "value"
                          : cookie.domain == NULL ? "domain"
                                                  : NULL;
    return missing == NULL || lacks(error, "cookie", i, missing);
}

static bool add_items(struct login *login, const char *origin,
                      const struct json *stored, struct error *error)
{
    for (size_t i = 0; i < json_read_count(stored); i++) {
        const struct json *from = json_read_at(stored, i);
        struct login_item item = {
            .origin = memory_copy_string(origin, strlen(origin)),
            .key = json_copy_text(from, "name"),
            .value = json_copy_text(from, "value"),
        };
        vec_push(&login->items, item);
        if (item.key == NULL || item.value == NULL)
            return lacks(error, "stored item", i,
                         item.key == NULL ? "name" : "value");
    }
    return true;
}

static bool add_origin(struct login *login, const struct json *from, size_t i,
                       struct error *error)
{
    char *origin = json_copy_text(from, "origin");
    if (origin == NULL)
        return lacks(error, "origin", i, "origin");
    if (json_read_count(json_read_field(from, "indexedDB")) > 0)
        login->has_databases = true;
    bool fine =
        add_items(login, origin, json_read_field(from, "localStorage"), error);
    free(origin);
    return fine;
}

static bool add_state(struct login *login, const struct json *state,
                      struct error *error)
{
    const struct json *cookies = json_read_field(state, "cookies");
    const struct json *origins = json_read_field(state, "origins");
    if (json_kind(cookies) != JSON_KIND_LIST &&
        json_kind(origins) != JSON_KIND_LIST)
        return error_set(error, ERROR_USAGE,
                         "it has no list of \"cookies\" and none of "
                         "\"origins\"; such a file is written by Playwright "
                         "(storageState)");
    for (size_t i = 0; i < json_read_count(cookies); i++)
        if (!add_cookie(login, json_read_at(cookies, i), i, error))
            return false;
    for (size_t i = 0; i < json_read_count(origins); i++)
        if (!add_origin(login, json_read_at(origins, i), i, error))
            return false;
    return true;
}

bool login_add_state(struct login *login, struct str text, struct error *error)
{
    struct json *state = json_parse_utf16(text, error);
    if (state == NULL) {
        if (error != NULL)
            error->code = ERROR_USAGE;
        return false;
    }
    bool fine = add_state(login, state, error);
    json_destroy(state);
    return fine;
}

/* ---- whom it concerns --------------------------------------------------- */

/* "https://user@example.org:8000/path" */
static struct str host_of(const char *url)
{
    const char *start = strstr(url, "://");
    start = start == NULL ? url : start + 3;
    size_t length = strcspn(start, "/?#");
    for (size_t i = length; i > 0; i--) {
        if (start[i - 1] != '@')
            continue;
        start += i;
        length -= i;
        break;
    }
    size_t port = length;
    while (port > 0 && start[port - 1] >= '0' && start[port - 1] <= '9')
        port--;
    if (port > 0 && start[port - 1] == ':')
        length = port - 1;
    return str_from(start, length);
}

static bool is_for_host(const char *domain, struct str host)
{
    if (domain == NULL)
        return true;
    struct str name = str_text(*domain == '.' ? domain + 1 : domain);
    if (host.length < name.length)
        return false;
    struct str end =
        str_from(host.data + host.length - name.length, name.length);
    if (!str_equal_in_any_case(end, name))
        return false;
    return host.length == name.length ||
           host.data[host.length - name.length - 1] == '.';
}

/* As the page script will compare them: with scheme and port. */
static bool is_for_origin(const char *origin, const char *url)
{
    struct str host = host_of(url);
    size_t scheme = strcspn(url, ":") + strlen("://");
    size_t rest = strcspn(host.data, "/?#");
    return strlen(origin) == scheme + rest &&
           str_equal_in_any_case(str_from(origin, scheme),
                                 str_from(url, scheme)) &&
           str_equal_in_any_case(str_from(origin + scheme, rest),
                                 str_from(host.data, rest));
}

bool login_concerns(const struct login *login, const char *url, double now_s)
{
    for (size_t i = 0; i < login->cookies.count; i++) {
        const struct login_cookie *cookie = &login->cookies.items[i];
        bool is_over = cookie->expires_s > 0 && cookie->expires_s < now_s;
        if (!is_over && is_for_host(cookie->domain, host_of(url)))
            return true;
    }
    for (size_t i = 0; i < login->items.count; i++)
        if (is_for_origin(login->items.items[i].origin, url))
            return true;
    return false;
}
