/* In this file: our side, then the guardian's own. */
#include "base/guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"

struct guardian {
    pid_t pid;
    int socket; /* our end */
};

/* One message to the guardian; whole or not at all (SOCK_SEQPACKET). */
struct request {
    bool add; /* or remove */
    pid_t group;
    char folder[GUARDIAN_PATH_LIMIT];
};

_Noreturn static void watch_over(int socket);

struct guardian *guardian_create(struct error *error)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        error_set(error, ERROR_SETUP, "cannot make a socket: %s",
                  strerror(errno));
        return NULL;
    }
    pid_t pid = fork();
    if (pid == 0)
        watch_over(ends[1]);
    close(ends[1]);
    if (pid < 0) {
        error_set(error, ERROR_SETUP, "cannot start a process: %s",
                  strerror(errno));
        close(ends[0]);
        return NULL;
    }
    struct guardian *guardian = MEMORY_NEW(struct guardian);
    *guardian = (struct guardian){.pid = pid, .socket = ends[0]};
    return guardian;
}

void guardian_destroy(struct guardian *guardian)
{
    if (guardian == NULL)
        return;
    close(guardian->socket);
    while (waitpid(guardian->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    free(guardian);
}

static void tell(struct guardian *guardian, bool add, pid_t group,
                 const char *folder)
{
    struct request request = {.add = add, .group = group};
    size_t length = folder == NULL ? 0 : strlen(folder);
    if (guardian == NULL)
        return;
    if (length < sizeof request.folder) /* else the group alone */
        memcpy(request.folder, folder == NULL ? "" : folder, length);
    /* A guardian that somebody killed is no reason to die, too. */
    while (send(guardian->socket, &request, sizeof request, MSG_NOSIGNAL) < 0 &&
           errno == EINTR)
        continue;
}

void guardian_add(struct guardian *guardian, pid_t group, const char *folder)
{
    tell(guardian, true, group, folder);
}

void guardian_remove(struct guardian *guardian, pid_t group, const char *folder)
{
    tell(guardian, false, group, folder);
}

/* Enough for the browsers and helpers of one command. */
enum { TABLE_LIMIT = 64 };

/* What is registered; a free place has group 0 and no folder. */
struct table {
    pid_t groups[TABLE_LIMIT];
    char folders[TABLE_LIMIT][GUARDIAN_PATH_LIMIT];
};

/* Replaces the first `old` by `new`; adding replaces a free place. */
static void replace_group(struct table *table, pid_t old, pid_t new)
{
    for (int i = 0; i < TABLE_LIMIT; i++) {
        if (table->groups[i] == old) {
            table->groups[i] = new;
            return;
        }
    }
}

static void replace_folder(struct table *table, const char *old,
                           const char *new)
{
    for (int i = 0; i < TABLE_LIMIT; i++) {
        if (strcmp(table->folders[i], old) == 0) {
            memcpy(table->folders[i], new, strlen(new) + 1);
            return;
        }
    }
}

static void apply(struct table *table, const struct request *request)
{
    if (request->group > 0)
        replace_group(table, request->add ? 0 : request->group,
                      request->add ? request->group : 0);
    if (request->folder[0] != '\0')
        replace_folder(table, request->add ? "" : request->folder,
                       request->add ? request->folder : "");
}

/* On a busy machine those who were killed take their time. */
static void remove_patiently(const char *folder)
{
    for (int i = 0; i < 50; i++)
        if (folder_remove(folder))
            return;
}

static void clean_up(const struct table *table)
{
    for (int i = 0; i < TABLE_LIMIT; i++)
        if (table->groups[i] > 0)
            kill(-table->groups[i], SIGKILL);
    for (int i = 0; i < TABLE_LIMIT; i++)
        if (table->folders[i][0] != '\0')
            remove_patiently(table->folders[i]);
}

/* Nothing of the parent may be kept open, and nothing that is sent to its
 * terminal or its group may reach us. */
static void detach(int socket)
{
    static const int ignored[] = {SIGINT,  SIGTERM, SIGHUP,
                                  SIGQUIT, SIGPIPE, SIGTSTP};
    setsid();
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    dup2(socket, STDIN_FILENO);
    int null = open("/dev/null", O_RDWR);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    close_range(3, ~0U, 0);
    prctl(PR_SET_NAME, "weir-guardian");
}

static void watch_over(int socket)
{
    static struct table table; /* of this process alone */
    detach(socket);
    for (;;) {
        struct request request;
        ssize_t got = recv(STDIN_FILENO, &request, sizeof request, 0);
        if (got == (ssize_t)sizeof request) {
            request.folder[sizeof request.folder - 1] = '\0';
            apply(&table, &request);
        } else if (got == 0 || errno != EINTR) {
            clean_up(&table);
            _exit(0);
        }
    }
}
