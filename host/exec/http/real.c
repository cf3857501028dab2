/* What a `real` may say. */
#include "exec/http/request.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exec/http/template.h"

/* A text, or a function that gives one. */
static bool is_textual(const struct value *value)
{
    return value->kind == VALUE_STRING || template_function(value) >= 0;
}

/* RFC 9110, 5.6.2. */
static bool is_token(struct str text)
{
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.data[i];
        if (byte <= ' ' || byte >= 0x7f ||
            strchr("()<>@,;:\\\"/[]?={}", byte) != NULL)
            return false;
    }
    return text.length > 0;
}

static bool refuse(struct error *error, const char *whose, const char *words)
{
    return error_set(error, ERROR_SPEC, "%s: real: %s", whose, words);
}

/* Their places as they are in no answer yet: only the syntax is tried. */
static bool check_places(const struct value *value, bool is_of_answer,
                         const char *whose, const char *field,
                         struct error *error)
{
    const struct template_root of_request[] = {{"args", value_null()},
                                               {"process", value_null()}};
    const struct template_root of_answer[] = {{"body", value_null()},
                                              {"status", value_null()},
                                              {"args", value_null()}};
    struct error wrong = ERROR_NONE;
    struct value *filled = template_value(
        value,
        is_of_answer ? &(struct template_roots){of_answer, 3, NULL}
                     : &(struct template_roots){of_request, 2, NULL},
        &wrong);
    value_unref(filled);
    if (filled != NULL)
        return true;
    return error_set(error, ERROR_SPEC, "%s: real.%s: %s", whose, field,
                     wrong.message);
}

static bool check_headers(const struct value *headers, const char *whose,
                          struct error *error)
{
    /* They say how the bytes are cut, which is ours to say. */
    static const char *const ours[] = {"content-length", "transfer-encoding",
                                       "expect", "upgrade"};
    if (headers->kind != VALUE_OBJECT || template_function(headers) >= 0)
        return refuse(error, whose, "headers is an object of texts");
    for (size_t i = 0; i < headers->count; i++) {
        struct str name = value_text(headers->fields[i].key);
        if (!is_token(name) || !is_textual(headers->fields[i].value))
            return refuse(error, whose,
                          "headers has names of headers and texts");
        for (size_t j = 0; j < sizeof ours / sizeof *ours; j++)
            if (str_is_in_any_case(name, ours[j]))
                return error_set(error, ERROR_SPEC,
                                 "%s: real: the header %s is set by weir",
                                 whose, ours[j]);
    }
    return true;
}

static bool check_field(struct str name, const struct value *value,
                        const char *whose, struct error *error)
{
    bool is_text = value->kind == VALUE_STRING;
    struct str text = value_text(value);
    bool is_of_answer = str_is(name, "answer") || str_is(name, "error");
    if (str_is(name, "method")) {
        if (!is_text || !is_token(text) || str_is_in_any_case(text, "connect"))
            return refuse(error, whose, "method is a word such as \"PUT\"");
        return true;
    }
    if (str_is(name, "path") &&
        (!is_textual(value) || (is_text && !str_starts_with(text, "/"))))
        return refuse(error, whose, "path is a text that begins with \"/\"");
    if (str_is(name, "headers") && !check_headers(value, whose, error))
        return false;
    if (str_is(name, "path") || str_is(name, "headers") ||
        str_is(name, "body") || is_of_answer) {
        char *field = memory_copy_string(name.data, name.length);
        bool is_fine = check_places(value, is_of_answer, whose, field, error);
        free(field);
        return is_fine;
    }
    return error_set(error, ERROR_SPEC,
                     "%s: real has method, path, headers, body, answer and "
                     "error, but no %.*s",
                     whose, STR_ARGS(name));
}

bool http_real_check(const struct value *real, const char *whose,
                     struct error *error)
{
    if (real == NULL || real->kind == VALUE_NULL)
        return true;
    if (real->kind != VALUE_OBJECT || template_function(real) >= 0)
        return refuse(error, whose,
                      "it is an object: {method, path, headers, body, answer, "
                      "error}");
    for (size_t i = 0; i < real->count; i++)
        if (!check_field(value_text(real->fields[i].key), real->fields[i].value,
                         whose, error))
            return false;
    return true;
}

bool http_common_check(const struct value *common, struct error *error)
{
    if (common == NULL || common->kind == VALUE_NULL)
        return true;
    if (common->kind != VALUE_OBJECT || template_function(common) >= 0)
        return refuse(error, "the model", "it is an object: {headers, reset}");
    for (size_t i = 0; i < common->count; i++) {
        struct str name = value_text(common->fields[i].key);
        const struct value *value = common->fields[i].value;
        if (str_is(name, "reset")) {
            if (!http_real_check(value, "reset", error))
                return false;
        } else if (!str_is(name, "headers")) {
            return error_set(error, ERROR_SPEC,
                             "the model: real has headers and reset, but no "
                             "%.*s",
                             STR_ARGS(name));
        } else if (!check_field(name, value, "the model", error)) {
            return false;
        }
    }
    return true;
}
