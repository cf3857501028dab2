/* In this file: the parts of a request, the request, the answer. */
#include "exec/http/request.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "exec/http/exchange.h"
#include "exec/http/template.h"

static const struct value *text_field(const struct value *real,
                                      const char *name)
{
    const struct value *field = value_field_named(real, name);
    return field != NULL && field->kind == VALUE_STRING ? field : NULL;
}

/* ---- the parts of a request --------------------------------------------- */

struct parts {
    const struct value *real, *common;
    struct template_roots roots;
    struct str method;
    struct buf path, headers, body;
    bool has_body;
    bool has_type, is_json, has_accept, has_host, has_agent;
};

bool http_has_body(struct str method)
{
    return str_is_in_any_case(method, "POST") ||
           str_is_in_any_case(method, "PUT") ||
           str_is_in_any_case(method, "PATCH");
}

/* No blank or control character, which would end the path, leaves. */
static void add_path(struct buf *buf, struct str path)
{
    for (size_t i = 0; i < path.length; i++) {
        unsigned char byte = (unsigned char)path.data[i];
        if (byte <= ' ' || byte >= 0x7f)
            buf_addf(buf, "%%%02X", byte);
        else
            buf_add_char(buf, path.data[i]);
    }
}

static bool make_path(struct parts *parts, const struct http_target *target,
                      const char *name, struct error *error)
{
    const struct value *given = value_field_named(parts->real, "path");
    struct value *of_name = value_string(str_text(name));
    const struct template_root by_name = {"name", of_name};
    struct buf filled = {0};
    bool is_fine =
        given != NULL
            ? template_text_or_function(given, &parts->roots, TEMPLATE_PATH,
                                        &filled, error)
            : template_text(STR("/${name}"),
                            &(struct template_roots){&by_name, 1, NULL},
                            TEMPLATE_PATH, &filled, error);
    if (is_fine && !str_starts_with(buf_str(&filled), "/"))
        is_fine = error_set(error, ERROR_SPEC,
                            "path has to begin with \"/\", not \"%.*s\"",
                            STR_ARGS(buf_str(&filled)));
    buf_add_text(&parts->path, target->path);
    add_path(&parts->path, buf_str(&filled));
    buf_finish(&filled);
    value_unref(of_name);
    return is_fine;
}

static void note_header(struct parts *parts, struct str name, struct str value)
{
    if (str_is_in_any_case(name, "content-type")) {
        parts->has_type = true;
        parts->is_json = value.length > 0 &&
                         memmem(value.data, value.length, "json", 4) != NULL;
    }
    parts->has_accept |= str_is_in_any_case(name, "accept");
    parts->has_host |= str_is_in_any_case(name, "host");
    parts->has_agent |= str_is_in_any_case(name, "user-agent");
}

static bool add_header(struct parts *parts, struct str name, struct str value,
                       struct error *error)
{
    for (size_t i = 0; i < value.length; i++)
        if ((unsigned char)value.data[i] < ' ' && value.data[i] != '\t')
            return error_set(error, ERROR_SPEC,
                             "the header %.*s would have a line end or another "
                             "control character in it",
                             STR_ARGS(name));
    note_header(parts, name, value);
    buf_add_str(&parts->headers, name);
    buf_add_text(&parts->headers, ": ");
    buf_add_str(&parts->headers, value);
    buf_add_text(&parts->headers, "\r\n");
    return true;
}

static bool has_header(const struct value *headers, struct str name)
{
    for (size_t i = 0; headers != NULL && i < headers->count; i++) {
        if (str_equal_in_any_case(value_text(headers->fields[i].key), name))
            return true;
    }
    return false;
}

/* `but` has the headers that stand instead; or NULL. */
static bool make_headers(struct parts *parts, const struct value *headers,
                         const struct value *but, struct error *error)
{
    for (size_t i = 0; headers != NULL && i < headers->count; i++) {
        struct str name = value_text(headers->fields[i].key);
        struct buf value = {0};
        bool is_fine =
            has_header(but, name) ||
            (template_text_or_function(headers->fields[i].value, &parts->roots,
                                       TEMPLATE_PLAIN, &value, error) &&
             add_header(parts, name, buf_str(&value), error));
        buf_finish(&value);
        if (!is_fine)
            return false;
    }
    return true;
}

/* JSON, or the text itself where a header says that it is something else. */
static bool make_body(struct parts *parts, const struct value *arguments,
                      struct error *error)
{
    const struct value *given = value_field_named(parts->real, "body");
    if (given == NULL && !http_has_body(parts->method))
        return true;
    if (given != NULL && given->kind == VALUE_NULL)
        return true;
    struct value *body = given == NULL
                             ? value_ref(arguments)
                             : template_value(given, &parts->roots, error);
    if (body == NULL)
        return false;
    parts->has_body = true;
    if (parts->has_type && !parts->is_json && body->kind == VALUE_STRING)
        buf_add_str(&parts->body, value_text(body));
    else
        value_add_json(&parts->body, body);
    value_unref(body);
    return true;
}

/* ---- the request -------------------------------------------------------- */

void http_request_finish(struct http_request *request)
{
    buf_finish(&request->bytes);
    free(request->words);
    *request = (struct http_request){0};
}

struct str http_request_body(const struct http_request *request)
{
    struct str bytes = buf_str(&request->bytes);
    return str_from(bytes.data + request->head_bytes,
                    bytes.length - request->head_bytes);
}

static void put_together(struct http_request *request, struct parts *parts,
                         const struct http_target *target)
{
    struct buf *out = &request->bytes;
    buf_addf(out, "%.*s %s HTTP/1.1\r\n", STR_ARGS(parts->method),
             buf_text(&parts->path));
    if (!parts->has_host)
        buf_addf(out, "Host: %s\r\n", target->authority);
    if (!parts->has_agent)
        buf_add_text(out, "User-Agent: weir\r\n");
    if (!parts->has_accept)
        buf_add_text(out, "Accept: application/json\r\n");
    buf_add_str(out, buf_str(&parts->headers));
    if (parts->has_body && !parts->has_type)
        buf_add_text(out, "Content-Type: application/json\r\n");
    if (parts->has_body || http_has_body(parts->method))
        buf_addf(out, "Content-Length: %zu\r\n", parts->body.length);
    buf_add_text(out, "\r\n");
    request->head_bytes = out->length;
    buf_add_str(out, buf_str(&parts->body));
    request->words = memory_format("%.*s %s", STR_ARGS(parts->method),
                                   buf_text(&parts->path));
    request->is_head = str_is_in_any_case(parts->method, "HEAD");
}

bool http_request_make(struct http_request *request,
                       const struct http_target *target,
                       const struct value *common,
                       const struct system_call *call,
                       const struct template_functions *functions,
                       struct error *error)
{
    const struct value *method = text_field(call->real, "method");
    const struct value *own = value_field_named(call->real, "headers");
    struct value *process = value_int(call->process);
    const struct template_root roots[] = {{"args", call->arguments},
                                          {"process", process}};
    struct parts parts = {
        .real = call->real,
        .common = common,
        .roots = {roots, 2, functions},
        .method = method == NULL ? STR("POST") : value_text(method),
    };
    *request = (struct http_request){0};
    bool is_fine = make_path(&parts, target, call->name, error) &&
                   make_headers(&parts, value_field_named(common, "headers"),
                                own, error) &&
                   make_headers(&parts, own, NULL, error) &&
                   make_body(&parts, call->arguments, error);
    if (is_fine)
        put_together(request, &parts, target);
    else if (error != NULL)
        error_prefix(error, "%s: real: ", call->name);
    buf_finish(&parts.path);
    buf_finish(&parts.headers);
    buf_finish(&parts.body);
    value_unref(process);
    return is_fine;
}

/* ---- the answer --------------------------------------------------------- */

static bool is_json_type(const char *type)
{
    return type == NULL || strcmp(type, "application/json") == 0 ||
           strcmp(type, "text/json") == 0 ||
           strcmp(type, "application/json-rpc") == 0 ||
           str_ends_with(str_text(type), "+json");
}

/* Many a server that sends JSON leaves its type at what frameworks begin with;
 * a word or a number of that type is what people read. */
static bool may_be_json(const char *type, const struct value *value)
{
    return (value->kind == VALUE_OBJECT || value->kind == VALUE_LIST) &&
           (strcmp(type, "text/html") == 0 ||
            str_starts_with(str_text(type), "application/"));
}

/* The body as a value, or NULL: it says that it is JSON and is not. A body of
 * another kind is a text. */
static struct value *body_of(const struct http_answer *answer)
{
    struct str body = buf_str(&answer->body);
    if (body.length == 0)
        return value_null();
    struct value *value = value_parse(body, NULL);
    if (is_json_type(answer->type) ||
        (value != NULL && may_be_json(answer->type, value)))
        return value;
    value_unref(value);
    struct buf text = {0};
    json_add_string(&text, body); /* replaces what is no UTF-8 */
    value = value_parse(buf_str(&text), NULL);
    buf_finish(&text);
    return value;
}

static struct value *
fill(const struct value *template, const struct http_answer *answer,
     const struct value *body, const struct value *arguments,
     const struct template_functions *functions, struct error *error)
{
    struct value *status = value_int(answer->status);
    const struct template_root roots[] = {
        {"body", body}, {"status", status}, {"args", arguments}};
    struct value *filled = template_value(
        template, &(struct template_roots){roots, 3, functions}, error);
    value_unref(status);
    return filled;
}

/* What a person would read: the text that APIs have under these names. */
static struct value *message_of(const struct http_answer *answer,
                                const struct value *body)
{
    static const char *const names[] = {"message", "error", "detail", "title"};
    if (answer->status < 400 && answer->location != NULL)
        return value_string(str_text(answer->location));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct value *text = text_field(body, names[i]);
        if (text != NULL)
            return value_ref(text);
    }
    return value_ref(body);
}

static struct value *error_of(const struct http_answer *answer,
                              const struct value *body)
{
    const struct value_field fields[] = {
        value_named("error", value_int(answer->status)),
        value_named("message", message_of(answer, body)),
    };
    return value_object(fields, 2);
}

bool http_request_read(const struct http_request *request,
                       const struct http_answer *answer,
                       const struct value *real, const struct value *arguments,
                       const struct template_functions *functions,
                       struct system_event *event, struct error *error)
{
    bool is_success = answer->status < 300;
    const struct value *template =
        value_field_named(real, is_success ? "answer" : "error");
    struct value *body = body_of(answer);
    event->detail = http_exchange_detail(request, answer, real);
    if (body == NULL && is_success) {
        event->kind = SYSTEM_ERROR;
        event->text = http_exchange_no_json(request, answer);
        return true;
    }
    if (body == NULL) {
        /* An error page is a text, whatever it says it is. */
        struct http_answer as_text = *answer;
        as_text.type = (char *)"text/plain";
        body = body_of(&as_text);
    }
    event->kind = SYSTEM_OK;
    if (answer->status >= 500)
        event->text = http_exchange_server_error(request, answer);
    if (template != NULL)
        event->answer =
            fill(template, answer, body, arguments, functions, error);
    else
        event->answer = is_success ? value_ref(body) : error_of(answer, body);
    value_unref(body);
    return event->answer != NULL;
}
