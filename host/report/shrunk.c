#include "report/shrunk.h"

#include <inttypes.h>

#include "base/json.h"
#include "report/text.h"

const struct test_result *shrunk_original(const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    return reduction != NULL && reduction->kind == REDUCTION_SHORTER &&
                   reduction->other != NULL
               ? reduction->other
               : result;
}

static void add_cost(struct buf *out, const struct reduction_info *reduction)
{
    buf_add_text(out, " in ");
    text_add_count(out, reduction->runs, "run");
    buf_add_text(out, " (");
    text_add_duration_ms(out, reduction->duration_ms);
    buf_add_char(out, ')');
}

/* Why there may be a shorter one. */
static void add_end(struct buf *out, const struct reduction_info *reduction)
{
    if (reduction->end == REDUCTION_OUT_OF_TIME)
        buf_add_text(out, " The time for shrinking ran out, so there may be a "
                          "shorter one, and on another machine another one "
                          "(--shrink-time; never beyond --time-limit).");
    else if (reduction->end == REDUCTION_INTERRUPTED)
        buf_add_text(out, " Shrinking was interrupted, so there may be a "
                          "shorter one.");
    else if (reduction->end == REDUCTION_BROKEN_OFF)
        buf_addf(out,
                 " Shrinking broke off, so there may be a shorter one: %s.",
                 reduction->trouble == NULL ? "" : reduction->trouble);
    else if (reduction->end == REDUCTION_UNSTEADY)
        buf_add_text(out, " Shorter runs failed, but not when they were run "
                          "again.");
}

static void add_beginning(struct buf *out,
                          const struct reduction_info *reduction)
{
    if (reduction->began_otherwise)
        buf_add_text(out, " It began in another state then: by chance, or "
                          "because something remembers earlier tests, as a "
                          "server does (docs/manual/flaky.md).");
}

static void add_confirmation(struct buf *out,
                             const struct reduction_info *reduction)
{
    if (reduction->confirm_runs > reduction->confirm_failures) {
        buf_addf(out, " It is flaky: run again, it failed %" PRId64 " of ",
                 reduction->confirm_failures);
        text_add_count(out, reduction->confirm_runs, "time");
        buf_add_char(out, '.');
    }
}

static void add_shorter(struct buf *out, const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    int64_t from = shrunk_original(result)->actions;
    if (result->actions < from) {
        buf_add_text(out, "Shrunk from ");
        text_add_count(out, from, "action");
        buf_addf(out, " to %" PRId64, result->actions);
    } else {
        buf_add_text(out, "Simplified (");
        text_add_count(out, from, "action");
        buf_add_char(out, ')');
    }
    add_cost(out, reduction);
    buf_add_char(out, '.');
}

static void add_same(struct buf *out, const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    if (reduction->end != REDUCTION_MINIMAL)
        buf_add_text(out, "Not shrunk");
    else if (result->actions == 0)
        buf_add_text(out, "It fails again");
    else if (result->actions == 1)
        buf_add_text(out, "Its action cannot be left out");
    else
        buf_addf(out, "None of its %" PRId64 " actions can be left out",
                 result->actions);
    buf_add_text(out, reduction->end == REDUCTION_MINIMAL && result->actions > 0
                          ? ", tried"
                          : "");
    add_cost(out, reduction);
    buf_add_char(out, '.');
}

static void add_flaky(struct buf *out, const struct reduction_info *reduction)
{
    if (reduction->other != NULL &&
        verdict_is_failure(reduction->other->verdict)) {
        buf_add_text(out, "It could not be run again: the property was false "
                          "in the first state already (");
        text_add_count(out, reduction->confirm_runs, "time");
        buf_add_text(out, ").");
        return;
    }
    buf_add_text(out,
                 "Flaky: run again with the same actions it did not fail (");
    text_add_count(out, reduction->confirm_runs, "time");
    if (reduction->left_out > 0) {
        buf_add_text(out, "; the last time without ");
        text_add_count(out, reduction->left_out, "action");
        buf_addf(out, ", which %s not on offer then",
                 reduction->left_out == 1 ? "was" : "were");
    }
    buf_add_text(out, "). The failure was seen once, so it is one; but what "
                      "led to it is not in the actions alone.");
}

void shrunk_add_words(struct buf *out, const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    if (reduction == NULL)
        return;
    switch (reduction->kind) {
    case REDUCTION_NONE:
        if (reduction->end == REDUCTION_OUT_OF_TIME && reduction->runs > 0)
            buf_add_text(out, "Not shrunk: the time for that ran out in the "
                              "first run (--shrink-time, --time-limit).");
        else if (reduction->end == REDUCTION_INTERRUPTED && reduction->runs > 0)
            buf_add_text(out, "Not shrunk: that was interrupted in the first "
                              "run.");
        break;
    case REDUCTION_SHORTER:
        add_shorter(out, result);
        add_end(out, reduction);
        add_confirmation(out, reduction);
        add_beginning(out, reduction);
        break;
    case REDUCTION_SAME:
        add_same(out, result);
        add_end(out, reduction);
        add_confirmation(out, reduction);
        add_beginning(out, reduction);
        break;
    case REDUCTION_FLAKY:
        add_flaky(out, reduction);
        add_beginning(out, reduction);
        break;
    case REDUCTION_TROUBLE:
        buf_addf(out, "It could not be run again to shrink it: %s",
                 reduction->trouble == NULL ? "" : reduction->trouble);
        break;
    }
}

void shrunk_add_progress(struct buf *out,
                         const struct shrink_progress *progress)
{
    buf_add_text(out, "shrinking: ");
    text_add_count(out, progress->from, "action");
    buf_addf(out, ", now %" PRId64 ", ", progress->now);
    text_add_count(out, progress->runs, "run");
}

static const char *kind_name(enum reduction_kind kind)
{
    static const char *const names[] = {
        [REDUCTION_NONE] = "none",       [REDUCTION_SHORTER] = "shrunk",
        [REDUCTION_SAME] = "same",       [REDUCTION_FLAKY] = "flaky",
        [REDUCTION_TROUBLE] = "trouble",
    };
    return names[kind];
}

static const char *end_name(enum reduction_end end)
{
    static const char *const names[] = {
        [REDUCTION_MINIMAL] = "minimal",
        [REDUCTION_OUT_OF_TIME] = "out of time",
        [REDUCTION_INTERRUPTED] = "interrupted",
        [REDUCTION_BROKEN_OFF] = "broken off",
        [REDUCTION_UNSTEADY] = "unsteady",
    };
    return names[end];
}

void shrunk_add_json(struct buf *out, const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    buf_addf(out, "{\"outcome\":\"%s\",", kind_name(reduction->kind));
    if (reduction->kind == REDUCTION_SHORTER ||
        reduction->kind == REDUCTION_SAME)
        buf_addf(out, "\"ended\":\"%s\",", end_name(reduction->end));
    buf_addf(out,
             "\"from\":%" PRId64 ",\"to\":%" PRId64 ",\"runs\":%" PRId64
             ",\"durationMs\":%" PRId64 ",\"confirmRuns\":%" PRId64
             ",\"confirmFailures\":%" PRId64,
             shrunk_original(result)->actions, result->actions, reduction->runs,
             reduction->duration_ms, reduction->confirm_runs,
             reduction->confirm_failures);
    if (reduction->began_otherwise)
        buf_add_text(out, ",\"beganOtherwise\":true");
    if (reduction->left_out > 0)
        buf_addf(out, ",\"leftOut\":%" PRId64, reduction->left_out);
    if (reduction->trouble != NULL) {
        buf_add_text(out, ",\"trouble\":");
        json_add_string(out, str_text(reduction->trouble));
    }
    buf_add_char(out, '}');
}
