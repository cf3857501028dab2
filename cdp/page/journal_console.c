/* What the page and the browser write to the console. */
#include "cdp/page/journal_internal.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/url.h"
#include "cdp/wire/remote.h"

/* Takes the text. */
static void add_message(struct journal *journal, const char *level,
                        struct str source, struct buf *text)
{
    struct value_field fields[] = {
        value_named("level", value_string(str_text(level))),
        value_named("text", journal_short_text(buf_str(text))),
        value_named("source", value_string(source)),
    };
    journal_add(journal, JOURNAL_CONSOLE, value_object(fields, 3));
    buf_finish(text);
}

/* NULL: no message. How long something took (timeEnd) is real time, and no run
 * is to depend on it. */
static const char *level_of_call(struct str type)
{
    static const struct {
        const char *type, *level;
    } levels[] = {
        {"log", "log"},         {"debug", "debug"},
        {"info", "info"},       {"error", "error"},
        {"warning", "warning"}, {"assert", "error"},
        {"dir", "log"},         {"dirxml", "log"},
        {"table", "log"},       {"trace", "log"},
        {"startGroup", "log"},  {"startGroupCollapsed", "log"},
        {"count", "debug"},
    };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (str_is(type, levels[i].type))
            return levels[i].level;
    return NULL;
}

void journal_hear_call(struct journal *journal, const struct json *params)
{
    const char *level = level_of_call(journal_text_of(params, "type"));
    if (level == NULL || !journal->wants[JOURNAL_CONSOLE])
        return;
    struct buf text;
    buf_init(&text);
    remote_add_arguments(&text, json_read_field(params, "args"));
    add_message(journal, level, STR("script"), &text);
}

/* What the browser itself writes to the console. Left out is what depends on
 * how fast the machine is, and the icon that nobody has asked for. */
static bool is_of_page(const struct json *entry)
{
    static const char *const others[] = {"violation", "intervention",
                                         "recommendation"};
    struct str source = journal_text_of(entry, "source");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (str_is(source, others[i]))
            return false;
    return !str_ends_with(journal_text_of(entry, "url"), "/favicon.ico");
}

void journal_hear_log(struct journal *journal, const struct json *params)
{
    const struct json *entry = json_read_field(params, "entry");
    if (!journal->wants[JOURNAL_CONSOLE] || !is_of_page(entry))
        return;
    struct str level = journal_text_of(entry, "level");
    struct str url = journal_text_of(entry, "url");
    struct buf text;
    buf_init(&text);
    buf_add_str(&text, journal_text_of(entry, "text"));
    if (url.length > 0 && str_is(journal_text_of(entry, "source"), "network")) {
        char *shown = url_hide_password(url.data);
        buf_add_text(&text, ": ");
        buf_add_text(&text, shown);
        free(shown);
    }
    add_message(journal, str_is(level, "verbose") ? "debug" : level.data,
                journal_text_of(entry, "source"), &text);
}
