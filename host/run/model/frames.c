/* In this file: combinations, what a call meets, what a program meets, words,
 * the whole. */
#include "run/model/frames.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "gen/choices.h"
#include "run/model/program.h"

enum {
    COMBINATIONS = 10 * 1000, /* at most */
    DRAWS = 20 * 1000,        /* programs, at most */
    /* So many programs in turn that met nothing new: what is left is rare, or
     * cannot be. */
    IN_VAIN = 400,
    SHOWN = 10, /* combinations that were missed */
};

/* Which choices of each category hold for a call, a bit each. */
struct frame {
    uint64_t choices[MODEL_CATEGORIES];
};

struct search {
    const struct frame_options *options;
    const struct model_info *info;
    struct frame_plan *frames;
    bool *met;    /* by combination */
    size_t fresh; /* met for the first time by the program at hand... */
    size_t end;   /* ...whose last call that did was before this place */
    struct generate_statistics statistics;
    struct error *error;
};

void frame_plan_finish(struct frame_plan *frames)
{
    vec_finish(&frames->programs);
    free(frames->missed);
    *frames = (struct frame_plan){.programs = VEC_EMPTY};
}

/* ---- combinations ------------------------------------------------------- */

/* A combination is a row of choices, one for each category that it is about;
 * `told` is called for each with its number, and the category and choice of
 * each part. */
struct part {
    size_t category, choice;
};
typedef void (*tell_combination)(void *context, size_t number,
                                 const struct part *parts, size_t count);

static void each_pair(const struct model_info *info, tell_combination told,
                      void *context)
{
    size_t number = 0;
    for (size_t i = 0; i < info->category_count; i++)
        for (size_t k = i + 1; k < info->category_count; k++)
            for (size_t a = 0; a < info->categories[i].choice_count; a++)
                for (size_t b = 0; b < info->categories[k].choice_count; b++) {
                    const struct part parts[] = {{i, a}, {k, b}};
                    told(context, number++, parts, 2);
                }
}

/* Counted as numbers are: the last category changes quickest. */
static bool advance(const struct model_info *info, struct part *parts)
{
    for (size_t i = info->category_count; i > 0; i--) {
        if (++parts[i - 1].choice < info->categories[i - 1].choice_count)
            return true;
        parts[i - 1].choice = 0;
    }
    return false;
}

static void each_whole(const struct model_info *info, tell_combination told,
                       void *context)
{
    struct part parts[MODEL_CATEGORIES] = {{0, 0}};
    size_t number = 0;
    for (size_t i = 0; i < info->category_count; i++)
        parts[i].category = i;
    do
        told(context, number++, parts, info->category_count);
    while (advance(info, parts));
}

static void each(const struct model_info *info, enum frames_kind kind,
                 tell_combination told, void *context)
{
    if (kind == FRAMES_PAIRS)
        each_pair(info, told, context);
    else
        each_whole(info, told, context);
}

/* Stops counting above the limit. */
static size_t count_combinations(const struct model_info *info,
                                 enum frames_kind kind)
{
    size_t all = 1, pairs = 0;
    for (size_t i = 0; i < info->category_count; i++) {
        if (all <= COMBINATIONS)
            all *= info->categories[i].choice_count;
        for (size_t k = i + 1; k < info->category_count; k++)
            pairs += info->categories[i].choice_count *
                     info->categories[k].choice_count;
    }
    return kind == FRAMES_PAIRS ? pairs : all;
}

/* ---- what a call meets -------------------------------------------------- */

struct meeting {
    struct search *search;
    const struct frame *frame;
    size_t place;
};

static void meet(void *context, size_t number, const struct part *parts,
                 size_t count)
{
    const struct meeting *meeting = context;
    struct search *search = meeting->search;
    bool holds = !search->met[number];
    for (size_t i = 0; holds && i < count; i++)
        holds =
            (meeting->frame->choices[parts[i].category] >> parts[i].choice) & 1;
    if (!holds)
        return;
    search->met[number] = true;
    search->frames->met++;
    search->fresh++;
    search->end = meeting->place + 1;
}

static bool meet_call(struct search *search, uint32_t state,
                      const struct model_call *call, size_t place)
{
    struct model *model = search->options->model;
    struct frame frame = {{0}};
    if (!model->ops->classify(model, state, call, frame.choices, search->error))
        return false;
    struct meeting meeting = {search, &frame, place};
    each(search->info, search->options->kind, meet, &meeting);
    return true;
}

/* ---- what a program meets ----------------------------------------------- */

/* Along the first of what the fake may do. */
static bool meet_program(struct search *search, const struct program *program)
{
    struct model *model = search->options->model;
    uint32_t state;
    bool is_fine = model->ops->initial(model, &state, search->error);
    for (size_t i = 0; is_fine && i < program->items.count; i++) {
        struct model_call call = program_call(&program->items.items[i]);
        struct model_outcomes outcomes = {.items = VEC_EMPTY};
        is_fine = meet_call(search, state, &call, i) &&
                  model->ops->step(model, state, &call, &outcomes,
                                   search->error) != MODEL_FAILED;
        if (is_fine && outcomes.items.count > 0)
            state = outcomes.items.items[0].state;
        model_outcomes_finish(&outcomes);
    }
    return is_fine;
}

static bool draw(struct search *search, uint64_t seed)
{
    struct tape *tape = tape_create(seed);
    struct program program = {.items = VEC_EMPTY};
    search->fresh = 0;
    bool is_fine =
        generate_program(search->options->model, &search->options->generate,
                         tape, &program, &search->statistics, search->error) &&
        meet_program(search, &program);
    if (is_fine && search->fresh > 0)
        vec_push(&search->frames->programs,
                 ((struct frame_program){seed, search->end}));
    program_finish(&program);
    tape_destroy(tape);
    return is_fine;
}

static bool is_cancelled(const struct search *search)
{
    const struct frame_options *options = search->options;
    return options->cancelled != NULL && options->cancelled(options->context);
}

static bool draw_all(struct search *search)
{
    struct frame_plan *frames = search->frames;
    uint64_t in_vain = 0;
    while (frames->met < frames->of && frames->drawn < DRAWS &&
           in_vain < IN_VAIN) {
        uint64_t seed = choices_seed_of_test(search->options->seed,
                                             (size_t)frames->drawn++);
        if (is_cancelled(search))
            return error_set(search->error, ERROR_CANCELLED, "interrupted");
        if (!draw(search, seed))
            return false;
        in_vain = search->fresh > 0 ? 0 : in_vain + 1;
    }
    return true;
}

/* ---- words -------------------------------------------------------------- */

struct missing {
    const struct search *search;
    struct buf words;
    size_t count;
};

static void add_missing(void *context, size_t number, const struct part *parts,
                        size_t count)
{
    struct missing *missing = context;
    const struct model_info *info = missing->search->info;
    if (missing->search->met[number] || missing->count++ >= SHOWN)
        return;
    buf_add_text(&missing->words, missing->count > 1 ? "; " : "");
    for (size_t i = 0; i < count; i++) {
        const struct model_category *category =
            &info->categories[parts[i].category];
        buf_addf(&missing->words, "%s%s: %s", i > 0 ? ", " : "", category->name,
                 category->choices[parts[i].choice]);
    }
}

static const char *noun(enum frames_kind kind)
{
    return kind == FRAMES_PAIRS ? "pairs of choices" : "combinations";
}

/* NULL: nothing was missed. */
static char *words_of_missed(const struct search *search)
{
    const struct frame_plan *frames = search->frames;
    struct missing missing = {.search = search};
    struct buf words = {0};
    if (frames->met == frames->of)
        return NULL;
    each(search->info, frames->kind, add_missing, &missing);
    buf_addf(&words,
             "%zu of %zu %s were met by none of %llu programs that were "
             "drawn (they cannot be, or are rare): %s",
             frames->of - frames->met, frames->of, noun(frames->kind),
             (unsigned long long)frames->drawn, buf_text(&missing.words));
    if (missing.count > SHOWN)
        buf_addf(&words, "; and %zu more", missing.count - SHOWN);
    buf_finish(&missing.words);
    return buf_take(&words);
}

void frame_plan_add_table(const struct frame_plan *frames,
                          struct table_list *tables)
{
    struct table *table = table_list_add(tables, "categories");
    struct buf label = {0};
    buf_addf(&label, "%s met", noun(frames->kind));
    table_add(table, buf_text(&label), frames->met, frames->of);
    buf_finish(&label);
}

/* ---- the whole ---------------------------------------------------------- */

static bool fits(const struct model_info *info, enum frames_kind kind,
                 size_t count, struct error *error)
{
    if (info->category_count == 0)
        return error_set(error, ERROR_USAGE,
                         "--frames: the model declares no \"categories\"");
    if (kind == FRAMES_PAIRS && info->category_count < 2)
        return error_set(error, ERROR_USAGE,
                         "--frames pairs: the model has only one category");
    return count <= COMBINATIONS ||
           error_set(error, ERROR_USAGE,
                     "--frames: there are more than %d %s%s", COMBINATIONS,
                     noun(kind),
                     kind == FRAMES_ALL ? "; --frames pairs has fewer" : "");
}

bool frame_plan_find(struct frame_plan *frames,
                     const struct frame_options *options, struct error *error)
{
    const struct model_info *info = options->model->ops->info(options->model);
    size_t count = count_combinations(info, options->kind);
    struct error trouble = ERROR_NONE;
    if (!fits(info, options->kind, count, error))
        return false;
    *frames = (struct frame_plan){
        .kind = options->kind, .programs = VEC_EMPTY, .of = count};
    struct search search = {
        .options = options,
        .info = info,
        .frames = frames,
        .met = memory_zeroed(count, sizeof(bool)),
        .statistics.commands =
            memory_zeroed(info->command_count, sizeof(struct generate_counts)),
        .error = &trouble,
    };
    bool is_fine = draw_all(&search);
    if (is_fine)
        frames->missed = words_of_missed(&search);
    if (is_fine && frames->met == 0)
        is_fine = error_set(&trouble, ERROR_USAGE,
                            "--frames: no call of %llu programs that were "
                            "drawn is of any combination of the categories",
                            (unsigned long long)frames->drawn);
    if (!is_fine && error != NULL)
        *error = trouble;
    free(search.met);
    free(search.statistics.commands);
    return is_fine;
}
