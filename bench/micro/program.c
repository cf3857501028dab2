/* What is done once for a specification: reading it, and finding out what it
 * depends on. */
#include "bench/micro/measure.h"
#include "bench/micro/rows.h"
#include "lang/deps/deps.h"

enum { RUNS = 20 };

static double load_us(const char *spec, const struct lang_options *options,
                      struct lang_program **program)
{
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    double start_us = measure_now_us();
    *program = lang_load(spec, options, &diags, &sources);
    double us = measure_now_us() - start_us;
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return us;
}

static double deps_us(const struct lang_program *program)
{
    struct deps deps;
    double start_us = measure_now_us();
    lang_deps(program, &program->properties[0], &deps);
    double us = measure_now_us() - start_us;
    deps_finish(&deps);
    return us;
}

bool rows_of_the_program(const char *spec, const char *library)
{
    struct lang_options options = {.library = library};
    double best_load_us = 1e12, best_deps_us = 1e12;
    for (int i = 0; i < RUNS; i++) {
        struct lang_program *program;
        double us = load_us(spec, &options, &program);
        if (program == NULL)
            return false;
        best_load_us = us < best_load_us ? us : best_load_us;
        us = deps_us(program);
        best_deps_us = us < best_deps_us ? us : best_deps_us;
        lang_program_destroy(program);
    }
    measure_print_once("specification: read, checked, compiled", best_load_us,
                       0);
    measure_print_once("specification: dependency analysis", best_deps_us,
                       5000);
    return true;
}
