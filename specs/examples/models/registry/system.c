/* A registry of processes with one of these faults:
 *
 *   forgetful    registering drops all other names
 *   register     registering looks first and writes later: a race
 *   unregister   the same for unregistering, while registering is locked
 *   kill         both are locked, killing is not
 *   right        everything is locked
 */
#include <string.h>

#include "../lines.h"

enum { PROCESSES = 4096, NAMES = 26 };

static bool is_alive[PROCESSES];
static long long process_count;
static long long holders[NAMES]; /* -1: nobody */
static const char *fault = "right";
static struct lines_lock lock;

static void reset(void)
{
    process_count = 0;
    lock.is_held = false;
    for (size_t i = 0; i < NAMES; i++)
        holders[i] = -1;
}

static bool has_fault(const char *name)
{
    return strcmp(fault, name) == 0;
}

static size_t name_in(const char *text)
{
    return text == NULL || text[0] < 'a' || text[0] > 'z'
               ? 0
               : (size_t)(text[0] - 'a');
}

static size_t name_of(long long process)
{
    for (size_t i = 0; i < NAMES; i++)
        if (holders[i] == process)
            return i;
    return NAMES;
}

static void answer_true(const struct request *request)
{
    answer_json(request, "true");
}

static void spawn(const struct request *request)
{
    if (process_count == PROCESSES) {
        answer_error(request, "too many processes");
        return;
    }
    is_alive[process_count] = true;
    answer_number(request, process_count++);
}

static void where_is(const struct request *request)
{
    long long holder = holders[name_in(request->texts[0])];
    if (holder < 0)
        answer_null(request);
    else
        answer_number(request, holder);
}

static void take(bool is_locked, const struct request *request)
{
    if (is_locked)
        lines_take(&lock, request);
}

static void release(bool is_locked)
{
    if (is_locked)
        lines_release(&lock);
}

static void reg(const struct request *request)
{
    size_t name = name_in(request->texts[0]);
    long long process = request->numbers[1];
    bool is_locked = !has_fault("register");
    take(is_locked, request);
    bool fits =
        holders[name] < 0 && name_of(process) == NAMES && is_alive[process];
    lines_yield(request, "checked");
    if (fits && has_fault("forgetful"))
        for (size_t i = 0; i < NAMES; i++)
            holders[i] = -1;
    if (fits)
        holders[name] = process;
    release(is_locked);
    if (fits)
        answer_true(request);
    else
        answer_error(request, "badarg");
}

static void unregister(const struct request *request)
{
    size_t name = name_in(request->texts[0]);
    bool is_locked = !has_fault("register") && !has_fault("unregister");
    take(is_locked, request);
    bool is_there = holders[name] >= 0;
    lines_yield(request, "checked");
    if (is_there)
        holders[name] = -1;
    release(is_locked);
    if (is_there)
        answer_true(request);
    else
        answer_error(request, "badarg");
}

static void kill_process(const struct request *request)
{
    long long process = request->numbers[0];
    bool is_locked = has_fault("right") || has_fault("forgetful");
    take(is_locked, request);
    is_alive[process] = false;
    size_t name = name_of(process);
    lines_yield(request, "dead");
    if (name < NAMES)
        holders[name] = -1;
    release(is_locked);
    answer_true(request);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"Spawn", spawn},
                                              {"WhereIs", where_is},
                                              {"Register", reg},
                                              {"Unregister", unregister},
                                              {"Kill", kill_process}};
    if (argc > 1)
        fault = argv[1];
    return lines_serve_threads(commands, 5, reset);
}
