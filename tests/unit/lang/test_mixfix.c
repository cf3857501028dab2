#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "lang/front/mixfix.h"

struct table {
    struct arena arena;
    struct intern names;
    struct mixfix mixfix;
    const struct mixfix_operator *added;
};

static void begin(struct table *table)
{
    arena_init(&table->arena);
    intern_init(&table->names);
    mixfix_init(&table->mixfix, &table->arena, &table->names);
    table->added = NULL;
}

static void end(struct table *table)
{
    mixfix_finish(&table->mixfix);
    intern_finish(&table->names);
    arena_finish(&table->arena);
}

/* Adds the operator whose names are the words of the text. */
static enum mixfix_result add(struct table *table, const char *text,
                              int64_t level, enum mixfix_side side)
{
    intern_t names[80];
    size_t count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        names[count++] = intern_str(&table->names, str_from(text, length));
        text += length + (text[length] == ' ');
    }
    return mixfix_add(&table->mixfix, names, count, level, side, &table->added);
}

static const struct mixfix_part *part(struct table *table, const char *name)
{
    return mixfix_part(&table->mixfix, intern_text(&table->names, name));
}

static void assert_holes(const struct mixfix_operator *op,
                         const enum mixfix_hole *holes, size_t count)
{
    assert_int_equal(op->count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(op->elements[i].hole, holes[i]);
}

static void underscores_are_holes_wherever_they_stand(void **state)
{
    (void)state;
    struct table t;
    begin(&t);
    assert_int_equal(add(&t, "_becomes_", 8, MIXFIX_NONE), MIXFIX_ADDED);
    assert_int_equal(t.added->count, 3);
    assert_string_equal(t.added->name->text, "_becomes_");
    assert_string_equal(t.added->elements[1].part->text, "becomes");
    add(&t, "_ does not become_", 8, MIXFIX_NONE);
    assert_int_equal(t.added->count, 5);
    assert_string_equal(t.added->name->text, "_doesnotbecome_");
    assert_string_equal(mixfix_shape(&t.mixfix, t.added),
                        "_ does not become _");
    assert_int_equal(t.added->hole_count, 2);
    end(&t);
}

static void holes_take_the_levels_of_the_reference(void **state)
{
    (void)state;
    struct table t;
    begin(&t);
    add(&t, "_ a _ b _", 3, MIXFIX_NONE);
    assert_holes(t.added,
                 (enum mixfix_hole[]){MIXFIX_SAME, MIXFIX_PART, MIXFIX_TOP,
                                      MIXFIX_PART, MIXFIX_SAME},
                 5);
    add(&t, "_ c _", 3, MIXFIX_LEFT);
    assert_holes(t.added,
                 (enum mixfix_hole[]){MIXFIX_SAME, MIXFIX_PART, MIXFIX_TIGHTER},
                 3);
    add(&t, "_ d _", 3, MIXFIX_RIGHT);
    assert_holes(t.added,
                 (enum mixfix_hole[]){MIXFIX_TIGHTER, MIXFIX_PART, MIXFIX_SAME},
                 3);
    add(&t, "e _ _", 3, MIXFIX_LEFT);
    assert_holes(
        t.added,
        (enum mixfix_hole[]){MIXFIX_PART, MIXFIX_TIGHTER, MIXFIX_TIGHTER}, 3);
    end(&t);
}

static void levels_stay_sorted_whatever_order_they_come_in(void **state)
{
    (void)state;
    struct table t;
    begin(&t);
    add(&t, "_ a _", 5, MIXFIX_NONE);
    const struct mixfix_operator *a = t.added;
    add(&t, "_ b _", -2, MIXFIX_NONE);
    const struct mixfix_operator *b = t.added;
    add(&t, "_ c _", 3, MIXFIX_NONE);
    const struct mixfix_operator *c = t.added;
    add(&t, "_ d _", -1, MIXFIX_NONE);
    const struct mixfix_operator *d = t.added;
    assert_int_equal(t.mixfix.level_count, 4);
    assert_int_equal(b->level_index, 0);
    assert_int_equal(d->level_index, 1);
    assert_int_equal(c->level_index, 2);
    assert_int_equal(a->level_index, 3);
    assert_int_equal(mixfix_hole_level(c, MIXFIX_TOP), 0);
    assert_int_equal(mixfix_hole_level(c, MIXFIX_SAME), 2);
    assert_int_equal(mixfix_hole_level(c, MIXFIX_TIGHTER), 3);
    end(&t);
}

static void a_shape_exists_once_on_each_side_of_level_zero(void **state)
{
    (void)state;
    struct table t;
    begin(&t);
    assert_int_equal(add(&t, "_ a _", 5, MIXFIX_NONE), MIXFIX_ADDED);
    const struct mixfix_operator *first = t.added;
    assert_int_equal(add(&t, "_a_", 0, MIXFIX_LEFT), MIXFIX_DECLARED);
    assert_ptr_equal(t.added, first);
    assert_int_equal(add(&t, "_ a _", -1, MIXFIX_NONE), MIXFIX_ADDED);
    assert_int_equal(add(&t, "_ a _", -7, MIXFIX_NONE), MIXFIX_DECLARED);
    assert_int_equal(add(&t, "a _", 5, MIXFIX_NONE), MIXFIX_ADDED);
    end(&t);
}

static void parts_know_their_operators(void **state)
{
    (void)state;
    struct table t;
    begin(&t);
    mixfix_add_builtin(&t.mixfix);
    assert_non_null(part(&t, "if"));
    assert_int_equal(part(&t, "if")->starting.count, 1);
    assert_int_equal(part(&t, "if")->following.count, 0);
    assert_int_equal(part(&t, "until")->following.count, 2);
    assert_int_equal(part(&t, "else")->all.count, 1);
    assert_int_equal(part(&t, "else")->following.count, 0);
    assert_null(part(&t, "when"));
    add(&t, "_ when _", 0, MIXFIX_NONE);
    assert_non_null(part(&t, "when"));
    end(&t);
}

static void what_may_stand_before_a_part_is_known(void **state)
{
    (void)state;
    struct table t;
    begin(&t);
    mixfix_add_builtin(&t.mixfix);
    assert_int_equal(part(&t, "+")->follow, 16); /* left: level 8 */
    assert_int_equal(part(&t, "&&")->follow, 9); /* right: above level 4 */
    assert_int_equal(part(&t, "{")->follow, INT64_MIN); /* if _ { */
    assert_int_equal(part(&t, "not")->follow, INT64_MAX);
    add(&t, "_ ] _", 7, MIXFIX_NONE);
    assert_int_equal(part(&t, "]")->follow, INT64_MIN); /* ends lists, too */
    end(&t);
}

static void operators_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct table t;
    begin(&t);
    assert_int_equal(add(&t, "_ _", 1, MIXFIX_NONE), MIXFIX_NO_PART);
    assert_int_equal(add(&t, "_", 1, MIXFIX_NONE), MIXFIX_NO_PART);
    assert_int_equal(add(&t, "_ x", MIXFIX_LEVEL_LIMIT + 1, MIXFIX_NONE),
                     MIXFIX_FAR_LEVEL);
    assert_int_equal(add(&t, "_ x", -MIXFIX_LEVEL_LIMIT - 1, MIXFIX_NONE),
                     MIXFIX_FAR_LEVEL);
    assert_int_equal(add(&t, "_ x", INT64_MIN, MIXFIX_NONE), MIXFIX_FAR_LEVEL);
    assert_int_equal(add(&t, "_ x", MIXFIX_LEVEL_LIMIT, MIXFIX_NONE),
                     MIXFIX_ADDED);
    struct buf text;
    buf_init(&text);
    for (int i = 0; i < MIXFIX_ELEMENT_LIMIT / 2; i++)
        buf_add_text(&text, "_a");
    assert_int_equal(add(&t, buf_text(&text), 1, MIXFIX_NONE), MIXFIX_ADDED);
    buf_add_text(&text, "_");
    assert_int_equal(add(&t, buf_text(&text), 1, MIXFIX_NONE), MIXFIX_TOO_LONG);
    buf_finish(&text);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(underscores_are_holes_wherever_they_stand),
        cmocka_unit_test(holes_take_the_levels_of_the_reference),
        cmocka_unit_test(levels_stay_sorted_whatever_order_they_come_in),
        cmocka_unit_test(a_shape_exists_once_on_each_side_of_level_zero),
        cmocka_unit_test(parts_know_their_operators),
        cmocka_unit_test(what_may_stand_before_a_part_is_known),
        cmocka_unit_test(operators_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
