#include "run/known_runs.h"

#include <stdlib.h>

#include "base/buf.h"

void choice_course_finish(struct choice_course *course)
{
    free(course->fates);
    free(course->states);
    choice_list_finish(&course->did);
    *course = (struct choice_course){.fates = NULL};
}

void known_runs_init(struct known_runs *known)
{
    map_init(&known->ways);
    known->places = 1; /* the start: 0 */
}

void known_runs_finish(struct known_runs *known)
{
    map_finish(&known->ways);
}

static void add_way(struct buf *key, size_t place, const struct value *choice)
{
    buf_clear(key);
    buf_addf(key, "%zu ", place);
    choice_add_key(key, choice);
}

/* False: no run has tried it there. */
static bool go(const struct known_runs *known, struct buf *key, size_t *place,
               const struct value *choice)
{
    add_way(key, *place, choice);
    uintptr_t to = (uintptr_t)map_find(&known->ways, buf_str(key));
    if (to == 0)
        return false;
    *place = to - 1;
    return true;
}

static void lead(struct known_runs *known, struct buf *key, size_t from,
                 const struct value *choice, size_t to)
{
    add_way(key, from, choice);
    map_set(&known->ways, buf_str(key), (void *)(uintptr_t)(to + 1));
}

/* Where the choice that was done leads: also by the form that it was done in,
 * since that is the same as it is found again there. */
static size_t note_done(struct known_runs *known, struct buf *key, size_t from,
                        const struct value *choice, const struct value *did)
{
    size_t to = from;
    if (!go(known, key, &to, did) && !go(known, key, &to, choice))
        to = known->places++;
    lead(known, key, from, choice, to);
    lead(known, key, from, did, to);
    return to;
}

void known_runs_note(struct known_runs *known,
                     const struct choice_list *choices,
                     const struct choice_course *course)
{
    struct buf key;
    buf_init(&key);
    size_t place = 0, done = 0;
    for (size_t i = 0; i < course->count && i < choices->count; i++) {
        if (course->fates[i] == CHOICE_LEFT_OUT)
            lead(known, &key, place, choices->items[i], place);
        else if (course->fates[i] == CHOICE_DONE && done < course->did.count)
            place = note_done(known, &key, place, choices->items[i],
                              course->did.items[done++]);
        else
            break;
    }
    buf_finish(&key);
}

bool known_runs_cover(const struct known_runs *known,
                      const struct choice_list *choices)
{
    struct buf key;
    buf_init(&key);
    size_t place = 0, at = 0;
    while (at < choices->count && go(known, &key, &place, choices->items[at]))
        at++;
    buf_finish(&key);
    return at == choices->count;
}

size_t known_runs_add_likely(const struct known_runs *known,
                             struct choice_list *list,
                             const struct choice_list *choices)
{
    struct buf key;
    buf_init(&key);
    size_t place = 0, left_out = 0;
    bool is_on_way = true;
    for (size_t i = 0; i < choices->count; i++) {
        size_t before = place;
        is_on_way = is_on_way && go(known, &key, &place, choices->items[i]);
        if (is_on_way && place == before)
            left_out++;
        else
            choice_list_push(list, value_ref(choices->items[i]));
    }
    buf_finish(&key);
    return left_out;
}

bool choice_course_add_done(struct choice_list *list,
                            const struct choice_list *choices,
                            const struct choice_course *course)
{
    for (size_t i = 0; i < choices->count; i++) {
        unsigned char fate =
            i < course->count ? course->fates[i] : CHOICE_UNTRIED;
        if (fate == CHOICE_DONE)
            choice_list_push(list, value_ref(choices->items[i]));
        else if (fate != CHOICE_LEFT_OUT)
            return false;
    }
    return true;
}
