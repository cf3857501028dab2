/* Lines of an executor: whatever the bytes, a whole message or words. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "exec/process/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct protocol_answer answer;
    struct error error = ERROR_NONE;
    if (!protocol_read(&answer, str_from((const char *)data, size), &error)) {
        if (error.code != ERROR_RUN || error.message[0] == '\0')
            abort();
        return 0;
    }
    const struct executor_message *message = &answer.message;
    bool has_state =
        message->kind != EXECUTOR_STALE && message->kind != EXECUTOR_ERROR;
    if ((message->state != NULL) != has_state ||
        (message->text != NULL) != (message->kind == EXECUTOR_ERROR))
        abort();
    executor_message_finish(&answer.message);
    return 0;
}
