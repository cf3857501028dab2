/* Explanations: what a web developer reads when a property fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"

/* A run of `let ~p = PROPERTY` after the declarations. */
static void start(struct run *run, const char *before, const char *property)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s\nlet ~p = %s;\ncheck p with noop!;", before, property);
    run_text(run, buf_text(&text));
    buf_finish(&text);
}

/* The property is false in this one state, for exactly one reason. */
static void assert_reason(const char *before, const char *property,
                          const char *state, const char *reason)
{
    struct run run;
    start(&run, before, property);
    assert_string_equal(run_state(&run, state), "Definitely false");
    assert_string_equal(run_reason(&run, 0), reason);
    assert_string_equal(run_reason(&run, 1), "");
    run_finish(&run);
}

static void false_conjunct_is_found(void **state)
{
    (void)state;
    assert_reason("let ~n = `n`;", "n > 0 && n < 5 && n != 9", "{\"n\": 7}",
                  "n < 5 is false | n is 7");
    assert_reason("let ~n = `n`; let limit = 5;", "always {3} (n < limit)",
                  "{\"n\": 7}", "n < limit is false | n is 7, limit is 5");
}

static void a_number_of_another_kind_is_told(void **state)
{
    static const char words[] =
        "an integer never equals a float, <= and >= compare numbers";
    struct buf reason = {0};
    (void)state;
    buf_addf(&reason, "n == 7.0 is false | n is 7; %s", words);
    assert_reason("let ~n = `n`;", "always {3} (n == 7.0)", "{\"n\": 7}",
                  buf_text(&reason));
    buf_clear(&reason);
    buf_addf(&reason, "6 == n is false | n is 6.0; %s", words);
    assert_reason("let ~n = parseFloat(`n`);", "always {3} (6 == n)",
                  "{\"n\": \"6\"}", buf_text(&reason));
    assert_reason("let ~n = `n`;", "always {3} (n == 7.5)", "{\"n\": 7}",
                  "n == 7.5 is false | n is 7");
    buf_finish(&reason);
}

static void every_disjunct_is_found(void **state)
{
    struct run run;
    (void)state;
    start(&run, "let ~n = `n`;", "n == 1 || n == 2");
    run_state(&run, "{\"n\": 7}");
    assert_string_equal(run_reason(&run, 0), "n == 1 is false | n is 7");
    assert_string_equal(run_reason(&run, 1), "n == 2 is false | n is 7");
    run_finish(&run);
}

static void named_definitions_keep_their_names(void **state)
{
    (void)state;
    assert_reason("let ~open = `d`.state == \"open\";", "true && open",
                  "{\"d\": [{\"state\": \"shut\"}]}",
                  "open is false: `d`.state == \"open\" | "
                  "`d`.state is \"shut\"");
}

static void control_is_followed(void **state)
{
    static const char *const seven = "{\"n\": 7}";
    (void)state;
    assert_reason("let ~n = `n`;", "if n > 3 { n == 8 } else { n == 9 }", seven,
                  "n == 8 is false | n is 7");
    assert_reason("let ~n = `n`;", "n > 3 ==> n == 8", seven,
                  "n == 8 is false | n is 7");
    assert_reason("let ~n = `n`;", "not (n == 7)", seven,
                  "n == 7 is true | n is 7");
    assert_reason("let ~n = `n`;", "not (n == 7 || n == 8)", seven,
                  "n == 7 is true | n is 7");
    assert_reason("let ~n = `n`;", "(n == 8) when n > 3", seven,
                  "n == 8 is false | n is 7");
    assert_reason("let ~n = `n`;", "let m = n + 1; m == 9", seven,
                  "m == 9 is false | m is 8");
    assert_reason("let ~n = `n`;", "let ok = n == 9; ok && n > 1", seven,
                  "n == 9 is false | n is 7");
    assert_reason("let ~n = `n`; let near(a, b) = a - b < 2 && b - a < 2;",
                  "near(n, 4)", seven, "a - b < 2 is false | a is 7, b is 4");
    assert_reason("let ~n = `n`;",
                  "match n { | case 1 { true } | case x { x > 9 } }", seven,
                  "x > 9 is false | x is 7");
}

static void assert_reads(const char *before, const char *property,
                         const char *state, const char *reads)
{
    struct run run;
    start(&run, before, property);
    assert_string_equal(run_state(&run, state), "Definitely false");
    assert_string_equal(run_reason_reads(&run, 0), reads);
    run_finish(&run);
}

static void an_element_reads_what_its_list_does(void **state)
{
    static const char *const lists =
        "{\"a\": [{\"v\": 1}], \"b\": [{\"v\": 2}], \"c\": [3]}";
    (void)state;
    assert_reads("let ~as = for x in `a` { x.v };",
                 "(forall [a, i] in zip(as, [1, 5]) { a == i + 1 })", lists,
                 "a");
    assert_reads("", "(forall x in `a` { forall y in `b` { x.v == y.v } })",
                 lists, "b a");
    assert_reads("let ~cs = `c`;",
                 "(forall x in `a` { x.v == 2 } || cs == []) && cs != []",
                 lists, "a");
    assert_reads("", "(forall x in `a` { x.v == 1 }) && `c` == []", lists, "c");
    assert_reads("let small(x) = x.v < 1;",
                 "(let as = `a`; (forall x in as { small(x) }))", lists, "a");
    assert_reads("", "not (exists x in `a` { x.v == 1 })", lists, "a");
}

static void quantifiers_name_the_element(void **state)
{
    (void)state;
    assert_reason(
        "", "(forall el in `li` { el.v > 1 && el.w })",
        "{\"li\": [{\"v\": 5, \"w\": true}, {\"v\": 0, \"w\": true}]}",
        "el.v > 1 is false | el.v is 0, el is {v: 0, w: true}");
    assert_reason("", "(forall r in `r` { r.status < 400 })",
                  "{\"r\": [{\"status\": 404, \"url\": \"/a\"},"
                  " {\"status\": 200, \"url\": \"/b\"}]}",
                  "r.status < 400 is false | r.status is 404, "
                  "r is {status: 404, url: \"/a\"}");
    assert_reason("", "(exists x in `li` { x == 1 })", "{\"li\": [2, 3, 4, 5]}",
                  "p is false: exists x in `li` { x == 1 } | "
                  "`li` is [2, 3, 4, 5]");
    assert_reason("", "contains(3, `li`)", "{\"li\": [1]}",
                  "p is false: contains(3, `li`) | `li` is [1]");
}

static void an_element_within_a_call_is_named(void **state)
{
    static const char *const twins = "{\"li\": [1, 2, 2]}";
    (void)state;
    assert_reason(
        "import list;",
        "(forall x in `li` { length(filter(fun y. y == x, `li`)) == 1 "
        "})",
        twins,
        "length(filter(fun y. y == x, `li`)) == 1 is false | "
        "length(filter(fun y. y == x, `li`)) is 2, x is 2");
    assert_reason("let twice(n) = n + n;",
                  "(forall x in `li` { twice(x) < 4 })", twins,
                  "twice(x) < 4 is false | twice(x) is 4, x is 2");
    assert_reason("", "(forall x in `li` { x < 2 })", twins,
                  "x < 2 is false | x is 2");
}

static void frozen_value_beside_the_new_one(void **state)
{
    struct run run;
    (void)state;
    start(&run, "let ~time = parseInt(`t`);",
          "always {9} (let old = time; nextT (time == old - 1))");
    run_state(&run, "{\"t\": \"180\"}");
    run_state(&run, "{\"t\": \"179\"}");
    assert_string_equal(run_state(&run, "{\"t\": \"179\"}"),
                        "Definitely false");
    assert_string_equal(run_reason(&run, 0),
                        "time == old - 1 is false | time is 179, old is 179");
    assert_string_equal(run_reason(&run, 1), "");
    run_finish(&run);
}

static void library_formulas_are_shown_as_the_call(void **state)
{
    struct run run;
    (void)state;
    start(&run, "let ~time = parseInt(`t`);", "always {9} unchanged(time)");
    run_state(&run, "{\"t\": \"180\"}");
    assert_string_equal(run_state(&run, "{\"t\": \"179\"}"),
                        "Definitely false");
    assert_string_equal(run_reason(&run, 0),
                        "unchanged(time) is false | time is 179, old is 180");
    run_finish(&run);
}

static void what_happened_is_shown(void **state)
{
    struct run run;
    (void)state;
    start(&run, "", "nextT contains(loaded?, happened)");
    run_state(&run, "{}");
    assert_string_equal(run_action(&run, "noop", "{}"), "Definitely false");
    /* also when the guards were evaluated in between */
    run_offers(&run, LANG_WITH);
    assert_string_equal(run_reason(&run, 0),
                        "contains(loaded?, happened) is false | "
                        "happened is [noop!]");
    run_finish(&run);
}

static void guards_that_are_formulas_do_not_disturb(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~n = `n`;"
                   "action ~go! = noop! when not isNull(always {1} (n > 0));"
                   "let ~p = always {1} (n < 2); check p with go!;");
    run_state(&run, "{\"n\": 1}");
    assert_string_equal(run_action(&run, "noop", "{\"n\": 2}"),
                        "Definitely false");
    run_offers(&run, LANG_WITH);
    assert_string_equal(run_reason(&run, 0), "n < 2 is false | n is 2");
    run_finish(&run);
}

static void overdue_operators_are_explained(void **state)
{
    struct run run;
    (void)state;
    start(&run, "let ~n = `n`;", "eventually {1} (n == 5)");
    run_state(&run, "{\"n\": 1}");
    assert_string_equal(run_reason(&run, 0),
                        "n == 5 must still be judged in 1 more state | "
                        "n is 1");
    assert_string_equal(run_state(&run, "{\"n\": 2}"), "Probably false");
    assert_string_equal(run_reason(&run, 0),
                        "n == 5 should have become true by now and has not | "
                        "n is 2");
    assert_string_equal(run_reason(&run, 1), ""); /* not also "is false" */
    run_finish(&run);
}

/* Of a larger expression, what in it is false is worth saying. */
static void overdue_expressions_are_taken_apart(void **state)
{
    struct run run;
    (void)state;
    start(&run, "let ~n = `n`;", "eventually {0} (n > 1 && n < 5)");
    assert_string_equal(run_state(&run, "{\"n\": 7}"), "Probably false");
    assert_string_equal(run_reason(&run, 0),
                        "n > 1 && n < 5 should have become true by now and has "
                        "not | n is 7");
    assert_string_equal(run_reason(&run, 1), "n < 5 is false | n is 7");
    assert_string_equal(run_reason(&run, 2), "");
    run_finish(&run);
}

static void overdue_expressions_may_bind_names(void **state)
{
    struct run run;
    (void)state;
    start(&run, "let ~n = `n`; let twice(x) = x + x;",
          "eventually {0} (twice(n) == 4)");
    assert_string_equal(run_state(&run, "{\"n\": 3}"), "Probably false");
    assert_string_equal(
        run_reason(&run, 0),
        "twice(n) == 4 should have become true by now and has not | "
        "twice(n) is 6");
    run_finish(&run);
}

/* Three states; `operand` is false in each. Whatever is asked in between, each
 * false answer has a reason. */
static void assert_explained(const char *property)
{
    static const char *const states[] = {"{\"n\": 3, \"li\": [1, 2]}",
                                         "{\"n\": 4, \"li\": []}",
                                         "{\"n\": 5, \"li\": [7]}"};
    struct run run;
    start(&run,
          "let ~n = `n`; let near(a, b) = a - b < 1 && b - a < 1;"
          "let twice(x) = x + x; let lazy(~q) = q;",
          property);
    for (size_t i = 0; i < 3; i++) {
        const char *verdict = run_state(&run, states[i]);
        bool is_false = strstr(verdict, "false") != NULL;
        bool over = strstr(verdict, "Definitely") != NULL;
        if (*run_reason(&run, 0) == '\0' && is_false)
            fail_msg("no reason for: %s", property);
        if (over)
            break;
    }
    run_finish(&run);
}

/* An expression that binds names needs their slots wherever it is met: after
 * an operator that was not met in time or still demands states, and in the
 * first state as in later ones. */
static void expressions_that_bind_names_are_explained_everywhere(void **state)
{
    static const char *const operands[] = {
        "(let m = n + 1; m == 9)",
        "(let ~m = n + 1; m == 9)",
        "(freeze m = n. m == 9)",
        "(let [a, b] = [n, n]; a == 9 || b == 9)",
        "(let :s(a) = :s(n); a == 9)",
        "(exists x in `li` { x == n })",
        "(forall x in [n, 1] { let y = x; y == 9 })",
        "(match n { | case 9 { true } | case x { x == 8 } })",
        "near(n, 9)",
        "(twice(twice(n)) == 9)",
        "(fun x. x == 9)(n)",
        "lazy(let m = n; m == 9)",
        "(if (let m = n; m == 9) { true } else { near(n, 9) })",
    };
    static const struct {
        const char *before, *after;
    } places[] = {
        {"", ""},
        {"eventually {0} ", ""},
        {"eventually {1} ", ""},
        {"true until {0} ", ""},
        {"true until {1} ", ""},
        {"", " until {1} (n == 9)"},
        {"", " release {1} (n > 0)"},
        {"(n > 9) release {0} ", ""},
        {"nextF ", ""},
        {"next ", ""},
        {"nextT ", ""},
        {"always {1} ", ""},
        {"not (always {1} (not ", "))"},
        {"always {9} (eventually {1} ", ")"},
        {"always {9} (n > 0 ==> (true until {0} ", "))"},
        {"(forall y in [1, 2] { eventually {0} ", " })"},
        {"let k = 1; eventually {k} ", ""},
        {"lazy(eventually {0} ", ")"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (size_t j = 0; j < sizeof operands / sizeof *operands; j++) {
            struct buf property;
            buf_init(&property);
            buf_addf(&property, "%s%s%s", places[i].before, operands[j],
                     places[i].after);
            assert_explained(buf_text(&property));
            buf_finish(&property);
        }
    }
}

static void reasons_have_a_place_and_a_version(void **state)
{
    struct run run;
    struct reason_list reasons = {0};
    (void)state;
    start(&run, "let ~n = `n`;", "always {2} (n == 1)");
    run_state(&run, "{\"n\": 1}");
    run_state(&run, "{\"n\": 2}");
    lang_session_explain(run.session, &reasons);
    assert_int_equal(reasons.count, 1);
    assert_string_equal(reasons.items[0].file, "spec.strom");
    assert_int_equal(reasons.items[0].line, 3);
    assert_int_equal(reasons.items[0].column, 22);
    assert_string_equal(reasons.items[0].source,
                        "let ~p = always {2} (n == 1);");
    assert_int_equal(reasons.items[0].version, 2);
    reason_list_finish(&reasons);
    run_finish(&run);
}

/* `within`: by which calls and definitions the property came to the place. */
static void what_led_to_a_place_is_named(void **state)
{
    static const char before[] = "let ~n = `n`;"
                                 "let below(x, y) = x < y;"
                                 "let ~isSmall = n < 3;"
                                 "let ~fine = isSmall && n > 0;"
                                 "let ~other = n > 0 && below(n, 2);"
                                 "let ~deep = (true && other) && n > 0;"
                                 "let ~soon = eventually {0} (n > 9);"
                                 "let ever(~x) = eventually {0} (x > 9);";
    static const struct {
        const char *property, *within; /* NULL: nothing but the property */
    } cases[] = {
        {"n < 3", NULL},
        {"isSmall", NULL},
        {"always {2} isSmall", NULL},
        {"fine", "fine"},
        {"always {2} (true && fine)", "fine"},
        {"below(n, 2)", "below(n, 2)"},
        {"deep", "below(n, 2), of other, of deep"},
        {"soon", NULL},
        {"ever(n)", "ever(n)"},
        {"contains(3, [n])", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        struct reason_list reasons = {0};
        start(&run, before, cases[i].property);
        run_state(&run, "{\"n\": 7}");
        lang_session_explain(run.session, &reasons);
        assert_int_equal(reasons.count, 1);
        if (cases[i].within == NULL)
            assert_null(reasons.items[0].within);
        else
            assert_string_equal(reasons.items[0].within, cases[i].within);
        reason_list_finish(&reasons);
        run_finish(&run);
    }
}

/* The first operand is to blame only where it could have saved the formula. */
static void operand_that_decides_alone_is_the_only_reason(void **state)
{
    static const struct {
        const char *property, *second;
        size_t reasons;
    } cases[] = {
        {"(`n` == 9) release {1} (`n` == 8)", "`n` == 8", 1},
        {"(`n` == 9) until {1} (`n` == 8)", "`n` == 8", 2},
        {"not ((`n` == 1) until {1} (`n` > 0))", "`n` > 0", 1},
        {"not ((`n` == 1) release {1} (`n` > 0))", "`n` > 0", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        struct reason_list reasons = {0};
        start(&run, "", cases[i].property);
        run_state(&run, "{\"n\": 1}");
        lang_session_explain(run.session, &reasons);
        assert_int_equal(reasons.count, cases[i].reasons);
        assert_non_null(strstr(reasons.items[0].text, cases[i].second));
        reason_list_finish(&reasons);
        run_finish(&run);
    }
}

static void no_more_than_ten_reasons(void **state)
{
    struct run run;
    struct buf text;
    struct reason_list reasons = {0};
    (void)state;
    buf_init(&text);
    buf_add_text(&text, "`n` == 0");
    for (int i = 1; i < 30; i++)
        buf_addf(&text, " || `n` == %d", i);
    start(&run, "", buf_text(&text));
    run_state(&run, "{\"n\": 99}");
    lang_session_explain(run.session, &reasons);
    assert_int_equal(reasons.count, 10);
    reason_list_finish(&reasons);
    run_finish(&run);
    buf_finish(&text);
}

static void nothing_to_explain_before_the_first_state(void **state)
{
    struct run run;
    (void)state;
    start(&run, "", "true");
    assert_string_equal(run_reason(&run, 0), "");
    run_finish(&run);
}

static void guards_that_are_false_are_named(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~on = `s` == \"on\";"
                   "action ~off! = noop! when on;"
                   "action ~hit! = click!(`#b`);"
                   "action ~tick? = changed?(`#b`);"
                   "let ~p = true; check p with off!, hit!, tick?;");
    run_state(&run, "{\"s\": \"off\", \"#b\": []}");
    char *why = lang_session_why_no_action(run.session);
    assert_string_equal(why, "off!: on is false: `s` == \"on\" (`s` is "
                             "\"off\"); hit!: click!(`#b`) has no element to "
                             "act on");
    free(why);
    run_state(&run,
              "{\"s\": \"on\", \"#b\": [{\"ref\": \"e\", \"enabled\": false,"
              " \"visible\": true, \"interactable\": true}]}");
    why = lang_session_why_no_action(run.session);
    assert_string_equal(why, "hit!: click!(`#b`) can act on none of 1 "
                             "element: 1 not enabled");
    free(why);
    run_state(&run, "{\"s\": \"on\", \"#b\": ["
                    "{\"ref\": \"e\", \"enabled\": true,"
                    " \"visible\": true, \"interactable\": false},"
                    "{\"ref\": \"f\", \"enabled\": false,"
                    " \"visible\": false, \"interactable\": false},"
                    "{\"ref\": \"g\", \"enabled\": true,"
                    " \"visible\": true, \"interactable\": false}]}");
    why = lang_session_why_no_action(run.session);
    assert_string_equal(why, "hit!: click!(`#b`) can act on none of 3 "
                             "elements: 1 not enabled, 2 not interactable "
                             "(under another element, or outside of the "
                             "window: scrollBy! or, of weir/pointer, "
                             "scrollAndClick! goes there)");
    free(why);
    run_finish(&run);
}

/* Of an action that is made of others: which of them it is. */
static void parts_that_cannot_be_done_are_named(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action inOrder!(acts) = {inOrder: acts};"
                   "action calmly!(quiet, act) ="
                   "  {settle: {quiet: quiet, atMost: 9}, action: act};"
                   "action ~both! = inOrder!([click!(`#a`), click!(`#b`)]);"
                   "action ~calm! = calmly!(5, click!(`#b`));"
                   "action ~deep! = inOrder!([click!(`#a`), calm!]);"
                   "let ~p = true; check p with both!, calm!, deep!;");
    run_state(&run, "{\"#a\": [{\"ref\": \"e\", \"enabled\": true,"
                    " \"visible\": true, \"interactable\": true}],"
                    " \"#b\": []}");
    char *why = lang_session_why_no_action(run.session);
    assert_string_equal(
        why, "both!: inOrder!([click!(`#a`), click!(`#b`)]) cannot be done "
             "now, for its part 2: click!(`#b`) has no element to act on; "
             "calm!: calmly!(5, click!(`#b`)) cannot be done now: "
             "click!(`#b`) has no element to act on; "
             "deep!: inOrder!([click!(`#a`), calm!]) cannot be done now, for "
             "its part 2: calm! cannot be done now");
    free(why);
    run_finish(&run);
}

/* A character is no data: what is given one is never done. */
static void a_character_where_a_text_is_meant_is_named(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action press!(key) = {id: \"keyPress\", event: false,"
                   " args: [key]};"
                   "action ~m! = press!('m');"
                   "let ~p = true; check p with m!;");
    run_state(&run, "{}");
    char *why = lang_session_why_no_action(run.session);
    assert_string_equal(why, "m!: press!('m') cannot be done: 'm' is a "
                             "character; a text stands in \"\"");
    free(why);
    run_finish(&run);
}

/* What an action is given as data, or as its parts, are no elements. */
static void lists_of_something_else_are_no_elements(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action words!(xs) = for x in xs { click!(`#b`) };"
                   "action pairs!(xs, ys) = for y in ys { click!(`#b`) };"
                   "action ~text! = words!([\"a\", \"b\"]);"
                   "action ~deep! = words!([[1], {a: 2}]);"
                   "action ~parts! = words!([noop!, click!(`#b`)]);"
                   "action ~both! = pairs!([`#a`], `#b`);"
                   "let ~p = true; check p with text!, deep!, parts!, both!;");
    run_state(&run, "{\"#a\": [], \"#b\": [{\"ref\": \"e\", \"enabled\": false,"
                    " \"visible\": true, \"interactable\": true}]}");
    char *why = lang_session_why_no_action(run.session);
    assert_non_null(why);
    assert_non_null(strstr(why, "[\"a\", \"b\"]) cannot be done now"));
    assert_non_null(strstr(why, "deep!: "));
    assert_non_null(strstr(why, "can act on none of 1 element: 1 not enabled"));
    assert_null(strstr(why, "of 2 elements"));
    free(why);
    run_finish(&run);
}

static void an_object_that_is_no_action_is_told(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action ~half! = {id: \"a\", event: false};"
                   "let ~p = true; check p with half!;");
    run_state(&run, "{}");
    char *why = lang_session_why_no_action(run.session);
    assert_string_equal(why, "half!: is an object that is no action: that has "
                             "`id` (a text), `event` (true or false) and "
                             "`args` (a list of plain values)");
    free(why);
    run_finish(&run);
}

static void explaining_changes_nothing(void **state)
{
    struct run run;
    (void)state;
    start(&run, "let ~n = `n`;", "always {1} (n < 3 || nextT (n > 5))");
    run_state(&run, "{\"n\": 1}");
    run_reason(&run, 0);
    assert_string_equal(run_state(&run, "{\"n\": 4}"), "Probably true");
    run_reason(&run, 0);
    assert_string_equal(run_state(&run, "{\"n\": 5}"), "Definitely false");
    run_finish(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(false_conjunct_is_found),
        cmocka_unit_test(a_number_of_another_kind_is_told),
        cmocka_unit_test(every_disjunct_is_found),
        cmocka_unit_test(named_definitions_keep_their_names),
        cmocka_unit_test(control_is_followed),
        cmocka_unit_test(an_element_reads_what_its_list_does),
        cmocka_unit_test(quantifiers_name_the_element),
        cmocka_unit_test(an_element_within_a_call_is_named),
        cmocka_unit_test(frozen_value_beside_the_new_one),
        cmocka_unit_test(library_formulas_are_shown_as_the_call),
        cmocka_unit_test(what_happened_is_shown),
        cmocka_unit_test(guards_that_are_formulas_do_not_disturb),
        cmocka_unit_test(overdue_operators_are_explained),
        cmocka_unit_test(overdue_expressions_are_taken_apart),
        cmocka_unit_test(overdue_expressions_may_bind_names),
        cmocka_unit_test(expressions_that_bind_names_are_explained_everywhere),
        cmocka_unit_test(reasons_have_a_place_and_a_version),
        cmocka_unit_test(what_led_to_a_place_is_named),
        cmocka_unit_test(operand_that_decides_alone_is_the_only_reason),
        cmocka_unit_test(no_more_than_ten_reasons),
        cmocka_unit_test(nothing_to_explain_before_the_first_state),
        cmocka_unit_test(guards_that_are_false_are_named),
        cmocka_unit_test(lists_of_something_else_are_no_elements),
        cmocka_unit_test(parts_that_cannot_be_done_are_named),
        cmocka_unit_test(a_character_where_a_text_is_meant_is_named),
        cmocka_unit_test(an_object_that_is_no_action_is_told),
        cmocka_unit_test(explaining_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
