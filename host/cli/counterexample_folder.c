/* Order of this file: the folder, which are run, keeping one. */
#include "cli/counterexample_folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "base/vec.h"
#include "cli/saved_folder.h"
#include "cli/text_file.h"
#include "report/words.h"
#include "run/choice_log.h"

#define SUFFIX ".counterexample"

struct counterexample_folder {
    char *folder;
    bool at_load;      /* where the tests begin */
    int64_t pauses_ms; /* of theirs (struct executor) */
    VEC(struct saved) all;
    struct saved_list chosen;
};

/* ---- the folder --------------------------------------------------------- */

static bool read_file(void *context, const char *path, struct str text,
                      struct error *error)
{
    struct counterexample_folder *counterexamples = context;
    struct saved saved;
    if (!saved_read(&saved, path, text, error))
        return false;
    vec_push(&counterexamples->all, saved);
    return true;
}

struct counterexample_folder *counterexample_folder_create(const char *folder,
                                                           bool at_load,
                                                           int64_t pauses_ms,
                                                           struct error *error)
{
    struct counterexample_folder *counterexamples =
        MEMORY_NEW(struct counterexample_folder);
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    counterexamples->at_load = at_load;
    counterexamples->pauses_ms = pauses_ms;
    counterexamples->folder = memory_copy_string(folder, length);
    if (saved_folder_read(counterexamples->folder, SUFFIX, read_file,
                          counterexamples, error))
        return counterexamples;
    counterexample_folder_destroy(counterexamples);
    return NULL;
}

void counterexample_folder_destroy(
    struct counterexample_folder *counterexamples)
{
    if (counterexamples == NULL)
        return;
    for (size_t i = 0; i < counterexamples->all.count; i++)
        saved_finish(&counterexamples->all.items[i]);
    vec_finish(&counterexamples->all);
    saved_list_finish(&counterexamples->chosen);
    free(counterexamples->folder);
    free(counterexamples);
}

/* ---- which are run ------------------------------------------------------ */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool is_called(const struct lang_program *program, size_t property,
                      const char *name)
{
    return strcmp(program->properties[property].global->name->text, name) == 0;
}

/* program->property_count: there are not so many of this name. */
static size_t find_property(const struct lang_program *program,
                            const char *name, uint64_t number)
{
    for (size_t i = 0; i < program->property_count; i++)
        if (is_called(program, i, name) && --number == 0)
            return i;
    return program->property_count;
}

/* Which one it is of those of its name, from 1. */
static uint64_t number_of(const struct lang_program *program, size_t property,
                          const char *name)
{
    uint64_t number = 1;
    for (size_t i = 0; i < property; i++)
        number += is_called(program, i, name);
    return number;
}

static void choose(struct counterexample_folder *counterexamples,
                   struct saved *saved, size_t property)
{
    struct saved_item item = {.saved = *saved, .property = property};
    saved_init(saved);
    vec_push(&counterexamples->chosen, item);
}

const struct saved_list *
counterexample_folder_choose(struct counterexample_folder *counterexamples,
                             const char *spec,
                             const struct lang_program *program, bool is_whole)
{
    for (size_t i = 0; i < counterexamples->all.count; i++) {
        struct saved *saved = &counterexamples->all.items[i];
        if (strcmp(last_part(saved->spec), last_part(spec)) != 0)
            continue;
        size_t property = find_property(program, saved->property, saved->check);
        if (property < program->property_count)
            choose(counterexamples, saved, property);
        else if (is_whole)
            log_warn("%s is not run: %s checks no property \"%s\"", saved->path,
                     spec, saved->property);
    }
    return &counterexamples->chosen;
}

/* ---- keeping one -------------------------------------------------------- */

/* When its actions were done again, it did not fail again. */
static bool is_flaky(const struct reduction_info *reduction)
{
    return reduction != NULL &&
           (reduction->kind == REDUCTION_FLAKY ||
            reduction->kind == REDUCTION_TROUBLE ||
            (reduction->confirm_runs > 0 && reduction->confirm_failures == 0));
}

/* It failed, and its actions were drawn. */
static bool is_wanted(const struct test_result *result)
{
    return verdict_is_failure(result->verdict) && result->saved == NULL &&
           !is_flaky(result->reduction);
}

/* Says whose it is; the same actions have the same name. */
static char *path_of(const struct counterexample_folder *counterexamples,
                     const struct saved *saved)
{
    struct buf path;
    buf_init(&path);
    buf_addf(&path, "%s/", counterexamples->folder);
    for (const char *c = saved->property; *c != '\0'; c++)
        if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
            (*c >= '0' && *c <= '9') || *c == '_')
            buf_add_char(&path, *c);
    buf_addf(&path, "-%08" PRIx32 SUFFIX,
             (uint32_t)(saved_hash(saved) ^ saved_hash(saved) >> 32));
    return buf_take(&path);
}

/* The parts of the formula that were false, for people. */
static char *reasons_of(const struct test_result *result)
{
    enum { MOST = 3 };
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < result->reason_count && i < MOST; i++) {
        const struct reason *reason = &result->reasons[i];
        buf_addf(&text, "%s%s", i == 0 ? "What did not hold: " : "\n",
                 reason->text == NULL ? "" : reason->text);
        if (reason->file != NULL)
            buf_addf(&text, " (%s:%d)", reason->file, reason->line);
    }
    return buf_take(&text);
}

typedef VEC(char *) line_list;

/* "2. click `#up`, the button 'up'" for each action, as in a report. */
static line_list actions_of(const struct test_result *result)
{
    line_list lines = VEC_EMPTY;
    struct buf words;
    buf_init(&words);
    for (size_t i = 1; i < result->step_count; i++) {
        if (result->steps[i].kind != STEP_ACTED)
            continue;
        words_add_step(&words, &result->steps[i], &result->steps[i - 1], true);
        char *line = memory_format(
            "%lld. %s", (long long)result->steps[i].version, buf_text(&words));
        vec_push(&lines, line);
        buf_clear(&words);
    }
    buf_finish(&words);
    return lines;
}

static void finish_lines(line_list *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        free(lines->items[i]);
    vec_finish(lines);
}

/* A file that cannot be read would end every later command: it is not written.
 */
static bool can_be_read(const char *path, struct str text, struct error *error)
{
    struct saved saved;
    struct error trouble = ERROR_NONE;
    if (saved_read(&saved, path, text, &trouble)) {
        saved_finish(&saved);
        return true;
    }
    return error_set(error, ERROR_IO, "--save: not kept: %s", trouble.message);
}

/* *said is for people, owned. */
static bool keep(struct counterexample_folder *counterexamples,
                 const char *spec, uint64_t check,
                 const struct test_result *result, char **said,
                 struct error *error)
{
    struct choice_log choice_log;
    struct buf text;
    choice_log_of_steps(&choice_log, result->steps, result->step_count);
    struct saved saved = {
        .property = memory_format("%s", result->info->property),
        .spec = memory_format("%s", spec),
        .check = check,
        .seed = result->info->seed,
        .at_load = counterexamples->at_load,
        .pauses_ms = counterexamples->pauses_ms,
        .verdict = result->verdict,
        .linger_ms = choice_log.linger_ms,
    };
    choice_list_add_without(&saved.choices, &choice_log.choices, 0, 0);
    char *path = path_of(counterexamples, &saved);
    char *why = reasons_of(result);
    line_list actions = actions_of(result);
    bool is_there;
    buf_init(&text);
    saved_add(&text, &saved,
              &(struct saved_comments){
                  .why = *why == '\0' ? NULL : why,
                  .actions = actions.count == saved.choices.count
                                 ? actions.items
                                 : NULL,
              });
    bool fine = can_be_read(path, buf_str(&text), error) &&
                text_file_create(path, buf_str(&text), &is_there, error);
    if (fine)
        *said = is_there ? memory_format("%s has it already", path)
                         : memory_format("saved in %s, which is run first from "
                                         "now on",
                                         path);
    buf_finish(&text);
    finish_lines(&actions);
    free(why);
    free(path);
    saved_finish(&saved);
    choice_log_finish(&choice_log);
    return fine;
}

void counterexample_folder_take(struct counterexample_folder *counterexamples,
                                const char *spec,
                                const struct lang_program *program,
                                size_t property,
                                const struct test_result *result,
                                struct reporter *reporter)
{
    struct error error = ERROR_NONE;
    char *said = NULL;
    if (!is_wanted(result))
        return;
    uint64_t check = number_of(program, property, result->info->property);
    if (!keep(counterexamples, spec, check, result, &said, &error)) {
        log_warn("%s", error.message);
        return;
    }
    saved_folder_tell(reporter, said);
    free(said);
}
