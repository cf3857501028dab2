/* weir ccs: a CCS model step by step (docs/CCS.md; reference, 9.2). Order of
 * this file: what is shown, actions, the commands, the loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/prompt.h"
#include "exec/ccs/state.h"

struct stepper {
    struct ccs_model *model;
    struct ccs_state state;
    bool done;
};

/* ---- what is shown ------------------------------------------------------ */

static bool complain(const struct error *error)
{
    printf("%s\n", error->message);
    return false;
}

static void show_moves(const struct stepper *stepper)
{
    const struct ccs_move_list *moves = &stepper->state.moves;
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < moves->count; i++) {
        buf_addf(&text, "%3zu  ", i + 1);
        ccs_move_add_text(&text, &moves->items[i]);
        buf_add_char(&text, '\n');
    }
    if (stepper->state.term == NULL)
        buf_add_text(&text, "no process was started: `:start P` does\n");
    else if (moves->count == 0)
        buf_add_text(&text, "nothing is offered: the process has stopped\n");
    fputs(buf_text(&text), stdout);
    buf_finish(&text);
}

/* ---- actions ------------------------------------------------------------ */

static size_t find_input(const struct ccs_state *state, intern_t name,
                         size_t count)
{
    size_t i = 0;
    while (i < state->moves.count &&
           !(state->moves.items[i].kind == CCS_MOVE_INPUT &&
             state->moves.items[i].name == name &&
             state->moves.items[i].count == count))
        i++;
    return i;
}

static struct value *arguments_of(const struct stepper *stepper,
                                  const struct ccs_proc *act,
                                  struct error *error)
{
    struct value **items = memory_zeroed(act->argument_count, sizeof *items);
    struct value *list = NULL;
    uint32_t count = 0;
    while (count < act->argument_count) {
        items[count] =
            ccs_state_eval(&stepper->state, act->arguments[count], error);
        if (items[count] == NULL)
            break;
        count++;
    }
    if (count == act->argument_count)
        list = value_list(items, count);
    for (uint32_t i = 0; list == NULL && i < count; i++)
        value_unref(items[i]);
    free(items);
    return list;
}

/* `'a(1)` is an input only; `a(1)` what the executor would take for it. */
static size_t find_move(const struct stepper *stepper,
                        const struct ccs_proc *act,
                        const struct value *arguments)
{
    if (act->kind == CCS_PROC_INPUT)
        return find_input(&stepper->state, act->name, arguments->count);
    return ccs_state_find(&stepper->state,
                          act->kind == CCS_PROC_TAU ? STR("tau")
                                                    : intern_as_str(act->name),
                          arguments);
}

static bool take_move(struct stepper *stepper, size_t move,
                      const struct value *arguments)
{
    struct error error = ERROR_NONE;
    if (move == stepper->state.moves.count) {
        printf("that is not offered now\n");
        return false;
    }
    if (!ccs_state_take(&stepper->state, move, arguments, &error))
        return complain(&error);
    show_moves(stepper);
    return true;
}

static bool take_action(struct stepper *stepper, struct str text)
{
    struct error error = ERROR_NONE;
    const struct ccs_proc *act =
        ccs_model_action(stepper->model, "action", text, &error);
    struct value *arguments =
        act == NULL ? NULL : arguments_of(stepper, act, &error);
    if (arguments == NULL)
        return complain(&error);
    bool taken =
        take_move(stepper, find_move(stepper, act, arguments), arguments);
    value_unref(arguments);
    return taken;
}

/* A number of the list; an input needs its values. */
static bool take_number(struct stepper *stepper, const char *digits)
{
    const struct ccs_move_list *moves = &stepper->state.moves;
    unsigned long number = strtoul(digits, NULL, 10);
    if (number == 0 || number > moves->count) {
        printf("there is no action %s in the list\n", digits);
        return false;
    }
    const struct ccs_move *move = &moves->items[number - 1];
    if (move->kind == CCS_MOVE_INPUT && move->count > 0) {
        printf("this one receives: write '%s with %s\n", move->name->text,
               move->count == 1 ? "a value" : "values");
        return false;
    }
    struct value *nothing = value_list(NULL, 0);
    bool taken = take_move(stepper, number - 1, nothing);
    value_unref(nothing);
    return taken;
}

/* ---- the commands ------------------------------------------------------- */

static bool start_process(struct stepper *stepper, struct str text)
{
    struct error error = ERROR_NONE;
    const struct ccs_proc *proc =
        ccs_model_process(stepper->model, "process", text, &error);
    if (proc == NULL)
        return complain(&error);
    ccs_state_finish(&stepper->state);
    if (!ccs_state_init(&stepper->state, stepper->model, &error) ||
        !ccs_state_start(&stepper->state, proc, &error))
        return complain(&error);
    show_moves(stepper);
    return true;
}

static bool evaluate(struct stepper *stepper, struct str text)
{
    struct error error = ERROR_NONE;
    const struct ccs_expr *expr =
        ccs_model_expression(stepper->model, "expression", text, &error);
    struct value *value =
        expr == NULL ? NULL : ccs_state_eval(&stepper->state, expr, &error);
    if (value == NULL)
        return complain(&error);
    struct buf shown;
    buf_init(&shown);
    value_add_json(&shown, value);
    printf("%s\n", buf_text(&shown));
    buf_finish(&shown);
    value_unref(value);
    return true;
}

static bool list_moves(struct stepper *stepper, struct str text)
{
    (void)text;
    show_moves(stepper);
    return true;
}

static bool quit(struct stepper *stepper, struct str text)
{
    (void)text;
    stepper->done = true;
    return true;
}

static bool help(struct stepper *stepper, struct str text)
{
    (void)stepper, (void)text;
    puts(":start P     start the process P: a name, or any process\n"
         ":available   what the process offers\n"
         ":eval E      the value of an expression\n"
         ":quit        end\n"
         "tau, a, a(1), 'b(2), or a number of the list: take that action");
    return true;
}

static const struct {
    const char *name;
    bool (*run)(struct stepper *stepper, struct str text);
} commands[] = {
    {":start", start_process}, {":available", list_moves},
    {":eval", evaluate},       {":quit", quit},
    {":help", help},
};

/* ":word" and the rest of the line. */
static bool run_command(struct stepper *stepper, struct str line)
{
    size_t end = 0;
    while (end < line.length && strchr(" \t", line.data[end]) == NULL)
        end++;
    struct str word = str_from(line.data, end);
    struct str rest = str_trimmed(str_from(line.data + end, line.length - end));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (str_is(word, commands[i].name))
            return commands[i].run(stepper, rest);
    printf("there is no command %.*s; :help lists them\n", STR_ARGS(word));
    return false;
}

static bool is_number(struct str text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return text.length > 0;
}

static void run_line(struct stepper *stepper, struct str line)
{
    line = str_trimmed(line);
    if (line.length == 0)
        return;
    if (line.data[0] == ':') {
        run_command(stepper, line);
    } else if (is_number(line)) {
        char *digits = memory_copy_string(line.data, line.length);
        take_number(stepper, digits);
        free(digits);
    } else {
        take_action(stepper, line);
    }
}

/* ---- the loop ----------------------------------------------------------- */

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    (void)context, (void)flag, (void)value, (void)error;
    return false;
}

static const struct command command = {
    .name = "ccs",
    .usage = "weir ccs [MODEL [PROCESS]]",
    .about =
        "Steps through a process of a CCS model (docs/CCS.md). :help lists "
        "what can be\ntyped. To check a process against a specification "
        "see weir check --ccs.\n",
    .take = take,
    .statuses = "Exit status: 0; 2 the model, the process or the options are "
                "wrong.\n",
};

static void step(struct stepper *stepper)
{
    struct prompt *prompt = prompt_create("ccs> ");
    struct str line;
    while (!stepper->done && prompt_read(prompt, &line))
        run_line(stepper, line);
    prompt_destroy(prompt);
}

static int run(struct stepper *stepper, char **words, size_t count)
{
    struct error error = ERROR_NONE;
    stepper->model =
        count == 0 ? ccs_model_empty() : ccs_model_load(words[0], &error);
    if (stepper->model == NULL ||
        !ccs_state_init(&stepper->state, stepper->model, &error)) {
        fprintf(stderr, "weir ccs: %s\n", error.message);
        return EXIT_WRONG;
    }
    int status = EXIT_PASSED;
    if (count == 2 && !start_process(stepper, str_text(words[1])))
        status = EXIT_WRONG;
    else
        step(stepper);
    if (stepper->state.globals != NULL)
        ccs_state_finish(&stepper->state);
    return status;
}

int command_ccs(int argc, char **argv)
{
    struct stepper stepper = {.done = false};
    struct flags_words words;
    if (!flags_read(&command, NULL, argc, argv, &words))
        return words.status;
    if (words.count > 2)
        return flags_complain(&command,
                              "one model and one process, but there "
                              "is also \"%s\"",
                              words.items[2]);
    int status = run(&stepper, words.items, words.count);
    ccs_model_destroy(stepper.model);
    return status;
}
