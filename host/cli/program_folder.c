/* In this file: reading, keeping one. */
#include "cli/program_folder.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/memory.h"
#include "cli/environment_words.h"
#include "cli/saved_folder.h"
#include "cli/text_file.h"

#define SUFFIX ".program"

/* ---- reading ------------------------------------------------------------ */

static bool read_file(void *context, const char *path, struct str text,
                      struct error *error)
{
    struct program_folder *programs = context;
    struct saved_program saved;
    bool is_other;
    if (!saved_program_read(&saved, path, text, programs->model, programs->info,
                            &is_other, error))
        return false;
    programs->has_others |= is_other;
    if (!is_other) {
        vec_push(&programs->paths, memory_format("%s", path));
        struct model_saved item = {
            .property = saved.property,
            .path = vec_last(&programs->paths),
            .program = saved.program,
            .schedule = saved.schedule,
            .seed = saved.seed,
        };
        vec_push(&programs->saved, item);
        saved.program = (struct program){.items = VEC_EMPTY};
        saved.schedule = (struct schedule){.items = VEC_EMPTY};
    }
    saved_program_finish(&saved);
    return true;
}

bool program_folder_open(struct program_folder *programs, struct error *error)
{
    return programs->folder == NULL ||
           saved_folder_read(programs->folder, SUFFIX, read_file, programs,
                             error);
}

bool program_folder_open_file(struct program_folder *programs, const char *path,
                              struct error *error)
{
    if (!saved_folder_read_file(path, "", read_file, programs, error))
        return false;
    return !programs->has_others ||
           error_set(error, ERROR_USAGE, "%s is a program of another model",
                     path);
}

void program_folder_finish(struct program_folder *programs)
{
    for (size_t i = 0; i < programs->paths.count; i++)
        free(programs->paths.items[i]);
    vec_finish(&programs->paths);
    for (size_t i = 0; i < programs->saved.count; i++) {
        program_finish(&programs->saved.items[i].program);
        schedule_finish(&programs->saved.items[i].schedule);
    }
    vec_finish(&programs->saved);
}

static bool read_environment(void *context, const char *path, struct str text,
                             struct error *error)
{
    struct value **words = context;
    (void)path;
    (void)error;
    *words = saved_program_environment(text);
    return true;
}

static bool read_model(void *context, const char *path, struct str text,
                       struct error *error)
{
    char **model = context;
    struct str name = saved_program_model(text);
    (void)path;
    (void)error;
    *model = memory_copy_string(name.data, name.length);
    return true;
}

char *program_folder_model(const char *path)
{
    char *model = NULL;
    struct error unused = ERROR_NONE;
    saved_folder_read_file(path, "", read_model, &model, &unused);
    return model == NULL ? memory_copy_string("", 0) : model;
}

bool program_folder_environment(const char *path, struct environment_wish *wish,
                                struct value **words)
{
    struct error unused = ERROR_NONE;
    *words = NULL;
    if (!saved_folder_read_file(path, "", read_environment, words, &unused) ||
        *words == NULL)
        return false;
    *wish = environment_words_restore(*words);
    return true;
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
static char *path_of(const struct program_folder *programs,
                     enum model_property property,
                     const struct program *program)
{
    struct buf key = {0};
    program_add_key(&key, program);
    uint64_t hash = str_hash(buf_str(&key));
    buf_finish(&key);
    return memory_format("%s/%s-%08" PRIx32 SUFFIX, programs->folder,
                         model_property_name(property),
                         (uint32_t)(hash ^ hash >> 32));
}

static bool keep(const struct program_folder *programs,
                 enum model_property property, const struct test_result *result,
                 const struct program *program, const struct schedule *schedule,
                 char **said, struct error *error)
{
    struct buf text = {0};
    struct value *words = environment_words_list(programs->environment);
    const struct saved_program saved = {
        .model = (char *)programs->model,
        .property = property,
        .seed = result->info->seed,
        .environment = words,
        .program = *program,
        .schedule = *schedule,
    };
    const char *why = result->reason_count > 0 ? result->reasons[0].text : NULL;
    char *path = path_of(programs, property, program);
    bool is_there;
    saved_program_add(&text, &saved, programs->info, why);
    bool is_fine = text_file_create(path, buf_str(&text), &is_there, error);
    if (is_fine)
        *said = is_there ? memory_format("%s has it already", path)
                         : memory_format("saved in %s, which is run first from "
                                         "now on",
                                         path);
    value_unref(words);
    buf_finish(&text);
    free(path);
    return is_fine;
}

void program_folder_take(const struct program_folder *programs,
                         enum model_property property,
                         const struct test_result *result,
                         const struct program *program,
                         const struct schedule *schedule,
                         struct reporter *reporter)
{
    struct error error = ERROR_NONE;
    char *said = NULL;
    if (programs->folder == NULL || !is_wanted(result))
        return;
    struct program numbered = program_copy(program);
    program_number(&numbered);
    bool is_kept =
        keep(programs, property, result, &numbered, schedule, &said, &error);
    program_finish(&numbered);
    if (!is_kept) {
        log_warn("%s", error.message);
        return;
    }
    saved_folder_tell(reporter, said);
    free(said);
}
