/* Dependency analysis: every row and rule of the reference, 7.6. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/buf.h"
#include "lang/deps/analysis.h"
#include "lang/deps/deps.h"
#include "lang/front/read.h"

/* A module of this text in a fresh folder; the path is owned. */
static char *write_module(const char *text)
{
    char folder[] = "/tmp/weir-deps-XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct buf path;
    buf_init(&path);
    buf_addf(&path, "%s/spec.strom", folder);
    FILE *file = fopen(buf_text(&path), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    return buf_take(&path);
}

static void remove_module(char *path)
{
    assert_int_equal(unlink(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path), 0);
    free(path);
}

static void init_program(struct lang_program *program)
{
    *program = (struct lang_program){.subscript = 100};
    arena_init(&program->arena);
    intern_init(&program->names);
    source_table_init(&program->sources);
}

static void finish_program(struct lang_program *program)
{
    arena_finish(&program->arena);
    intern_finish(&program->names);
    source_table_finish(&program->sources);
}

static void read_program(struct lang_program *program, const char *text)
{
    struct lang_options options = {.library = LIBRARY_FOLDER};
    struct diag_list diags;
    struct buf buf;
    init_program(program);
    diag_list_init(&diags);
    buf_init(&buf);
    char *path = write_module(text);
    bool good = lang_read(program, path, &options, &diags);
    diag_list_print(&buf, &program->sources, &diags);
    if (!good)
        print_error("%s", buf_text(&buf));
    assert_true(good);
    buf_finish(&buf);
    diag_list_finish(&diags);
    remove_module(path);
}

typedef void (*dependencies)(const struct lang_program *program,
                             const struct lang_property *property,
                             struct deps *deps);

/* The dependencies of the first property of the module. */
static void assert_module_finds(dependencies find, const char *text,
                                const char *expected)
{
    struct lang_program program;
    struct deps deps;
    struct buf buf;
    read_program(&program, text);
    assert_true(program.property_count > 0);
    find(&program, &program.properties[0], &deps);
    buf_init(&buf);
    deps_add_json(&buf, &deps);
    assert_string_equal(buf_text(&buf), expected);
    buf_finish(&buf);
    deps_finish(&deps);
    finish_program(&program);
}

static void assert_module_reads(const char *text, const char *expected)
{
    assert_module_finds(lang_deps, text, expected);
}

/* The dependencies of a property that is this expression. */
static void assert_finds(dependencies find, const char *expression,
                         const char *expected)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "import control; import list; import ltl;\n"
             "action ~none! = null;\n"
             "let ~property = %s;\n"
             "check property with none!;\n",
             expression);
    assert_module_finds(find, buf_text(&text), expected);
    buf_finish(&text);
}

static void assert_reads(const char *expression, const char *expected)
{
    assert_finds(lang_deps, expression, expected);
}

static void find_evaluated(const struct lang_program *program,
                           const struct lang_property *property,
                           struct deps *deps)
{
    lang_deps_for(program, property, LANG_DEPS_EVALUATED, deps);
}

static void assert_evaluates(const char *expression, const char *expected)
{
    assert_finds(find_evaluated, expression, expected);
}

static void find_of_page(const struct lang_program *program,
                         const struct lang_property *property,
                         struct deps *deps)
{
    lang_deps_for(program, property, LANG_DEPS_PAGE, deps);
}

static void assert_asks_page(const char *expression, const char *expected)
{
    assert_finds(find_of_page, expression, expected);
}

/* The table at the end of 7.6. */

static void a_field_of_the_first_element_is_read(void **state)
{
    (void)state;
    assert_reads("first(`q`).x == 1", "{\"q\":{\"x\":{}}}");
}

static void both_branches_and_the_condition_are_read(void **state)
{
    (void)state;
    assert_reads("(if `a`.c {`b`.d} else {`e`.f}) == 1",
                 "{\"a\":{\"c\":{}},\"b\":{\"d\":{}},\"e\":{\"f\":{}}}");
    assert_reads("if `a`.c {`b`.d} else {`e`.f} == 1",
                 "{\"a\":{\"c\":{}},\"b\":{\"d\":{}},\"e\":{\"f\":{}}}");
}

static void a_length_reads_no_field(void **state)
{
    (void)state;
    assert_reads("length(`q`) == 1", "{\"q\":{}}");
}

static void a_chain_of_fields_is_nested(void **state)
{
    (void)state;
    assert_reads("`q`.css.display == \"none\"",
                 "{\"q\":{\"css\":{\"display\":{}}}}");
}

static void a_field_picked_from_an_object_leaves_the_others(void **state)
{
    (void)state;
    assert_reads("{a: `x`.t, b: `y`.u}.a == 1", "{\"x\":{\"t\":{}}}");
}

static void the_reference_loses_fields_seen_only_after_zip(void **state)
{
    (void)state;
    assert_reads("(for [a, b] in zip(`q`, `r`) { a.x == b.y }) == []",
                 "{\"q\":{},\"r\":{}}");
}

static void computed_keys_are_not_tracked(void **state)
{
    (void)state;
    assert_reads("`q`.dataset[\"k\"] == 1", "{\"q\":{\"dataset\":{}}}");
}

static void matched_parts_of_a_symbol_are_read(void **state)
{
    (void)state;
    assert_reads("(fun :p(a, b). a.t)(:p(`x`, `y`)) == 1",
                 "{\"x\":{\"t\":{}},\"y\":{}}");
}

/* The rules above it. */

static void constants_read_nothing(void **state)
{
    (void)state;
    assert_reads("[1, 2.5, \"s\", 'c', null, true, :s, happened] == []", "{}");
}

static void selectors_that_are_not_referenced_are_not_read(void **state)
{
    (void)state;
    assert_module_reads("let ~unused = `u`.x;\n"
                        "let ~used = `q`.y;\n"
                        "action ~other! = `o`.z;\n"
                        "action ~none! = null;\n"
                        "let ~property = used == 1;\n"
                        "check property with none!;\n",
                        "{\"q\":{\"y\":{}}}");
}

static void a_local_that_is_not_used_counts(void **state)
{
    (void)state;
    assert_reads("let x = `q`.t; 1 == 1", "{\"q\":{\"t\":{}}}");
    assert_reads("let ~x = `q`.t; 1 == 1", "{\"q\":{\"t\":{}}}");
}

static void fields_of_one_selector_are_merged(void **state)
{
    (void)state;
    assert_reads("`q`.a.b == `q`.a.c && `q`.d == length(`q`)",
                 "{\"q\":{\"a\":{\"b\":{},\"c\":{}},\"d\":{}}}");
}

static void fields_go_through_lists(void **state)
{
    (void)state;
    assert_reads("[`a`, `b`].t == 1", "{\"a\":{\"t\":{}},\"b\":{\"t\":{}}}");
    assert_reads("(for x in `q` { x.t when x.v }) == []",
                 "{\"q\":{\"t\":{},\"v\":{}}}");
    assert_reads("(for [x, y] in [[`a`, `b`]] { x.t }) == []",
                 "{\"a\":{\"t\":{}},\"b\":{\"t\":{}}}");
}

static void functions_are_followed(void **state)
{
    (void)state;
    assert_reads("let f = fun x. x.t; f(`q`) == f(`r`)",
                 "{\"q\":{\"t\":{}},\"r\":{\"t\":{}}}");
    assert_reads("let f = if `c`.d {fun x. x.t} else {fun x. x.u};"
                 " f(`q`) == 1",
                 "{\"c\":{\"d\":{}},\"q\":{\"t\":{},\"u\":{}}}");
    assert_reads("let f = fun (x, y) { x == y.t }; let g = f(`q`.u);"
                 " g(`r`)",
                 "{\"q\":{\"u\":{}},\"r\":{\"t\":{}}}");
}

/* The inner function of each remembers its own x. */
static void closures_keep_what_they_captured(void **state)
{
    (void)state;
    assert_reads("let make = fun x. (fun k. x.t == k);"
                 " let one = make(`q`); let two = make(`r`.s);"
                 " one(two(1))",
                 "{\"q\":{\"t\":{}},\"r\":{\"s\":{\"t\":{}}}}");
}

static void a_function_that_is_not_applied_reads_nothing(void **state)
{
    (void)state;
    assert_reads("let f = fun x. `q`.t; 1 == 1", "{}");
}

static void temporal_operators_read_their_operands(void **state)
{
    (void)state;
    assert_reads("always {2} `a`.p", "{\"a\":{\"p\":{}}}");
    assert_reads("`a`.p until {`n`.k} `b`.q",
                 "{\"a\":{\"p\":{}},\"b\":{\"q\":{}},\"n\":{\"k\":{}}}");
    assert_reads("next (not `a`.p) ==> (eventually nextF `b`.q)",
                 "{\"a\":{\"p\":{}},\"b\":{\"q\":{}}}");
}

static void other_primitives_read_their_arguments(void **state)
{
    (void)state;
    assert_reads("split(`a`.p, trim(`b`.q)) == zipAll([`c`.r])",
                 "{\"a\":{\"p\":{}},\"b\":{\"q\":{}},\"c\":{\"r\":{}}}");
    assert_reads("parseInt(`a`.p) + `b`.q < 0 - `c`.r",
                 "{\"a\":{\"p\":{}},\"b\":{\"q\":{}},\"c\":{\"r\":{}}}");
}

static void an_index_is_read_and_the_element_used(void **state)
{
    (void)state;
    assert_reads("(`q`[`i`.n]).t == 1", "{\"i\":{\"n\":{}},\"q\":{\"t\":{}}}");
}

static void folds_apply_their_function(void **state)
{
    (void)state;
    assert_reads("foldl(fun (n, x) { n + x.t }, `z`.v, `q`) == 1",
                 "{\"q\":{\"t\":{}},\"z\":{\"v\":{}}}");
    assert_reads("foldr(fun (x, n) { n + x.t }, `z`.v, `q`) == 1",
                 "{\"q\":{\"t\":{}},\"z\":{\"v\":{}}}");
    assert_reads("foldr(_&&_, true, map(fun x. x.t, `q`))",
                 "{\"q\":{\"t\":{}}}");
}

static void unfolding_applies_its_step(void **state)
{
    (void)state;
    assert_reads("(for x in unfoldr(fun (s) { [s.head, s.tail] }, `q`)"
                 " { x.t }) == []",
                 "{\"q\":{\"head\":{\"t\":{}},\"tail\":{\"t\":{}}}}");
}

static void a_condition_after_when_is_read(void **state)
{
    (void)state;
    assert_reads("(`q` when `c`.d).t == 1",
                 "{\"c\":{\"d\":{}},\"q\":{\"t\":{}}}");
}

static void patterns_take_objects_apart(void **state)
{
    (void)state;
    assert_reads("let {k: x} = {k: `q`, other: `r`}; x.t == 1",
                 "{\"q\":{\"t\":{}}}");
}

static void a_pattern_that_binds_nothing_reads_what_it_looks_at(void **state)
{
    (void)state;
    assert_reads("match `q`.t { | case 1 { true } | case _ { false } }",
                 "{\"q\":{\"t\":{}}}");
}

/* Actions, events and `when`. */

static void actions_and_events_of_the_check_are_read(void **state)
{
    (void)state;
    assert_module_reads(
        "import control; import list;\n"
        "action press!(els) = for e in els\n"
        "  { {id: \"p\", event: false, args: [e.ref]} when e.visible };\n"
        "action ~go! = press!(`b`) when `c`.ok;\n"
        "action ~seen? = {id: \"s\", event: true, args: [`d`.ref]};\n"
        "action ~unused! = press!(`u`);\n"
        "let ~property = `q`.t == 1;\n"
        "check property with go!, seen?;\n",
        "{\"b\":{\"ref\":{},\"visible\":{}},\"c\":{\"ok\":{}},"
        "\"d\":{\"ref\":{}},\"q\":{\"t\":{}}}");
}

/* The original leaves it out: a defect. */
static void the_when_expression_is_included(void **state)
{
    (void)state;
    assert_module_reads("import control;\n"
                        "action ~go! = {id: \"g\", event: false, args: []};\n"
                        "action ~ready? = {id: \"r\", event: true, args: []}"
                        " when `w`.ready;\n"
                        "let ~property = `q`.t == 1;\n"
                        "check property with go! when ready?;\n",
                        "{\"q\":{\"t\":{}},\"w\":{\"ready\":{}}}");
}

static void arguments_of_an_action_can_be_matched(void **state)
{
    (void)state;
    assert_module_reads(
        "import control;\n"
        "action press!(els) = {id: \"p\", event: false, args: []};\n"
        "action ~none! = null;\n"
        "let ~property = (fun press!(els). els.t)(press!(`q`)) == 1;\n"
        "check property with none!;\n",
        "{\"q\":{\"t\":{}}}");
}

static void each_property_has_its_own_dependencies(void **state)
{
    (void)state;
    struct lang_program program;
    struct deps deps;
    struct buf buf;
    read_program(&program, "action ~none! = null;\n"
                           "let ~one = `a`.p == 1;\n"
                           "let ~two = `b`.q == 1;\n"
                           "check one, two with none!;\n");
    assert_int_equal(program.property_count, 2);
    buf_init(&buf);
    for (size_t i = 0; i < 2; i++) {
        lang_deps(&program, &program.properties[i], &deps);
        deps_add_json(&buf, &deps);
        deps_finish(&deps);
    }
    assert_string_equal(buf_text(&buf), "{\"a\":{\"p\":{}}}{\"b\":{\"q\":{}}}");
    buf_finish(&buf);
    finish_program(&program);
}

/* Each level uses the one below twice; as trees, values double 60 times. */
static void uses_that_would_double_stay_small(void **state)
{
    (void)state;
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "import control; import list;\n"
                        "action ~none! = null;\nlet ~v0 = `q`.t;\n");
    for (int i = 1; i <= 60; i++)
        buf_addf(&text,
                 "let ~v%d = if v%d == 1 {[v%d, v%d]} else {{k: v%d}};\n", i,
                 i - 1, i - 1, i - 1, i - 1);
    buf_add_text(&text, "let ~property = (let f = fun x. [x, x];\n"
                        "f(f(f(f(f(f(f(v60)))))))) == 1;\n"
                        "check property with none!;\n");
    assert_module_reads(buf_text(&text), "{\"q\":{\"t\":{}}}");
    buf_finish(&text);
}

/* 2^60 calls, of 60 functions with one argument. */
static void an_application_is_worked_out_once(void **state)
{
    (void)state;
    struct lang_program program;
    struct analysis analysis;
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "let f0(x) = x.t;\n");
    for (int i = 1; i <= 60; i++)
        buf_addf(&text, "let f%d(x) = [f%d(x), f%d(x)];\n", i, i - 1, i - 1);
    buf_add_text(&text, "let ~result = f60(`q`);\n");
    read_program(&program, buf_text(&text));
    analysis_init(&analysis, &program);
    analysis_run(&analysis);
    assert_int_equal(analysis.application_count, 61);
    analysis_finish(&analysis);
    finish_program(&program);
    buf_finish(&text);
}

/* f0(x) = x.t, f1(x) = f0(x), … */
static void assert_chain_reads(int calls, const char *expected)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "action ~none! = null;\nlet f0(x) = x.t;\n");
    for (int i = 1; i < calls; i++)
        buf_addf(&text, "let f%d(x) = f%d(x);\n", i, i - 1);
    buf_addf(&text,
             "let ~property = f%d(`q`);\n"
             "check property with none!;\n",
             calls - 1);
    assert_module_reads(buf_text(&text), expected);
    buf_finish(&text);
}

/* Each call is a call and an application expression; the last body takes two
 * more, x.t and x. */
static void calls_are_followed_down_to_the_limit(void **state)
{
    (void)state;
    int most = (ANALYSIS_DEPTH_LIMIT - 2) / ANALYSIS_CALL_DEPTH;
    assert_chain_reads(most, "{\"q\":{\"t\":{}}}");
    assert_chain_reads(most + 1, "{\"q\":{}}");
    assert_chain_reads(2 * most, "{\"q\":{}}");
}

/* As many different arguments as paths: 2^30. */
static void work_that_explodes_is_cut_off(void **state)
{
    (void)state;
    struct lang_program program;
    struct deps deps;
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "action ~none! = null;\nlet f0(x) = x.t;\n");
    for (int i = 1; i <= 30; i++)
        buf_addf(&text, "let f%d(x) = [f%d(x.a), f%d(x.b)];\n", i, i - 1,
                 i - 1);
    buf_add_text(&text, "let ~property = f30(`q`);\n"
                        "check property with none!;\n");
    read_program(&program, buf_text(&text));
    lang_deps(&program, &program.properties[0], &deps);
    assert_non_null(deps_find(&deps.root, STR("q")));
    deps_finish(&deps);
    finish_program(&program);
    buf_finish(&text);
}

/* Structure beyond the depth limit is read as a whole; below, part by part. */
static void assert_nested_reads(int depth, const char *expected)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "action ~none! = null;\nlet ~v0 = {k: `q`};\n");
    for (int i = 1; i < depth; i++)
        buf_addf(&text, "let ~v%d = {k: v%d};\n", i, i - 1);
    for (int i = 0; i < depth; i++)
        buf_addf(&text, "let ~w%d = %c%d.k;\n", i, i == 0 ? 'v' : 'w',
                 i == 0 ? depth - 1 : i - 1);
    buf_addf(&text, "let ~property = w%d.t == 1;\n", depth - 1);
    buf_add_text(&text, "check property with none!;\n");
    assert_module_reads(buf_text(&text), expected);
    buf_finish(&text);
}

static void structure_is_followed_down_to_the_limit(void **state)
{
    (void)state;
    assert_nested_reads(200, "{\"q\":{\"t\":{}}}");
    assert_nested_reads(201, "{\"q\":{}}");
}

static void elements_that_are_looked_at_as_a_whole_have_a_position(void **state)
{
    (void)state;
    const char *const whole = "{\"q\":{\"position\":{}}}";
    assert_asks_page("`q` == `q`", whole);
    assert_asks_page("first(`q`) != (`q`)[1]", whole);
    assert_asks_page("let ~before = {all: `q`}; nextT ({all: `q`} == before)",
                     whole);
    assert_asks_page("(for e in `q` { [e] }) == [`q`]", whole);
    assert_asks_page("(`q` + [1]) == [1]", whole);
    assert_asks_page("zip(`q`, [1]) == zip(`q`, [2])", whole);
    assert_asks_page("zipAll([`q`]) == zipAll([`q`])", whole);
    assert_asks_page("contains(first(`q`), `q`)", whole);
    assert_asks_page("contains(:p(`q`), [`q`])", whole);
    assert_asks_page("first(`q`) in happened", whole);
    assert_asks_page("(first(`q`)).position.x == 1",
                     "{\"q\":{\"position\":{\"x\":{}}}}");
    assert_asks_page("first(`q`) == first(`r`) && first(`q`).t == 1",
                     "{\"q\":{\"position\":{},\"t\":{}},"
                     "\"r\":{\"position\":{}}}");
}

static void other_elements_have_none(void **state)
{
    (void)state;
    assert_asks_page("length(`q`) == 1", "{\"q\":{}}");
    assert_asks_page("`q` == []", "{\"q\":{}}");
    assert_asks_page("zip(`q`, [1]) == []", "{\"q\":{}}");
    assert_asks_page("null != first(`q`)", "{\"q\":{}}");
    assert_asks_page("first(`q`).t == 1", "{\"q\":{\"t\":{}}}");
    assert_asks_page("(for e in `q` { e.t }) == [1]", "{\"q\":{\"t\":{}}}");
    assert_asks_page("(for e in `q` { e.t when e.v }) == []",
                     "{\"q\":{\"t\":{},\"v\":{}}}");
    assert_asks_page("if first(`q`).t {1} else {2} == 1", "{\"q\":{\"t\":{}}}");
    assert_asks_page("`::page` == 1", "{\"::page\":{}}");
    assert_evaluates("`q` == []", "{\"q\":{}}");
    assert_reads("`q` == []", "{\"q\":{}}");
}

static void what_an_action_is_given_has_a_position(void **state)
{
    (void)state;
    static const char text[] =
        "action ~touch! = {id: \"touch\", event: false, args: [first(`q`)]};\n"
        "action ~press! = {id: \"press\", event: false, "
        "args: [first(`r`).ref]};\n"
        "let ~p = true;\n"
        "check p with touch!, press!;\n";
    assert_module_finds(find_of_page, text,
                        "{\"q\":{\"position\":{}},\"r\":{\"ref\":{}}}");
    assert_module_finds(find_evaluated, text, "{\"q\":{},\"r\":{\"ref\":{}}}");
}

static void
what_is_evaluated_with_a_record_counts_where_it_is_asked_for(void **state)
{
    (void)state;
    assert_reads("({a: `x`.t, b: `y`.u}).a == 1", "{\"x\":{\"t\":{}}}");
    assert_evaluates("({a: `x`.t, b: `y`.u}).a == 1",
                     "{\"x\":{\"t\":{}},\"y\":{\"u\":{}}}");
    assert_evaluates("({a: `x`, b: `y`}).a.t == 1",
                     "{\"x\":{\"t\":{}},\"y\":{}}");
    assert_evaluates("(fun {a: v}. v)({a: `x`.t, b: `y`.u}) == 1",
                     "{\"x\":{\"t\":{}},\"y\":{\"u\":{}}}");
    assert_evaluates("(match :c(`x`.t) { | case :c(_) { 1 } }) == 1",
                     "{\"x\":{\"t\":{}}}");
    assert_evaluates("(for e in `q` { ({t: e.t, k: e.k}).t }) == []",
                     "{\"q\":{\"k\":{},\"t\":{}}}");
    assert_evaluates("(fun x. 1)(fun y. {a: `x`.t}) == 1", "{}");
}

/* In the reference they are lost (7.6). */
static void elements_go_through_what_makes_lists_of_lists(void **state)
{
    (void)state;
    const char *both = "{\"q\":{\"x\":{}},\"r\":{\"y\":{}}}";
    assert_evaluates("(for [a, b] in zip(`q`, `r`) { a.x == b.y }) == []",
                     both);
    assert_evaluates("(for [a, b] in zipAll([`q`, `r`]) { a.x == b.y }) == []",
                     both);
    assert_evaluates("(forall l in [`q`, `r`] { forall e in l { e.x == 1 } })",
                     "{\"q\":{\"x\":{}},\"r\":{\"x\":{}}}");
    assert_evaluates("(for [a, _] in [[first(`q`), first(`r`)]] { a.x }) == []",
                     "{\"q\":{\"x\":{}},\"r\":{}}");
    assert_evaluates("(nth(nth(zip(`q`, [{e: `r`}]), 0), 1)).e.y == 1",
                     "{\"q\":{\"e\":{\"y\":{}}},\"r\":{\"y\":{}}}");
    assert_evaluates("(for e in unfoldr(fun ([x, n]) { if n < 2 { [x, [x, n + "
                     "1]] } else { null } }, [first(`q`), 0]) { e.x }) == []",
                     "{\"q\":{\"x\":{}}}");
    assert_evaluates("(first(`q`) timeout 5).x == 1", "{\"q\":{\"x\":{}}}");
    assert_evaluates("(true && first(`q`)).x == 1", "{\"q\":{\"x\":{}}}");
}

static void an_element_that_was_given_to_an_action_is_read(void **state)
{
    (void)state;
    assert_module_finds(
        find_evaluated,
        "import control; import list; import ltl;\n"
        "action press!(e) = {id: \"press\", event: false, args: [e.ref]};\n"
        "action ~go! = for e in `q` { press!(e) };\n"
        "let ~p = match happened { | case [press!(e)] { e.x } "
        "| case _ { true } };\n"
        "check p with go!;\n",
        "{\"q\":{\"ref\":{},\"x\":{}}}");
}

/* The reference takes one step of a fold (7.6). */
static void what_a_step_of_a_fold_gives_is_read_by_the_next(void **state)
{
    (void)state;
    const char *best =
        "(foldl(fun (b, e) { if b == null { e } else { if b.v < 4 "
        "{ e } else { b } } }, null, `li`)).t == 1";
    assert_reads(best, "{\"li\":{\"t\":{}}}");
    assert_evaluates(best, "{\"li\":{\"t\":{},\"v\":{}}}");
    assert_evaluates("(foldr(fun (e, b) { if b == null { e } else { if b.v < 4 "
                     "{ e } else { b } } }, null, `li`)).t == 1",
                     "{\"li\":{\"t\":{},\"v\":{}}}");
}

static void an_index_picks_a_field_of_a_record(void **state)
{
    (void)state;
    assert_reads("(nth({a: `x`, b: `y`}, \"b\")).t == 1", "{\"y\":{\"t\":{}}}");
    assert_reads("({a: `x`, b: `y`}[\"b\"]).t == 1",
                 "{\"x\":{},\"y\":{\"t\":{}}}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_of_the_first_element_is_read),
        cmocka_unit_test(both_branches_and_the_condition_are_read),
        cmocka_unit_test(a_length_reads_no_field),
        cmocka_unit_test(a_chain_of_fields_is_nested),
        cmocka_unit_test(a_field_picked_from_an_object_leaves_the_others),
        cmocka_unit_test(the_reference_loses_fields_seen_only_after_zip),
        cmocka_unit_test(elements_go_through_what_makes_lists_of_lists),
        cmocka_unit_test(an_element_that_was_given_to_an_action_is_read),
        cmocka_unit_test(computed_keys_are_not_tracked),
        cmocka_unit_test(matched_parts_of_a_symbol_are_read),
        cmocka_unit_test(constants_read_nothing),
        cmocka_unit_test(selectors_that_are_not_referenced_are_not_read),
        cmocka_unit_test(a_local_that_is_not_used_counts),
        cmocka_unit_test(fields_of_one_selector_are_merged),
        cmocka_unit_test(fields_go_through_lists),
        cmocka_unit_test(functions_are_followed),
        cmocka_unit_test(closures_keep_what_they_captured),
        cmocka_unit_test(a_function_that_is_not_applied_reads_nothing),
        cmocka_unit_test(temporal_operators_read_their_operands),
        cmocka_unit_test(other_primitives_read_their_arguments),
        cmocka_unit_test(an_index_is_read_and_the_element_used),
        cmocka_unit_test(folds_apply_their_function),
        cmocka_unit_test(unfolding_applies_its_step),
        cmocka_unit_test(a_condition_after_when_is_read),
        cmocka_unit_test(patterns_take_objects_apart),
        cmocka_unit_test(a_pattern_that_binds_nothing_reads_what_it_looks_at),
        cmocka_unit_test(actions_and_events_of_the_check_are_read),
        cmocka_unit_test(the_when_expression_is_included),
        cmocka_unit_test(arguments_of_an_action_can_be_matched),
        cmocka_unit_test(each_property_has_its_own_dependencies),
        cmocka_unit_test(uses_that_would_double_stay_small),
        cmocka_unit_test(an_application_is_worked_out_once),
        cmocka_unit_test(calls_are_followed_down_to_the_limit),
        cmocka_unit_test(work_that_explodes_is_cut_off),
        cmocka_unit_test(structure_is_followed_down_to_the_limit),
        cmocka_unit_test(
            elements_that_are_looked_at_as_a_whole_have_a_position),
        cmocka_unit_test(other_elements_have_none),
        cmocka_unit_test(what_an_action_is_given_has_a_position),
        cmocka_unit_test(
            what_is_evaluated_with_a_record_counts_where_it_is_asked_for),
        cmocka_unit_test(what_a_step_of_a_fold_gives_is_read_by_the_next),
        cmocka_unit_test(an_index_picks_a_field_of_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
