/* Order of this file: what is watched, the events, waiting. */
#include "cli/watch.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"

enum {
    QUIET_MS = 100,    /* after the last change of several */
    LONGEST_MS = 2000, /* that they are waited for */
    LOOK_MS = 200,     /* for Ctrl-C, where no signal wakes us */
};

struct place {
    int number; /* of inotify; the same for the same folder */
    char *path;
    bool whole; /* every file in it, and the folders below */
    int depth;
};

struct watch {
    int events;
    VEC(struct place) places;
    VEC(char *) files;  /* those that count in places that are not whole */
    VEC(char *) except; /* absolute */
};

struct watch *watch_create(struct error *error)
{
    int events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (events < 0) {
        error_set(error, ERROR_SETUP, "--watch: %s", strerror(errno));
        return NULL;
    }
    struct watch *watch = MEMORY_NEW(struct watch);
    watch->events = events;
    return watch;
}

void watch_destroy(struct watch *watch)
{
    if (watch == NULL)
        return;
    close(watch->events);
    for (size_t i = 0; i < watch->places.count; i++)
        free(watch->places.items[i].path);
    for (size_t i = 0; i < watch->files.count; i++)
        free(watch->files.items[i]);
    for (size_t i = 0; i < watch->except.count; i++)
        free(watch->except.items[i]);
    vec_finish(&watch->places);
    vec_finish(&watch->files);
    vec_finish(&watch->except);
    free(watch);
}

/* ---- what is watched ---------------------------------------------------- */

static struct place *find_place(const struct watch *watch, int number)
{
    for (size_t i = 0; i < watch->places.count; i++)
        if (watch->places.items[i].number == number)
            return &watch->places.items[i];
    return NULL;
}

static bool add_place(struct watch *watch, const char *path, bool whole,
                      int depth)
{
    if (watch->places.count >= WATCH_FOLDERS_LIMIT)
        return false;
    int number = inotify_add_watch(watch->events, path,
                                   IN_CLOSE_WRITE | IN_MOVED_TO |
                                       IN_MOVED_FROM | IN_DELETE | IN_CREATE);
    if (number < 0)
        return errno != ENOSPC; /* no folder is none to watch */
    struct place *known = find_place(watch, number);
    if (known != NULL) {
        known->whole = known->whole || whole;
        return true;
    }
    struct place place = {number, memory_copy_string(path, strlen(path)), whole,
                          depth};
    vec_push(&watch->places, place);
    return true;
}

static bool is_passed_over(const char *name)
{
    return name[0] == '.' || strcmp(name, "node_modules") == 0;
}

static bool is_folder(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool add_tree(struct watch *watch, const char *path, int depth)
{
    if (depth > WATCH_DEPTH_LIMIT || !add_place(watch, path, true, depth))
        return false;
    DIR *folder = opendir(path);
    bool all = true;
    for (struct dirent *entry;
         folder != NULL && all && (entry = readdir(folder)) != NULL;) {
        if (is_passed_over(entry->d_name))
            continue;
        char *below = memory_format("%s/%s", path, entry->d_name);
        all = !is_folder(below) || add_tree(watch, below, depth + 1);
        free(below);
    }
    if (folder != NULL)
        closedir(folder);
    return all;
}

/* "/a/b.strom" of "b.strom", also where there is no such file; NULL: its folder
 * is not there. */
static char *absolute(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL
                       ? memory_copy_string(".", 1)
                       : memory_copy_string(path, (size_t)(slash - path) + 1);
    char *whole = realpath(folder, NULL);
    free(folder);
    if (whole == NULL)
        return NULL;
    char *joined = memory_format("%s/%s", strcmp(whole, "/") == 0 ? "" : whole,
                                 slash == NULL ? path : slash + 1);
    free(whole);
    return joined;
}

static bool is_among(char *const *paths, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(paths[i], path) == 0)
            return true;
    return false;
}

void watch_file(struct watch *watch, const char *path)
{
    char *whole = absolute(path);
    if (whole == NULL ||
        is_among(watch->files.items, watch->files.count, whole)) {
        free(whole);
        return;
    }
    vec_push(&watch->files, whole);
    char *slash = strrchr(whole, '/');
    *slash = '\0';
    add_place(watch, slash == whole ? "/" : whole, false, 0);
    *slash = '/';
}

/* Without slashes at its end. The caller's. */
static char *trimmed(const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return memory_copy_string(path, length);
}

/* Of the folder itself it counts, too, that it comes and goes: a build may
 * begin by removing it. */
bool watch_folder(struct watch *watch, const char *path)
{
    char *name = trimmed(path);
    char *whole = realpath(path, NULL);
    watch_file(watch, name);
    if (whole != NULL)
        watch_file(watch, whole);
    bool all = whole == NULL || add_tree(watch, whole, 0);
    free(whole);
    free(name);
    return all;
}

void watch_except(struct watch *watch, const char *path)
{
    char *name = trimmed(path);
    char *whole = absolute(name);
    free(name);
    if (whole != NULL)
        vec_push(&watch->except, whole);
}

/* ---- the events --------------------------------------------------------- */

static bool is_excepted(const struct watch *watch, const char *path)
{
    for (size_t i = 0; i < watch->except.count; i++) {
        const char *ours = watch->except.items[i];
        size_t length = strlen(ours);
        if (strncmp(ours, path, length) == 0 &&
            (path[length] == '\0' || path[length] == '/'))
            return true;
    }
    return false;
}

/* The folder has gone. */
static void drop_place(struct watch *watch, struct place *place)
{
    free(place->path);
    *place = watch->places.items[--watch->places.count];
}

/* The path that changed and counts, or NULL; the caller's. */
static char *changed_path(struct watch *watch,
                          const struct inotify_event *event)
{
    struct place *place = find_place(watch, event->wd);
    bool has_gone = (event->mask & IN_IGNORED) != 0;
    if (place != NULL && has_gone)
        drop_place(watch, place);
    if (place == NULL || has_gone || event->len == 0)
        return NULL;
    char *path = memory_format("%s/%s", place->path, event->name);
    bool counts = is_among(watch->files.items, watch->files.count, path) ||
                  (place->whole && !is_passed_over(event->name));
    if (counts && (event->mask & IN_ISDIR) != 0)
        add_tree(watch, path, place->whole ? place->depth + 1 : 0);
    /* A file that is only begun is told of again when it has been written. */
    if (event->mask & IN_CREATE && !(event->mask & IN_ISDIR))
        counts = false;
    if (is_excepted(watch, path))
        counts = false;
    if (counts)
        return path;
    free(path);
    return NULL;
}

/* The first, unless it was a passing file of an editor. Takes `changed`. */
static void keep_path(char **path, char *changed)
{
    if (changed != NULL && *path != NULL && access(*path, F_OK) != 0) {
        free(*path);
        *path = NULL;
    }
    if (*path == NULL)
        *path = changed;
    else
        free(changed);
}

/* Reads what has come; *path is set by the first that counts. True: some did.
 */
static bool take_events(struct watch *watch, char **path)
{
    _Alignas(struct inotify_event) char bytes[16 * 1024];
    bool some = false;
    ssize_t length;
    while ((length = read(watch->events, bytes, sizeof bytes)) > 0)
        for (ssize_t at = 0; at < length;) {
            const struct inotify_event *event =
                (const struct inotify_event *)(const void *)(bytes + at);
            at += (ssize_t)(sizeof *event + event->len);
            char *changed = changed_path(watch, event);
            some = some || changed != NULL;
            keep_path(path, changed);
        }
    return some;
}

/* ---- waiting ------------------------------------------------------------ */

static void pause_for(struct watch *watch, int ms)
{
    struct pollfd readable = {.fd = watch->events, .events = POLLIN};
    poll(&readable, 1, ms);
}

bool watch_wait(struct watch *watch, bool (*cancelled)(void), char **path)
{
    *path = NULL;
    while (!take_events(watch, path)) {
        if (cancelled())
            return false;
        pause_for(watch, LOOK_MS);
    }
    int64_t until_ms = clock_now_ms() + LONGEST_MS;
    bool more = true;
    while (more && clock_now_ms() < until_ms && !cancelled()) {
        pause_for(watch, QUIET_MS);
        more = take_events(watch, path);
    }
    if (!cancelled())
        return true;
    free(*path);
    *path = NULL;
    return false;
}
