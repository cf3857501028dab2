#include "report/html_pictures.h"

#include <stdlib.h>

#include "base/memory.h"

void html_pictures_finish(struct html_pictures *pictures)
{
    buf_finish(&pictures->text);
    free(pictures->hashes);
    *pictures = (struct html_pictures){.count = 0};
}

static struct str part(const struct value *picture, const char *name)
{
    const struct value *value = value_field(picture, str_text(name));
    return value != NULL && value->kind == VALUE_STRING ? value_text(value)
                                                        : STR("");
}

/* What comes from a trace may be anything. */
static bool is_base64(struct str data)
{
    for (size_t i = 0; i < data.length; i++) {
        char byte = data.data[i];
        bool fine = (byte >= 'A' && byte <= 'Z') ||
                    (byte >= 'a' && byte <= 'z') ||
                    (byte >= '0' && byte <= '9') || byte == '+' ||
                    byte == '/' || byte == '=';
        if (!fine)
            return false;
    }
    return data.length > 0;
}

static bool has_room(const struct html_pictures *pictures, size_t bytes,
                     bool passed)
{
    return pictures->text.length + bytes <= HTML_PICTURES_LIMIT_BYTES &&
           (!passed ||
            pictures->passed_bytes + bytes <= HTML_PICTURES_PASSED_BYTES);
}

static int append(struct html_pictures *pictures, uint64_t hash,
                  struct str type, struct str data, bool passed)
{
    if (pictures->count == pictures->capacity) {
        pictures->capacity =
            pictures->capacity == 0 ? 16 : pictures->capacity * 2;
        pictures->hashes = memory_resized(pictures->hashes, pictures->capacity,
                                          sizeof *pictures->hashes);
    }
    buf_addf(&pictures->text, "%s\"data:", pictures->count > 0 ? "," : "");
    buf_add_str(&pictures->text, type);
    buf_add_text(&pictures->text, ";base64,");
    buf_add_str(&pictures->text, data);
    buf_add_char(&pictures->text, '"');
    if (passed)
        pictures->passed_bytes += data.length;
    pictures->hashes[pictures->count] = hash;
    return (int)pictures->count++;
}

int html_pictures_add(struct html_pictures *pictures,
                      const struct value *evidence, bool passed)
{
    const struct value *picture =
        evidence == NULL ? NULL : value_field(evidence, STR("picture"));
    if (picture == NULL || picture->kind != VALUE_OBJECT)
        return HTML_NO_PICTURE;
    struct str type = part(picture, "type"), data = part(picture, "data");
    bool is_known = str_is(type, "image/jpeg") || str_is(type, "image/png") ||
                    str_is(type, "image/webp");
    if (!is_known || !is_base64(data))
        return HTML_NO_PICTURE;
    uint64_t hash = str_fingerprint(data);
    for (size_t i = 0; i < pictures->count; i++)
        if (pictures->hashes[i] == hash)
            return (int)i;
    if (!has_room(pictures, data.length, passed)) {
        pictures->left_out++;
        return HTML_PICTURE_OUT;
    }
    return append(pictures, hash, type, data, passed);
}
