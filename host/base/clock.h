/* The one clock. Nothing else in weir reads time, so that tests can set it.
 * Monotonic milliseconds and microseconds since an arbitrary start; never wall
 * time (reports ask clock_wall_text; browsers date input by clock_wall_s). */
#ifndef WEIR_BASE_CLOCK_H
#define WEIR_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_us(void);
int64_t clock_now_ms(void);

/* The clock above may be told to have stood still for a part of the time since
 * a moment of this one, which never stands: what is waited for had no processor
 * (base/starved.h), so deadlines come later. What has stood still once does not
 * do so again, whoever says so: the clock never goes back. */
int64_t clock_real_us(void);
void clock_stand(int64_t since_real_us, int64_t for_us);

/* ISO 8601, UTC, seconds; written into a buffer of at least 32 bytes. */
void clock_wall_text(char *text);

/* Seconds since 1970. */
double clock_wall_s(void);

/* For tests: a function that stands for the monotonic clock (microseconds);
 * NULL restores the real one. */
void clock_replace(int64_t (*now_us)(void));

#endif
