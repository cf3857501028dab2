/* The results file: JSON lines, to which each run that has ended is added at
 * once, so that whatever ends this program loses no more than what was under
 * way.
 *
 * Lives: journal_open, journal_close. The records are in the order of the file,
 * one for each key: a later line stands in place of an earlier one. */
#ifndef WEIR_TODOMVC_RUNNER_JOURNAL_H
#define WEIR_TODOMVC_RUNNER_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "todomvc/runner/record.h"

/* An application whose page was not there. */
struct absence {
    const char *manifest, *profile, *application;
    const char *why;
};

struct journal {
    struct arena arena;   /* what the records point to */
    int fd;               /* -1: for reading only */
    const char *path;     /* borrowed */
    struct map records;   /* key: struct record */
    struct map absences;  /* manifest/profile/application: struct absence */
    size_t dropped_bytes; /* of a last line without its end */
};

/* Reads the file; when it is to be written, it is made if there is none, held
 * against other programs, and a half-written last line is cut off. False and
 * ERROR_IO: it cannot be opened, another program writes it, or a line is no
 * record; the message says which. */
bool journal_open(struct journal *journal, const char *path, bool for_writing,
                  struct error *error);
void journal_close(struct journal *journal);

/* The same from a text; for tests. fd is -1. */
bool journal_parse(struct journal *journal, struct str text,
                   struct error *error);

/* NULL when no such run has ended. */
const struct record *journal_find(const struct journal *journal,
                                  const struct run_id *id);

/* Writes the record and remembers it. False and ERROR_IO: the disk is full or
 * so. */
bool journal_add(struct journal *journal, const struct record *record,
                 struct error *error);

/* The same for an application that cannot be checked. */
bool journal_add_absence(struct journal *journal, const struct absence *absence,
                         struct error *error);

size_t journal_count(const struct journal *journal);
const struct record *journal_at(const struct journal *journal, size_t index);
size_t journal_absence_count(const struct journal *journal);
/* NULL: it has been checked since. */
const struct absence *journal_absence_at(const struct journal *journal,
                                         size_t index);

#endif
