/* Names made unique: equal text gives the same pointer, so names compare by
 * address. A name lives as long as its table. */
#ifndef WEIR_BASE_INTERN_H
#define WEIR_BASE_INTERN_H

#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"

struct intern_name {
    size_t length;
    const char *text; /* NUL terminated */
};

typedef const struct intern_name *intern_t;

struct intern {
    struct arena arena;
    struct map names;
};

void intern_init(struct intern *table);
void intern_finish(struct intern *table);

/* The one name with this text. Never NULL. */
intern_t intern_str(struct intern *table, struct str text);
intern_t intern_text(struct intern *table, const char *text);

static inline struct str intern_as_str(intern_t name)
{
    return str_from(name->text, name->length);
}

#endif
