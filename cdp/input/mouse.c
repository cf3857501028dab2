#include "cdp/input/mouse.h"

#include <string.h>

#include "cdp/wire/params.h"

/* MouseEvent.buttons */
static int buttons_down(const struct mouse *mouse)
{
    if (mouse->button == NULL)
        return 0;
    if (strcmp(mouse->button, "left") == 0)
        return 1;
    return strcmp(mouse->button, "right") == 0 ? 2 : 4;
}

static void begin(const struct mouse *mouse, struct cdp_params *params,
                  const char *type)
{
    cdp_params_init(params);
    cdp_params_text(params, "type", str_text(type));
    cdp_params_float(params, "x", mouse->x);
    cdp_params_float(params, "y", mouse->y);
    cdp_params_int(params, "modifiers", mouse->modifiers);
    cdp_params_int(params, "buttons", buttons_down(mouse));
}

static void end(const struct mouse *mouse, struct cdp_params *params)
{
    page_group_send_input(mouse->page, "Input.dispatchMouseEvent", params);
}

static void send(const struct mouse *mouse, const char *type,
                 const char *button, int count)
{
    struct cdp_params params;
    begin(mouse, &params, type);
    if (button != NULL)
        cdp_params_text(&params, "button", str_text(button));
    if (count > 0)
        cdp_params_int(&params, "clickCount", count);
    end(mouse, &params);
}

void mouse_move(struct mouse *mouse, double x, double y)
{
    mouse->x = x;
    mouse->y = y;
    send(mouse, "mouseMoved", mouse->button, 0);
}

void mouse_flush(struct mouse *mouse)
{
    send(mouse, "mouseReleased", NULL, 0);
}

void mouse_press(struct mouse *mouse, const char *button, int count)
{
    mouse->button = button;
    send(mouse, "mousePressed", button, count);
}

void mouse_release(struct mouse *mouse, int count)
{
    const char *button = mouse->button;
    mouse->button = NULL;
    send(mouse, "mouseReleased", button, count);
}

void mouse_wheel(struct mouse *mouse, double x, double y)
{
    struct cdp_params params;
    begin(mouse, &params, "mouseWheel");
    cdp_params_float(&params, "deltaX", x);
    cdp_params_float(&params, "deltaY", y);
    end(mouse, &params);
}
