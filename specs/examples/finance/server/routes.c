/* In this file: answers, transactions as JSON, each address, which is meant. */
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yajl/yajl_gen.h>
#include <yajl/yajl_tree.h>

#include "expand.h"
#include "names.h"
#include "rule.h"

enum { NAME_BYTES = 1000, WRONG_WORDS = 160 };
#define AMOUNT_LIMIT 1000000000000LL

/* What one request needs. */
struct call {
    const struct api *api;
    const struct api_request *request;
    yajl_val body; /* of a request that has one */
    long long id;  /* in its path */
    struct api_answer *answer;
    yajl_gen out;
};

/* ---- answers ------------------------------------------------------------- */

static void put(yajl_gen out, const char *text)
{
    yajl_gen_string(out, (const unsigned char *)text, strlen(text));
}

static void open_answer(struct call *call, unsigned status, const char *type)
{
    call->answer->status = status;
    yajl_gen_map_open(call->out);
    put(call->out, "type");
    put(call->out, type);
}

static void close_answer(struct call *call)
{
    yajl_gen_map_close(call->out);
}

static void refuse(struct call *call, unsigned status, const char *message)
{
    open_answer(call, status, "error");
    put(call->out, "message");
    put(call->out, message);
    close_answer(call);
}

static void answer_missing(struct call *call)
{
    if (call->api->bug == BUG_HTML_404) {
        call->answer->status = 404;
        call->answer->is_html = true;
        return;
    }
    refuse(call, 404, "Not found");
}

/* True: it is done. */
static bool is_done(struct call *call, enum storage_result result)
{
    switch (result) {
    case STORAGE_DONE:
        return true;
    case STORAGE_MISSING:
        answer_missing(call);
        return false;
    case STORAGE_LOCKED:
    case STORAGE_FAILED:
        break;
    }
    refuse(call, result == STORAGE_LOCKED ? 503 : 500,
           call->api->storage->words);
    return false;
}

static void answer_type(struct call *call, const char *type)
{
    open_answer(call, 200, type);
    close_answer(call);
}

/* ---- transactions as JSON ------------------------------------------------ */

struct transaction {
    struct row row; /* its texts are borrowed */
    struct rule rule;
};

static yajl_val field(yajl_val object, const char *name)
{
    const char *path[] = {name, NULL};
    return yajl_tree_get(object, path, yajl_t_any);
}

/* False: *wrong says what is wrong. */
static bool read_transaction(yajl_val json, enum bug bug,
                             struct transaction *transaction,
                             const char **wrong)
{
    yajl_val name = field(json, "name"), amount = field(json, "amount");
    *transaction = (struct transaction){0};
    *wrong = "name wants a text of at most 1000 bytes";
    if (!YAJL_IS_STRING(name) || strlen(name->u.string) > NAME_BYTES)
        return false;
    *wrong = "amount wants a whole number, of cents";
    if (!YAJL_IS_INTEGER(amount) || YAJL_GET_INTEGER(amount) > AMOUNT_LIMIT ||
        YAJL_GET_INTEGER(amount) < -AMOUNT_LIMIT)
        return false;
    transaction->row.name = name->u.string;
    transaction->row.amount = YAJL_GET_INTEGER(amount);
    return rule_read_json(field(json, "recurrence_rule"), bug,
                          &transaction->rule, wrong);
}

static void put_fields(yajl_gen out, const struct row *row,
                       const struct rule *rule)
{
    put(out, "id");
    yajl_gen_integer(out, row->id);
    put(out, "name");
    put(out, row->name);
    put(out, "amount");
    yajl_gen_integer(out, row->amount);
    put(out, "recurrence_rule");
    rule_write_json(rule, out);
}

static void answer_transaction(struct call *call,
                               const struct transaction *transaction)
{
    open_answer(call, 200, "recurring_transaction");
    put_fields(call->out, &transaction->row, &transaction->rule);
    close_answer(call);
}

/* ---- recurring transactions ---------------------------------------------- */

static bool read_body(struct call *call, bool is_edit,
                      struct transaction *transaction,
                      char rule[static RULE_TEXT])
{
    const char *wrong;
    if (!read_transaction(call->body, call->api->bug, transaction, &wrong)) {
        refuse(call, 422, wrong);
        return false;
    }
    rule_write_text(&transaction->rule, call->api->bug, is_edit, rule);
    transaction->row.rule = rule;
    return true;
}

static void add(struct call *call)
{
    struct storage *storage = call->api->storage;
    struct transaction transaction;
    char rule[RULE_TEXT];
    if (read_body(call, false, &transaction, rule) &&
        is_done(call, storage->ops->add(storage, &transaction.row)))
        answer_transaction(call, &transaction);
}

static void list(struct call *call)
{
    struct storage *storage = call->api->storage;
    struct rows rows = {0};
    if (is_done(call, storage->ops->list(storage, &rows))) {
        open_answer(call, 200, "recurring_transactions");
        put(call->out, "recurring_transactions");
        yajl_gen_array_open(call->out);
        for (size_t i = 0; i < rows.count; i++) {
            struct rule rule;
            rule_read_text(rows.items[i].rule, call->api->bug, &rule);
            yajl_gen_map_open(call->out);
            put_fields(call->out, &rows.items[i], &rule);
            yajl_gen_map_close(call->out);
        }
        yajl_gen_array_close(call->out);
        close_answer(call);
    }
    rows_finish(&rows);
}

/* By name; what has one name stays in its order. */
struct named {
    struct row row;
    size_t place;
    enum bug bug;
};

static int compare_named(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = names_compare(a->row.name, b->row.name, a->bug);
    return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

static void sort_rows(struct rows *rows, enum bug bug)
{
    struct named *named = calloc(rows->count + 1, sizeof *named);
    if (named == NULL)
        abort();
    for (size_t i = 0; i < rows->count; i++)
        named[i] = (struct named){rows->items[i], i, bug};
    qsort(named, rows->count, sizeof *named, compare_named);
    for (size_t i = 0; i < rows->count; i++)
        rows->items[i] = named[i].row;
    free(named);
}

static enum storage_result replace(struct call *call, const struct row *row)
{
    struct storage *storage = call->api->storage;
    struct rows rows = {0};
    enum storage_result result = storage->ops->replace(storage, row);
    if (result == STORAGE_DONE)
        result = storage->ops->list(storage, &rows);
    sort_rows(&rows, call->api->bug);
    if (result == STORAGE_DONE)
        result = storage->ops->arrange(storage, &rows);
    rows_finish(&rows);
    return result;
}

/* What was begun stays where the result is DONE. */
static enum storage_result end(struct storage *storage,
                               enum storage_result result)
{
    char words[sizeof storage->words];
    memcpy(words, storage->words, sizeof words);
    enum storage_result ended =
        storage->ops->end(storage, result == STORAGE_DONE);
    if (result == STORAGE_DONE)
        return ended;
    memcpy(storage->words, words, sizeof words);
    return result;
}

static void edit(struct call *call)
{
    struct storage *storage = call->api->storage;
    struct transaction transaction;
    char rule[RULE_TEXT];
    if (!read_body(call, true, &transaction, rule) ||
        !is_done(call, storage->ops->begin(storage)))
        return;
    transaction.row.id = call->id;
    if (is_done(call, end(storage, replace(call, &transaction.row))))
        answer_transaction(call, &transaction);
}

static void delete (struct call *call)
{
    struct storage *storage = call->api->storage;
    if (is_done(call, storage->ops->remove(storage, call->id)))
        answer_type(call, "recurring_transactions_delete_success");
}

/* ---- scheduled transactions ---------------------------------------------- */

static void put_entries(yajl_gen out, const struct entries *entries)
{
    char date[MOMENT_TEXT];
    yajl_gen_array_open(out);
    for (size_t i = 0; i < entries->count; i++) {
        struct moment moment = moment_of_day(entries->items[i].day);
        moment_write(&moment, date);
        yajl_gen_map_open(out);
        put(out, "date");
        put(out, date);
        put(out, "name");
        put(out, entries->items[i].row->name);
        put(out, "amount");
        yajl_gen_integer(out, entries->items[i].row->amount);
        yajl_gen_map_close(out);
    }
    yajl_gen_array_close(out);
}

static void schedule(struct call *call)
{
    const struct api_request *request = call->request;
    struct storage *storage = call->api->storage;
    struct moment start, end;
    struct rows rows = {0};
    struct entries entries = {0};
    if (request->start_date == NULL || request->end_date == NULL ||
        !moment_read_iso(request->start_date, &start) ||
        !moment_read_iso(request->end_date, &end)) {
        refuse(call, 422, "start_date and end_date want YYYY-MM-DD");
        return;
    }
    if (is_done(call, storage->ops->list(storage, &rows))) {
        if (expand(&rows, &start, &end, call->api->bug, &entries)) {
            open_answer(call, 200, "scheduled_transactions");
            put(call->out, "scheduled_transactions");
            put_entries(call->out, &entries);
            close_answer(call);
        } else {
            refuse(call, 503, "the request takes too long");
        }
    }
    entries_finish(&entries);
    rows_finish(&rows);
}

/* ---- set-up -------------------------------------------------------------- */

/* The number that was given last: that of a row that is gone again. */
static enum storage_result set_last(struct storage *storage, yajl_val last)
{
    struct row row = {
        .id = YAJL_GET_INTEGER(last), .name = "", .rule = "monthly::day=0"};
    enum storage_result result = storage->ops->add(storage, &row);
    return result == STORAGE_DONE ? storage->ops->remove(storage, row.id)
                                  : result;
}

static enum storage_result load(struct call *call, yajl_val list,
                                const char **wrong)
{
    struct storage *storage = call->api->storage;
    enum storage_result result = STORAGE_DONE;
    for (size_t i = 0; result == STORAGE_DONE && i < list->u.array.len; i++) {
        struct transaction transaction;
        char rule[RULE_TEXT];
        yajl_val item = list->u.array.values[i], id = field(item, "id");
        if (!read_transaction(item, BUG_NONE, &transaction, wrong) ||
            !YAJL_IS_INTEGER(id) || YAJL_GET_INTEGER(id) < 1)
            return STORAGE_FAILED;
        *wrong = NULL;
        rule_write_text(&transaction.rule, call->api->bug, false, rule);
        transaction.row.id = YAJL_GET_INTEGER(id);
        transaction.row.rule = rule;
        result = storage->ops->add(storage, &transaction.row);
    }
    return result;
}

static enum storage_result begin_with(struct call *call, const char **wrong)
{
    struct storage *storage = call->api->storage;
    yajl_val list = field(call->body, "recurring_transactions"),
             last = field(call->body, "last");
    enum storage_result result =
        storage->ops->clear(storage, call->api->bug != BUG_IDS_GO_ON);
    if (result == STORAGE_DONE && YAJL_IS_ARRAY(list))
        result = load(call, list, wrong);
    if (result == STORAGE_DONE && YAJL_IS_INTEGER(last) &&
        YAJL_GET_INTEGER(last) > 0)
        result = set_last(storage, last);
    return result;
}

static void answer_ids(struct call *call)
{
    struct storage *storage = call->api->storage;
    struct rows rows = {0};
    if (is_done(call, storage->ops->list(storage, &rows))) {
        open_answer(call, 200, "setup");
        put(call->out, "ids");
        yajl_gen_array_open(call->out);
        for (size_t i = 0; i < rows.count; i++)
            yajl_gen_integer(call->out, rows.items[i].id);
        yajl_gen_array_close(call->out);
        close_answer(call);
    }
    rows_finish(&rows);
}

static void set_up(struct call *call)
{
    struct storage *storage = call->api->storage;
    const char *wrong = NULL;
    if (!is_done(call, storage->ops->begin(storage)))
        return;
    enum storage_result result = end(storage, begin_with(call, &wrong));
    if (wrong != NULL)
        refuse(call, 422, wrong);
    else if (is_done(call, result))
        answer_ids(call);
}

/* ---- which is meant ------------------------------------------------------ */

#define RECURRING "/recurring_transactions"

static const struct route {
    const char *method, *path;
    bool has_id, has_body;
    void (*handle)(struct call *call);
} routes[] = {
    {"POST", RECURRING, false, true, add},
    {"GET", RECURRING, false, false, list},
    {"PUT", RECURRING, true, true, edit},
    {"DELETE", RECURRING, true, false, delete},
    {"GET", "/scheduled_transactions", false, false, schedule},
    {"POST", "/setup", false, false, set_up},
    {"POST", "/teardown", false, false, set_up},
};
enum { ROUTES = sizeof routes / sizeof *routes };

/* What stands after the path of the route; NULL: another one is meant. */
static const char *behind(const struct route *route,
                          const struct api_request *request)
{
    size_t length = strlen(route->path);
    if (strcmp(route->method, request->method) != 0 ||
        strncmp(route->path, request->path, length) != 0)
        return NULL;
    const char *rest = request->path + length;
    return (*rest == '/') == route->has_id && (route->has_id || *rest == '\0')
               ? rest
               : NULL;
}

static bool read_id(const char *text, long long *id)
{
    char *last;
    if (*text < '0' || *text > '9')
        return false;
    *id = strtoll(text, &last, 10);
    return *last == '\0';
}

static void handle(struct call *call, const struct route *route,
                   const char *rest)
{
    char wrong[WRONG_WORDS];
    call->body = yajl_tree_parse(call->request->body, wrong, sizeof wrong);
    bool has_body = call->request->body[0] != '\0';
    if (call->body == NULL && (route->has_body || has_body))
        refuse(call, 400, "the body is no JSON");
    else if (strstr(call->request->body, "\\u0000") != NULL)
        refuse(call, 422, "a text has the character U+0000");
    else if (route->has_id && !read_id(rest + 1, &call->id))
        refuse(call, 404, "an identifier is a number");
    else
        route->handle(call);
    yajl_tree_free(call->body);
}

static void take_answer(struct call *call)
{
    static const char page[] =
        "<!doctype html><title>404</title><h1>The page you were looking for "
        "does not exist.</h1>";
    const unsigned char *text = (const unsigned char *)page;
    size_t length = sizeof page - 1;
    if (!call->answer->is_html)
        yajl_gen_get_buf(call->out, &text, &length);
    call->answer->text = malloc(length + 1);
    if (call->answer->text == NULL)
        abort();
    memcpy(call->answer->text, text, length);
    call->answer->length = length;
}

bool api_handle(const struct api *api, const struct api_request *request,
                struct api_answer *answer)
{
    *answer = (struct api_answer){0};
    for (size_t i = 0; i < ROUTES; i++) {
        const char *rest = behind(&routes[i], request);
        if (rest == NULL)
            continue;
        struct call call = {
            .api = api,
            .request = request,
            .answer = answer,
            .out = yajl_gen_alloc(NULL),
        };
        handle(&call, &routes[i], rest);
        take_answer(&call);
        yajl_gen_free(call.out);
        return true;
    }
    return false;
}
