#include "cdp/wire.h"

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

/* The four hexadecimal digits behind "\u", or -1. */
static int hex4(struct str text, size_t at)
{
    int code = 0;
    if (at + 6 > text.length || text.data[at] != '\\' ||
        text.data[at + 1] != 'u')
        return -1;
    for (size_t i = at + 2; i < at + 6; i++) {
        char c = text.data[i];
        if (c >= '0' && c <= '9')
            code = code * 16 + (c - '0');
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            code = code * 16 + ((c | 0x20) - 'a' + 10);
        else
            return -1;
    }
    return code;
}

static bool is_high(int code)
{
    return code >= 0xd800 && code <= 0xdbff;
}

static bool is_low(int code)
{
    return code >= 0xdc00 && code <= 0xdfff;
}

/* JavaScript strings are 16-bit units, so a page can cut a pair in two and
 * Chromium passes the half on as an escape. Our JSON has Unicode only. */
static void mend_surrogates(struct buf *out, struct str text)
{
    size_t at = 0;
    while (at < text.length) {
        const char *slash = memchr(text.data + at, '\\', text.length - at);
        size_t plain =
            slash == NULL ? text.length - at : (size_t)(slash - text.data) - at;
        buf_add(out, text.data + at, plain);
        at += plain;
        if (at == text.length)
            return;
        int code = hex4(text, at);
        size_t used = code < 0 ? 2 : 6;
        if (used > text.length - at)
            used = text.length - at;
        if (is_high(code) && is_low(hex4(text, at + 6)))
            used = 12;
        else if (is_high(code) || is_low(code))
            code = 0xfffd;
        if (code == 0xfffd)
            buf_add_text(out, "\\ufffd");
        else
            buf_add(out, text.data + at, used);
        at += used;
    }
}

struct json *cdp_wire_parse(struct str text, struct error *error)
{
    struct json *json = json_parse(text, error);
    if (json != NULL)
        return json;
    /* Rare, so only looked for when the text was refused. */
    struct buf mended;
    buf_init(&mended);
    mend_surrogates(&mended, text);
    if (!str_equal(buf_str(&mended), text))
        json = json_parse(buf_str(&mended), error);
    buf_finish(&mended);
    return json;
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
    record->root = cdp_wire_parse(text, error);
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
