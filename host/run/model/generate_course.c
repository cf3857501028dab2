/* What a program prefers: its length, its weights, its habits.
 *
 * Programs should differ more than their commands do (swarm testing; Groce et
 * al. 2012). But a fault may need all commands, or many of one and then many of
 * another, so what is preferred changes while most programs grow. */
#include "run/model/generate_internal.h"

enum {
    WEIGHT_STEPS = 6,    /* a weight is multiplied by 1 to so much */
    PHASE_LEAST = 4,     /* commands of a phase */
    PHASE_STEPS = 16,    /* so many lengths from there on */
    DISCARDED_LEAST = 4, /* draws, before what was left out comes back */
    PART = 10,           /* short and long: the first and the last tenth */
};

/* Short ones fail with little around their fault; of the others many are as
 * long as may be, since some faults need many commands. */
size_t generate_length(struct generator *g)
{
    enum { ANY = 0, SHORT = 1, LONG = 2, KINDS };
    static const uint64_t often[KINDS] = {[ANY] = 7, [SHORT] = 1, [LONG] = 2};
    size_t most = g->options->most, part = most / PART + 1;
    size_t kind = tape_weighted(g->tape, often, KINDS, "length");
    if (kind == SHORT)
        return 1 + tape_below(g->tape, part < most ? part : most, "short");
    if (kind == LONG)
        return most - tape_below(g->tape, part < most ? part : most, "long");
    return 1 + tape_below(g->tape, most, "any length");
}

static bool may_be_left_out(const struct generator *g, size_t command)
{
    /* Without what it creates others cannot be called at all. */
    return g->info->commands[command].create_count == 0 ||
           g->refs.items.count > 0;
}

/* In half of all cases some commands are left out, each by chance. */
static void draw_weights(struct generator *g)
{
    bool is_swarm = tape_flip(g->tape, 1, 2, "swarm");
    uint64_t sum = 0;
    g->done = g->discarded = 0;
    for (size_t i = 0; i < g->info->command_count; i++) {
        uint64_t weight = g->info->commands[i].weight;
        g->left_out[i] = is_swarm && tape_flip(g->tape, 1, 3, "left out") &&
                         may_be_left_out(g, i);
        if (g->left_out[i])
            weight = 0;
        g->weights[i] =
            weight * (1 + tape_below(g->tape, WEIGHT_STEPS, "weight"));
        sum += g->weights[i];
    }
    for (size_t i = 0; sum == 0 && i < g->info->command_count; i++)
        g->weights[i] = g->info->commands[i].weight;
}

/* A list that stays empty since the command that fills it is left out: all but
 * reloading and filtering is discarded then. */
void generate_note_draw(struct generator *g, bool found)
{
    g->done += found;
    g->discarded += !found;
    if (found || g->discarded < DISCARDED_LEAST || g->discarded <= g->done)
        return;
    for (size_t i = 0; i < g->info->command_count; i++)
        if (g->left_out[i])
            g->weights[i] = g->info->commands[i].weight;
    generate_keep_out(g);
}

void generate_keep_out(struct generator *g)
{
    for (size_t i = 0; i < g->info->command_count; i++)
        g->left_out[i] = false;
}

/* Some programs come back to what they have used, others go over all that there
 * is, and others again know few values. */
static void draw_habit(struct generator *g)
{
    static const uint64_t often[TAPE_HABITS] = {[TAPE_RETURNING] = 2,
                                                [TAPE_MIXED] = 2,
                                                [TAPE_ROAMING] = 3,
                                                [TAPE_NARROW] = 1};
    enum { ANY = 1000 * 1000 };
    enum tape_habit habit =
        (enum tape_habit)tape_weighted(g->tape, often, TAPE_HABITS, "habit");
    uint64_t from =
        habit == TAPE_NARROW ? tape_below(g->tape, ANY, "values") : 0;
    tape_set_habit(g->tape, habit, from);
}

/* Habits change in every program: what one of them does not find, another may.
 */
static void draw_phase(struct generator *g)
{
    draw_habit(g);
    g->left = PHASE_LEAST + tape_below(g->tape, PHASE_STEPS, "phase");
}

void generate_begin_course(struct generator *g)
{
    static const uint64_t often[] = {
        [GENERATE_PLAIN] = 3, [GENERATE_STEADY] = 3, [GENERATE_PHASES] = 2};
    g->course = (enum generate_course)tape_weighted(
        g->tape, often, sizeof often / sizeof *often, "course");
    for (size_t i = 0; i < g->info->command_count; i++)
        g->weights[i] = g->info->commands[i].weight;
    if (g->course != GENERATE_PLAIN)
        draw_weights(g);
    draw_phase(g);
}

void generate_go_on(struct generator *g)
{
    if (g->left == 0) {
        draw_phase(g);
        if (g->course == GENERATE_PHASES)
            draw_weights(g);
    }
    g->left--;
}
