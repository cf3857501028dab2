#include "check/spec/spec_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/explain/coverage.h"
#include "lang/deps/deps.h"

static const struct deps *dependencies(struct checker *checker)
{
    return &spec_of_checker(checker)->deps;
}

/* Names that come from the page could be other ones in each test, without
 * end. */
enum { LEARNED_LIMIT = 200 };

static bool unread(struct checker *checker, struct deps *found)
{
    struct spec *spec = spec_of_checker(checker);
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
    struct spec *spec = spec_of_checker(checker);
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
    struct spec *spec = spec_of_checker(checker);
    struct lang_primitive_list declared = {0};
    struct error error = ERROR_NONE;
    bool found = false;
    /* A fault is told when the state is taken in. */
    if (!lang_session_primitives(spec->session, LANG_WITH, &declared, &error))
        found = true;
    for (size_t i = 0; i < declared.count; i++)
        found = found || spec_is_among(&declared.items[i].action, events);
    lang_primitive_list_finish(&declared);
    return found;
}

static int64_t demand(struct checker *checker)
{
    return lang_session_demand(spec_of_checker(checker)->session);
}

static struct verdict cut_off(struct checker *checker)
{
    return lang_session_cut_off(spec_of_checker(checker)->session);
}

static void insight(struct checker *checker, uint64_t *residual, uint64_t *news)
{
    const struct spec *spec = spec_of_checker(checker);
    *residual = lang_session_shape(spec->session);
    *news = lang_session_news(spec->session);
}

static void coverage(struct checker *checker, struct coverage *coverage)
{
    lang_session_coverage(spec_of_checker(checker)->session, coverage);
}

static char *copy(const char *text)
{
    return text == NULL ? NULL : memory_copy_string(text, strlen(text));
}

static void explain(struct checker *checker, struct reason_list *reasons)
{
    const struct reason_list *broken = &spec_of_checker(checker)->broken;
    for (size_t i = 0; i < broken->count; i++) {
        struct reason reason = broken->items[i];
        reason.text = copy(reason.text);
        reason.file = copy(reason.file);
        reason.source = copy(reason.source);
        reason_list_push(reasons, reason);
    }
    if (broken->count > 0)
        return;
    lang_session_explain(spec_of_checker(checker)->session, reasons);
}

static struct value *signals(struct checker *checker)
{
    return lang_session_signals(spec_of_checker(checker)->session);
}

static void destroy(struct checker *checker)
{
    struct spec *spec = spec_of_checker(checker);
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
    .observe = spec_observe,
    .unread = unread,
    .awaited = awaited,
    .awaits = awaits,
    .insight = insight,
    .cut_off = cut_off,
    .stuck = spec_stuck,
    .demand = demand,
    .coverage = coverage,
    .explain = explain,
    .signals = signals,
    .destroy = destroy,
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
    spec->base.actor.ops = &spec_actor_table;
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
