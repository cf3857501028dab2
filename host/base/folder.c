#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

enum {
    DEPTH_LIMIT = 100, /* levels; each costs a descriptor */
    TRIES = 20,
    PAUSE_MS = 5,
};

static void empty_folder(int fd, int depth);

static void remove_entry(int parent, const char *name, int depth)
{
    if (unlinkat(parent, name, 0) == 0 || depth == 0)
        return;
    int fd =
        openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    empty_folder(fd, depth - 1);
    unlinkat(parent, name, AT_REMOVEDIR);
}

/* Takes fd. */
static void empty_folder(int fd, int depth)
{
    DIR *folder = fdopendir(fd);
    if (folder == NULL) {
        close(fd);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_entry(fd, entry->d_name, depth);
    }
    closedir(folder);
}

bool folder_remove(const char *path)
{
    for (int i = 0; i < TRIES; i++) {
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0)
            return errno == ENOENT;
        empty_folder(fd, DEPTH_LIMIT);
        if (rmdir(path) == 0 || errno == ENOENT)
            return true;
        if (errno != ENOTEMPTY && errno != EEXIST)
            return false;
        /* Somebody who is dying wrote one more file. */
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    }
    return false;
}

char *folder_of_program(void)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program);
    while (length > 0 && program[length - 1] != '/')
        length--;
    return length <= 1 ? NULL : memory_copy_string(program, (size_t)length - 1);
}
