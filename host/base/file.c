#include "base/file.h"

#include <errno.h>
#include <unistd.h>

bool file_write_all(int fd, struct str bytes)
{
    for (size_t at = 0; at < bytes.length;) {
        ssize_t wrote = write(fd, bytes.data + at, bytes.length - at);
        if (wrote < 0 && errno != EINTR)
            return false;
        at += wrote < 0 ? 0 : (size_t)wrote;
    }
    return true;
}
