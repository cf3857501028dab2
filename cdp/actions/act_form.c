/* What people do with fields, done by the page script (inject/act/forms.js):
 * values that a picker makes, selecting, pasting; and text in one piece. */
#include "cdp/actions/act_internal.h"

#include <inttypes.h>
#include <stdio.h>

#include "cdp/input/input.h"

static enum act_outcome perform_with(struct acting *acting, const char *kind,
                                     const struct value *ref,
                                     const struct value *extra)
{
    struct buf json;
    buf_init(&json);
    value_add_json(&json, extra);
    enum act_outcome outcome = act_scripted(acting, kind, ref, buf_str(&json));
    buf_finish(&json);
    return outcome;
}

/* Arguments: ref, value. */
static enum act_outcome do_set_value(struct acting *acting)
{
    const struct value *value = act_argument(acting, 1);
    if (act_argument(acting, 0)->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "an element (its ref)");
    if (value->kind != VALUE_STRING && value->kind != VALUE_INT &&
        value->kind != VALUE_FLOAT)
        return act_wrong_argument(acting, 1, "a string or a number");
    return perform_with(acting, "setValue", act_argument(acting, 0), value);
}

/* Arguments: ref, and perhaps from and to, in characters. */
static enum act_outcome do_select_text(struct acting *acting)
{
    const struct value *args = acting->action->args;
    char range[60] = "null";
    if (act_argument(acting, 0)->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "an element (its ref)");
    for (size_t i = 1; i < 3 && args->count > 1; i++)
        if (act_argument(acting, i)->kind != VALUE_INT ||
            act_argument(acting, i)->integer < 0)
            return act_wrong_argument(acting, i,
                                      "a number of characters, from 0");
    if (args->count > 1)
        snprintf(range, sizeof range, "[%" PRId64 ",%" PRId64 "]",
                 act_argument(acting, 1)->integer,
                 act_argument(acting, 2)->integer);
    return act_scripted(acting, "selectText", act_argument(acting, 0),
                        str_text(range));
}

/* Arguments: text, ref. What is there is selected first, which passes the
 * guard; the text, one piece of input, follows. It ends with the event before
 * the change, since a page may prevent the change. */
static enum act_outcome do_fill_at_once(struct acting *acting)
{
    struct page *page = &acting->browser->page;
    const struct value *text = act_argument(acting, 0);
    const struct value *ref = act_argument(acting, 1);
    if (text->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "a string");
    if (ref->kind != VALUE_STRING)
        return act_wrong_argument(acting, 1, "an element (its ref)");
    bool is_emptied = value_text(text).length == 0;
    char coming[60];
    snprintf(coming, sizeof coming, "[\"%s\",%" PRId64 "]",
             is_emptied ? "keyup" : "beforeinput",
             browser_turn(acting->browser));
    enum act_outcome outcome =
        act_scripted(acting, "replaceAtOnce", ref, str_text(coming));
    if (outcome != ACT_DONE)
        return outcome;
    if (is_emptied) {
        input_type(page, STR(ACT_DELETE_KEY));
    } else {
        page_group_begin(page);
        input_insert(page, value_text(text));
    }
    return act_finish(acting, true);
}

/* Arguments: text, and perhaps a ref. */
static enum act_outcome do_paste(struct acting *acting)
{
    const struct value *text = act_argument(acting, 0);
    const struct value *ref = act_argument(acting, 1);
    if (text->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "a string");
    return perform_with(acting, "paste",
                        ref->kind == VALUE_STRING ? ref : value_null(), text);
}

const struct performer act_form_performers[] = {
    {"setValue", do_set_value},
    {"selectText", do_select_text},
    {"fillAtOnce", do_fill_at_once},
    {"paste", do_paste},
    {NULL, NULL},
};
