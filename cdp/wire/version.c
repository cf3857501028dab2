#include "cdp/wire/version.h"

#include <string.h>

/* The number after the slash; 0: there is none. */
static int major_of(struct str product)
{
    enum { LARGEST = 100000 };
    const char *slash = memchr(product.data, '/', product.length);
    int number = 0;
    if (slash == NULL)
        return 0;
    for (const char *at = slash + 1;
         at < product.data + product.length && *at >= '0' && *at <= '9' &&
         number < LARGEST;
         at++)
        number = number * 10 + (*at - '0');
    return number;
}

static bool is_chromium(struct str product)
{
    static const char *const names[] = {"Chrome/", "HeadlessChrome/",
                                        "Chromium/", "Edg/", "HeadlessEdg/"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (product.length > strlen(names[i]) &&
            memcmp(product.data, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

bool cdp_version_is_fine(struct str product, struct error *error)
{
    enum { SHOWN = 100 };
    int shown = product.length < SHOWN ? (int)product.length : SHOWN;
    int major = major_of(product);
    if (!is_chromium(product) || major == 0)
        return error_set(error, ERROR_SETUP,
                         "this browser calls itself \"%.*s\": weir needs "
                         "Chromium, Chrome or Edge %d or later",
                         shown, product.data, CDP_OLDEST_VERSION);
    return major >= CDP_OLDEST_VERSION ||
           error_set(error, ERROR_SETUP,
                     "this browser (%.*s) is too old: weir needs at least "
                     "version %d",
                     shown, product.data, CDP_OLDEST_VERSION);
}

bool cdp_version_check(struct cdp_connection *connection, int64_t deadline_ms,
                       struct error *error)
{
    struct cdp_record reply;
    if (!cdp_connection_call(connection, STR(""), "Browser.getVersion", STR(""),
                             deadline_ms, &reply, error)) {
        if (error != NULL && error->code == ERROR_RUN) {
            error->code = ERROR_SETUP;
            error_prefix(error, "the browser does not say which it is: ");
        }
        return false;
    }
    bool fine = cdp_version_is_fine(
        json_read_string(json_read_field(reply.body, "product")), error);
    cdp_record_finish(&reply);
    return fine;
}
