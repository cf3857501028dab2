/* What the passes of shrinking share (run/model/shrink.h). A pass changes the
 * program where something smaller fails, too, and says so in *changed. */
#ifndef WEIR_RUN_MODEL_SHRINK_INTERNAL_H
#define WEIR_RUN_MODEL_SHRINK_INTERNAL_H

#include "base/map.h"
#include "gen/tape.h"
#include "run/model/orders.h"
#include "run/model/shrink.h"

enum {
    TOGETHER_MOST = 14, /* commands of a program where a smaller argument is
                           tried with each single removal and each pair */
};

struct shrinking {
    const struct shrink_options *options;
    struct model *model;
    struct program *program;
    struct schedule *schedule;
    struct program_run *run;
    struct shrunk_program *shrunk;
    struct error *error;
    struct map tried; /* the texts of candidates */
    size_t from;
    const char *aim; /* of the pass that is under way, in words */
    /* Of the programs that failed last, where nobody chooses the schedule: */
    int64_t attempts, failures;
    size_t anchored; /* commands, so far (shrink_anchor.c) */
    bool is_patient; /* nothing was left to try; then all once more */
    bool is_out;     /* of time */
};

/* Takes the candidate. It replaces the program when it fails, too. False:
 * nothing can be run. */
bool shrink_try(struct shrinking *s, struct program *candidate, bool *fails);

/* Whether the time is over; then is_out. */
bool shrink_is_out(struct shrinking *s);

const struct tape_record *shrink_choices(const struct shrinking *s,
                                         size_t place);
size_t shrink_kind(const struct shrinking *s, size_t place);

/* The first `begin` choices of one record, and another from `from` on. */
struct tape_record shrink_spliced(const struct tape_record *front, size_t begin,
                                  const struct tape_record *back, size_t from);

struct tape_record shrink_without_choices(const struct tape_record *record,
                                          size_t at, size_t count);

/* What is done with a candidate that has other arguments: shrink_try, or more.
 * Takes the candidate. */
typedef bool (*shrink_use)(struct shrinking *s, struct program *candidate,
                           bool *fails);
/* The command in `place` with the arguments that the record gives, if these are
 * simpler. Takes the record. */
bool shrink_try_record(struct shrinking *s, size_t place,
                       struct tape_record *record, shrink_use use, bool *fails);
/* Until one of them fails: the arguments of the command in `place` without an
 * item of a list. */
bool shrink_cut_items(struct shrinking *s, size_t place, shrink_use use,
                      bool *fails);
/* Until one of them fails: the same, and another item of the list has a larger
 * number. */
bool shrink_merge_items(struct shrinking *s, size_t place, bool *fails);

/* What two numbers become where they stand for one, in the order in which it is
 * tried: of numbers that are counted from 0 the sum, of those from 1 one more;
 * or the largest there is. */
enum { SUMS = 3 };
void shrink_sums(const struct tape_choice *one, const struct tape_choice *other,
                 uint64_t sums[SUMS]);
/* The number drawn at a place becomes larger. Of many numbers it is drawn how
 * many bits there are first (fake/pick.c): these become more with it. False: it
 * cannot be so large. */
bool shrink_raise(struct tape_record *record, size_t at, uint64_t number);

/* What exists where a command stands, and the states that are possible there;
 * none: the model does not allow what is before it. */
struct surroundings {
    struct state_set states;
    struct model_refs refs;
};
/* Fills *around, which is empty. False: the model failed. */
bool shrink_look_around(struct shrinking *s, const struct program *program,
                        size_t place, struct surroundings *around);
/* The arguments that the record gives there, or NULL, and in *tape what was
 * read; destroy both. False: the model failed. */
bool shrink_draw(struct shrinking *s, const struct surroundings *around,
                 size_t kind, const struct tape_record *record,
                 struct tape **tape, struct value **arguments);
void surroundings_finish(struct surroundings *around); /* and empties it */

/* A command of this kind with arguments that the record gives, in a copy of
 * `program`. *changed is false where there are none, or where they have to be
 * simpler (`is_any` is false) and are not. False: the model failed. */
bool shrink_redrawn(struct shrinking *s, const struct program *program,
                    size_t place, size_t kind, const struct tape_record *record,
                    bool is_any, struct program *candidate, bool *changed);

/* The same of a candidate of which one command has other arguments: a name that
 * is another one is called so by the commands after it, too. They are drawn
 * again, with the same choices. */
bool shrink_try_followed(struct shrinking *s, struct program *candidate,
                         bool *fails);

/* What comes first, until something fails: the last command with what it refers
 * to, with all else that refers to it, and the last two, four, eight. */
bool shrink_to_end(struct shrinking *s);

/* False, of each pass: nothing can be run. */
bool shrink_remove_rows(struct shrinking *s, bool *changed);
bool shrink_remove_pairs(struct shrinking *s, bool *changed);
bool shrink_order_forks(struct shrinking *s, bool *changed);
bool shrink_users(struct shrinking *s, bool *changed);
bool shrink_use_older(struct shrinking *s, bool *changed);
bool shrink_lower(struct shrinking *s, bool *changed);
bool shrink_anchor(struct shrinking *s, bool *changed);
bool shrink_lower_followed(struct shrinking *s, bool *changed);
bool shrink_lower_together(struct shrinking *s, bool *changed);
bool shrink_lower_with_removals(struct shrinking *s, bool *changed);
bool shrink_replace(struct shrinking *s, bool *changed);
bool shrink_shorten_way(struct shrinking *s, bool *changed);
bool shrink_redraw_early(struct shrinking *s, bool *changed);
bool shrink_redraw(struct shrinking *s, bool *changed);
bool shrink_redraw_fork(struct shrinking *s, bool *changed);

#endif
