/* What people do with fields, done by the page script (inject/act/forms.js):
 * values that a picker makes, selecting, pasting. */
#include "cdp/actions/act_internal.h"

#include <inttypes.h>
#include <stdio.h>

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
    {"paste", do_paste},
    {NULL, NULL},
};
