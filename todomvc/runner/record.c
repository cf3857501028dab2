/* Names and seeds of runs, then writing, then reading. */
#include "todomvc/runner/record.h"

#include <inttypes.h>
#include <string.h>

static const char *const outcomes[] = {
    [OUTCOME_PASSED] = "passed",
    [OUTCOME_FAILED] = "failed",
    [OUTCOME_ERROR] = "error",
};
enum { OUTCOME_COUNT = sizeof outcomes / sizeof *outcomes };

/* "passed", "failed", "error" */
static const char *outcome_text(enum outcome outcome)
{
    return outcomes[outcome];
}

void run_id_add_key(const struct run_id *id, struct buf *out)
{
    buf_addf(out, "%s/%s/%s/%s/%s/%" PRId64 "/%" PRId64 "/%" PRIu64,
             id->manifest, id->profile, id->spec, id->application, id->strategy,
             id->subscript, id->repetition, id->base_seed);
    if (id->options[0] != '\0')
        buf_addf(out, "/%s", id->options);
}

/* Keys differ in few bits, and hashes of such keys are alike; so the bits are
 * mixed once more (the last steps of splitmix64). */
uint64_t run_id_seed(const struct run_id *id)
{
    struct buf key;
    buf_init(&key);
    run_id_add_key(id, &key);
    uint64_t bits = str_fingerprint(buf_str(&key));
    buf_finish(&key);
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

/* ---- writing ------------------------------------------------------------- */

static void add_text(struct buf *out, const char *field, const char *text)
{
    buf_addf(out, "\"%s\":", field);
    if (text == NULL)
        buf_add_text(out, "null");
    else
        json_add_string(out, str_text(text));
    buf_add_char(out, ',');
}

static void add_number(struct buf *out, const char *field, int64_t number)
{
    buf_addf(out, "\"%s\":%" PRId64 ",", field, number);
}

static void add_id(struct buf *out, const struct run_id *id)
{
    add_text(out, "manifest", id->manifest);
    add_text(out, "profile", id->profile);
    add_text(out, "spec", id->spec);
    add_text(out, "application", id->application);
    add_text(out, "strategy", id->strategy);
    add_text(out, "options", id->options);
    add_number(out, "subscript", id->subscript);
    add_number(out, "repetition", id->repetition);
    /* In quotes: many readers of JSON have no 64 bits. */
    buf_addf(out, "\"baseSeed\":\"%" PRIu64 "\",", id->base_seed);
}

void record_add(const struct record *record, struct buf *out)
{
    buf_add_text(out, "{\"kind\":\"run\",");
    add_id(out, &record->id);
    expected_add(&record->expected, out);
    buf_add_char(out, ',');
    add_text(out, "outcome", outcome_text(record->outcome));
    add_text(out, "weirSays", record->verdict);
    add_text(out, "error", record->error);
    buf_addf(out, "\"knownReason\":%s,",
             record->is_known_reason ? "true" : "false");
    buf_addf(out, "\"seed\":\"%" PRIu64 "\",", record->seed);
    add_number(out, "actions", record->actions);
    add_number(out, "wallUs", record->wall_us);
    add_number(out, "testMs", record->test_ms);
    add_number(out, "jobs", record->jobs);
    buf_addf(out, "\"exitStatus\":%d", record->exit_status);
    if (record->details != NULL)
        buf_addf(out, ",%s", record->details);
    buf_add_text(out, "}\n");
}

/* ---- reading ------------------------------------------------------------- */

struct reading {
    const struct json *object;
    struct arena *arena;
    struct error *error;
    bool fine;
};

static void wrong(struct reading *reading, const char *field, const char *what)
{
    if (reading->fine)
        error_set(reading->error, ERROR_IO, "\"%s\" has to be %s", field, what);
    reading->fine = false;
}

static const char *read_text(struct reading *reading, const char *field)
{
    const struct json *json = json_read_field(reading->object, field);
    struct str text = json_read_string(json);
    if (json_kind(json) != JSON_KIND_STRING)
        wrong(reading, field, "a text");
    return arena_copy_string(reading->arena, text.data, text.length);
}

/* NULL for null and for a field that is not there. */
static const char *read_optional(struct reading *reading, const char *field)
{
    const struct json *json = json_read_field(reading->object, field);
    return json == NULL || json_kind(json) == JSON_KIND_NULL
               ? NULL
               : read_text(reading, field);
}

static int64_t read_number(struct reading *reading, const char *field,
                           int64_t least)
{
    const struct json *json = json_read_field(reading->object, field);
    int64_t number = json_read_int(json);
    if (json_kind(json) != JSON_KIND_INT || number < least)
        wrong(reading, field, "a number that is not too small");
    return number;
}

static uint64_t read_seed(struct reading *reading, const char *field)
{
    const char *text = read_text(reading, field);
    uint64_t number = 0;
    for (const char *at = text; *at != '\0'; at++) {
        uint64_t digit = (uint64_t)*at - '0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10) {
            wrong(reading, field, "decimal digits");
            return 0;
        }
        number = number * 10 + digit;
    }
    return number;
}

static enum outcome read_outcome(struct reading *reading)
{
    const char *text = read_text(reading, "outcome");
    for (size_t i = 0; i < OUTCOME_COUNT; i++)
        if (strcmp(text, outcomes[i]) == 0)
            return (enum outcome)i;
    wrong(reading, "outcome", "\"passed\", \"failed\" or \"error\"");
    return OUTCOME_ERROR;
}

bool record_read(struct record *record, struct arena *arena,
                 const struct json *object, struct error *error)
{
    struct reading reading = {object, arena, error, true};
    *record = (struct record){
        .id =
            {
                .manifest = read_text(&reading, "manifest"),
                .profile = read_text(&reading, "profile"),
                .spec = read_text(&reading, "spec"),
                .application = read_text(&reading, "application"),
                .strategy = read_text(&reading, "strategy"),
                .options = read_text(&reading, "options"),
                .subscript = read_number(&reading, "subscript", 1),
                .repetition = read_number(&reading, "repetition", 1),
                .base_seed = read_seed(&reading, "baseSeed"),
            },
        .expected = {.verdict = EXPECT_UNSAID, .published = EXPECT_UNSAID},
        .outcome = read_outcome(&reading),
        .is_known_reason =
            json_read_bool(json_read_field(object, "knownReason")),
        .verdict = read_optional(&reading, "weirSays"),
        .error = read_optional(&reading, "error"),
        .seed = read_seed(&reading, "seed"),
        .actions = read_number(&reading, "actions", 0),
        .wall_us = read_number(&reading, "wallUs", 1),
        .test_ms = read_number(&reading, "testMs", 0),
        .jobs = read_number(&reading, "jobs", 1),
        .exit_status =
            (int)json_read_int(json_read_field(object, "exitStatus")),
    };
    if (!reading.fine || !expected_read(&record->expected, object, error))
        return false;
    return record->expected.verdict != EXPECT_UNSAID ||
           error_set(error, ERROR_IO, "\"verdict\" is missing");
}
