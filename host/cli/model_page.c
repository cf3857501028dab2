/* In this file: options, whether a page is meant, the page. */
#include "cli/model_page.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "exec/page/page.h"
#include "exec/page/users.h"
#include "run/model/program.h"

/* ---- options ------------------------------------------------------------ */

bool model_page_take(struct model_options *options, const char *name,
                     const char *text, bool *taken, struct error *error)
{
    static const char *const names[] = {
#define O(id, name, letter, argument, help) name,
        MODEL_PAGE_FLAGS(O)
#undef O
    };
    /* What an API has, too: things around its server. */
    static const char *const shared[] = {"start", "ready", "reset",
                                         "time-zone"};
    bool is_shared = false;
    *taken = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *taken |= strcmp(name, names[i]) == 0;
    if (!*taken)
        return true;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        is_shared |= strcmp(name, shared[i]) == 0;
    if (!is_shared)
        options->page_option = name;
    return page_words_take(&options->check, name, text, taken, error) &&
           environment_check(&options->check.environment, error);
}

/* ---- whether a page is meant -------------------------------------------- */

static bool has_api(const struct model_info *info)
{
    bool has = info->real != NULL;
    for (size_t i = 0; i < info->command_count; i++)
        has |= info->commands[i].real != NULL;
    return has;
}

static bool is_address(const char *origin)
{
    struct str text = str_text(origin);
    return str_starts_with(text, "http://") ||
           str_starts_with(text, "https://");
}

bool model_page_is_left_alone(const struct check_options *options)
{
    return options->reset == NULL && options->serve == NULL &&
           options->origin != NULL && is_address(options->origin);
}

/* An address may be that of a page or of an API; a file is a page. */
static bool guess(const struct model_options *options,
                  const struct model_info *info, bool *is_page,
                  struct error *error)
{
    const struct check_options *check = &options->check;
    *is_page = check->serve != NULL ||
               (check->origin != NULL && !is_address(check->origin));
    if (*is_page || check->origin == NULL || info->view == NULL)
        return true;
    *is_page = true;
    return !has_api(info) ||
           error_set(error, ERROR_USAGE,
                     "%s has both entrances, a page (\"view\") and an API "
                     "(\"real\"): which is %s? --entrance page or --entrance "
                     "api says so",
                     info->name, check->origin);
}

size_t model_page_users(const struct model_options *options,
                        const struct model_info *info)
{
    if (options->has_processes)
        return (size_t)options->processes;
    return info->users > 1 ? info->users : 1;
}

static bool fits_users(const struct model_options *options,
                       const struct model_info *info, struct error *error)
{
    const struct check_options *check = &options->check;
    size_t users = model_page_users(options, info);
    bool is_parallel =
        check->only_count > 0 && strcmp(check->only[0], "parallel") == 0;
    if (users == 1 && is_parallel)
        return error_set(error, ERROR_USAGE,
                         "--only parallel is for systems of several clients: "
                         "this page has one person before it (\"users\" in "
                         "the model, or --processes 2, give it more)");
    if (users > 1 && info->holds_answers)
        return error_set(error, ERROR_USAGE,
                         "%s holds answers (\"holds\"): that is for a page "
                         "with one user; of several the answers are held "
                         "anyhow, and weir chooses who goes on",
                         info->name);
    if (users > 1 && (check->time == TIME_VIRTUAL || check->deterministic))
        return error_set(error, ERROR_USAGE,
                         "%s is for a page with one user: each of several has "
                         "a clock of its own, which would stand still while "
                         "another one is at work (--processes 1 leaves them "
                         "out)",
                         check->deterministic ? "--deterministic"
                                              : "--time virtual");
    return true;
}

bool model_page_is_meant(const struct model_options *options,
                         const struct model_info *info, bool *is_page,
                         struct error *error)
{
    const struct check_options *check = &options->check;
    *is_page = options->entrance == ENTRANCE_PAGE;
    if (options->system != NULL || check->from != NULL) {
        if (*is_page)
            return error_set(error, ERROR_USAGE,
                             "--entrance page wants the address of a page");
    } else if (options->entrance == ENTRANCE_ANY &&
               !guess(options, info, is_page, error)) {
        return false;
    }
    if (!*is_page && options->page_option != NULL)
        return model_options_refuse(options->page_option, error);
    if (!*is_page && check->environment.time_zone != NULL &&
        check->start == NULL)
        return error_set(error, ERROR_USAGE,
                         "--time-zone is that of the server that --start "
                         "starts: one that runs anyway has its own");
    if (*is_page && check->origin == NULL && check->serve == NULL)
        return error_set(error, ERROR_USAGE,
                         "which page? weir check MODEL.js ADDRESS");
    if (*is_page && check->jobs > 1)
        return error_set(error, ERROR_USAGE,
                         "--jobs is not for a page: its programs are run one "
                         "after the other (--shard shares them out)");
    return !*is_page || fits_users(options, info, error);
}

/* ---- the page ----------------------------------------------------------- */

static struct executor *another_browser(struct under_test *tested,
                                        struct loop *loop)
{
    struct executor *executor = browser_create(loop, &tested->another);
    browser_start_early(executor);
    return executor;
}

/* Takes the first executor; the others are browsers of their own. */
static struct system *open_users(struct under_test *tested,
                                 struct executor *first, size_t users,
                                 const struct page_system_options *options,
                                 struct loop *loop)
{
    struct executor *executors[PROGRAM_PROCESSES] = {first};
    tested->another = tested->browser;
    tested->another.quiet = true;
    for (size_t i = 1; i < users; i++)
        executors[i] = another_browser(tested, loop);
    return users_create(executors, users, options);
}

struct system *model_page_open(struct under_test *tested,
                               struct check_options *options,
                               const struct model_info *info, size_t users,
                               struct loop *loop, struct error *error)
{
    const struct under_test_activity none = {0};
    if (users > 1) /* each page would have a clock of its own */
        options->time = TIME_REAL;
    if (!under_test_find(tested, options, error))
        return NULL;
    tested->loop = loop;
    tested->excuses_starvation = true; /* a command has some seconds, of which a
                                          busy machine may leave none */
    bool is_fine = under_test_open(tested, options, none, error);
    struct executor *executor = tested->executor;
    tested->executor = NULL;
    tested->loop = NULL;
    if (!is_fine) {
        if (executor != NULL)
            executor->ops->destroy(executor);
        return NULL;
    }
    const struct page_system_options page = {
        .view = info->view,
        .ignores_errors = info->ignores_errors,
        .is_nested = info->is_nested,
        .holds = info->holds_answers,
        .begin = EXECUTOR_BEGIN_AT_REST,
        .foresees = users == 1 && (options->tests > 1 || !options->no_shrink),
    };
    return users > 1 ? open_users(tested, executor, users, &page, loop)
                     : page_system_create(executor, &page);
}
