/* In this file: the copy's half, ours, the end. */
#include "base/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

/* The descriptor of the socket in the copy: the first that is not a standard
 * one. */
enum { SOCKET = 3 };

static sigset_t endings(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    return set;
}

_Noreturn static void work(worker_body body, void *context, int socket,
                           pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it has ended before that */
        _exit(1);
    prctl(PR_SET_NAME, "weir-job");
    if (socket != SOCKET && dup2(socket, SOCKET) < 0)
        _exit(1);
    close_range(SOCKET + 1, ~0U, 0);
    body(context, SOCKET);
    _exit(0);
}

bool worker_start(struct worker *worker, worker_body body, void *context,
                  struct error *error)
{
    int ends[2];
    *worker = (struct worker){.socket = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set(error, ERROR_IO, "cannot make a socket: %s",
                         strerror(errno));
    sigset_t blocked = endings(), before;
    pid_t parent = getpid();
    sigprocmask(SIG_BLOCK, &blocked, &before);
    pid_t pid = fork();
    if (pid == 0)
        work(body, context, ends[1], parent);
    int trouble = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error_set(error, ERROR_IO, "cannot start a process: %s",
                         strerror(trouble));
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *worker = (struct worker){.pid = pid, .socket = ends[0]};
    return true;
}

void worker_listen(void)
{
    sigset_t blocked = endings();
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sigprocmask(SIG_UNBLOCK, &blocked, NULL);
}

void worker_tell(int socket, const void *bytes, size_t length)
{
    const char *rest = bytes;
    while (length > 0) {
        ssize_t written = send(socket, rest, length, MSG_NOSIGNAL);
        if (written < 0 && errno != EINTR)
            _exit(1);
        if (written > 0) {
            rest += written;
            length -= (size_t)written;
        }
    }
}

bool worker_hear(int socket, void *bytes, size_t length)
{
    char *rest = bytes;
    while (length > 0) {
        ssize_t got = read(socket, rest, length);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        if (got > 0) {
            rest += got;
            length -= (size_t)got;
        }
    }
    return true;
}

bool worker_await(const struct worker *worker, void *bytes, size_t length)
{
    char *rest = bytes;
    while (length > 0) {
        struct pollfd ready = {.fd = worker->socket, .events = POLLIN};
        poll(&ready, 1, -1);
        ssize_t got = read(worker->socket, rest, length);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
            return false;
        if (got > 0) {
            rest += got;
            length -= (size_t)got;
        }
    }
    return true;
}

bool worker_order(struct worker *worker, const void *bytes, size_t length)
{
    /* Small, and there is at most one unread: it has room. */
    return worker->socket >= 0 &&
           send(worker->socket, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

void worker_dismiss(struct worker *worker)
{
    if (worker->socket >= 0)
        shutdown(worker->socket, SHUT_WR);
}

void worker_signal(const struct worker *worker, int number)
{
    if (worker->pid > 0)
        kill(worker->pid, number);
}

void worker_reap(struct worker *worker, char *ending)
{
    int status = 0;
    if (worker->pid > 0)
        while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    if (ending != NULL)
        process_status_text(status, ending);
    if (worker->socket >= 0)
        close(worker->socket);
    *worker = (struct worker){.socket = -1};
}

void worker_finish(struct worker *worker, char *ending)
{
    worker_signal(worker, SIGKILL);
    worker_reap(worker, ending);
}
