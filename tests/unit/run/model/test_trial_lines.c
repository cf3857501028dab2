/* A test of a model as a line: what is written is read again; what is wrong is
 * told of. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <string.h>

#include "base/memory.h"
#include "run/model/trial_lines.h"

static const struct model_command commands[] = {{.name = "New"},
                                                {.name = "Put"}};
static const struct model_info info = {
    .name = "m.js",
    .commands = commands,
    .command_count = 2,
};

static struct value *parse(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

/* Every field has a value of its own. */
static struct operation an_operation(int64_t number)
{
    return (struct operation){
        .number = number,
        .process = 2,
        .fork = 3,
        .name = memory_format("Put"),
        .arguments = parse("[{\"$ref\":[0,0]},\"\\u00e4\\n\",1.5]"),
        .end = OPERATION_INFO,
        .call_us = 40,
        .return_us = -1,
        .got = parse("null"),
        .raw = parse("{\"a\":[]}"),
        .created = parse("[7]"),
        .words = memory_format("timed \"out\""),
        .expected = parse("[1,null]"),
        .before = parse("[{}]"),
        .place = 5,
    };
}

static struct program_run a_run(enum program_fault fault)
{
    struct program_run run = {
        .fault = fault,
        .culprit = 1,
        .words = memory_format("words"),
        .is_parallel = true,
        .is_scheduled = true,
        .users = 4,
        .possible = parse("[1]"),
        .answers = parse("[null]"),
        .schedule = parse("[{\"process\":1,\"at\":\"read\"}]"),
        .attempts = 6,
        .failures = 2,
    };
    operation_list_push(&run.operations, an_operation(0));
    operation_list_push(&run.operations, an_operation(1));
    return run;
}

static void add_counts(struct trial *trial)
{
    struct statistics *counted = &trial->counted;
    statistics_init(counted, &info);
    trial->is_counted = true;
    counted->programs = 1;
    counted->commands = 2;
    counted->of_command[1] = 3;
    counted->in_programs[0] = 4;
    counted->lengths[2] = 5;
    counted->overlapping = 6;
    counted->failed = 7;
    counted->unknown = 8;
    counted->generated.forks = 9;
    counted->generated.commuting = 10;
    counted->generated.unsafe = 11;
    counted->generated.commands[1].drawn = 12;
    counted->generated.commands[1].discarded = 13;
    statistics_add_label(counted, STR("late"), 14);
    statistics_add_label(counted, STR("a \"label\""), 15);
}

static void fill(struct trial *trial)
{
    struct schedule_choice choice = {1, 3, 0};
    trial_init(trial);
    trial->duration_ms = 16;
    trial->run = a_run(PROGRAM_PARALLEL);
    trial->found = a_run(PROGRAM_ANSWER);
    trial->is_shrunk = true;
    trial->trouble = memory_format("it broke");
    trial->reduction = (struct reduction_info){
        .kind = REDUCTION_SHORTER,
        .end = REDUCTION_OUT_OF_TIME,
        .runs = 17,
        .duration_ms = 18,
        .confirm_runs = 19,
        .confirm_failures = 1,
        .trouble = trial->trouble,
    };
    program_push(&trial->program, (struct program_command){
                                      .number = 4,
                                      .kind = 1,
                                      .fork = 2,
                                      .process = 1,
                                      .user = 2,
                                      .arguments = parse("[1,\"x\"]"),
                                  });
    vec_push(&trial->schedule.items, choice);
    notice_list_add(&trial->notices, "reset", "it is started anew");
    add_counts(trial);
    error_set(&trial->error, ERROR_RUN, "no more");
}

static void a_test_is_read_as_it_was_written(void **state)
{
    (void)state;
    struct trial trial;
    struct trial_said said;
    struct buf line = {0}, again = {0};
    struct error error = ERROR_NONE;
    fill(&trial);
    trial_add(&line, &trial);
    assert_true(trial_read(&said, buf_str(&line), &info, &error));
    assert_int_equal(said.kind, TRIAL_WHOLE);
    const struct trial *back = &said.trial;
    trial_add(&again, back);
    assert_string_equal(buf_text(&line), buf_text(&again));
    /* Written twice alike, it might be left out twice. */
    assert_int_equal(back->duration_ms, 16);
    assert_int_equal(back->run.fault, PROGRAM_PARALLEL);
    assert_int_equal(back->run.culprit, 1);
    assert_int_equal(back->run.failures, 2);
    assert_true(back->run.is_parallel && back->run.is_scheduled);
    assert_int_equal(back->run.users, 4);
    assert_int_equal(back->found.fault, PROGRAM_ANSWER);
    assert_int_equal(back->run.operations.count, 2);
    const struct operation *operation = &back->run.operations.items[0];
    const struct operation *before = &trial.run.operations.items[0];
    assert_true(value_equal(operation->arguments, before->arguments));
    assert_true(value_equal(operation->raw, before->raw));
    assert_true(value_equal(operation->got, before->got));
    assert_int_equal(operation->end, OPERATION_INFO);
    assert_string_equal(operation->words, "timed \"out\"");
    assert_int_equal(operation->place, 5);
    assert_int_equal(back->program.items.items[0].kind, 1);
    assert_int_equal(back->schedule.items.items[0].of, 3);
    assert_int_equal(back->counted.generated.commands[1].discarded, 13);
    assert_int_equal(*(uint64_t *)map_find(&back->counted.labels, STR("late")),
                     14);
    assert_int_equal(back->reduction.end, REDUCTION_OUT_OF_TIME);
    assert_string_equal(back->reduction.trouble, "it broke");
    assert_int_equal(back->error.code, ERROR_RUN);
    assert_string_equal(back->error.message, "no more");
    assert_int_equal(back->notices.count, 1);
    trial_said_finish(&said);
    trial_finish(&trial);
    buf_finish(&line);
    buf_finish(&again);
}

static void a_failing_test_is_told_of_as_it_was_found(void **state)
{
    (void)state;
    struct trial trial;
    struct trial_said said;
    struct buf line = {0};
    fill(&trial);
    trial_add_failing(&line, &trial);
    assert_true(trial_read(&said, buf_str(&line), &info, NULL));
    assert_int_equal(said.kind, TRIAL_FAILING);
    assert_int_equal(said.trial.run.fault, PROGRAM_ANSWER);
    assert_false(said.trial.is_shrunk);
    trial_said_finish(&said);
    trial_finish(&trial);
    buf_finish(&line);
}

static void short_lines(void **state)
{
    (void)state;
    struct trial_said said;
    struct buf line = {0};
    trial_add_begun(&line, 7);
    assert_true(trial_read(&said, buf_str(&line), &info, NULL));
    assert_int_equal(said.kind, TRIAL_BEGUN);
    assert_int_equal(said.number, 7);
    trial_said_finish(&said);
    buf_clear(&line);
    trial_add_doing(&line, "a \"b\"");
    assert_true(trial_read(&said, buf_str(&line), &info, NULL));
    assert_int_equal(said.kind, TRIAL_DOING);
    assert_string_equal(said.doing, "a \"b\"");
    trial_said_finish(&said);
    buf_finish(&line);
}

/* *line without its first `from`, which `to` replaces; what is said of it. */
static void is_refused(const char *line, const char *from, const char *to,
                       const char *words)
{
    struct trial_said said;
    struct error error = ERROR_NONE;
    const char *at = strstr(line, from);
    assert_non_null(at);
    char *wrong = memory_format("%.*s%s%s", (int)(at - line), line, to,
                                at + strlen(from));
    assert_false(trial_read(&said, str_text(wrong), &info, &error));
    if (strstr(error.message, words) == NULL)
        fail_msg("%s: %s", to, error.message);
    free(wrong);
}

static void what_is_wrong_is_told_of(void **state)
{
    (void)state;
    struct trial trial;
    struct buf line = {0};
    fill(&trial);
    trial_add(&line, &trial);
    const char *text = buf_text(&line);
    is_refused(text, "\"kind\":1", "\"kind\":2", "kind");
    is_refused(text, "\"process\":1", "\"process\":64", "process");
    is_refused(text, "\"user\":2", "\"user\":64", "user");
    is_refused(text, "\"fault\":2", "\"fault\":12", "fault");
    is_refused(text, "\"culprit\":1", "\"culprit\":2", "culprit");
    is_refused(text, "\"end\":4", "\"end\":5", "end");
    is_refused(text, "\"args\":[1,\"x\"]", "\"args\":7", "args");
    is_refused(text, "[1,3]", "[3,3]", "schedule");
    is_refused(text, "\"process\":2", "\"process\":2147483648", "process");
    is_refused(text, "\"answers\":[null]", "\"answers\":[]", "answers");
    is_refused(text, "\"possible\":[1],", "", "answers");
    is_refused(text, "{\"process\":1,\"at\":\"read\"}", "{\"at\":\"read\"}",
               "schedule");
    is_refused(text, "{\"process\":1,\"at\":\"read\"}", "7", "schedule");
    is_refused(text, "\"ofCommand\":[0,3]", "\"ofCommand\":[0]", "ofCommand");
    is_refused(text, "\"late\":14", "\"late\":-1", "a count");
    is_refused(text, "\"code\":5", "\"code\":0", "code");
    is_refused(text, "{\"trial\"", "{\"trail\"", "begun");
    is_refused(text, "{\"trial\"", "[\"trial\"", "");
    trial_finish(&trial);
    buf_finish(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_test_is_read_as_it_was_written),
        cmocka_unit_test(a_failing_test_is_told_of_as_it_was_found),
        cmocka_unit_test(short_lines),
        cmocka_unit_test(what_is_wrong_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
