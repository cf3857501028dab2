/* Models that are wrong: each is told where, and nothing hangs or dies. */
#include "support.h"

#define QUICK                                                                  \
    (&(struct fake_options){.time_limit_ms = 1500,                             \
                            .memory_limit_bytes = (size_t)600 << 20})

/* The words of an error begin with the folder, which has another name each
 * time. */
static const char *without_folder(const struct folder *folder,
                                  const char *message)
{
    size_t length = strlen(folder->path);
    return strncmp(message, folder->path, length) == 0 ? message + length + 1
                                                       : message;
}

/* "model.js" with this text is refused with these words, or such that begin
 * with them where they end in "...". */
static void assert_words(const struct folder *folder, const char *message,
                         const char *words)
{
    const char *got = without_folder(folder, message);
    size_t length = strlen(words);
    if (length > 3 && strcmp(words + length - 3, "...") == 0) {
        if (strncmp(got, words, length - 3) != 0)
            fail_msg("\"%s\" does not begin with \"%s\"", got, words);
    } else {
        assert_string_equal(got, words);
    }
}

static void assert_refused(const char *text, const char *words)
{
    struct folder folder = folder_make();
    struct error error = ERROR_NONE;
    folder_write(&folder, "model.js", text);
    struct model *model = folder_open(&folder, "model.js", QUICK, &error);
    if (model != NULL)
        fail_msg("taken: %s", text);
    assert_int_equal(error.code, ERROR_SPEC);
    assert_words(&folder, error.message, words);
    folder_remove(&folder);
}

/* The message says which call failed; what is left of it is the rest. */
static void take_call_off(char *message, const char *call)
{
    size_t length = strlen(message), tail = strlen(call);
    if (length < tail || strcmp(message + length - tail, call) != 0)
        fail_msg("\"%s\" does not end with \"%s\"", message, call);
    message[length - tail] = '\0';
}

static void assert_ends(const char *parts, const char *words, const char *call)
{
    struct folder folder = folder_make();
    struct error error = ERROR_NONE;
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct buf text = {0};
    buf_addf(&text,
             "let count = 0;\nmodule.exports = {init: () => ({n: 0}), "
             "commands: {Do: {\n%s\n}}};\n",
             parts);
    folder_write(&folder, "model.js", buf_text(&text));
    struct model *model = folder_open(&folder, "model.js", QUICK, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(
        step_of(model, initial_of(model), "Do", "[]", &outcomes, &error),
        MODEL_FAILED);
    assert_int_equal(error.code, ERROR_SPEC);
    take_call_off(error.message, call);
    assert_words(&folder, error.message, words);
    assert_int_equal(outcomes.items.count, 0);
    model->ops->destroy(model);
    buf_finish(&text);
    folder_remove(&folder);
}

/* A model whose only command has these parts; a call of it fails. */
static void assert_call_fails(const char *parts, const char *words)
{
    assert_ends(parts, words, "; the call was Do() in the state {\"n\":0}");
}

/* The process of the model has ended: nobody knows the state any more. */
static void assert_call_is_stopped(const char *parts, const char *words)
{
    assert_ends(parts, words, "; the call was Do()");
}

static void a_module_that_does_not_parse_is_told_with_its_line(void **state)
{
    (void)state;
    assert_refused("module.exports = {\n  init: () => 0,\n  commands: {{\n};",
                   "model.js:3: does not parse: a '{' that is not closed");
    assert_refused("const a = 1;\nconst = 2;\n",
                   "model.js:2: does not parse: ...");
    assert_refused("\nlet x = 'abc\n", "model.js:2: does not parse: a string "
                                       "that does not end");
}

static void a_module_that_lacks_something_is_told(void **state)
{
    (void)state;
    assert_refused("", "model.js: the module exports no model: an object with "
                       "\"init\" and \"commands\"");
    assert_refused("module.exports = 7;",
                   "model.js: the module exports no model: an object with "
                   "\"init\" and \"commands\"");
    assert_refused("export const commands = {A: {fake() {}}};",
                   "model.js: the model lacks \"init\": a function that gives "
                   "the first state");
    assert_refused("export const init = () => 0;",
                   "model.js: the model lacks \"commands\": an object with a "
                   "command for each name");
    assert_refused("module.exports = {init: 0, commands: {}};",
                   "model.js: \"commands\" is empty: there is nothing to do");
    assert_refused("module.exports = {init: 0, commands: []};",
                   "model.js: the model lacks \"commands\": an object with a "
                   "command for each name");
    assert_refused("module.exports = {init: 0, commands: {A: 3}};",
                   "model.js: the command A must be an object with a function "
                   "\"fake\"");
    assert_refused("module.exports = {init: 0, commands: {A: {}}};",
                   "model.js: the command A lacks \"fake\": a function (state, "
                   "args) that gives the answer");
    assert_refused("module.exports = {init: 0, commands: {A: {fake() {}, "
                   "wen() {}}}};",
                   "model.js: the command A has no part \"wen\"; it has: args, "
                   "when, fake, creates, weight, "
                   "real, page, settle, patience, optional");
}

static void parts_of_the_wrong_kind_are_told(void **state)
{
    (void)state;
#define WITH(parts)                                                            \
    "module.exports = {init: 0, commands: {A: {fake() {}}}, " parts "};"
    assert_refused(
        WITH("cover: {full: 10}"),
        "model.js: \"cover\" names the label \"full\", but the model "
        "has no function \"label\"");
    assert_refused(WITH("label() {}, cover: {full: 300}"),
                   "model.js: \"cover\" of the label \"full\" must be a "
                   "percentage from 0 to 100");
    assert_refused(WITH("consistency: 'perKey'"),
                   "model.js: \"consistency\" is perKey, but the model has no "
                   "function \"partition\"");
    assert_refused(WITH("consistency: 'strong'"),
                   "model.js: \"consistency\" must be ...");
    assert_refused(WITH("same: 3"),
                   "model.js: \"same\" must be a function, not 3");
    assert_refused(WITH("invariants: {a: 1}"),
                   "model.js: \"a\" of \"invariants\" must be a function, not "
                   "1");
    assert_refused("module.exports = {init: 0, commands: {A: {fake() {}, "
                   "weight: -1}}};",
                   "model.js: the \"weight\" of the command A must be a whole "
                   "number from 0 to 1000000");
    assert_refused("module.exports = {init: 0, commands: {A: {fake() {}, "
                   "weight: 0}}};",
                   "model.js: all commands have the weight 0");
    assert_refused("module.exports = {init: 0, commands: {A: {fake() {}, "
                   "creates: 'x'}}};",
                   "model.js: \"creates\" of the command A must be a list of "
                   "types of references, such as [\"queue\"]");
#undef WITH
}

static void what_is_wrong_with_a_page_is_told(void **state)
{
    (void)state;
#define PAGE(parts)                                                            \
    "module.exports = {init: 0, commands: {A: {fake() {}}}, " parts "};"
    assert_refused(
        PAGE("view: {a: 'b'}"),
        "model.js: the model has a \"view\" and lacks \"project\": a "
        "function (state) that gives what the page is to show");
    assert_refused(PAGE("project: (s) => s"),
                   "model.js: the model has a function \"project\" and lacks "
                   "\"view\": what of the page is compared with it");
    assert_refused(PAGE("project: (s) => s, view: {a: {b: 7}}"),
                   "model.js: \"view\".a.b must be a selector, all(...), "
                   "count(...), shown(...) or an object of these, not 7");
    assert_refused(PAGE("project: (s) => s, view: {}"),
                   "model.js: \"view\" is empty: nothing would be compared");
    assert_refused(PAGE("project: (s) => s, view: ({all}) => all(3)"),
                   "model.js: all(...) of the \"view\" needs a selector, not "
                   "3");
    assert_refused(PAGE("settle: 'soon'"),
                   "model.js: \"settle\" must be 'network' or 'now', not "
                   "'soon'");
    assert_refused(PAGE("settle: {atMost: 3}"),
                   "model.js: \"settle\": \"quiet\" and \"atMost\" must be "
                   "numbers of milliseconds, at most an hour");
    assert_refused(PAGE("patience: -1"),
                   "model.js: \"patience\" must be a number of milliseconds, "
                   "not -1");
    assert_refused(PAGE("optional: 'yes'"),
                   "model.js: \"optional\" must be true or false, not "
                   "\"yes\"");
    assert_refused(PAGE("errors: 'none'"),
                   "model.js: \"errors\" must be 'found' or 'ignored', not "
                   "\"none\"");
    assert_refused("module.exports = {init: 0, commands: {A: {fake() {}, page: "
                   "'click'}}};",
                   "model.js: \"page\" of the command A must be a function, "
                   "not \"click\"");
#undef PAGE
}

static void a_module_that_throws_is_told_with_its_line(void **state)
{
    (void)state;
    assert_refused("\nnull.x;\n",
                   "model.js:2: cannot be loaded: it throws TypeError: ...");
    assert_refused("import 'lodash';",
                   "model.js:1: cannot be loaded: it throws no module "
                   "\"lodash\": a model imports files of its own only "
                   "('./lodash.js')");
    assert_refused("\nconst a = require('./b');",
                   "model.js:2: cannot be loaded: it throws there is no file "
                   "\"./b\"");
}

static void an_error_in_another_file_is_told_there(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct error error = ERROR_NONE;
    folder_write(&folder, "model.js", "import {a} from './other.js';\n");
    folder_write(&folder, "other.js", "\n\nexport const a = b;\n");
    assert_null(folder_open(&folder, "model.js", QUICK, &error));
    assert_words(&folder, error.message,
                 "other.js:3: cannot be loaded: it throws ReferenceError: ...");
    folder_write(&folder, "other.js", "export const c = 1;\n");
    assert_null(folder_open(&folder, "model.js", QUICK, &error));
    assert_words(&folder, error.message,
                 "model.js:1: cannot be loaded: it throws \"./other.js\" "
                 "exports no \"a\"");
    folder_remove(&folder);
}

static void a_file_that_is_not_there_is_no_model(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_null(fake_open_module("/nowhere/model.js", NULL, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_string_equal(error.message, "cannot read the model "
                                       "/nowhere/model.js: No such file or "
                                       "directory");
}

static void a_fake_that_throws_is_told_with_its_line(void **state)
{
    (void)state;
    assert_call_fails("fake(s) {\n  return s.a.b; }",
                      "model.js:4: \"fake\" of Do throws TypeError: ...");
    assert_call_fails("fake(s) {\n  throw new Error('no'); }",
                      "model.js:4: \"fake\" of Do throws no (an answer that is "
                      "an error is returned: {error: 'text'})");
    assert_call_fails("when(s) {\n  return x; }, fake() {}",
                      "model.js:4: \"when\" of Do throws ReferenceError: ...");
    assert_call_fails("fake() {\n  return (function f() { f(); })(); }",
                      "model.js:4: \"fake\" of Do throws RangeError: ...");
}

static void what_does_not_end_is_stopped_and_named(void **state)
{
    (void)state;
    assert_call_is_stopped(
        "fake() { while (true); }",
        "model.js:3: \"fake\" of Do does not end: it was stopped "
        "here");
    assert_call_is_stopped(
        "when() { for (;;) count++; }, fake() {}",
        "model.js:3: \"when\" of Do does not end: it was stopped "
        "here");
    /* A function of the engine cannot be stopped from within. */
    assert_call_is_stopped(
        "fake() { return /^(a+)+$/.test('a'.repeat(60) + 'b') ||"
        " 'a'.repeat(2 ** 28).split('').sort().reverse(); }",
        "model.js...");
}

static void what_takes_too_much_memory_is_stopped_and_named(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct error error = ERROR_NONE;
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    folder_write(&folder, "model.js",
                 "module.exports = {init: () => 0, commands: {Do: {fake() {\n"
                 "  const all = [];\n"
                 "  for (;;)\n"
                 "    all.push(new Array(1000).fill(all.length));\n"
                 "}}}};\n");
    struct model *model = folder_open(
        &folder, "model.js",
        &(struct fake_options){.memory_limit_bytes = (size_t)300 << 20},
        &error);
    assert_non_null(model);
    assert_int_equal(
        step_of(model, initial_of(model), "Do", "[]", &outcomes, &error),
        MODEL_FAILED);
    assert_non_null(strstr(error.message, "\"fake\" of Do takes "));
    assert_non_null(strstr(error.message, "memory"));
    model->ops->destroy(model);
    folder_remove(&folder);
}

static void a_module_that_does_not_end_is_stopped(void **state)
{
    (void)state;
    assert_refused("for (let i = 0;;) i++;\n",
                   "model.js:1: \"info\" does not end: it was stopped here");
}

static void a_fake_that_answers_other_things_each_time_is_found(void **state)
{
    (void)state;
    assert_call_fails("fake(s) { return count++; }",
                      "model.js: the command Do is not deterministic: the same "
                      "call in the same state gave 0, then 1 ...");
    assert_call_fails("fake(s) { s.n = count++; }",
                      "model.js: the command Do is not deterministic: the same "
                      "call in the same state gave the state {\"n\":0}, then "
                      "{\"n\":1} ...");
    assert_call_fails("when: () => count++ === 0, fake() {}",
                      "model.js: the command Do is not deterministic: the same "
                      "call in the same state gave allowed, then refused ...");
}

static void a_first_state_that_is_another_one_each_time_is_found(void **state)
{
    (void)state;
    struct folder folder = folder_make();
    struct error error = ERROR_NONE;
    folder_write(
        &folder, "model.js",
        "let count = 0;\nmodule.exports = {init: () => ({n: count++}), "
        "commands: {Do: {fake() {}}}};\n");
    struct model *model = folder_open(&folder, "model.js", QUICK, &error);
    uint32_t first;
    assert_non_null(model);
    assert_false(model->ops->initial(model, &first, &error));
    assert_int_equal(error.code, ERROR_SPEC);
    assert_words(&folder, error.message,
                 "model.js: \"init\" is not deterministic: it does not always "
                 "give the same state");
    model->ops->destroy(model);
    folder_remove(&folder);
}

static void chance_clock_timers_and_network_are_refused(void **state)
{
    (void)state;
    assert_call_fails("fake() {\n  return Math.random(); }",
                      "model.js:4: \"fake\" of Do fails: a fake has no "
                      "Math.random: ...");
    assert_call_fails("fake() {\n  return Date.now(); }",
                      "model.js:4: \"fake\" of Do fails: a fake has no clock: "
                      "...");
    assert_call_fails("fake() {\n  return new Date().getTime(); }",
                      "model.js:4: \"fake\" of Do fails: a fake has no clock: "
                      "...");
    assert_call_fails("fake() {\n  return Date(); }",
                      "model.js:4: \"fake\" of Do fails: a fake has no clock: "
                      "...");
    assert_call_fails("fake() {\n  setTimeout(() => 1, 5); }",
                      "model.js:4: \"fake\" of Do fails: a fake has no "
                      "setTimeout: ...");
    assert_call_fails("fake() {\n  fetch('http://x'); }",
                      "model.js:4: \"fake\" of Do fails: a fake has no fetch: "
                      "...");
}

static void values_that_cannot_be_kept_are_told_with_their_place(void **state)
{
    (void)state;
    assert_call_fails(
        "async fake() {}",
        "model.js: \"fake\" of Do gives a promise (a fake answers "
        "at once: no async) at the answer");
    assert_call_fails("fake(s) { s.list = [() => 1]; }",
                      "model.js: \"fake\" of Do gives a function at "
                      "state.list[0]");
    assert_call_fails("fake(s) { s.self = s; }",
                      "model.js: \"fake\" of Do gives values that nest deeper "
                      "than 200 (a circle?)");
    assert_call_fails(
        "fake(s) { s.$ref = 1; }",
        "model.js: \"fake\" of Do gives a field named $ref (names "
        "with $ are weir's) at state");
    assert_call_fails("fake(s) { s.at = new Date(5); }",
                      "model.js: \"fake\" of Do gives a Date (keep a number or "
                      "a text) at state.at");
}

static void assert_arguments_fail(const char *args, const char *words)
{
    struct folder folder = folder_make();
    struct error error = ERROR_NONE;
    struct buf text = {0};
    struct value *drawn;
    struct model_refs refs = {.items = VEC_EMPTY};
    buf_addf(&text,
             "module.exports = {init: 0, commands: {Do: {creates: ['q'],\n"
             "args(s, pick) { %s },\nfake() {}}}};\n",
             args);
    folder_write(&folder, "model.js", buf_text(&text));
    struct model *model = folder_open(&folder, "model.js", NULL, &error);
    assert_non_null(model);
    struct tape *tape = tape_create(1);
    assert_false(model->ops->arguments(model, initial_of(model), 0, &refs, tape,
                                       &drawn, &error));
    assert_words(&folder, error.message, words);
    tape_destroy(tape);
    model->ops->destroy(model);
    buf_finish(&text);
    folder_remove(&folder);
}

static void draws_that_make_no_sense_are_told_with_their_line(void **state)
{
    (void)state;
    assert_arguments_fail(
        "return [pick.ref('queue')];",
        "model.js:2: \"args\" of Do fails: no command creates "
        "a reference of the type \"queue\" (\"creates\")");
    assert_arguments_fail(
        "return [pick.from([1, 2])];",
        "model.js:2: \"args\" of Do fails: pick has no \"from\"; it has: "
        "integer, number, boolean, oneOf, weighted, text, list, ref, existing");
    assert_arguments_fail("return [pick.integer(2, 1)];",
                          "model.js:2: \"args\" of Do fails: 2 to 1: there is "
                          "no number between them");
    assert_arguments_fail(
        "return [pick.oneOf([])];",
        "model.js:2: \"args\" of Do fails: pick.oneOf needs a "
        "list with something in it");
    assert_arguments_fail("return 3;",
                          "model.js: \"args\" of Do fails: it must "
                          "give a list, not 3");
    assert_arguments_fail("for (;;) pick.boolean();",
                          "model.js: \"args\" of Do draws more than 10000 "
                          "numbers");
}

static void assert_command_refused(const char *command, const char *words)
{
    struct error error = ERROR_NONE;
    struct model *model = fake_open_command(command, QUICK, &error);
    if (model != NULL)
        fail_msg("taken: %s", command);
    size_t length = strlen(command);
    if (strncmp(error.message, command, length) != 0)
        fail_msg("%s", error.message);
    assert_string_equal(error.message + length + 2, words);
}

static void a_program_that_is_no_model_is_told(void **state)
{
    (void)state;
    assert_command_refused("true", "\"info\": the process of the model has "
                                   "ended (exit status 0)");
    assert_command_refused("exit 3", "\"info\": the process of the model has "
                                     "ended (exit status 3)");
    assert_command_refused("echo hello; cat >/dev/null",
                           "\"info\": the answer is no JSON object: hello");
    assert_command_refused("echo 3; cat >/dev/null",
                           "\"info\": the answer is no JSON object: 3");
    assert_command_refused("echo '{}'; cat >/dev/null",
                           "\"info\" is answered without \"ok\", \"refused\" "
                           "or \"failed\"");
    assert_command_refused("cat >/dev/null",
                           "\"info\" does not end: stopped after 3000 ms");
    assert_command_refused("echo '{\"failed\":\"no\"}'; cat >/dev/null", "no");
    assert_command_refused("echo '{\"refused\":\"no\"}'; cat >/dev/null",
                           "\"info\" cannot be refused");
    assert_command_refused("echo '{\"ok\":{}}'; cat >/dev/null",
                           "the model lacks \"commands\"");
    assert_command_refused("echo '{\"pick\":{\"kind\":\"boolean\"}}'; "
                           "cat >/dev/null",
                           "\"info\" draws: only arguments are drawn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_that_does_not_parse_is_told_with_its_line),
        cmocka_unit_test(a_module_that_lacks_something_is_told),
        cmocka_unit_test(parts_of_the_wrong_kind_are_told),
        cmocka_unit_test(what_is_wrong_with_a_page_is_told),
        cmocka_unit_test(a_module_that_throws_is_told_with_its_line),
        cmocka_unit_test(an_error_in_another_file_is_told_there),
        cmocka_unit_test(a_file_that_is_not_there_is_no_model),
        cmocka_unit_test(a_fake_that_throws_is_told_with_its_line),
        cmocka_unit_test(what_does_not_end_is_stopped_and_named),
        cmocka_unit_test(what_takes_too_much_memory_is_stopped_and_named),
        cmocka_unit_test(a_module_that_does_not_end_is_stopped),
        cmocka_unit_test(a_fake_that_answers_other_things_each_time_is_found),
        cmocka_unit_test(a_first_state_that_is_another_one_each_time_is_found),
        cmocka_unit_test(chance_clock_timers_and_network_are_refused),
        cmocka_unit_test(values_that_cannot_be_kept_are_told_with_their_place),
        cmocka_unit_test(draws_that_make_no_sense_are_told_with_their_line),
        cmocka_unit_test(a_program_that_is_no_model_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
