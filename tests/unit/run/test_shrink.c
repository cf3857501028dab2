/* Shrinking as a law: whatever makes a run fail, the result fails, is no longer
 * than what was there, and is 1-minimal. The subject is no application but a
 * random condition on a list of numbered choices. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "gen/choices.h"
#include "run/shrink.h"

enum { KINDS = 6, NUMBERS = 5, LONGEST = 40 };

/* A choice: letter a to f, with a number from 0 to 4. */
static struct value *make_choice(size_t kind, int64_t number)
{
    char text[80];
    snprintf(text, sizeof text,
             "{\"names\":[\"%c!\"],\"id\":\"%c\",\"args\":[%d]}",
             (char)('a' + kind), (char)('a' + kind), (int)number);
    return value_parse(str_text(text), NULL);
}

static size_t kind_of(const struct value *choice)
{
    return (size_t)(value_text(value_field(choice, STR("id"))).data[0] - 'a');
}

static int64_t number_of(const struct value *choice)
{
    return value_field(choice, STR("args"))->items[0]->integer;
}

/* A run fails at the first choice at which all of this is true. */
struct condition {
    size_t wanted; /* how many choices of a row must have come, in order... */
    size_t row[4];
    int64_t least[4];  /* ...each with at least this number */
    bool together;     /* an f anywhere needs an e before it, else the
                          run holds: the two go only together */
    size_t turns;      /* of e's there must be a multiple of so many; 0: any */
    size_t runs;       /* counted */
    size_t stop_after; /* runs; 0: never */
};

/* The length of the prefix that fails; 0: it holds. */
static size_t fails_at(const struct condition *condition,
                       const struct choice_list *choices)
{
    size_t matched = 0, closed = 0, opened = 0;
    for (size_t i = 0; i < choices->count; i++) {
        size_t kind = kind_of(choices->items[i]);
        if (matched < condition->wanted && kind == condition->row[matched] &&
            number_of(choices->items[i]) >= condition->least[matched])
            matched++;
        opened += kind == 4;
        closed += kind == 5;
        if (condition->together && opened != closed)
            continue;
        if (condition->turns > 0 && opened % condition->turns != 0)
            continue;
        if (matched == condition->wanted)
            return i + 1;
    }
    return 0;
}

static void add_others(struct choice_list *list, const struct value *choice)
{
    for (int64_t number = 0; number < number_of(choice); number++)
        choice_list_push(list, make_choice(kind_of(choice), number));
}

static enum shrink_outcome run(void *context, const struct choice_list *choices,
                               struct shrink_run *run)
{
    struct condition *condition = context;
    if (condition->stop_after > 0 && condition->runs == condition->stop_after)
        return SHRINK_STOPPED;
    condition->runs++;
    size_t length = fails_at(condition, choices);
    if (length == 0)
        return SHRINK_HOLDS;
    choice_list_add_without(&run->choices, choices, length, choices->count);
    run->others = memory_zeroed(length, sizeof *run->others);
    run->other_count = length;
    for (size_t i = 0; i < length; i++)
        add_others(&run->others[i], choices->items[i]);
    return SHRINK_FAILS;
}

/* ---- pauses and reloads ------------------------------------------------- */

/* A run of letters: "w" waits, "r" reloads, "x" is what the fault needs at the
 * end, and what else there is does nothing. What was run is kept. */
struct letters {
    bool needs_reload;
    size_t runs;
    char first[3][40]; /* lists that were tried first */
};

static struct value *make_letter(char letter)
{
    char text[60];
    const char *id = letter == 'w'   ? "noop"
                     : letter == 'r' ? "reload"
                                     : (char[]){letter, '\0'};
    snprintf(text, sizeof text,
             "{\"names\":[\"%c!\"],\"id\":\"%s\","
             "\"args\":[]}",
             letter, id);
    return value_parse(str_text(text), NULL);
}

static char letter_of(const struct value *choice)
{
    return value_text(value_field(choice, STR("names"))->items[0]).data[0];
}

static enum shrink_outcome run_letters(void *context,
                                       const struct choice_list *choices,
                                       struct shrink_run *run)
{
    struct letters *letters = context;
    bool reloaded = false, fails = false;
    if (letters->runs < 3)
        for (size_t i = 0; i < choices->count; i++)
            letters->first[letters->runs][i] = letter_of(choices->items[i]);
    letters->runs++;
    for (size_t i = 0; i < choices->count; i++) {
        reloaded = reloaded || letter_of(choices->items[i]) == 'r';
        fails = letter_of(choices->items[i]) == 'x' &&
                (reloaded || !letters->needs_reload) && i >= 2;
    }
    if (!fails)
        return SHRINK_HOLDS;
    choice_list_add_without(&run->choices, choices, 0, 0);
    return SHRINK_FAILS;
}

static struct letters shrink_letters(const char *text, bool needs_reload)
{
    struct letters letters = {.needs_reload = needs_reload};
    struct shrink_subject subject = {.run = run_letters, .context = &letters};
    struct shrink_run best = {.others = NULL};
    for (const char *at = text; *at != '\0'; at++)
        choice_list_push(&best.choices, make_letter(*at));
    assert_true(shrink(&subject, &best));
    assert_int_equal(best.choices.count, 3);
    shrink_run_finish(&best);
    return letters;
}

static void the_last_alone_comes_first_then_no_pauses(void **state)
{
    (void)state;
    struct letters all = shrink_letters("awbrcwx", false);
    assert_string_equal(all.first[0], "x");
    assert_string_equal(all.first[1], "abcx");

    /* Where a reload is needed: not all of them, but all the waits. */
    struct letters waits = shrink_letters("awbrcwx", true);
    assert_string_equal(waits.first[0], "x");
    assert_string_equal(waits.first[1], "abcx");
    assert_string_equal(waits.first[2], "abrcx");

    /* Where there is none, nothing is tried for it. */
    struct letters none = shrink_letters("abcx", false);
    assert_string_equal(none.first[0], "x");
    assert_string_equal(none.first[1], "cx");
}

/* ---- time in the place of choices ---------------------------------------- */

/* Each letter takes a millisecond, and so does each of a pause. From five of
 * them after the first 'a' on an 'x' makes the run fail; or it fails by itself
 * after seven. */
struct timed {
    bool needs_end;
};

/* How many choices were done when it failed; 0: it holds. */
static size_t fails_after(const struct timed *timed,
                          const struct choice_list *choices)
{
    int64_t due = INT64_MAX, now = 0;
    for (size_t i = 0; i < choices->count; i++) {
        char letter = letter_of(choices->items[i]);
        now += i > 0 ? choice_pause_ms(choices->items[i]) : 0;
        if (now >= due && !timed->needs_end)
            return i;
        if (now >= due && letter == 'x')
            return i + 1;
        if (letter == 'a' && due == INT64_MAX)
            due = now + (timed->needs_end ? 5 : 7);
        now++;
        if (now >= due && !timed->needs_end)
            return i + 1;
    }
    return 0;
}

static enum shrink_outcome run_timed(void *context,
                                     const struct choice_list *choices,
                                     struct shrink_run *run)
{
    size_t done = fails_after(context, choices);
    if (done > 0)
        choice_list_add_without(&run->choices, choices, done, choices->count);
    return done > 0 ? SHRINK_FAILS : SHRINK_HOLDS;
}

/* The letters that are left, with a dot for a pause before one. */
static void shrinks_to(const char *text, int64_t pause_ms, bool needs_end,
                       const char *expected)
{
    struct timed timed = {.needs_end = needs_end};
    struct shrink_subject subject = {
        .run = run_timed, .context = &timed, .pause_ms = pause_ms};
    struct shrink_run best = {.others = NULL};
    struct buf left;
    buf_init(&left);
    for (const char *at = text; *at != '\0'; at++)
        choice_list_push(&best.choices, make_letter(*at));
    assert_true(shrink(&subject, &best));
    for (size_t i = 0; i < best.choices.count; i++) {
        if (choice_pause_ms(best.choices.items[i]) > 0)
            buf_add_char(&left, '.');
        buf_add_char(&left, letter_of(best.choices.items[i]));
    }
    assert_string_equal(buf_text(&left), expected);
    buf_finish(&left);
    shrink_run_finish(&best);
}

static void what_lets_time_pass_gives_way_to_a_pause(void **state)
{
    (void)state;
    shrinks_to("bacdefgx", 0, true, "adefgx");
    shrinks_to("bacdefgx", 9, true, "a.x");
    /* One that is too short helps all the same. */
    shrinks_to("bacdefgx", 3, true, "ag.x");
}

/* A list of choices ends with one, so what comes in a pause is no result. */
static void what_comes_in_a_pause_is_not_taken(void **state)
{
    (void)state;
    shrinks_to("bacdefghijx", 9, false, "aefghij");
}

/* ---- choices that are not on offer --------------------------------------- */

/* A letter is on offer when all letters that its number names have been done: 0
 * none, 1 an a, 2 a b and so on. */
struct gated {
    struct condition condition;
    bool tells; /* what became of each choice */
};

static enum shrink_outcome run_gated(void *context,
                                     const struct choice_list *choices,
                                     struct shrink_run *run_)
{
    struct gated *gated = context;
    struct choice_list done = {0};
    bool was_done[KINDS] = {false};
    unsigned char *fates = memory_zeroed(choices->count + 1, 1);
    for (size_t i = 0; i < choices->count; i++) {
        const struct value *choice = choices->items[i];
        int64_t needed = number_of(choice);
        bool is_offered = needed == 0 || was_done[needed - 1];
        fates[i] = is_offered ? CHOICE_DONE : CHOICE_LEFT_OUT;
        if (!is_offered)
            continue;
        was_done[kind_of(choice)] = true;
        choice_list_push(&done, value_ref(choices->items[i]));
    }
    enum shrink_outcome outcome = run(&gated->condition, &done, run_);
    /* A run that fails goes no further. */
    for (size_t i = 0, left = run_->choices.count; i < choices->count; i++)
        if (outcome == SHRINK_FAILS && left == 0)
            fates[i] = CHOICE_UNTRIED;
        else
            left -= fates[i] == CHOICE_DONE;
    if (gated->tells) {
        run_->course.fates = fates;
        run_->course.count = choices->count;
        choice_list_add_without(&run_->course.did, &done, 0, 0);
    } else {
        free(fates);
    }
    choice_list_finish(&done);
    return outcome;
}

static struct condition draw_condition(struct choices *chance)
{
    struct condition condition = {.wanted = 1 + choices_below(chance, 4)};
    for (size_t i = 0; i < condition.wanted; i++) {
        condition.row[i] = choices_below(chance, 4);
        condition.least[i] = (int64_t)choices_below(chance, NUMBERS);
    }
    condition.together = choices_below(chance, 2) == 1;
    return condition;
}

static void draw_choices(struct choices *chance, struct choice_list *list)
{
    size_t count = choices_below(chance, LONGEST);
    for (size_t i = 0; i < count; i++) {
        size_t kind = choices_below(chance, KINDS);
        choice_list_push(
            list, make_choice(kind, (int64_t)choices_below(chance, NUMBERS)));
    }
}

static void assert_minimal(const struct condition *condition,
                           const struct choice_list *choices)
{
    assert_int_equal(fails_at(condition, choices), choices->count);
    for (size_t i = 0; i < choices->count; i++) {
        struct choice_list without = {0};
        choice_list_add_without(&without, choices, i, i + 1);
        assert_int_equal(fails_at(condition, &without), 0);
        choice_list_finish(&without);
    }
}

/* No choice can be replaced by the same with a smaller number. */
static void assert_simple(const struct condition *condition,
                          const struct choice_list *choices)
{
    for (size_t i = 0; i < choices->count; i++) {
        const struct value *choice = choices->items[i];
        struct choice_list other = {0};
        for (size_t k = 0; k < choices->count; k++)
            choice_list_push(&other, k == i ? make_choice(kind_of(choice), 0)
                                            : value_ref(choices->items[k]));
        if (number_of(choice) > 0)
            assert_int_equal(fails_at(condition, &other), 0);
        choice_list_finish(&other);
    }
}

static bool shrink_drawn(struct condition *condition, struct choices *chance,
                         struct shrink_run *best, size_t *before)
{
    struct choice_list all = {0};
    *condition = draw_condition(chance);
    draw_choices(chance, &all);
    *before = all.count;
    bool fails = run(condition, &all, best) == SHRINK_FAILS;
    choice_list_finish(&all);
    return fails;
}

static void what_is_left_fails_and_is_1_minimal(void **state)
{
    (void)state;
    size_t failing = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        struct choices chance;
        choices_init(&chance, seed);
        struct condition condition;
        struct shrink_run best = {.others = NULL};
        size_t before;
        if (shrink_drawn(&condition, &chance, &best, &before)) {
            struct shrink_subject subject = {.run = run,
                                             .context = &condition,
                                             .beginnings_hold = seed % 2 == 0};
            assert_true(shrink(&subject, &best));
            assert_true(best.choices.count <= before);
            assert_minimal(&condition, &best.choices);
            assert_simple(&condition, &best.choices);
            failing++;
        }
        shrink_run_finish(&best);
    }
    assert_true(failing > 300);
}

/* A condition of a row alone can always be reduced to the row. */
static void nothing_is_left_but_what_the_failure_needs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct choices chance;
        choices_init(&chance, seed);
        struct condition condition;
        struct shrink_run best = {.others = NULL};
        size_t before;
        bool fails = shrink_drawn(&condition, &chance, &best, &before);
        if (fails && !condition.together) {
            struct shrink_subject subject = {.run = run, .context = &condition};
            shrink(&subject, &best);
            assert_int_equal(best.choices.count, condition.wanted);
        }
        shrink_run_finish(&best);
    }
}

/* However soon it is stopped, what it has is a failing run, and it says that it
 * is not done. */
static void stopped_early_it_keeps_the_best_so_far(void **state)
{
    (void)state;
    size_t stopped = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct choices chance;
        choices_init(&chance, seed);
        struct condition condition;
        struct shrink_run best = {.others = NULL};
        size_t before;
        if (shrink_drawn(&condition, &chance, &best, &before)) {
            struct shrink_subject subject = {.run = run, .context = &condition};
            condition.stop_after = condition.runs + seed % 7;
            bool is_minimal = shrink(&subject, &best);
            assert_int_equal(fails_at(&condition, &best.choices),
                             best.choices.count);
            assert_true(best.choices.count <= before);
            stopped += !is_minimal;
        }
        shrink_run_finish(&best);
    }
    assert_true(stopped > 50);
}

static size_t shrink_gated(const struct condition *condition,
                           const struct choice_list *all, bool tells,
                           struct choice_list *result)
{
    struct gated gated = {.condition = *condition, .tells = tells};
    struct shrink_run best = {.others = NULL};
    gated.condition.runs = 0;
    if (run_gated(&gated, all, &best) == SHRINK_FAILS) {
        struct shrink_subject subject = {
            .run = run_gated, .context = &gated, .beginnings_hold = true};
        assert_true(shrink(&subject, &best));
        choice_list_add_without(result, &best.choices, 0, 0);
    }
    shrink_run_finish(&best);
    return gated.condition.runs;
}

static void assert_same(const struct choice_list *a,
                        const struct choice_list *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_true(value_equal(a->items[i], b->items[i]));
}

/* To know what is not on offer spares runs, and changes nothing else. */
static void what_is_known_spares_runs_and_changes_nothing(void **state)
{
    (void)state;
    size_t runs = 0, runs_blind = 0, failing = 0;
    for (uint64_t seed = 0; seed < 800; seed++) {
        struct choices chance;
        choices_init(&chance, seed);
        struct condition condition = draw_condition(&chance);
        struct choice_list all = {0}, result = {0}, blind = {0};
        draw_choices(&chance, &all);
        size_t ours = shrink_gated(&condition, &all, true, &result);
        size_t theirs = shrink_gated(&condition, &all, false, &blind);
        assert_same(&result, &blind);
        assert_true(ours <= theirs);
        runs += ours;
        runs_blind += theirs;
        failing += result.count > 0;
        choice_list_finish(&all);
        choice_list_finish(&result);
        choice_list_finish(&blind);
    }
    assert_true(failing > 100);
    assert_true(runs * 10 < runs_blind * 9);
}

static void push_row(struct choice_list *list, const char *letters)
{
    for (; *letters != '\0'; letters++)
        choice_list_push(list, make_choice((size_t)(*letters - 'a'), 0));
}

/* Neither one e can go nor some that stand together, but all of them. */
static void what_only_goes_as_a_whole_goes(void **state)
{
    (void)state;
    static const char *const rows[] = {"eaebecd", "eeabceeedeee",
                                       "aeebcedeeee"};
    for (size_t i = 0; i < 3; i++) {
        struct condition condition = {
            .wanted = 4, .row = {0, 1, 2, 3}, .turns = i == 0 ? 3 : 2 * i + 1};
        struct choice_list all = {0};
        push_row(&all, rows[i]);
        struct shrink_run best = {.others = NULL};
        if (run(&condition, &all, &best) != SHRINK_FAILS)
            fail_msg("%s does not fail", rows[i]);
        choice_list_finish(&all);
        struct shrink_subject subject = {.run = run, .context = &condition};
        assert_true(shrink(&subject, &best));
        assert_int_equal(best.choices.count, 4);
        shrink_run_finish(&best);
    }
}

/* What only needs its end is short in as many runs as it takes to see that
 * nothing more can go. */
static void what_was_done_last_is_tried_first(void **state)
{
    (void)state;
    static const char *const ends[] = {"a", "ba", "cbba"};
    static const size_t most[] = {2, 5, 14};
    for (size_t i = 0; i < 3; i++) {
        size_t length = strlen(ends[i]);
        struct condition condition = {.wanted = length};
        for (size_t k = 0; k < length; k++)
            condition.row[k] = (size_t)(ends[i][k] - 'a');
        struct choice_list all = {0};
        for (size_t k = 0; k < 60; k++)
            push_row(&all, k % 2 == 0 ? "d" : "e");
        push_row(&all, ends[i]);
        struct shrink_run best = {.others = NULL};
        assert_int_equal(run(&condition, &all, &best), SHRINK_FAILS);
        choice_list_finish(&all);
        size_t before = condition.runs;
        struct shrink_subject subject = {.run = run, .context = &condition};
        assert_true(shrink(&subject, &best));
        assert_int_equal(best.choices.count, length);
        assert_true(condition.runs - before <= most[i]);
        shrink_run_finish(&best);
    }
}

static size_t runs_of_abc(bool beginnings_hold)
{
    struct condition condition = {.wanted = 3, .row = {0, 1, 2}};
    struct choice_list all = {0};
    push_row(&all, "abc");
    struct shrink_run best = {.others = NULL};
    assert_int_equal(run(&condition, &all, &best), SHRINK_FAILS);
    choice_list_finish(&all);
    struct shrink_subject subject = {
        .run = run, .context = &condition, .beginnings_hold = beginnings_hold};
    assert_true(shrink(&subject, &best));
    assert_int_equal(best.choices.count, 3);
    shrink_run_finish(&best);
    return condition.runs;
}

/* "ab", "a" and nothing are all that can be spared here. */
static void a_beginning_that_holds_is_not_run(void **state)
{
    (void)state;
    assert_int_equal(runs_of_abc(false) - runs_of_abc(true), 3);
}

/* Of a hundred numbers the smallest that will do, in some twenty runs. */
static void the_smallest_number_that_will_do_is_found(void **state)
{
    (void)state;
    for (int64_t least = 0; least < 100; least += 9) {
        struct condition condition = {.wanted = 1, .least = {least}};
        struct choice_list all = {0};
        choice_list_push(&all, make_choice(0, 99));
        struct shrink_run best = {.others = NULL};
        assert_int_equal(run(&condition, &all, &best), SHRINK_FAILS);
        choice_list_finish(&all);
        struct shrink_subject subject = {.run = run, .context = &condition};
        assert_true(shrink(&subject, &best));
        assert_int_equal(number_of(best.choices.items[0]), least);
        assert_true(condition.runs < 40);
        shrink_run_finish(&best);
    }
}

/* f belongs to e: neither can go alone, both can. */
static void two_that_belong_together_go_together(void **state)
{
    (void)state;
    struct condition condition = {.wanted = 1, .row = {0}, .together = true};
    struct choice_list all = {0};
    static const size_t kinds[] = {4, 1, 5, 0};
    for (size_t i = 0; i < 4; i++)
        choice_list_push(&all, make_choice(kinds[i], 0));
    struct shrink_run best = {.others = NULL};
    assert_int_equal(run(&condition, &all, &best), SHRINK_FAILS);
    choice_list_finish(&all);
    struct shrink_subject subject = {.run = run, .context = &condition};
    assert_true(shrink(&subject, &best));
    assert_int_equal(best.choices.count, 1);
    assert_int_equal(kind_of(best.choices.items[0]), 0);
    shrink_run_finish(&best);
}

/* ---- one grows, another goes -------------------------------------------- */

/* A choice of letters: one of a text ("t:ab"), or several in order, of which
 * each letter is one ("w=te"). */
static struct value *make_word(const char *word)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "{\"names\":[\"%c!\"],\"id\":\"%s\",\"args\":[", word[0],
             word[1] == '=' ? "inOrder" : (char[]){word[0], '\0'});
    if (word[1] == ':')
        buf_addf(&text, "\"%s\"", word + 2);
    for (size_t i = 2; word[1] == '=' && word[i] != '\0'; i++)
        buf_addf(&text, "%s{\"id\":\"%c\",\"args\":[]}", i == 2 ? "[" : ",",
                 word[i]);
    buf_add_text(&text, word[1] == '=' ? "]]}" : "]}");
    struct value *choice = value_parse(buf_str(&text), NULL);
    assert_non_null(choice);
    buf_finish(&text);
    return choice;
}

static void add_words(struct choice_list *list, const char *words)
{
    char copy[80], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest))
        choice_list_push(list, make_word(word));
}

/* An application that fails by any of some runs; what could have been done in
 * the place of each word. */
struct words {
    const char *failing[4];                   /* NULL after the last */
    const char *larger[3][2], *simpler[3][2]; /* of a word, which */
    size_t runs;
};

static bool is_same(const struct choice_list *choices, const char *words)
{
    struct choice_list wanted = {0};
    add_words(&wanted, words);
    bool same = wanted.count == choices->count;
    for (size_t i = 0; same && i < wanted.count; i++)
        same = value_equal(wanted.items[i], choices->items[i]);
    choice_list_finish(&wanted);
    return same;
}

static void add_known(struct choice_list *list, const struct value *choice,
                      const char *const known[3][2])
{
    for (size_t i = 0; i < 3 && known[i][0] != NULL; i++) {
        struct value *word = make_word(known[i][0]);
        if (value_equal(word, choice))
            add_words(list, known[i][1]);
        value_unref(word);
    }
}

static enum shrink_outcome run_words(void *context,
                                     const struct choice_list *choices,
                                     struct shrink_run *run)
{
    struct words *words = context;
    bool fails = false;
    words->runs++;
    for (size_t i = 0; words->failing[i] != NULL; i++)
        fails = fails || is_same(choices, words->failing[i]);
    if (!fails)
        return SHRINK_HOLDS;
    choice_list_add_without(&run->choices, choices, 0, 0);
    run->others = memory_zeroed(choices->count, sizeof *run->others);
    run->larger = memory_zeroed(choices->count, sizeof *run->larger);
    run->other_count = choices->count;
    for (size_t i = 0; i < choices->count; i++) {
        add_known(&run->others[i], choices->items[i], words->simpler);
        add_known(&run->larger[i], choices->items[i], words->larger);
    }
    return SHRINK_FAILS;
}

static void expect_shrunk(struct words words, const char *wanted)
{
    struct choice_list all = {0};
    struct shrink_run best = {.others = NULL};
    add_words(&all, words.failing[0]);
    assert_int_equal(run_words(&words, &all, &best), SHRINK_FAILS);
    choice_list_finish(&all);
    struct shrink_subject subject = {.run = run_words, .context = &words};
    assert_true(shrink(&subject, &best));
    assert_true(is_same(&best.choices, wanted));
    assert_true(words.runs < 100);
    shrink_run_finish(&best);
}

static void one_grows_where_another_one_can_go_then(void **state)
{
    (void)state;
    /* A longer text, so that nothing has to be done to it. */
    expect_shrunk((struct words){.failing = {"t:a k x", "t:bb x"},
                                 .larger = {{"t:a", "t:aa t:bb"}}},
                  "t:bb x");
    /* More at once, so that another one does less: four deeds, not five. */
    expect_shrunk((struct words){.failing = {"w=te r=tpd", "w=tet k"},
                                 .larger = {{"w=te", "w=tet"}},
                                 .simpler = {{"r=tpd", "b k"}}},
                  "w=tet k");
    /* Not where as much is done as before. */
    expect_shrunk((struct words){.failing = {"w=te k", "w=tet"},
                                 .larger = {{"w=te", "w=tet"}}},
                  "w=te k");
    /* Nor without end. */
    expect_shrunk((struct words){.failing = {"t:a k", "t:b k"},
                                 .larger = {{"t:a", "t:aa"}, {"t:b", "t:bb"}},
                                 .simpler = {{"t:b", "t:a"}}},
                  "t:a k");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_alone_comes_first_then_no_pauses),
        cmocka_unit_test(what_lets_time_pass_gives_way_to_a_pause),
        cmocka_unit_test(what_comes_in_a_pause_is_not_taken),
        cmocka_unit_test(a_beginning_that_holds_is_not_run),
        cmocka_unit_test(what_is_left_fails_and_is_1_minimal),
        cmocka_unit_test(nothing_is_left_but_what_the_failure_needs),
        cmocka_unit_test(stopped_early_it_keeps_the_best_so_far),
        cmocka_unit_test(two_that_belong_together_go_together),
        cmocka_unit_test(what_is_known_spares_runs_and_changes_nothing),
        cmocka_unit_test(one_grows_where_another_one_can_go_then),
        cmocka_unit_test(what_only_goes_as_a_whole_goes),
        cmocka_unit_test(what_was_done_last_is_tried_first),
        cmocka_unit_test(the_smallest_number_that_will_do_is_found),
    };
    return cmocka_run_group_tests_name("run/shrink", tests, NULL, NULL);
}
