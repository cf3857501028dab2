#include "base/str.h"

#include "base/hash.h"

int str_compare(struct str a, struct str b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
    if (order != 0)
        return order;
    return (a.length > b.length) - (a.length < b.length);
}

static char small(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte;
}

bool str_equal_in_any_case(struct str a, struct str b)
{
    bool is_same = a.length == b.length;
    for (size_t i = 0; is_same && i < a.length; i++)
        is_same = small(a.data[i]) == small(b.data[i]);
    return is_same;
}

bool str_is_in_any_case(struct str a, const char *text)
{
    return str_equal_in_any_case(a, str_text(text));
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

struct str str_trimmed(struct str text)
{
    while (text.length > 0 && is_blank(text.data[0]))
        text = str_from(text.data + 1, text.length - 1);
    while (text.length > 0 && is_blank(text.data[text.length - 1]))
        text.length--;
    return text;
}

/* Fewer than eight bytes, each of them in one place at least. */
static uint64_t last_bytes(const unsigned char *bytes, size_t length)
{
    uint32_t first, last;
    if (length >= sizeof first) {
        memcpy(&first, bytes, sizeof first);
        memcpy(&last, bytes + length - sizeof last, sizeof last);
        return (uint64_t)first << 32 | last;
    }
    if (length == 0)
        return 0;
    return (uint64_t)bytes[0] << 16 | (uint64_t)bytes[length / 2] << 8 |
           bytes[length - 1];
}

/* Eight bytes at a time. */
uint64_t str_hash(struct str a)
{
    uint64_t hash = a.length;
    uint64_t word;
    size_t at = 0;
    for (; a.length - at >= sizeof word; at += sizeof word) {
        memcpy(&word, a.data + at, sizeof word);
        hash = hash_mix(hash, word);
    }
    return hash_mix(
        hash, last_bytes((const unsigned char *)a.data + at, a.length - at));
}

uint64_t str_fingerprint(struct str a)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < a.length; i++) {
        hash ^= (unsigned char)a.data[i];
        hash *= 1099511628211u;
    }
    return hash;
}
