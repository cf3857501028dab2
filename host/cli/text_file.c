#include "cli/text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

enum { TEXT_BYTES_LIMIT = 256 * 1024 * 1024 };

static bool read_all(FILE *file, struct buf *text)
{
    size_t got;
    do {
        got = fread(buf_reserve(text, 65536), 1, 65536, file);
        text->length += got;
    } while (got > 0 && text->length <= TEXT_BYTES_LIMIT);
    return !ferror(file);
}

bool text_file_read(const char *path, struct buf *text, struct error *error)
{
    bool piped = strcmp(path, "-") == 0;
    FILE *file = piped ? stdin : fopen(path, "rbe");
    if (file == NULL)
        return error_set(error, ERROR_IO, "cannot read %s: %s", path,
                         strerror(errno));
    bool done = read_all(file, text);
    if (!done)
        error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    else if (text->length > TEXT_BYTES_LIMIT)
        done =
            error_set(error, ERROR_IO, "cannot read %s: it is too large", path);
    if (!piped)
        fclose(file);
    return done;
}

static void forget(const char *path)
{
    int reason = errno;
    unlink(path);
    errno = reason;
}

/* A new file beside the old one, moved over it when it is complete. */
static bool replace(const char *path, char *beside, struct str text)
{
    struct stat status;
    int fd = mkstemp(beside);
    if (fd < 0)
        return false;
    bool done = file_write_all(fd, text) && stat(path, &status) == 0 &&
                fchmod(fd, status.st_mode & 07777) == 0;
    done &= close(fd) == 0;
    done = done && rename(beside, path) == 0;
    if (!done)
        forget(beside);
    return done;
}

bool text_file_replace(const char *path, struct str text, struct error *error)
{
    char *real = realpath(path, NULL);
    char *beside = memory_format("%s.XXXXXX", real == NULL ? path : real);
    bool done = real != NULL && replace(real, beside, text);
    if (!done)
        error_set(error, ERROR_IO, "cannot write %s: %s", path,
                  strerror(errno));
    free(beside);
    free(real);
    return done;
}

/* Where no file has two names, whoever makes one of this name in between loses
 * it. */
static bool name_new(const char *beside, const char *path)
{
    struct stat status;
    if (link(beside, path) == 0)
        return unlink(beside) == 0;
    if (errno != EEXIST && lstat(path, &status) != 0 && errno == ENOENT)
        return rename(beside, path) == 0;
    errno = EEXIST;
    return false;
}

static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool create(const char *path, char *beside, struct str text)
{
    struct stat status;
    if (lstat(path, &status) == 0) {
        errno = EEXIST;
        return false;
    }
    int fd = mkstemp(beside);
    if (fd < 0)
        return false;
    bool done = file_write_all(fd, text) && fchmod(fd, usual_mode()) == 0;
    done &= close(fd) == 0;
    done = done && name_new(beside, path);
    if (!done)
        forget(beside);
    return done;
}

bool text_file_create(const char *path, struct str text, bool *is_there,
                      struct error *error)
{
    char *beside = memory_format("%s.XXXXXX", path);
    bool done = create(path, beside, text);
    *is_there = !done && errno == EEXIST;
    if (!done && !*is_there)
        error_set(error, ERROR_IO, "cannot write %s: %s", path,
                  strerror(errno));
    free(beside);
    return done || *is_there;
}
