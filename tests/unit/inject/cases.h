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

#endif
