/* The recorded tests: reading, listing, moving. */
#include "lang/repl/repl_internal.h"

#include "trace/trace_reader.h"

static struct trace *begin_test(struct repl *repl, struct trace_record *record)
{
    struct trace test;
    trace_init(&test);
    test.header = record->header;
    record->header = (struct trace_header){.spec = NULL};
    deps_init(&record->header.deps);
    vec_push(&repl->tests, test);
    return &vec_last(&repl->tests);
}

static void take_record(struct repl *repl, struct trace_record *record)
{
    switch (record->kind) {
    case TRACE_RECORD_HEADER:
        begin_test(repl, record);
        break;
    case TRACE_RECORD_STEP:
        vec_push(&vec_last(&repl->tests), record->step);
        step_init(&record->step);
        break;
    case TRACE_RECORD_ENDING:
        vec_last(&repl->tests).has_ending = true;
        vec_last(&repl->tests).ending = record->ending;
        record->ending.error = NULL;
        break;
    case TRACE_RECORD_NONE:
        break;
    }
}

bool repl_read_trace(struct repl *repl, const char *path, struct error *error)
{
    struct trace_record record;
    struct trace_reader *reader = trace_reader_open(path, error);
    bool fine = reader != NULL;
    trace_record_init(&record);
    while (fine && (fine = trace_reader_next(reader, &record, error)) &&
           record.kind != TRACE_RECORD_NONE)
        take_record(repl, &record);
    trace_record_finish(&record);
    trace_reader_close(reader);
    if (fine && repl->tests.count > 0 && repl->tests.items[0].count > 0)
        repl->step = 1;
    return fine;
}

const struct trace *repl_test(const struct repl *repl)
{
    return repl->tests.count == 0 ? NULL : &repl->tests.items[repl->test];
}

const struct step *repl_step(const struct repl *repl)
{
    const struct trace *test = repl_test(repl);
    return test == NULL || repl->step == 0 ? NULL
                                           : &test->items[repl->step - 1];
}

/* ---- listing ------------------------------------------------------------ */

static void add_what(struct buf *out, const struct action *action)
{
    buf_add_str(out, value_text(action->id));
    for (size_t i = 0; i < action->args->count; i++) {
        buf_add_char(out, ' ');
        value_add_json(out, action->args->items[i]);
    }
    if (action->timeout_ms != ACTION_NO_TIMEOUT)
        buf_addf(out, " timeout %lld", (long long)action->timeout_ms);
}

/* "  3   0.035 s  acted click "e1" timeout 500  `#toggle`" */
static void add_step(const struct step *step, bool current, struct buf *out)
{
    buf_addf(out, "%s%4lld %9.3f s  %s", current ? ">" : " ",
             (long long)step->version, (double)step->time_us / 1e6,
             step_kind_text(step->kind));
    for (size_t i = 0; step->kind != STEP_TIMEOUT && i < step->what.count;
         i++) {
        buf_add_text(out, i > 0 ? ", " : " ");
        add_what(out, &step->what.items[i]);
    }
    const struct value *selector =
        step->target == NULL ? NULL
                             : value_field(step->target, STR("selector"));
    if (selector != NULL)
        buf_addf(out, "  `%.*s`", STR_ARGS(value_text(selector)));
    buf_add_char(out, '\n');
}

void repl_list_steps(const struct repl *repl, struct buf *out)
{
    const struct trace *test = repl_test(repl);
    if (test == NULL) {
        buf_add_text(out, "there is no trace: start with --trace FILE\n");
        return;
    }
    for (size_t i = 0; i < test->count; i++)
        add_step(&test->items[i], i + 1 == repl->step, out);
    if (test->count == 0)
        buf_add_text(out, "the test has no step\n");
}

/* ---- moving ------------------------------------------------------------- */

void repl_go_to_step(struct repl *repl, int64_t number, struct buf *out)
{
    const struct trace *test = repl_test(repl);
    if (test == NULL || test->count == 0) {
        repl_list_steps(repl, out);
    } else if (number < 1 || (uint64_t)number > test->count) {
        buf_addf(out, "there are steps 1 to %zu\n", test->count);
    } else {
        repl->step = (size_t)number;
        add_step(repl_step(repl), true, out);
    }
}

void repl_go_to_test(struct repl *repl, int64_t number, struct buf *out)
{
    if (repl->tests.count == 0) {
        repl_list_steps(repl, out);
        return;
    }
    if (number < 1 || (uint64_t)number > repl->tests.count) {
        buf_addf(out, "there are tests 1 to %zu\n", repl->tests.count);
        return;
    }
    repl->test = (size_t)number - 1;
    const struct trace *test = repl_test(repl);
    repl->step = test->count > 0;
    buf_addf(out, "test %lld of %s, %zu step%s: %s\n", (long long)number,
             test->header.property == NULL ? "?" : test->header.property,
             test->count, test->count == 1 ? "" : "s",
             test->has_ending ? verdict_text(test->ending.verdict) : "cut off");
}
