/* What the specification says of a state: what has happened, what it judges,
 * and what cannot be judged. */
#include "check/spec/spec_internal.h"

#include "base/memory.h"

typedef VEC(struct lang_value *) name_list;

bool spec_is_among(const struct action *action,
                   const struct action_list *events)
{
    for (size_t i = 0; i < events->count; i++)
        if (action_matches(action, &events->items[i]))
            return true;
    return false;
}

/* The names of the declared primitives that equal a reported event, and the
 * largest timeout among them. */
static void match(const struct lang_primitive_list *declared,
                  const struct action_list *events, name_list *names,
                  struct action_list *matched, struct observation *seen)
{
    for (size_t i = 0; i < declared->count; i++) {
        const struct lang_primitive *primitive = &declared->items[i];
        if (!spec_is_among(&primitive->action, events))
            continue;
        seen->matched = true;
        action_list_push(matched, action_copy(&primitive->action));
        if (primitive->action.timeout_ms > seen->wait_ms)
            seen->wait_ms = primitive->action.timeout_ms;
        if (primitive->name != NULL)
            vec_push(names, primitive->name);
    }
}

/* What led to this state, as `happened` will hold it. The names stay owned by
 * `declared` or by the proposals. */
static bool what_happened(struct spec *spec, const struct step *step,
                          struct lang_primitive_list *declared,
                          name_list *names, struct observation *seen,
                          struct error *error)
{
    if (step->kind == STEP_EVENT) {
        if (!lang_session_primitives(spec->session,
                                     spec->started ? LANG_WITH : LANG_INITIAL,
                                     declared, error))
            return false;
        match(declared, &step->what, names, &spec->matched, seen);
    } else if (step->kind == STEP_ACTED &&
               spec->chosen < spec->proposed.count) {
        struct lang_value *name = spec->proposed.items[spec->chosen].name;
        if (name != NULL)
            vec_push(names, name);
    }
    return true;
}

/* Of several actions as one (`inOrder!`) the step tells how many were done
 * where it could not go on. */
static int64_t parts_done(const struct step *step)
{
    const struct value *done =
        step->target == NULL || step->target->kind != VALUE_OBJECT
            ? NULL
            : value_field(step->target, STR("done"));
    return done == NULL || done->kind != VALUE_INT ? INT64_MAX : done->integer;
}

/* What the specification says in this state, or cannot. */
static bool judge(struct spec *spec, const struct step *step,
                  struct observation *seen, struct error *error)
{
    *seen = (struct observation){.wait_ms = CHECKER_NO_WAIT};
    action_list_clear(&spec->matched);
    lang_session_enter(spec->session, step->state, step->version);
    lang_session_moment(spec->session, step->time_us, step->ticked,
                        step->kind == STEP_ACTED ? &step->what : NULL,
                        parts_done(step));
    struct lang_primitive_list declared = {0};
    name_list names = VEC_EMPTY;
    bool fine = what_happened(spec, step, &declared, &names, seen, error);
    if (fine && !spec->started)
        spec->started = seen->matched;
    seen->started = spec->started;
    if (fine && spec->started)
        fine = lang_session_observe(spec->session, names.items, names.count,
                                    &seen->verdict, &seen->stop, error);
    vec_finish(&names);
    lang_primitive_list_finish(&declared);
    return fine;
}

/* ---- what cannot be judged ---------------------------------------------- */

static bool can_propose(struct spec *spec, struct error *error)
{
    struct lang_primitive_list all = {0};
    bool fine = lang_session_primitives(spec->session, LANG_WITH, &all, error);
    lang_primitive_list_finish(&all);
    return fine;
}

static struct reason told(char *text, int64_t version)
{
    return (struct reason){.text = text, .version = version};
}

static void tell_wrong(struct spec *spec)
{
    struct str words = value_text(spec->wrong);
    reason_list_push(
        &spec->broken,
        told(memory_copy_string(words.data, words.length), spec->version));
}

bool spec_stuck(struct checker *checker, const char *why)
{
    struct spec *spec = spec_of_checker(checker);
    if (spec->wrong == NULL || !spec->started)
        return false;
    tell_wrong(spec);
    char *text = memory_format("nothing can be done after it%s%s",
                               why == NULL ? "" : ": ", why == NULL ? "" : why);
    reason_list_push(&spec->broken, told(text, spec->version));
    return true;
}

static void note_wrong(struct spec *spec, const struct step *step)
{
    value_unref(spec->wrong);
    spec->wrong = step->broken == NULL ? NULL : value_ref(step->broken);
    spec->version = step->version;
}

/* The application has gone wrong, and what is demanded of it can no longer be
 * seen: that is a fault of the application, of which both are told. */
static void condemn(struct spec *spec, const struct step *step,
                    struct observation *seen)
{
    spec->started = true;
    seen->started = true;
    seen->verdict = (struct verdict){VERDICT_DEFINITELY, false};
    seen->stop = (struct verdict){.kind = VERDICT_NONE};
    tell_wrong(spec);
    if (step->died) {
        reason_list_push(&spec->broken,
                         told(memory_format("no state after it can be judged"),
                              step->version));
        return;
    }
    struct reason fault = lang_session_fault(spec->session);
    char *text =
        memory_format("this cannot be judged after it: %s", fault.text);
    free(fault.text);
    fault.text = text;
    fault.version = step->version;
    reason_list_push(&spec->broken, fault);
}

bool spec_is_at_fault(const struct spec *spec, struct error *error)
{
    if (error != NULL && error->code == ERROR_SPEC)
        error->code =
            spec->judged > 1 && !lang_session_fault_is_first(spec->session)
                ? ERROR_UNJUDGED_LATER
                : ERROR_UNJUDGED;
    return false;
}

bool spec_observe(struct checker *checker, const struct step *step,
                  struct observation *seen, struct error *error)
{
    struct spec *spec = spec_of_checker(checker);
    bool fine = judge(spec, step, seen, error);
    spec->judged += !fine || spec->started;
    note_wrong(spec, step);
    if (step->broken == NULL)
        return fine || spec_is_at_fault(spec, error);
    /* Where actions cannot be proposed any more, that is found out here, too.
     */
    bool goes_on = fine && spec->started && !step->died &&
                   seen->verdict.kind == VERDICT_NONE;
    if (goes_on)
        fine = can_propose(spec, error);
    if (!fine || (step->died && spec->started))
        condemn(spec, step, seen);
    return true;
}
