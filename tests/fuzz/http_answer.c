/* What an HTTP API answers: the input is read whole and in two parts, and it
 * comes to the same; nothing is taken twice or left out. What was answered
 * becomes an event. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "exec/http/answer.h"
#include "exec/http/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void make_event(const struct http_answer *answer)
{
    struct http_request request = {.words = (char *)"GET /"};
    struct system_event event = {0};
    struct value *none = value_list(NULL, 0);
    http_request_read(&request, answer, NULL, none, NULL, &event, NULL);
    must(event.kind == SYSTEM_OK ? event.answer != NULL : event.text != NULL);
    system_event_finish(&event);
    value_unref(none);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct http_answer whole, parts;
    struct error error = ERROR_NONE;
    struct str bytes = str_from((const char *)data, size);
    size_t used, first, second = 0;
    if (size == 0)
        return 0;
    size_t cut = data[size - 1] % size;
    http_answer_init(&whole, (data[size - 1] & 0x80) != 0);
    http_answer_init(&parts, whole.is_head);
    enum http_answer_state all = http_answer_take(&whole, bytes, &used, &error);
    enum http_answer_state some =
        http_answer_take(&parts, str_from(bytes.data, cut), &first, NULL);
    if (some == HTTP_ANSWER_MORE)
        some = http_answer_take(&parts, str_from(bytes.data + cut, size - cut),
                                &second, NULL);
    must(used <= size && (all != HTTP_ANSWER_MORE || used == size));
    must(all == some);
    must(all == HTTP_ANSWER_WRONG || first + second == used);
    must(all != HTTP_ANSWER_WRONG || error.message[0] != '\0');
    if (all == HTTP_ANSWER_DONE ||
        (all == HTTP_ANSWER_MORE && http_answer_end(&whole))) {
        must(whole.status >= 200 && whole.status < 600);
        must(str_equal(buf_str(&whole.body), buf_str(&parts.body)));
        make_event(&whole);
    }
    http_answer_finish(&whole);
    http_answer_finish(&parts);
    return 0;
}
