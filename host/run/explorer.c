/* Order of this file: what is learned, tides, scores, the draw, the
 * socket, the recipes. */
#include "run/explorer.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/vec.h"
#include "run/abstraction.h"
#include "gen/choices.h"
#include "run/counts.h"
#include "run/code_coverage.h"
#include "run/pairs.h"
#include "run/turns.h"

enum {
    /* Pairs of so many features are looked at. */
    FEATURES_LIMIT = 40,
    /* A tide lasts for this many picks on average. */
    TIDE_LENGTH = 13,
    /* What a tide carries is 4 times as likely, what swims against it a
     * quarter. */
    TIDE_POWER = 2,
    /* An action that reaches nothing new still counts as if it had reached this
     * part of CODE_COVERAGE_ALL. */
    BARREN = 64,
    /* So many counts of pairs are kept: 8 MB. */
    MOST_PAIRS = 240 * 1000,
    /* Actions of more parts count as if they had so many. */
    MOST_PARTS = 16,
    /* What scores are divided by where parts count, so that none grows. */
    PARTS_SCALE = MOST_PARTS * MOST_PARTS,
};

/* What a strategy looks at. */
struct recipe {
    int in_state; /* a chance is divided so many times by 1 + how often the
                     action was taken in this abstract state... */
    int in_shape; /* ...with this left of the property */
    int features; /* and multiplied so many times by how new it is where these
                     things are true */
    bool tides;  /* the state is made richer for a while, left alone, emptied */
    bool fruits; /* what has shown something new of the property is done again
                  */
    int code_coverage; /* and multiplied so many times by what it has lately
                    reached of the application's program */
    bool turns;        /* proposals take turns, instead of being drawn */
    bool parts; /* what consists of several actions comes early, then seldom */
};

struct explorer {
    struct strategy strategy;
    const struct recipe *recipe;
    struct choices choices;
    struct abstraction *abstraction;
    struct situation situation; /* the hints are good for the next pick only */

    uint64_t state; /* the current abstract state */
    uint32_t states;
    VEC(uint64_t) features; /* true of it, and not of every state */
    int64_t richness;       /* of it */
    struct counts seen;     /* states with a feature */

    uint64_t last;        /* the last action; 0: none */
    bool in_doubt;        /* its effect is not known yet */
    uint64_t news;        /* before it */
    struct counts tried;  /* keys: see key_of */
    struct pairs pairs;   /* the same for pairs of features */
    struct counts ups;    /* actions that led to a richer state */
    struct counts downs;  /* to a poorer one */
    struct counts fruits; /* that showed something new */
    struct code_coverage code_coverage;
    uint64_t last_in_state; /* the last action where it was taken */

    int tide; /* 1: what enriches is liked; -1: what empties; 0: all the same */
    uint32_t tides;
    uint32_t tide_left; /* so many picks */

    struct turns turns;
    VEC(struct turn) offers;

    VEC(uint64_t) actions; /* of the proposals */
    VEC(uint64_t) kinds;   /* of the actions */
    VEC(uint64_t) plain;   /* their scores without weights */
    VEC(uint64_t) scores;
};

/* ---- what is learned ---------------------------------------------------- */

static uint64_t key_in_state(const struct explorer *at, uint64_t action)
{
    return hash_mix(hash_mix(at->state, action), 1);
}

static uint64_t key_in_shape(const struct explorer *at, uint64_t action)
{
    return hash_mix(hash_mix(at->situation.residual, action), 2);
}

static uint64_t key_alone(uint64_t action)
{
    return hash_mix(action, 3);
}

static uint64_t key_of_kind(uint64_t kind)
{
    return hash_mix(kind, 4);
}

/* In a long run what is seldom is forgotten, before it fills the memory. */
static void remember_pairs(struct explorer *at, uint64_t action)
{
    if (at->pairs.used > MOST_PAIRS)
        pairs_fade(&at->pairs);
    pairs_add(&at->pairs, action, at->features.items, at->features.count);
}

static void remember(struct explorer *at, size_t index)
{
    uint64_t action = at->actions.items[index];
    counts_add(&at->tried, key_in_state(at, action));
    counts_add(&at->tried, key_in_shape(at, action));
    counts_add(&at->tried, key_alone(action));
    counts_add(&at->tried, key_of_kind(at->kinds.items[index]));
    if (at->recipe->features > 0)
        remember_pairs(at, action);
    at->last = action;
    at->last_in_state = key_in_state(at, action);
    at->in_doubt = true;
    at->news = at->situation.news;
}

/* What the last action did to the state. */
static void learn_effect(struct explorer *at, int64_t richness)
{
    if (richness > at->richness)
        counts_add(&at->ups, at->last);
    else if (richness < at->richness)
        counts_add(&at->downs, at->last);
    at->in_doubt = false;
}

/* Features that hold nearly always say nothing; the last action is one, too. */
static void find_features(struct explorer *at)
{
    const uint64_t *features;
    size_t count = abstraction_features(at->abstraction, &features);
    at->states++;
    vec_clear(&at->features);
    for (size_t i = 0; i < count; i++)
        if (counts_add(&at->seen, features[i]) < at->states &&
            at->features.count < FEATURES_LIMIT)
            vec_push(&at->features, features[i]);
    if (at->last != 0)
        vec_push(&at->features, at->last);
}

/* ---- tides --------------------------------------------------------------- */

static void turn_tide(struct explorer *at)
{
    static const int order[] = {1, 0, 1, 0, -1};
    at->tide = order[at->tides++ % (sizeof order / sizeof *order)];
    at->tide_left = (uint32_t)choices_below(&at->choices, 2 * TIDE_LENGTH + 1);
}

/* ---- scores ------------------------------------------------------------- */

/* Of what nothing is known. What is divided from it stays above 0, and the sum
 * over all proposals, each with the largest weight, below 2 to the 64. */
#define SCORE_ONE (UINT64_C(1) << 28)

static uint64_t fade(const struct explorer *at, uint64_t score, uint64_t key,
                     int times)
{
    uint64_t tried = times == 0 ? 0 : counts_of(&at->tried, key);
    for (; times > 0; times--)
        score /= 1 + tried;
    return score;
}

static uint64_t follow_tide(const struct explorer *at, uint64_t score,
                            uint64_t action)
{
    uint32_t ups = counts_of(&at->ups, action);
    uint32_t downs = counts_of(&at->downs, action);
    if (at->tide == 0 || ups == downs)
        return score;
    return (at->tide > 0) == (ups > downs) ? score << TIDE_POWER
                                           : score >> TIDE_POWER;
}

static uint64_t favour_fruitful(const struct explorer *at, uint64_t score,
                                uint64_t action)
{
    uint64_t tried = counts_of(&at->tried, key_alone(action));
    uint64_t fruits = counts_of(&at->fruits, action);
    return score * (2 + fruits) / (2 + tried);
}

/* Of an action that was not taken here, what is known of it elsewhere. */
static uint64_t favour_new_code(const struct explorer *at, uint64_t score,
                                uint64_t action)
{
    uint32_t ever = code_coverage_of(&at->code_coverage, key_alone(action),
                                     CODE_COVERAGE_ALL);
    uint32_t here =
        code_coverage_of(&at->code_coverage, key_in_state(at, action), ever);
    for (int i = 0; i < at->recipe->code_coverage; i++)
        score = score * (BARREN + here) / (BARREN + CODE_COVERAGE_ALL);
    return score;
}

static uint64_t score(const struct explorer *at, uint64_t action)
{
    const struct recipe *recipe = at->recipe;
    uint64_t score = SCORE_ONE;
    score = fade(at, score, key_in_state(at, action), recipe->in_state);
    score = fade(at, score, key_in_shape(at, action), recipe->in_shape);
    uint64_t new = recipe->features > 0
                       ? pairs_newness(&at->pairs, action, at->features.items,
                                       at->features.count)
                       : 0;
    for (int j = 0; j < recipe->features; j++)
        score = score * (new + 1) >> 8;
    if (recipe->tides)
        score = follow_tide(at, score, action);
    if (recipe->fruits)
        score = favour_fruitful(at, score, action);
    if (recipe->code_coverage > 0)
        score = favour_new_code(at, score, action);
    return score + 1;
}

/* ---- the draw ----------------------------------------------------------- */

/* Many proposals are of one action, at elements of one sort and place. Where
 * there is one alone, it is taken whatever its score. */
static uint64_t score_again(const struct explorer *at, size_t i)
{
    if (at->actions.count == 1)
        return SCORE_ONE;
    for (size_t j = 0; j < i; j++)
        if (at->actions.items[j] == at->actions.items[i])
            return at->plain.items[j];
    return score(at, at->actions.items[i]);
}

static bool has_several(const struct action_list *proposed)
{
    for (size_t i = 0; i < proposed->count; i++)
        if (action_part_count(&proposed->items[i]) > 1)
            return true;
    return false;
}

/* An action of k parts does k things, each after the ones before it, and takes
 * the time of k: the first time it is k squared times as likely, then a k-th.
 * Where all have one part, nothing changes. */
static void weigh_parts(struct explorer *at, const struct action_list *proposed)
{
    if (!has_several(proposed))
        return;
    for (size_t i = 0; i < proposed->count; i++) {
        uint64_t *score = &at->scores.items[i];
        size_t parts = action_part_count(&proposed->items[i]);
        if (parts > MOST_PARTS)
            parts = MOST_PARTS;
        bool is_known =
            counts_of(&at->tried, key_of_kind(at->kinds.items[i])) > 0;
        *score =
            (is_known ? *score / parts : *score * parts * parts) / PARTS_SCALE +
            1;
    }
}

static void look_at(struct explorer *at, const struct action_list *proposed)
{
    const struct proposal_hint *hints = at->situation.hints;
    vec_clear(&at->actions);
    vec_clear(&at->kinds);
    vec_clear(&at->scores);
    vec_clear(&at->plain);
    for (size_t i = 0; i < proposed->count; i++) {
        const struct action *action = &proposed->items[i];
        const char *name = hints == NULL ? NULL : hints[i].name;
        struct action_hash hash =
            abstraction_action(at->abstraction, action, name);
        vec_push(&at->actions, hash.here);
        vec_push(&at->kinds, hash.kind);
    }
    for (size_t i = 0; i < proposed->count; i++) {
        uint64_t weight = hints == NULL ? 1 : (uint64_t)hints[i].weight;
        vec_push(&at->plain, score_again(at, i));
        vec_push(&at->scores, at->plain.items[i] * weight);
    }
    if (at->recipe->parts)
        weigh_parts(at, proposed);
}

static size_t draw(struct explorer *at)
{
    uint64_t total = 0;
    size_t i = 0;
    for (size_t j = 0; j < at->scores.count; j++)
        total += at->scores.items[j];
    uint64_t left = choices_below(&at->choices, total);
    while (left >= at->scores.items[i])
        left -= at->scores.items[i++];
    return i;
}

static void offer(struct explorer *at, size_t i, uint64_t key)
{
    struct turn turn = {key, at->scores.items[i]};
    vec_push(&at->offers, turn);
}

static uint64_t take_turn(struct explorer *at)
{
    uint64_t key = turns_take(&at->turns, &at->choices, at->offers.items,
                              at->offers.count);
    vec_clear(&at->offers);
    return key;
}

/* First the kinds of actions take turns, then the actions of the kind; what is
 * left are proposals of which nothing tells one from another. */
static void narrow_down(struct explorer *at)
{
    for (size_t i = 0; i < at->scores.count; i++)
        offer(at, i, at->kinds.items[i]);
    uint64_t kind = take_turn(at);
    for (size_t i = 0; i < at->scores.count; i++)
        if (at->kinds.items[i] == kind)
            offer(at, i, hash_mix(kind, at->actions.items[i]));
    uint64_t action = take_turn(at);
    for (size_t i = 0; i < at->scores.count; i++)
        if (at->kinds.items[i] != kind ||
            hash_mix(kind, at->actions.items[i]) != action)
            at->scores.items[i] = 0;
}

/* ---- the socket --------------------------------------------------------- */

static void observe(struct strategy *strategy, const struct step *step)
{
    struct explorer *at = (struct explorer *)strategy;
    at->state = abstraction_enter(at->abstraction, step->state);
    int64_t richness = abstraction_richness(at->abstraction);
    if (at->in_doubt && step->kind == STEP_ACTED)
        learn_effect(at, richness);
    at->richness = richness;
    find_features(at);
}

/* What ran after an action that was not performed is not its own. */
static void reach(struct strategy *strategy, const struct reach *reach)
{
    struct explorer *at = (struct explorer *)strategy;
    uint32_t yield = code_coverage_take(&at->code_coverage, reach);
    if (at->last == 0 || at->in_doubt)
        return;
    code_coverage_credit(&at->code_coverage, key_alone(at->last), yield);
    code_coverage_credit(&at->code_coverage, at->last_in_state, yield);
}

static void inform(struct strategy *strategy, const struct situation *situation)
{
    struct explorer *at = (struct explorer *)strategy;
    at->situation = *situation;
    if (at->last != 0 && situation->news > at->news)
        counts_add(&at->fruits, at->last);
}

static enum strategy_answer pick(struct strategy *strategy,
                                 const struct action_list *proposed,
                                 size_t *index, struct error *error)
{
    (void)error;
    struct explorer *at = (struct explorer *)strategy;
    if (at->recipe->tides && at->tide_left-- == 0)
        turn_tide(at);
    look_at(at, proposed);
    if (at->recipe->turns)
        narrow_down(at);
    *index = draw(at);
    remember(at, *index);
    at->situation.hints = NULL;
    return STRATEGY_PICKED;
}

static void destroy(struct strategy *strategy)
{
    struct explorer *at = (struct explorer *)strategy;
    abstraction_destroy(at->abstraction);
    counts_finish(&at->seen);
    counts_finish(&at->tried);
    pairs_finish(&at->pairs);
    counts_finish(&at->ups);
    counts_finish(&at->downs);
    counts_finish(&at->fruits);
    code_coverage_finish(&at->code_coverage);
    turns_finish(&at->turns);
    vec_finish(&at->offers);
    vec_finish(&at->kinds);
    vec_finish(&at->features);
    vec_finish(&at->actions);
    vec_finish(&at->plain);
    vec_finish(&at->scores);
    free(at);
}

static struct strategy *create(uint64_t seed, const struct recipe *recipe)
{
    static const struct strategy_ops ops = {
        .observe = observe, .inform = inform, .pick = pick, .destroy = destroy};
    static const struct strategy_ops reaching_ops = {.observe = observe,
                                                     .reach = reach,
                                                     .inform = inform,
                                                     .pick = pick,
                                                     .destroy = destroy};
    struct explorer *at = MEMORY_NEW(struct explorer);
    at->strategy.ops = recipe->code_coverage > 0 ? &reaching_ops : &ops;
    at->recipe = recipe;
    at->abstraction = abstraction_create(ABSTRACTION_LEARNING);
    choices_init(&at->choices, seed);
    return &at->strategy;
}

/* ---- the recipes -------------------------------------------------------- */

struct strategy *explorer_create_novelty(uint64_t seed)
{
    static const struct recipe recipe = {.in_state = 1, .features = 3};
    return create(seed, &recipe);
}

struct strategy *explorer_create_transitions(uint64_t seed)
{
    static const struct recipe recipe = {.in_shape = 1, .fruits = true};
    return create(seed, &recipe);
}

struct strategy *explorer_create_tides(uint64_t seed)
{
    static const struct recipe recipe = {
        .in_state = 1, .features = 2, .tides = true};
    return create(seed, &recipe);
}

struct strategy *explorer_create_turns(uint64_t seed)
{
    static const struct recipe recipe = {
        .in_state = 1, .features = 2, .turns = true, .parts = true};
    return create(seed, &recipe);
}

struct strategy *explorer_create_coverage(uint64_t seed)
{
    static const struct recipe recipe = {
        .in_state = 1, .features = 2, .tides = true, .code_coverage = 2};
    return create(seed, &recipe);
}
