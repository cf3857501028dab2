/* Whether a group of processes is at work, as /proc tells (proc(5)). */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"

enum { PATH_SIZE = 320, STAT_SIZE = 512 };

/* "PID (NAME) STATE PARENT GROUP ...": the name may have anything in it. */
static bool read_stat(const char *path, char *state, int64_t *group)
{
    char text[STAT_SIZE];
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *behind = strrchr(text, ')');
    return behind != NULL &&
           sscanf(behind, ") %c %*d %" SCNd64, state, group) == 2;
}

bool process_glance(pid_t pid, struct process_glance *glance)
{
    char path[PATH_SIZE];
    int64_t group;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!read_stat(path, &glance->state, &group))
        return false;
    glance->group = (pid_t)group;
    return true;
}

static bool is_number(const char *name)
{
    return name[0] != '\0' && name[strspn(name, "0123456789")] == '\0';
}

static bool has_busy_thread(const char *process)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "/proc/%.32s/task", process);
    DIR *threads = opendir(path);
    const struct dirent *thread;
    bool is_busy = false;
    while (threads != NULL && !is_busy && (thread = readdir(threads)) != NULL) {
        char state;
        int64_t group;
        snprintf(path, sizeof path, "/proc/%.32s/task/%.32s/stat", process,
                 thread->d_name);
        is_busy = is_number(thread->d_name) &&
                  read_stat(path, &state, &group) &&
                  (state == 'R' || state == 'D');
    }
    if (threads != NULL)
        closedir(threads);
    return is_busy;
}

bool process_is_busy(const struct process *process)
{
    DIR *all = process->pid == 0 ? NULL : opendir("/proc");
    const struct dirent *entry;
    bool is_busy = false;
    while (all != NULL && !is_busy && (entry = readdir(all)) != NULL) {
        char path[PATH_SIZE], state;
        int64_t group;
        snprintf(path, sizeof path, "/proc/%.32s/stat", entry->d_name);
        is_busy = is_number(entry->d_name) && read_stat(path, &state, &group) &&
                  group == process->pid && has_busy_thread(entry->d_name);
    }
    if (all != NULL)
        closedir(all);
    return is_busy;
}
