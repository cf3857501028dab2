/* In this file: what is done, keys, the table. */
#include "check/linear/seen.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/str.h"

/* ---- what is done ------------------------------------------------------- */

static bool has_bit(const struct seen_done *done, size_t place)
{
    return (done->bits[place / 64] >> (place % 64) & 1) != 0;
}

bool seen_is_done(const struct seen_done *done, size_t place)
{
    if (place < done->first && !done->is_pending[place])
        return true;
    return has_bit(done, place);
}

void seen_add_done(struct seen_done *done, size_t place)
{
    done->bits[place / 64] |= UINT64_C(1) << (place % 64);
    if (done->last < place + 1)
        done->last = (uint32_t)place + 1;
    while (done->first < done->count &&
           (done->is_pending[done->first] || has_bit(done, done->first)))
        done->first++;
}

void seen_undo(struct seen_done *done, size_t place, uint32_t first,
               uint32_t last)
{
    done->bits[place / 64] &= ~(UINT64_C(1) << (place % 64));
    done->first = first;
    done->last = last;
}

/* ---- keys --------------------------------------------------------------- */

struct head {
    int32_t set;
    uint32_t first;
    uint32_t words;   /* of bits, from the one that has `first` on */
    uint32_t pending; /* places of pending ones that are done, before them */
};

/* Bits before `first` of operations that have a return say nothing, and are
 * left out, so that equal points have equal keys. */
static uint64_t word_of(const struct seen_done *done, size_t word)
{
    uint64_t bits = done->bits[word];
    size_t begin = word * 64;
    if (begin >= done->first)
        return bits;
    for (size_t i = begin; i < done->first && i < begin + 64; i++)
        if (!done->is_pending[i])
            bits &= ~(UINT64_C(1) << (i % 64));
    return bits;
}

static void add_key(struct buf *keys, const struct seen_done *done, int32_t set)
{
    uint32_t begin = done->first / 64, end = (done->last + 63) / 64;
    while (end > begin && word_of(done, end - 1) == 0)
        end--;
    struct head head = {set, done->first, end > begin ? end - begin : 0, 0};
    size_t start = keys->length;
    buf_add(keys, (const char *)&head, sizeof head);
    for (uint32_t word = begin; word < end; word++) {
        uint64_t bits = word_of(done, word);
        buf_add(keys, (const char *)&bits, sizeof bits);
    }
    for (size_t i = 0; i < done->pending_count; i++) {
        uint32_t place = (uint32_t)done->pending[i];
        if (place / 64 < begin && has_bit(done, place)) {
            buf_add(keys, (const char *)&place, sizeof place);
            head.pending++;
        }
    }
    memcpy(keys->data + start, &head, sizeof head);
}

static struct head head_at(const char *key)
{
    struct head head;
    memcpy(&head, key, sizeof head);
    return head;
}

static size_t key_length(const char *key)
{
    struct head head = head_at(key);
    return sizeof head + head.words * sizeof(uint64_t) +
           head.pending * sizeof(uint32_t);
}

/* Of the words where something may be set. */
static void clear(struct seen_done *done)
{
    for (size_t word = done->word; word * 64 < done->last; word++)
        done->bits[word] = 0;
    for (size_t i = 0; i < done->pending_count; i++)
        done->bits[done->pending[i] / 64] = 0;
}

void seen_load(const struct seen *seen, size_t key, struct seen_done *done)
{
    const char *at = seen->keys.data + key;
    struct head head = head_at(at);
    clear(done);
    at += sizeof head;
    done->first = head.first;
    done->last = 0;
    size_t begin = done->word = head.first / 64;
    memcpy(done->bits + begin, at, head.words * sizeof *done->bits);
    at += head.words * sizeof *done->bits;
    for (uint32_t i = 0; i < head.pending; i++, at += sizeof(uint32_t)) {
        uint32_t place;
        memcpy(&place, at, sizeof place);
        done->bits[place / 64] |= UINT64_C(1) << (place % 64);
    }
    if (head.words > 0) {
        size_t word = begin + head.words - 1;
        done->last = (uint32_t)(word * 64 + 64 -
                                (size_t)__builtin_clzll(done->bits[word] | 1));
    }
    if (done->last < head.first)
        done->last = head.first;
}

/* ---- the table ---------------------------------------------------------- */

void seen_init(struct seen *seen)
{
    *seen = (struct seen){.capacity = 64};
    seen->slots = memory_zeroed(seen->capacity, sizeof *seen->slots);
}

void seen_finish(struct seen *seen)
{
    buf_finish(&seen->keys);
    free(seen->slots);
}

size_t seen_memory(const struct seen *seen)
{
    return seen->keys.capacity + seen->capacity * sizeof *seen->slots;
}

static struct seen_slot *slot_of(const struct seen *seen, uint64_t hash,
                                 struct str key)
{
    size_t at = (size_t)hash & (seen->capacity - 1);
    for (; seen->slots[at].key != 0; at = (at + 1) & (seen->capacity - 1)) {
        const char *other = seen->keys.data + seen->slots[at].key - 1;
        if (seen->slots[at].hash == hash &&
            str_equal(str_from(other, key_length(other)), key))
            break;
    }
    return &seen->slots[at];
}

static void grow(struct seen *seen)
{
    size_t capacity = seen->capacity * 2;
    struct seen_slot *slots = memory_zeroed(capacity, sizeof *slots);
    for (size_t i = 0; i < seen->capacity; i++) {
        if (seen->slots[i].key == 0)
            continue;
        size_t at = (size_t)seen->slots[i].hash & (capacity - 1);
        while (slots[at].key != 0)
            at = (at + 1) & (capacity - 1);
        slots[at] = seen->slots[i];
    }
    free(seen->slots);
    seen->slots = slots;
    seen->capacity = capacity;
}

bool seen_note(struct seen *seen, const struct seen_done *done, int32_t set,
               size_t *key)
{
    size_t start = seen->keys.length;
    add_key(&seen->keys, done, set);
    struct str text =
        str_from(seen->keys.data + start, seen->keys.length - start);
    uint64_t hash = str_hash(text);
    struct seen_slot *slot = slot_of(seen, hash, text);
    if (slot->key != 0) {
        seen->keys.length = start;
        return false;
    }
    *slot = (struct seen_slot){hash, start + 1};
    *key = start;
    if (++seen->count * 2 > seen->capacity)
        grow(seen);
    return true;
}
