/* Where transactions are kept: SQLite (in memory or a file) or PostgreSQL.
 *
 * Rows have an order, which new ones join at the end. What belongs together
 * stands between `begin` and `end`. Each function gives one of the results
 * below; on LOCKED and FAILED `words` says why, until the next call. */
#ifndef WEIR_EXAMPLES_FINANCE_STORAGE_H
#define WEIR_EXAMPLES_FINANCE_STORAGE_H

#include <stdbool.h>
#include <stddef.h>

enum storage_result {
    STORAGE_DONE,
    STORAGE_MISSING, /* there is no row with this number */
    STORAGE_LOCKED,  /* somebody else holds the database; nothing was done */
    STORAGE_FAILED,
};

struct row {
    long long id;
    char *name; /* owned */
    long long amount;
    char *rule; /* owned; as rule.h writes it */
};

struct rows {
    struct row *items;
    size_t count, capacity;
};
/* The texts are copied. */
void rows_add(struct rows *rows, long long id, const char *name,
              long long amount, const char *rule);
void rows_finish(struct rows *rows); /* and empties */

struct storage;
struct storage_ops {
    enum storage_result (*begin)(struct storage *storage);
    /* What was done since `begin` stays, or goes. */
    enum storage_result (*end)(struct storage *storage, bool stays);
    /* Empties it; with `restarts` the numbers begin with 1 again. */
    enum storage_result (*clear)(struct storage *storage, bool restarts);
    /* Gives the row its number, unless it has one (above 0). */
    enum storage_result (*add)(struct storage *storage, struct row *row);
    enum storage_result (*replace)(struct storage *storage,
                                   const struct row *row);
    enum storage_result (*remove)(struct storage *storage, long long id);
    /* Appends all rows, in their order. */
    enum storage_result (*list)(struct storage *storage, struct rows *rows);
    /* Their order from now on; all of them are given. */
    enum storage_result (*arrange)(struct storage *storage,
                                   const struct rows *rows);
    void (*close)(struct storage *storage);
};

/* Base of every storage; embed it first. */
struct storage {
    const struct storage_ops *ops;
    char words[256];
};

/* `where`: ":memory:", a file, or "postgresql://..." (as libpq reads it).
 * NULL: *words (of 256 bytes) says why. */
struct storage *storage_open(const char *where, char *words);

struct storage *storage_open_sqlite(const char *where, char *words);
struct storage *storage_open_postgres(const char *where, char *words);

#endif
