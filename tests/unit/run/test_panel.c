/* Properties that are judged in one walk: where each ends, and what each sees.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "run/panel.h"

enum { MEMBERS = 4 };

/* What a property says of the states that it is shown, by their number: one
 * letter each. T, F: definitely; t, f: it may stop with that; '.': it demands
 * more; 'o' the same, overdue; 'x', 's': at fault, the run or the
 * specification. */
struct script {
    struct checker checker;
    struct actor actor;
    struct deps deps;
    const char *says;
    char now;
    int64_t last_version;
    size_t shown, proposed, chosen;
    bool has_more_to_do; /* it proposes one action more than the others */
};

static struct script *of(struct checker *checker)
{
    return (struct script *)checker;
}

static struct script *of_actor(struct actor *actor)
{
    return (struct script *)((char *)actor - offsetof(struct script, actor));
}

static const struct deps *dependencies(struct checker *checker)
{
    return &of(checker)->deps;
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    struct script *script = of(checker);
    script->now = script->says[script->shown++];
    script->last_version = step->version;
    *seen = (struct observation){.wait_ms = CHECKER_NO_WAIT, .started = true};
    switch (script->now) {
    case 'T':
    case 'F':
        seen->verdict =
            (struct verdict){VERDICT_DEFINITELY, script->now == 'T'};
        return true;
    case 't':
    case 'f':
        seen->stop = (struct verdict){VERDICT_PROBABLY, script->now == 't'};
        return true;
    case 'x':
        return error_set(error, ERROR_RUN, "the run is at fault");
    case 's':
        return error_set(error, ERROR_SPEC, "the specification is at fault");
    default:
        return true;
    }
}

static struct verdict cut_off(struct checker *checker)
{
    bool overdue = of(checker)->now == 'o';
    return (struct verdict){overdue ? VERDICT_PROBABLY : VERDICT_INCONCLUSIVE,
                            false};
}

/* The event "mine" is one that all declare. */
static bool awaits(struct checker *checker, const struct action_list *events)
{
    (void)checker;
    return events->count > 0 && str_is(value_text(events->items[0].id), "mine");
}

static bool propose(struct actor *actor, struct action_list *actions,
                    char **why, struct error *error)
{
    (void)why, (void)error;
    struct script *script = of_actor(actor);
    struct action action = {.id = value_string(STR("click")),
                            .args = value_list(NULL, 0),
                            .timeout_ms = ACTION_NO_TIMEOUT};
    script->proposed++;
    action_list_push(actions, action);
    if (script->has_more_to_do)
        action_list_push(actions, action_copy(&action));
    return true;
}

static void chosen(struct actor *actor, size_t index)
{
    of_actor(actor)->chosen += 1 + index;
}

static const struct checker_ops checker_table = {.dependencies = dependencies,
                                                 .observe = observe,
                                                 .cut_off = cut_off,
                                                 .awaits = awaits};
static const struct actor_ops actor_table = {.propose = propose,
                                             .chosen = chosen};

/* ---- a walk of some of them --------------------------------------------- */

struct walk {
    struct panel panel;
    struct session_result result;
    struct script scripts[MEMBERS];
    size_t count;
    int64_t version;
};

/* Property i reads the selector "#i". */
static void begin(struct walk *walk, const char *const *says, size_t count,
                  int64_t max_overdue)
{
    *walk = (struct walk){.count = count};
    session_result_init(&walk->result);
    panel_init(&walk->panel, &(struct panel_options){
                                 .walk = &walk->result,
                                 .max_overdue = max_overdue,
                                 .keep_all = true,
                             });
    for (size_t i = 0; i < count; i++) {
        struct script *script = &walk->scripts[i];
        char selector[24];
        snprintf(selector, sizeof selector, "#%zu", i);
        *script = (struct script){.checker = {&checker_table},
                                  .actor = {&actor_table},
                                  .says = says[i]};
        deps_init(&script->deps);
        deps_child(&script->deps.root, str_text(selector));
        panel_add(&walk->panel, i, &script->checker, &script->actor);
    }
}

static struct observation step(struct walk *walk, enum step_kind kind,
                               const char *event, const char *state)
{
    struct checker *checker = &walk->panel.checker;
    struct observation seen;
    struct error error = ERROR_NONE;
    struct step step;
    step_init(&step);
    step.kind = kind;
    step.version = ++walk->version;
    step.state = value_parse(str_text(state), &error);
    assert_non_null(step.state);
    if (event != NULL)
        action_list_push(&step.what,
                         (struct action){.id = value_string(str_text(event)),
                                         .args = value_list(NULL, 0),
                                         .is_event = true,
                                         .timeout_ms = ACTION_NO_TIMEOUT});
    walk->result.actions += kind == STEP_ACTED;
    assert_true(checker->ops->observe(checker, &step, &seen, &error));
    panel_step(&walk->panel, &step);
    step_finish(&step);
    return seen;
}

/* An action, and the state after it, in which nothing is awaited. True: the
 * walk may end. */
static bool act(struct walk *walk)
{
    struct checker *checker = &walk->panel.checker;
    char state[120];
    int64_t next = walk->version + 1;
    snprintf(state, sizeof state,
             "{\"#0\":%lld,\"#1\":%lld,\"#2\":%lld,\"#3\":%lld}",
             (long long)next, (long long)next, (long long)next,
             (long long)next);
    struct observation seen = step(walk, STEP_ACTED, NULL, state);
    return seen.verdict.kind == VERDICT_DEFINITELY ||
           checker->ops->may_end(checker).kind == VERDICT_PROBABLY;
}

static void finish(struct walk *walk)
{
    panel_finish(&walk->panel);
    for (size_t i = 0; i < walk->count; i++)
        deps_finish(&walk->scripts[i].deps);
    session_result_finish(&walk->result);
}

static void assert_ended(const struct walk *walk, size_t member,
                         enum verdict_kind kind, bool value, int64_t states)
{
    const struct session_result *result =
        &walk->panel.members.items[member].result;
    assert_int_equal(result->verdict.kind, kind);
    if (kind == VERDICT_DEFINITELY || kind == VERDICT_PROBABLY)
        assert_int_equal(result->verdict.value, value);
    assert_int_equal(result->kept.count, states);
    assert_int_equal(result->actions, states);
}

/* ---- tests -------------------------------------------------------------- */

static void each_ends_by_its_own_rule(void **state)
{
    (void)state;
    struct walk walk;
    begin(&walk, (const char *[]){"..T", ".F", "...f", "...t"}, 4, 0);
    assert_false(act(&walk));
    assert_false(act(&walk));
    assert_false(act(&walk)); /* the third ends the first one */
    assert_true(act(&walk));
    panel_end(&walk.panel, true);
    assert_ended(&walk, 0, VERDICT_DEFINITELY, true, 3);
    assert_ended(&walk, 1, VERDICT_DEFINITELY, false, 2);
    assert_ended(&walk, 2, VERDICT_PROBABLY, false, 4);
    assert_ended(&walk, 3, VERDICT_PROBABLY, true, 4);
    assert_int_equal(walk.scripts[1].shown, 2); /* nothing after its end */
    finish(&walk);
}

static void what_is_presumed_true_is_watched_on(void **state)
{
    (void)state;
    struct walk walk;
    begin(&walk, (const char *[]){".t..F", "tttt..", ".tt.t.", ".....T"}, 4, 0);
    for (int i = 0; i < 5; i++)
        assert_false(act(&walk));
    assert_true(act(&walk));
    panel_end(&walk.panel, true);
    /* false after all: it has failed */
    assert_ended(&walk, 0, VERDICT_DEFINITELY, false, 5);
    /* its test ended where it might have stopped last */
    assert_ended(&walk, 1, VERDICT_PROBABLY, true, 4);
    assert_ended(&walk, 2, VERDICT_PROBABLY, true, 5);
    assert_ended(&walk, 3, VERDICT_DEFINITELY, true, 6);
    finish(&walk);
}

static void what_is_presumed_false_where_it_may_stop_has_failed(void **state)
{
    (void)state;
    struct walk walk;
    begin(&walk, (const char *[]){".f.T", ".t.f", "...."}, 3, 0);
    for (int i = 0; i < 4; i++)
        assert_false(act(&walk));
    walk.result.verdict.kind = VERDICT_INCONCLUSIVE;
    walk.result.cut = CUT_ACTIONS;
    walk.result.limit = strdup("the limit");
    walk.result.pending = "";
    panel_end(&walk.panel, true);
    assert_ended(&walk, 0, VERDICT_PROBABLY, false, 2);
    assert_ended(&walk, 1, VERDICT_PROBABLY, false, 4);
    assert_ended(&walk, 2, VERDICT_INCONCLUSIVE, false, 4);
    const struct panel_member *members = walk.panel.members.items;
    assert_null(members[1].result.note);
    assert_non_null(strstr(members[2].result.note, "the limit was reached"));
    assert_int_equal(members[2].result.cut, CUT_ACTIONS);
    finish(&walk);
}

static void one_at_fault_leaves_the_others(void **state)
{
    (void)state;
    struct walk walk;
    begin(&walk, (const char *[]){".x", ".s", "..F", "..T"}, 4, 0);
    assert_false(act(&walk));
    assert_false(act(&walk));
    assert_true(act(&walk));
    panel_end(&walk.panel, true);
    const struct panel_member *members = walk.panel.members.items;
    assert_int_equal(members[0].result.verdict.kind, VERDICT_ERRORED);
    assert_int_equal(members[0].result.error.code, ERROR_RUN);
    assert_true(members[0].goes_on);
    assert_int_equal(members[1].result.error.code, ERROR_SPEC);
    assert_false(members[1].goes_on);
    assert_ended(&walk, 2, VERDICT_DEFINITELY, false, 3);
    assert_ended(&walk, 3, VERDICT_DEFINITELY, true, 3);
    finish(&walk);
}

static void the_end_of_the_walk_is_that_of_the_open_ones(void **state)
{
    (void)state;
    struct walk walk;
    begin(&walk, (const char *[]){"..", ".t", "F"}, 3, 0);
    assert_false(act(&walk));
    assert_false(act(&walk));
    walk.result.verdict.kind = VERDICT_ERRORED;
    error_set(&walk.result.error, ERROR_LOST, "the browser died");
    panel_end(&walk.panel, true);
    assert_ended(&walk, 0, VERDICT_ERRORED, false, 2);
    assert_int_equal(walk.panel.members.items[0].result.error.code, ERROR_LOST);
    assert_ended(&walk, 1, VERDICT_PROBABLY, true, 2);
    assert_ended(&walk, 2, VERDICT_DEFINITELY, false, 1);
    finish(&walk);
}

static void what_is_overdue_too_long_ends_one(void **state)
{
    (void)state;
    struct walk walk;
    begin(&walk, (const char *[]){"oooooo", "oo.ooo", "......"}, 3, 3);
    for (int i = 0; i < 6; i++)
        assert_false(act(&walk));
    walk.result.verdict.kind = VERDICT_INCONCLUSIVE;
    walk.result.cut = CUT_ACTIONS;
    panel_end(&walk.panel, true);
    assert_ended(&walk, 0, VERDICT_PROBABLY, false, 4);
    assert_int_equal(walk.panel.members.items[0].result.cut, CUT_OVERDUE);
    assert_non_null(walk.panel.members.items[0].result.note);
    /* of another demand from the fourth on */
    assert_ended(&walk, 1, VERDICT_PROBABLY, false, 6);
    assert_int_equal(walk.panel.members.items[1].result.cut, CUT_ACTIONS);
    finish(&walk);
}

/* Each sees a run that it could have had alone. */
static void what_others_read_is_not_shown(void **state)
{
    (void)state;
    struct walk walk;
    begin(&walk, (const char *[]){"....", "...."}, 2, 0);
    const struct script *scripts = walk.scripts;
    step(&walk, STEP_EVENT, "mine", "{\"#0\":1,\"#1\":1}");
    step(&walk, STEP_EVENT, NULL, "{\"#0\":1,\"#1\":2}");
    assert_int_equal(scripts[0].shown, 1);
    assert_int_equal(scripts[1].shown, 2);
    step(&walk, STEP_EVENT, "another", "{\"#0\":2,\"#1\":2}");
    assert_int_equal(scripts[0].shown, 2);
    assert_int_equal(scripts[0].last_version, 2);
    assert_int_equal(scripts[1].shown, 2);
    /* An event that is declared is an event for all, and so is an action. */
    step(&walk, STEP_EVENT, "mine", "{\"#0\":2,\"#1\":2}");
    step(&walk, STEP_ACTED, NULL, "{\"#0\":2,\"#1\":2}");
    assert_int_equal(scripts[0].shown, 4);
    assert_int_equal(scripts[1].shown, 4);
    panel_end(&walk.panel, true);
    const struct kept_steps *kept = &walk.panel.members.items[0].result.kept;
    assert_int_equal(kept->count, 4);
    for (size_t i = 0; i < kept->count; i++) {
        assert_int_equal(kept->steps[i].version, i + 1);
        assert_non_null(value_field(kept->steps[i].state, STR("#0")));
        assert_null(value_field(kept->steps[i].state, STR("#1")));
    }
    finish(&walk);
}

static void all_know_what_is_chosen(void **state)
{
    (void)state;
    struct walk walk;
    struct error error = ERROR_NONE;
    struct action_list proposed = {0};
    char *why = NULL;
    begin(&walk, (const char *[]){"F", "...", "...", "..."}, 4, 0);
    walk.scripts[3].has_more_to_do = true;
    act(&walk);
    struct actor *actor = &walk.panel.actor;
    assert_true(actor->ops->propose(actor, &proposed, &why, &error));
    assert_int_equal(proposed.count, 1);
    actor->ops->chosen(actor, 0);
    assert_int_equal(walk.scripts[0].proposed, 0);
    assert_int_equal(walk.scripts[0].chosen, 0);
    assert_int_equal(walk.scripts[1].chosen, 1);
    assert_int_equal(walk.scripts[2].chosen, 1);
    assert_int_equal(walk.scripts[3].chosen, 0); /* its list is another one */
    action_list_finish(&proposed);
    panel_end(&walk.panel, true);
    finish(&walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_ends_by_its_own_rule),
        cmocka_unit_test(what_is_presumed_true_is_watched_on),
        cmocka_unit_test(what_is_presumed_false_where_it_may_stop_has_failed),
        cmocka_unit_test(one_at_fault_leaves_the_others),
        cmocka_unit_test(the_end_of_the_walk_is_that_of_the_open_ones),
        cmocka_unit_test(what_is_overdue_too_long_ends_one),
        cmocka_unit_test(what_others_read_is_not_shown),
        cmocka_unit_test(all_know_what_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
