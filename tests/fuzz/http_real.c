/* What a model says of its commands in HTTP: the first line of the input is a
 * `real`, the second one the arguments. A `real` that passes its check makes a
 * request of any arguments, or says why it does not; and it is one request. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "exec/http/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* Up to the empty line every line end is ours: one for each header. */
static void look_at(const struct http_request *request)
{
    const char *head = buf_text(&request->bytes);
    const char *end = strstr(head, "\r\n\r\n");
    must(end != NULL);
    const char *space = strchr(head, ' ');
    must(space != NULL && space[1] == '/');
    space = strchr(space + 1, ' ');
    must(space != NULL && strncmp(space, " HTTP/1.1\r\n", 11) == 0);
    for (const char *at = head; at < end; at++)
        must(*at != '\n' || at[-1] == '\r');
}

static void try(const struct value *real, const struct value *arguments)
{
    struct http_target target;
    struct http_request request;
    struct error error = ERROR_NONE;
    const struct system_call call = {
        .name = "N", .arguments = arguments, .real = real};
    if (!http_real_check(real, "N", &error)) {
        must(error.message[0] != '\0');
        return;
    }
    must(http_target_read(&target, "http://h/base", NULL));
    if (http_request_make(&request, &target, NULL, &call, NULL, &error)) {
        look_at(&request);
        http_request_finish(&request);
    } else {
        must(error.code == ERROR_SPEC);
    }
    http_target_finish(&target);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *end = size == 0 ? NULL : memchr(text, '\n', size);
    size_t length = end == NULL ? size : (size_t)(end - text);
    struct value *real = value_parse(str_from(text, length), NULL);
    struct value *arguments =
        end == NULL ? NULL
                    : value_parse(str_from(end + 1, size - length - 1), NULL);
    if (arguments == NULL || arguments->kind != VALUE_LIST) {
        value_unref(arguments);
        arguments = value_list(NULL, 0);
    }
    if (real != NULL)
        try(real, arguments);
    value_unref(real);
    value_unref(arguments);
    return 0;
}
