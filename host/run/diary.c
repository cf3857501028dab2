#include "run/diary.h"

#include <stdint.h>

#include "base/buf.h"

static void keep_pace(struct diary_pace *pace, const struct step *step)
{
    if (!pace->has_begun || step->kind == STEP_ACTED) {
        pace->has_begun = true;
        pace->acted_us = step->time_us;
        pace->after_ms = CHOICE_AT_ONCE;
    } else if (step->kind == STEP_EVENT) {
        int64_t after_us = step->time_us - pace->acted_us;
        pace->after_ms = after_us <= 0 ? 0 : (after_us - 1) / 1000 + 1;
    }
}

void diary_init(struct diary *diary)
{
    *diary = (struct diary){.linger_ms = CHOICE_AT_ONCE, .limit = DIARY_LIMIT};
    map_init(&diary->known);
}

void diary_finish(struct diary *diary)
{
    choice_list_finish(&diary->choices);
    map_finish(&diary->known);
    value_unref(diary->state);
    value_unref(diary->names);
    value_unref(diary->choice);
    diary_init(diary);
}

void diary_choose(struct diary *diary, struct actor *actor, size_t index,
                  const struct action *action)
{
    value_unref(diary->names);
    value_unref(diary->choice);
    diary->names =
        actor->ops->names == NULL ? NULL : actor->ops->names(actor, index);
    diary->choice = diary->is_cut
                        ? NULL
                        : choice_make(action, diary->names, diary->state,
                                      diary->pace.after_ms);
}

/* The choice, or one just like it that is in the notes: a long run does the
 * same again and again. */
static struct value *shared(struct diary *diary, struct value *choice)
{
    struct buf key;
    buf_init(&key);
    choice_add_key(&key, choice);
    buf_addf(&key, " %lld", (long long)choice_after_ms(choice));
    struct value *known = map_find(&diary->known, buf_str(&key));
    if (known == NULL)
        map_set(&diary->known, buf_str(&key), choice);
    buf_finish(&key);
    return known == NULL ? choice : known;
}

static void note(struct diary *diary)
{
    if (diary->choices.count == diary->limit)
        diary->is_cut = true;
    else
        choice_list_push(&diary->choices,
                         value_ref(shared(diary, diary->choice)));
}

void diary_step(struct diary *diary, struct step *step)
{
    keep_pace(&diary->pace, step);
    diary->linger_ms = diary->pace.after_ms;
    value_unref(diary->state);
    diary->state = value_ref(step->state);
    if (step->kind != STEP_ACTED)
        return;
    if (diary->choice != NULL)
        note(diary);
    value_unref(diary->choice);
    step->names = diary->names;
    diary->choice = diary->names = NULL;
}

/* The step as the action under way, chosen in the state of the step before. */
static void choose_again(struct diary *diary, const struct step *step)
{
    if (step->names != NULL)
        diary->names = value_ref(step->names);
    if (diary->state != NULL && step->what.count > 0)
        diary->choice = choice_make(&step->what.items[0], step->names,
                                    diary->state, diary->pace.after_ms);
}

void diary_of_steps(struct diary *diary, const struct step *steps, size_t count)
{
    diary_init(diary);
    diary->limit = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        struct step step = step_copy(&steps[i]);
        if (step.kind == STEP_ACTED) {
            choose_again(diary, &step);
            value_unref(step.names);
            step.names = NULL;
        }
        diary_step(diary, &step);
        step_finish(&step);
    }
}
