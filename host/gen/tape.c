/* From the record upwards: record, tape, draws. */
#include "gen/tape.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "gen/choices.h"

enum {
    NARROW_PLACES = 3, /* of a narrow tape, ... */
    NARROW_OFTEN = 8,  /* ...but for one in so many */
    END_ONE_IN = 8,    /* numbers, at each end */
};

struct tape {
    struct tape_record drawn;
    struct tape_record given; /* what it reads first */
    enum tape_beyond beyond;
    struct choices chance;
    enum tape_habit habit;
    uint64_t narrow_from;
    VEC(size_t) open; /* spans that have not ended, outermost first */
};

static void label_set(char label[24], const char *text)
{
    size_t length = text == NULL ? 0 : strlen(text);
    if (length > 23)
        length = 23;
    memcpy(label, text == NULL ? "" : text, length);
    label[length] = '\0';
}

static void record_add(struct tape_record *record, struct tape_choice choice)
{
    if (record->count == record->capacity) {
        record->capacity = record->capacity == 0 ? 64 : record->capacity * 2;
        record->choices = memory_resized(record->choices, record->capacity,
                                         sizeof *record->choices);
    }
    record->choices[record->count++] = choice;
}

struct tape_record tape_record_copy(const struct tape_record *record)
{
    struct tape_record copy = {0};
    for (size_t i = 0; i < record->count; i++)
        record_add(&copy, record->choices[i]);
    if (record->span_count > 0) {
        copy.span_count = copy.span_capacity = record->span_count;
        copy.spans = memory_resized(NULL, copy.span_count, sizeof *copy.spans);
        memcpy(copy.spans, record->spans, copy.span_count * sizeof *copy.spans);
    }
    return copy;
}

void tape_record_finish(struct tape_record *record)
{
    free(record->choices);
    free(record->spans);
    *record = (struct tape_record){0};
}

struct tape *tape_create(uint64_t seed)
{
    static const struct tape_record nothing = {0};
    return tape_replay(&nothing, TAPE_GOES_ON, seed);
}

struct tape *tape_replay(const struct tape_record *record,
                         enum tape_beyond beyond, uint64_t seed)
{
    struct tape *tape = MEMORY_NEW(struct tape);
    tape->given = tape_record_copy(record);
    tape->beyond = beyond;
    choices_init(&tape->chance, seed);
    return tape;
}

void tape_destroy(struct tape *tape)
{
    if (tape == NULL)
        return;
    tape_record_finish(&tape->drawn);
    tape_record_finish(&tape->given);
    vec_finish(&tape->open);
    free(tape);
}

static bool reads(const struct tape *tape)
{
    return tape->drawn.count < tape->given.count;
}

static uint64_t keep(struct tape *tape, uint64_t number, uint64_t bound,
                     const char *label)
{
    struct tape_choice choice = {.bound = bound, .number = number};
    label_set(choice.label, label);
    record_add(&tape->drawn, choice);
    return number;
}

/* The recorded number at this place, as far as the bound allows it. */
static uint64_t recorded(const struct tape *tape, uint64_t bound)
{
    uint64_t number = tape->given.choices[tape->drawn.count].number;
    return number < bound ? number : bound - 1;
}

uint64_t tape_below(struct tape *tape, uint64_t bound, const char *label)
{
    assert(bound > 0);
    uint64_t number = 0;
    if (reads(tape))
        number = recorded(tape, bound);
    else if (tape->beyond == TAPE_GOES_ON)
        number = choices_below(&tape->chance, bound);
    return keep(tape, number, bound, label);
}

static bool is_by_chance(const struct tape *tape)
{
    return !reads(tape) && tape->beyond == TAPE_GOES_ON;
}

static uint64_t place_by_chance(struct tape *tape, uint64_t bound)
{
    if (tape->habit != TAPE_NARROW || bound <= NARROW_PLACES ||
        choices_below(&tape->chance, NARROW_OFTEN) == 0)
        return choices_below(&tape->chance, bound);
    uint64_t place = choices_below(&tape->chance, NARROW_PLACES);
    return (tape->narrow_from % bound + place) % bound;
}

uint64_t tape_place(struct tape *tape, uint64_t bound, const char *label)
{
    if (!is_by_chance(tape))
        return tape_below(tape, bound, label);
    return keep(tape, place_by_chance(tape, bound), bound, label);
}

uint64_t tape_number(struct tape *tape, uint64_t bound, const char *label)
{
    if (!is_by_chance(tape))
        return tape_below(tape, bound, label);
    uint64_t end = choices_below(&tape->chance, END_ONE_IN);
    uint64_t number = end == 0   ? 0
                      : end == 1 ? bound - 1
                                 : place_by_chance(tape, bound);
    return keep(tape, number, bound, label);
}

bool tape_renews(struct tape *tape, const char *label)
{
    static const uint64_t times[TAPE_HABITS] = {[TAPE_RETURNING] = 1,
                                                [TAPE_MIXED] = 2,
                                                [TAPE_ROAMING] = 4,
                                                [TAPE_NARROW] = 1};
    enum { OF = 5 };
    return tape_flip(tape, times[tape->habit], OF, label);
}

uint64_t tape_recent(struct tape *tape, uint64_t bound, const char *label)
{
    if (!is_by_chance(tape))
        return tape_below(tape, bound, label);
    bool is_last =
        tape->habit != TAPE_ROAMING && choices_below(&tape->chance, 2) == 0;
    uint64_t place = is_last ? bound - 1 : choices_below(&tape->chance, bound);
    return keep(tape, place, bound, label);
}

void tape_set_habit(struct tape *tape, enum tape_habit habit, uint64_t from)
{
    tape->habit = habit;
    tape->narrow_from = from;
}

bool tape_flip(struct tape *tape, uint64_t times, uint64_t of,
               const char *label)
{
    assert(0 < times && times < of);
    uint64_t number = 0;
    if (reads(tape))
        number = recorded(tape, 2);
    else if (tape->beyond == TAPE_GOES_ON)
        number = choices_below(&tape->chance, of) < times;
    return keep(tape, number, 2, label) == 1;
}

static size_t weighted_by_chance(struct tape *tape, const uint64_t *weights,
                                 size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += weights[i];
    assert(sum > 0);
    uint64_t drawn = choices_below(&tape->chance, sum);
    size_t place = 0;
    while (drawn >= weights[place])
        drawn -= weights[place++];
    return place;
}

/* From `place` on downwards the first that has a weight, else upwards. */
static size_t allowed(const uint64_t *weights, size_t count, size_t place)
{
    for (size_t i = place + 1; i-- > 0;)
        if (weights[i] > 0)
            return i;
    while (place < count && weights[place] == 0)
        place++;
    assert(place < count);
    return place;
}

size_t tape_weighted(struct tape *tape, const uint64_t *weights, size_t count,
                     const char *label)
{
    assert(count > 0);
    size_t place = 0;
    if (!reads(tape) && tape->beyond == TAPE_GOES_ON)
        place = weighted_by_chance(tape, weights, count);
    else
        place = allowed(weights, count,
                        reads(tape) ? (size_t)recorded(tape, count) : 0);
    return (size_t)keep(tape, place, count, label);
}

void tape_begin(struct tape *tape, const char *label)
{
    struct tape_record *record = &tape->drawn;
    if (record->span_count == record->span_capacity) {
        record->span_capacity =
            record->span_capacity == 0 ? 16 : record->span_capacity * 2;
        record->spans = memory_resized(record->spans, record->span_capacity,
                                       sizeof *record->spans);
    }
    struct tape_span span = {.begin = record->count, .depth = tape->open.count};
    label_set(span.label, label);
    vec_push(&tape->open, record->span_count);
    record->spans[record->span_count++] = span;
}

void tape_end(struct tape *tape)
{
    assert(tape->open.count > 0);
    size_t span = vec_pop(&tape->open);
    tape->drawn.spans[span].end = tape->drawn.count;
}

size_t tape_position(const struct tape *tape)
{
    return tape->drawn.count;
}

bool tape_ran_out(const struct tape *tape)
{
    return tape->drawn.count > tape->given.count;
}

const struct tape_record *tape_record(struct tape *tape)
{
    for (size_t i = 0; i < tape->open.count; i++)
        tape->drawn.spans[tape->open.items[i]].end = tape->drawn.count;
    return &tape->drawn;
}
