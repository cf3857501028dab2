/* In this file: results, statements, rows, opening. */
#include "storage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

enum { PATIENCE_MS = 200 }; /* with one who holds the database */

/* Numbers come from a sequence, as those of larger databases do. */
#define TABLE                                                                  \
    "CREATE TABLE IF NOT EXISTS recurring_transactions ("                      \
    "id INTEGER PRIMARY KEY AUTOINCREMENT, place INTEGER NOT NULL, "           \
    "name TEXT NOT NULL, amount INTEGER NOT NULL, rule TEXT NOT NULL)"
#define NEXT_PLACE                                                             \
    "(SELECT coalesce(max(place), 0) + 1 FROM recurring_transactions)"

/* Prepared when they are first needed. */
#define STATEMENT_LIST(S)                                                      \
    S(BEGIN, "BEGIN IMMEDIATE")                                                \
    S(COMMIT, "COMMIT")                                                        \
    S(ROLLBACK, "ROLLBACK")                                                    \
    S(CLEAR, "DELETE FROM recurring_transactions")                             \
    S(RESTART, "DELETE FROM sqlite_sequence")                                  \
    S(ADD, "INSERT INTO recurring_transactions VALUES "                        \
           "(?1, " NEXT_PLACE ", ?2, ?3, ?4)")                                 \
    S(REPLACE, "UPDATE recurring_transactions "                                \
               "SET name = ?2, amount = ?3, rule = ?4 WHERE id = ?1")          \
    S(REMOVE, "DELETE FROM recurring_transactions WHERE id = ?1")              \
    S(LIST, "SELECT id, name, amount, rule FROM recurring_transactions "       \
            "ORDER BY place")                                                  \
    S(ARRANGE, "UPDATE recurring_transactions SET place = ?2 WHERE id = ?1")

enum statement {
#define S(id, text) STATEMENT_##id,
    STATEMENT_LIST(S)
#undef S
        STATEMENTS
};

struct sqlite {
    struct storage base;
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
};

/* ---- results ------------------------------------------------------------- */

static enum storage_result result_of(struct sqlite *sqlite, int code)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE)
        return STORAGE_DONE;
    snprintf(sqlite->base.words, sizeof sqlite->base.words, "%s",
             sqlite3_errmsg(sqlite->database));
    return code == SQLITE_BUSY || code == SQLITE_LOCKED ? STORAGE_LOCKED
                                                        : STORAGE_FAILED;
}

/* ---- statements ---------------------------------------------------------- */

/* NULL: it cannot be prepared; the next step says why. */
static sqlite3_stmt *statement(struct sqlite *sqlite, enum statement which)
{
    static const char *const texts[] = {
#define S(id, text) text,
        STATEMENT_LIST(S)
#undef S
    };
    sqlite3_stmt **place = &sqlite->statements[which];
    if (*place == NULL)
        sqlite3_prepare_v2(sqlite->database, texts[which], -1, place, NULL);
    return *place;
}

/* One that gives no rows. */
static enum storage_result run(struct sqlite *sqlite, enum statement which)
{
    sqlite3_stmt *prepared = statement(sqlite, which);
    int code = prepared == NULL ? sqlite3_errcode(sqlite->database)
                                : sqlite3_step(prepared);
    enum storage_result result = result_of(sqlite, code);
    sqlite3_reset(prepared);
    return result;
}

static enum storage_result run_on_row(struct sqlite *sqlite,
                                      enum statement which)
{
    enum storage_result result = run(sqlite, which);
    return result == STORAGE_DONE && sqlite3_changes(sqlite->database) == 0
               ? STORAGE_MISSING
               : result;
}

static void bind(struct sqlite *sqlite, enum statement which,
                 const struct row *row)
{
    sqlite3_stmt *prepared = statement(sqlite, which);
    if (row->id > 0)
        sqlite3_bind_int64(prepared, 1, row->id);
    else
        sqlite3_bind_null(prepared, 1);
    sqlite3_bind_text(prepared, 2, row->name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(prepared, 3, row->amount);
    sqlite3_bind_text(prepared, 4, row->rule, -1, SQLITE_TRANSIENT);
}

/* ---- rows ---------------------------------------------------------------- */

static struct sqlite *of(struct storage *storage)
{
    return (struct sqlite *)storage;
}

static enum storage_result begin(struct storage *storage)
{
    return run(of(storage), STATEMENT_BEGIN);
}

static enum storage_result end(struct storage *storage, bool stays)
{
    enum storage_result result =
        run(of(storage), stays ? STATEMENT_COMMIT : STATEMENT_ROLLBACK);
    if (stays && result != STORAGE_DONE)
        run(of(storage), STATEMENT_ROLLBACK);
    return result;
}

static enum storage_result clear(struct storage *storage, bool restarts)
{
    enum storage_result result = run(of(storage), STATEMENT_CLEAR);
    return result == STORAGE_DONE && restarts
               ? run(of(storage), STATEMENT_RESTART)
               : result;
}

static enum storage_result add(struct storage *storage, struct row *row)
{
    struct sqlite *sqlite = of(storage);
    bind(sqlite, STATEMENT_ADD, row);
    enum storage_result result = run(sqlite, STATEMENT_ADD);
    row->id = sqlite3_last_insert_rowid(sqlite->database);
    return result;
}

static enum storage_result replace(struct storage *storage,
                                   const struct row *row)
{
    bind(of(storage), STATEMENT_REPLACE, row);
    return run_on_row(of(storage), STATEMENT_REPLACE);
}

static enum storage_result remove_row(struct storage *storage, long long id)
{
    sqlite3_bind_int64(statement(of(storage), STATEMENT_REMOVE), 1, id);
    return run_on_row(of(storage), STATEMENT_REMOVE);
}

static enum storage_result list(struct storage *storage, struct rows *rows)
{
    struct sqlite *sqlite = of(storage);
    sqlite3_stmt *prepared = statement(sqlite, STATEMENT_LIST);
    int code = sqlite3_errcode(sqlite->database);
    while (prepared != NULL && (code = sqlite3_step(prepared)) == SQLITE_ROW)
        rows_add(rows, sqlite3_column_int64(prepared, 0),
                 (const char *)sqlite3_column_text(prepared, 1),
                 sqlite3_column_int64(prepared, 2),
                 (const char *)sqlite3_column_text(prepared, 3));
    enum storage_result result = result_of(sqlite, code);
    sqlite3_reset(prepared);
    return result;
}

static enum storage_result arrange(struct storage *storage,
                                   const struct rows *rows)
{
    sqlite3_stmt *prepared = statement(of(storage), STATEMENT_ARRANGE);
    enum storage_result result = STORAGE_DONE;
    for (size_t i = 0; result == STORAGE_DONE && i < rows->count; i++) {
        sqlite3_bind_int64(prepared, 1, rows->items[i].id);
        sqlite3_bind_int64(prepared, 2, (sqlite3_int64)i + 1);
        result = run(of(storage), STATEMENT_ARRANGE);
    }
    return result;
}

static void close_sqlite(struct storage *storage)
{
    struct sqlite *sqlite = of(storage);
    for (size_t i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(sqlite->statements[i]);
    sqlite3_close(sqlite->database);
    free(sqlite);
}

/* ---- opening ------------------------------------------------------------- */

static const struct storage_ops ops = {
    .begin = begin,
    .end = end,
    .clear = clear,
    .add = add,
    .replace = replace,
    .remove = remove_row,
    .list = list,
    .arrange = arrange,
    .close = close_sqlite,
};

struct storage *storage_open_sqlite(const char *where, char *words)
{
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (sqlite == NULL)
        abort();
    sqlite->base.ops = &ops;
    int code = sqlite3_open(where, &sqlite->database);
    sqlite3_busy_timeout(sqlite->database, PATIENCE_MS);
    if (code == SQLITE_OK)
        code = sqlite3_exec(sqlite->database, TABLE, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        return &sqlite->base;
    snprintf(words, sizeof sqlite->base.words, "%s",
             sqlite3_errmsg(sqlite->database));
    close_sqlite(&sqlite->base);
    return NULL;
}
