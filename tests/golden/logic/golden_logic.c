/* Runs the cases of the files named on the command line.
 *
 *     formula always{2} a && nextF b
 *       a b > demand | (next! always{1} a) and (nextF b)
 *       a   > demand
 *       -   > false
 *
 * A line with ">" is a state: the atoms that hold (or "-"), then the verdict of
 * the formula after it: true, false (definite: no state follows), probably
 * true, probably false, demand (more states are required), mistake. "| …" is
 * optional and shows the residual. Other lines are comments.
 *
 * Builds what the file should be, and fails with the lines that differ; with
 * --update it rewrites the file, and a human reads the difference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "support/golden.h"
#include "support/logic/term.h"

struct run {
    struct world world;
    struct ltl_formula *formula; /* NULL: not started, or a mistake */
    const struct term *term;
    bool started;
};

static void begin(struct run *run, const char *text)
{
    ltl_formula_unref(run->world.store, run->formula);
    run->formula = NULL;
    run->term = term_parse(&run->world, text);
    run->started = false;
}

static term_state read_state(struct str text)
{
    term_state state = 0;
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] >= 'a' && text.data[i] < 'a' + TERM_ATOMS)
            state |= (term_state)(1 << (text.data[i] - 'a'));
    return state;
}

static void take_state(struct run *run, term_state state)
{
    struct ltl_formula *result = NULL;
    world_enter(&run->world, state);
    if (!run->started)
        term_evaluate(&run->world, run->term, &result);
    else if (run->formula != NULL)
        ltl_step(run->world.store, run->formula, &result);
    ltl_formula_unref(run->world.store, run->formula);
    run->formula = result;
    run->started = true;
}

static const char *verdict(const struct ltl_formula *formula)
{
    if (formula == NULL)
        return "mistake";
    if (ltl_is_true(formula) || ltl_is_false(formula))
        return ltl_is_true(formula) ? "true" : "false";
    switch (ltl_stop(formula)) {
    case LTL_STOP_TRUE:
        return "probably true";
    case LTL_STOP_FALSE:
        return "probably false";
    case LTL_GO_ON:
        break;
    }
    return "demand";
}

/* Appends the line as it should be. */
static void run_line(struct run *run, struct str line, struct buf *out)
{
    const char *arrow = memchr(line.data, '>', line.length);
    bool comment = line.length == 0 || line.data[0] == '#';
    if (str_starts_with(line, "formula ")) {
        char *text = memory_copy_string(line.data + 8, line.length - 8);
        begin(run, text);
        free(text);
    }
    if (comment || arrow == NULL || str_starts_with(line, "formula ")) {
        buf_add_str(out, line);
        return;
    }
    size_t before = (size_t)(arrow - line.data);
    take_state(run, read_state(str_from(line.data, before)));
    buf_add(out, line.data, before);
    buf_addf(out, "> %s", verdict(run->formula));
    if (run->formula != NULL &&
        memchr(arrow, '|', line.length - before) != NULL) {
        buf_add_text(out, " | ");
        ltl_print(run->world.store, run->formula, out);
    }
}

static bool run_text(const char *path, struct str text, struct buf *out)
{
    struct run run = {0};
    int differing = 0, number = 0;
    world_init(&run.world);
    while (text.length > 0) {
        struct str line = golden_take_line(&text);
        if (str_ends_with(line, "\n"))
            line.length--;
        size_t start = out->length;
        run_line(&run, line, out);
        number++;
        struct str got = str_from(buf_text(out) + start, out->length - start);
        if (!str_equal(got, line)) {
            differing++;
            printf("%s:%d: expected %.*s\n", path, number, STR_ARGS(line));
            printf("%s:%d: got      %.*s\n", path, number, STR_ARGS(got));
        }
        buf_add_char(out, '\n');
    }
    ltl_formula_unref(run.world.store, run.formula);
    world_finish(&run.world);
    return differing == 0;
}

int main(int count, char **arguments)
{
    return golden_run(count, arguments, run_text);
}
