#include "cdp/page/login.h"

#include <string.h>

#include "base/json.h"
#include "cdp/page/page_internal.h"
#include "cdp/wire/params.h"

/* ---- cookies ------------------------------------------------------------ */

static void add_text(struct cdp_params *params, const char *name,
                     const char *text)
{
    if (text != NULL)
        cdp_params_text(params, name, str_text(text));
}

/* One cookie as the protocol's CookieParam, in a list. */
static void add_cookie(struct buf *list, const struct login_cookie *cookie,
                       const char *url)
{
    struct cdp_params params;
    cdp_params_init(&params);
    add_text(&params, "name", cookie->name);
    add_text(&params, "value", cookie->value);
    add_text(&params, "domain", cookie->domain);
    if (cookie->domain == NULL)
        add_text(&params, "url", url);
    cdp_params_text(&params, "path",
                    str_text(cookie->path == NULL ? "/" : cookie->path));
    add_text(&params, "sameSite", cookie->same_site);
    if (cookie->expires_s > 0)
        cdp_params_float(&params, "expires", cookie->expires_s);
    if (cookie->secure)
        cdp_params_bool(&params, "secure", true);
    if (cookie->http_only)
        cdp_params_bool(&params, "httpOnly", true);
    buf_add_char(list, '[');
    buf_add_str(list, cdp_params_end(&params));
    buf_add_char(list, ']');
    cdp_params_finish(&params);
}

/* One by one: the browser does not say which of several it will not have. */
static bool set_cookie(const struct login_cookie *cookie, struct page *page,
                       const char *url, int64_t deadline_ms,
                       struct error *error)
{
    struct cdp_session *session = &page->session;
    struct cdp_params params;
    struct cdp_record reply;
    struct buf list;
    buf_init(&list);
    add_cookie(&list, cookie, url);
    cdp_params_init(&params);
    cdp_params_text(&params, "browserContextId", str_text(session->context));
    cdp_params_raw(&params, "cookies", buf_str(&list));
    bool fine = cdp_connection_call(
        session->connection, STR(""), "Storage.setCookies",
        cdp_params_end(&params), deadline_ms, &reply, error);
    if (fine)
        cdp_record_finish(&reply);
    else if (error->code == ERROR_RUN) {
        error_prefix(error, "the browser does not take the cookie \"%s\": ",
                     cookie->name);
        error->code = ERROR_SETUP;
    }
    cdp_params_finish(&params);
    buf_finish(&list);
    return fine;
}

/* ---- what pages have stored --------------------------------------------- */

/* In weir's own world, which shares the storage and none of the functions. */
static void add_script(struct buf *script, const struct login *login)
{
    buf_add_text(script, "(function(items){items.forEach(function(item){"
                         "if(item[0]===location.origin)"
                         "localStorage.setItem(item[1],item[2])})})([");
    for (size_t i = 0; i < login->items.count; i++) {
        const struct login_item *item = &login->items.items[i];
        buf_add_text(script, i == 0 ? "[" : ",[");
        json_add_string(script, str_text(item->origin));
        buf_add_char(script, ',');
        json_add_string(script, str_text(item->key));
        buf_add_char(script, ',');
        json_add_string(script, str_text(item->value));
        buf_add_char(script, ']');
    }
    buf_add_text(script, "])");
}

static bool give_items(const struct login *login, struct page *page,
                       int64_t deadline_ms, char *id, struct error *error)
{
    struct cdp_params params;
    struct cdp_record reply;
    struct buf script;
    buf_init(&script);
    add_script(&script, login);
    cdp_params_init(&params);
    cdp_params_text(&params, "source", buf_str(&script));
    cdp_params_text(&params, "worldName", STR(PAGE_WORLD));
    bool fine = cdp_session_call(
        &page->session, "Page.addScriptToEvaluateOnNewDocument",
        cdp_params_end(&params), deadline_ms, &reply, error);
    if (fine) {
        struct str given =
            json_read_string(json_read_field(reply.body, "identifier"));
        if (given.length < CDP_ID_LIMIT) {
            memcpy(id, given.data, given.length);
            id[given.length] = '\0';
        }
        cdp_record_finish(&reply);
    }
    cdp_params_finish(&params);
    buf_finish(&script);
    return fine;
}

/* ---- both --------------------------------------------------------------- */

bool login_begin(const struct login *login, struct page *page, const char *url,
                 int64_t deadline_ms, char *script, struct error *error)
{
    script[0] = '\0';
    if (login == NULL)
        return true;
    for (size_t i = 0; i < login->cookies.count; i++)
        if (!set_cookie(&login->cookies.items[i], page, url, deadline_ms,
                        error))
            return false;
    return login->items.count == 0 ||
           give_items(login, page, deadline_ms, script, error);
}

void login_end(struct page *page, char *script)
{
    if (script[0] == '\0')
        return;
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "identifier", str_text(script));
    cdp_session_post(&page->session, "Page.removeScriptToEvaluateOnNewDocument",
                     cdp_params_end(&params));
    cdp_params_finish(&params);
    script[0] = '\0';
}
