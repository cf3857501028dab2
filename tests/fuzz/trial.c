/* Lines about a test of a model: a line is refused with words, or read, written
 * as it is read again, and reported. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/ink.h"
#include "report/program.h"
#include "run/model/trial_lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct model_command commands[] = {{.name = "New"},
                                                {.name = "Put"}};
static const struct model_info info = {
    .name = "m.js",
    .commands = commands,
    .command_count = 2,
};

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void round_trip(const struct trial *trial)
{
    struct buf text = {0}, again = {0};
    struct trial_said back;
    struct error error = ERROR_NONE;
    trial_add(&text, trial);
    must(trial_read(&back, buf_str(&text), &info, &error));
    must(back.kind == TRIAL_WHOLE);
    trial_add(&again, &back.trial);
    must(str_equal(buf_str(&text), buf_str(&again)));
    buf_finish(&text);
    buf_finish(&again);
    trial_said_finish(&back);
}

static void report(const struct program_run *run)
{
    struct ink ink;
    struct buf json = {0};
    ink_init(&ink, false, true, 80);
    program_print(&ink, run, false);
    program_print(&ink, run, true);
    program_add_json(&json, run);
    ink_finish(&ink);
    buf_finish(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trial_said said;
    struct error error = ERROR_NONE;
    if (!trial_read(&said, str_from((const char *)data, size), &info, &error)) {
        must(error.message[0] != '\0');
        return 0;
    }
    if (said.kind == TRIAL_WHOLE)
        round_trip(&said.trial);
    if (said.kind == TRIAL_WHOLE || said.kind == TRIAL_FAILING)
        report(&said.trial.run);
    trial_said_finish(&said);
    return 0;
}
