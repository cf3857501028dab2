/* The law of dependency analysis: a state that holds what the analysis has
 * found and nothing else (as an executor reports it) is as good as one that
 * holds all there is. Over random expressions, in which elements pass through
 * everything that the language has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/vec.h"
#include "expressions.h"
#include "lang/deps/deps.h"
#include "lang/session.h"

enum {
    SPECIFICATIONS = 500,
    PROPERTIES = 5, /* of each */
    STATES = 3,
    SEED = 20,
};

/* ---- states ------------------------------------------------------------- */

static void add_fields(struct buf *buf, struct expressions *chance,
                       const char *name, const char *quote)
{
    for (int i = 0; i < EXPRESSIONS_FIELDS; i++)
        buf_addf(buf, "%s\"%s%d\":%s%d%s", i == 0 ? "" : ",", name, i, quote,
                 expressions_below(chance, 3), quote);
}

static void add_element(struct buf *buf, struct expressions *chance)
{
    buf_add_text(buf, "{");
    add_fields(buf, chance, "n", "");
    buf_add_text(buf, ",");
    add_fields(buf, chance, "t", "\"");
    for (int i = 0; i < EXPRESSIONS_FIELDS; i++)
        buf_addf(buf, ",\"on%d\":%s", i,
                 expressions_below(chance, 2) == 0 ? "true" : "false");
    buf_add_text(buf, ",\"css\":{");
    add_fields(buf, chance, "c", "\"");
    buf_add_text(buf, "},\"data\":{");
    add_fields(buf, chance, "d", "\"");
    buf_add_text(buf, "}}");
}

/* All there is. */
static struct value *full_state(struct expressions *chance)
{
    struct buf buf;
    buf_init(&buf);
    buf_add_text(&buf, "{");
    for (int i = 0; i < EXPRESSIONS_SELECTORS; i++) {
        buf_addf(&buf, "%s\"s%d\":[", i == 0 ? "" : ",", i);
        int more = expressions_below(chance, 2);
        for (int j = 0; j < 2 + more; j++) {
            buf_add_text(&buf, j == 0 ? "" : ",");
            add_element(&buf, chance);
        }
        buf_add_text(&buf, "]");
    }
    buf_add_text(&buf, "}");
    struct value *state = value_parse(buf_str(&buf), NULL);
    assert_non_null(state);
    buf_finish(&buf);
    return state;
}

static bool is_by_name(const char *field)
{
    return strcmp(field, "css") == 0;
}

/* What is asked of the value; of a field without fields all of it, but of css
 * only what is named (docs/REFERENCE.md, 8.3). */
static struct value *asked_part(const struct value *value,
                                const struct deps_node *asked, bool is_whole)
{
    if (is_whole && asked->count == 0)
        return value_ref(value);
    VEC(struct value *) items = VEC_EMPTY;
    VEC(struct value_field) fields = VEC_EMPTY;
    struct value *part;
    if (value->kind == VALUE_LIST) {
        for (size_t i = 0; i < value->count; i++)
            vec_push(&items, asked_part(value->items[i], asked, is_whole));
        part = value_list(items.items, items.count);
    } else {
        for (size_t i = 0; i < asked->count; i++) {
            const struct deps_node *child = &asked->children[i];
            const struct value *field = value_field_named(value, child->name);
            if (field == NULL) /* position: nothing here compares elements */
                continue;
            bool whole = !is_by_name(child->name);
            vec_push(&fields,
                     value_named(child->name, asked_part(field, child, whole)));
        }
        part = value_object(fields.items, fields.count);
    }
    vec_finish(&items);
    vec_finish(&fields);
    return part;
}

/* ---- runs --------------------------------------------------------------- */

/* What a run says state by state; after an error no more. */
static void add_observation(struct buf *said, struct lang_session *session,
                            struct lang_primitive_list *offered, bool *goes_on)
{
    struct error error = ERROR_NONE;
    struct verdict verdict;
    struct verdict stop;
    struct lang_value *name = NULL;
    if (offered->count > 0)
        name = lang_value_ref(offered->items[0].name);
    *goes_on = lang_session_observe(session, &name, name == NULL ? 0 : 1,
                                    &verdict, &stop, &error);
    lang_value_unref(name);
    lang_primitive_list_finish(offered);
    *offered = (struct lang_primitive_list){0};
    if (*goes_on)
        *goes_on = lang_session_primitives(session, LANG_WITH, offered, &error);
    if (!*goes_on)
        buf_addf(said, "%s\n", error.message);
    else
        buf_addf(said, "%d %d, %d %d, %zu\n", verdict.kind, verdict.value,
                 stop.kind, stop.value, offered->count);
    if (*goes_on && verdict.kind == VERDICT_DEFINITELY)
        *goes_on = false;
}

static void run(const struct lang_program *program, size_t property,
                struct value *const *states, const struct deps *deps,
                struct buf *said)
{
    struct lang_session *session =
        lang_session_create(program, &program->properties[property]);
    struct lang_primitive_list offered = {0};
    bool goes_on = true;
    for (int i = 0; i < STATES && goes_on; i++) {
        struct value *state = deps == NULL
                                  ? value_ref(states[i])
                                  : asked_part(states[i], &deps->root, false);
        lang_session_enter(session, state, i + 1);
        value_unref(state);
        add_observation(said, session, &offered, &goes_on);
    }
    lang_primitive_list_finish(&offered);
    lang_session_destroy(session);
}

struct tally {
    int good;            /* no error, whatever is there */
    int failed;          /* the same error in both */
    int lost;            /* not the same */
    struct buf shortest; /* of these, with what was said */
};

/* The definition of the property, and what is before all of them. */
static void tell(struct buf *buf, const char *text, size_t property)
{
    char name[40];
    const char *first = strstr(text, "let ~p0 = ");
    snprintf(name, sizeof name, "let ~p%zu = ", property);
    const char *from = strstr(text, name);
    assert_non_null(first);
    assert_non_null(from);
    buf_add(buf, text, (size_t)(first - text));
    buf_add(buf, from, strcspn(from, "\n") + 1);
}

static void note_loss(struct tally *tally, const char *text, size_t property,
                      const char *full, const char *asked,
                      const struct deps *deps)
{
    struct buf told;
    buf_init(&told);
    tell(&told, text, property);
    buf_addf(&told, "with all there is:\n%swith what is asked for:\n%s", full,
             asked);
    deps_add_json(&told, deps);
    buf_add_text(&told, "\n");
    if (tally->lost++ == 0 || told.length < tally->shortest.length) {
        buf_clear(&tally->shortest);
        buf_add_str(&tally->shortest, buf_str(&told));
    }
    buf_finish(&told);
}

static void check_property(const struct lang_program *program, size_t property,
                           struct value *const *states, const char *text,
                           struct tally *tally)
{
    struct deps deps;
    struct buf full;
    struct buf asked;
    buf_init(&full);
    buf_init(&asked);
    lang_deps_for(program, &program->properties[property], LANG_DEPS_PAGE,
                  &deps);
    run(program, property, states, NULL, &full);
    run(program, property, states, &deps, &asked);
    if (strcmp(buf_text(&full), buf_text(&asked)) != 0)
        note_loss(tally, text, property, buf_text(&full), buf_text(&asked),
                  &deps);
    bool is_good = strchr(buf_text(&full), '|') == NULL &&
                   strstr(buf_text(&full), "spec.strom") == NULL;
    tally->good += is_good;
    tally->failed += !is_good;
    buf_finish(&full);
    buf_finish(&asked);
    deps_finish(&deps);
}

static struct lang_program *load(const char *text)
{
    struct lang_options options = {.library = WEIR_TEST_LIBRARY};
    struct source_table sources;
    struct diag_list diags;
    diag_list_init(&diags);
    struct lang_program *program = lang_load_text("spec.strom", str_text(text),
                                                  &options, &diags, &sources);
    if (program == NULL) {
        struct buf buf;
        buf_init(&buf);
        diag_list_print(&buf, &sources, &diags);
        fail_msg("%s\n%s", buf_text(&buf), text);
    }
    diag_list_finish(&diags);
    return program;
}

static void check_specification(uint64_t seed, struct tally *tally)
{
    struct expressions *chance = expressions_create(seed);
    struct buf text;
    struct value *states[STATES];
    buf_init(&text);
    expressions_add_specification(chance, &text, PROPERTIES);
    for (int i = 0; i < STATES; i++)
        states[i] = full_state(chance);
    struct lang_program *program = load(buf_text(&text));
    for (size_t i = 0; i < program->property_count; i++)
        check_property(program, i, states, buf_text(&text), tally);
    lang_program_destroy(program);
    for (int i = 0; i < STATES; i++)
        value_unref(states[i]);
    buf_finish(&text);
    expressions_destroy(chance);
}

static void what_is_found_is_all_that_an_evaluation_reads(void **state)
{
    (void)state;
    struct tally tally = {.lost = 0};
    buf_init(&tally.shortest);
    for (int i = 0; i < SPECIFICATIONS; i++)
        check_specification(SEED + (uint64_t)i, &tally);
    fputs(buf_text(&tally.shortest), stderr);
    assert_int_equal(tally.lost, 0);
    buf_finish(&tally.shortest);
    /* A law over expressions that fail would say little. */
    assert_true(tally.good > 9 * tally.failed);
    assert_true(tally.good > 2400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_found_is_all_that_an_evaluation_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
