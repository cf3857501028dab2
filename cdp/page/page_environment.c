#include "cdp/page/page_environment.h"

#include <string.h>

static void set_touch(struct page *page)
{
    page_group_send(page, "Emulation.setTouchEmulationEnabled",
                    STR("{\"enabled\":true,\"maxTouchPoints\":5}"));
}

/* Client hints of Android; other devices send none. */
static void add_hints(struct cdp_params *params, const char *model)
{
    struct buf hints = {0};
    buf_add_text(&hints, "{\"platform\":\"Android\",\"platformVersion\":"
                         "\"14.0.0\",\"architecture\":\"\",\"mobile\":true,"
                         "\"brands\":[{\"brand\":\"Chromium\",\"version\":"
                         "\"126\"},{\"brand\":\"Not/A)Brand\",\"version\":"
                         "\"8\"}],\"model\":");
    json_add_string(&hints, str_text(model));
    buf_add_char(&hints, '}');
    cdp_params_raw(params, "userAgentMetadata", buf_str(&hints));
    buf_finish(&hints);
}

/* An empty user agent leaves the browser's own. */
static void set_languages(struct page *page,
                          const struct environment *environment)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "userAgent",
                    str_text(environment->user_agent == NULL
                                 ? ""
                                 : environment->user_agent));
    if (environment->locale[0] != '\0')
        cdp_params_text(&params, "acceptLanguage",
                        str_text(environment->locale));
    if (environment->platform != NULL)
        cdp_params_text(&params, "platform", str_text(environment->platform));
    if (environment->model != NULL)
        add_hints(&params, environment->model);
    page_group_send(page, "Emulation.setUserAgentOverride",
                    cdp_params_end(&params));
    cdp_params_finish(&params);
}

static void add_feature(struct buf *features, const char *name,
                        const char *value)
{
    buf_addf(features, "%s{\"name\":\"%s\",\"value\":\"%s\"}",
             features->length == 0 ? "" : ",", name, value);
}

static void set_preferences(struct page *page,
                            const struct environment *environment)
{
    struct buf features, params;
    buf_init(&features);
    buf_init(&params);
    if (environment->color_scheme != NULL)
        add_feature(&features, "prefers-color-scheme",
                    environment->color_scheme);
    if (environment->reduced_motion)
        add_feature(&features, "prefers-reduced-motion", "reduce");
    buf_addf(&params, "{\"features\":[%s]}", buf_text(&features));
    page_group_send(page, "Emulation.setEmulatedMedia", buf_str(&params));
    buf_finish(&features);
    buf_finish(&params);
}

static void set_headers(struct page *page, const struct environment_wish *wish)
{
    struct buf params;
    buf_init(&params);
    buf_add_text(&params, "{\"headers\":{");
    for (size_t i = 0; i < wish->header_count; i++) {
        size_t length = strcspn(wish->headers[i], "=");
        buf_add_text(&params, i == 0 ? "" : ",");
        json_add_string(&params, str_from(wish->headers[i], length));
        buf_add_char(&params, ':');
        json_add_string(&params, str_text(wish->headers[i] + length + 1));
    }
    buf_add_text(&params, "}}");
    page_group_send(page, "Network.enable", STR(""));
    page_group_send(page, "Network.setExtraHTTPHeaders", buf_str(&params));
    buf_finish(&params);
}

/* Of the whole browser context, so once for all tabs. */
static void grant(struct page *page, const struct environment_wish *wish)
{
    struct buf params;
    buf_init(&params);
    buf_add_text(&params, "{\"permissions\":[");
    for (size_t i = 0; i < wish->permission_count; i++)
        buf_addf(&params, "%s\"%s\"", i == 0 ? "" : ",",
                 environment_permission_type(wish->permissions[i]));
    buf_add_text(&params, "],\"browserContextId\":");
    json_add_string(&params, str_text(page->session.context));
    buf_add_char(&params, '}');
    cdp_connection_post(page->session.connection, STR(""),
                        "Browser.grantPermissions", buf_str(&params));
    buf_finish(&params);
}

void page_set_environment(struct page *page,
                          const struct environment *environment)
{
    const struct environment_wish *wish = environment->wish;
    if (environment->touch)
        set_touch(page);
    if (environment->user_agent != NULL || environment->locale[0] != '\0')
        set_languages(page, environment);
    if (environment->color_scheme != NULL || environment->reduced_motion)
        set_preferences(page, environment);
    if (wish->header_count > 0)
        set_headers(page, wish);
    if (wish->permission_count > 0 && !page->is_tab)
        grant(page, wish);
}
