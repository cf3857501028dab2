#include "base/text_lines.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip(struct str *text, size_t count)
{
    text->data += count;
    text->length -= count;
}

static void skip_blanks(struct str *text)
{
    while (text->length > 0 && is_blank(*text->data))
        skip(text, 1);
}

static void trim(struct str *text)
{
    skip_blanks(text);
    while (text->length > 0 && is_blank(text->data[text->length - 1]))
        text->length--;
}

struct str text_lines_word(struct str *line)
{
    struct str word = {line->data, 0};
    while (word.length < line->length && !is_blank(line->data[word.length]))
        word.length++;
    skip(line, word.length);
    skip_blanks(line);
    return word;
}

bool text_lines_number(struct str *line, uint64_t *number)
{
    struct str word = text_lines_word(line);
    *number = 0;
    for (size_t i = 0; i < word.length; i++) {
        unsigned digit = (unsigned)(unsigned char)word.data[i] - '0';
        if (digit > 9 || *number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return word.length > 0;
}

bool text_lines_next(struct text_lines *lines)
{
    while (lines->rest.length > 0) {
        const char *newline =
            memchr(lines->rest.data, '\n', lines->rest.length);
        size_t length = newline == NULL ? lines->rest.length
                                        : (size_t)(newline - lines->rest.data);
        lines->line = str_from(lines->rest.data, length);
        lines->number++;
        skip(&lines->rest, length + (newline != NULL));
        trim(&lines->line);
        if (lines->line.length > 0 && *lines->line.data != '#')
            return true;
    }
    return false;
}
