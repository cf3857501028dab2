/* What a page pushes, a line for each, one after the other: each state that
 * comes of it is whole, and pushing it whole gives the same. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cdp/page/push.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static struct page_push push_of(struct push_known *known, struct str text)
{
    struct page_push push = page_push_make(json_parse(text, NULL), 0);
    push_known_hear(known, &push);
    return push;
}

static void push_again(const struct value *state)
{
    struct push_known known = {NULL};
    struct buf text = {0};
    buf_add_text(&text, "{\"state\":");
    value_add_json(&text, state);
    buf_add_char(&text, '}');
    struct page_push push = push_of(&known, buf_str(&text));
    must(push.state != NULL && value_equal(push.state, state));
    page_push_finish(&push);
    push_known_forget(&known);
    buf_finish(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct push_known known = {NULL};
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end == NULL ? size : (size_t)(end - data);
        struct page_push push =
            push_of(&known, str_from((const char *)data, length));
        must(push.state == NULL || push.root != NULL);
        if (push.state != NULL)
            push_again(push.state);
        page_push_finish(&push);
        size -= length + (end != NULL);
        data += length + (end != NULL);
    }
    push_known_forget(&known);
    return 0;
}
