/* What of the options belongs into a trace, so that `weir replay` can run the
 * application in the same way: not what is of this machine (the browser), and
 * not what is of this run (reports, tests, the seed). */
#include "cli/options.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/vec.h"

typedef VEC(struct value *) text_list;

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
    add_text(&list, "--executor", options->executor);
    add_text(&list, "--ccs", options->ccs);
    add_text(&list, "--process", options->process);
    add_flag(&list, "--ccs-events", options->ccs_events);
    add_flag(&list, "--ccs-overtaking", options->ccs_overtaking);
    add_flag(&list, "--deterministic", options->deterministic);
    struct value *recorded = value_list(list.items, list.count);
    vec_finish(&list);
    return recorded;
}
