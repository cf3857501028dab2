/* The bounds: what the same step costs with as little as possible between the
 * clock and the browser. It starts the browser exactly as weir does, but knows
 * no specification, no guard, no settling and no virtual time.
 *
 *     weir_bench_bare WORK URL READER STEPS WARM-UP
 *
 * WORK is one of
 *
 *     program    prints which browser it is, and nothing else
 *     first      one trusted click as soon as the page has loaded; no steps
 *     trip       evaluates "1": one round trip
 *     untrusted  element.click() and a read in one evaluation: no input at all
 *     trusted    move, press and release written together, then a read once the
 *                browser has acknowledged them
 *     alike      the same with what weir asks of the page: first where to click
 *                and what lies there, and at the end the read a millisecond
 *                later, so that short timers of the page have run
 *
 * READER is a file with a JavaScript function that gives the state as text; it
 * is defined in the page once. The page is a TodoMVC application in which three
 * items are made first. One JSON line comes out:
 *
 *     {"program":"...","cpuMs":0.08,"wrong":0,"steps":[1.9,...]}
 *
 * with our own processor time per step, the steps whose state was not the one
 * that the click must bring about, and milliseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/loop.h"
#include "base/memory.h"
#include "cdp/wire/connection.h"
#include "cdp/launch/launch.h"
#include "cdp/wire/params.h"
#include "cdp/wire/session.h"

enum { PATIENCE_MS = 30000, SIDE = 1200, ITEMS = 3 };

struct bare {
    struct loop *loop;
    struct cdp_process *process;
    struct cdp_connection *connection;
    struct cdp_session session;
    double x, y;  /* where to click */
    bool checked; /* what the first item has to be */
    struct error error;
};

static int64_t patience(void)
{
    return clock_now_ms() + PATIENCE_MS;
}

/* ---- requests ----------------------------------------------------------- */

static bool call(struct bare *bare, const char *method, const char *params)
{
    return cdp_session_call(&bare->session, method, str_text(params),
                            patience(), NULL, &bare->error);
}

/* The text of the value, or of what the promise gives, goes to `out` (NULL: not
 * wanted). */
static bool evaluate_to_the_end(struct bare *bare, struct str expression,
                                bool awaits, struct buf *out)
{
    struct cdp_params params;
    struct cdp_record reply;
    cdp_params_init(&params);
    cdp_params_text(&params, "expression", expression);
    if (awaits)
        cdp_params_bool(&params, "awaitPromise", true);
    bool fine = cdp_session_call(&bare->session, "Runtime.evaluate",
                                 cdp_params_end(&params), patience(), &reply,
                                 &bare->error);
    cdp_params_finish(&params);
    if (!fine)
        return false;
    if (json_read_field(reply.body, "exceptionDetails") != NULL)
        fine = error_set(&bare->error, ERROR_RUN, "the page threw: %.*s",
                         STR_ARGS(expression));
    const struct json *result = json_read_field(reply.body, "result");
    if (out != NULL) {
        buf_clear(out);
        buf_add_str(out, json_read_string(json_read_field(result, "value")));
    }
    cdp_record_finish(&reply);
    return fine;
}

static bool evaluate(struct bare *bare, struct str expression, struct buf *out)
{
    return evaluate_to_the_end(bare, expression, false, out);
}

static int64_t send_mouse(struct bare *bare, const char *type, int buttons)
{
    char params[160];
    snprintf(params, sizeof params, "{\"type\":\"%s\",\"x\":%g,\"y\":%g%s}",
             type, bare->x, bare->y,
             buttons > 0 ? ",\"button\":\"left\",\"clickCount\":1" : "");
    return cdp_session_send(&bare->session, "Input.dispatchMouseEvent",
                            str_text(params));
}

static bool click(struct bare *bare)
{
    int64_t ids[] = {send_mouse(bare, "mouseMoved", 0),
                     send_mouse(bare, "mousePressed", 1),
                     send_mouse(bare, "mouseReleased", 1)};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (!cdp_connection_await(bare->connection, ids[i], patience(), NULL,
                                  &bare->error))
            return false;
    return true;
}

/* ---- start -------------------------------------------------------------- */

static bool launch(struct bare *bare)
{
    struct cdp_launch_options options = {.width = SIDE, .height = SIDE};
    bare->loop = loop_create(&bare->error);
    if (bare->loop == NULL)
        return false;
    bare->process = cdp_launch(bare->loop, &options, &bare->error);
    return bare->process != NULL;
}

static bool attach(struct bare *bare)
{
    struct cdp_session_options options = {.width = SIDE, .height = SIDE};
    bare->connection =
        cdp_process_connect(bare->process, patience(), &bare->error);
    return bare->connection != NULL &&
           cdp_session_open(&bare->session, bare->connection, &options,
                            patience(), &bare->error) &&
           call(bare, "Page.enable", "");
}

static bool await_event(struct bare *bare, const char *method)
{
    int64_t until = patience();
    for (bool seen = false; !seen;) {
        struct cdp_record record;
        enum cdp_next next =
            cdp_connection_next(bare->connection, until, &record, &bare->error);
        seen = next == CDP_NEXT_RECORD && str_is(record.method, method);
        cdp_record_finish(&record);
        if (next == CDP_NEXT_DEADLINE)
            error_set(&bare->error, ERROR_RUN, "%s never came", method);
        if (next != CDP_NEXT_RECORD)
            return false;
    }
    return true;
}

static bool load(struct bare *bare, const char *url)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "url", str_text(url));
    cdp_session_post(&bare->session, "Page.navigate", cdp_params_end(&params));
    cdp_params_finish(&params);
    return await_event(bare, "Page.loadEventFired");
}

static bool define_reader(struct bare *bare, const char *path)
{
    struct buf source;
    char block[4096];
    size_t got;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return error_set(&bare->error, ERROR_IO, "cannot read %s", path);
    buf_init(&source);
    buf_add_text(&source, "globalThis.benchRead = ");
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        buf_add(&source, block, got);
    fclose(file);
    bool fine = evaluate(bare, buf_str(&source), NULL);
    buf_finish(&source);
    return fine;
}

/* Points at the centre of an element. */
static bool point_at(struct bare *bare, const char *selector)
{
    struct buf expression, answer;
    buf_init(&expression);
    buf_init(&answer);
    buf_addf(&expression,
             "(function () { const element = document.querySelector('%s');"
             " const box = element.getBoundingClientRect();"
             " const x = box.left + box.width / 2;"
             " const y = box.top + box.height / 2;"
             " return document.elementFromPoint(x, y) === element ?"
             " x + ' ' + y : ''; })()",
             selector);
    bool fine = evaluate(bare, buf_str(&expression), &answer);
    if (fine && sscanf(buf_text(&answer), "%lf %lf", &bare->x, &bare->y) != 2)
        fine = error_set(&bare->error, ERROR_RUN, "no %s", selector);
    buf_finish(&expression);
    buf_finish(&answer);
    return fine;
}

static bool add_item(struct bare *bare)
{
    return call(bare, "Input.insertText", "{\"text\":\"item\"}") &&
           call(bare, "Input.dispatchKeyEvent",
                "{\"type\":\"keyDown\",\"key\":\"Enter\",\"code\":\"Enter\","
                "\"windowsVirtualKeyCode\":13,\"text\":\"\\r\"}") &&
           call(bare, "Input.dispatchKeyEvent",
                "{\"type\":\"keyUp\",\"key\":\"Enter\",\"code\":\"Enter\","
                "\"windowsVirtualKeyCode\":13}");
}

static bool make_items(struct bare *bare)
{
    bool fine = evaluate(
        bare, STR("document.querySelector('#new-todo').focus()"), NULL);
    for (int i = 0; fine && i < ITEMS; i++)
        fine = add_item(bare);
    return fine && point_at(bare, "#todo-list .toggle");
}

/* ---- the works ---------------------------------------------------------- */

static bool step_trip(struct bare *bare, struct buf *state)
{
    return evaluate(bare, STR("'1'"), state);
}

static bool step_untrusted(struct bare *bare, struct buf *state)
{
    static const char expression[] =
        "document.querySelector('#todo-list .toggle').click(), benchRead()";
    return evaluate(bare, STR(expression), state);
}

static bool step_trusted(struct bare *bare, struct buf *state)
{
    return click(bare) && evaluate(bare, STR("benchRead()"), state);
}

static bool step_alike(struct bare *bare, struct buf *state)
{
    return point_at(bare, "#todo-list .toggle") && click(bare) &&
           evaluate_to_the_end(bare,
                               STR("new Promise(done => setTimeout(() => "
                                   "done(benchRead()), 1))"),
                               true, state);
}

typedef bool step_function(struct bare *bare, struct buf *state);

static const struct work {
    const char *name;
    step_function *step;
    bool clicks; /* on the first item, in turn on and off */
} works[] = {
    {"trip", step_trip, false},
    {"untrusted", step_untrusted, true},
    {"trusted", step_trusted, true},
    {"alike", step_alike, true},
};

/* The first `checked` of the state is that of the first item: the reader's
 * order. */
static bool is_right(struct bare *bare, const struct buf *state)
{
    const char *at = strstr(buf_text(state), "\"checked\":");
    bare->checked = !bare->checked;
    return at != NULL && (strncmp(at + strlen("\"checked\":"), "true", 4) ==
                          0) == bare->checked;
}

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static bool run(struct bare *bare, const struct work *work, int steps,
                int warm_up)
{
    struct buf state, times;
    int wrong = 0;
    bool fine = true;
    double cpu = 0;
    buf_init(&state);
    buf_init(&times);
    for (int i = 0; fine && i < warm_up + steps; i++) {
        double cpu_before = cpu_ms();
        int64_t before = clock_now_us();
        fine = work->step(bare, &state);
        int64_t took = clock_now_us() - before;
        bool counts = i >= warm_up;
        if (counts)
            cpu += cpu_ms() - cpu_before;
        if (work->clicks && !is_right(bare, &state))
            wrong += counts;
        if (counts)
            buf_addf(&times, "%s%.3f", times.length > 0 ? "," : "",
                     (double)took / 1e3);
    }
    if (fine)
        printf("{\"program\":\"%s\",\"cpuMs\":%.4f,\"wrong\":%d,"
               "\"steps\":[%s]}\n",
               cdp_process_program(bare->process), cpu / steps, wrong,
               buf_text(&times));
    buf_finish(&state);
    buf_finish(&times);
    return fine;
}

static const struct work *find_work(const char *name)
{
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        if (strcmp(works[i].name, name) == 0)
            return &works[i];
    return NULL;
}

static bool carry_out(struct bare *bare, char **argv)
{
    const struct work *work = find_work(argv[1]);
    bool is_first = strcmp(argv[1], "first") == 0;
    bool names_program = strcmp(argv[1], "program") == 0;
    if (work == NULL && !is_first && !names_program)
        return error_set(&bare->error, ERROR_USAGE, "no such work: %s",
                         argv[1]);
    if (!launch(bare))
        return false;
    if (names_program)
        return printf("{\"program\":\"%s\"}\n",
                      cdp_process_program(bare->process)) > 0;
    if (!attach(bare) || !load(bare, argv[2]))
        return false;
    if (is_first)
        return point_at(bare, "#new-todo") && click(bare);
    return define_reader(bare, argv[3]) && make_items(bare) &&
           run(bare, work, atoi(argv[4]), atoi(argv[5]));
}

int main(int argc, char **argv)
{
    struct bare bare = {.error = ERROR_NONE};
    if (argc != 6) {
        fprintf(stderr,
                "usage: weir_bench_bare WORK URL READER STEPS WARM-UP\n");
        return 2;
    }
    bool fine = carry_out(&bare, argv);
    if (!fine)
        fprintf(stderr, "weir_bench_bare: %s\n", bare.error.message);
    cdp_connection_destroy(bare.connection);
    cdp_process_end(bare.process);
    loop_destroy(bare.loop);
    return fine ? 0 : 1;
}
