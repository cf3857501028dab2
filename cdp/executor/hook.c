/* What runs in the page's own world, put together from the scripts of inject/.
 */
#include "cdp/executor/hook.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "cdp/page/dialog.h"
#include "cdp/script/script.h"
#include "inject/bytes.h"

static struct str file_of(const char *name)
{
    for (size_t i = 0; i < inject_file_count; i++)
        if (strcmp(inject_files[i].name, name) == 0)
            return str_from((const char *)inject_files[i].bytes,
                            inject_files[i].length);
    return STR("");
}

static void add_file(struct buf *script, const char *name)
{
    buf_add_str(script, file_of(name));
}

/* A file that is a function without arguments. */
static void add_call(struct buf *script, const char *name)
{
    add_file(script, name);
    buf_add_text(script, "();\n");
}

/* The kinds of events that the specification names; NULL: none. */
static const struct deps_node *watched_kinds(const struct deps *deps)
{
    const struct deps_node *watched = deps_find(&deps->root, STR("::watch"));
    return watched != NULL && watched->count > 0 ? watched : NULL;
}

bool browser_is_watching(const struct deps *deps)
{
    return watched_kinds(deps) != NULL;
}

struct str browser_worker_hook(const struct browser *browser)
{
    return browser->options.virtual_time ? file_of("worker") : STR("");
}

static const char *truth(bool value)
{
    return value ? "true" : "false";
}

/* What `first` gives, called with these words, goes from one of its scripts to
 * the next: nothing of it gets into the page's world by a name. */
static void add_chain(struct buf *script, const char *const *users,
                      size_t count, const char *first, const char *words)
{
    for (size_t i = count; i > 0; i--) {
        add_file(script, users[i - 1]);
        buf_add_text(script, "(");
    }
    add_file(script, first);
    buf_addf(script, "(%s)", words);
    for (size_t i = 0; i < count; i++)
        buf_add_text(script, ")");
    buf_add_text(script, ";\n");
}

static void add_counts(struct buf *hook, const struct browser *browser)
{
    static const char *const users[] = {"hook_timers", "hook_heard",
                                        "hook_tasks"};
    add_chain(hook, users, sizeof users / sizeof *users, "hook",
              truth(browser->options.virtual_time));
    add_call(hook, "hook_idle");
}

/* Under virtual time answers come when the page's clock says so; they may be
 * held under either. */
static void add_answers(struct buf *hook, const struct browser *browser,
                        const struct deps *deps)
{
    bool is_timed = browser->options.virtual_time;
    bool may_hold = deps_find(&deps->root, STR("::held")) != NULL ||
                    deps_find(&deps->root, STR("::holding")) != NULL;
    if (!is_timed && !may_hold)
        return;
    static const char *const users[] = {"hook_fetch", "hook_xhr"};
    char words[40];
    snprintf(words, sizeof words, "%s,%s,%s",
             truth(browser_begins_at_load(browser)), truth(is_timed),
             truth(may_hold));
    add_chain(hook, users, sizeof users / sizeof *users, "hook_answers", words);
}

/* Whether all values of a named stream are asked for (weir/streams). */
static bool keeps_values(const struct deps_node *signals)
{
    for (size_t i = 0; i < signals->count; i++)
        if (deps_find(&signals->children[i], STR("came")) != NULL)
            return true;
    return false;
}

static void add_streams(struct buf *hook, const struct deps *deps)
{
    const struct deps_node *signals = deps_find(&deps->root, STR("::signals"));
    if (signals == NULL)
        return;
    add_file(hook, "hook_streams");
    buf_add_text(hook, "(");
    add_file(hook, "hook_sources");
    buf_addf(hook, "(%s));\n", truth(keeps_values(signals)));
}

/* What is told as events; NULL: nothing is. */
static void add_watch(struct buf *hook, const struct deps_node *watched)
{
    if (watched == NULL)
        return;
    add_file(hook, "hook_watch");
    buf_add_text(hook, "({");
    for (size_t i = 0; i < watched->count; i++) {
        buf_add_text(hook, i == 0 ? "" : ",");
        json_add_string(hook, str_text(watched->children[i].name));
        buf_add_text(hook, ":true");
    }
    buf_add_text(hook, "});");
}

void browser_add_hook(struct buf *hook, const struct browser *browser,
                      const struct deps *deps)
{
    if (inject_is_nested(deps))
        add_file(hook, "hook_shadow");
    if (browser->options.virtual_time) {
        /* What is told of (notice) is ours then. */
        add_call(hook, "hook_stream");
        if (!browser->options.deterministic)
            add_call(hook, "hook_socket");
    }
    if (browser->options.deterministic) {
        add_call(hook, "notice");
        add_file(hook, "chance");
        buf_addf(hook, "(%" PRIu32 ");\n",
                 (uint32_t)(browser->seed ^ (browser->seed >> 32)));
    }
    if (browser->options.virtual_time) {
        add_call(hook, "hook_worker");
        add_call(hook, "hook_offthread");
    }
    add_answers(hook, browser, deps);
    if (browser->options.virtual_time)
        add_call(hook, "hook_moving");
    add_call(hook, "hook_fields");
    if (dialog_is_wanted(deps))
        add_call(hook, "hook_asking");
    add_call(hook, "hook_transition");
    add_counts(hook, browser);
    if (browser->options.virtual_time) {
        add_call(hook, "hook_history");
        add_call(hook, "hook_waiting");
    }
    /* After what `--deterministic` takes its own time from. */
    if (deps_find(&deps->root, STR("::clock")) != NULL ||
        browser_sets_clock(browser))
        add_call(hook, "hook_clock");
    add_streams(hook, deps);
    add_watch(hook, watched_kinds(deps));
}
