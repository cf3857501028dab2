#include "back_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/vec.h"
#include "lang/eval/eval.h"
#include "lang/eval/machine.h"

static const char library[] = WEIR_TEST_LIBRARY;

static struct lang_program *try_load(const char *text, struct diag_list *diags,
                                     struct source_table *sources)
{
    struct lang_options options = {.library = library};
    diag_list_init(diags);
    return lang_load_text("spec.strom", str_text(text), &options, diags,
                          sources);
}

static struct lang_program *must_load(const char *text)
{
    struct diag_list diags;
    struct source_table sources;
    struct lang_program *program = try_load(text, &diags, &sources);
    if (program == NULL) {
        struct buf buf;
        buf_init(&buf);
        diag_list_print(&buf, &sources, &diags);
        fail_msg("%s", buf_text(&buf));
    }
    diag_list_finish(&diags);
    return program;
}

struct lang_program *load_bare(const char *text)
{
    return must_load(text);
}

struct lang_program *load(const char *text)
{
    char *whole = memory_format("import quickstrom;\n%s", text);
    struct lang_program *program = must_load(whole);
    free(whole);
    return program;
}

void assert_rejected(const char *text, enum diag_class kind, const char *part)
{
    struct diag_list diags;
    struct source_table sources;
    char *whole = memory_format("import quickstrom;\n%s", text);
    struct lang_program *program = try_load(whole, &diags, &sources);
    free(whole);
    if (program != NULL)
        fail_msg("accepted: %s", text);
    struct buf buf;
    bool found = false;
    buf_init(&buf);
    for (size_t i = 0; i < diags.count; i++)
        found |= diags.items[i].kind == kind &&
                 strstr(diags.items[i].message, part) != NULL;
    diag_list_print(&buf, &sources, &diags);
    if (!found)
        fail_msg("no diagnostic says '%s':\n%s", part, buf_text(&buf));
    buf_finish(&buf);
    diag_list_finish(&diags);
    source_table_finish(&sources);
}

/* -- expressions -- */

enum { PRINT_LIMIT = 1000 };

/* The last global by the quick form of the code (quicken.c). */
static struct val quick_value(struct machine *machine,
                              const struct lang_program *program)
{
    machine->quick = true;
    return eval_force(
        machine, NULL,
        machine_global(machine, NULL, (uint32_t)program->global_count - 1));
}

/* The quick form may fail alone, but else says what the written form says. It
 * meets the limits later, as it takes fewer steps and frames. */
static void assert_quick(const struct lang_program *program,
                         const struct value *state, const char *written)
{
    struct machine machine;
    struct buf buf;
    if (strstr(written, "takes too long") != NULL ||
        strstr(written, "nests too deeply") != NULL)
        return;
    buf_init(&buf);
    machine_init(&machine, program->code);
    machine_enter(&machine, state, 7);
    struct val result = quick_value(&machine, program);
    if (result.kind != VAL_FAIL)
        val_print(&buf, result, PRINT_LIMIT);
    if (result.kind != VAL_FAIL && strcmp(buf_text(&buf), written) != 0)
        fail_msg("the quick form gave %s, not %s", buf_text(&buf), written);
    val_unref(result);
    machine_finish(&machine);
    buf_finish(&buf);
}

/* Evaluates `let ~subject = EXPRESSION` in the state and appends its text, or
 * "error: " and the message. */
static void evaluate(struct buf *buf, const char *state, const char *before,
                     const char *expression)
{
    char *text = memory_format("%s\nlet ~subject = %s;", before, expression);
    struct lang_program *program = load(text);
    struct value *value = value_parse(str_text(state), NULL);
    struct machine machine;
    assert_non_null(value);
    machine_init(&machine, program->code);
    machine_enter(&machine, value, 7);
    struct val result = eval_force(
        &machine, NULL,
        machine_global(&machine, NULL, (uint32_t)program->global_count - 1));
    if (result.kind == VAL_FAIL)
        buf_addf(buf, "error: %s", machine.error.message);
    else
        val_print(buf, result, PRINT_LIMIT);
    val_unref(result);
    machine_finish(&machine);
    assert_quick(program, value, buf_text(buf));
    value_unref(value);
    lang_program_destroy(program);
    free(text);
}

void assert_value_in(const char *state, const char *before,
                     const char *expression, const char *expected)
{
    struct buf buf;
    buf_init(&buf);
    evaluate(&buf, state, before, expression);
    if (!str_is(buf_str(&buf), expected))
        fail_msg("%s gave %s, not %s", expression, buf_text(&buf), expected);
    buf_finish(&buf);
}

void assert_value(const char *expression, const char *expected)
{
    assert_value_in("{}", "", expression, expected);
}

void assert_failure_in(const char *state, const char *before,
                       const char *expression, const char *part)
{
    struct buf buf;
    buf_init(&buf);
    evaluate(&buf, state, before, expression);
    if (!str_starts_with(buf_str(&buf), "error: ") ||
        strstr(buf_text(&buf), part) == NULL)
        fail_msg("%s gave %s, not an error with '%s'", expression,
                 buf_text(&buf), part);
    buf_finish(&buf);
}

void assert_failure(const char *expression, const char *part)
{
    assert_failure_in("{}", "", expression, part);
}

/* -- runs -- */

void run_init(struct run *run, struct lang_program *program, size_t property)
{
    *run = (struct run){0};
    assert_true(property < program->property_count);
    run->session = lang_session_create(program, &program->properties[property]);
}

void run_text(struct run *run, const char *text)
{
    struct lang_program *program = load(text);
    run_init(run, program, 0);
    run->program = program;
}

void run_finish(struct run *run)
{
    lang_primitive_list_finish(&run->primitives);
    lang_session_destroy(run->session);
    lang_program_destroy(run->program);
}

static void enter(struct run *run, const char *state)
{
    struct value *value = value_parse(str_text(state), NULL);
    assert_non_null(value);
    lang_session_enter(run->session, value, ++run->version);
    value_unref(value);
}

static void offer(struct run *run, enum lang_which which)
{
    lang_primitive_list_finish(&run->primitives);
    run->primitives = (struct lang_primitive_list){0};
    if (!lang_session_primitives(run->session, which, &run->primitives,
                                 &run->error))
        fail_msg("%s", run->error.message);
}

static const char *outcome(const struct run *run)
{
    if (run->verdict.kind != VERDICT_NONE)
        return verdict_text(run->verdict);
    return run->stop.kind == VERDICT_NONE ? "more" : verdict_text(run->stop);
}

static const char *observe(struct run *run, struct lang_value *const *names,
                           size_t count)
{
    if (!lang_session_observe(run->session, names, count, &run->verdict,
                              &run->stop, &run->error))
        fail_msg("%s", run->error.message);
    return outcome(run);
}

const char *run_state(struct run *run, const char *state)
{
    enter(run, state);
    return observe(run, NULL, 0);
}

static struct lang_value *named(const struct run *run, const char *id,
                                bool is_event)
{
    for (size_t i = 0; i < run->primitives.count; i++) {
        const struct lang_primitive *at = &run->primitives.items[i];
        if (at->action.is_event == is_event &&
            str_is(value_text(at->action.id), id))
            return at->name;
    }
    fail_msg("no primitive %s", id);
    return NULL;
}

const char *run_event(struct run *run, const char *id, const char *state)
{
    enter(run, state);
    offer(run, run->version == 1 ? LANG_INITIAL : LANG_WITH);
    struct lang_value *name = named(run, id, true);
    return observe(run, &name, name == NULL ? 0 : 1);
}

const char *run_action(struct run *run, const char *id, const char *state)
{
    offer(run, LANG_WITH);
    struct lang_value *name = named(run, id, false);
    enter(run, state);
    return observe(run, &name, name == NULL ? 0 : 1);
}

void run_fails(struct run *run, const char *state, enum error_code code,
               const char *part)
{
    enter(run, state);
    if (lang_session_observe(run->session, NULL, 0, &run->verdict, &run->stop,
                             &run->error))
        fail_msg("no error but: %s", outcome(run));
    assert_int_equal(run->error.code, code);
    if (strstr(run->error.message, part) == NULL)
        fail_msg("no '%s' in: %s", part, run->error.message);
}

const char *run_offers(struct run *run, enum lang_which which)
{
    static char text[2000];
    struct buf buf;
    buf_init(&buf);
    offer(run, which);
    for (size_t i = 0; i < run->primitives.count; i++) {
        const struct lang_primitive *at = &run->primitives.items[i];
        buf_addf(&buf, "%s%.*s ", i > 0 ? "\n" : "",
                 STR_ARGS(value_text(at->action.id)));
        value_add_json(&buf, at->action.args);
        if (at->action.timeout_ms != ACTION_NO_TIMEOUT)
            buf_addf(&buf, " timeout %lld", (long long)at->action.timeout_ms);
        buf_add_text(&buf, " as ");
        if (at->name != NULL)
            lang_value_add_text(&buf, at->name);
    }
    snprintf(text, sizeof text, "%s", buf_text(&buf));
    buf_finish(&buf);
    return text;
}

const char *run_reason(struct run *run, size_t index)
{
    static char text[2000];
    struct reason_list reasons = {0};
    lang_session_explain(run->session, &reasons);
    text[0] = '\0';
    if (index < reasons.count)
        snprintf(text, sizeof text, "%s | %s", reasons.items[index].text,
                 reasons.items[index].values == NULL
                     ? ""
                     : reasons.items[index].values);
    reason_list_finish(&reasons);
    return text;
}

const char *run_reason_reads(struct run *run, size_t index)
{
    static char text[200];
    struct reason_list reasons = {0};
    lang_session_explain(run->session, &reasons);
    const struct value *reads =
        index < reasons.count ? reasons.items[index].reads : NULL;
    text[0] = '\0';
    for (size_t i = 0; reads != NULL && i < reads->count; i++) {
        struct str name = value_text(reads->items[i]);
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%.*s",
                 i == 0 ? "" : " ", (int)name.length, name.data);
    }
    reason_list_finish(&reasons);
    return text;
}
