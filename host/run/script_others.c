/* What else could have been done in the place of what a script picks, for
 * shrinking. Order of this file: lists, simpler ones, larger ones, all. */
#include "run/script_internal.h"

#include <stdlib.h>

#include "base/memory.h"
#include "run/generated.h"
#include "trace/generator.h"

/* ---- lists -------------------------------------------------------------- */

static struct value *proposal(const struct script *script,
                              const struct action_list *proposed, size_t index)
{
    return script_proposal(script, proposed, index, NULL);
}

static bool has(const struct choice_list *list, const struct value *choice)
{
    for (size_t i = 0; i < list->count; i++)
        if (choice_order(list->items[i], choice) == 0 &&
            value_equal(list->items[i], choice))
            return true;
    return false;
}

/* Takes the choice into the list, which is in order from `begin` on. */
static void insert(struct choice_list *list, size_t begin, struct value *choice)
{
    choice_list_push(list, choice);
    for (size_t i = list->count - 1;
         i > begin && choice_order(choice, list->items[i - 1]) < 0; i--) {
        list->items[i] = list->items[i - 1];
        list->items[i - 1] = choice;
    }
}

static bool is_kin_and_says_more(const struct value *a, const struct value *b)
{
    return choice_is_kin(a, b) && choice_says_more(a, b);
}

static bool is_near_and_simpler(const struct value *a, const struct value *b)
{
    return choice_is_within(a, b) ||
           (choice_is_kin(a, b) && choice_order(a, b) < 0);
}

typedef bool is_simpler_than(const struct value *a, const struct value *b);

/* Takes the choice. */
static void offer(struct script *script, size_t begin, struct value *choice,
                  is_simpler_than *is_simpler)
{
    struct choice_list *simpler = &script->simpler;
    if (is_simpler(choice, script->picked) && !has(simpler, choice))
        insert(simpler, begin, choice);
    else
        value_unref(choice);
}

static void offer_drawn(struct script *script,
                        const struct action_list *proposed, size_t index,
                        size_t begin, struct value *args,
                        is_simpler_than *is_simpler)
{
    struct value *choice = script_proposal(script, proposed, index, args);
    offer(script, begin, choice_mark_drawn(choice), is_simpler);
}

/* A proposal with generators: with the values that were drawn, each in turn
 * simpler; one that they do not fit, with the simplest that it has. */
static void gather_drawn(struct script *script,
                         const struct action_list *proposed, size_t index,
                         size_t begin, is_simpler_than *is_simpler)
{
    const struct value *template = proposed->items[index].args;
    struct generated_list simpler = {0};
    struct value *args =
        generated_adopt(template, value_field(script->picked, STR("args")));
    if (args != NULL)
        generated_add_simpler(&simpler, template, args);
    else
        args = generated_simplest(template);
    offer_drawn(script, proposed, index, begin, args, is_simpler);
    for (size_t i = 0; i < simpler.count; i++)
        offer_drawn(script, proposed, index, begin, simpler.items[i],
                    is_simpler);
    generated_list_finish(&simpler);
    value_unref(args);
}

/* Appends those of the proposals that are simpler than what was picked, in
 * order. */
static void gather(struct script *script, const struct action_list *proposed,
                   is_simpler_than *is_simpler)
{
    size_t begin = script->simpler.count;
    for (size_t i = 0; i < proposed->count; i++)
        if (generator_in(proposed->items[i].args))
            gather_drawn(script, proposed, i, begin, is_simpler);
        else
            offer(script, begin, proposal(script, proposed, i), is_simpler);
}

/* How many of the list before it, from `begin` on, are of its kind. */
static size_t rank_of_its_kind(const struct choice_list *list, size_t begin,
                               size_t at)
{
    size_t rank = 0;
    for (size_t i = begin; i < at; i++)
        rank += choice_is_kin(list->items[i], list->items[at]);
    return rank;
}

/* From `begin` on: the first of each kind, then the second of each... */
static void take_turns(struct choice_list *list, size_t begin)
{
    struct choice_list all = {0};
    size_t count = list->count - begin;
    size_t *ranks = memory_zeroed(count + 1, sizeof *ranks);
    for (size_t i = 0; i < count; i++) {
        ranks[i] = rank_of_its_kind(list, begin, begin + i);
        choice_list_push(&all, list->items[begin + i]);
    }
    for (size_t rank = 0, taken = 0; taken < count; rank++)
        for (size_t i = 0; i < count; i++)
            if (ranks[i] == rank)
                list->items[begin + taken++] = all.items[i];
    all.count = 0; /* the list has them */
    choice_list_finish(&all);
    free(ranks);
}

void script_gather_simpler(struct script *script,
                           const struct action_list *proposed)
{
    choice_list_finish(&script->simpler);
    gather(script, proposed, is_near_and_simpler);
    size_t near = script->simpler.count;
    if (choice_parts(script->picked) > 1)
        gather(script, proposed, choice_does_less);
    take_turns(&script->simpler, near);
}

/* What was drawn grows otherwise (shrink_moves.c). */
void script_gather_larger(struct script *script,
                          const struct action_list *proposed)
{
    enum { MOST_LARGER = 8 };
    struct choice_list *larger = &script->larger;
    choice_list_finish(larger);
    for (size_t i = 0; i < proposed->count; i++) {
        if (generator_in(proposed->items[i].args))
            continue;
        struct value *choice = proposal(script, proposed, i);
        if (is_kin_and_says_more(choice, script->picked) &&
            !has(larger, choice))
            insert(larger, 0, choice);
        else
            value_unref(choice);
        if (larger->count > MOST_LARGER)
            value_unref(larger->items[--larger->count]);
    }
}

/* What else could be done, each once: of a hundred rows the first do as well as
 * all of them. */
void script_gather_offers(struct script *script,
                          const struct action_list *proposed)
{
    enum { MOST_OFFERS = 60 };
    struct choice_list *offers = &script->offers;
    choice_list_finish(offers);
    for (size_t i = 0; i < proposed->count && offers->count < MOST_OFFERS;
         i++) {
        const struct value *args = proposed->items[i].args;
        struct value *drawn =
            generator_in(args) ? generated_simplest(args) : NULL;
        struct value *choice = script_proposal(script, proposed, i, drawn);
        if (has(offers, choice) || value_equal(choice, script->picked))
            value_unref(choice);
        else
            choice_list_push(offers, choice);
        value_unref(drawn);
    }
}
