/* A tape: what a run left to chance, number by number.
 *
 * Every generated value is drawn from a tape: each draw is a number below a
 * bound, with a label for people. A tape is made in one of two ways: from a
 * seed (draws come from gen/choices.h and are recorded), or from a record
 * (draws are read from it). So replaying a run is reading its record, and
 * shrinking is editing the record and running again (as in Hypothesis; MacIver
 * and Donaldson, "Test-Case Reduction via Test-Case Generation", 2020).
 *
 * Rule for whoever draws: 0 is the simplest choice, and smaller numbers are
 * simpler than larger ones. Draws that belong together stand between
 * tape_begin and tape_end: a span, which shrinking may leave out as a whole.
 *
 * A record that was edited may have a number that is too large for the bound it
 * is read with: it counts as the largest that is allowed. After its end a
 * tape gives 0 (TAPE_ENDS) or goes on by chance (TAPE_GOES_ON).
 */
#ifndef WEIR_GEN_TAPE_H
#define WEIR_GEN_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One draw. */
struct tape_choice {
    uint64_t bound; /* the number is below it; from 1 */
    uint64_t number;
    char label[24]; /* what it decides, cut at the end; "" where it has none */
};

/* The choices from `begin` to `end` (not included) belong together. */
struct tape_span {
    size_t begin, end;
    size_t depth;   /* 0: in no other span */
    char label[24]; /* as above */
};

/* What a tape has given. Spans stand in the order in which they began. */
struct tape_record {
    struct tape_choice *choices;
    size_t count, capacity;
    struct tape_span *spans;
    size_t span_count, span_capacity;
};

enum tape_beyond {
    TAPE_ENDS,    /* after the end of the record: 0 */
    TAPE_GOES_ON, /* after the end of the record: by chance */
};

/* How chance draws what exists and values that are as good as each other. A
 * record is read as it is. */
enum tape_habit {
    TAPE_RETURNING, /* prefers what exists to what is new, the last to others */
    TAPE_MIXED,     /* as often the one as the other */
    TAPE_ROAMING,   /* prefers what is new; what exists, evenly */
    TAPE_NARROW,    /* as TAPE_RETURNING, and mostly few different values */
    TAPE_HABITS
};

struct tape; /* opaque */

struct tape *tape_create(uint64_t seed);
/* Copies the record. The seed matters with TAPE_GOES_ON only. */
struct tape *tape_replay(const struct tape_record *record,
                         enum tape_beyond beyond, uint64_t seed);
void tape_destroy(struct tape *tape); /* NULL is fine */

/* A number in [0, bound); bound > 0. By chance all are equally likely. */
uint64_t tape_below(struct tape *tape, uint64_t bound, const char *label);
/* True in `times` of `of` cases by chance; 0 < times < of. False is simpler. */
bool tape_flip(struct tape *tape, uint64_t times, uint64_t of,
               const char *label);
/* A place in `weights`, of which at least one is above 0; the first one is the
 * simplest. Drawn as its place, so that weights may change later. */
size_t tape_weighted(struct tape *tape, const uint64_t *weights, size_t count,
                     const char *label);

/* A place in [0, bound), bound > 0, of things that are as good as each other.
 * By chance all are equally likely, or, of a narrow tape, a few. */
uint64_t tape_place(struct tape *tape, uint64_t bound, const char *label);
/* The same of numbers, whose ends are worth being tried: by chance each of them
 * in one case of eight; else as tape_place. */
uint64_t tape_number(struct tape *tape, uint64_t bound, const char *label);

/* Whether to make something new where something that exists would do. */
bool tape_renews(struct tape *tape, const char *label);
/* A place in [0, bound), of things of which the last ones are the newest. */
uint64_t tape_recent(struct tape *tape, uint64_t bound, const char *label);

/* From here on; TAPE_RETURNING at first. Narrow: the values from `from` on,
 * counted around. */
void tape_set_habit(struct tape *tape, enum tape_habit habit, uint64_t from);

/* Spans nest; each begin has an end. */
void tape_begin(struct tape *tape, const char *label);
void tape_end(struct tape *tape);

/* How many numbers were drawn so far. */
size_t tape_position(const struct tape *tape);
/* Whether more was drawn than the record it was made from had. */
bool tape_ran_out(const struct tape *tape);
/* What was drawn so far, with the bounds it was drawn with; open spans end
 * here. Borrowed until the next draw. */
const struct tape_record *tape_record(struct tape *tape);

struct tape_record tape_record_copy(const struct tape_record *record);
void tape_record_finish(struct tape_record *record); /* and empties it */

#endif
