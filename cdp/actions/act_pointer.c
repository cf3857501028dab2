/* What a mouse can do beside a plain click. Dragging is in act_drag.c.
 *
 * Order of this file: clicks, holding the button down, the wheel, the table. */
#include "cdp/actions/act_internal.h"

#include "cdp/input/input.h"
#include "cdp/input/mouse.h"

enum {
    /* What people and browsers take for a long press: half a second. */
    LONG_PRESS_MS = 600,
    LONGEST_PRESS_MS = 60 * 1000,
    /* More than any page scrolls. */
    WHEEL_LIMIT = 1000 * 1000,
};

enum act_outcome act_aim_at(struct acting *acting, size_t index, int count,
                            const char *type, struct act_spot *spot)
{
    *spot = (struct act_spot){0};
    const struct value *ref = act_argument(acting, index);
    if (ref->kind != VALUE_STRING)
        return act_wrong_argument(acting, index, "an element (its ref)");
    return act_aim(acting, ref, count, type, spot);
}

/* Ends with the button's release, or the last modifier's. */
static enum act_outcome click_with(struct acting *acting, const char *button,
                                   int modifiers)
{
    struct act_spot spot;
    struct mouse mouse = {.page = &acting->browser->page,
                          .modifiers = modifiers};
    struct chord chord = {.modifiers = modifiers};
    int keys = input_chord_releases(&chord);
    enum act_outcome outcome = act_aim_at(
        acting, 0, keys > 0 ? keys : 1, keys > 0 ? "keyup" : "mouseup", &spot);
    if (outcome != ACT_DONE)
        return outcome;
    act_note_press(acting);
    page_group_begin(mouse.page);
    input_hold(mouse.page, modifiers);
    mouse_move(&mouse, spot.x, spot.y);
    mouse_press(&mouse, button, 1);
    mouse_release(&mouse, 1);
    input_let_go(mouse.page, modifiers);
    return act_finish(acting, true);
}

static enum act_outcome do_right_click(struct acting *acting)
{
    return click_with(acting, "right", 0);
}

static enum act_outcome do_middle_click(struct acting *acting)
{
    return click_with(acting, "middle", 0);
}

/* Arguments: ref, modifiers. */
static enum act_outcome do_click_with(struct acting *acting)
{
    struct chord chord;
    const struct value *text = act_argument(acting, 1);
    if (text->kind == VALUE_STRING &&
        !chord_parse(&chord, value_text(text), acting->error)) {
        error_prefix(acting->error, "action \"clickWith\": ");
        return ACT_FAILED;
    }
    if (text->kind != VALUE_STRING || chord.has_key)
        return act_wrong_argument(acting, 1,
                                  "modifiers such as \"Shift\" or "
                                  "\"Control+Alt\"");
    return click_with(acting, "left", chord.modifiers);
}

/* ---- holding the button down --------------------------------------------- */

/* In between the page's clock goes, unless the guard has stopped the press. */
static bool hold_down(struct acting *acting, int64_t hold_ms)
{
    bool passed;
    return act_await(acting) && act_ask_guard(acting, &passed) &&
           (!passed || act_pass(acting, hold_ms));
}

static enum act_outcome press_for(struct acting *acting, int64_t hold_ms)
{
    struct act_spot spot;
    struct mouse mouse = {.page = &acting->browser->page};
    enum act_outcome outcome = act_aim_at(acting, 0, 0, "mousedown", &spot);
    if (outcome != ACT_DONE)
        return outcome;
    act_note_press(acting);
    page_group_begin(mouse.page);
    mouse_move(&mouse, spot.x, spot.y);
    mouse_press(&mouse, "left", 1);
    if (!hold_down(acting, hold_ms))
        return ACT_FAILED;
    page_group_begin(mouse.page);
    mouse_release(&mouse, 1);
    return act_finish(acting, false);
}

static enum act_outcome do_long_press(struct acting *acting)
{
    double hold_ms = LONG_PRESS_MS;
    if (acting->action->args->count > 1 &&
        !act_number(acting, 1, "a number (milliseconds)", &hold_ms))
        return ACT_FAILED;
    if (!(hold_ms >= 1 && hold_ms <= LONGEST_PRESS_MS))
        return act_wrong_argument(acting, 1, "from 1 to 60000 milliseconds");
    return press_for(acting, (int64_t)hold_ms);
}

/* ---- the wheel ------------------------------------------------------------
 */

bool act_distance(struct acting *acting, size_t index, double limit,
                  struct act_spot *by)
{
    return act_number(acting, index, "a number (pixels)", &by->x) &&
           act_number(acting, index + 1, "a number (pixels)", &by->y) &&
           ((by->x >= -limit && by->x <= limit && by->y >= -limit &&
             by->y <= limit) ||
            act_wrong_argument(acting, index, "fewer pixels") == ACT_DONE);
}

/* First the mouse goes there: a wheel that turns where the mouse has not moved
 * goes on with the scrolling of before, and cannot be prevented. */
static enum act_outcome go_there(struct acting *acting, struct mouse *mouse)
{
    struct act_spot spot;
    enum act_outcome outcome = act_aim_at(acting, 0, 0, "", &spot);
    if (outcome != ACT_DONE)
        return outcome;
    page_group_begin(mouse->page);
    /* Also where it rests there already. */
    mouse_move(mouse, spot.x + 1, spot.y);
    mouse_flush(mouse);
    mouse_move(mouse, spot.x, spot.y);
    mouse_flush(mouse);
    return act_await(acting) ? ACT_DONE : ACT_FAILED;
}

/* The wheel's event waits for a frame, and what it scrolls for another one; so
 * the guard decides on it, and not on the move. A flush after it tells that it
 * has been delivered. */
static enum act_outcome do_wheel(struct acting *acting)
{
    struct act_spot spot, by;
    struct page *page = &acting->browser->page;
    struct mouse mouse = {.page = page};
    if (!act_distance(acting, 1, WHEEL_LIMIT, &by))
        return ACT_FAILED;
    enum act_outcome outcome = go_there(acting, &mouse);
    if (outcome == ACT_DONE)
        outcome = act_aim_at(acting, 0, 0, "", &spot);
    if (outcome != ACT_DONE)
        return outcome;
    page_post(page, "weir.draw(true)");
    page_group_begin(page);
    mouse_wheel(&mouse, by.x, by.y);
    mouse_flush(&mouse);
    return act_await_framed(acting) ? ACT_DONE : ACT_FAILED;
}

const struct performer act_pointer_performers[] = {
    {"rightClick", do_right_click},
    {"middleClick", do_middle_click},
    {"clickWith", do_click_with},
    {"longPress", do_long_press},
    {"wheel", do_wheel},
    {NULL, NULL},
};
