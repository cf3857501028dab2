#include "cdp/wire/params.h"

#include "base/json.h"

/* As much as input takes. */
enum { USUAL_BYTES = 240 };

void cdp_params_init(struct cdp_params *params)
{
    buf_init(&params->buf);
    buf_reserve(&params->buf, USUAL_BYTES);
}

void cdp_params_finish(struct cdp_params *params)
{
    buf_finish(&params->buf);
}

static struct buf *begin_field(struct cdp_params *params, const char *name)
{
    buf_add_text(&params->buf, params->buf.length == 0 ? "{\"" : ",\"");
    buf_add_text(&params->buf, name);
    buf_add_text(&params->buf, "\":");
    return &params->buf;
}

void cdp_params_text(struct cdp_params *params, const char *name,
                     struct str text)
{
    json_add_string(begin_field(params, name), text);
}

void cdp_params_int(struct cdp_params *params, const char *name, int64_t number)
{
    buf_add_int(begin_field(params, name), number);
}

void cdp_params_float(struct cdp_params *params, const char *name,
                      double number)
{
    json_add_float(begin_field(params, name), number);
}

void cdp_params_bool(struct cdp_params *params, const char *name, bool value)
{
    buf_add_text(begin_field(params, name), value ? "true" : "false");
}

void cdp_params_raw(struct cdp_params *params, const char *name,
                    struct str json)
{
    buf_add_str(begin_field(params, name), json);
}

struct str cdp_params_end(struct cdp_params *params)
{
    buf_add_text(&params->buf, params->buf.length == 0 ? "{}" : "}");
    return buf_str(&params->buf);
}
