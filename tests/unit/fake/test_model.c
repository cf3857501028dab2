/* What a model in JavaScript, and one in another language, can say. */
#include "support.h"

static void a_fake_counts(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(&folder, COUNTER);
    const struct model_info *info = model->ops->info(model);
    assert_int_equal(info->command_count, 1);
    assert_string_equal(info->commands[0].name, "Incr");
    assert_int_equal(info->commands[0].weight, 1);
    assert_false(info->commands[0].has_arguments);
    assert_int_equal(info->consistency, MODEL_LINEARISABLE);
    uint32_t first = initial_of(model);
    uint32_t second = stepped(model, first, "Incr", "[]", "1");
    assert_int_not_equal(first, second);
    assert_json(model->ops->state(model, second), "{\"n\":1}");
    /* What is remembered is the same again. */
    assert_int_equal(stepped(model, first, "Incr", "[]", "1"), second);
    assert_int_not_equal(stepped(model, second, "Incr", "[]", "2"), second);
    model->ops->destroy(model);
    folder_remove(&folder);
}

/* The language of today, in a module that imports others of each kind. */
static void modules_are_written_as_today(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    folder_write(&folder, "account.mjs",
                 "export class Account {\n"
                 "  #limit = 10;\n"
                 "  static of(name, ...more) { return new Account(); }\n"
                 "  get limit() { return this.#limit; }\n"
                 "}\n"
                 "export const add = (a, b = 1) => a + b;\n"
                 "export default function named({x, ...rest}) {\n"
                 "  return {...rest, y: x ?? 5};\n"
                 "}\n");
    folder_write(&folder, "old.js", "exports.twice = (n) => 2 * n;\n");
    folder_write(&folder, "data.json", "{\"start\": 40}\n");
    folder_write(&folder, "again.js",
                 "export * from './account.mjs';\n"
                 "export {twice as double} from './old';\n");
    struct model *model = model_of(
        &folder,
        "import named, {Account, add as plus} from './account.mjs';\n"
        "import {double} from './again.js';\n"
        "import old from './old.js';\n"
        "import data from './data.json' with {type: 'json'};\n"
        "import * as all from './again';\n"
        "export const init = () => ({n: data.start});\n"
        "export const commands = {\n"
        "  All: {\n"
        "    fake(s) {\n"
        "      const {limit} = Account.of('a');\n"
        "      const {y} = named({x: null, z: 1});\n"
        "      const text = `${limit}/${[...new Set([1, 1, 2])].length}`;\n"
        "      return [text, plus(1), double(2), old.twice(3), y, s?.n,\n"
        "        all.add(1, 1), Object.hasOwn(s, 'n'), [1, 2].at(-1)];\n"
        "    },\n"
        "  },\n"
        "};\n");
    stepped(model, initial_of(model), "All", "[]",
            "[\"10/2\",2,4,6,5,40,2,true,2]");
    model->ops->destroy(model);
    folder_remove(&folder);
}

static void states_keep_what_json_does_not_have(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(
        &folder,
        "class Queue { constructor() { this.items = []; }\n"
        "  push(x) { this.items.push(x); return this.items.length; } }\n"
        "export default {\n"
        "  init: () => ({map: new Map([[1, new Set(['a'])]]), queue: new "
        "Queue(),\n"
        "    big: 2n ** 70n, nan: NaN, gone: undefined}),\n"
        "  commands: {\n"
        "    Push: {args: [1], fake: (s, [x]) => s.queue.push(x)},\n"
        "    Look: {fake: (s) => [s.map.get(1).has('a'), s.big === 2n ** 70n,\n"
        "      Number.isNaN(s.nan), s.queue instanceof Queue, 'gone' in s]},\n"
        "    Tell: {fake: (s) => ({map: s.map, queue: s.queue})},\n"
        "  },\n"
        "};\n");
    uint32_t first = initial_of(model);
    uint32_t second = stepped(model, first, "Push", "[7]", "1");
    stepped(model, second, "Push", "[7]", "2");
    stepped(model, second, "Look", "[]", "[true,true,true,true,false]");
    stepped(model, second, "Tell", "[]",
            "{\"map\":{\"1\":[\"a\"]},\"queue\":{\"items\":[7]}}");
    model->ops->destroy(model);
    folder_remove(&folder);
}

/* Two ways to the same state: one number. */
static void equal_states_are_one_number(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(
        &folder, "module.exports = {init: () => ({}), commands: {Put: {\n"
                 "  args: (s, pick) => [pick.oneOf(['a', 'b'])],\n"
                 "  fake: (s, [k]) => { s[k] = 1; return null; }}}};\n");
    uint32_t first = initial_of(model);
    uint32_t a = stepped(model, first, "Put", "[\"a\"]", "null");
    uint32_t b = stepped(model, first, "Put", "[\"b\"]", "null");
    assert_int_not_equal(a, b);
    assert_int_equal(stepped(model, a, "Put", "[\"b\"]", "null"),
                     stepped(model, b, "Put", "[\"a\"]", "null"));
    model->ops->destroy(model);
    folder_remove(&folder);
}

static const char QUEUES[] =
    "module.exports = {\n"
    "  init: () => ({queues: {}}),\n"
    "  commands: {\n"
    "    New: {creates: ['queue'], args: (s, pick) => [pick.integer(1, 8)],\n"
    "      fake: (s, [size], [q]) => {\n"
    "        s.queues[q] = {size, items: []}; return q; }},\n"
    "    Put: {weight: 3,\n"
    "      args: (s, pick) => [pick.ref('queue'), pick.integer(-9, 9)],\n"
    "      when: (s, [q]) => {\n"
    "        if (s.queues[q].items.length < s.queues[q].size) return true;\n"
    "        throw 'not full'; },\n"
    "      fake: (s, [q, n]) => { s.queues[q].items.push(n); return null; }},\n"
    "  },\n"
    "  partition: (name, args) => (name === 'New' ? null : args[0]),\n"
    "  same: (expected, got) => String(expected) === String(got),\n"
    "  label: (before, name, args, answer, after) => [name, `${answer}`],\n"
    "  cover: {New: 10},\n"
    "  invariants: {small: (s) => Object.keys(s.queues).length < 2},\n"
    "  consistency: 'perKey',\n"
    "  real: {reset: {method: 'POST'}},\n"
    "};\n";

static void references_are_symbols(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(&folder, QUEUES);
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct error error = ERROR_NONE;
    uint32_t made =
        stepped(model, initial_of(model), "New", "[1]", "{\"$ref\":[3,0]}");
    uint32_t full = stepped(model, made, "Put", "[{\"$ref\":[3,0]},5]", "null");
    assert_int_equal(
        step_of(model, full, "Put", "[{\"$ref\":[3,0]},5]", &outcomes, &error),
        MODEL_REFUSED);
    assert_int_equal(outcomes.items.count, 0);
    struct value *arguments = parsed("[{\"$ref\":[3,0]},5]");
    struct model_call call = {.command = command_named(model, "Put"),
                              .arguments = arguments};
    char *why = NULL;
    assert_int_equal(model->ops->allowed(model, full, &call, &why, &error),
                     MODEL_REFUSED);
    assert_string_equal(why, "not full");
    free(why);
    struct value *key;
    const struct model_call *calls[] = {&call};
    assert_true(model->ops->partition(model, calls, 1, &key, &error));
    assert_json(key, "{\"$ref\":[3,0]}");
    value_unref(key);
    value_unref(arguments);
    model->ops->destroy(model);
    folder_remove(&folder);
}

static void arguments_come_from_the_tape_and_need_their_references(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(&folder, QUEUES);
    struct model_refs refs = {.items = VEC_EMPTY};
    struct error error = ERROR_NONE;
    struct value *drawn, *again;
    uint32_t first = initial_of(model);
    size_t put = command_named(model, "Put");
    struct tape *tape = tape_create(9);
    assert_true(
        model->ops->arguments(model, first, put, &refs, tape, &drawn, &error));
    assert_null(drawn);
    struct model_ref ref = {3, 0, "queue"};
    vec_push(&refs.items, ref);
    assert_true(
        model->ops->arguments(model, first, put, &refs, tape, &drawn, &error));
    struct tape *replay = tape_replay(tape_record(tape), TAPE_ENDS, 0);
    assert_true(model->ops->arguments(model, first, put, &refs, replay, &again,
                                      &error));
    assert_true(value_equal(drawn, again));
    assert_json(drawn->items[0], "{\"$ref\":[3,0]}");
    value_unref(drawn);
    value_unref(again);
    tape_destroy(tape);
    tape_destroy(replay);
    vec_finish(&refs.items);
    model->ops->destroy(model);
    folder_remove(&folder);
}

static void the_rest_of_a_model_is_asked_for(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(&folder, QUEUES);
    const struct model_info *info = model->ops->info(model);
    struct error error = ERROR_NONE;
    assert_int_equal(info->consistency, MODEL_PER_KEY);
    assert_int_equal(info->cover_count, 1);
    assert_string_equal(info->cover[0].label, "New");
    assert_true(info->cover[0].percent == 10);
    assert_int_equal(info->commands[1].weight, 3);
    assert_string_equal(info->commands[0].creates[0], "queue");
    assert_json(info->real, "{\"reset\":{\"method\":\"POST\"}}");
    struct value *arguments = parsed("[]"), *one = value_int(1), *labels;
    struct value *text = value_string(STR("1")), *two = value_int(2), *broken;
    struct model_call call = {.arguments = arguments};
    bool is_same = false;
    assert_true(model->ops->same(model, &call, one, text, &is_same, &error));
    assert_true(is_same);
    assert_true(model->ops->same(model, &call, one, two, &is_same, &error));
    assert_false(is_same);
    uint32_t first = initial_of(model);
    assert_true(
        model->ops->labels(model, first, &call, one, first, &labels, &error));
    assert_json(labels, "[\"New\",\"1\"]");
    assert_true(model->ops->broken(model, first, &broken, &error));
    assert_json(broken, "[]");
    value_unref(broken);
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct model_call another = {.number = 4, .arguments = arguments};
    uint32_t full = stepped(model, first, "New", "[1]", "{\"$ref\":[3,0]}");
    assert_int_equal(model->ops->step(model, full, &another, &outcomes, &error),
                     MODEL_DONE);
    assert_true(model->ops->broken(model, outcomes.items.items[0].state,
                                   &broken, &error));
    assert_json(broken, "[\"small\"]");
    model_outcomes_finish(&outcomes);
    value_unref(broken);
    value_unref(labels);
    value_unref(arguments);
    value_unref(one);
    value_unref(two);
    value_unref(text);
    model->ops->destroy(model);
    folder_remove(&folder);
}

/* By convention an error is compared by its text. */
static void errors_are_the_same_by_their_text(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(&folder, COUNTER);
    struct error error = ERROR_NONE;
    struct value *a = parsed("{\"error\":\"full\"}");
    struct value *b = parsed("{\"error\":\"full\",\"status\":409}");
    struct value *c = parsed("{\"error\":\"empty\"}");
    struct model_call call = {.arguments = a};
    bool is_same = false;
    assert_true(model->ops->same(model, &call, a, b, &is_same, &error));
    assert_true(is_same);
    assert_true(model->ops->same(model, &call, a, c, &is_same, &error));
    assert_false(is_same);
    value_unref(a);
    value_unref(b);
    value_unref(c);
    model->ops->destroy(model);
    folder_remove(&folder);
}

static void a_fake_may_do_one_of_several_things(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(
        &folder, "module.exports = {init: () => ({n: 0}), commands: {Toss: {\n"
                 "  fake: (s, a, fresh, either) => {\n"
                 "    if (either(false, true)) s.n = either(1, 2);\n"
                 "    return s.n > 0; }}}};\n");
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct error error = ERROR_NONE;
    uint32_t first = initial_of(model);
    assert_int_equal(step_of(model, first, "Toss", "[]", &outcomes, &error),
                     MODEL_DONE);
    assert_int_equal(outcomes.items.count, 3);
    assert_int_equal(outcomes.items.items[0].state, first);
    assert_json(outcomes.items.items[0].answer, "false");
    assert_json(outcomes.items.items[2].answer, "true");
    assert_json(model->ops->state(model, outcomes.items.items[2].state),
                "{\"n\":2}");
    model_outcomes_finish(&outcomes);
    model->ops->destroy(model);
    folder_remove(&folder);
}

/* Lists nest, texts have all characters, weights and old values are drawn. */
static void everything_can_be_drawn(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct model *model = model_of(
        &folder,
        "module.exports = {init: () => ({old: ['x', 'y']}), commands: {Any: {\n"
        "  args: (s, pick) => [\n"
        "    pick.list(() => pick.list(() => pick.boolean(), 2), {max: 3}),\n"
        "    pick.text({min: 1, max: 4}), pick.number(0, 2),\n"
        "    pick.weighted([[1, 'a'], [3, () => pick.integer(0, 1)]]),\n"
        "    pick.existing(s.old, () => pick.text(2))],\n"
        "  fake: (s, [list, text, number, w, old]) => Array.isArray(list) &&\n"
        "    list.length <= 3 && list.every((l) => l.length <= 2) &&\n"
        "    [...text].length >= 1 && [...text].length <= 4 && number >= 0 &&\n"
        "    number <= 2 && ['a', 0, 1].includes(w) && old.length <= 4}}};\n");
    struct model_refs refs = {.items = VEC_EMPTY};
    struct error error = ERROR_NONE;
    uint32_t first = initial_of(model);
    struct tape *tape = tape_create(77);
    for (int i = 0; i < 100; i++) {
        struct value *drawn;
        struct buf text = {0};
        if (!model->ops->arguments(model, first, 0, &refs, tape, &drawn,
                                   &error))
            fail_msg("%s", error.message);
        value_add_json(&text, drawn);
        stepped(model, first, "Any", buf_text(&text), "true");
        buf_finish(&text);
        value_unref(drawn);
    }
    tape_destroy(tape);
    model->ops->destroy(model);
    folder_remove(&folder);
}

/* A fake in the shell: it answers by what the question begins with. */
static const char SHELL_MODEL[] =
    "while read -r line; do case $line in\n"
    "*'\"ask\":\"info\"'*) echo '{\"ok\":{\"name\":\"sh\",\"commands\":"
    "[{\"name\":\"Roll\",\"arguments\":true}]}}';;\n"
    "*'\"ask\":\"init\"'*) echo '{\"ok\":{\"n\":0}}';;\n"
    "*'\"ask\":\"arguments\"'*)\n"
    "  echo '{\"pick\":{\"kind\":\"integer\",\"low\":4,\"high\":6}}'\n"
    "  read -r picked; picked=${picked#*:}; echo "
    "\"{\\\"ok\\\":[${picked%?}]}\";;\n"
    "*'\"ask\":\"step\"'*) echo '{\"ok\":[{\"state\":{\"n\":1},"
    "\"answer\":null}]}';;\n"
    "esac; done";

static void a_model_may_be_written_in_any_language(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct model *model = fake_open_command(SHELL_MODEL, NULL, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    assert_string_equal(model->ops->info(model)->name, "sh");
    uint32_t first = initial_of(model);
    struct model_refs refs = {.items = VEC_EMPTY};
    struct tape_record nothing = {0};
    struct tape *tape = tape_replay(&nothing, TAPE_ENDS, 0);
    struct value *drawn;
    if (!model->ops->arguments(model, first, 0, &refs, tape, &drawn, &error))
        fail_msg("%s", error.message);
    assert_json(drawn, "[4]");
    value_unref(drawn);
    assert_json(
        model->ops->state(model, stepped(model, first, "Roll", "[4]", "null")),
        "{\"n\":1}");
    tape_destroy(tape);
    model->ops->destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fake_counts),
        cmocka_unit_test(modules_are_written_as_today),
        cmocka_unit_test(states_keep_what_json_does_not_have),
        cmocka_unit_test(equal_states_are_one_number),
        cmocka_unit_test(references_are_symbols),
        cmocka_unit_test(
            arguments_come_from_the_tape_and_need_their_references),
        cmocka_unit_test(the_rest_of_a_model_is_asked_for),
        cmocka_unit_test(errors_are_the_same_by_their_text),
        cmocka_unit_test(a_fake_may_do_one_of_several_things),
        cmocka_unit_test(everything_can_be_drawn),
        cmocka_unit_test(a_model_may_be_written_in_any_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
