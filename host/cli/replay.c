#include "cli/replay.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/recorded.h"
#include "cli/replay_report.h"
#include "cli/select.h"
#include "report/terminal.h"
#include "trace/trace_reader.h"

static void print_text(const struct ink *ink)
{
    fwrite(buf_text(&ink->out), 1, ink->out.length, stdout);
    fflush(stdout);
}

/* ---- one test ----------------------------------------------------------- */

/* The first one, where there are several of the name. */
static bool find_property(const struct lang_program *program,
                          const struct trace_header *header, size_t *property)
{
    size_t count;
    size_t *picked = memory_zeroed(program->property_count, sizeof *picked);
    recorded_find(program, header, picked, &count);
    *property = picked[0];
    free(picked);
    return count > 0;
}

/* *status: of the command, as far as this test decides it. False: it has to
 * end. */
static bool repeat_test(const struct replay_setup *setup, struct trace *trace,
                        int *status, struct error *error)
{
    const struct check_options *options = setup->options;
    struct reduce_options reduce = setup->reduce;
    const char *name = trace->header.property;
    if (!find_property(setup->program, &trace->header, &reduce.property))
        return error_set(error, ERROR_USAGE,
                         "%s checks no property \"%s\", of which the trace is",
                         options->spec, name == NULL ? "" : name);
    reduce.seed = options->has_seed ? options->seed : trace->header.seed;
    int64_t started = clock_now_ms();
    struct replay replay;
    replay_init(&replay);
    bool fine = replay_run(&reduce, trace, &replay);
    struct report_options report = {.stream = stdout};
    struct ink ink;
    ink_init(&ink, terminal_has_colour(&report, stdout),
             terminal_has_unicode(&report), terminal_width(&report, stdout));
    if (fine)
        replay_report_add(&ink, trace, &replay, clock_now_ms() - started,
                          options->verbose);
    else
        *error = replay.result.error;
    print_text(&ink);
    ink_finish(&ink);
    if (replay.result.verdict.kind == VERDICT_ERRORED &&
        replay.difference != REPLAY_SAME)
        *status = EXIT_ERRORED;
    else if (replay.difference != REPLAY_SAME && *status == EXIT_PASSED)
        *status = EXIT_FAILED;
    replay_finish(&replay);
    return fine;
}

/* ---- the file ----------------------------------------------------------- */

/* Moves the header into the trace, then reads its steps and its ending.
 * `record` is the next header or the end. */
static bool read_test(struct trace_reader *reader, struct trace_record *record,
                      struct trace *trace, struct error *error)
{
    trace->header = record->header;
    record->header = (struct trace_header){.spec = NULL};
    for (;;) {
        if (!trace_reader_next(reader, record, error))
            return false;
        if (record->kind == TRACE_RECORD_STEP) {
            vec_push(trace, record->step);
            step_init(&record->step);
        } else if (record->kind == TRACE_RECORD_ENDING) {
            trace->ending = record->ending;
            trace->has_ending = true;
            record->ending = (struct trace_ending){.error = NULL};
        } else {
            return true;
        }
    }
}

/* Of a property that --only and --without leave. */
static bool is_asked_for(const struct replay_setup *setup,
                         const struct trace *trace)
{
    const char *name = trace->header.property;
    return name == NULL || select_asks_for(setup->options, name);
}

static bool repeat_all(const struct replay_setup *setup,
                       struct trace_reader *reader, int *status,
                       struct error *error)
{
    size_t asked_for = 0;
    struct trace_record record;
    trace_record_init(&record);
    bool fine = trace_reader_next(reader, &record, error);
    while (fine && record.kind == TRACE_RECORD_HEADER &&
           interrupt_signal() == 0) {
        struct trace trace;
        trace_init(&trace);
        fine = read_test(reader, &record, &trace, error);
        bool is_asked = fine && is_asked_for(setup, &trace);
        asked_for += is_asked;
        if (is_asked)
            fine = repeat_test(setup, &trace, status, error);
        trace_finish(&trace);
    }
    trace_record_finish(&record);
    const struct check_options *options = setup->options;
    if (fine && asked_for == 0 && interrupt_signal() == 0 &&
        options->only_count + options->without_count > 0)
        return error_set(error, ERROR_USAGE,
                         "--only and --without leave no test of this trace");
    return fine;
}

static int status_of(const struct error *error)
{
    switch (error->code) {
    case ERROR_ORIGIN:
    case ERROR_RUN:
    case ERROR_LOST:
    case ERROR_SILENT:
        return EXIT_ERRORED;
    default:
        return EXIT_WRONG;
    }
}

int replay_file(const struct replay_setup *setup)
{
    struct error error = ERROR_NONE;
    int status = EXIT_PASSED;
    struct trace_reader *reader =
        trace_reader_open(setup->options->replay, &error);
    printf("replaying %s  (%s time)\n\n", setup->options->replay,
           setup->virtual_time ? "virtual" : "real");
    bool fine = reader != NULL && repeat_all(setup, reader, &status, &error);
    trace_reader_close(reader);
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    if (fine)
        return status;
    fprintf(stderr, "weir: %s\n", error.message);
    return status_of(&error);
}
