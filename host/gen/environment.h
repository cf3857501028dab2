/* The environment that a page runs in: time zone, language, date, the size of
 * the window and the kind of device, what the person prefers, what the browser
 * allows. Each can be chosen or left as it is; most can be drawn ("any").
 *
 * What is drawn follows from the seed of a test and nothing else, so a test
 * that is repeated has the same environment. Zones, locales and dates are those
 * at which programs go wrong: changes of summer time, half hours, both sides of
 * the date line; decimal commas and writing from right to left; the ends of
 * months and years, leap days, midnight (Testing a web application against a
 * model, reference 8.4).
 */
#ifndef WEIR_GEN_ENVIRONMENT_H
#define WEIR_GEN_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

enum { ENVIRONMENT_LIST_LIMIT = 32 };

/* What is wished for. Zeroed: everything as it is. Strings are borrowed; NULL:
 * not given; "any": drawn, where it says so. */
struct environment_wish {
    const char *time_zone;    /* of the tz database, or any */
    const char *locale;       /* BCP 47 ("de-DE"), or any */
    const char *date;         /* "2024-02-29", "2024-02-29T23:59:30" by the
                                 zone's calendar, or with Z by UTC; or any */
    const char *viewport;     /* "390x844", or any */
    const char *device;       /* a name of environment_devices, or any */
    const char *color_scheme; /* light, dark, or any */
    bool reduced_motion;
    const char *headers[ENVIRONMENT_LIST_LIMIT]; /* "NAME=VALUE" */
    size_t header_count;
    const char *permissions[ENVIRONMENT_LIST_LIMIT]; /* names */
    size_t permission_count;
};

/* What it comes to in one test. */
struct environment {
    const struct environment_wish *wish; /* borrowed; for the lists */
    char time_zone[64];                  /* "": not given */
    char locale[36];                     /* the same */
    bool has_date;
    int64_t date_s;         /* seconds since 1970 */
    int width, height;      /* 0: not given */
    double pixel_ratio;     /* 0: not given */
    bool mobile, touch;     /* of a device */
    const char *user_agent; /* of a device; NULL: not given */
    const char *platform;   /* the same */
    const char *model;      /* of an Android device; NULL: none */
    const char *device;     /* its name; NULL: none */
    const char *color_scheme;
    bool reduced_motion;
};

bool environment_is_plain(const struct environment_wish *wish);

/* False: ERROR_USAGE names the option and what it takes. */
bool environment_check(const struct environment_wish *wish,
                       struct error *error);

/* For a wish that was checked. `zone` is that of a page without a wish (NULL:
 * the machine's), which dates go by. A zone that is drawn has a date drawn to
 * it where none is given: most of what a zone does to a page is on few days. */
struct environment environment_of(const struct environment_wish *wish,
                                  uint64_t seed, const char *zone);

/* Appends what the test has, as a clause: "time zone Asia/Kolkata, locale
 * de-DE"; nothing for a plain one. */
void environment_add_words(struct buf *out,
                           const struct environment *environment);

/* The names of devices, and of permissions, one after the other; NULL after
 * the last. */
const char *environment_device_name(size_t index);
const char *environment_permission_name(size_t index);
/* What the protocol calls a permission (CDP, Browser.PermissionType); NULL:
 * there is none of this name. */
const char *environment_permission_type(const char *name);

#endif
