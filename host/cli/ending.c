#include "cli/ending.h"

#include <stdio.h>

#include "cli/commands.h"
#include "cli/interrupt.h"

int ending_status(const struct run_summary *summary, const struct error *error)
{
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    switch (error->code) {
    case ERROR_OK:
        break;
    case ERROR_ORIGIN:
    case ERROR_RUN:
    case ERROR_LOST:
    case ERROR_SILENT:
    case ERROR_IO:
        return EXIT_ERRORED;
    default:
        return EXIT_WRONG;
    }
    if (summary->wrong > 0)
        return EXIT_WRONG;
    /* "Some property failed (and none errored)": reference, 8.6. */
    if (summary->errored > 0)
        return EXIT_ERRORED;
    if (summary->failed > 0 || summary->uncovered != NULL)
        return EXIT_FAILED;
    return summary->inconclusive + summary->not_run > 0 ? EXIT_ERRORED
                                                        : EXIT_PASSED;
}

int ending_with_files(int status, bool unwritten)
{
    return status == EXIT_PASSED && unwritten ? EXIT_ERRORED : status;
}

void ending_print(const struct error *error)
{
    if (error->message[0] != '\0')
        fprintf(stderr, "weir: %s\n", error->message);
}
