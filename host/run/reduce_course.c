/* What shrinking is told of a run. Order of this file: what it did, its states,
 * its fates. */
#include "run/reduce_internal.h"

#include "base/memory.h"
#include "run/replay.h"

/* ---- what it did -------------------------------------------------------- */

void reduce_take_course(struct shrink_run *shrunk,
                        const struct session_result *result,
                        struct script_course *course)
{
    choice_list_add_without(&shrunk->choices, &result->choice_log.choices, 0,
                            0);
    shrunk->others = course->others;
    shrunk->larger = course->larger;
    shrunk->offers = course->offers;
    shrunk->other_count = course->performed;
    course->others = course->larger = course->offers = NULL;
    course->other_capacity = 0;
    shrunk->templates = course->templates;
    course->templates = (struct choice_list){0};
}

/* ---- its states --------------------------------------------------------- */

static uint64_t hash_of(const struct step *step)
{
    struct value *state = replay_comparable(step->state);
    uint64_t hash = value_hash(state);
    value_unref(state);
    return hash;
}

/* That in which each action was chosen, and the last one. Of a long run not all
 * are kept. */
static void note_states(struct choice_course *noted,
                        const struct kept_steps *kept)
{
    size_t actions = noted->did.count, count = 0;
    if (kept->left_out > 0 || kept->count == 0 ||
        kept->count > KEPT_FIRST_STEPS + KEPT_LAST_STEPS)
        return;
    noted->states = memory_zeroed(actions + 1, sizeof *noted->states);
    for (size_t i = 1; i < kept->count && count < actions; i++)
        if (kept->steps[i].kind == STEP_ACTED)
            noted->states[count++] = hash_of(&kept->steps[i - 1]);
    noted->states[count++] = hash_of(&kept->steps[kept->count - 1]);
    noted->state_count = count;
}

/* ---- its fates ---------------------------------------------------------- */

void reduce_note_course(struct choice_course *noted,
                        const struct session_result *result,
                        struct script_course *course)
{
    noted->fates = course->fates;
    noted->count = course->fate_count;
    course->fates = NULL;
    course->fate_count = 0;
    choice_list_add_without(&noted->did, &result->choice_log.choices, 0, 0);
    note_states(noted, &result->kept);
}
