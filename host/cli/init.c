/* weir init: a first specification for a page. Order of this file: options, the
 * page, the text, the command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/loop.h"
#include "base/memory.h"
#include "base/shell.h"
#include "base/url.h"
#include "cdp/browser.h"
#include "cli/commands.h"
#include "cli/draft.h"
#include "cli/draft_model.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/library.h"
#include "cli/environment_words.h"
#include "cli/login_words.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "cli/origin.h"
#include "cli/page_words.h"
#include "cli/text_file.h"
#include "lang/format/format.h"
#include "serve/serve.h"

enum { PATIENCE_MS = 60 * 1000 };

struct init {
    const char *origin, *serve, *output, *browser;
    const char *browser_flags[OPTIONS_LIMIT];
    size_t browser_flag_count;
    struct login_words login;
    struct environment_wish environment;
    bool force, model;
    char *url;
    bool local;
};

enum {
    FLAG_OUTPUT,
    FLAG_FORCE,
    FLAG_MODEL,
    FLAG_SERVE,
    FLAG_BROWSER,
    FLAG_BROWSER_FLAG,
    FLAG_COOKIE,
    FLAG_STORAGE_STATE,
#define O(id, name, letter, argument, help) FLAG_##id,
    ENVIRONMENT_FLAGS(O)
#undef O
};

static const struct flag flags[] = {
    [FLAG_OUTPUT] = {"output", 'o', "FILE", "write FILE, not standard output"},
    [FLAG_FORCE] = {"force", 0, NULL, "replace FILE when it is there"},
    [FLAG_MODEL] = {"model", 0, NULL,
                    "write a first model (docs/MODELS.md): of the page, or\n"
                    "without ORIGIN of an API or a program"},
    [FLAG_SERVE] = {"serve", 0, "DIR", "serve DIR; ORIGIN is a path in it"},
    [FLAG_BROWSER] = {"browser", 0, "PATH", "the browser program"},
    [FLAG_BROWSER_FLAG] = {"browser-flag", 0, "FLAG",
                           "a further switch for the browser (repeatable)"},
    [FLAG_COOKIE] = {"cookie", 0, "NAME=VALUE",
                     "a cookie for ORIGIN (repeatable)"},
    [FLAG_STORAGE_STATE] = {"storage-state", 0, "FILE",
                            "cookies and storage of FILE (Playwright)"},
#define O(id, name, letter, argument, help)                                    \
    [FLAG_##id] = {name, letter, argument, help},
    ENVIRONMENT_FLAGS(O)
#undef O
};

static bool add_browser_flag(struct init *init, const char *text,
                             struct error *error)
{
    if (!page_words_fit_browser_flag(text, error))
        return false;
    if (init->browser_flag_count == OPTIONS_LIMIT)
        return error_set(error, ERROR_USAGE,
                         "--browser-flag is given more than %d times",
                         OPTIONS_LIMIT);
    init->browser_flags[init->browser_flag_count++] = text;
    return true;
}

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct init *init = context;
    bool taken;
    if (!environment_words_take(&init->environment, flags[flag].name, value,
                                &taken, error))
        return false;
    if (taken)
        return environment_check(&init->environment, error);
    if (flag == FLAG_BROWSER_FLAG)
        return add_browser_flag(init, value, error);
    if (flag == FLAG_COOKIE)
        return login_words_add_cookie(&init->login, value, error);
    if (flag == FLAG_OUTPUT)
        init->output = value;
    else if (flag == FLAG_FORCE)
        init->force = true;
    else if (flag == FLAG_MODEL)
        init->model = true;
    else if (flag == FLAG_SERVE)
        init->serve = value;
    else if (flag == FLAG_STORAGE_STATE)
        init->login.state = value;
    else
        init->browser = value;
    return true;
}

static const struct command command = {
    .name = "init",
    .usage = "weir init [OPTION]... ORIGIN\n       weir init --model [-o FILE] "
             "[ORIGIN]",
    .about = "Writes a first specification, or a first model, for a page, from "
             "what the page shows.\nORIGIN is an http(s) address, an HTML "
             "file, or a path under --serve.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses = "Exit status: 0 written; 1 the page could not be loaded; 2 the "
                "options are wrong,\nthe file is there already, or the browser "
                "is missing; 129, 130 and 143 interrupted.\n",
    .take = take,
};

/* ---- the page ----------------------------------------------------------- */

static bool read_deps(const struct init *init, struct deps *deps,
                      struct error *error)
{
    const char *reads = init->model ? draft_model_reads : draft_reads;
    struct json *json = json_parse(str_text(reads), error);
    bool fine = json != NULL && deps_from_json(deps, json, error);
    json_destroy(json);
    return fine;
}

/* The state that the page is first seen in; the caller's, NULL: *error. */
static struct value *first_state(struct executor *executor,
                                 const struct deps *deps, struct error *error)
{
    int64_t deadline_ms = clock_now_ms() + PATIENCE_MS;
    struct value *state = NULL;
    struct executor_message message;
    executor_message_init(&message);
    if (!executor->ops->start(executor, deps, deadline_ms, error))
        return NULL;
    enum executor_next next =
        executor->ops->next(executor, deadline_ms, &message, error);
    if (next == EXECUTOR_MESSAGE && message.state != NULL)
        state = value_ref(message.state);
    else if (error->code == ERROR_OK)
        error_set(error, ERROR_RUN, "%s",
                  message.text != NULL ? message.text
                                       : "the page told nothing of itself");
    executor_message_finish(&message);
    executor->ops->end(executor);
    return state;
}

static struct value *look(const struct init *init, struct error *error)
{
    struct deps deps;
    struct value *state = NULL;
    struct loop *loop = loop_create(error);
    if (loop == NULL)
        return NULL;
    interrupt_catch(loop);
    struct browser_options options = {.program = init->browser,
                                      .flags = init->browser_flags,
                                      .flag_count = init->browser_flag_count,
                                      .virtual_time = init->local,
                                      .url = init->url};
    struct login login = {0};
    options.login = &login;
    options.environment = &init->environment;
    struct executor *executor = browser_create(loop, &options);
    deps_init(&deps);
    if (login_words_read(&init->login, init->url, &login, error) &&
        read_deps(init, &deps, error))
        state = first_state(executor, &deps, error);
    deps_finish(&deps);
    executor->ops->destroy(executor);
    login_finish(&login);
    interrupt_ignore();
    loop_destroy(loop);
    return state;
}

/* ---- the text ----------------------------------------------------------- */

static char *check_command(const struct init *init)
{
    struct buf line;
    buf_init(&line);
    buf_add_text(&line, "weir check ");
    const char *file = init->model ? "FILE.js" : "FILE";
    shell_add_word(&line, init->output == NULL ? file : init->output);
    if (init->serve != NULL) {
        buf_add_text(&line, " --serve ");
        shell_add_word(&line, init->serve);
    }
    if (init->origin != NULL) {
        buf_add_char(&line, ' ');
        char *shown = url_hide_password(init->origin);
        shell_add_word(&line, shown);
        free(shown);
    }
    return buf_take(&line);
}

/* As weir fmt would have it. What cannot be formatted is our mistake: it is
 * written as it is. */
static void add_formatted(struct buf *out, struct str text)
{
    char *library = library_folder();
    struct lang_options options = {.library = library};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    if (!lang_format("init.strom", text, &options, out, &diags, &sources))
        buf_add_str(out, text);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    free(library);
}

static bool refuse_present(const struct init *init, struct error *error)
{
    return error_set(error, ERROR_USAGE,
                     "%s is there already; --force replaces it", init->output);
}

static bool write_out(const struct init *init, struct str text,
                      struct error *error)
{
    if (init->output == NULL) {
        fwrite(text.data, 1, text.length, stdout);
        return true;
    }
    bool is_there;
    if (!text_file_create(init->output, text, &is_there, error))
        return false;
    if (!is_there)
        return true;
    return init->force ? text_file_replace(init->output, text, error)
                       : refuse_present(init, error);
}

/* ---- the command -------------------------------------------------------- */

static bool find(struct init *init, struct serve **serve, struct error *error)
{
    if (init->output != NULL && !init->force && access(init->output, F_OK) == 0)
        return refuse_present(init, error);
    if (init->serve != NULL && !serve_start(serve, init->serve, error)) {
        error->code = ERROR_USAGE;
        return false;
    }
    return origin_resolve(init->origin,
                          *serve == NULL ? NULL : serve_url(*serve), &init->url,
                          &init->local, error);
}

static bool draft(struct init *init, struct error *error)
{
    struct value *state = look(init, error);
    if (state == NULL)
        return false;
    struct buf text, formatted;
    buf_init(&text);
    buf_init(&formatted);
    char *checks = check_command(init);
    char *shown =
        url_hide_password(init->serve == NULL ? init->url : init->serve);
    if (init->model)
        draft_model_add(&formatted, state, shown, checks);
    else
        draft_add(&text, state, shown, checks);
    free(shown);
    if (!init->model)
        add_formatted(&formatted, buf_str(&text));
    bool fine = write_out(init, buf_str(&formatted), error);
    if (fine && init->output != NULL)
        printf("%s is written. To check it:\n    %s\n", init->output, checks);
    free(checks);
    buf_finish(&formatted);
    buf_finish(&text);
    value_unref(state);
    return fine;
}

/* The model of the library, as it is. */
static bool write_model(const struct init *init, struct error *error)
{
    struct buf text;
    char *library = library_folder();
    char *path =
        memory_format("%s/model/first.js", library == NULL ? "" : library);
    buf_init(&text);
    bool fine = text_file_read(path, &text, error) &&
                write_out(init, buf_str(&text), error);
    if (fine && init->output != NULL)
        printf("%s is written. To try it:\n    weir check %s\n", init->output,
               init->output);
    buf_finish(&text);
    free(path);
    free(library);
    return fine;
}

static int status_of(const struct error *error)
{
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    bool is_page = error->code == ERROR_ORIGIN || error->code == ERROR_RUN ||
                   error->code == ERROR_LOST || error->code == ERROR_SILENT;
    return is_page ? EXIT_ERRORED : EXIT_WRONG;
}

static int init_model(const struct init *init)
{
    struct error error = ERROR_NONE;
    if (write_model(init, &error))
        return EXIT_PASSED;
    fprintf(stderr, "weir: %s\n", error.message);
    return EXIT_WRONG;
}

int command_init(int argc, char **argv)
{
    struct init init = {.origin = NULL};
    struct serve *serve = NULL;
    struct flags_words words;
    struct error error = ERROR_NONE;
    if (!flags_read(&command, &init, argc, argv, &words))
        return words.status;
    if (init.model && words.count == 0 && init.serve == NULL)
        return init_model(&init);
    if (init.model && init.output != NULL &&
        !model_options_is_module(init.output))
        return flags_complain(&command, "a model is a file that ends with .js, "
                                        ".mjs or .cjs");
    if (words.count > 1 || (words.count == 0 && init.serve == NULL))
        return flags_complain(&command,
                              words.count == 0 ? "which page?" : "one page");
    init.origin = words.count == 0 ? NULL : words.items[0];
    int status = EXIT_PASSED;
    if (!find(&init, &serve, &error) || !draft(&init, &error)) {
        if (error.code != ERROR_CANCELLED)
            fprintf(stderr, "weir: %s\n", error.message);
        status = status_of(&error);
    }
    serve_stop(serve);
    free(init.url);
    return status;
}
