/* A counterexample in a file: the actions of one run that failed, as text that
 * people read and edit, to be done again before anything else is tried
 * (`weir check --save`).
 *
 *     counterexample 1
 *     property "works"
 *     spec "counter.strom"
 *     seed 7
 *     begin "load"
 *     verdict "Definitely false"
 *
 *     action "up!"
 *       does "click"
 *       element "up"
 *         at 1 of 1 by "#up"
 *
 * One thing a line; blanks at both ends, empty lines and lines that begin with
 * # count for nothing. Texts are JSON strings. docs/SHRINKING.md has the whole
 * form. An action is a choice (run/choice.h): what it does is found again by
 * its names, by the selectors, the places and the text of its elements. */
#ifndef WEIR_RUN_SAVED_H
#define WEIR_RUN_SAVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "run/choice.h"
#include "trace/verdict.h"

enum {
    SAVED_FORM = 1, /* that is written and read */
    SAVED_BYTES_LIMIT = 8 * 1024 * 1024,
};

struct saved {
    char *path;     /* of the file, for people; NULL: it has none */
    char *property; /* its name */
    uint64_t check; /* which of the properties of this name, from 1: several
                       checks may have one */
    char *spec;     /* as given; it says little: files are moved */
    uint64_t seed;  /* of the test, for what the application leaves to chance */
    bool at_load;   /* its page began at the load; else at rest, as each did
                       that was saved by a version that knew of no other */
    int64_t pauses_ms;      /* see struct executor */
    struct verdict verdict; /* a failure */
    struct choice_list choices;
    int64_t linger_ms; /* what happened after the last, as "after" */
};

void saved_init(struct saved *saved);
void saved_finish(struct saved *saved); /* and empties it */

/* What people read in a file beside what weir reads; any may be NULL. */
struct saved_comments {
    const char *why; /* lines */
    char **actions;  /* one for each choice */
};

/* Appends the text. */
void saved_add(struct buf *out, const struct saved *saved,
               const struct saved_comments *comments);

/* Reads what saved_add writes, and what people make of it. `saved` is empty and
 * takes a copy of `path`. False: ERROR_USAGE "PATH:LINE: ...", and it is empty
 * again. */
bool saved_read(struct saved *saved, const char *path, struct str text,
                struct error *error);

/* The same for the same actions of the same property from the same beginning,
 * whatever else differs. */
uint64_t saved_hash(const struct saved *saved);

/* Counterexamples that are to be run, each for a property by its index. */
struct saved_item {
    struct saved saved;
    size_t property;
};
struct saved_list {
    struct saved_item *items;
    size_t count;
    size_t capacity;
};
void saved_list_finish(struct saved_list *list); /* and empties it */

/* The one with this number, from 0, among those of the property; NULL: there
 * are not so many. The list may be NULL. */
const struct saved *saved_list_find(const struct saved_list *list,
                                    size_t property, size_t number);

#endif
