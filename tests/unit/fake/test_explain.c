/* What is known of a claim from the fields that it looked at
 * (fake/footprints.h) agrees with running the fake in each state. */
#include "support.h"

#include "gen/choices.h"

/* Commands that look at a state, and change it, in as many ways as there are.
 */
#define ODD                                                                    \
    "const F = ['a', 'b', 'c'];\n"                                             \
    "const f = (s, pick) => [pick.oneOf(F), pick.integer(0, 2)];\n"            \
    "export default {\n"                                                       \
    "  init: () => ({a: 0, b: {n: 0}, list: [1], m: new Map([[0, {x: "         \
    "1}]])}),\n"                                                               \
    "  commands: {\n"                                                          \
    "    get: {args: f, fake: (s, [k]) => s[k] ?? null},\n"                    \
    "    put: {args: f, fake(s, [k, n]) { s[k] = n; return 'done'; }},\n"      \
    "    putDeep: {args: f, fake(s, [k, n]) { s[k] = {n}; return null; }},\n"  \
    "    copy: {args: f, fake(s, [k]) { s.c = s[k]; return 1; }},\n"           \
    "    alias: {args: f, fake(s, [k, n]) { s.c = s.b; if (s.b?.n >= 0) "      \
    "s.b.n = n; return n; }},\n"                                               \
    "    swap: {fake(s) { [s.a, s.b] = [s.b, s.a]; return null; }},\n"         \
    "    drop: {args: f, fake(s, [k]) { return delete s[k]; }},\n"             \
    "    blank: {args: f, fake(s, [k]) { s[k] = undefined; return 0; }},\n"    \
    "    has: {args: f, fake: (s, [k]) => k in s},\n"                          \
    "    own: {args: f, fake: (s, [k]) => s.hasOwnProperty(k)},\n"             \
    "    inherited: {args: f, fake: (s, [k, n]) => {\n"                        \
    "      if (n === 2) s.toString = 1; return typeof s.toString; }},\n"       \
    "    count: {fake: (s) => Object.keys(s).length},\n"                       \
    "    all: {fake: (s) => ({...s, m: 0})},\n"                                \
    "    json: {fake: (s) => JSON.stringify(s.list)},\n"                       \
    "    push: {args: f, fake(s, [k, n]) { s.list.push(n); if (s.list.length " \
    "> 3) s.list = []; return s.list.length; }},\n"                            \
    "    last: {fake: (s) => s.list.at(-1) ?? null},\n"                        \
    "    map: {args: f, fake(s, [k, n]) { const at = s.m.get(0); at.x = n; "   \
    "return at.x; }},\n"                                                       \
    "    mapped: {fake: (s) => s.m.get(0).x},\n"                               \
    "    deep: {args: f, fake(s, [k, n]) { if (typeof s.b !== 'object') "      \
    "return {error: 'flat'}; s.b.n = n; return s.b; }},\n"                     \
    "    toss: {fake(s, a, g, either) { const x = either(1, 2, s.a === 0 ? 2 " \
    ": 3); s.c = x; return either(0, x > 1 ? 0 : s.list.length); }},\n"        \
    "    when: {args: f, when: (s, [k, n]) => s[k] === n || s.c === 1,\n"      \
    "      fake(s, [k]) { s[k] = 2; return s.a ?? null; }},\n"                 \
    "    far: {fake: (s) => (s.a === 0 ? (s.b === 0 ? 1 : (s.c === 0 ? 2 : "   \
    "3)) : (s.c === 1 ? 4 : 5))},\n"                                           \
    "    define: {fake(s) { Object.defineProperty(s, 'a', {value: 1, "         \
    "writable: true, enumerable: true, configurable: true}); return 1; }},\n"  \
    "    before: {fake(s) { const x = s.a; s.a = 1; const y = s.a; s.a = x; "  \
    "return y; }},\n"                                                          \
    "    nothing: {fake: () => null},\n"                                       \
    "  },\n"                                                                   \
    "};\n"

enum { STATES = 120, ROUNDS = 60, TOGETHER = 60 };

struct set {
    uint32_t items[64];
    size_t count;
};

static void add(struct set *set, uint32_t item)
{
    size_t at = 0;
    while (at < set->count && set->items[at] < item)
        at++;
    if (at < set->count && set->items[at] == item)
        return;
    assert_true(set->count < 64);
    memmove(&set->items[at + 1], &set->items[at],
            (set->count - at) * sizeof *set->items);
    set->items[at] = item;
    set->count++;
}

struct walk {
    struct model *model;
    struct choices choices;
    uint32_t states[STATES];
    size_t count;
};

static struct value *arguments_in(struct walk *walk, size_t command)
{
    static const char *const fields[] = {"a", "b", "c"};
    struct buf text = {0};
    if (walk->model->ops->info(walk->model)->commands[command].has_arguments)
        buf_addf(&text, "[\"%s\",%d]", fields[choices_below(&walk->choices, 3)],
                 (int)choices_below(&walk->choices, 3));
    else
        buf_add_text(&text, "[]");
    struct value *arguments = parsed(buf_text(&text));
    buf_finish(&text);
    return arguments;
}

static size_t any_command(struct walk *walk)
{
    return choices_below(&walk->choices,
                         walk->model->ops->info(walk->model)->command_count);
}

/* States that random calls lead to. */
static void make_states(struct walk *walk)
{
    walk->states[walk->count++] = initial_of(walk->model);
    for (int i = 0; i < 4000 && walk->count < STATES; i++) {
        struct error error = ERROR_NONE;
        struct model_outcomes outcomes = {.items = VEC_EMPTY};
        size_t command = any_command(walk);
        struct value *arguments = arguments_in(walk, command);
        const struct model_call call = {command, 0, arguments};
        uint32_t from =
            walk->states[choices_below(&walk->choices, walk->count)];
        if (walk->model->ops->step(walk->model, from, &call, &outcomes,
                                   &error) == MODEL_FAILED)
            fail_msg("%s", error.message);
        for (size_t k = 0; k < outcomes.items.count && walk->count < STATES;
             k++)
            walk->states[walk->count++] = outcomes.items.items[k].state;
        model_outcomes_finish(&outcomes);
        value_unref(arguments);
    }
}

struct asked {
    struct model_call call;
    struct value *answer; /* NULL: any */
    struct set expected;
};

static bool agrees(struct walk *walk, const struct asked *asked,
                   const struct value *answer)
{
    struct error error = ERROR_NONE;
    bool is_same = true;
    if (asked->answer != NULL)
        assert_true(walk->model->ops->same(walk->model, &asked->call, answer,
                                           asked->answer, &is_same, &error));
    return is_same;
}

/* A call in a state, an answer that it may give in another one, and the states
 * that running it leads to. */
static struct model_question draw(struct walk *walk, struct asked *asked)
{
    struct error error = ERROR_NONE;
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct model *model = walk->model;
    size_t command = any_command(walk);
    *asked = (struct asked){.call = {command, 0, arguments_in(walk, command)}};
    uint32_t state = walk->states[choices_below(&walk->choices, walk->count)];
    uint32_t other =
        choices_below(&walk->choices, 2) == 0
            ? state
            : walk->states[choices_below(&walk->choices, walk->count)];
    model->ops->step(model, other, &asked->call, &outcomes, &error);
    if (outcomes.items.count > 0 && choices_below(&walk->choices, 6) > 0)
        asked->answer = value_ref(outcomes.items.items[0].answer);
    model_outcomes_finish(&outcomes);
    model->ops->step(model, state, &asked->call, &outcomes, &error);
    for (size_t i = 0; i < outcomes.items.count; i++)
        if (agrees(walk, asked, outcomes.items.items[i].answer))
            add(&asked->expected, outcomes.items.items[i].state);
    model_outcomes_finish(&outcomes);
    struct model_question question;
    const struct model_claim claim = {asked->call, asked->answer};
    assert_true(model->ops->claim(model, &claim, &question.claim));
    assert_true(model->ops->point_of(model, state, &question.state, &error));
    return question;
}

static void check(struct walk *walk, const struct asked *asked,
                  const uint32_t *found)
{
    struct error error = ERROR_NONE;
    struct set got = {.count = 0};
    for (uint32_t i = 1; i <= found[0]; i++) {
        uint32_t state;
        assert_true(
            walk->model->ops->state_of(walk->model, found[i], &state, &error));
        add(&got, state);
    }
    const char *name =
        walk->model->ops->info(walk->model)->commands[asked->call.command].name;
    if (got.count != asked->expected.count)
        fail_msg("%s: %zu states, and not %zu", name, got.count,
                 asked->expected.count);
    for (size_t i = 0; i < got.count; i++)
        if (got.items[i] != asked->expected.items[i])
            fail_msg("%s leads to another state", name);
}

static void one_round(struct walk *walk)
{
    struct error error = ERROR_NONE;
    struct asked asked[TOGETHER];
    struct model_question questions[TOGETHER];
    struct model_explained explained = {VEC_EMPTY};
    for (int i = 0; i < TOGETHER; i++)
        questions[i] = draw(walk, &asked[i]);
    if (!walk->model->ops->explain(walk->model, questions, TOGETHER, &explained,
                                   &error))
        fail_msg("%s", error.message);
    const uint32_t *at = explained.items.items;
    for (int i = 0; i < TOGETHER; i++) {
        check(walk, &asked[i], at);
        at += 1 + at[0];
        value_unref(asked[i].answer);
        value_unref((struct value *)asked[i].call.arguments);
    }
    assert_ptr_equal(at, explained.items.items + explained.items.count);
    vec_finish(&explained.items);
}

static void footprints_agree_with_runs(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct walk walk = {.model = model_of(&folder, ODD)};
    choices_init(&walk.choices, 5);
    make_states(&walk);
    assert_true(walk.count > STATES / 2);
    for (int i = 0; i < ROUNDS; i++)
        one_round(&walk);
    walk.model->ops->destroy(walk.model);
    folder_remove(&folder);
}

/* A state that is no object has no fields. */
static void states_without_fields_are_asked_as_a_whole(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct walk walk = {
        .model = model_of(
            &folder,
            "export default {init: () => [0], commands: {\n"
            "  put: {args: (s, pick) => ['a', pick.integer(0, 2)],\n"
            "    fake(s, [k, n]) { s.push(n); if (s.length > 3) s.length = 0;\n"
            "      return s.length; }},\n"
            "  last: {fake: (s) => s.at(-1) ?? null},\n"
            "}};\n")};
    choices_init(&walk.choices, 6);
    make_states(&walk);
    for (int i = 0; i < ROUNDS / 4; i++)
        one_round(&walk);
    walk.model->ops->destroy(walk.model);
    folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(footprints_agree_with_runs),
        cmocka_unit_test(states_without_fields_are_asked_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
