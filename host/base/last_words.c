#include "base/last_words.h"

#include <stdbool.h>
#include <string.h>

static bool is_white(char c)
{
    return strchr("\r\n \t", c) != NULL;
}

/* The last line with something in it, which goes off the text; empty: none. */
static struct str take_line(struct str *text)
{
    while (text->length > 0 && is_white(text->data[text->length - 1]))
        text->length--;
    size_t end = text->length, begin = end;
    while (begin > 0 && text->data[begin - 1] != '\n')
        begin--;
    text->length = begin;
    return str_from(text->data + begin, end - begin);
}

static bool is_of_stack(struct str line)
{
    if (line.data[0] == ' ' || line.data[0] == '\t' ||
        str_starts_with(line, "Node.js v"))
        return true;
    for (size_t i = 0; i < line.length; i++)
        if (strchr("])}^,;", line.data[i]) == NULL)
            return false;
    return true;
}

static bool ends_word(struct str line, size_t at)
{
    return at == line.length || strchr(": [(", line.data[at]) != NULL;
}

/* "TypeError: ...", "Exception in thread ...", "java.io.IOException: ..." */
static bool names_error(struct str line)
{
    static const char *const words[] = {"Error", "error", "Exception"};
    for (size_t i = 0; i < line.length; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            struct str rest = str_from(line.data + i, line.length - i);
            if (str_starts_with(rest, words[k]) &&
                ends_word(rest, strlen(words[k])))
                return true;
        }
    return false;
}

struct str last_words(struct str text)
{
    struct str line = take_line(&text);
    if (line.length == 0 || !is_of_stack(line))
        return line;
    struct str last = line;
    while (line.length > 0 && is_of_stack(line))
        line = take_line(&text);
    if (line.length > 0)
        last = line;
    for (; line.length > 0; line = take_line(&text))
        if (!is_of_stack(line) && names_error(line))
            return line;
    return last;
}
