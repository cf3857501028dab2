#include "names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

static bool is_mark(utf8proc_int32_t character)
{
    switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
        return true;
    default:
        return false;
    }
}

/* The decomposed name without its marks, in small letters; owned. A text that
 * is no UTF-8 stands for itself. */
static char *key_of(const char *name)
{
    char *key = (char *)utf8proc_NFD((const utf8proc_uint8_t *)name);
    if (key == NULL)
        return strdup(name);
    const utf8proc_uint8_t *from = (const utf8proc_uint8_t *)key;
    utf8proc_uint8_t *to = (utf8proc_uint8_t *)key;
    utf8proc_int32_t character;
    utf8proc_ssize_t length;
    while (*from != '\0' &&
           (length = utf8proc_iterate(from, -1, &character)) > 0) {
        from += length;
        if (character >= 'A' && character <= 'Z')
            character += 'a' - 'A';
        if (!is_mark(character))
            to += utf8proc_encode_char(character, to);
    }
    *to = '\0';
    return key;
}

/* Bytes of UTF-8 have the order of characters. */
int names_compare(const char *a, const char *b, enum bug bug)
{
    if (bug == BUG_BYTE_ORDER)
        return strcmp(a, b);
    char *key_a = key_of(a), *key_b = key_of(b);
    int order = strcmp(key_a, key_b);
    free(key_a);
    free(key_b);
    return order != 0 ? order : strcmp(a, b);
}
