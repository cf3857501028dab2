/* weir repl. */
#include "lang/repl/repl.h"

#include <stdio.h>

#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/prompt.h"
#include "cli/spec.h"

struct options {
    struct spec spec;
    const char *trace;
};

enum repl_flag { REPL_INCLUDE, REPL_TRACE };

static const struct flag flags[] = {
    [REPL_INCLUDE] = {"include", 'I', "DIR",
                      "look for imported modules in DIR (repeatable)"},
    [REPL_TRACE] = {"trace", 0, "FILE", "a run recorded by weir check --trace"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct options *options = context;
    if (flag == REPL_INCLUDE)
        return spec_include(&options->spec, value, error);
    options->trace = value;
    return true;
}

static const struct command command = {
    .name = "repl",
    .usage = "weir repl [OPTION]... [SPEC]",
    .about = "Evaluates expressions with the names of a specification, in the "
             "states of a\nrecorded run. Without SPEC: the one that was "
             "recorded, or the library alone.\n:help lists what else can be "
             "entered.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses = "Exit status: 0 ended; 2 the specification, the trace or the "
                "options are wrong.\n",
    .take = take,
};

enum { PROMPT_BYTES = 32 };

/* What stands before a line; the prompt looks at it each time. */
struct conversation {
    struct repl *repl;
    char text[PROMPT_BYTES];
    struct prompt *prompt;
};

static bool read_line(struct conversation *conversation, const char *text,
                      struct str *line)
{
    snprintf(conversation->text, sizeof conversation->text, "%s", text);
    return prompt_read(conversation->prompt, line);
}

/* One input: a line, and those after it as long as a bracket is open, up to an
 * empty one. False: the end. */
static bool read_input(struct conversation *conversation, struct buf *input)
{
    struct str line;
    buf_clear(input);
    if (!read_line(conversation, repl_prompt(conversation->repl), &line))
        return false;
    buf_add_str(input, line);
    while (repl_is_open(buf_text(input)) &&
           read_line(conversation, "... ", &line) && line.length > 0) {
        buf_add_char(input, '\n');
        buf_add_str(input, line);
    }
    return true;
}

static void converse(struct repl *repl)
{
    struct conversation conversation = {.repl = repl};
    struct buf input;
    struct buf out;
    bool on = true;
    buf_init(&input);
    buf_init(&out);
    conversation.prompt = prompt_create(conversation.text);
    while (on && read_input(&conversation, &input)) {
        on = repl_take(repl, buf_text(&input), &out);
        fputs(buf_text(&out), stdout);
        fflush(stdout);
        buf_clear(&out);
    }
    prompt_destroy(conversation.prompt);
    buf_finish(&input);
    buf_finish(&out);
}

static int start(const struct options *options, const char *spec)
{
    struct lang_options language = spec_options(&options->spec);
    struct error error = ERROR_NONE;
    struct buf said;
    buf_init(&said);
    struct repl *repl =
        repl_create(spec, options->trace, &language, &said, &error);
    fputs(buf_text(&said), stderr);
    if (repl == NULL && *error.message != '\0')
        fprintf(stderr, "weir repl: %s\n", error.message);
    if (repl != NULL)
        converse(repl);
    int status = repl == NULL ? EXIT_WRONG : EXIT_PASSED;
    repl_destroy(repl);
    buf_finish(&said);
    return status;
}

static int run(struct options *options, int argc, char **argv)
{
    struct flags_words words;
    if (!flags_read(&command, options, argc, argv, &words))
        return words.status;
    if (words.count > 1)
        return flags_complain(&command, "one specification");
    return start(options, words.count == 0 ? NULL : words.items[0]);
}

int command_repl(int argc, char **argv)
{
    struct options options = {.trace = NULL};
    spec_init(&options.spec);
    int status = run(&options, argc, argv);
    spec_finish(&options.spec);
    return status;
}
