#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "todomvc/runner/journal.h"

static struct record some_record(const char *application, int64_t subscript)
{
    return (struct record){
        .id = {.manifest = "npm",
               .profile = "full",
               .spec = "todomvc.strom",
               .application = application,
               .strategy = "default",
               .options = "",
               .subscript = subscript,
               .repetition = 3,
               .base_seed = 1},
        .expected = {.verdict = EXPECT_FAILS,
                     .published = EXPECT_PASSES,
                     .disputed = true,
                     .faults = {7, 8},
                     .fault_count = 2},
        .outcome = OUTCOME_FAILED,
        .is_known_reason = true,
        .verdict = "Definitely false",
        .seed = UINT64_MAX,
        .actions = 17,
        .wall_us = 1234567,
        .test_ms = 900,
        .jobs = 2,
        .exit_status = 3,
        .details = "\"more\":1",
    };
}

static void expect_same(const struct record *a, const struct record *b)
{
    assert_string_equal(a->id.application, b->id.application);
    assert_string_equal(a->id.strategy, b->id.strategy);
    assert_true(a->id.subscript == b->id.subscript);
    assert_true(a->id.repetition == b->id.repetition);
    assert_int_equal(a->expected.verdict, b->expected.verdict);
    assert_int_equal(a->expected.published, b->expected.published);
    assert_int_equal(a->expected.disputed, b->expected.disputed);
    assert_int_equal(a->expected.fault_count, b->expected.fault_count);
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->is_known_reason, b->is_known_reason);
    assert_string_equal(a->verdict, b->verdict);
    assert_true(a->seed == b->seed);
    assert_true(a->actions == b->actions);
    assert_true(a->wall_us == b->wall_us);
    assert_true(a->test_ms == b->test_ms);
    assert_int_equal(a->exit_status, b->exit_status);
}

/* Made by a program of another language: FNV-1a of
 * "npm/full/todomvc.strom/vue/default/100/3/1", mixed as splitmix64 does. A
 * results file can only be continued as long as this stays. */
static void the_seed_of_a_run_stays_the_same(void **state)
{
    (void)state;
    struct record record = some_record("vue", 100);
    assert_true(run_id_seed(&record.id) == UINT64_C(12163512389577110463));
    record.id.repetition = 4;
    assert_false(run_id_seed(&record.id) == UINT64_C(12163512389577110463));
}

static void a_record_is_read_as_it_was_written(void **state)
{
    (void)state;
    struct journal journal;
    struct error error = ERROR_NONE;
    struct record record = some_record("vue", 100);
    struct buf line;
    buf_init(&line);
    record_add(&record, &line);
    assert_true(journal_parse(&journal, buf_str(&line), &error));
    assert_int_equal(journal_count(&journal), 1);
    const struct record *found = journal_find(&journal, &record.id);
    assert_non_null(found);
    expect_same(found, &record);
    record.id.subscript = 50;
    assert_null(journal_find(&journal, &record.id));
    journal_close(&journal);
    buf_finish(&line);
}

/* ---- files ------------------------------------------------------------------
 */

static char file[] = "/tmp/weir-journal-XXXXXX";

static int make_file(void **state)
{
    (void)state;
    memcpy(file, "/tmp/weir-journal-XXXXXX", sizeof file);
    int fd = mkstemp(file);
    return fd < 0 ? 1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(file);
}

static void write_file(const char *text)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void open_file(struct journal *journal)
{
    struct error error = ERROR_NONE;
    if (!journal_open(journal, file, true, &error))
        fail_msg("%s", error.message);
}

static void what_is_added_is_there_next_time(void **state)
{
    (void)state;
    struct journal journal;
    struct error error = ERROR_NONE;
    struct record a = some_record("a", 5), b = some_record("b", 5);
    open_file(&journal);
    assert_true(journal_add(&journal, &a, &error));
    assert_non_null(journal_find(&journal, &a.id));
    journal_close(&journal);
    open_file(&journal);
    assert_int_equal(journal_count(&journal), 1);
    assert_true(journal_add(&journal, &b, &error));
    journal_close(&journal);
    open_file(&journal);
    assert_int_equal(journal_count(&journal), 2);
    expect_same(journal_find(&journal, &b.id), &b);
    journal_close(&journal);
}

/* A run that was repeated: the later line counts. */
static void a_later_line_stands_for_an_earlier_one(void **state)
{
    (void)state;
    struct journal journal;
    struct error error = ERROR_NONE;
    struct record record = some_record("a", 5);
    record.outcome = OUTCOME_ERROR;
    record.error = "no browser";
    open_file(&journal);
    assert_true(journal_add(&journal, &record, &error));
    record.outcome = OUTCOME_PASSED;
    record.error = NULL;
    assert_true(journal_add(&journal, &record, &error));
    journal_close(&journal);
    open_file(&journal);
    assert_int_equal(journal_count(&journal), 1);
    assert_int_equal(journal_find(&journal, &record.id)->outcome,
                     OUTCOME_PASSED);
    journal_close(&journal);
}

static void a_torn_last_line_is_cut_off(void **state)
{
    (void)state;
    struct journal journal;
    struct error error = ERROR_NONE;
    struct record a = some_record("a", 5), b = some_record("b", 5);
    struct buf text;
    buf_init(&text);
    record_add(&a, &text);
    size_t whole = text.length;
    record_add(&b, &text);
    /* Torn at every byte, also right before its end. */
    for (size_t length = whole + 1; length < text.length; length++) {
        char *torn = strndup(buf_text(&text), length);
        write_file(torn);
        free(torn);
        open_file(&journal);
        assert_int_equal(journal_count(&journal), 1);
        assert_int_equal(journal.dropped_bytes, length - whole);
        assert_true(journal_add(&journal, &b, &error));
        journal_close(&journal);
        open_file(&journal);
        assert_int_equal(journal_count(&journal), 2);
        assert_int_equal(journal.dropped_bytes, 0);
        journal_close(&journal);
    }
    buf_finish(&text);
}

static void expect_refused(const char *text, const char *words)
{
    struct journal journal;
    struct error error = ERROR_NONE;
    write_file(text);
    if (journal_open(&journal, file, true, &error))
        fail_msg("taken: %s", text);
    assert_int_equal(error.code, ERROR_IO);
    if (strstr(error.message, words) == NULL ||
        strstr(error.message, file) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
}

static void other_files_are_refused_with_the_line(void **state)
{
    (void)state;
    expect_refused("hello\n", "line 1: ");
    expect_refused("{\"kind\":\"absent\"}\n\n", "line 2: ");
    expect_refused("{}\n", "\"kind\" has to be");
    expect_refused("{\"kind\":\"run\"}\n", "\"manifest\" has to be a text");
    struct record record = some_record("a", 5);
    struct buf line;
    buf_init(&line);
    record.id.subscript = 0;
    record_add(&record, &line);
    expect_refused(buf_text(&line), "line 1: \"subscript\" has to be a number");
    buf_finish(&line);
}

/* What is refused stays as it was. */
static void a_refused_file_is_not_touched(void **state)
{
    (void)state;
    char text[100] = "";
    expect_refused("{}\nhalf", "line 1");
    FILE *in = fopen(file, "r");
    size_t length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    assert_int_equal(length, strlen("{}\nhalf"));
}

static void one_program_at_a_time_writes(void **state)
{
    (void)state;
    struct journal first, second;
    struct error error = ERROR_NONE;
    open_file(&first);
    assert_false(journal_open(&second, file, true, &error));
    assert_non_null(strstr(error.message, "another weir-todomvc"));
    assert_true(journal_open(&second, file, false, &error));
    journal_close(&second);
    journal_close(&first);
    open_file(&first);
    journal_close(&first);
}

static void an_absence_ends_with_the_first_run(void **state)
{
    (void)state;
    struct journal journal;
    struct error error = ERROR_NONE;
    struct absence absence = {"npm", "full", "a", "no such file"};
    struct record record = some_record("a", 5);
    open_file(&journal);
    assert_true(journal_add_absence(&journal, &absence, &error));
    journal_close(&journal);
    open_file(&journal);
    assert_int_equal(journal_absence_count(&journal), 1);
    assert_string_equal(journal_absence_at(&journal, 0)->why, "no such file");
    assert_true(journal_add(&journal, &record, &error));
    assert_null(journal_absence_at(&journal, 0));
    journal_close(&journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seed_of_a_run_stays_the_same),
        cmocka_unit_test(a_record_is_read_as_it_was_written),
        cmocka_unit_test_setup_teardown(what_is_added_is_there_next_time,
                                        make_file, remove_file),
        cmocka_unit_test_setup_teardown(a_later_line_stands_for_an_earlier_one,
                                        make_file, remove_file),
        cmocka_unit_test_setup_teardown(a_torn_last_line_is_cut_off, make_file,
                                        remove_file),
        cmocka_unit_test_setup_teardown(other_files_are_refused_with_the_line,
                                        make_file, remove_file),
        cmocka_unit_test_setup_teardown(a_refused_file_is_not_touched,
                                        make_file, remove_file),
        cmocka_unit_test_setup_teardown(one_program_at_a_time_writes, make_file,
                                        remove_file),
        cmocka_unit_test_setup_teardown(an_absence_ends_with_the_first_run,
                                        make_file, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
