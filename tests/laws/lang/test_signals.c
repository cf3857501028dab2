/* The words of weir/signals against stored traces: what they say of random
 * histories is what is found by looking through all of the history.
 *
 * The oracle writes what it expects into the state, as fields of `#want`; one
 * property compares each word with it, in every state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../unit/lang/back_support.h"
#include "base/buf.h"
#include "trace/value.h"

enum { LENGTH = 40, RUNS = 60, FIELDS = 16, FORMS = 3, NONE = -1 };

static const char specification[] =
    "import weir/signals;\n"
    "let ~x = `#x`.v;\n"
    "let ~odd = if isNull(x) { null } else { x % 2 };\n"
    "let ~y = `#y`.v;\n"
    "let ~sum = if isNull(x) || isNull(y) { null } else { x + y };\n"
    "let ~want = `#want`;\n"
    /* what a function is given is followed, through others, too */
    "let steps(~e) = ticks(e) + 0;\n"
    "let twice(~e) = steps(e) + ticks(e);\n"
    "let ~p = always {40} (\n"
    "     ticked(x) == want.ticked && prev(x) == want.prev\n"
    "  && before(x) == want.before && ticks(x) == want.ticks\n"
    "  && since(x) == want.since && held(x) == want.held\n"
    "  && lasted(x) == want.lasted\n"
    "  && times(x == 1) == want.ones\n"
    "  && before(before(x)) == want.before2 && prev(prev(x)) == want.prev2\n"
    "  && before(prev(x)) == want.beforePrev\n"
    "  && ticked(odd) == want.oddTicked && ticks(odd) == want.oddTicks\n"
    "  && prev(odd) == want.oddPrev\n"
    "  && ticked(sum) == want.sumTicked && prev(sum) == want.sumPrev\n"
    "  && twice(x) == 2 * want.ticks);\n"
    "check p;\n";

/* One signal's whole history. */
struct history {
    int value[LENGTH];    /* NONE: no value */
    bool written[LENGTH]; /* the source is told to have ticked */
    int form[LENGTH];     /* how that is told, or something beside it */
    bool ticked[LENGTH];
};

static uint32_t chance = 1;

static uint32_t draw(uint32_t bound)
{
    chance = chance * 1664525u + 1013904223u;
    return (chance >> 16) % bound;
}

static int last_tick(const struct history *history, int from)
{
    while (from >= 0 && !history->ticked[from])
        from--;
    return from;
}

/* The definition of docs/SIGNALS.md. */
static void find_ticks(struct history *history)
{
    for (int i = 0; i < LENGTH; i++) {
        int last = last_tick(history, i - 1);
        history->ticked[i] =
            history->value[i] != NONE &&
            (last < 0 || history->written[i] || history->value[i - 1] == NONE ||
             history->value[i] != history->value[last]);
    }
}

static int prev_at(const struct history *history, int at)
{
    int last = last_tick(history, at);
    int before = last < 0 ? -1 : last_tick(history, last - 1);
    return before < 0 ? NONE : history->value[before];
}

static int ticks_at(const struct history *history, int at)
{
    int count = 0;
    for (int i = 0; i <= at; i++)
        count += history->ticked[i];
    return count;
}

static int before_at(const struct history *history, int at)
{
    return at < 1 ? NONE : history->value[at - 1];
}

static int changed_at(const struct history *history, int at)
{
    while (at > 0 && history->value[at] == history->value[at - 1])
        at--;
    return at;
}

/* What is expected, with field number `wrong` (from 0; -1: none) not as it is.
 */
struct wants {
    struct buf *state;
    int wrong;
    int count;
};

static void add_field(struct wants *wants, const char *name, int value)
{
    if (wants->count++ == wants->wrong)
        value = value == NONE ? 0 : value + 1;
    if (value == NONE)
        buf_addf(wants->state, "\"%s\": null,", name);
    else
        buf_addf(wants->state, "\"%s\": %d,", name, value);
}

static void add_truth(struct wants *wants, const char *name, bool truth)
{
    if (wants->count++ == wants->wrong)
        truth = !truth;
    buf_addf(wants->state, "\"%s\": %s,", name, truth ? "true" : "false");
}

static void add_element(struct buf *state, const char *name, int value)
{
    if (value == NONE)
        buf_addf(state, "\"%s\": [],", name);
    else
        buf_addf(state, "\"%s\": [{\"v\": %d}],", name, value);
}

struct trace {
    struct history x, y, odd, sum, prev;
    int64_t time_ms[LENGTH];
};

static void draw_source(struct history *history)
{
    for (int i = 0; i < LENGTH; i++) {
        bool stays = i > 0 && draw(2) == 0;
        history->value[i] = stays ? history->value[i - 1] : (int)draw(4) + NONE;
        history->written[i] = draw(5) == 0;
        history->form[i] = (int)draw(FORMS);
    }
    find_ticks(history);
}

static void derive(struct trace *trace)
{
    for (int i = 0; i < LENGTH; i++) {
        int x = trace->x.value[i];
        int y = trace->y.value[i];
        trace->odd.value[i] = x == NONE ? NONE : x % 2;
        trace->sum.value[i] = x == NONE || y == NONE ? NONE : x + y;
        trace->prev.value[i] = prev_at(&trace->x, i);
        trace->odd.written[i] = trace->prev.written[i] = trace->x.written[i];
        trace->sum.written[i] = trace->x.written[i] || trace->y.written[i];
    }
    find_ticks(&trace->odd);
    find_ticks(&trace->sum);
    find_ticks(&trace->prev);
}

static void draw_trace(struct trace *trace)
{
    draw_source(&trace->x);
    draw_source(&trace->y);
    derive(trace);
    int64_t now = 0;
    for (int i = 0; i < LENGTH; i++)
        trace->time_ms[i] = now += draw(100);
}

static void add_times(struct wants *wants, const struct trace *trace, int at)
{
    int last = last_tick(&trace->x, at);
    int64_t now = trace->time_ms[at];
    add_field(wants, "since",
              last < 0 ? NONE : (int)(now - trace->time_ms[last]));
    int changed = changed_at(&trace->x, at);
    add_field(wants, "held",
              trace->x.value[at] == NONE
                  ? NONE
                  : (int)(now - trace->time_ms[changed]));
    int before = before_at(&trace->x, changed);
    add_field(wants, "lasted",
              before == NONE
                  ? NONE
                  : (int)(trace->time_ms[changed] -
                          trace->time_ms[changed_at(&trace->x, changed - 1)]));
}

static void add_wants(struct wants *wants, const struct trace *trace, int at)
{
    const struct history *x = &trace->x;
    int ones = 0;
    for (int i = 0; i <= at; i++)
        ones += x->value[i] == 1;
    add_truth(wants, "ticked", x->ticked[at]);
    add_field(wants, "prev", prev_at(x, at));
    add_field(wants, "before", before_at(x, at));
    add_field(wants, "ticks", ticks_at(x, at));
    add_times(wants, trace, at);
    add_field(wants, "ones", ones);
    add_field(wants, "before2", at < 1 ? NONE : before_at(x, at - 1));
    add_field(wants, "prev2", prev_at(&trace->prev, at));
    add_field(wants, "beforePrev", before_at(&trace->prev, at));
    add_truth(wants, "oddTicked", trace->odd.ticked[at]);
    add_field(wants, "oddTicks", ticks_at(&trace->odd, at));
    add_field(wants, "oddPrev", prev_at(&trace->odd, at));
    add_truth(wants, "sumTicked", trace->sum.ticked[at]);
    add_field(wants, "sumPrev", prev_at(&trace->sum, at));
}

/* A source by its name, or by the place of an element and a field. */
static struct value *named(const char *selector, int place, const char *field)
{
    struct value *items[] = {
        value_string(str_text(selector)),
        value_int(place),
        field == NULL ? NULL : value_string(str_text(field)),
    };
    return value_list(items, field == NULL ? 2 : 3);
}

/* All three are of what is read of the first element. */
static struct value *told(const char *selector, int form)
{
    if (form == 0)
        return value_string(str_text(selector));
    return named(selector, 0, form == 1 ? "v" : NULL);
}

/* What is not read: another field, another element, other names. */
static struct value *beside(const char *selector, int form)
{
    if (form == 0)
        return named(selector, 0, "w");
    return form == 1 ? named(selector, 1, "v") : named("#z", 0, "v");
}

static struct value *ticked_at(const struct trace *trace, int at)
{
    const struct history *sources[] = {&trace->x, &trace->y};
    const char *const selectors[] = {"#x", "#y"};
    struct value *items[2];
    for (int i = 0; i < 2; i++) {
        int form = sources[i]->form[at];
        items[i] = sources[i]->written[at] ? told(selectors[i], form)
                                           : beside(selectors[i], form);
    }
    return value_list(items, 2);
}

/* The next state; false: the property has failed in it. */
static bool run_step(struct run *run, const struct trace *trace, int at,
                     int wrong)
{
    struct buf state;
    buf_init(&state);
    struct wants wants = {.state = &state, .wrong = wrong};
    buf_add_text(&state, "{");
    add_element(&state, "#x", trace->x.value[at]);
    add_element(&state, "#y", trace->y.value[at]);
    buf_add_text(&state, "\"#want\": [{");
    add_wants(&wants, trace, at);
    buf_add_text(&state, "\"-\": 0}]}");
    assert_int_equal(wants.count, FIELDS);
    struct value *ticked = ticked_at(trace, at);
    lang_session_moment(run->session, trace->time_ms[at] * 1000, ticked, NULL,
                        INT64_MAX);
    const char *said = run_state(run, buf_text(&state));
    buf_finish(&state);
    value_unref(ticked);
    return strcmp(said, "Definitely false") != 0;
}

/* The state in which the property fails, or NONE. In state `at` field number
 * `wrong` is not as it should be. */
static int run_trace(const struct lang_program *program,
                     const struct trace *trace, int at, int wrong)
{
    struct run run;
    run_init(&run, (struct lang_program *)program, 0);
    int failed = NONE;
    for (int i = 0; i < LENGTH && failed == NONE; i++)
        if (!run_step(&run, trace, i, i == at ? wrong : NONE))
            failed = i;
    lang_session_destroy(run.session);
    return failed;
}

static void the_words_say_what_the_history_says(void **state)
{
    (void)state;
    struct lang_program *program = load(specification);
    static struct trace trace;
    for (int i = 0; i < RUNS; i++) {
        draw_trace(&trace);
        int failed = run_trace(program, &trace, NONE, NONE);
        if (failed != NONE)
            fail_msg("run %d, state %d", i, failed);
    }
    lang_program_destroy(program);
}

/* Else the test above could not fail. */
static void each_word_is_compared(void **state)
{
    (void)state;
    struct lang_program *program = load(specification);
    static struct trace trace;
    draw_trace(&trace);
    for (int field = 0; field < FIELDS; field++) {
        int at = LENGTH / 2 + field % 3;
        assert_int_equal(run_trace(program, &trace, at, field), at);
    }
    lang_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_words_say_what_the_history_says),
        cmocka_unit_test(each_word_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
