#include "counter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- the executor ------------------------------------------------------- */

static struct value *state_of(const struct counter *counter)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "{\"button\":[");
    size_t count = strlen(counter->buttons);
    size_t first = counter->has_shown ? 0 : count - 1;
    for (size_t i = first; i < count; i++)
        buf_addf(&text, "%s{\"ref\":\"r%zu-%c\",\"text\":\"%c\"}",
                 i > first ? "," : "", counter->runs, counter->buttons[i],
                 counter->buttons[i]);
    buf_addf(&text, "],\"count\":[{\"ref\":\"r%zu\",\"number\":%d}]}",
             counter->runs, (int)counter->number);
    struct value *state = value_parse(buf_str(&text), NULL);
    buf_finish(&text);
    return state;
}

static void seed(struct executor *executor, uint64_t number)
{
    ((struct counter *)executor)->seed = number;
}

static void foresee(struct executor *executor, bool another)
{
    ((struct counter *)executor)->is_followed = another;
}

static bool picture(struct executor *executor, bool wanted)
{
    struct counter *counter = (struct counter *)executor;
    counter->is_plain = !wanted;
    return counter->has_pictures;
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    (void)deps, (void)deadline_ms;
    struct counter *counter = (struct counter *)executor;
    counter->runs++;
    counter->alone += !counter->is_followed;
    if (!counter->is_plain) {
        counter->pictured++;
        counter->pictured_at = counter->runs;
    }
    counter->number = counter->runs > 1 ? counter->remembers : 0;
    counter->has_told = counter->has_answer = counter->is_waiting = false;
    counter->has_shown = !counter->is_late;
    if (counter->refuses_from > 0 && counter->runs >= counter->refuses_from)
        return error_set(error, ERROR_SETUP, "it cannot be started");
    return true;
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    (void)version, (void)error;
    struct counter *counter = (struct counter *)executor;
    struct str ref = value_text(action->args->items[0]);
    char button = ref.data[ref.length - 1];
    bool is_stale =
        ++counter->requests == counter->stale_at || button == counter->refuses;
    counter->has_answer = true;
    counter->answer = is_stale ? EXECUTOR_STALE : EXECUTOR_PERFORMED;
    counter->number += !is_stale && button == 'a';
    return true;
}

static bool wait_for(struct executor *executor, int64_t time_ms,
                     int64_t version, struct error *error)
{
    (void)version, (void)error;
    struct counter *counter = (struct counter *)executor;
    counter->waits++;
    counter->waited_ms = time_ms;
    counter->is_waiting = true;
    return true;
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    (void)deadline_ms, (void)error;
    struct counter *counter = (struct counter *)executor;
    if (counter->has_answer)
        message->kind = counter->answer;
    else if (!counter->has_told)
        message->kind = EXECUTOR_EVENTS;
    else if (counter->is_waiting)
        message->kind = counter->has_shown ? EXECUTOR_TIMEOUT : EXECUTOR_EVENTS;
    else
        return EXECUTOR_DEADLINE;
    counter->has_shown |= counter->is_waiting;
    counter->has_answer = counter->is_waiting = false;
    counter->has_told = true;
    message->choose_again = message->kind == EXECUTOR_STALE;
    if (message->kind != EXECUTOR_STALE)
        message->state = state_of(counter);
    return EXECUTOR_MESSAGE;
}

static void end(struct executor *executor)
{
    (void)executor;
}

static const struct executor_ops executor_table = {
    .seed = seed,
    .foresee = foresee,
    .picture = picture,
    .start = start,
    .act = act,
    .wait = wait_for,
    .next = next,
    .end = end,
    .destroy = end, /* it belongs to the test */
};

void counter_init(struct counter *counter)
{
    *counter = (struct counter){
        .base.ops = &executor_table, .buttons = "abc", .limit = 2};
}

/* ---- the property and its actions --------------------------------------- */

struct judge {
    struct checker checker;
    struct actor actor;
    const struct counter *counter;
    struct value *state;
    bool fails;
};

static const struct deps *dependencies(struct checker *checker)
{
    static const struct deps none;
    (void)checker;
    return &none;
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    (void)error;
    struct judge *judge = (struct judge *)checker;
    const struct value *count = value_field(step->state, STR("count"));
    value_unref(judge->state);
    judge->state = value_ref(step->state);
    *seen = (struct observation){
        .started = true, .matched = true, .wait_ms = CHECKER_NO_WAIT};
    if (judge->fails && value_field(count->items[0], STR("number"))->integer ==
                            judge->counter->limit)
        seen->verdict = (struct verdict){VERDICT_DEFINITELY, false};
    return true;
}

static void destroy(struct checker *checker)
{
    value_unref(((struct judge *)checker)->state);
    free(checker);
}

static struct judge *judge_of(struct actor *actor)
{
    return (struct judge *)((char *)actor - offsetof(struct judge, actor));
}

static bool propose(struct actor *actor, struct action_list *actions,
                    char **why, struct error *error)
{
    (void)why, (void)error;
    const struct value *buttons =
        value_field(judge_of(actor)->state, STR("button"));
    for (size_t i = 0; i < buttons->count; i++) {
        struct value *ref =
            value_ref(value_field(buttons->items[i], STR("ref")));
        action_list_push(actions,
                         action_make(value_string(STR("click")), false,
                                     value_list(&ref, 1), ACTION_NO_TIMEOUT));
    }
    return true;
}

static struct value *names(struct actor *actor, size_t index)
{
    (void)actor, (void)index;
    return value_parse(STR("[\"press!\"]"), NULL);
}

struct checker *counter_open(void *context, size_t property,
                             struct actor **actor)
{
    (void)property;
    static const struct checker_ops checker_table = {
        .dependencies = dependencies, .observe = observe, .destroy = destroy};
    static const struct actor_ops actor_table = {.propose = propose,
                                                 .names = names};
    struct judge *judge = MEMORY_NEW(struct judge);
    judge->checker.ops = &checker_table;
    judge->actor.ops = &actor_table;
    judge->counter = context;
    judge->fails = judge->counter->fails_until == 0 ||
                   judge->counter->runs + 1 < judge->counter->fails_until;
    *actor = &judge->actor;
    return &judge->checker;
}
