/* Order of this file: which parts the page script can begin, telling it,
 * hearing of it, forgetting. */
#include "cdp/executor/ahead.h"

#include <inttypes.h>

#include "cdp/executor/browser_internal.h"
#include "cdp/executor/settle.h"

/* ---- which parts --------------------------------------------------------- */

/* `with_text`: of which the text is still to be sent. */
static const struct able {
    const char *id;
    const char
        *script;    /* as the page script calls it (inject/act/perform.js) */
    size_t element; /* the argument with the element */
    size_t count;   /* of arguments */
    bool with_text;
} able[] = {
    {"fillAtOnce", "replaceAtOnce", 1, 2, true},
    {"select", "select", 0, 2, false},
    {"setValue", "setValue", 0, 2, false},
    {"clear", "clear", 0, 1, false},
};

static const struct able *able_of(const struct value *id)
{
    for (size_t i = 0; id != NULL && i < sizeof able / sizeof *able; i++)
        if (str_is(value_text(id), able[i].id))
            return &able[i];
    return NULL;
}

static const struct value *argument(const struct value *args, size_t index)
{
    return index < args->count ? args->items[index] : value_null();
}

static bool is_of(const struct value *value, enum value_kind kind)
{
    return value->kind == kind;
}

/* An empty text is a key, and a mistake is told by the performer. */
static bool can_begin(const struct able *how, const struct value *args)
{
    if (how == NULL || args == NULL || args->kind != VALUE_LIST ||
        args->count != how->count ||
        !is_of(argument(args, how->element), VALUE_STRING))
        return false;
    if (how->with_text)
        return is_of(argument(args, 0), VALUE_STRING) &&
               value_text(argument(args, 0)).length > 0;
    const struct value *given = argument(args, 1);
    return how->count < 2 || is_of(given, VALUE_STRING) ||
           is_of(given, VALUE_INT) || is_of(given, VALUE_FLOAT);
}

/* ---- telling ------------------------------------------------------------- */

/* [what, element, argument, whether its end is an event]. */
static bool add_part(struct buf *call, const struct value *id,
                     const struct value *args)
{
    const struct able *how = able_of(id);
    if (!can_begin(how, args))
        return false;
    buf_addf(call, "[\"%s\",", how->script);
    json_add_string(call, value_text(argument(args, how->element)));
    buf_add_char(call, ',');
    if (how->with_text)
        buf_add_text(call, "\"beforeinput\"");
    else
        value_add_json(call, argument(args, 1));
    buf_addf(call, ",%s]", how->with_text ? "true" : "false");
    return true;
}

bool ahead_add_call(const struct browser *browser, const struct action *action,
                    struct buf *call, bool *delivers)
{
    if (!action->is_part || !browser->page_clock.virtual_time ||
        browser->page.context == 0)
        return false;
    buf_addf(call, "weir.beginPart(%" PRId64 ",", browser->generation);
    if (!add_part(call, action->id, action->args))
        return false;
    buf_addf(call, ",%" PRId64 ")", browser_turn(browser));
    *delivers = able_of(action->id)->with_text;
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

struct json *ahead_take_answer(struct browser *browser, bool *delivers)
{
    struct ahead *ahead = &browser->ahead;
    if (ahead->stage != AHEAD_DOING)
        return NULL;
    struct json *answer = ahead->answer;
    const struct value *part = ahead->parts->items[ahead->at - 1];
    *delivers = able_of(value_field_named(part, "id"))->with_text;
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
