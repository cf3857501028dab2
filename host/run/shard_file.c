#include "run/shard_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void shard_run_finish(struct shard_run *run)
{
    for (size_t i = 0; i < run->property_count; i++) {
        free(run->properties[i].name);
        free(run->properties[i].file);
        trace_header_finish(&run->properties[i].header);
    }
    free(run->properties);
    free(run->leaders);
    free(run->spec);
    free(run->origin);
    free(run->time_mode);
    free(run->strategy);
    free(run->command);
    value_unref(run->model);
    *run = (struct shard_run){.spec = NULL};
}

/* ---- whether two are of one run ----------------------------------------- */

static bool same_text(const char *what, const char *a, const char *b,
                      struct error *error)
{
    a = a == NULL ? "none" : a;
    b = b == NULL ? "none" : b;
    return strcmp(a, b) == 0 ||
           error_set(error, ERROR_USAGE, "%s: %s and %s", what, a, b);
}

static bool same_number(const char *what, int64_t a, int64_t b,
                        struct error *error)
{
    return a == b || error_set(error, ERROR_USAGE,
                               "%s: %" PRId64 " and %" PRId64, what, a, b);
}

static bool same_seed(uint64_t a, uint64_t b, struct error *error)
{
    return a == b || error_set(error, ERROR_USAGE,
                               "--seed: %" PRIu64 " and %" PRIu64, a, b);
}

static bool same_properties(const struct shard_run *a,
                            const struct shard_run *b, struct error *error)
{
    if (!same_number("number of properties", (int64_t)a->property_count,
                     (int64_t)b->property_count, error))
        return false;
    for (size_t i = 0; i < a->property_count; i++)
        if (!same_text("properties", a->properties[i].name,
                       b->properties[i].name, error))
            return false;
    return true;
}

static bool same_model(const struct value *a, const struct value *b,
                       struct error *error)
{
    if (a == NULL || b == NULL)
        return a == b || error_set(error, ERROR_USAGE,
                                   "one is of a model, the other of a page");
    return value_equal(a, b) ||
           error_set(error, ERROR_USAGE,
                     "the model, or which of its programs are run");
}

/* Those that --walk each, or another weir, has walked alone. */
static bool same_walks(const struct shard_run *a, const struct shard_run *b,
                       struct error *error)
{
    for (size_t i = 0; i < a->property_count; i++) {
        size_t in_a = a->leaders == NULL ? i : a->leaders[i];
        size_t in_b = b->leaders == NULL ? i : b->leaders[i];
        if (in_a != in_b)
            return error_set(error, ERROR_USAGE,
                             "--walk: one walk judges other properties");
    }
    return true;
}

bool shard_run_agrees(const struct shard_run *a, const struct shard_run *b,
                      struct error *error)
{
    return same_number("number of shards", (int64_t)a->shard.of,
                       (int64_t)b->shard.of, error) &&
           same_seed(a->seed, b->seed, error) &&
           same_number("--tests", a->tests, b->tests, error) &&
           same_number("--subscript", a->subscript, b->subscript, error) &&
           same_number("--max-actions", a->max_actions, b->max_actions,
                       error) &&
           same_text("--strategy", a->strategy, b->strategy, error) &&
           same_text("--time", a->time_mode, b->time_mode, error) &&
           same_number("--deterministic", a->deterministic, b->deterministic,
                       error) &&
           same_properties(a, b, error) && same_walks(a, b, error) &&
           same_model(a->model, b->model, error) &&
           (a->digest == b->digest ||
            error_set(error, ERROR_USAGE,
                      "the text of the specification, a module it imports or "
                      "a --define is another"));
}
