/* After the first steps the array is a ring. */
#include "run/kept_steps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { KEPT_LIMIT = KEPT_FIRST_STEPS + KEPT_LAST_STEPS };

void kept_steps_init(struct kept_steps *kept, bool all)
{
    *kept = (struct kept_steps){.all = all};
}

void kept_steps_finish(struct kept_steps *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        step_finish(&kept->steps[i]);
    free(kept->steps);
    kept_steps_init(kept, kept->all);
}

const struct step *kept_steps_last(const struct kept_steps *kept, size_t before)
{
    if (kept->count <= before)
        return NULL;
    if (kept->left_out == 0)
        return &kept->steps[kept->count - 1 - before];
    size_t last =
        (kept->oldest + KEPT_LAST_STEPS - 1 - before) % KEPT_LAST_STEPS;
    return &kept->steps[KEPT_FIRST_STEPS + last];
}

static size_t append(struct kept_steps *kept)
{
    if (kept->count == kept->capacity) {
        kept->capacity = kept->capacity == 0 ? 16 : kept->capacity * 2;
        kept->steps =
            memory_resized(kept->steps, kept->capacity, sizeof *kept->steps);
    }
    return kept->count++;
}

static size_t replace_oldest(struct kept_steps *kept)
{
    size_t place = KEPT_FIRST_STEPS + kept->oldest;
    kept->oldest = (kept->oldest + 1) % KEPT_LAST_STEPS;
    step_finish(&kept->steps[place]);
    kept->left_out++;
    return place;
}

static void share_state(struct step *step, const struct step *before)
{
    struct value *state = value_sharing(step->state, before->state);
    value_unref(step->state);
    step->state = state;
}

const struct step *kept_steps_add(struct kept_steps *kept, struct step *step)
{
    const struct step *before = kept_steps_last(kept, 0);
    if (before != NULL)
        share_state(step, before);
    bool fits = kept->all || kept->count < KEPT_LIMIT;
    size_t place = fits ? append(kept) : replace_oldest(kept);
    assert(kept->steps != NULL);
    kept->steps[place] = *step;
    step_init(step);
    return &kept->steps[place];
}

void kept_steps_straighten(struct kept_steps *kept)
{
    size_t oldest = kept->oldest;
    if (oldest == 0)
        return;
    struct step *ring = kept->steps + KEPT_FIRST_STEPS;
    size_t size = sizeof *ring;
    struct step *turned = memory_zeroed(KEPT_LAST_STEPS, size);
    memcpy(turned, ring + oldest, (KEPT_LAST_STEPS - oldest) * size);
    memcpy(turned + (KEPT_LAST_STEPS - oldest), ring, oldest * size);
    memcpy(ring, turned, KEPT_LAST_STEPS * size);
    free(turned);
    kept->oldest = 0;
}

void kept_steps_drop_last(struct kept_steps *kept, size_t count)
{
    size_t last =
        kept->left_out > 0 ? kept->count - KEPT_FIRST_STEPS : kept->count;
    for (; count > 0 && last > 0; count--, last--)
        step_finish(&kept->steps[--kept->count]);
    kept->left_out -= count < kept->left_out ? count : kept->left_out;
}
