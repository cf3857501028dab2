/* Item 76 of the reference's checklist: a specification that reads what the
 * published TodoMVC specification reads has the dependencies that are listed
 * there (reference, 11), and large specifications are analysed at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "back_support.h"
#include "lang/deps/deps.h"
#include "trace/deps.h"

/* Each line makes one selector's fields; the words are ours. */
static const char reads[] =
    "let ~items = `.todo-list li`;"
    "let ~boxes = `.todo-list li input[type=checkbox]`;"
    "let ~names = `.todo-list li label`;"
    "let ~edits = `.todo-list li .edit`;"
    "let ~selected = `.todoapp .filters a.selected`;"
    "let ~shown = for li in items { li.ref when li.css.display != \"none\" };"
    "let ~editing = exists li in items { contains(\"editing\", li.classList) };"
    "let ~done = exists box in boxes { box.checked };"
    "let ~texts = for name in names { name.textContent when name.visible };"
    "let ~edited = for edit in edits {"
    "  edit.textContent when edit.visible && edit.active };"
    "let ~left = `.todoapp .todo-count`;"
    "let ~counted = left.visible && left.innerText != \"\";"
    "let ~number = for n in `.todoapp .todo-count strong` {"
    "  n.textContent when n.visible };"
    "let ~filters = for a in `.todoapp .filters a` { a.textContent };"
    "let ~filter = selected.textContent == \"All\";"
    "let ~typed = `.todoapp .new-todo`.value != \"\";"
    "let ~allDone = `.todoapp #toggle-all`.checked;"
    "let ~p = always ((length(shown) == length(texts)) == (editing || done"
    "  || counted || filter || typed || allDone"
    "  || length(edited) + length(number) + length(filters) == 0));"
    "action ~type! = focus!(`.todoapp .new-todo`);"
    "action ~edit! = doubleClick!(names);"
    "action ~remove! = click!(`.todoapp .destroy`);"
    "action ~keep! = click!(selected);"
    "action ~choose! = click!(`.todoapp .filters a:not(.selected)`);"
    "action ~all! = click!(`.todoapp label[for=toggle-all]`);"
    "action ~leave! = click!(`body`);"
    "check p with * when loaded?;";

#define CLICKABLE "\"enabled\":{},\"interactable\":{},\"ref\":{},\"visible\":{}"
#define CLICKABLE_TEXT                                                         \
    "\"enabled\":{},\"interactable\":{},\"ref\":{},\"textContent\":{},"        \
    "\"visible\":{}"

static const char listed[] =
    "{"
    "\".todo-list li\":{\"classList\":{},\"css\":{\"display\":{}},\"ref\":{}},"
    "\".todo-list li .edit\":{\"active\":{},\"textContent\":{},"
    "\"visible\":{}},"
    "\".todo-list li input[type=checkbox]\":{\"checked\":{}},"
    "\".todo-list li label\":{" CLICKABLE_TEXT "},"
    "\".todoapp #toggle-all\":{\"checked\":{}},"
    "\".todoapp .destroy\":{" CLICKABLE "},"
    "\".todoapp .filters a\":{\"textContent\":{}},"
    "\".todoapp .filters a.selected\":{" CLICKABLE_TEXT "},"
    "\".todoapp .filters a:not(.selected)\":{" CLICKABLE "},"
    "\".todoapp .new-todo\":{\"active\":{},\"interactable\":{},\"ref\":{},"
    "\"value\":{}},"
    "\".todoapp .todo-count\":{\"innerText\":{},\"visible\":{}},"
    "\".todoapp .todo-count strong\":{\"textContent\":{},\"visible\":{}},"
    "\".todoapp label[for=toggle-all]\":{" CLICKABLE "},"
    "\"body\":{" CLICKABLE "}"
    "}";

static void the_dependencies_are_those_of_the_reference_item_76(void **state)
{
    (void)state;
    struct lang_program *program = load(reads);
    struct deps deps;
    struct buf text;
    buf_init(&text);
    lang_deps(program, &program->properties[0], &deps);
    deps_add_json(&text, &deps);
    assert_string_equal(buf_text(&text), listed);
    buf_finish(&text);
    deps_finish(&deps);
    lang_program_destroy(program);
}

/* Of the processor's time, so that a busy machine does not matter. */
static void
our_specification_is_ready_in_well_under_a_second_item_76(void **state)
{
    (void)state;
    struct lang_options options = {.library = WEIR_TEST_LIBRARY};
    struct diag_list diags;
    struct source_table sources;
    struct deps deps;
    diag_list_init(&diags);
    clock_t start = clock();
    struct lang_program *program =
        lang_load(WEIR_TEST_TODOMVC, &options, &diags, &sources);
    assert_non_null(program);
    lang_deps(program, &program->properties[0], &deps);
    assert_true(clock() - start < CLOCKS_PER_SEC);
    deps_finish(&deps);
    lang_program_destroy(program);
    diag_list_finish(&diags);
    source_table_finish(&sources);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dependencies_are_those_of_the_reference_item_76),
        cmocka_unit_test(
            our_specification_is_ready_in_well_under_a_second_item_76),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
