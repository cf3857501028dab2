/* Order of this file: what had happened, a step, the
 * ending, the loop. */
#include "run/offline.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "run/session.h"
#include "trace/generator.h"

struct offline {
    struct trace_reader *reader;
    struct trace_record *record;
    struct checker *checker;
    struct actor *actor;
    const struct offline_options *options;
    struct offline_result *result;
    struct error *error;

    bool started;        /* the initial event was seen */
    bool decided;        /* nothing more is judged */
    struct verdict stop; /* as of the last step */
    int64_t unknown;     /* the first step whose action nobody proposed; 0 */
    struct buf recorded; /* the error that the recording ended in */
};

void offline_result_init(struct offline_result *result)
{
    *result = (struct offline_result){.error = ERROR_NONE};
}

void offline_result_finish(struct offline_result *result)
{
    kept_steps_finish(&result->kept);
    reason_list_finish(&result->reasons);
    value_unref(result->signals);
    free(result->note);
    offline_result_init(result);
}

/* ---- what had happened -------------------------------------------------- */

/* With values in the place of its generators. */
static bool may_be(const struct action *proposal, const struct action *action)
{
    return proposal->is_event == action->is_event &&
           value_equal(proposal->id, action->id) &&
           generator_admits(proposal->args, action->args);
}

static size_t find(const struct action_list *proposed,
                   const struct action *action)
{
    size_t i = 0;
    while (i < proposed->count &&
           !(may_be(&proposed->items[i], action) &&
             proposed->items[i].timeout_ms == action->timeout_ms))
        i++;
    return i;
}

/* Before the checker enters the state that the action led to: which of the
 * actor's proposals was it? */
static bool recognise(struct offline *offline, const struct step *step,
                      struct error *error)
{
    struct action_list proposed = {NULL, 0, 0};
    char *why = NULL;
    if (!offline->started || step->kind != STEP_ACTED || step->what.count == 0)
        return true;
    bool fine =
        offline->actor->ops->propose(offline->actor, &proposed, &why, error);
    size_t found = fine ? find(&proposed, &step->what.items[0]) : 0;
    if (fine && found < proposed.count)
        offline->actor->ops->chosen(offline->actor, found);
    else if (offline->unknown == 0)
        offline->unknown = step->version;
    action_list_finish(&proposed);
    free(why);
    return fine;
}

/* ---- a step ------------------------------------------------------------- */

static void decide(struct offline *offline, struct verdict verdict)
{
    offline->result->verdict = verdict;
    offline->decided = true;
}

/* False: the whole command has to end. */
static bool fail(struct offline *offline, const struct error *error)
{
    decide(offline, (struct verdict){.kind = VERDICT_ERRORED});
    offline->result->error = *error;
    if (error->code == ERROR_RUN || error->code == ERROR_UNJUDGED ||
        error->code == ERROR_UNJUDGED_LATER)
        return true;
    *offline->error = *error;
    return false;
}

/* Takes the step out of the record. */
static void take_in(struct offline *offline, struct step *step)
{
    offline->result->actions += step->kind == STEP_ACTED;
    if (offline->options->on_step != NULL)
        offline->options->on_step(offline->options->context, step);
    kept_steps_add(&offline->result->kept, step);
}

/* A header may promise more than the states hold. */
static bool is_whole(const struct offline *offline, const struct step *step,
                     struct error *error)
{
    struct checker *checker = offline->checker;
    const struct deps_node *root = &checker->ops->dependencies(checker)->root;
    for (size_t i = 0; i < root->count; i++) {
        const struct deps_node *selector = &root->children[i];
        struct str name = str_from(selector->name, selector->name_length);
        if (str_starts_with(name, "::"))
            continue; /* what the executor is to do, not what it reads */
        if (step->state == NULL || value_field(step->state, name) == NULL)
            return error_set(error, ERROR_RUN,
                             "the state of step %" PRId64
                             " lacks `%.*s`, which "
                             "the property reads: record it again",
                             step->version, STR_ARGS(name));
    }
    return true;
}

static bool judge_step(struct offline *offline)
{
    struct step *step = &offline->record->step;
    struct observation seen = {.wait_ms = CHECKER_NO_WAIT};
    struct error error = ERROR_NONE;
    bool fine =
        is_whole(offline, step, &error) && recognise(offline, step, &error) &&
        offline->checker->ops->observe(offline->checker, step, &seen, &error);
    if (!fine || seen.started) {
        offline->started = true;
        take_in(offline, step);
    }
    if (!fine)
        return fail(offline, &error);
    offline->stop = seen.stop;
    if (seen.verdict.kind == VERDICT_DEFINITELY)
        decide(offline, seen.verdict);
    return true;
}

/* ---- the ending --------------------------------------------------------- */

static void end_undecided(struct offline *offline)
{
    struct checker *checker = offline->checker;
    struct verdict verdict = {.kind = VERDICT_INCONCLUSIVE};
    if (!offline->started) {
        error_set(&offline->result->error, ERROR_RUN,
                  "the initial event (`when`) does not occur in the trace");
        verdict.kind = VERDICT_ERRORED;
    } else if (offline->stop.kind == VERDICT_PROBABLY) {
        verdict = offline->stop;
    } else if (checker->ops->cut_off != NULL) {
        verdict = checker->ops->cut_off(checker);
    }
    decide(offline, verdict);
}

static void explain(struct offline *offline)
{
    struct verdict verdict = offline->result->verdict;
    bool worth_it =
        verdict_is_failure(verdict) || verdict.kind == VERDICT_INCONCLUSIVE;
    if (worth_it && offline->checker->ops->explain != NULL)
        offline->checker->ops->explain(offline->checker,
                                       &offline->result->reasons);
}

static void add_note(struct buf *note, const char *separator)
{
    if (note->length > 0)
        buf_add_text(note, separator);
}

static void write_note(struct offline *offline, bool was_undecided)
{
    struct buf note;
    buf_init(&note);
    if (was_undecided && offline->result->verdict.kind != VERDICT_ERRORED &&
        offline->stop.kind != VERDICT_PROBABLY)
        buf_add_text(&note, "the trace ends while the property still demands "
                            "states");
    if (offline->recorded.length > 0 && was_undecided) {
        add_note(&note, "; ");
        buf_addf(&note, "the recorded run ended in an error: %s",
                 buf_text(&offline->recorded));
    }
    if (offline->unknown > 0) {
        add_note(&note, "; ");
        buf_addf(&note,
                 "the action of step %" PRId64 " is none that the "
                 "specification proposes there, so nothing counts as happened",
                 offline->unknown);
    }
    const char *at_once =
        session_note_at_once(offline->result->verdict, offline->result->actions,
                             offline->result->kept.count);
    if (note.length == 0 && at_once != NULL)
        buf_add_text(&note, at_once);
    if (note.length > 0)
        offline->result->note = buf_take(&note);
    buf_finish(&note);
}

/* ---- the loop ----------------------------------------------------------- */

static void take_ending(struct offline *offline)
{
    const struct trace_ending *ending = &offline->record->ending;
    offline->result->stale = ending->stale;
    if (ending->error != NULL)
        buf_add_text(&offline->recorded, ending->error);
}

static bool is_cancelled(struct offline *offline)
{
    const struct offline_options *options = offline->options;
    return options->cancelled != NULL && options->cancelled(options->context);
}

static bool take_record(struct offline *offline)
{
    struct error error = ERROR_NONE;
    if (is_cancelled(offline)) {
        error_set(&error, ERROR_CANCELLED, "interrupted");
        return fail(offline, &error);
    }
    if (!trace_reader_next(offline->reader, offline->record, &error))
        return fail(offline, &error);
    if (offline->record->kind == TRACE_RECORD_ENDING)
        take_ending(offline);
    if (offline->record->kind == TRACE_RECORD_STEP && !offline->decided)
        return judge_step(offline);
    return true;
}

static bool read_test(struct offline *offline)
{
    do {
        if (!take_record(offline))
            return false;
    } while (offline->record->kind == TRACE_RECORD_STEP ||
             offline->record->kind == TRACE_RECORD_ENDING);
    return true;
}

bool offline_judge(struct trace_reader *reader, struct trace_record *record,
                   struct checker *checker, struct actor *actor,
                   const struct offline_options *options,
                   struct offline_result *result, struct error *error)
{
    struct error unused = ERROR_NONE;
    struct offline offline = {
        .reader = reader,
        .record = record,
        .checker = checker,
        .actor = actor,
        .options = options,
        .result = result,
        .error = error == NULL ? &unused : error,
    };
    bool fine = read_test(&offline);
    bool was_undecided = !offline.decided;
    if (was_undecided)
        end_undecided(&offline);
    explain(&offline);
    result->signals = checker_signals(checker);
    write_note(&offline, was_undecided);
    kept_steps_straighten(&result->kept);
    buf_finish(&offline.recorded);
    return fine;
}
