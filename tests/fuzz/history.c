/* A recorded history is read, each end after its call, or it is said what is
 * wrong with it, and where. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "run/model/history.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct model_command commands[] = {{.name = "read"},
                                                {.name = "write"}};
static const struct model_info info = {
    .name = "m.js",
    .commands = commands,
    .command_count = 2,
};

static void must(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct history history;
    struct error error = ERROR_NONE;
    if (!history_read(&history, "file", str_from((const char *)data, size),
                      &info, &error)) {
        must(error.code == ERROR_USAGE &&
             strncmp(error.message, "file:", 5) == 0);
        return 0;
    }
    must(history.items.count > 0);
    for (size_t i = 0; i < history.items.count; i++) {
        const struct history_operation *item = &history.items.items[i];
        must(item->arguments != NULL && item->arguments->kind == VALUE_LIST);
        must((item->end == OPERATION_OK) == (item->answer != NULL));
        must(item->end == OPERATION_PENDING || item->ret >= item->call);
    }
    history_finish(&history);
    return 0;
}
