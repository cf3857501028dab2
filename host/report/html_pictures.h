/* The pictures of an HTML report: each kind of look once, not too many. */
#ifndef WEIR_REPORT_HTML_PICTURES_H
#define WEIR_REPORT_HTML_PICTURES_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "trace/value.h"

enum {
    /* Bytes of base64 in the whole file; what opens slowly is not opened. */
    HTML_PICTURES_LIMIT_BYTES = 24 * 1024 * 1024,
    /* Of them at most so many for tests that passed. */
    HTML_PICTURES_PASSED_BYTES = 6 * 1024 * 1024,
};

enum {
    HTML_NO_PICTURE = -1,  /* there is none */
    HTML_PICTURE_OUT = -2, /* there is one, and no room for it */
};

struct html_pictures {
    struct buf text;  /* "data:...","data:..." */
    uint64_t *hashes; /* of each, by its number */
    size_t count, capacity;
    size_t passed_bytes;
    size_t left_out;
};

void html_pictures_finish(struct html_pictures *pictures);

/* The number of the picture in a step's evidence (which may be NULL), which is
 * added when no other looks the same; or one of the two above. */
int html_pictures_add(struct html_pictures *pictures,
                      const struct value *evidence, bool passed);

#endif
