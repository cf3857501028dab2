/* A line of a program under test is an answer with one meaning, or it is said
 * what is wrong with it. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "exec/lines/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lines_answer answer;
    struct error error = ERROR_NONE;
    if (!lines_read(str_from((const char *)data, size), &answer, &error)) {
        must(error.code == ERROR_RUN && error.message[0] != '\0');
        must(answer.value == NULL && answer.text == NULL);
        return 0;
    }
    must((answer.kind == LINES_OK) == (answer.value != NULL));
    must((answer.kind == LINES_OK) == (answer.text == NULL));
    lines_answer_finish(&answer);
    return 0;
}
