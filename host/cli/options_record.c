/* What of the options belongs into a trace, so that `weir replay` can run the
 * application in the same way: not what is of this machine (the browser), and
 * not what is of this run (reports, tests, the seed). */
#include "cli/options.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/vec.h"
#include "cli/environment_words.h"

typedef environment_word_list text_list;

static void add_word(text_list *list, const char *word)
{
    vec_push(list, value_string(str_text(word)));
}

static void add_text(text_list *list, const char *option, const char *value)
{
    if (value == NULL)
        return;
    add_word(list, option);
    add_word(list, value);
}

static void add_number(text_list *list, const char *option, int64_t number,
                       const char *unit)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%" PRId64 "%s", number, unit);
    add_text(list, option, buf_text(&text));
    buf_finish(&text);
}

static void add_define(text_list *list, const struct lang_define *define)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s=%s", define->name, define->value);
    add_text(list, "--define", buf_text(&text));
    buf_finish(&text);
}

static void add_flag(text_list *list, const char *option, bool is_set)
{
    if (is_set)
        add_word(list, option);
}

static bool has_page(const struct check_options *options)
{
    return options->executor == NULL && options->ccs == NULL &&
           options->streams == NULL && options->from == NULL;
}

/* How a page began is recorded where it was at the load: what has no word of it
 * was recorded by a version that always began at rest, or began there by
 * choice (cli/replay_command.c). */
struct value *options_recorded(const struct check_options *options)
{
    text_list list = VEC_EMPTY;
    for (size_t i = 0; i < options->include_count; i++)
        add_text(&list, "--include", options->include[i]);
    for (size_t i = 0; i < options->define_count; i++)
        add_define(&list, &options->defines[i]);
    add_number(&list, "--subscript", options->subscript, "");
    add_number(&list, "--timeout", options->timeout_ms, "ms");
    if (options->max_actions >= 0)
        add_number(&list, "--max-actions", options->max_actions, "");
    add_text(&list, "--serve", options->serve);
    add_text(&list, "--start", options->start);
    add_text(&list, "--ready", options->ready);
    add_text(&list, "--reset", options->reset);
    add_text(&list, "--executor", options->executor);
    add_text(&list, "--streams", options->streams);
    add_text(&list, "--ccs", options->ccs);
    add_text(&list, "--process", options->process);
    add_flag(&list, "--ccs-events", options->ccs_events);
    add_flag(&list, "--ccs-overtaking", options->ccs_overtaking);
    add_flag(&list, "--deterministic", options->deterministic);
    if (has_page(options) && options->begin == BEGIN_LOAD)
        add_text(&list, "--begin", "load");
    if (options->pauses_ms > 0)
        add_number(&list, "--pauses", options->pauses_ms, "ms");
    environment_words_record(&options->environment, &list);
    struct value *recorded = value_list(list.items, list.count);
    vec_finish(&list);
    return recorded;
}

/* ---- what somebody else has recorded ------------------------------------ */

/* How many words the option takes, with its own; 0: it is never recorded. */
static size_t words_of(struct str word)
{
    static const char *const flags[] = {"--ccs-events", "--ccs-overtaking",
                                        "--deterministic"};
    static const char *const options[] = {
        "--include", "--define",   "--subscript", "--timeout", "--max-actions",
        "--serve",   "--executor", "--ccs",       "--process", "--begin",
        "--start",   "--ready",    "--reset",     "--streams", "--pauses"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (str_is(word, flags[i]))
            return 1;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (str_is(word, options[i]))
            return 2;
    char *text = memory_copy_string(word.data, word.length);
    size_t words = environment_words_recorded(text);
    free(text);
    return words;
}

bool options_accept_recorded(const struct value *list, struct error *error)
{
    size_t count = list == NULL ? 0 : list->count;
    for (size_t i = 0, words; i < count; i += words) {
        struct str word = value_text(list->items[i]);
        words = words_of(word);
        if (words == 0)
            return error_set(error, ERROR_IO,
                             "the trace has the option \"%.*s\", which weir "
                             "records in none",
                             (int)(word.length < 40 ? word.length : 40),
                             word.data);
        if (i + words > count)
            return error_set(error, ERROR_IO,
                             "the trace has %.*s without a value",
                             STR_ARGS(word));
    }
    return true;
}
