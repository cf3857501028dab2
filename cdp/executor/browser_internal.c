/* What all of the executor does with the browser's record. */
#include "cdp/executor/browser_internal.h"

#include <string.h>

void browser_activity(struct browser *browser, const char *what)
{
    if (browser->options.activity != NULL)
        browser->options.activity(browser->options.context, what);
}

void browser_begin_input(struct browser *browser)
{
    if (browser->ahead.stage != AHEAD_DOING)
        page_drop_pushes(&browser->page);
    if (browser->patience.call[0] != '\0')
        page_post(&browser->page, browser->patience.call);
    browser->input_turn = ++browser->turn;
    browser->settling = false;
    browser->page.input_ended = false;
    browser->page.came_between = false;
}

int64_t browser_activity_before(const struct browser *browser)
{
    return browser->page_clock.virtual_time ? -1
                                            : browser->page.network.activity;
}

void browser_note_choice(struct browser *browser)
{
    browser->chosen_context = browser->page.context;
    memcpy(browser->chosen_target, browser->page.session.target,
           sizeof browser->chosen_target);
}

bool browser_has_frame_control(const struct browser *browser)
{
    return browser->process != NULL &&
           cdp_process_has_frame_control(browser->process);
}

bool browser_compile(struct browser *browser, bool frame_control,
                     struct str *script, struct error *error)
{
    struct inject_options options = {
        .virtual_time = browser->options.virtual_time,
        .frame_control = frame_control,
        .sets_clock = browser_sets_clock(browser),
        .url = browser->options.url,
    };
    return script_cache_get(&browser->script, browser->deps, &options, script,
                            error);
}

bool browser_begins_at_load(const struct browser *browser)
{
    return browser->begin == EXECUTOR_BEGIN_AS_MADE
               ? browser->options.at_load
               : browser->begin == EXECUTOR_BEGIN_AT_LOAD;
}

bool browser_sets_clock(const struct browser *browser)
{
    return browser->environment.has_date && !browser->options.virtual_time;
}
