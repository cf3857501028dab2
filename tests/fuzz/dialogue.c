/* Both directions of the protocol: a whole session of a fixed specification,
 * whose executor says the input's lines. Whatever it says, the session ends in
 * a verdict or in words, and what the checker says is whole lines that an
 * executor can read, also where they carry values that came from the other
 * side. The first byte chooses the options of the dialogue. */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "check/spec/spec.h"
#include "exec/process/dialogue.h"
#include "lang/program.h"
#include "run/session.h"
#include "run/uniform.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A pipe takes so much before anybody reads. */
enum { LINES_BYTES = 60000 };

static const char text[] =
    "import control; import list; import ltl;\n"
    "let ~n = `n`;\n"
    "action ~ready? = {id: \"ready\", event: true, args: []};\n"
    "action ~go! = {id: \"go\", event: false, args: [n]};\n"
    "action ~slow! = {id: \"slow\", event: false, args: [[n]], timeout: 5};\n"
    "action ~hit? = {id: \"hit\", event: true, args: [n], timeout: 10};\n"
    "let ~p = always {4} (n != 9 || hit? in happened || (eventually {2} "
    "contains(`m`, [n, happened, `m`])));\n"
    "check p with go!, slow!, hit? when ready?;\n";

/* Loaded once: it is the same for every input. */
static struct lang_program *program;

static void load(void)
{
    struct lang_options options = {.library = LIBRARY_FOLDER};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    signal(SIGPIPE, SIG_IGN);
    program = lang_load_text("fuzz.strom", str_text(text), &options, &diags,
                             &sources);
    if (program == NULL)
        abort();
    diag_list_finish(&diags);
    source_table_finish(&sources);
}

static void run(struct executor *executor)
{
    struct check_spec *spec =
        check_spec_create(program, &program->properties[0]);
    struct strategy *strategy = uniform_create(1);
    struct session_result result;
    struct error error = ERROR_NONE;
    struct session_options options = {.strategy = strategy,
                                      .deadline_ms = clock_now_ms() + 60000,
                                      .max_actions = SESSION_NO_LIMIT};
    session_result_init(&result);
    if (!session_run(executor, &spec->checker, &spec->actor, &options, &result,
                     &error) &&
        error.message[0] == '\0')
        abort(); /* failed without a word */
    if (result.verdict.kind == VERDICT_ERRORED &&
        result.error.message[0] == '\0')
        abort();
    session_result_finish(&result);
    strategy->ops->destroy(strategy);
    spec->checker.ops->destroy(&spec->checker);
}

static void expect_line(struct str line)
{
    static const char *const tags[] = {"Start", "RequestAction", "AwaitEvents",
                                       "End"};
    struct json *json = json_parse(line, NULL);
    struct str tag = json_read_string(json_read_field(json, "tag"));
    bool known = false;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        known |= str_is(tag, tags[i]);
    if (!known)
        abort();
    json_destroy(json);
}

/* What was said, and that its last line is whole. */
static void expect_lines(int said)
{
    struct buf out;
    buf_init(&out);
    ssize_t got;
    lseek(said, 0, SEEK_SET);
    while ((got = read(said, buf_reserve(&out, 4096), 4096)) > 0)
        out.length += (size_t)got;
    for (size_t at = 0; at < out.length;) {
        const char *end = memchr(out.data + at, '\n', out.length - at);
        if (end == NULL)
            abort();
        size_t length = (size_t)(end - out.data) - at;
        expect_line(str_from(out.data + at, length));
        at += length + 1;
    }
    buf_finish(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int lines[2];
    if (size == 0 || size > LINES_BYTES)
        return 0;
    if (program == NULL)
        load();
    int said = memfd_create("said", MFD_CLOEXEC);
    if (said < 0 || pipe2(lines, O_CLOEXEC) != 0 ||
        write(lines[1], data + 1, size - 1) != (ssize_t)size - 1)
        abort();
    close(lines[1]);
    struct loop *loop = loop_create(NULL);
    struct executor *executor =
        dialogue_create(loop,
                        &(struct dialogue_options){
                            .input = lines[0],
                            .output = said,
                            .defers_end = (data[0] & 1) != 0,
                            .numbers_sessions = (data[0] & 2) != 0,
                            .is_strict = (data[0] & 4) != 0,
                        },
                        NULL);
    run(executor);
    dialogue_say_end(executor);
    dialogue_flush(executor, clock_now_ms() + 1000);
    executor->ops->destroy(executor);
    loop_destroy(loop);
    expect_lines(said);
    close(said);
    close(lines[0]);
    return 0;
}
