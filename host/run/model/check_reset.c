#include "run/model/check_reset.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "gen/choices.h"
#include "run/model/shrink.h"

enum {
    OTHERS = 3,         /* programs that are run before */
    OTHERS_LENGTH = 20, /* commands of one of them, at most */
};

/* ---- whether there is anything to be asked ------------------------------ */

/* Nobody said how it is reset, which people were told. */
static bool has_no_reset(struct system *system)
{
    if (system->ops->notices == NULL)
        return false;
    const struct notice_list *list = system->ops->notices(system);
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].kind, "reset") == 0)
            return true;
    return false;
}

/* Of a page and of a race answers differ for other reasons, too. */
static bool is_meant(const struct execute_options *execute,
                     const struct program *program,
                     const struct program_run *run)
{
    bool is_answer =
        run->fault == PROGRAM_ANSWER || run->fault == PROGRAM_ALIAS;
    return execute->system != NULL && is_answer && !run->is_page &&
           run->culprit != SIZE_MAX && !program_is_parallel(program) &&
           !has_no_reset(execute->system);
}

/* ---- runs --------------------------------------------------------------- */

static bool run_program(const struct reset_check *check,
                        const struct program *program, struct program_run *run,
                        struct error *error)
{
    struct schedule schedule = {.items = VEC_EMPTY};
    *run = (struct program_run){.culprit = SIZE_MAX};
    bool is_fine =
        execute_program(&check->execute, program, &schedule, run, error);
    schedule_finish(&schedule);
    return is_fine;
}

static void add_words(struct program_run *run, char *more)
{
    char *words = memory_format("%s; %s", run->words, more);
    free(run->words);
    free(more);
    run->words = words;
}

/* ---- in a system that has just been started ----------------------------- */

static bool run_anew(const struct reset_check *check,
                     const struct program *program, bool *passes,
                     struct error *error)
{
    struct system *system = check->execute.system;
    struct program_run again;
    *passes = false;
    if (system->ops->renew == NULL || !system->ops->renew(system))
        return true;
    if (!run_program(check, program, &again, error))
        return false;
    *passes = again.fault == PROGRAM_FINE;
    program_run_finish(&again);
    return true;
}

/* ---- after other programs ---------------------------------------------- */

/* Commands like the one that fails would end it where it does. */
static void drop_kind(struct program *program, size_t kind)
{
    for (size_t i = program->items.count; i > 0; i--)
        if (program->items.items[i - 1].kind == kind)
            program_remove(program, i - 1);
}

static bool run_other(const struct reset_check *check, size_t kind,
                      uint64_t seed, struct error *error)
{
    struct model *model = check->execute.model;
    struct generate_options options = check->generate;
    struct program other = {.items = VEC_EMPTY};
    struct program_run run = {.culprit = SIZE_MAX};
    size_t kinds = model->ops->info(model)->command_count;
    struct generate_statistics uncounted = {
        .commands = memory_zeroed(kinds, sizeof *uncounted.commands)};
    struct tape *tape = tape_create(seed);
    options.processes = 1;
    if (options.most > OTHERS_LENGTH)
        options.most = OTHERS_LENGTH;
    bool is_fine =
        generate_program(model, &options, tape, &other, &uncounted, error);
    drop_kind(&other, kind);
    is_fine =
        is_fine && program_prune(model, &other, error) &&
        (other.items.count == 0 || run_program(check, &other, &run, error));
    program_run_finish(&run);
    program_finish(&other);
    tape_destroy(tape);
    free(uncounted.commands);
    return is_fine;
}

/* What the same command has created in both runs: another number, perhaps. */
static bool is_same_thing(const struct program_run *one,
                          const struct program_run *other,
                          const struct value *value, const struct value *again)
{
    for (size_t i = 0; i < one->operations.count; i++) {
        const struct value *created = one->operations.items[i].created;
        const struct value *anew = other->operations.items[i].created;
        for (size_t slot = 0; created != NULL && anew != NULL &&
                              slot < created->count && slot < anew->count;
             slot++)
            if (value_equal(created->items[slot], value) &&
                value_equal(anew->items[slot], again))
                return true;
    }
    return false;
}

static bool is_alike(const struct program_run *one,
                     const struct program_run *other, const struct value *value,
                     const struct value *again)
{
    if (value_equal(value, again) || is_same_thing(one, other, value, again))
        return true;
    if (value->kind != again->kind || value->count != again->count ||
        (value->kind != VALUE_LIST && value->kind != VALUE_OBJECT))
        return false;
    bool is_list = value->kind == VALUE_LIST;
    for (size_t i = 0; i < value->count; i++)
        if (is_list
                ? !is_alike(one, other, value->items[i], again->items[i])
                : !value_equal(value->fields[i].key, again->fields[i].key) ||
                      !is_alike(one, other, value->fields[i].value,
                                again->fields[i].value))
            return false;
    return true;
}

static bool ends_alike(const struct program_run *one,
                       const struct program_run *other)
{
    if (one->fault != other->fault || one->culprit != other->culprit ||
        one->operations.count != other->operations.count)
        return false;
    const struct value *answer = one->operations.items[one->culprit].got;
    const struct value *again = other->operations.items[one->culprit].got;
    return (answer == NULL) == (again == NULL) &&
           (answer == NULL || is_alike(one, other, answer, again));
}

static char *difference(const struct program_run *run,
                        const struct program_run *again)
{
    struct buf words = {0};
    const struct value *answer =
        again->culprit == run->culprit
            ? again->operations.items[again->culprit].got
            : NULL;
    buf_add_text(&words,
                 "after another program, and a reset, the same commands ");
    if (again->fault == PROGRAM_FINE)
        buf_add_text(&words, "pass");
    else if (answer == NULL)
        buf_add_text(&words, "fail in another place");
    else {
        buf_add_text(&words, "were answered ");
        operation_add_value(&words, answer);
    }
    buf_add_text(&words, ": the reset leaves something behind, or the system "
                         "answers by chance");
    return buf_take(&words);
}

static bool run_behind(const struct reset_check *check,
                       const struct program *program, struct program_run *run,
                       struct error *error)
{
    size_t kind = program->items.items[run->culprit].kind;
    bool is_told = false, is_fine = true;
    for (size_t i = 0; is_fine && !is_told && i < OTHERS; i++) {
        struct program_run again = {.culprit = SIZE_MAX};
        is_fine = run_other(check, kind, choices_seed_of_test(check->seed, i),
                            error) &&
                  run_program(check, program, &again, error);
        is_told = is_fine && !ends_alike(run, &again);
        if (is_told)
            add_words(run, difference(run, &again));
        program_run_finish(&again);
    }
    return is_fine;
}

/* ---- the whole ---------------------------------------------------------- */

static void doubt_page(const struct reset_check *check,
                       const struct program_run *run)
{
    if (check->is_left_alone && run->is_page && run->culprit != SIZE_MAX)
        notice_list_add(check->notices, "left alone",
                        "nothing resets the server before each run of a "
                        "program (--reset): what is wrong may have been left "
                        "by an earlier one");
}

bool reset_check(const struct reset_check *check, const struct program *program,
                 struct program_run *run, struct error *error)
{
    bool passes;
    doubt_page(check, run);
    if (!is_meant(&check->execute, program, run))
        return true;
    if (!run_anew(check, program, &passes, error))
        return false;
    if (!passes)
        return run_behind(check, program, run, error);
    add_words(
        run, memory_format("in a system that has just been started the same "
                           "commands pass: its reset leaves something behind"));
    return true;
}
