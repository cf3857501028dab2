/* What a browser answers to /json/version: it names an address or none, and the
 * address is split or refused with a reason. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cdp/wire/endpoint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *url = cdp_endpoint_read(str_from((const char *)data, size));
    if (url == NULL)
        return 0;
    struct error error = ERROR_NONE;
    struct ws_url parts;
    if (ws_url_read(&parts, url, &error)) {
        must(parts.host != NULL && parts.host[0] != '\0');
        must(parts.port > 0 && parts.port <= UINT16_MAX);
        must(parts.path != NULL && parts.path[0] == '/');
        ws_url_finish(&parts);
    } else {
        must(error.code == ERROR_USAGE && error.message[0] != '\0');
        must(parts.host == NULL && parts.path == NULL);
    }
    free(url);
    return 0;
}
