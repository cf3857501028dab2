/* What a browser is to begin with: whatever the bytes are, a state file and a
 * cookie are read or refused with words. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cdp/page/login.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct login login = {0};
    struct error error = ERROR_NONE;
    if (!login_add_state(&login, str_from((const char *)data, size), &error) &&
        error.message[0] == '\0')
        abort();
    char *text = memory_copy_string((const char *)data, size);
    error = ERROR_NONE;
    if (!login_add_cookie(&login, text, &error) && error.message[0] == '\0')
        abort();
    login_concerns(&login, text, 0);
    login_finish(&login);
    free(text);
    return 0;
}
