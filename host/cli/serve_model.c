/* weir serve-model MODEL.js: the model in the place of the system. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/loop.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "fake/fake.h"
#include "standin/server.h"

enum { FAULTS_LIMIT = 100, PORT_LIMIT = 65535 };

enum { FLAG_PORT, FLAG_FAULT, FLAG_FILES, FLAG_MODEL };

static const struct flag flags[] = {
    {"port", 0, "N", "listen on 127.0.0.1:N (default: a free port)"},
    {"fault", 0, "JSON",
     "arm a fault, after each reset, too (repeatable):\n{\"status\": 503}, "
     "..."},
    {"files", 0, "DIR", "serve the files of DIR, too, for a page"},
    {"model", 0, "COMMAND", "a program that is the model, instead of MODEL.js"},
};

/* Everything that a stand-in needs; finished in reverse order. */
struct serving {
    int64_t port;
    const char *faults[FAULTS_LIMIT];
    size_t fault_count;
    const char *files;   /* or NULL */
    const char *program; /* --model, or NULL */
    const char *module;  /* or NULL */
    struct loop *loop;
    struct model *model;
    struct standin *standin;
    int folder;
    struct standin_server *server;
};

/* ---- the command line --------------------------------------------------- */

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct serving *serving = context;
    switch (flag) {
    case FLAG_PORT:
        if (!flag_count(value, 0, &serving->port) || serving->port > PORT_LIMIT)
            return error_set(error, ERROR_USAGE,
                             "--port wants a number up to 65535, not \"%s\"",
                             value);
        return true;
    case FLAG_FAULT:
        if (serving->fault_count == FAULTS_LIMIT)
            return error_set(error, ERROR_USAGE, "too many --fault");
        serving->faults[serving->fault_count++] = value;
        return true;
    case FLAG_FILES:
        serving->files = value;
        return true;
    default:
        serving->program = value;
        return true;
    }
}

static const struct command command = {
    .name = "serve-model",
    .usage = "weir serve-model [OPTION]... MODEL.js",
    .about =
        "Answers HTTP requests on 127.0.0.1 as the model says that the system\n"
        "answers, until it is interrupted (docs/MODELS.md, \"The model as a\n"
        "stand-in\"). GET /_weir/state and /_weir/calls tell what happened, "
        "POST\n"
        "/_weir/reset begins anew, POST /_weir/faults arms a fault.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses = "Exit status: 2 when it cannot begin; else 128 and the number "
                "of the signal\nthat ended it.\n",
    .take = take,
};

/* ---- what it needs ------------------------------------------------------ */

static bool arm(struct serving *serving, const char *text, struct error *error)
{
    struct error wrong = ERROR_NONE;
    struct value *fault = value_parse(str_text(text), &wrong);
    bool is_fine =
        fault != NULL && standin_arm(serving->standin, fault, true, &wrong);
    value_unref(fault);
    return is_fine ||
           error_set(error, ERROR_USAGE, "--fault %s: %s", text, wrong.message);
}

static bool open_model(struct serving *serving, struct error *error)
{
    const struct fake_options options = {.loop = serving->loop,
                                         .survives = true};
    serving->model = serving->program != NULL
                         ? fake_open_command(serving->program, &options, error)
                         : fake_open_module(serving->module, &options, error);
    if (serving->model != NULL)
        serving->standin = standin_create(serving->model, error);
    return serving->standin != NULL;
}

static bool open_files(struct serving *serving, struct error *error)
{
    if (serving->files == NULL)
        return true;
    serving->folder = open(serving->files, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return serving->folder >= 0 ||
           error_set(error, ERROR_USAGE, "--files: cannot serve %s: %s",
                     serving->files, strerror(errno));
}

static bool set_up(struct serving *serving, struct error *error)
{
    serving->loop = loop_create(error);
    if (serving->loop == NULL)
        return false;
    interrupt_catch(serving->loop);
    if (!open_model(serving, error) || !open_files(serving, error))
        return false;
    for (size_t i = 0; i < serving->fault_count; i++)
        if (!arm(serving, serving->faults[i], error))
            return false;
    serving->server = standin_server_create(
        &(struct standin_server_options){
            .standin = serving->standin,
            .loop = serving->loop,
            .port = (int)serving->port,
            .folder = serving->folder,
        },
        error);
    return serving->server != NULL;
}

static void tear_down(struct serving *serving)
{
    standin_server_destroy(serving->server);
    if (serving->folder >= 0)
        close(serving->folder);
    standin_destroy(serving->standin);
    interrupt_ignore();
    if (serving->model != NULL)
        serving->model->ops->destroy(serving->model);
    loop_destroy(serving->loop);
}

/* ---- the command -------------------------------------------------------- */

static int serve(struct serving *serving)
{
    struct buf routes = {0};
    standin_add_routes(serving->standin, &routes);
    printf("http://127.0.0.1:%d/ stands in for the system of %s:\n%s",
           standin_server_port(serving->server),
           serving->program != NULL ? serving->program : serving->module,
           buf_text(&routes));
    fflush(stdout);
    buf_finish(&routes);
    standin_server_run(serving->server);
    return 128 + interrupt_signal();
}

int command_serve_model(int argc, char **argv)
{
    struct serving serving = {.folder = -1};
    struct flags_words words;
    struct error error = ERROR_NONE;
    if (!flags_read(&command, &serving, argc, argv, &words))
        return words.status;
    serving.module = words.count == 1 ? words.items[0] : NULL;
    if (words.count + (serving.program != NULL) != 1)
        return flags_complain(&command, "one model is wanted: MODEL.js, or "
                                        "--model COMMAND");
    int status = EXIT_WRONG;
    if (set_up(&serving, &error))
        status = serve(&serving);
    else
        ending_print(&error);
    tear_down(&serving);
    return status;
}
