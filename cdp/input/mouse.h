/* The mouse as trusted input: what Input.dispatchMouseEvent takes, with the
 * button, the modifiers and the place remembered between events.
 *
 * All of it only sends; a group of requests is open (page_group_begin, then
 * page_group_await). Moves wait for a frame, and several of them become one,
 * unless mouse_flush stands between: what follows a move sends it on its way,
 * and releasing no button is no event. */
#ifndef WEIR_CDP_INPUT_MOUSE_H
#define WEIR_CDP_INPUT_MOUSE_H

#include "cdp/page/page.h"

struct mouse {
    struct page *page;
    double x, y;
    int modifiers;      /* enum key_modifier, held while it moves and clicks */
    const char *button; /* "left", "middle", "right" while one is down; NULL */
};

void mouse_move(struct mouse *mouse, double x, double y);
void mouse_flush(struct mouse *mouse);
/* Presses; `count` is 2 for the second press of a double click. */
void mouse_press(struct mouse *mouse, const char *button, int count);
void mouse_release(struct mouse *mouse, int count);
/* Turns the wheel by so many CSS pixels. */
void mouse_wheel(struct mouse *mouse, double x, double y);

#endif
