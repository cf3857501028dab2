#include "cdp/launch/profile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/log.h"
#include "base/memory.h"

#define PREFIX "weir-profile-"
#define LOCK_NAME "weir.lock"

static const char *temporary_folder(void)
{
    const char *given = getenv("TMPDIR");
    return given == NULL || given[0] == '\0' ? "/tmp" : given;
}

/* Locked first and named afterwards, so that nobody ever sees it unlocked. */
static int make_lock(const char *folder)
{
    char *draft = memory_format("%s/" LOCK_NAME ".new", folder);
    char *name = memory_format("%s/" LOCK_NAME, folder);
    int fd = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        dprintf(fd, "%ld\n", (long)getpid()); /* for people */
        if (flock(fd, LOCK_EX | LOCK_NB) != 0 || rename(draft, name) != 0) {
            close(fd);
            fd = -1;
        }
    }
    free(draft);
    free(name);
    return fd;
}

bool cdp_profile_create(struct cdp_profile *profile, struct error *error)
{
    profile->lock = -1;
    profile->path = memory_format("%s/" PREFIX "XXXXXX", temporary_folder());
    if (mkdtemp(profile->path) == NULL) {
        error_set(error, ERROR_SETUP,
                  "cannot make a folder for the browser's profile in %s: %s",
                  temporary_folder(), strerror(errno));
        free(profile->path);
        profile->path = NULL;
        return false;
    }
    profile->lock = make_lock(profile->path);
    if (profile->lock >= 0)
        return true;
    error_set(error, ERROR_SETUP, "cannot write into %s: %s", profile->path,
              strerror(errno));
    cdp_profile_finish(profile);
    return false;
}

void cdp_profile_finish(struct cdp_profile *profile)
{
    if (profile->path == NULL)
        return;
    if (!folder_remove(profile->path))
        log_warn("the folder %s could not be removed", profile->path);
    if (profile->lock >= 0)
        close(profile->lock);
    free(profile->path);
    *profile = (struct cdp_profile){.path = NULL, .lock = -1};
}

/* Ours, and nobody holds its lock. A folder without a lock is left alone: it
 * may be one that is being made. */
static bool is_forgotten(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISDIR(info.st_mode) ||
        info.st_uid != geteuid())
        return false;
    char *name = memory_format("%s/" LOCK_NAME, path);
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    free(name);
    if (fd < 0)
        return false;
    bool free_to_take = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return free_to_take;
}

void cdp_profile_sweep(void)
{
    DIR *folder = opendir(temporary_folder());
    if (folder == NULL)
        return;
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (strncmp(entry->d_name, PREFIX, sizeof PREFIX - 1) != 0)
            continue;
        char *path = memory_format("%s/%s", temporary_folder(), entry->d_name);
        if (is_forgotten(path)) {
            log_debug("removing the forgotten profile %s", path);
            folder_remove(path);
        }
        free(path);
    }
    closedir(folder);
}
