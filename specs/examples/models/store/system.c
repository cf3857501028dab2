/* A store of numbers by key: a table that is searched from the front up to the
 * first empty place, with one of these faults:
 *
 *   delete  deleting empties the place, so what was put after it is not found
 *           any more
 *   write   writing looks for a place first and fills it later: two new keys
 *           get the same one
 *   right   deleting leaves a mark, and writing is locked
 */
#include <string.h>

#include "../lines.h"

enum { PLACES = 16 };

enum place_kind { PLACE_EMPTY, PLACE_DELETED, PLACE_USED };

struct place {
    enum place_kind kind;
    char key;
    long long value;
};

static struct place places[PLACES];
static const char *fault = "right";
static struct lines_lock lock;

static void reset(void)
{
    memset(places, 0, sizeof places);
    lock.is_held = false;
}

static bool has_fault(const char *name)
{
    return strcmp(fault, name) == 0;
}

static char key_of(const struct request *request)
{
    return request->texts[0] == NULL ? 'a' : request->texts[0][0];
}

/* NULL: the key is not there. */
static struct place *find(char key)
{
    for (size_t i = 0; i < PLACES; i++) {
        if (places[i].kind == PLACE_EMPTY)
            return NULL;
        if (places[i].kind == PLACE_USED && places[i].key == key)
            return &places[i];
    }
    return NULL;
}

/* NULL: the table is full. */
static struct place *find_room(void)
{
    for (size_t i = 0; i < PLACES; i++)
        if (places[i].kind != PLACE_USED)
            return &places[i];
    return NULL;
}

static void read_key(const struct request *request)
{
    const struct place *place = find(key_of(request));
    if (place == NULL)
        answer_null(request);
    else
        answer_number(request, place->value);
}

static void write_key(const struct request *request)
{
    bool is_locked = !has_fault("write");
    char key = key_of(request);
    if (is_locked)
        lines_take(&lock, request);
    struct place *place = find(key);
    if (place == NULL)
        place = find_room();
    lines_yield(request, "found");
    if (place != NULL)
        *place = (struct place){PLACE_USED, key, request->numbers[1]};
    if (is_locked)
        lines_release(&lock);
    if (place != NULL)
        answer_null(request);
    else
        answer_error(request, "full");
}

static void delete_key(const struct request *request)
{
    bool is_locked = !has_fault("write");
    if (is_locked)
        lines_take(&lock, request);
    struct place *place = find(key_of(request));
    if (place != NULL)
        place->kind = has_fault("delete") ? PLACE_EMPTY : PLACE_DELETED;
    if (is_locked)
        lines_release(&lock);
    answer_json(request, place != NULL ? "true" : "false");
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {
        {"Read", read_key}, {"Write", write_key}, {"Delete", delete_key}};
    if (argc > 1)
        fault = argv[1];
    return lines_serve_threads(commands, 3, reset);
}
