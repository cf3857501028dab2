/* What a keyboard can do beside plain typing: chords, and text that an input
 * method composes.
 *
 * Order of this file: chords, composing, the table. */
#include "cdp/actions/act_internal.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/utf8.h"
#include "cdp/input/input.h"
#include "cdp/wire/params.h"

static enum act_outcome do_chord(struct acting *acting)
{
    struct chord chord;
    const struct value *text = act_argument(acting, 0);
    if (text->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0,
                                  "a string (keys such as \"Control+a\")");
    if (!chord_parse(&chord, value_text(text), acting->error)) {
        error_prefix(acting->error, "action \"chord\": ");
        return ACT_FAILED;
    }
    if (!act_aim_keys(acting, input_chord_releases(&chord)))
        return ACT_FAILED;
    page_group_begin(&acting->browser->page);
    input_chord(&acting->browser->page, &chord);
    return act_finish(acting, true);
}

/* ---- composing ------------------------------------------------------------
 */

enum { COMPOSED_LIMIT = 200 }; /* characters */

static size_t count_characters(struct str text)
{
    size_t count = 0;
    for (size_t at = 0, used; at < text.length; at += used, count++)
        utf8_decode(str_from(text.data + at, text.length - at), &used);
    return count;
}

/* What a key of an input method looks like to a page. */
static void send_process_key(struct page *page, const char *type)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "type", str_text(type));
    cdp_params_text(&params, "key", STR("Process"));
    cdp_params_text(&params, "code", STR(""));
    cdp_params_int(&params, "windowsVirtualKeyCode", 229);
    page_group_send_input(page, "Input.dispatchKeyEvent", &params);
}

/* The composition so far, `units` UTF-16 units of it. */
static void send_composition(struct page *page, struct str text, int64_t units)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "text", text);
    cdp_params_int(&params, "selectionStart", units);
    cdp_params_int(&params, "selectionEnd", units);
    page_group_send(page, "Input.imeSetComposition", cdp_params_end(&params));
    cdp_params_finish(&params);
}

/* A character more for each key, then the key that commits the text. The first
 * key has been pressed. */
static void compose(struct page *page, struct str text)
{
    int64_t units = 0;
    for (size_t at = 0, used; at < text.length; at += used) {
        uint32_t code =
            utf8_decode(str_from(text.data + at, text.length - at), &used);
        units += code > 0xFFFF && code != UTF8_INVALID ? 2 : 1;
        send_composition(page, str_from(text.data, at + used), units);
        send_process_key(page, "keyUp");
        send_process_key(page, "rawKeyDown");
    }
    input_insert(page, text);
    send_process_key(page, "keyUp");
}

/* Nothing can stop a composition but not to begin it: the first key goes alone,
 * and if the guard stops that, the rest is left out. */
static enum act_outcome compose_guarded(struct acting *acting, struct str text)
{
    struct page *page = &acting->browser->page;
    bool passed;
    page_group_begin(page);
    send_process_key(page, "rawKeyDown");
    if (!act_await(acting) || !act_ask_guard(acting, &passed))
        return ACT_FAILED;
    page_group_begin(page);
    if (passed)
        compose(page, text);
    else
        send_process_key(page, "keyUp");
    return act_finish(acting, true);
}

/* Arguments: text, and perhaps a ref. */
static enum act_outcome do_compose(struct acting *acting)
{
    const struct value *text = act_argument(acting, 0);
    const struct value *ref = act_argument(acting, 1);
    if (text->kind != VALUE_STRING || value_text(text).length == 0 ||
        count_characters(value_text(text)) > COMPOSED_LIMIT)
        return act_wrong_argument(acting, 0, "a string of 1 to 200 characters");
    int keys = (int)count_characters(value_text(text)) + 1;
    if (ref->kind != VALUE_STRING) {
        if (!act_aim_keys(acting, keys))
            return ACT_FAILED;
        return compose_guarded(acting, value_text(text));
    }
    char extra[60];
    snprintf(extra, sizeof extra, "[%d,%" PRId64 "]", keys,
             browser_turn(acting->browser));
    enum act_outcome outcome =
        act_scripted(acting, "caret", ref, str_text(extra));
    return outcome == ACT_DONE ? compose_guarded(acting, value_text(text))
                               : outcome;
}

const struct performer act_keys_performers[] = {
    {"chord", do_chord},
    {"compose", do_compose},
    {NULL, NULL},
};
