/* A borrowed run of bytes with its length; NUL is an ordinary character.
 * Nothing here owns memory. */
#ifndef WEIR_BASE_STR_H
#define WEIR_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
    const char *data; /* not NULL unless length is 0 */
    size_t length;    /* bytes */
};

#define STR(literal) ((struct str){(literal), sizeof(literal) - 1})

/* For printf: `printf("%.*s", STR_ARGS(s))`. */
#define STR_ARGS(s) (int)(s).length, (s).data

static inline struct str str_from(const char *data, size_t length)
{
    return (struct str){data, length};
}

static inline struct str str_text(const char *text)
{
    return (struct str){text, text == NULL ? 0 : strlen(text)};
}

static inline bool str_equal(struct str a, struct str b)
{
    return a.length == b.length &&
           (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static inline bool str_is(struct str a, const char *text)
{
    return str_equal(a, str_text(text));
}

static inline bool str_starts_with(struct str a, const char *prefix)
{
    size_t length = strlen(prefix);
    return a.length >= length && memcmp(a.data, prefix, length) == 0;
}

static inline bool str_ends_with(struct str a, const char *suffix)
{
    size_t length = strlen(suffix);
    return a.length >= length &&
           memcmp(a.data + a.length - length, suffix, length) == 0;
}

/* In ASCII, whatever the locale is. */
static inline bool str_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* The same but for capital and small letters, of ASCII alone whatever the
 * locale is: how HTTP compares words. */
bool str_equal_in_any_case(struct str a, struct str b);
bool str_is_in_any_case(struct str a, const char *text);

/* Without the spaces and tabs around it. */
struct str str_trimmed(struct str text);

/* Bytewise order, shorter first when one is a prefix of the other. */
int str_compare(struct str a, struct str b);

/* For tables in memory: another version of weir may have another hash. */
uint64_t str_hash(struct str a);

/* FNV-1a, 64 bits: the same for ever, for what is written down. Slower. */
uint64_t str_fingerprint(struct str a);

#endif
