/* In this file: what /proc tells, who belongs to the group, a look. */
#include "base/starved.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/process.h"

enum {
    LOOK_US = 100 * 1000,
    LIST_US = 2 * 1000 * 1000,
    /* Before it is looked whether who is awaited has a processor. */
    AWAITED_US = 2 * 1000 * 1000,
    /* Longer than that the clock does not stand in a row. */
    STAND_US = 20 * 1000 * 1000,
};

void starved_finish(struct starved *starved)
{
    vec_finish(&starved->processes);
    *starved = (struct starved){.processes = VEC_EMPTY};
}

/* ---- what /proc tells ---------------------------------------------------- */

/* False: the system does not tell, or the process has gone. */
static bool read_delay(pid_t pid, int64_t *delay_us)
{
    char path[40];
    int64_t delay_ns = 0;
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    bool is_told = fscanf(file, "%*s %" SCNd64, &delay_ns) == 1;
    fclose(file);
    *delay_us = delay_ns / 1000;
    return is_told;
}

/* ---- who belongs to the group -------------------------------------------- */

static int64_t known_delay(const struct starved *starved, pid_t pid)
{
    for (size_t i = 0; i < starved->processes.count; i++)
        if (starved->processes.items[i].pid == pid)
            return starved->processes.items[i].delay_us;
    return -1;
}

/* Keeps what is known of those that were there before. */
static void list(struct starved *starved, pid_t group)
{
    struct starved before = *starved;
    DIR *all = opendir("/proc");
    const struct dirent *entry;
    starved->processes.items = NULL;
    starved->processes.count = starved->processes.capacity = 0;
    while (all != NULL && (entry = readdir(all)) != NULL) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        struct process_glance glance;
        if (pid <= 0 || !process_glance(pid, &glance) || glance.group != group)
            continue;
        struct starved_process process = {pid, known_delay(&before, pid)};
        if (process.delay_us < 0)
            read_delay(pid, &process.delay_us);
        vec_push(&starved->processes, process);
    }
    if (all != NULL)
        closedir(all);
    vec_finish(&before.processes);
}

/* ---- a look -------------------------------------------------------------- */

/* The longest that one of them had to wait in the time that has passed. */
static int64_t waited_us(struct starved *starved, int64_t passed_us)
{
    int64_t most_us = 0;
    for (size_t i = 0; i < starved->processes.count; i++) {
        struct starved_process *process = &starved->processes.items[i];
        struct process_glance glance;
        int64_t before_us = process->delay_us, waited = 0;
        if (read_delay(process->pid, &process->delay_us))
            waited = process->delay_us - before_us;
        if (process_glance(process->pid, &glance) && glance.state == 'T')
            waited = passed_us;
        if (waited > most_us)
            most_us = waited;
    }
    return most_us < passed_us ? most_us : passed_us;
}

void starved_look(struct starved *starved, pid_t group)
{
    int64_t now_us = clock_real_us();
    int64_t passed_us = now_us - starved->looked_us;
    if (starved->since_us == 0 || now_us - starved->since_us < AWAITED_US ||
        passed_us < LOOK_US)
        return;
    bool is_first = starved->looked_us < starved->since_us;
    starved->looked_us = now_us;
    if (now_us - starved->listed_us >= LIST_US) {
        starved->listed_us = now_us;
        list(starved, group);
    }
    int64_t waited = waited_us(starved, passed_us);
    /* Who has to share a processor waits, too, and gets on. */
    if (is_first || waited < passed_us / 4 * 3 || starved->stood_us >= STAND_US)
        return;
    starved->stood_us += waited;
    log_debug("what is waited for had no processor for %" PRId64 " ms",
              waited / 1000);
    clock_stand(now_us - passed_us, waited);
}

void starved_await(struct starved *starved)
{
    starved->since_us = clock_real_us();
}

void starved_rest(struct starved *starved)
{
    starved->since_us = 0;
}

void starved_heard(struct starved *starved)
{
    starved->stood_us = 0;
}
