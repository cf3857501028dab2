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

/* Eight bytes at a time. */
uint64_t str_hash(struct str a)
{
    uint64_t hash = a.length;
    uint64_t word = 0;
    size_t at = 0;
    for (; a.length - at >= sizeof word; at += sizeof word) {
        memcpy(&word, a.data + at, sizeof word);
        hash = hash_mix(hash, word);
    }
    word = 0;
    for (; at < a.length; at++)
        word = word << 8 | (unsigned char)a.data[at];
    return hash_mix(hash, word);
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
