#include "check/spec/spec.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "lang/front/ast.h"
#include "lang/explain/coverage.h"
#include "lang/deps/deps.h"
#include "lang/session.h"

struct spec {
    struct check_spec base;
    const struct lang_program *program;
    struct lang_session *session;
    struct deps deps;
    bool started;        /* the initial event was seen */
    int64_t judged;      /* states of the run so far */
    struct value *wrong; /* step.broken of the last step, owned; or NULL */
    int64_t version;     /* of that step */
    struct reason_list broken;  /* why it is false without being judged */
    bool has_clock;             /* it names events of its own clock */
    struct action_list awaited; /* those that it waits for now */
    struct action_list matched; /* by the last step */
    struct lang_primitive_list proposed;
    VEC(struct proposal_hint) hints; /* as long as `proposed` */
    size_t chosen; /* index in `proposed`, or its count: none */
};

typedef VEC(struct lang_value *) name_list;

static struct spec *of_checker(struct checker *checker)
{
    return (struct spec *)((char *)checker -
                           offsetof(struct check_spec, checker));
}

static struct spec *of_actor(struct actor *actor)
{
    return (struct spec *)((char *)actor - offsetof(struct check_spec, actor));
}

static const struct deps *dependencies(struct checker *checker)
{
    return &of_checker(checker)->deps;
}

static bool is_among(const struct action *action,
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
        if (!is_among(&primitive->action, events))
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

static bool stuck(struct checker *checker, const char *why)
{
    struct spec *spec = of_checker(checker);
    if (spec->wrong == NULL || !spec->started)
        return false;
    tell_wrong(spec);
    char *text = memory_format("nothing can be done behind it%s%s",
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
                         told(memory_format("no state behind it can be judged"),
                              step->version));
        return;
    }
    struct reason fault = lang_session_fault(spec->session);
    char *text =
        memory_format("this cannot be judged behind it: %s", fault.text);
    free(fault.text);
    fault.text = text;
    fault.version = step->version;
    reason_list_push(&spec->broken, fault);
}

/* Where it is evaluated for the first time there is no telling whether the
 * specification can be at all; later it could be before. */
static bool is_at_fault(const struct spec *spec, struct error *error)
{
    if (error != NULL && error->code == ERROR_SPEC)
        error->code =
            spec->judged > 1 && !lang_session_fault_is_first(spec->session)
                ? ERROR_UNJUDGED_LATER
                : ERROR_UNJUDGED;
    return false;
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    struct spec *spec = of_checker(checker);
    bool fine = judge(spec, step, seen, error);
    spec->judged += !fine || spec->started;
    note_wrong(spec, step);
    if (step->broken == NULL)
        return fine || is_at_fault(spec, error);
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

/* Names that come from the page could be other ones in each test, without
 * end. */
enum { LEARNED_LIMIT = 200 };

static bool unread(struct checker *checker, struct deps *found)
{
    struct spec *spec = of_checker(checker);
    struct deps *learned = spec->program->learned;
    const struct deps *noted = lang_session_unread(spec->session);
    if (noted == NULL || deps_leaf_count(learned) >= LEARNED_LIMIT)
        return false;
    deps_merge(learned, noted);
    deps_merge(found, noted);
    return true;
}

/* specs/library/weir/events.strom */
static bool is_timer(const struct action *action)
{
    struct str id = value_text(action->id);
    return action->is_event &&
           (str_is(id, "after") || str_is(id, "every") || str_is(id, "rested"));
}

static const struct action_list *awaited(struct checker *checker)
{
    struct spec *spec = of_checker(checker);
    struct lang_primitive_list declared = {0};
    struct error error = ERROR_NONE;
    if (!spec->has_clock)
        return NULL;
    action_list_clear(&spec->awaited);
    /* A specification at fault in this state has been told so already, or is
     * when actions are proposed. */
    if (lang_session_primitives(spec->session,
                                spec->started ? LANG_WITH : LANG_INITIAL,
                                &declared, &error))
        for (size_t i = 0; i < declared.count; i++)
            if (is_timer(&declared.items[i].action))
                action_list_push(&spec->awaited,
                                 action_copy(&declared.items[i].action));
    lang_primitive_list_finish(&declared);
    return &spec->awaited;
}

static bool awaits(struct checker *checker, const struct action_list *events)
{
    struct spec *spec = of_checker(checker);
    struct lang_primitive_list declared = {0};
    struct error error = ERROR_NONE;
    bool found = false;
    /* A fault is told when the state is taken in. */
    if (!lang_session_primitives(spec->session, LANG_WITH, &declared, &error))
        found = true;
    for (size_t i = 0; i < declared.count; i++)
        found = found || is_among(&declared.items[i].action, events);
    lang_primitive_list_finish(&declared);
    return found;
}

static int64_t demand(struct checker *checker)
{
    return lang_session_demand(of_checker(checker)->session);
}

static struct verdict cut_off(struct checker *checker)
{
    return lang_session_cut_off(of_checker(checker)->session);
}

static void insight(struct checker *checker, uint64_t *residual, uint64_t *news)
{
    const struct spec *spec = of_checker(checker);
    *residual = lang_session_shape(spec->session);
    *news = lang_session_news(spec->session);
}

static void coverage(struct checker *checker, struct coverage *coverage)
{
    lang_session_coverage(of_checker(checker)->session, coverage);
}

static char *copy(const char *text)
{
    return text == NULL ? NULL : memory_copy_string(text, strlen(text));
}

static void explain(struct checker *checker, struct reason_list *reasons)
{
    const struct reason_list *broken = &of_checker(checker)->broken;
    for (size_t i = 0; i < broken->count; i++) {
        struct reason reason = broken->items[i];
        reason.text = copy(reason.text);
        reason.file = copy(reason.file);
        reason.source = copy(reason.source);
        reason_list_push(reasons, reason);
    }
    if (broken->count > 0)
        return;
    lang_session_explain(of_checker(checker)->session, reasons);
}

static struct value *signals(struct checker *checker)
{
    return lang_session_signals(of_checker(checker)->session);
}

static bool propose(struct actor *actor, struct action_list *actions,
                    char **why, struct error *error)
{
    struct spec *spec = of_actor(actor);
    struct lang_primitive_list all = {0};
    bool fine = lang_session_primitives(spec->session, LANG_WITH, &all, error);
    lang_primitive_list_finish(&spec->proposed);
    spec->proposed = (struct lang_primitive_list){0};
    struct lang_primitive_list events = {0};
    for (size_t i = 0; i < all.count; i++) {
        if (all.items[i].action.is_event) {
            vec_push(&events, all.items[i]);
            continue;
        }
        vec_push(&spec->proposed, all.items[i]);
        action_list_push(actions, action_copy(&all.items[i].action));
    }
    spec->chosen = spec->proposed.count;
    lang_primitive_list_finish(&events);
    free(all.items); /* its elements went into the two lists */
    if (!fine)
        is_at_fault(spec, error);
    if (fine && actions->count == 0)
        *why = lang_session_why_no_action(spec->session);
    return fine;
}

static const struct proposal_hint *hints(struct actor *actor)
{
    struct spec *spec = of_actor(actor);
    vec_clear(&spec->hints);
    for (size_t i = 0; i < spec->proposed.count; i++) {
        const struct lang_primitive *primitive = &spec->proposed.items[i];
        const struct ast_global *declared = primitive->declared;
        struct proposal_hint hint = {
            .name = declared == NULL ? NULL : declared->name->text,
            .weight = primitive->weight,
        };
        vec_push(&spec->hints, hint);
    }
    return spec->hints.items;
}

static void chosen(struct actor *actor, size_t index)
{
    of_actor(actor)->chosen = index;
}

/* "add!", and what `happened` will hold where that is another text:
 * "typeText!(\"a\")". */
static struct value *names(struct actor *actor, size_t index)
{
    struct spec *spec = of_actor(actor);
    const struct lang_primitive *primitive = &spec->proposed.items[index];
    struct value *list[2];
    size_t count = 0;
    struct str declared = STR("");
    if (primitive->declared != NULL) {
        declared = intern_as_str(primitive->declared->name);
        list[count++] = value_string(declared);
    }
    if (primitive->name != NULL) {
        struct buf text;
        buf_init(&text);
        lang_value_add_text(&text, primitive->name);
        if (!str_equal(buf_str(&text), declared))
            list[count++] = value_string(buf_str(&text));
        buf_finish(&text);
    }
    return value_list(list, count);
}

static void destroy(struct checker *checker)
{
    struct spec *spec = of_checker(checker);
    lang_primitive_list_finish(&spec->proposed);
    vec_finish(&spec->hints);
    value_unref(spec->wrong);
    reason_list_finish(&spec->broken);
    action_list_finish(&spec->matched);
    action_list_finish(&spec->awaited);
    lang_session_destroy(spec->session);
    deps_finish(&spec->deps);
    free(spec);
}

static const struct checker_ops checker_table = {
    .dependencies = dependencies,
    .observe = observe,
    .unread = unread,
    .awaited = awaited,
    .awaits = awaits,
    .insight = insight,
    .cut_off = cut_off,
    .stuck = stuck,
    .demand = demand,
    .coverage = coverage,
    .explain = explain,
    .signals = signals,
    .destroy = destroy,
};

static const struct actor_ops actor_table = {
    .propose = propose,
    .hints = hints,
    .chosen = chosen,
    .names = names,
};

static bool names_timers(const struct deps *deps)
{
    const struct deps_node *watched = deps_find(&deps->root, STR("::watch"));
    return watched != NULL && (deps_find(watched, STR("timers")) != NULL ||
                               deps_find(watched, STR("rest")) != NULL);
}

struct check_spec *check_spec_create_for(const struct lang_program *program,
                                         const struct lang_property *property,
                                         enum lang_deps_extent extent)
{
    struct spec *spec = MEMORY_NEW(struct spec);
    spec->base.checker.ops = &checker_table;
    spec->base.actor.ops = &actor_table;
    lang_deps_for(program, property, extent, &spec->deps);
    spec->has_clock = names_timers(&spec->deps);
    spec->program = program;
    spec->session = lang_session_create(program, property);
    lang_session_ask(spec->session, &spec->deps);
    return &spec->base;
}

struct check_spec *check_spec_create(const struct lang_program *program,
                                     const struct lang_property *property)
{
    return check_spec_create_for(program, property, LANG_DEPS_REFERENCE);
}

const struct action_list *check_spec_matched(const struct check_spec *spec)
{
    return &((const struct spec *)spec)->matched;
}
