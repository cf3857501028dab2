/* The model and the system that are checked. Order of this file: the model, an
 * HTTP API, a page, whichever system. */
#include "cli/model_check_internal.h"

#include "cli/model_page.h"
#include "exec/http/http.h"
#include "exec/lines/lines.h"
#include "exec/prepared/prepared.h"
#include "fake/fake.h"
#include "run/model/viewed.h"

enum {
    /* For the states of a history's search, which ends at 2 GB (unknown) before
     * the model is stopped. */
    HISTORY_MODEL_MB = 3 * 1024,
};

/* Runs of a parallel program on a page, which takes its time. */
enum { PAGE_REPEATS = 4 };

/* In real time how soon a page shows what it is to is also up to the machine: a
 * difference has to last. */
enum { REAL_PATIENCE_MS = 3000 };

static struct model *open_model(const struct model_check *check,
                                struct loop *loop, struct error *error)
{
    const struct fake_options options = {
        .loop = loop,
        .memory_limit_bytes = check->options.check.from == NULL
                                  ? 0
                                  : (size_t)HISTORY_MODEL_MB << 20,
    };
    return check->options.program != NULL
               ? fake_open_command(check->options.program, &options, error)
               : fake_open_module(check->options.check.spec, &options, error);
}

/* An HTTP API, and what is done before each run of it. */
static struct system *open_api(const struct model_check *check,
                               struct loop *loop, struct model *model,
                               struct error *error)
{
    const struct check_options *options = &check->options.check;
    const struct http_options http = {
        .url = options->origin,
        .info = model->ops->info(model),
        .model = model,
        .is_reset = options->reset != NULL,
        .loop = loop,
    };
    const struct preparation_options preparation = {
        .start = options->start,
        .ready = options->ready,
        .reset = options->reset,
        .environment = &options->environment,
        .loop = loop,
    };
    struct system *system = http_create(&http, error);
    bool is_prepared = options->start != NULL || options->reset != NULL;
    return system != NULL && is_prepared
               ? prepared_system_create(system, &preparation)
               : system;
}

/* The page stands in for the model's own answers. */
static bool open_page(struct model_check *check, struct loop *loop,
                      struct model **model, struct system **system,
                      struct error *error)
{
    struct model *inner = *model;
    size_t users = model_page_users(&check->options, inner->ops->info(inner));
    check->options.processes = (int64_t)users;
    if (!check->options.has_repeats)
        check->options.repeats = PAGE_REPEATS;
    *model = viewed_model_create(inner, error);
    if (*model == NULL)
        return false;
    viewed_model_set_users(*model, users);
    *system = model_page_open(&check->tested, &check->options.check,
                              (*model)->ops->info(*model), users, loop, error);
    viewed_model_be_patient(*model,
                            check->tested.virtual_time ? 0 : REAL_PATIENCE_MS);
    return *system != NULL;
}

static bool open_system(const struct model_check *check, struct loop *loop,
                        struct model *model, struct system **system,
                        struct error *error)
{
    if (check->options.system != NULL) {
        *system = lines_create(&(struct lines_options){
            .command = check->options.system, .loop = loop});
        return true;
    }
    if (check->options.check.origin != NULL) {
        *system = fake_keep_to_api(model, error)
                      ? open_api(check, loop, model, error)
                      : NULL;
        return *system != NULL;
    }
    if (model->ops->info(model)->has_invariants ||
        check->options.check.from != NULL)
        return true;
    return error_set(error, ERROR_USAGE,
                     "no system is given (--command COMMAND, or the address of "
                     "an HTTP API), and the model has no invariants that could "
                     "be checked without one");
}

bool model_check_open(void *context, struct loop *loop, struct model **model,
                      struct system **system, struct error *error)
{
    struct model_check *check = context;
    *model = open_model(check, loop, error);
    if (*model == NULL)
        return false;
    const struct model_info *info = (*model)->ops->info(*model);
    if (!model_page_is_meant(&check->options, info, &check->is_page, error))
        return false;
    return check->is_page ? open_page(check, loop, model, system, error)
                          : open_system(check, loop, *model, system, error);
}
