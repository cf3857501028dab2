/* Two accounts in PostgreSQL behind JSON lines. Each command is a transaction
 * that reads, comes to a scheduling point, and writes; where the server says
 * that it cannot be serialised, it is done again.
 *
 *     postgres LEVEL CONNECTION
 *
 * LEVEL is the isolation: "read committed", "repeatable read", "serializable";
 * CONNECTION is libpq's ("host=/run/... dbname=..."). */
#include <stdlib.h>
#include <string.h>

#include <libpq-fe.h>

#include "../lines.h"

enum { IDLE = 64, TRIES = 100 };

static const char *level, *connection;
static PGconn *idle[IDLE];
static size_t idle_count;

/* ---- the server --------------------------------------------------------- */

static void stop(PGconn *server)
{
    fprintf(stderr, "postgres: %s", PQerrorMessage(server));
    exit(1);
}

/* One that no other command uses. */
static PGconn *take_connection(void)
{
    if (idle_count > 0)
        return idle[--idle_count];
    PGconn *server = PQconnectdb(connection);
    if (PQstatus(server) != CONNECTION_OK)
        stop(server);
    return server;
}

static void give_back(PGconn *server)
{
    if (idle_count < IDLE)
        idle[idle_count++] = server;
    else
        PQfinish(server);
}

/* False: it could not be serialised; the transaction is over. */
static bool ask(PGconn *server, const char *statement, long long *number)
{
    PGresult *result = PQexec(server, statement);
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    bool is_fine = code == NULL;
    if (!is_fine && strcmp(code, "40001") != 0)
        stop(server);
    if (is_fine && number != NULL && PQntuples(result) == 1)
        *number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    if (!is_fine)
        PQclear(PQexec(server, "ROLLBACK"));
    return is_fine;
}

static bool begin(PGconn *server)
{
    char statement[64];
    snprintf(statement, sizeof statement, "BEGIN ISOLATION LEVEL %s", level);
    return ask(server, statement, NULL);
}

/* ---- the accounts ------------------------------------------------------- */

struct change {
    const struct request *request;
    long long amount;  /* to be added */
    bool is_bounded;   /* both accounts together do not go below nothing */
    bool is_refused;   /* afterwards */
    long long balance; /* afterwards */
};

static bool read_accounts(PGconn *server, const char *name, long long *own,
                          long long *all)
{
    char statement[96];
    snprintf(statement, sizeof statement,
             "SELECT balance FROM accounts WHERE name = '%c'", name[0]);
    return ask(server, statement, own) &&
           ask(server, "SELECT sum(balance) FROM accounts", all);
}

static bool write_account(PGconn *server, const char *name, long long balance)
{
    char statement[96];
    snprintf(statement, sizeof statement,
             "UPDATE accounts SET balance = %lld WHERE name = '%c'", balance,
             name[0]);
    return ask(server, statement, NULL);
}

static bool try_change(PGconn *server, struct change *change)
{
    const char *name = change->request->texts[0];
    long long all = 0;
    if (!begin(server) || !read_accounts(server, name, &change->balance, &all))
        return false;
    change->is_refused = change->is_bounded && all + change->amount < 0;
    lines_yield(change->request, "read");
    if (!change->is_refused) {
        change->balance += change->amount;
        if (!write_account(server, name, change->balance))
            return false;
    }
    return ask(server, "COMMIT", NULL);
}

static void carry_out(struct change *change)
{
    PGconn *server = take_connection();
    int tries = 0;
    while (tries < TRIES && !try_change(server, change))
        tries++;
    give_back(server);
    if (tries == TRIES)
        answer_fail(change->request, "it could not be serialised");
    else if (change->is_refused)
        answer_error(change->request, "not enough");
    else
        answer_number(change->request, change->balance);
}

static void deposit(const struct request *request)
{
    carry_out(
        &(struct change){.request = request, .amount = request->numbers[1]});
}

static void withdraw(const struct request *request)
{
    carry_out(&(struct change){.request = request,
                               .amount = -request->numbers[1],
                               .is_bounded = true});
}

static void balance(const struct request *request)
{
    carry_out(&(struct change){.request = request});
}

static void reset(void)
{
    PGconn *server = take_connection();
    ask(server,
        "CREATE TABLE IF NOT EXISTS accounts (name text PRIMARY KEY, "
        "balance bigint)",
        NULL);
    ask(server, "DELETE FROM accounts", NULL);
    ask(server, "INSERT INTO accounts VALUES ('a', 1), ('b', 1)", NULL);
    give_back(server);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {
        {"Deposit", deposit}, {"Withdraw", withdraw}, {"Balance", balance}};
    if (argc != 3) {
        fputs("usage: postgres LEVEL CONNECTION\n", stderr);
        return 2;
    }
    level = argv[1];
    connection = argv[2];
    setenv("PGOPTIONS", "-c client_min_messages=error", 1);
    return lines_serve_threads(commands, 3, reset);
}
