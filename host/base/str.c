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
