#include "cdp/ahead.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

void ahead_clear(struct ahead *ahead)
{
    for (size_t i = 0; i < ahead->count; i++)
        free(ahead->questions[i]);
    free(ahead->answer);
    *ahead = (struct ahead){.count = 0};
}

bool ahead_add(struct ahead *ahead, char *question)
{
    if (ahead->count == AHEAD_LIMIT) {
        free(question);
        return false;
    }
    ahead->questions[ahead->count++] = question;
    return true;
}

/* The question with that in the place of the generation. */
static void add_with(struct buf *text, const char *question,
                     const char *generation)
{
    for (const char *at = question; *at != '\0'; at++)
        if (*at == AHEAD_GENERATION[0])
            buf_add_text(text, generation);
        else
            buf_add_char(text, *at);
}

void ahead_add_call(struct ahead *ahead, struct buf *call,
                    struct str expression)
{
    if (ahead->is_told || ahead->count == 0) {
        buf_add_str(call, expression);
        return;
    }
    buf_add_text(call, "weir.follow((");
    buf_add_str(call, expression);
    buf_add_text(call, "),[");
    for (size_t i = 0; i < ahead->count; i++) {
        buf_add_text(call,
                     i == 0 ? "function(g){return " : ",function(g){return ");
        add_with(call, ahead->questions[i], "g");
        buf_add_char(call, '}');
    }
    buf_add_text(call, "])");
    ahead->is_told = true;
}

void ahead_hear(struct ahead *ahead, const struct json *push)
{
    if (!ahead->is_told || ahead->answered == ahead->count)
        return;
    free(ahead->answer);
    ahead->answer = NULL;
    ahead->answered++;
    struct str text = json_read_string(json_read_field(push, "answer"));
    if (text.length > 0)
        ahead->answer = memory_copy_string(text.data, text.length);
    ahead->generation = json_read_int(json_read_field(push, "generation"));
}

static bool is_asked(const struct ahead *ahead, struct str expression)
{
    char generation[24];
    struct buf text;
    snprintf(generation, sizeof generation, "%" PRId64, ahead->generation);
    buf_init(&text);
    add_with(&text, ahead->questions[ahead->answered - 1], generation);
    bool same = str_equal(buf_str(&text), expression);
    buf_finish(&text);
    return same;
}

char *ahead_take(struct ahead *ahead, struct str expression)
{
    if (ahead->answer == NULL || !is_asked(ahead, expression))
        return NULL;
    char *answer = ahead->answer;
    ahead->answer = NULL;
    return answer;
}
