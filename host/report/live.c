#include "report/live.h"

#include "base/clock.h"

enum { PAINT_EVERY_US = 100 * 1000 };

void live_init(struct live *live, FILE *stream, bool enabled)
{
    *live = (struct live){.stream = stream, .enabled = enabled, .next_us = 0};
}

bool live_is_due(const struct live *live)
{
    return live->enabled && clock_now_us() >= live->next_us;
}

void live_paint(struct live *live, const char *text)
{
    fprintf(live->stream, "\r%s\x1b[K", text);
    fflush(live->stream);
    live->is_shown = true;
    live->next_us = clock_now_us() + PAINT_EVERY_US;
}

void live_wipe(struct live *live)
{
    if (!live->is_shown)
        return;
    fputs("\r\x1b[K", live->stream);
    live->is_shown = false;
    live->next_us = 0;
}
