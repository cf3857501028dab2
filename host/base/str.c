#include "base/str.h"

int str_compare(struct str a, struct str b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
    if (order != 0)
        return order;
    return (a.length > b.length) - (a.length < b.length);
}

uint64_t str_hash(struct str a)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < a.length; i++) {
        hash ^= (unsigned char)a.data[i];
        hash *= 1099511628211u;
    }
    return hash;
}
