#include "todomvc/runner/expected.h"

static const char *const texts[] = {
    [EXPECT_PASSES] = "passes",
    [EXPECT_FAILS] = "fails",
    [EXPECT_SOMETIMES] = "sometimes",
    [EXPECT_UNSAID] = NULL,
};

enum { FAULT_LARGEST = 999 };

const char *expectation_text(enum expectation verdict)
{
    return texts[verdict];
}

static bool read_verdict(enum expectation *verdict, const struct json *object,
                         const char *field, struct error *error)
{
    const struct json *json = json_read_field(object, field);
    if (json == NULL || json_kind(json) == JSON_KIND_NULL)
        return true;
    for (enum expectation i = EXPECT_PASSES; i < EXPECT_UNSAID; i++) {
        if (!str_is(json_read_string(json), texts[i]))
            continue;
        *verdict = i;
        return true;
    }
    return error_set(error, ERROR_USAGE,
                     "\"%s\" has to be \"passes\", \"fails\" or \"sometimes\"",
                     field);
}

static bool add_fault(struct expected *expected, const struct json *json)
{
    int64_t fault = json_read_int(json);
    if (json_kind(json) != JSON_KIND_INT || fault < 1 ||
        fault > FAULT_LARGEST || expected->fault_count == FAULTS_LIMIT)
        return false;
    if (!expected_has_fault(expected, (int)fault))
        expected->faults[expected->fault_count++] = (int)fault;
    return true;
}

/* A number, a list of numbers, or null: it is none of the table's. */
static bool read_faults(struct expected *expected, const struct json *object,
                        struct error *error)
{
    const struct json *json = json_read_field(object, "fault");
    if (json == NULL)
        return true;
    expected->fault_count = 0;
    if (json_kind(json) == JSON_KIND_NULL)
        return true;
    bool fine = true;
    if (json_kind(json) == JSON_KIND_LIST)
        for (size_t i = 0; fine && i < json_read_count(json); i++)
            fine = add_fault(expected, json_read_at(json, i));
    else
        fine = add_fault(expected, json);
    return fine || error_set(error, ERROR_USAGE,
                             "\"fault\" has to be a number from 1 to %d, a "
                             "list of at most %d of them, or null",
                             FAULT_LARGEST, FAULTS_LIMIT);
}

static bool read_disputed(struct expected *expected, const struct json *object,
                          struct error *error)
{
    const struct json *json = json_read_field(object, "disputed");
    if (json == NULL)
        return true;
    expected->disputed = json_read_bool(json);
    return json_kind(json) == JSON_KIND_BOOL ||
           error_set(error, ERROR_USAGE,
                     "\"disputed\" has to be true or false");
}

bool expected_read(struct expected *expected, const struct json *object,
                   struct error *error)
{
    return read_verdict(&expected->verdict, object, "verdict", error) &&
           read_verdict(&expected->published, object, "paper", error) &&
           read_disputed(expected, object, error) &&
           read_faults(expected, object, error);
}

void expected_add(const struct expected *expected, struct buf *out)
{
    buf_addf(out, "\"verdict\":\"%s\",", expectation_text(expected->verdict));
    if (expected->published != EXPECT_UNSAID)
        buf_addf(out, "\"paper\":\"%s\",",
                 expectation_text(expected->published));
    if (expected->disputed)
        buf_add_text(out, "\"disputed\":true,");
    buf_add_text(out, "\"fault\":[");
    for (size_t i = 0; i < expected->fault_count; i++)
        buf_addf(out, "%s%d", i > 0 ? "," : "", expected->faults[i]);
    buf_add_char(out, ']');
}

bool expected_has_to(const struct expected *expected, enum expectation verdict)
{
    return !expected->disputed && expected->verdict == verdict;
}

bool expected_has_fault(const struct expected *expected, int fault)
{
    for (size_t i = 0; i < expected->fault_count; i++)
        if (expected->faults[i] == fault)
            return true;
    return false;
}
