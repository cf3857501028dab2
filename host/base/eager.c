#include "base/eager.h"

#include <poll.h>

enum {
    LOOKS = 60, /* a look takes about a microsecond */
    VAIN_FIRST = 4,
    VAIN_MOST = 256,
};

bool eager_await(struct eager *eager, int fd)
{
    if (eager->left > 0) {
        eager->left--;
        return false;
    }
    for (int look = 0; look < LOOKS; look++) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (poll(&ready, 1, 0) != 0) {
            eager->vain = 0;
            return true;
        }
    }
    eager->vain = eager->vain == 0              ? VAIN_FIRST
                  : eager->vain < VAIN_MOST / 2 ? eager->vain * 2
                                                : VAIN_MOST;
    eager->left = eager->vain;
    return false;
}
