/* In this file: reading, keeping one. */
#include "cli/model_keeper.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/memory.h"
#include "cli/saved_folder.h"
#include "cli/text_file.h"

#define SUFFIX ".program"

/* ---- reading ------------------------------------------------------------ */

static bool read_file(void *context, const char *path, struct str text,
                      struct error *error)
{
    struct model_keeper *keeper = context;
    struct saved_program saved;
    bool is_other;
    if (!saved_program_read(&saved, path, text, keeper->model, keeper->info,
                            &is_other, error))
        return false;
    keeper->has_others |= is_other;
    if (!is_other) {
        vec_push(&keeper->paths, memory_format("%s", path));
        struct model_saved item = {
            .property = saved.property,
            .path = vec_last(&keeper->paths),
            .program = saved.program,
            .schedule = saved.schedule,
            .seed = saved.seed,
        };
        vec_push(&keeper->saved, item);
        saved.program = (struct program){.items = VEC_EMPTY};
        saved.schedule = (struct schedule){.items = VEC_EMPTY};
    }
    saved_program_finish(&saved);
    return true;
}

bool model_keeper_open(struct model_keeper *keeper, struct error *error)
{
    return keeper->folder == NULL ||
           saved_folder_read(keeper->folder, SUFFIX, read_file, keeper, error);
}

bool model_keeper_open_file(struct model_keeper *keeper, const char *path,
                            struct error *error)
{
    if (!saved_folder_read_file(path, "", read_file, keeper, error))
        return false;
    return !keeper->has_others ||
           error_set(error, ERROR_USAGE, "%s is a program of another model",
                     path);
}

void model_keeper_finish(struct model_keeper *keeper)
{
    for (size_t i = 0; i < keeper->paths.count; i++)
        free(keeper->paths.items[i]);
    vec_finish(&keeper->paths);
    for (size_t i = 0; i < keeper->saved.count; i++) {
        program_finish(&keeper->saved.items[i].program);
        schedule_finish(&keeper->saved.items[i].schedule);
    }
    vec_finish(&keeper->saved);
}

/* ---- keeping one -------------------------------------------------------- */

static bool is_wanted(const struct test_result *result)
{
    const struct reduction_info *reduction = result->reduction;
    bool is_lucky = reduction != NULL && reduction->confirm_runs > 0 &&
                    reduction->confirm_failures == 0;
    return verdict_is_failure(result->verdict) && result->saved == NULL &&
           !is_lucky;
}

/* The same program has the same name, whatever seed it came from. */
static char *path_of(const struct model_keeper *keeper,
                     enum model_property property,
                     const struct program *program)
{
    struct buf key = {0};
    program_add_key(&key, program);
    uint64_t hash = str_hash(buf_str(&key));
    buf_finish(&key);
    return memory_format("%s/%s-%08" PRIx32 SUFFIX, keeper->folder,
                         model_property_name(property),
                         (uint32_t)(hash ^ hash >> 32));
}

static bool keep(const struct model_keeper *keeper,
                 enum model_property property, const struct test_result *result,
                 const struct program *program, const struct schedule *schedule,
                 char **said, struct error *error)
{
    struct buf text = {0};
    const struct saved_program saved = {
        .model = (char *)keeper->model,
        .property = property,
        .seed = result->info->seed,
        .program = *program,
        .schedule = *schedule,
    };
    const char *why = result->reason_count > 0 ? result->reasons[0].text : NULL;
    char *path = path_of(keeper, property, program);
    bool is_there;
    saved_program_add(&text, &saved, keeper->info, why);
    bool is_fine = text_file_create(path, buf_str(&text), &is_there, error);
    if (is_fine)
        *said = is_there ? memory_format("%s has it already", path)
                         : memory_format("saved in %s, which is run first from "
                                         "now on",
                                         path);
    buf_finish(&text);
    free(path);
    return is_fine;
}

void model_keeper_take(const struct model_keeper *keeper,
                       enum model_property property,
                       const struct test_result *result,
                       const struct program *program,
                       const struct schedule *schedule,
                       struct reporter *reporter)
{
    struct error error = ERROR_NONE;
    char *said = NULL;
    if (keeper->folder == NULL || !is_wanted(result))
        return;
    struct program numbered = program_copy(program);
    program_number(&numbered);
    bool is_kept =
        keep(keeper, property, result, &numbered, schedule, &said, &error);
    program_finish(&numbered);
    if (!is_kept) {
        log_warn("%s", error.message);
        return;
    }
    struct notice notice = {.kind = "saved", .text = said};
    if (reporter->ops->notice != NULL)
        reporter->ops->notice(reporter, &notice);
    free(said);
}
