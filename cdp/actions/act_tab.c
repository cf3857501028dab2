/* Tabs: another one, the next one, one less (tabs.h). */
#include "cdp/actions/act_internal.h"

#include "cdp/wire/params.h"

/* The page under test and nothing else leads to a new document there. */
static enum act_outcome go_to(struct acting *acting, struct str address)
{
    struct page *page = &acting->browser->page;
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "url", address);
    page->context = 0;
    page->loaded = false;
    page->navigation_error[0] = '\0';
    enum act_outcome outcome =
        act_call(acting, "Page.navigate", cdp_params_end(&params));
    cdp_params_finish(&params);
    return outcome;
}

/* Where navigate! would go: the page under test knows, because addresses are
 * relative to its own. */
static enum act_outcome do_new_tab(struct acting *acting)
{
    struct browser *browser = acting->browser;
    struct str given;
    struct json *answer = NULL;
    struct buf argument;
    if (!act_text(acting, 0, "an address (a string)", &given))
        return ACT_FAILED;
    buf_init(&argument);
    buf_add_char(&argument, '[');
    json_add_string(&argument, given);
    buf_add_char(&argument, ',');
    json_add_string(&argument, str_text(browser->options.url));
    buf_add_char(&argument, ']');
    enum act_outcome outcome =
        act_ask_page(acting, "newTab", buf_str(&argument), &answer);
    buf_finish(&argument);
    if (outcome == ACT_DONE && !tabs_open(browser, acting->error))
        outcome = ACT_FAILED;
    if (outcome == ACT_DONE && !tabs_look_back(browser, acting->error))
        outcome = ACT_FAILED;
    if (outcome == ACT_DONE)
        outcome =
            go_to(acting, json_read_string(json_read_field(answer, "url")));
    json_destroy(answer);
    return outcome;
}

static enum act_outcome do_switch_tab(struct acting *acting)
{
    struct browser *browser = acting->browser;
    double place;
    if (!act_number_within(acting, 0, "the place of a tab, 0 or more", 0,
                           1000 * 1000, &place))
        return ACT_FAILED;
    if (place != (double)(size_t)place)
        return act_wrong_argument(acting, 0, "a whole number");
    if ((size_t)place > browser->tabs.count)
        return act_refused(acting, "there is no such tab");
    enum act_outcome outcome = act_ask_page(acting, "host", STR(""), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    return tabs_switch(browser, (size_t)place, acting->error) ? ACT_DONE
                                                              : ACT_FAILED;
}

static enum act_outcome do_close_tab(struct acting *acting)
{
    /* On its way its timers wait; answers that come then arrive unseen, since
     * the browser lets go of it at once. */
    if (!tabs_are_others(acting->browser))
        return act_refused(acting, "it is the only tab");
    enum act_outcome outcome = act_ask_page(acting, "host", STR("true"), NULL);
    if (outcome != ACT_DONE)
        return outcome;
    return tabs_close(acting->browser, acting->error) ? ACT_DONE : ACT_FAILED;
}

const struct performer act_tab_performers[] = {
    {"newTab", do_new_tab},
    {"switchTab", do_switch_tab},
    {"closeTab", do_close_tab},
    {NULL, NULL},
};
