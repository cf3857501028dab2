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

static bool read_file(const char *path, struct buf *buf)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t got = 0;
    do {
        char *to = buf_reserve(buf, 4096);
        got = fread(to, 1, 4096, file);
        buf->length += got;
    } while (got > 0);
    fclose(file);
    return true;
}

static bool write_file(const char *path, const struct buf *buf)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool good = fwrite(buf->data, 1, buf->length, file) == buf->length;
    return fclose(file) == 0 && good;
}

static struct str next_line(struct str *rest)
{
    const char *end = memchr(rest->data, '\n', rest->length);
    size_t length = end == NULL ? rest->length : (size_t)(end - rest->data);
    struct str line = str_from(rest->data, length);
    size_t used = end == NULL ? length : length + 1;
    *rest = str_from(rest->data + used, rest->length - used);
    return line;
}

/* Returns how many lines differ. */
static int run_text(const char *path, struct str text, struct buf *out)
{
    struct run run = {0};
    int differing = 0, number = 0;
    world_init(&run.world);
    while (text.length > 0) {
        struct str line = next_line(&text);
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
    return differing;
}

static bool run_file(const char *path, bool update)
{
    struct buf text, out;
    buf_init(&text);
    buf_init(&out);
    bool good = read_file(path, &text);
    if (!good)
        printf("%s: cannot be read\n", path);
    int differing = good ? run_text(path, buf_str(&text), &out) : 0;
    if (good && update)
        good = write_file(path, &out);
    else if (good)
        good = differing == 0 && text.length > 0;
    buf_finish(&text);
    buf_finish(&out);
    return good;
}

int main(int count, char **arguments)
{
    bool update = count > 1 && strcmp(arguments[1], "--update") == 0;
    int first = update ? 2 : 1;
    bool good = first < count;
    for (int i = first; i < count; i++)
        good = run_file(arguments[i], update) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
