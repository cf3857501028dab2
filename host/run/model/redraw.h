/* One draw of a command in the place of two (shrink_redraw.c), and what the
 * model answers then; new arguments for any command (shrink_redraw_fork.c). */
#ifndef WEIR_RUN_MODEL_REDRAW_H
#define WEIR_RUN_MODEL_REDRAW_H

#include "base/buf.h"
#include "base/map.h"
#include "gen/choices.h"
#include "run/model/shrink_internal.h"

/* Commands of a program. Three are quickly read, and with more than
 * REDRAWN_MOST the rest is at fault. */
enum { REDRAWN_LEAST = 4, REDRAWN_MOST = 8 };

/* What nobody draws stays away, unless it is there. */
bool redraw_is_drawn(const struct shrinking *s, size_t kind);

/* What was drawn; `program` is empty where there is nothing new. */
struct redrawn {
    struct program program;
    struct buf answer; /* JSON: what the model says of the last command */
    size_t size;       /* of the answer: how many values it has; of a page: of
                          what it shows how many the last command changes */
    bool shows;        /* there is an answer, which is another one than that of
                          the command before */
    bool may_grow;     /* it could have more: a list, or an object */
    size_t turn;       /* of those that are tried, its place */
    size_t kept[REDRAWN_MOST]; /* choices that are those of the failure, of each
                                  command, from its first on */
};
void redrawn_finish(struct redrawn *drawn);

/* Fills in what the model answers to the last command; nothing where it may not
 * be called. False: the model failed. */
bool redraw_answer(struct shrinking *s, struct redrawn *drawn);
/* *all_matter: by the model the last command would show something else without
 * any of those before it. A command that does not matter would be left out, and
 * the program without it is one that passed, as far as the model knows. False:
 * the model failed. */
bool redraw_all_matter(struct shrinking *s, const struct program *program,
                       bool *all_matter);

struct redrawing {
    struct shrinking *s;
    struct choices chance;
    struct map answers; /* of the last command, that were run, with what was
                           tried then */
    bool may_grow;      /* some answer of that command could be larger */
    bool all_matter;    /* only what redraw_all_matter says so of */
    size_t draws, draws_most;
};

/* Whether the program has as many commands as are redrawn. */
bool redraw_fits(const struct shrinking *s);
/* Chance comes from the program: the same one has the same draws. redraw_end
 * ends it. */
void redraw_begin(struct redrawing *r, struct shrinking *s, size_t draws_most);
void redraw_end(struct redrawing *r);
/* Of time, of draws, or of the model's memory. */
bool redraw_is_over(struct redrawing *r);

/* What is tried: which command goes, of which kind the last one is, and whether
 * another one takes over what the first was given. */
struct redraw_attempt {
    size_t gone, kind;
    bool splices;
    size_t place, from; /* that command; the choices it takes */
};

/* False, of all of these: the model failed. */

/* The program without the command in place `gone`, and in the place of its last
 * one a command of this kind, which has no arguments yet. */
bool redraw_other_end(struct shrinking *s, size_t gone, size_t kind,
                      struct program *program);
/* New arguments for the command in `place`. *found is false where it cannot be
 * called there. */
bool redraw_arguments(struct redrawing *r, struct redrawn *drawn, size_t place,
                      bool *found);
/* The command in attempt->place is given what the one that goes was given: its
 * choices from attempt->from on. *found is false where it cannot be called
 * there. */
bool redraw_splice(struct redrawing *r, const struct redraw_attempt *attempt,
                   struct redrawn *drawn, bool *found);
/* From what the failure leaves, or in half of all cases from the best so far.
 */
bool redraw(struct redrawing *r, const struct redraw_attempt *attempt,
            const struct redrawn *best, struct redrawn *drawn, bool *found);
/* Whether that answer was not run before, with the same command gone and one of
 * the same kind at the end. What shows the same before the last command shows
 * nothing of it. */
bool redraw_is_news(const struct redrawing *r,
                    const struct redraw_attempt *attempt,
                    const struct redrawn *drawn);
/* It is run now. */
void redraw_note(struct redrawing *r, const struct redraw_attempt *attempt,
                 const struct redrawn *drawn);

#endif
