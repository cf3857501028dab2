/* The lists that environments are chosen from. Private to the room. */
#ifndef WEIR_GEN_ENVIRONMENT_TABLE_H
#define WEIR_GEN_ENVIRONMENT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct environment_device {
    const char *name;
    int width, height; /* CSS pixels, upright */
    double pixel_ratio;
    bool mobile, touch;
    const char *user_agent; /* NULL: the browser's own */
    const char *platform;   /* `navigator.platform`; NULL: the same */
    const char *model;      /* of Android, for client hints; else NULL */
};

extern const struct environment_device environment_devices[];
extern const size_t environment_device_count;

/* With changes of summer time; the rest stands after them. */
extern const char *const environment_zones[];
extern const size_t environment_changing_zone_count, environment_zone_count;

extern const char *const environment_locales[];
extern const size_t environment_locale_count;

struct environment_size {
    int width, height;
};
extern const struct environment_size environment_sizes[];
extern const size_t environment_size_count;

#endif
