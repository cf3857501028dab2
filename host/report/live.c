#include "report/live.h"

#include "base/clock.h"

enum { PAINT_EVERY_US = 100 * 1000 };

void live_init(struct live *live, FILE *stream, bool enabled)
{
    *live = (struct live){.stream = stream, .enabled = enabled};
}

bool live_is_due(const struct live *live)
{
    return live->enabled && clock_now_us() >= live->next_us;
}

/* To the first of the lines that are shown. */
static void go_to_top(const struct live *live)
{
    if (live->lines > 1)
        fprintf(live->stream, "\x1b[%zuA", live->lines - 1);
    fputc('\r', live->stream);
}

void live_paint(struct live *live, const char *text)
{
    size_t before = live->lines;
    go_to_top(live);
    live->lines = 1;
    for (; *text != '\0'; text++)
        if (*text == '\n') {
            fputs("\x1b[K\r\n", live->stream);
            live->lines++;
        } else {
            fputc(*text, live->stream);
        }
    fputs(before > live->lines ? "\x1b[J" : "\x1b[K", live->stream);
    fflush(live->stream);
    live->next_us = clock_now_us() + PAINT_EVERY_US;
}

void live_wipe(struct live *live)
{
    if (live->lines == 0)
        return;
    go_to_top(live);
    fputs(live->lines > 1 ? "\x1b[J" : "\x1b[K", live->stream);
    live->lines = 0;
    live->next_us = 0;
}
