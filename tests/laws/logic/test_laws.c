/* Laws of QuickLTL, on random terms and traces.
 *
 * WEIR_LAWS_SEED and WEIR_LAWS_CASES in the environment choose others than the
 * defaults; a failure names seed, case, term and trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/memory.h"
#include "laws/logic/semantics.h"

enum { DEFAULT_SEED = 20220613, DEFAULT_CASES = 4000 };

struct laws {
    struct world world;
    struct arena arena; /* of one case */
    struct random random;
    uint64_t seed;
    int cases;
    int at;
};

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static int set_up(void **state)
{
    struct laws *laws = MEMORY_NEW(struct laws);
    world_init(&laws->world);
    arena_init(&laws->arena);
    laws->seed = from_environment("WEIR_LAWS_SEED", DEFAULT_SEED);
    laws->cases = (int)from_environment("WEIR_LAWS_CASES", DEFAULT_CASES);
    laws->random = random_seeded(laws->seed);
    *state = laws;
    return 0;
}

/* Destroying the store asserts that no formula is left. */
static int tear_down(void **state)
{
    struct laws *laws = *state;
    world_finish(&laws->world);
    arena_finish(&laws->arena);
    free(laws);
    return 0;
}

static bool another_case(struct laws *laws)
{
    arena_reset(&laws->arena);
    return laws->at++ < laws->cases;
}

static void add_meaning(struct buf *buf, struct meaning meaning)
{
    static const char *const kinds[] = {
        [MEANING_FALSE] = "false",
        [MEANING_TRUE] = "true",
        [MEANING_OPEN] = "open",
        [MEANING_FAILED] = "failed",
    };
    buf_add_text(buf, kinds[meaning.kind]);
    if (meaning.kind == MEANING_OPEN)
        buf_add_text(buf, meaning.required   ? " (required)"
                          : meaning.presumed ? " (presumed true)"
                                             : " (presumed false)");
}

/* Fails the test when the two differ, with all that is needed to repeat it. */
static void expect(const struct laws *laws, const struct term *one,
                   const struct term *two, const struct trace *trace,
                   int length, struct meaning a, struct meaning b)
{
    if (meanings_equal(a, b))
        return;
    struct buf buf;
    buf_init(&buf);
    buf_addf(&buf, "seed %llu, case %d: ", (unsigned long long)laws->seed,
             laws->at);
    term_add_text(&buf, one);
    buf_add_text(&buf, " is ");
    add_meaning(&buf, a);
    buf_add_text(&buf, ", but ");
    if (two != one)
        term_add_text(&buf, two);
    buf_add_text(&buf, " should be ");
    add_meaning(&buf, b);
    buf_add_text(&buf, " after");
    for (int i = 0; i < length; i++)
        buf_addf(&buf, " %02x", trace->states[i]);
    print_error("%s\n", buf_text(&buf));
    buf_finish(&buf);
    fail();
}

static struct meaning seen(const struct ltl_formula *formula)
{
    if (formula == NULL)
        return (struct meaning){.kind = MEANING_FAILED};
    if (ltl_is_true(formula) || ltl_is_false(formula))
        return (struct meaning){.kind = ltl_is_true(formula) ? MEANING_TRUE
                                                             : MEANING_FALSE};
    enum ltl_stop stop = ltl_stop(formula);
    return (struct meaning){.kind = MEANING_OPEN,
                            .required = stop == LTL_GO_ON,
                            .presumed = stop == LTL_STOP_TRUE,
                            .overdue = ltl_is_overdue(formula)};
}

/* What our progression shows, state by state, up to the first that is not
 * open; returns how many. */
static int progress(struct world *world, const struct term *term,
                    const struct trace *trace, struct meaning *meanings)
{
    struct ltl_formula *formula = NULL;
    int count = 0;
    do {
        struct ltl_formula *result = NULL;
        world_enter(world, trace->states[count]);
        if (count == 0)
            term_evaluate(world, term, &result);
        else
            ltl_step(world->store, formula, &result);
        ltl_formula_unref(world->store, formula);
        formula = result;
        meanings[count++] = seen(formula);
    } while (count < trace->length && meanings[count - 1].kind == MEANING_OPEN);
    ltl_formula_unref(world->store, formula);
    return count;
}

/* The two terms cannot be told apart on the trace. */
static void expect_equal(struct laws *laws, const struct term *one,
                         const struct term *two, const struct trace *trace)
{
    struct meaning a[TRACE_LIMIT], b[TRACE_LIMIT];
    int count = progress(&laws->world, one, trace, a);
    progress(&laws->world, two, trace, b);
    for (int i = 0; i < count; i++)
        expect(laws, one, two, trace, i + 1, a[i], b[i]);
}

static const struct palette any = {
    .atoms = 3, .max_subscript = 3, .next = true};

/* Once definite, a verdict stays what it is: the meaning is asked of the whole
 * trace, the progression has stopped. */
static void progression_agrees_with_the_meaning_on_finite_traces(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        const struct term *term =
            random_term(&laws->random, &laws->world, &any, 4);
        struct trace trace = random_trace(&laws->random, &any, 8);
        struct meaning found[TRACE_LIMIT];
        int count = progress(&laws->world, term, &trace, found);
        for (int i = 0; i < trace.length; i++)
            expect(laws, term, term, &trace, i + 1,
                   found[i < count ? i : count - 1],
                   term_meaning(term, &trace, i + 1));
    }
}

static void simplification_changes_no_verdict_and_no_stop(void **state)
{
    struct laws *laws = *state;
    static const struct palette palette = {
        .atoms = 3, .max_subscript = 3, .next = true, .fail = true};
    while (another_case(laws)) {
        const struct term *term =
            random_term(&laws->random, &laws->world, &palette, 4);
        struct trace trace = random_trace(&laws->random, &palette, 8);
        struct meaning found[TRACE_LIMIT], plain[TRACE_LIMIT];
        int count = progress(&laws->world, term, &trace, found);
        int same =
            term_meanings_by_rewriting(&laws->arena, term, &trace, plain);
        for (int i = 0; i < count && i < same; i++)
            expect(laws, term, term, &trace, i + 1, found[i], plain[i]);
        assert_int_equal(count, same);
    }
}

/* A run that is cut off is presumably false only when that follows from what
 * was not met in time: never because obligations were joined. */
static void what_is_overdue_is_so_without_simplification(void **state)
{
    struct laws *laws = *state;
    int overdue = 0, missed = 0;
    while (another_case(laws)) {
        const struct term *term =
            random_term(&laws->random, &laws->world, &any, 4);
        struct trace trace = random_trace(&laws->random, &any, TRACE_LIMIT);
        struct meaning found[TRACE_LIMIT], plain[TRACE_LIMIT];
        int count = progress(&laws->world, term, &trace, found);
        term_meanings_by_rewriting(&laws->arena, term, &trace, plain);
        for (int i = 0; i < count; i++) {
            bool open = found[i].kind == MEANING_OPEN && found[i].required;
            if (open && found[i].overdue && !plain[i].overdue)
                expect(laws, term, term, &trace, i + 1,
                       (struct meaning){.kind = MEANING_FALSE}, plain[i]);
            overdue += open && found[i].overdue;
            missed += open && !found[i].overdue && plain[i].overdue;
        }
    }
    assert_true(overdue > laws->cases / 100);
    assert_true(missed * 50 < overdue);
}

static const struct term *make(struct laws *laws, enum term_kind kind,
                               int64_t count, const struct term *a,
                               const struct term *b)
{
    struct term like = {.kind = kind, .count = count, .a = a, .b = b};
    return term_make(&laws->world, &like);
}

static const struct term *negated(struct laws *laws, const struct term *term)
{
    return make(laws, TERM_NOT, 0, term, NULL);
}

struct pair {
    const struct term *left, *right;
};

/* The n-th identity of Figure 3, 1 to 7, for subscript `count`. */
static struct pair identity(struct laws *laws, int n, int64_t count,
                            const struct term *p, const struct term *q)
{
    const struct term *not_p = negated(laws, p), *not_q = negated(laws, q);
    const struct term *always = make(laws, TERM_ALWAYS, count, p, NULL);
    const struct term *eventually = make(laws, TERM_EVENTUALLY, count, p, NULL);
    static const struct term yes = {.kind = TERM_TRUE};
    static const struct term no = {.kind = TERM_FALSE};
    switch (n) {
    case 1:
        return (struct pair){negated(laws, eventually),
                             make(laws, TERM_ALWAYS, count, not_p, NULL)};
    case 2:
        return (struct pair){negated(laws, always),
                             make(laws, TERM_EVENTUALLY, count, not_p, NULL)};
    case 3:
        return (struct pair){negated(laws, make(laws, TERM_NEXT, 0, p, NULL)),
                             make(laws, TERM_NEXT, 0, not_p, NULL)};
    case 4:
        return (struct pair){negated(laws, make(laws, TERM_UNTIL, count, p, q)),
                             make(laws, TERM_RELEASE, count, not_p, not_q)};
    case 5:
        return (struct pair){
            negated(laws, make(laws, TERM_RELEASE, count, p, q)),
            make(laws, TERM_UNTIL, count, not_p, not_q)};
    case 6:
        return (struct pair){
            eventually,
            make(laws, TERM_UNTIL, count, term_make(&laws->world, &yes), p)};
    default:
        return (struct pair){always, make(laws, TERM_RELEASE, count,
                                          term_make(&laws->world, &no), p)};
    }
}

static void the_identities_of_figure_3_hold(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        struct random *random = &laws->random;
        const struct term *p = random_term(random, &laws->world, &any, 3);
        const struct term *q = random_term(random, &laws->world, &any, 3);
        struct trace trace = random_trace(random, &any, 8);
        struct pair pair =
            identity(laws, 1 + laws->at % 7, random_below(random, 4), p, q);
        expect_equal(laws, pair.left, pair.right, &trace);
    }
}

static void weak_and_strong_next_are_dual(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        const struct term *p =
            random_term(&laws->random, &laws->world, &any, 3);
        struct trace trace = random_trace(&laws->random, &any, 6);
        expect_equal(
            laws, negated(laws, make(laws, TERM_NEXT_WEAK, 0, p, NULL)),
            make(laws, TERM_NEXT_STRONG, 0, negated(laws, p), NULL), &trace);
    }
}

/* Figure 5, and identities 10 and 11 of Figure 3 with subscripts. */
static const struct term *expansion(struct laws *laws, const struct term *term)
{
    bool weak = term->kind == TERM_ALWAYS || term->kind == TERM_RELEASE;
    enum term_kind next = weak ? TERM_NEXT_WEAK : TERM_NEXT_STRONG;
    const struct term *rest = term;
    if (term->count > 0) {
        next = TERM_NEXT;
        rest = make(laws, term->kind, term->count - 1, term->a, term->b);
    }
    rest = make(laws, next, 0, rest, NULL);
    switch (term->kind) {
    case TERM_ALWAYS:
        return make(laws, TERM_AND, 0, term->a, rest);
    case TERM_EVENTUALLY:
        return make(laws, TERM_OR, 0, term->a, rest);
    case TERM_UNTIL:
        return make(laws, TERM_OR, 0, term->b,
                    make(laws, TERM_AND, 0, term->a, rest));
    default:
        return make(laws, TERM_AND, 0, term->b,
                    make(laws, TERM_OR, 0, term->a, rest));
    }
}

static void the_expansions_of_figure_5_hold(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        struct random *random = &laws->random;
        enum term_kind kind = (enum term_kind)(TERM_ALWAYS + laws->at % 4);
        const struct term *p = random_term(random, &laws->world, &any, 3);
        const struct term *q = kind < TERM_UNTIL
                                   ? NULL
                                   : random_term(random, &laws->world, &any, 3);
        const struct term *term =
            make(laws, kind, random_below(random, 4), p, q);
        struct trace trace = random_trace(random, &any, 8);
        expect_equal(laws, term, expansion(laws, term), &trace);
    }
}

static void connectives_commute_associate_and_repeat(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        struct random *random = &laws->random;
        enum term_kind kind = laws->at % 2 == 0 ? TERM_AND : TERM_OR;
        const struct term *p = random_term(random, &laws->world, &any, 3);
        const struct term *q = random_term(random, &laws->world, &any, 3);
        const struct term *r = random_term(random, &laws->world, &any, 3);
        struct trace trace = random_trace(random, &any, 8);
        const struct term *pq = make(laws, kind, 0, p, q);
        expect_equal(laws, pq, make(laws, kind, 0, q, p), &trace);
        expect_equal(laws, p, make(laws, kind, 0, p, p), &trace);
        expect_equal(laws, make(laws, kind, 0, pq, r),
                     make(laws, kind, 0, p, make(laws, kind, 0, q, r)), &trace);
        enum term_kind dual = kind == TERM_AND ? TERM_OR : TERM_AND;
        expect_equal(laws, negated(laws, pq),
                     make(laws, dual, 0, negated(laws, p), negated(laws, q)),
                     &trace);
    }
}

/* The same term with other subscripts; `*longest` becomes the term with the
 * larger of both at each place. */
static const struct term *vary(struct laws *laws, const struct term *term,
                               const struct term **longest)
{
    struct term other = *term, both = *term;
    if (term->a != NULL)
        other.a = vary(laws, term->a, &both.a);
    if (term->b != NULL)
        other.b = vary(laws, term->b, &both.b);
    if (term->kind >= TERM_ALWAYS) {
        other.count = random_below(&laws->random, 5);
        both.count = term->count > other.count ? term->count : other.count;
    }
    *longest = term_make(&laws->world, &both);
    return term_make(&laws->world, &other);
}

/* Argument (3) of simplify.c, against the plain meaning, which joins nothing.
 */
static void formulas_in_lockstep_join_into_the_longer_demand(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        const struct term *longest = NULL;
        const struct term *one =
            random_term(&laws->random, &laws->world, &any, 4);
        const struct term *two = vary(laws, one, &longest);
        enum term_kind kind = laws->at % 2 == 0 ? TERM_AND : TERM_OR;
        const struct term *both = make(laws, kind, 0, one, two);
        struct trace trace = random_trace(&laws->random, &any, 8);
        for (int i = 1; i <= trace.length; i++)
            expect(laws, longest, both, &trace, i,
                   term_meaning(longest, &trace, i),
                   term_meaning(both, &trace, i));
        expect_equal(laws, longest, both, &trace);
    }
}

/* An operand that takes several states to be decided. */
static const struct term *slow(struct laws *laws)
{
    struct random *random = &laws->random;
    static const enum term_kind kinds[] = {TERM_ALWAYS, TERM_EVENTUALLY,
                                           TERM_UNTIL, TERM_RELEASE};
    enum term_kind kind = kinds[random_below(random, 4)];
    const struct term *p = random_term(random, &laws->world, &any, 1);
    const struct term *q = random_term(random, &laws->world, &any, 1);
    const struct term *term = make(laws, kind, random_below(random, 2), p,
                                   kind < TERM_UNTIL ? NULL : q);
    if (random_below(random, 3) > 0)
        return term;
    return make(laws, random_below(random, 2) == 0 ? TERM_AND : TERM_OR, 0,
                random_term(random, &laws->world, &any, 2), term);
}

/* The argument of tower.c: until and release with two slow operands, on traces
 * that are long for them. */
static void towers_are_as_good_when_shortened(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        enum term_kind kind = laws->at % 2 == 0 ? TERM_UNTIL : TERM_RELEASE;
        const struct term *term = make(
            laws, kind, random_below(&laws->random, 2), slow(laws), slow(laws));
        struct trace trace = random_trace(&laws->random, &any, TRACE_LIMIT);
        struct meaning found[TRACE_LIMIT];
        int count = progress(&laws->world, term, &trace, found);
        for (int i = 0; i < count; i++)
            expect(laws, term, term, &trace, i + 1, found[i],
                   term_meaning(term, &trace, i + 1));
    }
}

static const struct palette plain_ltl = {.atoms = 3};

/* RV-LTL (paper, 2.1): a presumed answer is the one of LTL on the finite trace,
 * and nothing is required. */
static void
without_subscripts_presumed_answers_are_those_of_rv_ltl(void **state)
{
    struct laws *laws = *state;
    while (another_case(laws)) {
        const struct term *term =
            random_term(&laws->random, &laws->world, &plain_ltl, 4);
        struct trace trace = random_trace(&laws->random, &plain_ltl, 8);
        struct meaning found[TRACE_LIMIT];
        int count = progress(&laws->world, term, &trace, found);
        for (int i = 0; i < count; i++) {
            bool holds = term_holds(term, &trace, i + 1);
            struct meaning meaning = {.kind = found[i].kind, .presumed = holds};
            if (meaning.kind != MEANING_OPEN)
                meaning.kind = holds ? MEANING_TRUE : MEANING_FALSE;
            expect(laws, term, term, &trace, i + 1, found[i], meaning);
        }
    }
}

/* RV-LTL: a definite answer is the one of every longer trace. */
static void without_subscripts_definite_answers_hold_for_ever(void **state)
{
    struct laws *laws = *state;
    int definite = 0;
    while (another_case(laws)) {
        const struct term *term =
            random_term(&laws->random, &laws->world, &plain_ltl, 4);
        struct trace trace = random_trace(&laws->random, &plain_ltl, 6);
        struct meaning found[TRACE_LIMIT];
        int count = progress(&laws->world, term, &trace, found);
        if (found[count - 1].kind == MEANING_OPEN)
            continue;
        definite++;
        bool truth = found[count - 1].kind == MEANING_TRUE;
        while (count < TRACE_LIMIT) {
            trace.states[count++] = (term_state)random_below(&laws->random, 8);
            assert_int_equal(term_holds(term, &trace, count), truth);
        }
    }
    assert_true(definite > laws->cases / 10);
}

#define LAW(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAW(progression_agrees_with_the_meaning_on_finite_traces),
        LAW(simplification_changes_no_verdict_and_no_stop),
        LAW(what_is_overdue_is_so_without_simplification),
        LAW(the_identities_of_figure_3_hold),
        LAW(weak_and_strong_next_are_dual),
        LAW(the_expansions_of_figure_5_hold),
        LAW(connectives_commute_associate_and_repeat),
        LAW(formulas_in_lockstep_join_into_the_longer_demand),
        LAW(towers_are_as_good_when_shortened),
        LAW(without_subscripts_presumed_answers_are_those_of_rv_ltl),
        LAW(without_subscripts_definite_answers_hold_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
