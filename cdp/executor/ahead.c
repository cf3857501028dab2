/* Order of this file: which parts the page script can begin, telling it,
 * hearing of it, forgetting. */
#include "cdp/executor/ahead.h"

#include <inttypes.h>

#include "cdp/executor/browser_internal.h"
#include "cdp/executor/settle.h"

/* ---- which parts --------------------------------------------------------- */

static const struct value *element_of(const struct value *args)
{
    size_t last = args->count - 1;
    return args->items[last];
}

/* A text in one piece. An empty one is a key, and a mistake is told by the
 * performer. What a script does alone (a choice in a list) is not begun before
 * it is asked for: it may lead to another document, and nobody would know by
 * which part. */
static bool can_begin(const struct value *id, const struct value *args)
{
    return id != NULL && str_is(value_text(id), "fillAtOnce") && args != NULL &&
           args->kind == VALUE_LIST && args->count == 2 &&
           args->items[0]->kind == VALUE_STRING &&
           value_text(args->items[0]).length > 0 &&
           element_of(args)->kind == VALUE_STRING;
}

/* ---- telling ------------------------------------------------------------- */

/* [what, element, event that ends it]. */
static bool add_part(struct buf *call, const struct value *id,
                     const struct value *args)
{
    if (!can_begin(id, args))
        return false;
    buf_add_text(call, "[\"replaceAtOnce\",");
    json_add_string(call, value_text(element_of(args)));
    buf_add_text(call, ",\"beforeinput\"]");
    return true;
}

bool ahead_add_call(const struct browser *browser, const struct action *action,
                    struct buf *call)
{
    if (!action->is_part || !browser->page_clock.virtual_time ||
        browser->page.context == 0)
        return false;
    buf_addf(call, "weir.beginPart(%" PRId64 ",", browser->generation);
    if (!add_part(call, action->id, action->args))
        return false;
    buf_addf(call, ",%" PRId64 ")", browser_turn(browser));
    return true;
}

void ahead_tell(struct browser *browser, const struct action *action)
{
    const struct value *parts = action->following;
    if (!action->is_part || parts == NULL || !browser->page_clock.virtual_time)
        return;
    struct buf call;
    size_t count = 0;
    buf_init(&call);
    buf_add_text(&call, "weir.follow([");
    while (count < parts->count &&
           add_part(&call, value_field_named(parts->items[count], "id"),
                    value_field_named(parts->items[count], "args"))) {
        buf_add_char(&call, ',');
        count++;
    }
    buf_add_text(&call, "])");
    if (count > 0) {
        browser->ahead.parts = value_ref(action->following);
        browser->ahead.at = 0;
        page_post(&browser->page, buf_text(&call));
    }
    buf_finish(&call);
}

/* ---- hearing ------------------------------------------------------------- */

void ahead_hear(struct browser *browser, const struct json *push)
{
    struct ahead *ahead = &browser->ahead;
    const struct json *next = json_read_field(push, "next");
    struct error unused = ERROR_NONE;
    ahead->stage = AHEAD_NONE;
    json_destroy(ahead->answer);
    ahead->answer = next == NULL || ahead->parts == NULL
                        ? NULL
                        : json_parse_utf16(json_read_string(next), &unused);
    if (ahead->answer == NULL)
        return;
    ahead->stage = AHEAD_BEGUN;
    ahead->turn = browser->turn + 1;
}

static bool is_of_part(const struct ahead *ahead, const struct action *action)
{
    const struct value *part = ahead->at < ahead->parts->count
                                   ? ahead->parts->items[ahead->at]
                                   : value_null();
    const struct value *id = value_field_named(part, "id");
    const struct value *args = value_field_named(part, "args");
    return action->is_part && id != NULL && args != NULL &&
           value_equal(id, action->id) && value_equal(args, action->args);
}

bool ahead_take_up(struct browser *browser, const struct action *action)
{
    struct ahead *ahead = &browser->ahead;
    if (ahead->stage != AHEAD_BEGUN || ahead->turn != browser->turn + 1 ||
        browser->page.context != browser->chosen_context ||
        browser->page.dialog != NULL || !is_of_part(ahead, action)) {
        ahead_forget(browser);
        return false;
    }
    ahead->stage = AHEAD_DOING;
    ahead->at++;
    return true;
}

struct json *ahead_take_answer(struct browser *browser)
{
    struct ahead *ahead = &browser->ahead;
    if (ahead->stage != AHEAD_DOING)
        return NULL;
    struct json *answer = ahead->answer;
    ahead->answer = NULL;
    ahead->stage = AHEAD_NONE;
    return answer;
}

/* ---- forgetting ---------------------------------------------------------- */

void ahead_forget(struct browser *browser)
{
    if (browser->ahead.stage != AHEAD_NONE)
        page_clock_stop_behind(&browser->page_clock, &browser->page);
    ahead_finish(&browser->ahead);
}

void ahead_finish(struct ahead *ahead)
{
    value_unref(ahead->parts);
    json_destroy(ahead->answer);
    *ahead = (struct ahead){.stage = AHEAD_NONE};
}
