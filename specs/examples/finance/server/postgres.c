/* In this file: results, statements, rows, opening. */
#include "storage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libpq-fe.h>

enum { PARAMETERS = 4, NUMBER = 24 };

#define PATIENCE "SET lock_timeout = '200ms'"
#define TABLE                                                                  \
    "CREATE TABLE IF NOT EXISTS recurring_transactions ("                      \
    "id bigserial PRIMARY KEY, place bigint NOT NULL, name text NOT NULL, "    \
    "amount bigint NOT NULL, rule text NOT NULL)"
#define NEXT_PLACE                                                             \
    "(SELECT coalesce(max(place), 0) + 1 FROM recurring_transactions)"
#define SEQUENCE "pg_get_serial_sequence('recurring_transactions', 'id')"

struct postgres {
    struct storage base;
    PGconn *connection;
};

/* ---- results ------------------------------------------------------------- */

/* The first line, without its kind ("ERROR:  "). */
static void say(const char *message, char words[static 256])
{
    const char *text = strstr(message, ":  ");
    text = text == NULL ? message : text + 3;
    snprintf(words, 256, "%.*s", (int)strcspn(text, "\n"), text);
}

static bool is_lock(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state != NULL && (strcmp(state, "55P03") == 0 || /* lock_timeout */
                             strcmp(state, "40P01") == 0);  /* deadlock */
}

static enum storage_result result_of(struct postgres *postgres,
                                     const PGresult *result)
{
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
        return STORAGE_DONE;
    default:
        say(PQerrorMessage(postgres->connection), postgres->base.words);
        return is_lock(result) ? STORAGE_LOCKED : STORAGE_FAILED;
    }
}

/* ---- statements ---------------------------------------------------------- */

static PGresult *ask(struct postgres *postgres, const char *text,
                     const char *const *parameters, int count)
{
    return PQexecParams(postgres->connection, text, count, NULL, parameters,
                        NULL, NULL, 0);
}

static enum storage_result run(struct postgres *postgres, const char *text,
                               const char *const *parameters, int count)
{
    PGresult *answer = ask(postgres, text, parameters, count);
    enum storage_result result = result_of(postgres, answer);
    if (result == STORAGE_DONE && count > 0 &&
        strcmp(PQcmdTuples(answer), "0") == 0)
        result = STORAGE_MISSING;
    PQclear(answer);
    return result;
}

/* A row as parameters $1 to $4, or to $3 where it has no number yet. */
struct parameters {
    char id[NUMBER], amount[NUMBER];
    const char *items[PARAMETERS];
};

static void fill(struct parameters *parameters, const struct row *row)
{
    snprintf(parameters->id, NUMBER, "%lld", row->id);
    snprintf(parameters->amount, NUMBER, "%lld", row->amount);
    parameters->items[0] = row->name;
    parameters->items[1] = parameters->amount;
    parameters->items[2] = row->rule;
    parameters->items[3] = parameters->id;
}

/* ---- rows ---------------------------------------------------------------- */

static struct postgres *of(struct storage *storage)
{
    return (struct postgres *)storage;
}

static enum storage_result begin(struct storage *storage)
{
    return run(of(storage), "BEGIN", NULL, 0);
}

static enum storage_result end(struct storage *storage, bool stays)
{
    return run(of(storage), stays ? "COMMIT" : "ROLLBACK", NULL, 0);
}

static enum storage_result clear(struct storage *storage, bool restarts)
{
    enum storage_result result =
        run(of(storage), "DELETE FROM recurring_transactions", NULL, 0);
    return result == STORAGE_DONE && restarts
               ? run(of(storage), "SELECT setval(" SEQUENCE ", 1, false)", NULL,
                     0)
               : result;
}

static enum storage_result add(struct storage *storage, struct row *row)
{
    struct postgres *postgres = of(storage);
    struct parameters parameters;
    fill(&parameters, row);
    PGresult *answer =
        row->id > 0
            ? ask(postgres,
                  "WITH one AS (SELECT setval(" SEQUENCE
                  ", $4::bigint)) INSERT INTO recurring_transactions SELECT "
                  "$4::bigint, " NEXT_PLACE ", $1, $2::bigint, $3 FROM one "
                  "RETURNING id",
                  parameters.items, 4)
            : ask(postgres,
                  "INSERT INTO recurring_transactions (place, name, amount, "
                  "rule) VALUES (" NEXT_PLACE
                  ", $1, $2::bigint, $3) RETURNING id",
                  parameters.items, 3);
    enum storage_result result = result_of(postgres, answer);
    if (result == STORAGE_DONE)
        row->id = atoll(PQgetvalue(answer, 0, 0));
    PQclear(answer);
    return result;
}

static enum storage_result replace(struct storage *storage,
                                   const struct row *row)
{
    struct parameters parameters;
    fill(&parameters, row);
    return run(of(storage),
               "UPDATE recurring_transactions SET name = $1, "
               "amount = $2::bigint, rule = $3 WHERE id = $4::bigint",
               parameters.items, PARAMETERS);
}

static enum storage_result remove_row(struct storage *storage, long long id)
{
    char number[NUMBER];
    const char *const parameters[] = {number};
    snprintf(number, NUMBER, "%lld", id);
    return run(of(storage),
               "DELETE FROM recurring_transactions WHERE id = $1::bigint",
               parameters, 1);
}

static enum storage_result list(struct storage *storage, struct rows *rows)
{
    PGresult *answer = ask(of(storage),
                           "SELECT id, name, amount, rule "
                           "FROM recurring_transactions ORDER BY place",
                           NULL, 0);
    enum storage_result result = result_of(of(storage), answer);
    for (int i = 0; i < PQntuples(answer); i++)
        rows_add(rows, atoll(PQgetvalue(answer, i, 0)),
                 PQgetvalue(answer, i, 1), atoll(PQgetvalue(answer, i, 2)),
                 PQgetvalue(answer, i, 3));
    PQclear(answer);
    return result;
}

static enum storage_result arrange(struct storage *storage,
                                   const struct rows *rows)
{
    enum storage_result result = STORAGE_DONE;
    for (size_t i = 0; result == STORAGE_DONE && i < rows->count; i++) {
        char id[NUMBER], place[NUMBER];
        const char *const parameters[] = {id, place};
        snprintf(id, NUMBER, "%lld", rows->items[i].id);
        snprintf(place, NUMBER, "%zu", i + 1);
        result = run(of(storage),
                     "UPDATE recurring_transactions SET place = $2::bigint "
                     "WHERE id = $1::bigint",
                     parameters, 2);
    }
    return result;
}

static void close_postgres(struct storage *storage)
{
    PQfinish(of(storage)->connection);
    free(storage);
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
    .close = close_postgres,
};

static void be_quiet(void *context, const char *message)
{
    (void)context;
    (void)message;
}

struct storage *storage_open_postgres(const char *where, char *words)
{
    struct postgres *postgres = calloc(1, sizeof *postgres);
    if (postgres == NULL)
        abort();
    postgres->base.ops = &ops;
    postgres->connection = PQconnectdb(where);
    PQsetNoticeProcessor(postgres->connection, be_quiet, NULL);
    if (PQstatus(postgres->connection) != CONNECTION_OK) {
        say(PQerrorMessage(postgres->connection), words);
    } else if (run(postgres, PATIENCE, NULL, 0) == STORAGE_DONE &&
               run(postgres, TABLE, NULL, 0) == STORAGE_DONE) {
        return &postgres->base;
    } else {
        memcpy(words, postgres->base.words, sizeof postgres->base.words);
    }
    close_postgres(&postgres->base);
    return NULL;
}
