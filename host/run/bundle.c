/* Order of this file: writing, reading, the end. */
#include "run/bundle.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/lines.h"
#include "base/memory.h"

/* ---- writing --------------------------------------------------------------
 */

void bundle_add_member(struct buf *out, size_t property,
                       const struct campaign_outcome *outcome)
{
    buf_addf(out, "{\"member\":%zu}\n", property);
    job_report_add_test(out, outcome);
}

void bundle_add_judged(struct buf *out)
{
    buf_add_text(out, "{\"judged\":true}\n");
}

void bundle_add_whole(struct buf *out)
{
    buf_add_text(out, "{\"whole\":true}\n");
}

/* ---- reading --------------------------------------------------------------
 */

void bundle_init(struct bundle *bundle, size_t count, bool keep_all)
{
    *bundle = (struct bundle){.count = count, .keep_all = keep_all};
    job_report_init(&bundle->walk, keep_all);
    job_report_init(&bundle->again, keep_all);
    bundle->current = &bundle->walk;
    buf_init(&bundle->unread);
    if (count == 0)
        return;
    bundle->members = memory_zeroed(count, sizeof *bundle->members);
    bundle->is_shortened = memory_zeroed(count, sizeof *bundle->is_shortened);
    for (size_t i = 0; i < count; i++)
        job_report_init(&bundle->members[i], keep_all);
}

void bundle_finish(struct bundle *bundle)
{
    for (size_t i = 0; i < bundle->count; i++)
        job_report_finish(&bundle->members[i]);
    free(bundle->members);
    free(bundle->is_shortened);
    job_report_finish(&bundle->walk);
    job_report_finish(&bundle->again);
    buf_finish(&bundle->unread);
}

static bool begin_member(struct bundle *bundle, const struct json *json,
                         struct error *error)
{
    int64_t number = json_read_int(json);
    if (number < 0 || (uint64_t)number >= bundle->count)
        return error_set(error, ERROR_IO, "there is no such property");
    if (!bundle->is_judged && bundle->members[number].is_complete)
        return error_set(error, ERROR_IO, "a property is told of twice");
    bundle->is_again = bundle->is_judged;
    bundle->property = (size_t)number;
    bundle->current =
        bundle->is_again ? &bundle->again : &bundle->members[number];
    return true;
}

/* One that has been made shorter has come, all of it. */
static void replace_member(struct bundle *bundle)
{
    struct job_report *member = &bundle->members[bundle->property];
    job_report_finish(member);
    *member = bundle->again;
    job_report_init(&bundle->again, bundle->keep_all);
    bundle->is_shortened[bundle->property] = true;
    bundle->is_again = false;
    bundle->current = &bundle->walk;
}

/* Whether it is a line of the bundle's own, and then what it says. */
static bool take_own(struct bundle *bundle, struct str line, bool *is_own,
                     struct error *error)
{
    *is_own = str_starts_with(line, "{\"member\":") ||
              str_starts_with(line, "{\"judged\":") ||
              str_starts_with(line, "{\"whole\":");
    if (!*is_own)
        return true;
    struct json *json = json_parse(line, error);
    if (json == NULL)
        return false;
    const struct json *member = json_read_field(json, "member");
    bool fine = member == NULL || begin_member(bundle, member, error);
    if (json_read_field(json, "judged") != NULL) {
        bundle->is_judged = true;
        bundle->current = &bundle->walk; /* it says what it does */
    }
    bundle->is_whole |= json_read_field(json, "whole") != NULL;
    json_destroy(json);
    return fine;
}

static bool take_line(void *data, struct str line, struct error *error)
{
    struct bundle *bundle = data;
    bool is_own = false;
    if (bundle->count > 0 && !take_own(bundle, line, &is_own, error))
        return false;
    if (is_own)
        return true;
    bool fine = job_report_take_line(bundle->current, line, error);
    if (bundle->is_again && bundle->again.is_complete)
        replace_member(bundle);
    if (bundle->count == 0)
        bundle->is_whole = bundle->walk.is_complete;
    return fine;
}

bool bundle_take(struct bundle *bundle, const char *bytes, size_t length,
                 struct error *error)
{
    return lines_feed(&bundle->unread, bytes, length, take_line, bundle, error);
}

/* ---- the end --------------------------------------------------------------
 */

struct campaign_outcome *bundle_outcome(struct bundle *bundle, size_t property)
{
    return bundle->count == 0 ? &bundle->walk.outcome
                              : &bundle->members[property].outcome;
}

struct campaign_outcome *bundle_release(struct bundle *bundle)
{
    struct campaign_outcome *outcomes =
        memory_zeroed(bundle->count + 1, sizeof *outcomes);
    for (size_t i = 0; i < bundle->count; i++) {
        outcomes[i] = bundle->members[i].outcome;
        campaign_outcome_init(&bundle->members[i].outcome);
        kept_steps_straighten(&outcomes[i].result.kept); /* cut off */
    }
    return outcomes;
}

static void end_member(struct bundle *bundle, size_t property,
                       const struct error *error, bool goes_on)
{
    struct job_report *job_report = &bundle->members[property];
    struct session_result *walk = &bundle->walk.outcome.result;
    job_report_finish(job_report);
    job_report_init(job_report, bundle->keep_all);
    walk->kept.left_out += bundle->walk.left_out;
    job_report->outcome.result.kept = walk->kept;
    job_report->outcome.result.actions = walk->actions;
    kept_steps_init(&walk->kept, false);
    campaign_outcome_fail(&job_report->outcome, error, goes_on);
}

/* One that was to be made shorter. */
static void leave_as_found(struct job_report *job_report,
                           const struct error *error)
{
    struct reduction *reduction = &job_report->outcome.reduction;
    if (!reduce_is_for(&job_report->outcome.result))
        return;
    reduction->kind = REDUCTION_TROUBLE;
    reduction->trouble = memory_format("%s", error->message);
}

void bundle_break_off(struct bundle *bundle, const bool *is_live,
                      const struct error *error, bool goes_on)
{
    for (size_t i = 0; i < bundle->count; i++) {
        struct job_report *job_report = &bundle->members[i];
        if (!is_live[i])
            continue;
        if (!job_report->is_complete)
            end_member(bundle, i, error, goes_on);
        else if (bundle->is_judged && !bundle->is_shortened[i])
            leave_as_found(job_report, error);
    }
}
