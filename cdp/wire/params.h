/* Builds the text of a JSON object field by field:
 *
 *     struct cdp_params params;
 *     cdp_params_init(&params);
 *     cdp_params_text(&params, "url", STR("about:blank"));
 *     cdp_params_int(&params, "width", 1200);
 *     id = cdp_session_send(session, "Target.createTarget",
 *                           cdp_params_end(&params));
 *     cdp_params_finish(&params);
 *
 * Names are literals of ours and written as they are. */
#ifndef WEIR_CDP_WIRE_PARAMS_H
#define WEIR_CDP_WIRE_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

struct cdp_params {
    struct buf buf;
};

void cdp_params_init(struct cdp_params *params);
void cdp_params_finish(struct cdp_params *params);

void cdp_params_text(struct cdp_params *params, const char *name,
                     struct str text);
void cdp_params_int(struct cdp_params *params, const char *name,
                    int64_t number);
void cdp_params_float(struct cdp_params *params, const char *name,
                      double number);
void cdp_params_bool(struct cdp_params *params, const char *name, bool value);
/* Any JSON text as it is. */
void cdp_params_raw(struct cdp_params *params, const char *name,
                    struct str json);

/* The whole object; borrowed until the next change. Call once, after the last
 * field. */
struct str cdp_params_end(struct cdp_params *params);

#endif
