/* Dragging with the mouse.
 *
 * There are two sorts, and the page decides which one it is. Where the browser
 * starts a drag of its own (`dragstart`, of what is draggable), it hands the
 * data over to us (Input.setInterceptDrags), and what follows are drag events
 * over the target, `drop` and `dragend`. Otherwise the pointer just moves with
 * its button down. Either way it goes in steps, with a frame's time of the page
 * between them: what is dragged follows in frames.
 *
 * Order of this file: where from, drags of the browser, the steps, the
 * actions. */
#include "cdp/actions/act_internal.h"

#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "cdp/input/mouse.h"
#include "cdp/wire/params.h"

/* How far along it is after each step. Not in equal parts: over rows of one
 * height these would all end in the middle of a row, which is neither before
 * nor after it. */
static const double way[] = {0.13, 0.37, 0.61, 0.87, 1};

enum {
    STEPS = sizeof way / sizeof *way, /* to the target */
    /* A drag of the browser's tells where it is more often. */
    POINTS = 3,
    /* After so many steps a drag has begun if it ever does. */
    UNTIL_UNDER_WAY = 2,
    STEP_MS = 16, /* of the page's time, a frame's */
    /* Nobody drops a thing where it lies without having moved it, and what does
     * not move is no drag: to a target so near it goes by way of a spot beside,
     * which lies on the thing itself as long as that is not tiny. */
    NEAR_PX = 8,
    ASIDE_PX = 12,
    DISTANCE_LIMIT = 100 * 1000,
    /* The data of a drag that has begun comes at once. */
    DATA_PATIENCE_MS = 2000,
};

/* A drag under way. */
struct drag {
    struct acting *acting;
    struct mouse mouse;
    struct act_spot from, to;
    const struct value *target; /* its ref; NULL: `to` is fixed */
    bool is_onto;               /* something, and not by so many pixels */
    bool is_native;             /* a drag of the browser's */
    bool entered;               /* it is over something */
};

/* ---- where from -----------------------------------------------------------
 */

static struct act_spot spot_of(const struct json *answer)
{
    return (struct act_spot){json_read_float(json_read_field(answer, "x")),
                             json_read_float(json_read_field(answer, "y"))};
}

/* The element, and the target if there is one, can be hit, or have to be
 * scrolled to. */
static enum act_outcome aim_drag(struct drag *drag, const struct value *ref)
{
    struct acting *acting = drag->acting;
    struct buf expression;
    struct json *answer;
    buf_init(&expression);
    buf_add_text(&expression, "weir.aimDrag(");
    json_add_string(&expression, value_text(ref));
    buf_add_char(&expression, ',');
    if (drag->target != NULL)
        json_add_string(&expression, value_text(drag->target));
    else
        buf_add_text(&expression, "null");
    buf_addf(&expression, ",%" PRId64 ")", acting->browser->generation);
    enum act_outcome outcome = act_ask(acting, &expression, &answer);
    buf_finish(&expression);
    if (outcome == ACT_DONE) {
        act_note_press(acting);
        drag->from = spot_of(answer);
        act_note_target(acting, answer);
    }
    json_destroy(answer);
    return outcome;
}

/* ---- drags of the browser -------------------------------------------------
 */

/* False: the data does not come, and the drag is none. */
static bool await_data(struct drag *drag)
{
    struct page *page = &drag->acting->browser->page;
    int64_t until = clock_now_ms() + DATA_PATIENCE_MS;
    if (until > drag->acting->browser->deadline_ms)
        until = drag->acting->browser->deadline_ms;
    while (page->dragged.length == 0 && clock_now_ms() < until)
        if (!page_pump(page, until, drag->acting->error))
            return false;
    return page->dragged.length > 0;
}

/* In the middle: whether the action goes on, where the target is by now, and
 * whether the browser has started a drag. */
static bool look(struct drag *drag, int step)
{
    struct buf expression;
    struct json *answer;
    buf_init(&expression);
    buf_add_text(&expression, "weir.dragged(");
    if (drag->target != NULL)
        json_add_string(&expression, value_text(drag->target));
    if (drag->target != NULL)
        buf_add_text(&expression, step > UNTIL_UNDER_WAY ? ",true" : ",false");
    buf_add_char(&expression, ')');
    bool fine = act_goes_on(drag->acting, &expression, &answer);
    buf_finish(&expression);
    if (fine && json_read_field(answer, "x") != NULL)
        drag->to = spot_of(answer);
    bool native = json_read_bool(json_read_field(answer, "native"));
    json_destroy(answer);
    if (fine && native && !drag->is_native)
        drag->is_native = await_data(drag);
    return fine && drag->acting->error->code == ERROR_OK;
}

static void send_drag(struct drag *drag, const char *type, struct act_spot at)
{
    struct page *page = &drag->acting->browser->page;
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "type", str_text(type));
    cdp_params_float(&params, "x", at.x);
    cdp_params_float(&params, "y", at.y);
    cdp_params_raw(&params, "data", buf_str(&page->dragged));
    page_group_send(page, "Input.dispatchDragEvent", cdp_params_end(&params));
    cdp_params_finish(&params);
}

/* ---- the steps ------------------------------------------------------------
 */

static bool is_near(const struct drag *drag)
{
    return fabs(drag->to.x - drag->from.x) < NEAR_PX &&
           fabs(drag->to.y - drag->from.y) < NEAR_PX;
}

static struct act_spot on_the_way(const struct drag *drag, double part)
{
    double aside =
        drag->is_onto && is_near(drag) ? ASIDE_PX * 4 * part * (1 - part) : 0;
    return (struct act_spot){
        drag->from.x + (drag->to.x - drag->from.x) * part + aside,
        drag->from.y + (drag->to.y - drag->from.y) * part + aside};
}

/* Where it has come over another element, the browser spends the first word on
 * `dragenter`, and only the second one is a `dragover`. */
static void send_over(struct drag *drag, struct act_spot at)
{
    send_drag(drag, drag->entered ? "dragOver" : "dragEnter", at);
    send_drag(drag, "dragOver", at);
    drag->entered = true;
}

static bool move(struct drag *drag, int step)
{
    double from = step > 1 ? way[step - 2] : 0, to = way[step - 1];
    page_group_begin(drag->mouse.page);
    if (drag->is_native) {
        for (int i = 1; i <= POINTS; i++)
            send_over(drag, on_the_way(drag, from + (to - from) * i / POINTS));
    } else {
        struct act_spot at = on_the_way(drag, to);
        mouse_move(&drag->mouse, at.x, at.y);
        mouse_flush(&drag->mouse);
    }
    return act_await(drag->acting) && act_pass(drag->acting, STEP_MS);
}

static enum act_outcome let_go(struct drag *drag)
{
    page_group_begin(drag->mouse.page);
    if (drag->is_native)
        send_drag(drag, "drop", drag->to);
    else
        mouse_release(&drag->mouse, 1);
    return act_finish(drag->acting, false);
}

static void press(struct drag *drag)
{
    struct page *page = drag->mouse.page;
    buf_clear(&page->dragged);
    page_group_begin(page);
    page_group_send(page, "Input.setInterceptDrags", STR("{\"enabled\":true}"));
    mouse_move(&drag->mouse, drag->from.x, drag->from.y);
    mouse_press(&drag->mouse, "left", 1);
}

/* One step more for a drag of the browser's that began with the last. What the
 * guard has stopped, or what has lost its document, is let go where it is. */
static enum act_outcome carry(struct drag *drag)
{
    press(drag);
    if (!act_await(drag->acting))
        return ACT_FAILED;
    for (int step = 1; step <= STEPS + 1 && look(drag, step); step++) {
        if (step > STEPS && (!drag->is_native || drag->entered))
            break;
        if (!move(drag, step > STEPS ? STEPS : step))
            return ACT_FAILED;
    }
    return drag->acting->error->code == ERROR_OK ? let_go(drag) : ACT_FAILED;
}

/* ---- the actions ----------------------------------------------------------
 */

static void begin(struct drag *drag, struct acting *acting)
{
    *drag = (struct drag){.acting = acting};
    drag->mouse.page = &acting->browser->page;
}

/* Arguments: ref, ref of the target. */
static enum act_outcome do_drag(struct acting *acting)
{
    struct drag drag;
    begin(&drag, acting);
    for (size_t i = 0; i < 2; i++)
        if (act_argument(acting, i)->kind != VALUE_STRING)
            return act_wrong_argument(acting, i, "an element (its ref)");
    const struct value *ref = act_argument(acting, 0);
    drag.is_onto = true;
    drag.target = act_argument(acting, 1);
    enum act_outcome outcome = aim_drag(&drag, ref);
    if (outcome != ACT_DONE)
        return outcome;
    if (value_equal(ref, drag.target)) {
        drag.target = NULL; /* wherever it goes: back to where it was */
        drag.to = drag.from;
    }
    return carry(&drag);
}

/* Arguments: ref, pixels to the right, pixels down. */
static enum act_outcome do_drag_by(struct acting *acting)
{
    struct drag drag;
    struct act_spot by;
    begin(&drag, acting);
    if (!act_distance(acting, 1, DISTANCE_LIMIT, &by))
        return ACT_FAILED;
    if (act_argument(acting, 0)->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "an element (its ref)");
    enum act_outcome outcome = aim_drag(&drag, act_argument(acting, 0));
    if (outcome != ACT_DONE)
        return outcome;
    drag.to = (struct act_spot){drag.from.x + by.x, drag.from.y + by.y};
    return carry(&drag);
}

const struct performer act_drag_performers[] = {
    {"drag", do_drag},
    {"dragBy", do_drag_by},
    {NULL, NULL},
};
