/* In this file: starting (the child's half first), then ending. */
#include "base/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

/* The descriptors of a spawn: [0] is read from, [1] written to; -1: none. */
struct plumbing {
    int streams[3][2]; /* input, output, errors */
    int report[2];     /* the child's errno when exec fails */
};

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
    pair[0] = pair[1] = -1;
}

static void close_plumbing(struct plumbing *plumbing)
{
    for (int i = 0; i < 3; i++)
        close_pair(plumbing->streams[i]);
    close_pair(plumbing->report);
}

static bool make_stream(int pair[2], enum process_stream kind, bool is_input)
{
    switch (kind) {
    case PROCESS_STREAM_INHERIT:
        return true;
    case PROCESS_STREAM_PIPE:
        return pipe2(pair, O_CLOEXEC) == 0;
    case PROCESS_STREAM_NULL:
        break;
    }
    int end = is_input ? 0 : 1;
    pair[end] = open("/dev/null", (is_input ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
    return pair[end] >= 0;
}

static bool make_plumbing(struct plumbing *plumbing,
                          const struct process_options *options)
{
    *plumbing = (struct plumbing){.streams = {{-1, -1}, {-1, -1}, {-1, -1}},
                                  .report = {-1, -1}};
    if (make_stream(plumbing->streams[0], options->input, true) &&
        make_stream(plumbing->streams[1], options->output, false) &&
        make_stream(plumbing->streams[2], options->errors, false) &&
        pipe2(plumbing->report, O_CLOEXEC) == 0)
        return true;
    int saved = errno;
    close_plumbing(plumbing);
    errno = saved;
    return false;
}

/* We may have started with 0, 1 or 2 closed; then our own pipes sit there. All
 * move out of the way first. */
static bool connect_streams(struct plumbing *plumbing,
                            const struct process_options *options)
{
    enum { STREAMS = 3, LIMIT = STREAMS + PROCESS_MORE_LIMIT };
    int ends[LIMIT];
    int count = STREAMS + (int)options->more_count;
    for (int i = 0; i < count; i++) {
        int end = i < STREAMS ? plumbing->streams[i][i == 0 ? 0 : 1]
                              : options->more[i - STREAMS];
        ends[i] = end < 0 ? -1 : fcntl(end, F_DUPFD_CLOEXEC, LIMIT);
        if (end >= 0 && ends[i] < 0)
            return false;
    }
    int report = fcntl(plumbing->report[1], F_DUPFD_CLOEXEC, LIMIT);
    if (report < 0)
        return false;
    plumbing->report[1] = report;
    for (int i = 0; i < count; i++)
        if (ends[i] >= 0 && dup2(ends[i], i) < 0)
            return false;
    return true;
}

static void reset_signals(void)
{
    /* A library that ignores SIGPIPE for us does not do so for the child. */
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool is_named(const char *setting, const char *name)
{
    size_t length = strlen(name);
    return strncmp(setting, name, length) == 0 && setting[length] == '=';
}

static bool is_replaced(const struct process_options *options,
                        const char *setting)
{
    const char *const *pair = options->environment;
    for (; pair != NULL && pair[0] != NULL; pair += 2)
        if (is_named(setting, pair[0]))
            return true;
    return false;
}

/* The child's environment: ours, with the options' pairs instead of those of
 * the same name. Made before the fork: in a child of a process with threads
 * nothing may be allocated. Its own strings begin at *own. */
static char **make_environment(const struct process_options *options,
                               size_t *own)
{
    size_t count = 0;
    for (char **at = environ; *at != NULL; at++)
        count++;
    const char *const *pair = options->environment;
    for (; pair != NULL && pair[0] != NULL; pair += 2)
        count++;
    char **settings = memory_zeroed(count + 1, sizeof *settings);
    count = 0;
    for (char **at = environ; *at != NULL; at++)
        if (!is_replaced(options, *at))
            settings[count++] = *at;
    *own = count;
    pair = options->environment;
    for (; pair != NULL && pair[0] != NULL; pair += 2)
        settings[count++] = memory_format("%s=%s", pair[0], pair[1]);
    return settings;
}

static void free_environment(char **settings, size_t own)
{
    for (size_t i = own; settings[i] != NULL; i++)
        free(settings[i]);
    free(settings);
}

_Noreturn static void run_child(const struct process_options *options,
                                struct plumbing *plumbing, char **settings,
                                pid_t parent)
{
    setpgid(0, 0);
    reset_signals();
    if (options->die_with_parent) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(127); /* it died before the line above */
    }
    guardian_add(options->guardian, getpid(), options->folder);
    environ = settings;
    if (connect_streams(plumbing, options))
        execvp(options->argv[0], (char *const *)options->argv);
    int trouble = errno;
    ssize_t written = write(plumbing->report[1], &trouble, sizeof trouble);
    (void)written; /* nobody left to tell */
    _exit(127);
}

/* 0 when the child runs its program, otherwise the errno of its failure. */
static int read_report(struct plumbing *plumbing)
{
    int trouble = 0;
    close(plumbing->report[1]);
    plumbing->report[1] = -1;
    ssize_t got;
    do {
        got = read(plumbing->report[0], &trouble, sizeof trouble);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof trouble ? trouble : 0;
}

static int take_end(struct plumbing *plumbing, int stream)
{
    int *end = &plumbing->streams[stream][stream == 0 ? 1 : 0];
    int taken = *end;
    *end = -1;
    if (taken >= 0 && stream != 0)
        fcntl(taken, F_SETFL, O_NONBLOCK);
    return taken;
}

static bool cannot_start(const struct process_options *options, int trouble,
                         struct error *error)
{
    return error_set(error, ERROR_SETUP, "cannot start %s: %s",
                     options->argv[0], strerror(trouble));
}

bool process_spawn(struct process *process,
                   const struct process_options *options, struct error *error)
{
    assert(options->more_count <= PROCESS_MORE_LIMIT);
    *process = (struct process){.input = -1, .output = -1, .errors = -1};
    struct plumbing plumbing;
    if (!make_plumbing(&plumbing, options))
        return cannot_start(options, errno, error);
    /* What a child leaves behind comes to us and not to process 1, so that we
     * can wait until it is really gone, and leave no zombies to a process 1
     * that does not care (containers). */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t parent = getpid();
    size_t own;
    char **settings = make_environment(options, &own);
    pid_t pid = fork();
    if (pid == 0)
        run_child(options, &plumbing, settings, parent);
    int trouble = pid < 0 ? errno : 0;
    free_environment(settings, own);
    if (pid > 0) {
        setpgid(pid, pid); /* whichever of us is first */
        trouble = read_report(&plumbing);
    }
    if (trouble == 0) {
        process->pid = pid;
        process->guardian = options->guardian;
        process->input = take_end(&plumbing, 0);
        process->output = take_end(&plumbing, 1);
        process->errors = take_end(&plumbing, 2);
    } else if (pid > 0) {
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            continue;
        guardian_remove(options->guardian, pid, options->folder);
    }
    close_plumbing(&plumbing);
    return trouble == 0 || cannot_start(options, trouble, error);
}

bool process_spawn_shell(struct process *process, const char *command,
                         enum process_stream errors, struct guardian *guardian,
                         struct error *error)
{
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    return process_spawn(process,
                         &(struct process_options){
                             .argv = argv,
                             .input = PROCESS_STREAM_PIPE,
                             .output = PROCESS_STREAM_PIPE,
                             .errors = errors,
                             .die_with_parent = true,
                             .guardian = guardian,
                         },
                         error);
}

/* While the child is not reaped its number cannot be given to anybody else, so
 * the group is killed before, never after. */
static void reap(struct process *process)
{
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, &process->status, 0) < 0 && errno == EINTR)
        continue;
    /* Its orphans became our children (see process_spawn). */
    while (waitpid(-process->pid, NULL, 0) > 0 || errno == EINTR)
        continue;
    process->ended = true;
    guardian_remove(process->guardian, process->pid, NULL);
}

bool process_has_ended(struct process *process)
{
    if (process->pid == 0 || process->ended)
        return true;
    siginfo_t info = {.si_pid = 0};
    if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) !=
            0 ||
        info.si_pid == 0)
        return false;
    reap(process);
    return true;
}

bool process_wait(struct process *process, int64_t deadline_ms)
{
    int fd = process_has_ended(process) ? -1 : pidfd_open(process->pid, 0);
    while (!process_has_ended(process)) {
        int64_t left_ms = deadline_ms - clock_now_ms();
        if (left_ms <= 0)
            break;
        /* Without a pidfd (old kernels) look every few milliseconds. */
        int limit_ms = fd < 0 ? 5 : 60 * 1000;
        struct pollfd gone = {.fd = fd, .events = POLLIN};
        poll(&gone, 1, left_ms < limit_ms ? (int)left_ms : limit_ms);
    }
    if (fd >= 0)
        close(fd);
    return process_has_ended(process);
}

void process_status_text(int status, char *text)
{
    enum { SIZE = 80 };
    if (WIFEXITED(status))
        snprintf(text, SIZE, "exit status %d", WEXITSTATUS(status));
    else if (WIFSIGNALED(status))
        snprintf(text, SIZE, "killed by signal %d (%.40s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, SIZE, "ended");
}

void process_ending(const struct process *process, char *text)
{
    process_status_text(process->status, text);
}

void process_kill(struct process *process)
{
    if (process->pid != 0 && !process->ended)
        kill(-process->pid, SIGKILL);
}

void process_finish(struct process *process)
{
    if (process->pid != 0 && !process->ended)
        reap(process);
    int *ends[] = {&process->input, &process->output, &process->errors};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (*ends[i] >= 0)
            close(*ends[i]);
        *ends[i] = -1;
    }
}
