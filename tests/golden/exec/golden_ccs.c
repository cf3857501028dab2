/* Runs written cases against the CCS room: golden_ccs FILE...
 *
 *     # a comment
 *     model                      what follows, indented by four, is a model
 *         Clock = tick.Clock;
 *     refused WORDS              it is no model: the message has these words
 *     start PROCESS              it runs, and can be started
 *     offers tick, 'coin(n)      exactly these moves, in this order
 *     offers nothing
 *     take coin(5)               as a request of the checker: no quote
 *     value X + 1 is 3           as a selector: JSON
 *     fails start P | WORDS      the same, but it fails with these words
 *     fails take a(1) | WORDS
 *     fails value X | WORDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "exec/ccs/state.h"

struct run {
    const char *file;
    int line;
    int cases, failures;
    struct buf text;         /* of the model */
    bool is_reading;         /* the model is not complete */
    struct ccs_model *model; /* NULL: refused */
    struct ccs_state state;  /* when there is a model */
    struct error trouble;    /* of the model */
};

static void fail(struct run *run, const char *words, const char *what)
{
    printf("%s:%d: %s: %s\n", run->file, run->line, words, what);
    run->failures++;
}

static void forget_model(struct run *run)
{
    if (run->model != NULL)
        ccs_state_finish(&run->state);
    ccs_model_destroy(run->model);
    run->model = NULL;
}

/* Reads the model when the first word after it comes. */
static void complete_model(struct run *run)
{
    if (!run->is_reading)
        return;
    run->is_reading = false;
    run->trouble = ERROR_NONE;
    run->model = ccs_model_read("model", buf_str(&run->text), &run->trouble);
    if (run->model != NULL &&
        !ccs_state_init(&run->state, run->model, &run->trouble)) {
        ccs_model_destroy(run->model);
        run->model = NULL;
    }
}

static bool start(struct run *run, const char *text, struct error *error)
{
    const struct ccs_proc *proc =
        ccs_model_process(run->model, "process", str_text(text), error);
    if (proc == NULL)
        return false;
    ccs_state_finish(&run->state);
    return ccs_state_init(&run->state, run->model, error) &&
           ccs_state_start(&run->state, proc, error);
}

/* The arguments of an action, evaluated one by one. */
static struct value *arguments_of(struct run *run, const struct ccs_proc *act,
                                  struct error *error)
{
    struct value *items[10];
    for (uint32_t i = 0; i < act->argument_count; i++) {
        items[i] = ccs_state_eval(&run->state, act->arguments[i], error);
        if (items[i] == NULL)
            abort(); /* of a test: write constants */
    }
    return value_list(items, act->argument_count);
}

static bool take(struct run *run, const char *text, struct error *error)
{
    const struct ccs_proc *act =
        ccs_model_action(run->model, "action", str_text(text), error);
    if (act == NULL)
        return false;
    struct value *arguments = arguments_of(run, act, error);
    struct str name =
        act->kind == CCS_PROC_TAU ? STR("tau") : intern_as_str(act->name);
    size_t move = ccs_state_find(&run->state, name, arguments);
    bool fine = move < run->state.moves.count
                    ? ccs_state_take(&run->state, move, arguments, error)
                    : error_set(error, ERROR_RUN, "not offered");
    value_unref(arguments);
    return fine;
}

static bool value(struct run *run, const char *text, struct error *error,
                  struct buf *out)
{
    const struct ccs_expr *expr =
        ccs_model_expression(run->model, "value", str_text(text), error);
    struct value *result =
        expr == NULL ? NULL : ccs_state_eval(&run->state, expr, error);
    if (result == NULL)
        return false;
    value_add_json(out, result);
    value_unref(result);
    return true;
}

static void check_offers(struct run *run, const char *wanted)
{
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < run->state.moves.count; i++) {
        buf_add_text(&text, i == 0 ? "" : ", ");
        ccs_move_add_text(&text, &run->state.moves.items[i]);
    }
    if (run->state.moves.count == 0)
        buf_add_text(&text, "nothing");
    if (strcmp(buf_text(&text), wanted) != 0)
        fail(run, "it offers", buf_text(&text));
    buf_finish(&text);
}

static void check_value(struct run *run, char *rest)
{
    struct buf shown;
    struct error error = ERROR_NONE;
    buf_init(&shown);
    char *is = strstr(rest, " is ");
    if (is == NULL) {
        fail(run, "what is it?", rest);
        return;
    }
    *is = '\0';
    if (!value(run, rest, &error, &shown))
        fail(run, "it fails", error.message);
    else if (strcmp(buf_text(&shown), is + 4) != 0)
        fail(run, "it is", buf_text(&shown));
    buf_finish(&shown);
}

static char *behind(char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ')
        return NULL;
    return line + length + 1;
}

/* start, take or value, whichever it is; its verdict in *fine. */
static bool attempt(struct run *run, char *line, bool *fine,
                    struct error *error)
{
    struct buf unused;
    char *rest;
    buf_init(&unused);
    bool known = true;
    if ((rest = behind(line, "start")) != NULL)
        *fine = start(run, rest, error);
    else if ((rest = behind(line, "take")) != NULL)
        *fine = take(run, rest, error);
    else if ((rest = behind(line, "value")) != NULL)
        *fine = value(run, rest, error, &unused);
    else
        known = false;
    buf_finish(&unused);
    return known;
}

static void check_failure(struct run *run, char *line)
{
    struct error error = ERROR_NONE;
    bool fine = true;
    char *words = strstr(line, " | ");
    if (words == NULL) {
        fail(run, "with which words?", line);
        return;
    }
    *words = '\0';
    words += 3;
    if (!attempt(run, line, &fine, &error))
        fail(run, "no such word", line);
    else if (fine)
        fail(run, "it does not fail", line);
    else if (strstr(error.message, words) == NULL)
        fail(run, "it fails with", error.message);
}

static void check_refusal(struct run *run, const char *words)
{
    if (run->model != NULL)
        fail(run, "the model is fine, not refused", words);
    else if (strstr(run->trouble.message, words) == NULL)
        fail(run, "it is refused with", run->trouble.message);
}

static void play_word(struct run *run, char *line)
{
    struct error error = ERROR_NONE;
    bool fine = true;
    char *rest;
    run->cases++;
    if ((rest = behind(line, "refused")) != NULL)
        check_refusal(run, rest);
    else if (run->model == NULL)
        fail(run, "the model is refused", run->trouble.message);
    else if ((rest = behind(line, "offers")) != NULL)
        check_offers(run, rest);
    else if ((rest = behind(line, "fails")) != NULL)
        check_failure(run, rest);
    else if ((rest = behind(line, "value")) != NULL)
        check_value(run, rest);
    else if (!attempt(run, line, &fine, &error))
        fail(run, "no such word", line);
    else if (!fine)
        fail(run, line, error.message);
}

static void play_line(struct run *run, char *line)
{
    if (strncmp(line, "    ", 4) == 0 && run->is_reading) {
        buf_addf(&run->text, "%s\n", line + 4);
    } else if (strcmp(line, "model") == 0) {
        forget_model(run);
        buf_clear(&run->text);
        run->is_reading = true;
    } else if (*line != '\0' && *line != '#') {
        complete_model(run);
        play_word(run, line);
    }
}

static bool play_file(const char *path)
{
    struct run run = {.file = path};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    while ((length = getline(&line, &capacity, file)) > 0) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        run.line++;
        play_line(&run, line);
    }
    forget_model(&run);
    buf_finish(&run.text);
    free(line);
    fclose(file);
    printf("%s: %d cases, %d failed\n", path, run.cases, run.failures);
    return run.failures == 0 && run.cases > 0;
}

int main(int argc, char **argv)
{
    bool fine = argc > 1;
    for (int i = 1; i < argc; i++)
        fine = play_file(argv[i]) && fine;
    return fine ? 0 : 1;
}
