/* Commands, input, and the life of the object. */
#include "lang/repl/repl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/front/lexer.h"
#include "lang/repl/repl_internal.h"

/* ---- commands ----------------------------------------------------------- */

enum { ARGUMENT_NONE, ARGUMENT_NUMBER, ARGUMENT_EXPRESSION };

enum command_id {
    COMMAND_HELP,
    COMMAND_QUIT,
    COMMAND_STEPS,
    COMMAND_STEP,
    COMMAND_NEXT,
    COMMAND_BACK,
    COMMAND_TEST,
    COMMAND_TYPE,
    COMMAND_DEPS,
};

static const struct {
    const char *name;
    int argument;
    const char *usage;
    const char *help;
} commands[] = {
    [COMMAND_HELP] = {"help", ARGUMENT_NONE, ":help", "this list"},
    [COMMAND_QUIT] = {"quit", ARGUMENT_NONE, ":quit", "end"},
    [COMMAND_STEPS] = {"steps", ARGUMENT_NONE, ":steps",
                       "the steps of the recorded test"},
    [COMMAND_STEP] = {"step", ARGUMENT_NUMBER, ":step N",
                      "go to the state after step N"},
    [COMMAND_NEXT] = {"next", ARGUMENT_NONE, ":next", "go one step on"},
    [COMMAND_BACK] = {"back", ARGUMENT_NONE, ":back", "go one step back"},
    [COMMAND_TEST] = {"test", ARGUMENT_NUMBER, ":test N",
                      "go to the N-th test of the trace"},
    [COMMAND_TYPE] = {"type", ARGUMENT_EXPRESSION, ":type E",
                      "the type of an expression: V is every non-function"},
    [COMMAND_DEPS] = {"deps", ARGUMENT_EXPRESSION, ":deps E",
                      "what an expression reads of the page"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(struct buf *out)
{
    buf_add_text(out, "An expression is evaluated in the current state; a "
                      "declaration (let, action, import,\n"
                      "syntax, macro) is kept. Commands may be shortened.\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        buf_addf(out, "  %-10s %s\n", commands[i].usage, commands[i].help);
}

/* The command that the word is, or begins alone; COMMAND_COUNT when none.
 * *count: how many it begins. */
static size_t find_command(struct str word, size_t *count)
{
    size_t found = COMMAND_COUNT;
    *count = 0;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (str_is(word, commands[i].name))
            return i;
        if (word.length > 0 &&
            strncmp(commands[i].name, word.data, word.length) == 0) {
            found = i;
            ++*count;
        }
    }
    return *count == 1 ? found : COMMAND_COUNT;
}

static bool read_number(const char *text, int64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return end != text && *end == '\0' && errno == 0;
}

/* False: the end is wanted. */
static bool run_command(struct repl *repl, enum command_id id,
                        const char *argument, int64_t number, struct buf *out)
{
    switch (id) {
    case COMMAND_HELP:
        print_help(out);
        break;
    case COMMAND_QUIT:
        return false;
    case COMMAND_STEPS:
        repl_list_steps(repl, out);
        break;
    case COMMAND_STEP:
        repl_go_to_step(repl, number, out);
        break;
    case COMMAND_NEXT:
        repl_go_to_step(repl, (int64_t)repl->step + 1, out);
        break;
    case COMMAND_BACK:
        repl_go_to_step(repl, (int64_t)repl->step - 1, out);
        break;
    case COMMAND_TEST:
        repl_go_to_test(repl, number, out);
        break;
    case COMMAND_TYPE:
        repl_show(repl, REPL_TYPE, argument, out);
        break;
    case COMMAND_DEPS:
        repl_show(repl, REPL_DEPS, argument, out);
        break;
    }
    return true;
}

static bool take_command(struct repl *repl, const char *input, struct buf *out)
{
    size_t length = strcspn(input, " \t\n");
    const char *argument = input + length + strspn(input + length, " \t\n");
    size_t count;
    size_t id = find_command(str_from(input, length), &count);
    int64_t number = 0;
    if (id == COMMAND_COUNT) {
        buf_addf(out,
                 count > 1 ? ":%.*s is short for several commands; :help "
                             "lists them\n"
                           : "there is no command :%.*s; :help lists them\n",
                 (int)length, input);
        return true;
    }
    bool fits = commands[id].argument == ARGUMENT_NONE ? *argument == '\0'
                : commands[id].argument == ARGUMENT_NUMBER
                    ? read_number(argument, &number)
                    : *argument != '\0';
    if (fits)
        return run_command(repl, (enum command_id)id, argument, number, out);
    buf_addf(out, "it is: %s\n", commands[id].usage);
    return true;
}

/* ---- declarations ------------------------------------------------------- */

/* Begins with a keyword and ends with a semicolon: a `let … ; e` does not. */
static bool is_declaration(const char *input)
{
    static const char *const keywords[] = {"let",    "action", "import",
                                           "syntax", "macro",  "check"};
    size_t length = strcspn(input, " \t\n~(");
    size_t end = strlen(input);
    while (end > 0 && strchr(" \t\n", input[end - 1]) != NULL)
        end--;
    if (end == 0 || input[end - 1] != ';')
        return false;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (str_is(str_from(input, length), keywords[i]))
            return true;
    return false;
}

static void take_declaration(struct repl *repl, const char *input,
                             struct buf *out)
{
    if (repl_loads(repl, input, out))
        buf_addf(&repl->added, "%s\n", input);
}

/* ---- input -------------------------------------------------------------- */

bool repl_is_open(const char *input)
{
    struct source_table sources;
    struct token_list tokens = VEC_EMPTY;
    struct diag_list diags;
    struct arena arena;
    struct intern names;
    int depth = 0;
    arena_init(&arena);
    intern_init(&names);
    source_table_init(&sources);
    diag_list_init(&diags);
    source_add(&sources, "", "", str_text(input));
    lexer_run(&tokens, &sources, 0, &arena, &names, &diags);
    for (size_t i = 0; i < tokens.count; i++) {
        const struct token *token = &tokens.items[i];
        const char *text = token->kind == TOKEN_NAME ? token->name->text : "";
        depth += token->kind == TOKEN_OPEN || *text == '[' || *text == '{';
        depth -= token->kind == TOKEN_CLOSE || *text == ']' || *text == '}';
    }
    token_list_finish(&tokens);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    intern_finish(&names);
    arena_finish(&arena);
    return depth > 0;
}

bool repl_take(struct repl *repl, const char *input, struct buf *out)
{
    input += strspn(input, " \t\n");
    if (*input == '\0' || strncmp(input, "//", 2) == 0)
        return true;
    if (*input == ':' && strcspn(input + 1, " \t\n") > 0 && input[1] >= 'a' &&
        input[1] <= 'z')
        return take_command(repl, input + 1, out);
    if (is_declaration(input))
        take_declaration(repl, input, out);
    else
        repl_show(repl, REPL_VALUE, input, out);
    return true;
}

const char *repl_prompt(struct repl *repl)
{
    if (repl->step == 0)
        snprintf(repl->prompt, sizeof repl->prompt, "weir> ");
    else
        snprintf(repl->prompt, sizeof repl->prompt, "%zu> ", repl->step);
    return repl->prompt;
}

/* ---- the object --------------------------------------------------------- */

static bool is_path(const char *spec)
{
    return strchr(spec, '/') != NULL || str_ends_with(str_text(spec), ".strom");
}

static bool read_spec(struct repl *repl, const char *path, struct error *error)
{
    FILE *file = fopen(path, "rbe");
    size_t got;
    if (file == NULL)
        return error_set(error, ERROR_USAGE, "cannot read %s: %s", path,
                         strerror(errno));
    do {
        got = fread(buf_reserve(&repl->base, 65536), 1, 65536, file);
        repl->base.length += got;
    } while (got > 0);
    fclose(file);
    buf_add_char(&repl->base, '\n');
    const char *slash = strrchr(path, '/');
    repl->folder = slash == NULL
                       ? memory_copy_string(".", 1)
                       : memory_copy_string(path, (size_t)(slash - path) + 1);
    return true;
}

/* The specification as a text, and its folder. */
static bool take_spec(struct repl *repl, const char *spec, struct error *error)
{
    repl->name = memory_copy_string(spec == NULL ? "input" : spec,
                                    strlen(spec == NULL ? "input" : spec));
    if (spec == NULL)
        buf_add_text(&repl->base, "import quickstrom;\n");
    else if (!is_path(spec))
        buf_addf(&repl->base, "import %s;\n", spec);
    else if (!read_spec(repl, spec, error))
        return false;
    repl->options.folder = repl->folder;
    return true;
}

static const char *spec_of_trace(const struct repl *repl)
{
    const struct trace *test = repl_test(repl);
    if (test == NULL || test->header.spec == NULL)
        return NULL;
    FILE *file = fopen(test->header.spec, "re");
    if (file == NULL)
        return NULL;
    fclose(file);
    return test->header.spec;
}

struct repl *repl_create(const char *spec, const char *trace,
                         const struct lang_options *options, struct buf *out,
                         struct error *error)
{
    struct repl *repl = MEMORY_NEW(struct repl);
    repl->options = *options;
    buf_init(&repl->base);
    buf_init(&repl->added);
    bool fine = trace == NULL || repl_read_trace(repl, trace, error);
    fine = fine &&
           take_spec(repl, spec == NULL ? spec_of_trace(repl) : spec, error);
    if (fine && !repl_loads(repl, "", out))
        fine = error_set(error, ERROR_SPEC, "%s", "");
    if (fine)
        return repl;
    repl_destroy(repl);
    return NULL;
}

void repl_destroy(struct repl *repl)
{
    if (repl == NULL)
        return;
    for (size_t i = 0; i < repl->tests.count; i++)
        trace_finish(&repl->tests.items[i]);
    vec_finish(&repl->tests);
    buf_finish(&repl->base);
    buf_finish(&repl->added);
    free(repl->folder);
    free(repl->name);
    free(repl);
}
