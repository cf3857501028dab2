#include "todomvc/runner/ability.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

enum { PATIENCE_MS = 20 * 1000, HELP_LIMIT = 1024 * 1024 };

/* Up to the end of what it writes, or of our patience. */
static void read_all(int fd, struct buf *text, int64_t deadline_ms)
{
    for (;;) {
        char *room = buf_reserve(text, 4096);
        ssize_t got = read(fd, room, 4096);
        if (got > 0)
            text->length += (size_t)got;
        int64_t left_ms = deadline_ms - clock_now_ms();
        if (got == 0 || left_ms <= 0 || text->length > HELP_LIMIT)
            return;
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (got < 0 && errno == EAGAIN)
            poll(&ready, 1, (int)left_ms);
    }
}

bool ability_ask(const char *weir, struct buf *help, struct error *error)
{
    const char *const words[] = {weir, "check", "--help", NULL};
    struct process_options options = {.argv = words,
                                      .output = PROCESS_STREAM_PIPE,
                                      .errors = PROCESS_STREAM_INHERIT,
                                      .die_with_parent = true};
    struct process process;
    if (!process_spawn(&process, &options, error))
        return false;
    int64_t deadline_ms = clock_now_ms() + PATIENCE_MS;
    read_all(process.output, help, deadline_ms);
    bool fine = process_wait(&process, deadline_ms) &&
                WIFEXITED(process.status) && WEXITSTATUS(process.status) == 0;
    process_finish(&process);
    return fine ||
           error_set(error, ERROR_SETUP,
                     "%s check --help does not work: is it weir?", weir);
}

bool ability_has(const struct buf *help, const char *option)
{
    size_t length = strlen(option);
    const char *at = buf_text(help);
    while ((at = strstr(at, option)) != NULL) {
        at += length;
        if (*at == ' ' || *at == '\n' || *at == '=' || *at == '\0')
            return true;
    }
    return false;
}
