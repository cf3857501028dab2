/* Order of this file: headers, bodies, the whole. */
#include "cdp/network/reply.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/memory.h"

/* ---- headers ------------------------------------------------------------- */

/* Bytes before the colon of "Name: value"; 0: it is none (RFC 9110). */
static size_t name_length(struct str header)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    size_t length = 0;
    while (length < header.length && header.data[length] != ':') {
        unsigned char sign = (unsigned char)header.data[length++];
        if (!isalnum(sign) && (sign == '\0' || strchr(marks, sign) == NULL))
            return 0;
    }
    return length < header.length ? length : 0;
}

static bool is_header(struct str header)
{
    for (size_t i = 0; i < header.length; i++)
        if ((unsigned char)header.data[i] < ' ' && header.data[i] != '\t')
            return false;
    return name_length(header) > 0;
}

static bool has_header(const struct value *headers, const char *name)
{
    for (size_t i = 0; headers != NULL && i < headers->count; i++) {
        struct str header = value_text(headers->items[i]);
        if (str_is_in_any_case(str_from(header.data, name_length(header)),
                               name))
            return true;
    }
    return false;
}

static void add_header(struct buf *out, struct str name, struct str value)
{
    buf_add_text(out, out->length == 0 ? "[{\"name\":" : ",{\"name\":");
    json_add_string(out, name);
    buf_add_text(out, ",\"value\":");
    json_add_string(out, value);
    buf_add_char(out, '}');
}

static void add_given(struct buf *out, struct str header)
{
    size_t length = name_length(header), begin = length + 1;
    while (begin < header.length && header.data[begin] == ' ')
        begin++;
    add_header(out, str_from(header.data, length),
               str_from(header.data + begin, header.length - begin));
}

static bool are_headers(const struct value *headers)
{
    if (headers == NULL)
        return true;
    if (headers->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < headers->count; i++)
        if (headers->items[i]->kind != VALUE_STRING ||
            !is_header(value_text(headers->items[i])))
            return false;
    return true;
}

static char *headers_of(const struct value *headers, const char *type)
{
    struct buf out;
    buf_init(&out);
    for (size_t i = 0; headers != NULL && i < headers->count; i++)
        add_given(&out, value_text(headers->items[i]));
    if (!has_header(headers, "Content-Type"))
        add_header(&out, STR("Content-Type"), str_text(type));
    /* A page that asks another origin is to see it, too. */
    if (!has_header(headers, "Access-Control-Allow-Origin"))
        add_header(&out, STR("Access-Control-Allow-Origin"), STR("*"));
    if (out.length == 0)
        buf_add_char(&out, '[');
    buf_add_char(&out, ']');
    return buf_take(&out);
}

/* ---- bodies -------------------------------------------------------------- */

static const char *type_of_file(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".json", "application/json"},
        {".html", "text/html; charset=utf-8"},
        {".txt", "text/plain; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".xml", "application/xml"},
        {".csv", "text/csv; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
    };
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t ending = strlen(types[i].ending);
        if (length > ending &&
            strcasecmp(path + length - ending, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

static bool read_file(struct buf *out, const char *path, struct error *error)
{
    char bytes[4096];
    size_t count;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return error_set(error, ERROR_RUN, "cannot read %.200s: %s", path,
                         strerror(errno));
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0 &&
           out->length <= REPLY_BODY_LIMIT_BYTES)
        buf_add(out, bytes, count);
    bool failed = ferror(file) != 0;
    fclose(file);
    return !failed || error_set(error, ERROR_RUN, "cannot read %.200s", path);
}

/* The body into `out`; *type: what it is. */
static bool read_body(struct buf *out, const struct value *described,
                      const char **type, struct error *error)
{
    const struct value *text = value_field(described, STR("text")),
                       *json = value_field(described, STR("json")),
                       *file = value_field(described, STR("file"));
    *type = "text/plain; charset=utf-8";
    if ((text != NULL) + (json != NULL) + (file != NULL) > 1)
        return error_set(error, ERROR_RUN,
                         "an answer has one body: text, json or file");
    if ((text != NULL && text->kind != VALUE_STRING) ||
        (file != NULL && file->kind != VALUE_STRING))
        return error_set(error, ERROR_RUN,
                         "text and file of an answer are texts; any other "
                         "value is its json");
    if (text != NULL) {
        buf_add_str(out, value_text(text));
    } else if (json != NULL) {
        *type = "application/json";
        value_add_json(out, json);
    } else if (file != NULL) {
        *type = type_of_file(value_text(file).data);
        if (!read_file(out, value_text(file).data, error))
            return false;
    }
    return out->length <= REPLY_BODY_LIMIT_BYTES ||
           error_set(error, ERROR_RUN, "an answer has at most %d MiB",
                     REPLY_BODY_LIMIT_BYTES >> 20);
}

/* ---- the whole ----------------------------------------------------------- */

static bool is_known(struct str name)
{
    static const char *const names[] = {"status", "headers", "text", "json",
                                        "file"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(name, names[i]))
            return true;
    return false;
}

static bool check(const struct value *described, struct error *error)
{
    const struct value *status = value_field(described, STR("status"));
    for (size_t i = 0; i < described->count; i++) {
        struct str name = value_text(described->fields[i].key);
        if (!is_known(name))
            return error_set(error, ERROR_RUN,
                             "an answer has status, headers, and text, json or "
                             "file, but no %.*s",
                             (int)(name.length < 40 ? name.length : 40),
                             name.data);
    }
    if (status != NULL && (status->kind != VALUE_INT || status->integer < 200 ||
                           status->integer > 599))
        return error_set(error, ERROR_RUN,
                         "the status of an answer is a whole number, 200 to "
                         "599");
    return are_headers(value_field(described, STR("headers"))) ||
           error_set(error, ERROR_RUN,
                     "the headers of an answer are a list of texts, "
                     "\"Name: value\"");
}

bool reply_make(struct reply *reply, const struct value *described,
                struct error *error)
{
    const struct value *status = value_field(described, STR("status"));
    const char *type;
    struct buf body, text;
    if (!check(described, error))
        return false;
    buf_init(&body);
    buf_init(&text);
    bool fine = read_body(&body, described, &type, error);
    if (fine) {
        base64_add(&text, buf_str(&body));
        *reply = (struct reply){
            .status = status == NULL ? 200 : (int)status->integer,
            .headers = headers_of(value_field(described, STR("headers")), type),
            .body = text.length == 0 ? NULL : buf_take(&text),
        };
    }
    buf_finish(&body);
    buf_finish(&text);
    return fine;
}

static char *copy_text(const char *text)
{
    return text == NULL ? NULL : memory_copy_string(text, strlen(text));
}

struct reply reply_copy(const struct reply *reply)
{
    return (struct reply){
        .status = reply->status,
        .headers = copy_text(reply->headers),
        .body = copy_text(reply->body),
    };
}

void reply_finish(struct reply *reply)
{
    free(reply->headers);
    free(reply->body);
    *reply = (struct reply){.status = 0};
}
