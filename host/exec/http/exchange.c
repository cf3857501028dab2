/* In this file: texts, what reports may show, clauses. */
#include "exec/http/exchange.h"

#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"

enum {
    SHOWN_BYTES = 80,    /* of a body in a clause */
    REPORTED_BYTES = 400 /* of one in a report */
};

/* ---- texts -------------------------------------------------------------- */

/* At most so many bytes of it, with no character cut in two; *is_cut: there is
 * more. */
static struct str beginning(struct str text, size_t most, bool *is_cut)
{
    *is_cut = text.length > most;
    if (!*is_cut)
        return text;
    return str_from(text.data, utf8_floor(text, most));
}

static struct value *text_value(struct str text)
{
    bool is_cut;
    struct buf shown = {0}, json = {0};
    buf_add_str(&shown, beginning(text, REPORTED_BYTES, &is_cut));
    buf_add_text(&shown, is_cut ? "..." : "");
    json_add_string(&json, buf_str(&shown)); /* replaces what is no UTF-8 */
    struct value *value = value_parse(buf_str(&json), NULL);
    buf_finish(&shown);
    buf_finish(&json);
    return value;
}

/* ---- what reports may show ---------------------------------------------- */

/* Without a body of its own a command sends its arguments. */
static bool says_more(const struct value *real)
{
    return value_field_named(real, "body") != NULL;
}

/* What something is made of is not what reports call the answer. */
static bool is_made(const struct http_answer *answer, const struct value *real)
{
    return answer->status >= 300 || value_field_named(real, "answer") != NULL;
}

static struct value *row(const struct http_request *request,
                         const struct http_answer *answer,
                         const struct value *real)
{
    struct str words = str_text(request->words);
    const char *blank = memchr(words.data, ' ', words.length);
    size_t length = blank == NULL ? words.length : (size_t)(blank - words.data);
    struct str body = http_request_body(request);
    struct value_field fields[5] = {
        value_named("method", value_string(str_from(words.data, length))),
        value_named(
            "url", value_string(blank == NULL ? STR("") : str_text(blank + 1))),
        value_named("status", value_int(answer->status)),
    };
    size_t count = 3;
    if (says_more(real) && body.length > 0)
        fields[count++] = value_named("sent", text_value(body));
    if (is_made(answer, real))
        fields[count++] =
            value_named("received", text_value(buf_str(&answer->body)));
    return value_object(fields, count);
}

struct value *http_exchange_detail(const struct http_request *request,
                                   const struct http_answer *answer,
                                   const struct value *real)
{
    struct value *only = row(request, answer, real);
    const struct value_field fields[] = {
        value_named("request", value_string(str_text(request->words))),
        value_named("status", value_int(answer->status)),
        value_named("requests", value_list(&only, 1)),
    };
    return value_object(fields, sizeof fields / sizeof *fields);
}

/* ---- clauses ------------------------------------------------------------ */

char *http_exchange_server_error(const struct http_request *request,
                                 const struct http_answer *answer)
{
    bool is_cut;
    struct str body = beginning(buf_str(&answer->body), SHOWN_BYTES, &is_cut);
    return memory_format("it answered %s with %d%s%.*s%s", request->words,
                         answer->status, body.length > 0 ? ": " : "",
                         STR_ARGS(body), is_cut ? "..." : "");
}

char *http_exchange_no_json(const struct http_request *request,
                            const struct http_answer *answer)
{
    bool is_cut;
    struct str body = beginning(buf_str(&answer->body), SHOWN_BYTES, &is_cut);
    return memory_format("it answered %s with %d and a body that is no JSON%s: "
                         "%.*s%s",
                         request->words, answer->status,
                         answer->type == NULL ? " (and has no Content-Type)"
                                              : "",
                         STR_ARGS(body), is_cut ? "..." : "");
}
