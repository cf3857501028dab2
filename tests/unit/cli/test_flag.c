/* Options of a command line, from a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/flag.h"

static const struct flag flags[] = {
    {"include", 'I', "DIR", "look there"},
    {"json", 0, NULL, "print JSON"},
    {"help", 'h', NULL, "show this text"},
};

enum { INCLUDE, JSON, HELP, FLAGS };

struct line {
    struct flag_reader reader;
    char *words[8];
    int count;
    struct error error;
    const char *value;
};

static void begin(struct line *line, enum flag_order order, const char *a,
                  const char *b, const char *c)
{
    const char *given[] = {"weir", a, b, c};
    *line = (struct line){.error = ERROR_NONE};
    while (line->count < 4 && given[line->count] != NULL) {
        line->words[line->count] = (char *)given[line->count];
        line->count++;
    }
    flag_reader_begin(&line->reader, flags, FLAGS, order);
}

static int next(struct line *line)
{
    return flag_next(&line->reader, line->count, line->words, &line->value,
                     &line->error);
}

static void names_and_letters_are_the_same(void **state)
{
    static const struct {
        const char *a, *b, *c;
    } lines[] = {
        {"--include", "lib", "page"}, {"--include=lib", "page", NULL},
        {"-I", "lib", "page"},        {"-Ilib", "page", NULL},
        {"--inc", "lib", "page"},     {"page", "-I", "lib"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct line line;
        begin(&line, FLAG_ANYWHERE, lines[i].a, lines[i].b, lines[i].c);
        assert_int_equal(next(&line), INCLUDE);
        assert_string_equal(line.value, "lib");
        assert_int_equal(next(&line), FLAG_END);
        assert_string_equal(line.words[optind], "page");
        assert_int_equal(line.error.code, ERROR_OK);
    }
}

static void a_flag_without_a_value_has_none(void **state)
{
    struct line line;
    (void)state;
    begin(&line, FLAG_ANYWHERE, "--json", "-h", NULL);
    assert_int_equal(next(&line), JSON);
    assert_null(line.value);
    assert_int_equal(next(&line), HELP);
    assert_int_equal(next(&line), FLAG_END);
}

static void another_word_may_end_them(void **state)
{
    struct line line;
    (void)state;
    begin(&line, FLAG_FIRST, "--json", "page", "--json");
    assert_int_equal(next(&line), JSON);
    assert_int_equal(next(&line), FLAG_END);
    assert_int_equal(optind, 2);
}

static void mistakes_are_named(void **state)
{
    static const struct {
        const char *given, *message;
    } lines[] = {
        {"--frobnicate", "unknown option --frobnicate"},
        {"--hlep=now", "unknown option --hlep=now; did you mean --help?"},
        {"-q", "unknown option -q"},
        {"-hq", "unknown option -q"},
        {"-h=1", "unknown option -="},
        {"--include", "--include wants a value"},
        {"-I", "-I wants a value"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct line line;
        int flag;
        begin(&line, FLAG_ANYWHERE, lines[i].given, NULL, NULL);
        while ((flag = next(&line)) >= 0)
            continue;
        assert_int_equal(flag, FLAG_REFUSED);
        assert_int_equal(line.error.code, ERROR_USAGE);
        assert_string_equal(line.error.message, lines[i].message);
    }
}

static void numbers_fit_and_have_digits_only(void **state)
{
    static const char *const wrong[] = {
        "", "-1", "+1", " 1", "1 ", "1x", "x", "18446744073709551616"};
    uint64_t number;
    int64_t count;
    (void)state;
    assert_true(flag_number("18446744073709551615", &number));
    assert_true(number == UINT64_MAX);
    assert_false(flag_count("18446744073709551615", 0, &count));
    assert_true(flag_count("7", 7, &count));
    assert_int_equal(count, 7);
    assert_false(flag_count("6", 7, &count));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(flag_number(wrong[i], &number));
}

static void durations_have_a_unit(void **state)
{
    static const char *const wrong[] = {"",    "5",   "s",     "0s",  "-1s",
                                        "1 s", "1ss", "0.1ms", "nan", "1e99h"};
    int64_t ms;
    (void)state;
    assert_true(flag_duration("500ms", &ms));
    assert_int_equal(ms, 500);
    assert_true(flag_duration("1.5s", &ms));
    assert_int_equal(ms, 1500);
    assert_true(flag_duration("5m", &ms));
    assert_int_equal(ms, 300000);
    assert_true(flag_duration("1h", &ms));
    assert_int_equal(ms, 3600000);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(flag_duration(wrong[i], &ms));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_letters_are_the_same),
        cmocka_unit_test(a_flag_without_a_value_has_none),
        cmocka_unit_test(another_word_may_end_them),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(numbers_fit_and_have_digits_only),
        cmocka_unit_test(durations_have_a_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
