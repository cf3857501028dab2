/* Runs cases that are written in JavaScript: each is a function in a file of
 * this folder, run in a machine of its own with the fake document, the script
 * compiler and its parts, and fails by throwing. */
#ifndef WEIR_TESTS_INJECT_CASES_H
#define WEIR_TESTS_INJECT_CASES_H

/* Loads `file` and calls `function` in it. */
void run_case(const char *file, const char *function);

/* Fails when `file` defines another number of cases than `count`, so that no
 * case is forgotten in the list of its program. */
void assert_case_count(const char *file, int count);

/* The whole rest of a program: a test for each case of the list X(name)...,
 * those of FILE_NAME, and one that none is left out. Include cmocka.h before.
 */
#define CASE_DEFINE(name)                                                      \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        run_case(FILE_NAME, #name);                                            \
    }
#define CASE_ENTRY(name) cmocka_unit_test(name),
#define CASE_ONE(name) +1

#define RUN_CASES(LIST)                                                        \
    LIST(CASE_DEFINE)                                                          \
    static void every_case_is_listed(void **state)                             \
    {                                                                          \
        (void)state;                                                           \
        assert_case_count(FILE_NAME, 0 LIST(CASE_ONE));                        \
    }                                                                          \
    int main(void)                                                             \
    {                                                                          \
        const struct CMUnitTest tests[] = {                                    \
            LIST(CASE_ENTRY) cmocka_unit_test(every_case_is_listed)};          \
        return cmocka_run_group_tests(tests, NULL, NULL);                      \
    }

#endif
