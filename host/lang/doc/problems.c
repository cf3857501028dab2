#include "lang/doc/problems.h"

#include "base/json.h"

static void add_place(struct buf *out, const struct source *source,
                      struct span span)
{
    int line;
    int column;
    if (source == NULL) {
        buf_add_text(out, "\"file\":null");
        return;
    }
    buf_add_text(out, "\"file\":");
    json_add_string(out, str_text(source->path));
    source_position(source, span.start, &line, &column);
    buf_addf(out, ",\"line\":%d,\"column\":%d", line, column);
    source_position(source, span.end, &line, &column);
    buf_addf(out, ",\"endLine\":%d,\"endColumn\":%d", line, column);
}

static void add_problem(struct buf *out, const struct source_table *sources,
                        const struct diag *diag)
{
    static const char *const severities[] = {"error", "warning", "info"};
    static const char *const classes[] = {"lexical", "parse", "type",
                                          "evaluation"};
    buf_add_char(out, '{');
    add_place(out, source_of(sources, diag->span), diag->span);
    buf_addf(out, ",\"severity\":\"%s\",\"code\":", severities[diag->severity]);
    json_add_string(
        out, str_text(diag->name != NULL ? diag->name : classes[diag->kind]));
    buf_add_text(out, ",\"message\":");
    json_add_string(out, str_text(diag->message));
    if (diag->help != NULL) {
        buf_add_text(out, ",\"help\":");
        json_add_string(out, str_text(diag->help));
    }
    buf_add_char(out, '}');
}

void problems_print(struct buf *out, const struct source_table *sources,
                    const struct diag_list *diags)
{
    buf_add_char(out, '[');
    for (size_t i = 0; i < diags->count; i++) {
        buf_add_text(out, i > 0 ? ",\n " : "");
        add_problem(out, sources, &diags->items[i]);
    }
    buf_add_text(out, "]\n");
}
