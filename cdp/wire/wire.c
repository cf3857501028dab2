#include "cdp/wire/wire.h"

#include <string.h>

void cdp_record_init(struct cdp_record *record)
{
    *record = (struct cdp_record){.kind = CDP_EVENT};
}

void cdp_record_finish(struct cdp_record *record)
{
    json_destroy(record->root);
    cdp_record_init(record);
}

static bool has(const struct json *object, const char *name)
{
    return json_read_field(object, name) != NULL;
}

static bool read_reply(struct cdp_record *record)
{
    record->kind = CDP_REPLY;
    record->id = json_read_int(json_read_field(record->root, "id"));
    record->failed = has(record->root, "error");
    record->body =
        json_read_field(record->root, record->failed ? "error" : "result");
    if (record->failed)
        record->message =
            json_read_string(json_read_field(record->body, "message"));
    return record->id > 0 && json_kind(record->body) == JSON_KIND_OBJECT;
}

static bool read_event(struct cdp_record *record)
{
    record->kind = CDP_EVENT;
    record->method = json_read_string(json_read_field(record->root, "method"));
    record->body = json_read_field(record->root, "params");
    return record->method.length > 0;
}

/* Takes the words off the beginning of the text. */
static bool take(struct str *text, struct str words)
{
    if (text->length < words.length ||
        memcmp(text->data, words.data, words.length) != 0)
        return false;
    *text = str_from(text->data + words.length, text->length - words.length);
    return true;
}

static bool take_id(struct str *text, int64_t *id)
{
    enum { DIGITS = 15 };
    size_t count = 0;
    *id = 0;
    if (text->length > 0 && text->data[0] == '0')
        return false; /* and none of JSON's, if more follow */
    while (count < text->length && count < DIGITS && text->data[count] >= '0' &&
           text->data[count] <= '9')
        *id = *id * 10 + (text->data[count++] - '0');
    *text = str_from(text->data + count, text->length - count);
    return *id > 0;
}

/* A string of plain letters, as identifiers are. */
static bool take_word(struct str *text)
{
    size_t count;
    if (!take(text, STR("\"")))
        return false;
    for (count = 0; count < text->length && text->data[count] != '"'; count++)
        if (text->data[count] <= ' ' || text->data[count] >= 0x7f ||
            text->data[count] == '\\')
            return false;
    *text = str_from(text->data + count, text->length - count);
    return take(text, STR("\""));
}

enum cdp_glance cdp_wire_glance(struct str text, int64_t *id)
{
    struct str rest = text;
    if (!take(&rest, STR("{\"id\":")) || !take_id(&rest, id) ||
        !take(&rest, STR(",\"result\":{")))
        return CDP_GLANCE_NOTHING;
    if (!take(&rest, STR("}")) ||
        (take(&rest, STR(",\"sessionId\":")) && !take_word(&rest)))
        return CDP_GLANCE_REPLY;
    return take(&rest, STR("}")) && rest.length == 0 ? CDP_GLANCE_DONE
                                                     : CDP_GLANCE_REPLY;
}

bool cdp_wire_read(struct cdp_record *record, struct str text,
                   struct error *error)
{
    cdp_record_init(record);
    record->root = json_parse_utf16(text, error);
    if (record->root == NULL) {
        error_prefix(error, "the browser sent something that is ");
        if (error != NULL)
            error->code = ERROR_RUN;
        return false;
    }
    record->session =
        json_read_string(json_read_field(record->root, "sessionId"));
    bool good =
        has(record->root, "id") ? read_reply(record) : read_event(record);
    if (good)
        return true;
    cdp_record_finish(record);
    int shown = text.length > 200 ? 200 : (int)text.length;
    return error_set(error, ERROR_RUN,
                     "the browser sent something that is no DevTools message: "
                     "%.*s",
                     shown, text.data);
}

void cdp_wire_write(struct buf *buf, int64_t id, struct str session,
                    const char *method, struct str params)
{
    buf_add_text(buf, "{\"id\":");
    buf_add_int(buf, id);
    buf_add_text(buf, ",\"method\":\"");
    buf_add_text(buf, method);
    buf_add_char(buf, '"');
    if (params.length > 0) {
        buf_add_text(buf, ",\"params\":");
        buf_add_str(buf, params);
    }
    if (session.length > 0) {
        buf_add_text(buf, ",\"sessionId\":");
        json_add_string(buf, session);
    }
    buf_add_char(buf, '}');
}
