/* In this file: numbers, points, questions, what the engine says, the whole. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fake/claims_internal.h"

enum {
    /* Questions that are asked in one line: the next line needs those no more
     * that have an answer by then. */
    TOGETHER = 256,
};

#define NOT_FOUND SIZE_MAX

/* ---- numbers ------------------------------------------------------------ */

struct claims_numbers claims_numbers_of(const struct value *ok)
{
    bool is_text = ok != NULL && ok->kind == VALUE_STRING;
    return (struct claims_numbers){is_text ? value_text(ok).data : "",
                                   !is_text};
}

long claims_next(struct claims_numbers *numbers)
{
    char *end = NULL;
    long number = strtol(numbers->at, &end, 10);
    if (end == numbers->at || number >= UINT32_MAX || number < -2) {
        numbers->is_short = true;
        return 0;
    }
    numbers->at = end;
    return number;
}

static uint32_t next_natural(struct claims_numbers *numbers)
{
    long number = claims_next(numbers);
    numbers->is_short |= number < 0;
    return numbers->is_short ? 0 : (uint32_t)number;
}

static bool has_more(const struct claims_numbers *numbers)
{
    return !numbers->is_short && *numbers->at != '\0';
}

bool claims_understood(const struct claims *claims,
                       const struct claims_numbers *numbers,
                       struct error *error)
{
    return !numbers->is_short ||
           error_set(error, ERROR_SPEC, "%s: its process answers nonsense",
                     claims->name);
}

/* ---- points ------------------------------------------------------------- */

struct cells {
    VEC(struct footprint_cell) items;
};

static void read_cells(struct claims_numbers *numbers, uint32_t count,
                       struct cells *cells)
{
    for (uint32_t i = 0; i < count && !numbers->is_short; i++) {
        uint32_t field = next_natural(numbers);
        struct footprint_cell cell = {field, next_natural(numbers)};
        vec_push(&cells->items, cell);
    }
}

/* -1 and the number of a state without fields, or how many cells, and these. */
static uint32_t read_point(struct claims *claims,
                           struct claims_numbers *numbers)
{
    struct cells cells = {VEC_EMPTY};
    uint32_t point = 0;
    long count = claims_next(numbers);
    if (count < 0)
        return footprints_whole(&claims->prints, next_natural(numbers));
    read_cells(numbers, (uint32_t)count, &cells);
    if (!numbers->is_short)
        point = footprints_point(&claims->prints, cells.items.items,
                                 cells.items.count);
    vec_finish(&cells.items);
    return point;
}

bool claims_enter(struct claims *claims, uint32_t state, uint32_t *point,
                  struct error *error)
{
    struct buf line = {0};
    buf_addf(&line, "{\"ask\":\"cells\",\"state\":%u}", state);
    struct value *ok = claims_ask(claims, &line, "a state", error);
    struct claims_numbers numbers = claims_numbers_of(ok);
    if (ok != NULL)
        *point = read_point(claims, &numbers);
    value_unref(ok);
    buf_finish(&line);
    return ok != NULL && claims_understood(claims, &numbers, error);
}

static void add_cells(struct buf *line, const struct footprint_cell *cells,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        buf_addf(line, "%s%u,%u", i > 0 ? "," : "", cells[i].field,
                 cells[i].value);
}

bool claims_leave(struct claims *claims, uint32_t point, uint32_t *state,
                  struct error *error)
{
    size_t count;
    if (footprints_is_whole(&claims->prints, point, state))
        return true;
    const struct footprint_cell *cells =
        footprints_cells(&claims->prints, point, &count);
    struct buf line = {0};
    buf_add_text(&line, "{\"ask\":\"adopt\",\"cells\":[");
    add_cells(&line, cells, count);
    buf_add_text(&line, "]}");
    struct value *ok = claims_ask(claims, &line, "a state", error);
    buf_finish(&line);
    if (ok == NULL)
        return false;
    bool is_fine = ok->kind == VALUE_INT;
    *state = is_fine ? (uint32_t)ok->integer : 0;
    value_unref(ok);
    const struct claims_numbers numbers = {"", !is_fine};
    return claims_understood(claims, &numbers, error);
}

/* ---- questions ---------------------------------------------------------- */

struct asking {
    struct claims *claims;
    const struct model_question *questions;
    size_t count;
    size_t *places; /* of each: of what was found, in `found`; or NOT_FOUND */
    struct footprint_found found; /* for each, how many points, and which */
    VEC(size_t) missing;          /* questions, of one line */
    const struct model_question *odd;
    struct error *error;
};

static bool find(struct asking *asking, size_t i)
{
    size_t place = asking->found.items.count;
    struct claims *claims = asking->claims;
    const struct model_question *question = &asking->questions[i];
    const struct claims_item *item = &claims->items.items[question->claim];
    if (asking->places[i] != NOT_FOUND)
        return true;
    if (!footprints_find(&claims->prints, item->tree, question->state,
                         item->answer, &asking->found))
        return false;
    asking->places[i] = place;
    return true;
}

static void add_question(const struct asking *asking, struct buf *line,
                         size_t i)
{
    const struct model_question *question = &asking->questions[i];
    const struct footprints *prints = &asking->claims->prints;
    uint32_t state;
    size_t count;
    if (footprints_is_whole(prints, question->state, &state)) {
        buf_addf(line, "%u,-1,%u", question->claim, state);
        return;
    }
    const struct footprint_cell *cells =
        footprints_cells(prints, question->state, &count);
    buf_addf(line, "%u,%zu%s", question->claim, count, count > 0 ? "," : "");
    add_cells(line, cells, count);
}

/* ---- what the engine says ----------------------------------------------- */

/* What it looked at, and the changes (footprints.h). */
static void learn(struct asking *asking, size_t i,
                  struct claims_numbers *numbers)
{
    struct claims *claims = asking->claims;
    struct cells looked = {VEC_EMPTY};
    VEC(uint32_t) changes = VEC_EMPTY;
    read_cells(numbers, next_natural(numbers), &looked);
    uint32_t outcomes = next_natural(numbers);
    vec_push(&changes, outcomes);
    for (uint32_t k = 0; k < outcomes && !numbers->is_short; k++) {
        uint32_t answer = next_natural(numbers), count = next_natural(numbers);
        vec_push(&changes, answer);
        vec_push(&changes, count);
        for (uint32_t j = 0; j < 2 * (size_t)count && !numbers->is_short; j++)
            vec_push(&changes, next_natural(numbers));
    }
    if (!numbers->is_short)
        footprints_learn(&claims->prints,
                         claims->items.items[asking->questions[i].claim].tree,
                         looked.items.items, looked.items.count, changes.items);
    vec_finish(&looked.items);
    vec_finish(&changes);
}

static void read_points(struct asking *asking, size_t i, long count,
                        struct claims_numbers *numbers)
{
    asking->places[i] = asking->found.items.count;
    vec_push(&asking->found.items, (uint32_t)count);
    for (long k = 0; k < count && !numbers->is_short; k++) {
        uint32_t point = read_point(asking->claims, numbers);
        vec_push(&asking->found.items, point);
    }
}

/* The answer to one question. */
static void read_one(struct asking *asking, size_t i,
                     struct claims_numbers *numbers)
{
    long count = claims_next(numbers);
    if (count == -1)
        asking->odd = &asking->questions[i];
    else if (count == -2)
        learn(asking, i, numbers);
    else
        read_points(asking, i, count, numbers);
}

/* The answers to the first ones; drops these. */
static bool read_explained(struct asking *asking,
                           struct claims_numbers *numbers)
{
    size_t read = 0, count = asking->missing.count;
    size_t *missing = asking->missing.items;
    while (asking->odd == NULL && has_more(numbers) && read < count)
        read_one(asking, missing[read++], numbers);
    numbers->is_short |= read == 0;
    if (!claims_understood(asking->claims, numbers, asking->error))
        return false;
    for (size_t i = 0; asking->odd == NULL && i < read; i++)
        if (!find(asking, missing[i]))
            return error_set(asking->error, ERROR_SPEC,
                             "%s: a command does not look at the same fields "
                             "of the same state each time",
                             asking->claims->name);
    memmove(missing, missing + read, (count - read) * sizeof *missing);
    asking->missing.count = count - read;
    return true;
}

static bool ask_missing(struct asking *asking)
{
    struct buf line = {0};
    buf_add_text(&line, "{\"ask\":\"explain\",\"questions\":[");
    for (size_t k = 0; k < asking->missing.count; k++) {
        buf_add_text(&line, k > 0 ? "," : "");
        add_question(asking, &line, asking->missing.items[k]);
    }
    buf_add_text(&line, "]}");
    struct value *ok =
        claims_ask(asking->claims, &line, "the model", asking->error);
    struct claims_numbers numbers = claims_numbers_of(ok);
    bool is_fine = ok != NULL && read_explained(asking, &numbers);
    value_unref(ok);
    buf_finish(&line);
    return is_fine;
}

/* ---- the whole ---------------------------------------------------------- */

/* Those that are missing; in the end there are none. */
static bool ask_engine(struct asking *asking)
{
    bool is_fine = true;
    while (is_fine && asking->odd == NULL && asking->missing.count > 0) {
        is_fine = ask_missing(asking);
        size_t kept = 0;
        for (size_t i = 0; i < asking->missing.count; i++)
            if (!find(asking, asking->missing.items[i]))
                asking->missing.items[kept++] = asking->missing.items[i];
        asking->missing.count = kept;
    }
    return is_fine;
}

static bool find_all(struct asking *asking)
{
    bool is_fine = true;
    for (size_t i = 0; i < asking->count; i++)
        asking->places[i] = NOT_FOUND;
    for (size_t i = 0; is_fine && asking->odd == NULL && i < asking->count;
         i++) {
        if (!find(asking, i))
            vec_push(&asking->missing, i);
        if (asking->missing.count == TOGETHER || i + 1 == asking->count)
            is_fine = ask_engine(asking);
    }
    return is_fine;
}

static void add_found(const struct asking *asking,
                      struct model_explained *explained)
{
    for (size_t i = 0; i < asking->count; i++) {
        const uint32_t *found = &asking->found.items.items[asking->places[i]];
        for (uint32_t k = 0; k <= found[0]; k++)
            vec_push(&explained->items, found[k]);
    }
}

bool claims_explain(struct claims *claims,
                    const struct model_question *questions, size_t count,
                    struct model_explained *explained,
                    const struct model_question **odd, struct error *error)
{
    struct asking asking = {
        .claims = claims,
        .questions = questions,
        .count = count,
        .places = memory_zeroed(count, sizeof *asking.places),
        .error = error,
    };
    bool is_fine = claims_send(claims, error) && find_all(&asking);
    if (is_fine && asking.odd == NULL)
        add_found(&asking, explained);
    *odd = asking.odd;
    free(asking.places);
    vec_finish(&asking.found.items);
    vec_finish(&asking.missing);
    return is_fine;
}
