/* weir_bench_ltl [-n MOST-STATES] [-r PART] [SPEC LIBRARY TRACE WEIR]
 *
 * The rows of bench/README.md: those of the logic alone, and with more
 * arguments those of a specification, over a trace recorded for it; of these,
 * with -r, the ones whose name holds PART. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/micro/measure.h"
#include "bench/micro/rows.h"

enum { MOST_STATES = 1000000 };

static struct lang_program *load(const char *spec, const char *library)
{
    struct lang_options options = {.library = library};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    struct lang_program *program = lang_load(spec, &options, &diags, &sources);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return program;
}

static int rows_of_a_specification(char **words, int64_t most_states)
{
    const char *spec = words[0], *library = words[1];
    struct replay replay;
    struct error error = ERROR_NONE;
    if (!rows_of_the_program(spec, library)) {
        fprintf(stderr, "bench: %s cannot be loaded\n", spec);
        return EXIT_FAILURE;
    }
    if (!replay_open(&replay, words[2], &error)) {
        fprintf(stderr, "bench: %s\n", error.message);
        return EXIT_FAILURE;
    }
    struct lang_program *program = load(spec, library);
    rows_of_the_property(program, &replay, most_states);
    lang_program_destroy(program);
    rows_offline(words[3], spec, &replay, most_states);
    replay_close(&replay);
    return EXIT_SUCCESS;
}

static int complain(void)
{
    fprintf(stderr, "usage: weir_bench_ltl [-n MOST-STATES] [-r PART] "
                    "[SPEC LIBRARY TRACE WEIR]\n");
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int64_t most_states = MOST_STATES;
    const char *part = "";
    int option;
    while ((option = getopt(argc, argv, "n:r:")) != -1) {
        if (option == 'n')
            most_states = strtoll(optarg, NULL, 10);
        else if (option == 'r')
            part = optarg;
        else
            return complain();
    }
    int words = argc - optind;
    if (most_states <= 0 || (words != 0 && words != 4))
        return complain();
    measure_begin(part);
    rows_of_the_logic(most_states);
    return words == 0 ? EXIT_SUCCESS
                      : rows_of_a_specification(argv + optind, most_states);
}
