/* Order of this file: parts, finding, checking, admitting. */
#include "trace/generator.h"

#include <inttypes.h>

#include "base/utf8.h"

#define MARK "any'"

static const char *const kinds[] = {
    [GENERATOR_INTEGER] = "integer", [GENERATOR_ONE] = "one",
    [GENERATOR_TEXT] = "text",       [GENERATOR_LIST] = "list",
    [GENERATOR_SOME] = "some",
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* ---- parts -------------------------------------------------------------- */

enum generator_kind generator_kind_of(const struct value *value)
{
    const struct value *mark = value_field_named(value, MARK);
    for (size_t i = 1; mark != NULL && i < KIND_COUNT; i++)
        if (str_is(value_text(mark), kinds[i]))
            return (enum generator_kind)i;
    return GENERATOR_NONE;
}

int64_t generator_number(const struct value *generator, const char *name)
{
    const struct value *number = value_field_named(generator, name);
    return number != NULL && number->kind == VALUE_INT ? number->integer : 0;
}

const struct value *generator_of(const struct value *generator)
{
    return value_field_named(generator, "of");
}

int64_t generator_weight(const struct value *generator, size_t index)
{
    const struct value *weights = value_field_named(generator, "weights");
    const struct value *of = generator_of(generator), *weight = NULL;
    if (weights == NULL)
        return 1;
    if (weights->kind == VALUE_LIST && index < weights->count)
        weight = weights->items[index];
    else if (of->kind == VALUE_OBJECT)
        weight = value_field(weights, value_text(of->fields[index].key));
    return weight != NULL && weight->kind == VALUE_INT ? weight->integer : 1;
}

/* ---- finding ------------------------------------------------------------ */

bool generator_in(const struct value *value)
{
    if (value->kind == VALUE_OBJECT && value_field_named(value, MARK) != NULL)
        return true;
    for (size_t i = 0; value->kind == VALUE_LIST && i < value->count; i++)
        if (generator_in(value->items[i]))
            return true;
    for (size_t i = 0; value->kind == VALUE_OBJECT && i < value->count; i++)
        if (generator_in(value->fields[i].value))
            return true;
    return false;
}

/* ---- checking ----------------------------------------------------------- */

static bool wrong(struct error *error, const char *words)
{
    return error_set(error, ERROR_SPEC, "%s", words);
}

static bool is_number(const struct value *generator, const char *name)
{
    const struct value *number = value_field_named(generator, name);
    return number != NULL && number->kind == VALUE_INT;
}

static bool check_integer(const struct value *generator, struct error *error)
{
    if (!is_number(generator, "low") || !is_number(generator, "high"))
        return wrong(error, "anyInteger(low, high) needs two whole numbers");
    int64_t low = generator_number(generator, "low"),
            high = generator_number(generator, "high");
    return low <= high || error_set(error, ERROR_SPEC,
                                    "anyInteger(%" PRId64 ", %" PRId64
                                    ") is empty: the lower end comes first",
                                    low, high);
}

static bool check_lengths(const struct value *generator, const char *what,
                          struct error *error)
{
    int64_t min = generator_number(generator, "min"),
            max = generator_number(generator, "max");
    if (is_number(generator, "min") && is_number(generator, "max") &&
        min >= 0 && min <= max && max <= GENERATOR_LENGTH_LIMIT)
        return true;
    return error_set(error, ERROR_SPEC,
                     "the lengths of %s are whole numbers from 0 to %d, the "
                     "smaller first",
                     what, GENERATOR_LENGTH_LIMIT);
}

static bool check_text(const struct value *generator, struct error *error)
{
    const struct value *of = generator_of(generator);
    bool fine = of != NULL && of->kind == VALUE_STRING && of->count > 0 &&
                utf8_first_invalid(value_text(of)) == of->count;
    return check_lengths(generator, "a drawn text", error) &&
           (fine || wrong(error, "a drawn text needs a text of the characters "
                                 "that it is made of"));
}

static bool check_weights(const struct value *generator, size_t count,
                          struct error *error)
{
    const struct value *weights = value_field_named(generator, "weights");
    int64_t sum = 0;
    if (weights != NULL && weights->kind != VALUE_OBJECT &&
        (weights->kind != VALUE_LIST || weights->count != count))
        return wrong(error, "a choice with weights needs one for each");
    for (size_t i = 0; i < count; i++) {
        int64_t weight = generator_weight(generator, i);
        if (weight < 0 || weight > GENERATOR_WEIGHT_LIMIT)
            return error_set(error, ERROR_SPEC,
                             "the weight of a choice is a whole number from 0 "
                             "to %d",
                             GENERATOR_WEIGHT_LIMIT);
        sum += weight;
    }
    return sum > 0 || wrong(error, "of all choices, one must have a weight "
                                   "above 0");
}

static bool check_choice(const struct value *generator, enum value_kind kind,
                         const char *words, struct error *error)
{
    const struct value *of = generator_of(generator);
    if (of == NULL || of->kind != kind || of->count == 0)
        return wrong(error, words);
    return check_weights(generator, of->count, error) &&
           generator_check(of, error);
}

static bool check_some(const struct value *generator, struct error *error)
{
    int64_t several = generator_number(generator, "several");
    if (several < 0 || several > 100)
        return wrong(error, "how many of a hundred are several at once is a "
                            "whole number from 0 to 100");
    return check_choice(generator, VALUE_OBJECT,
                        "someOf needs an object with a field for each channel",
                        error);
}

static bool check_one(const struct value *generator, struct error *error)
{
    switch (generator_kind_of(generator)) {
    case GENERATOR_NONE:
        return wrong(error, "there is no generator of this kind: "
                            "weir/any has those that there are");
    case GENERATOR_INTEGER:
        return check_integer(generator, error);
    case GENERATOR_ONE:
        return check_choice(generator, VALUE_LIST,
                            "anyOf needs a list with something in it", error);
    case GENERATOR_TEXT:
        return check_text(generator, error);
    case GENERATOR_LIST:
        return check_lengths(generator, "a drawn list", error) &&
               (generator_of(generator) != NULL ||
                wrong(error, "a drawn list needs what its items are")) &&
               generator_check(generator_of(generator), error);
    case GENERATOR_SOME:
        return check_some(generator, error);
    }
    return true;
}

bool generator_check(const struct value *value, struct error *error)
{
    if (value->kind == VALUE_OBJECT && value_field_named(value, MARK) != NULL)
        return check_one(value, error);
    bool fine = true;
    for (size_t i = 0; fine && value->kind == VALUE_LIST && i < value->count;
         i++)
        fine = generator_check(value->items[i], error);
    for (size_t i = 0; fine && value->kind == VALUE_OBJECT && i < value->count;
         i++)
        fine = generator_check(value->fields[i].value, error);
    return fine;
}

/* ---- admitting ---------------------------------------------------------- */

static bool is_within(const struct value *generator, size_t length)
{
    return (int64_t)length >= generator_number(generator, "min") &&
           (int64_t)length <= generator_number(generator, "max");
}

static bool has_code(struct str text, uint32_t code)
{
    for (size_t at = 0, length; at < text.length; at += length)
        if (utf8_decode(str_from(text.data + at, text.length - at), &length) ==
            code)
            return true;
    return false;
}

static bool admits_text(const struct value *generator, const struct value *text)
{
    struct str characters = value_text(generator_of(generator));
    struct str letters = value_text(text);
    if (text->kind != VALUE_STRING ||
        !is_within(generator, utf8_length(letters)))
        return false;
    for (size_t at = 0, length; at < letters.length; at += length)
        if (!has_code(characters, utf8_decode(str_from(letters.data + at,
                                                       letters.length - at),
                                              &length)))
            return false;
    return true;
}

static bool admits_list(const struct value *generator, const struct value *list)
{
    bool fine = list->kind == VALUE_LIST && is_within(generator, list->count);
    for (size_t i = 0; fine && i < list->count; i++)
        fine = generator_admits(generator_of(generator), list->items[i]);
    return fine;
}

static bool admits_some(const struct value *generator,
                        const struct value *object)
{
    const struct value *of = generator_of(generator);
    bool fine = object->kind == VALUE_OBJECT && object->count > 0;
    for (size_t i = 0; fine && i < object->count; i++) {
        const struct value *field =
            value_field(of, value_text(object->fields[i].key));
        fine =
            field != NULL && generator_admits(field, object->fields[i].value);
    }
    return fine;
}

static bool admits_one(const struct value *generator, const struct value *value)
{
    const struct value *of = generator_of(generator);
    for (size_t i = 0; i < of->count; i++)
        if (generator_weight(generator, i) > 0 &&
            generator_admits(of->items[i], value))
            return true;
    return false;
}

static bool admits_plain(const struct value *template,
                         const struct value *value)
{
    if (!generator_in(template))
        return value_equal(template, value);
    bool fine =
        template->kind == value->kind && template->count == value->count;
    for (size_t i = 0; fine && i < value->count; i++)
        if (value->kind == VALUE_LIST) {
            fine = generator_admits(template->items[i], value->items[i]);
        } else {
            const struct value *field =
                value_field(template, value_text(value->fields[i].key));
            fine = field != NULL &&
                   generator_admits(field, value->fields[i].value);
        }
    return fine;
}

bool generator_admits(const struct value *template, const struct value *value)
{
    switch (generator_kind_of(template)) {
    case GENERATOR_NONE:
        break;
    case GENERATOR_INTEGER:
        return value->kind == VALUE_INT &&
               value->integer >= generator_number(template, "low") &&
               value->integer <= generator_number(template, "high");
    case GENERATOR_ONE:
        return admits_one(template, value);
    case GENERATOR_TEXT:
        return admits_text(template, value);
    case GENERATOR_LIST:
        return admits_list(template, value);
    case GENERATOR_SOME:
        return admits_some(template, value);
    }
    return admits_plain(template, value);
}
