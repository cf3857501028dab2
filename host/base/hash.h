/* Hashes of several things, made from hashes of each (of text: base/str.h). */
#ifndef WEIR_BASE_HASH_H
#define WEIR_BASE_HASH_H

#include <stdint.h>

/* One hash of two; the order matters. */
static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
    uint64_t mixed = (a ^ (b + UINT64_C(0x9e3779b97f4a7c15) + (a << 6))) *
                     UINT64_C(0xff51afd7ed558ccd);
    return mixed ^ (mixed >> 32);
}

#endif
