/* What a model says about calls and states.
 *
 * In this file: what is compared and told of a call, a page. */
#include <stdlib.h>

#include "base/memory.h"
#include "fake/answer.h"
#include "fake/fake_internal.h"

/* ---- what is compared and told of a call -------------------------------- */

/* Of two errors only the text counts. */
static bool are_same_errors(const struct value *a, const struct value *b)
{
    const struct value *first = value_field_named(a, "error");
    const struct value *second = value_field_named(b, "error");
    return first != NULL && second != NULL && value_equal(first, second);
}

bool fake_same(struct model *model, const struct model_call *call,
               const struct value *expected, const struct value *got,
               bool *is_same, struct error *error)
{
    struct fake *fake = fake_of(model);
    *is_same = value_equal(expected, got) || are_same_errors(expected, got);
    if (*is_same || !fake->info.has_same)
        return true;
    struct buf line = {0};
    question_begin(&line, "same");
    question_add_call(fake, &line, call);
    value_add_json_field(&line, "expected", expected);
    value_add_json_field(&line, "got", got);
    struct value *ok =
        question_ask_kind(fake, &line, "\"same\"", VALUE_BOOL, error);
    if (ok == NULL)
        return false;
    *is_same = ok->boolean;
    value_unref(ok);
    return true;
}

static bool partition_one(struct fake *fake, const struct model_call *call,
                          struct value **key, struct error *error)
{
    struct buf line = {0};
    question_begin(&line, "partition");
    question_add_call(fake, &line, call);
    *key = question_ask_ok(fake, &line, "\"partition\"", error);
    return *key != NULL;
}

bool fake_partition(struct model *model, const struct model_call *const *calls,
                    size_t count, struct value **keys, struct error *error)
{
    struct fake *fake = fake_of(model);
    if (fake->keeps_states && fake->info.has_partition)
        return claims_partition(&fake->claims, calls, count, keys, error);
    for (size_t i = 0; i < count; i++) {
        if (!fake->info.has_partition) {
            keys[i] = value_null();
        } else if (!partition_one(fake, calls[i], &keys[i], error)) {
            while (i > 0)
                value_unref(keys[--i]);
            return false;
        }
    }
    return true;
}

bool fake_real(struct model *model, int64_t function, const struct value *given,
               struct value **made, struct error *error)
{
    struct fake *fake = fake_of(model);
    struct buf line = {0};
    question_begin(&line, "real");
    buf_addf(&line, ",\"function\":%lld", (long long)function);
    value_add_json_field(&line, "given", given);
    *made = question_ask_ok(fake, &line, "\"real\"", error);
    return *made != NULL;
}

bool fake_labels(struct model *model, uint32_t before,
                 const struct model_call *call, const struct value *answer,
                 uint32_t after, struct value **labels, struct error *error)
{
    struct fake *fake = fake_of(model);
    struct buf line = {0};
    if (!fake->info.has_labels) {
        *labels = value_list(NULL, 0);
        return true;
    }
    question_begin(&line, "labels");
    question_add_call(fake, &line, call);
    question_add_state(fake, &line, "before", before);
    value_add_json_field(&line, "answer", answer);
    question_add_state(fake, &line, "after", after);
    *labels = question_ask_kind(fake, &line, "\"label\"", VALUE_LIST, error);
    return *labels != NULL;
}

bool fake_classify(struct model *model, uint32_t state,
                   const struct model_call *call, uint64_t *choices,
                   struct error *error)
{
    struct fake *fake = fake_of(model);
    const struct model_info *info = &fake->info;
    struct buf line = {0};
    question_begin(&line, "classify");
    question_add_call(fake, &line, call);
    question_add_state(fake, &line, "state", state);
    struct value *lists = question_ask_ok(fake, &line, "\"categories\"", error);
    if (lists == NULL)
        return false;
    bool is_fine =
        lists->kind == VALUE_LIST && lists->count == info->category_count;
    for (size_t i = 0; is_fine && i < lists->count; i++)
        is_fine = answer_read_choices(
            lists->items[i], info->categories[i].choice_count, &choices[i]);
    value_unref(lists);
    return is_fine ||
           error_set(error, ERROR_SPEC,
                     "%s: \"categories\" must give a list for each category, "
                     "with the places of the choices that hold",
                     fake->name);
}

bool fake_broken(struct model *model, uint32_t state, struct value **names,
                 struct error *error)
{
    struct fake *fake = fake_of(model);
    struct buf line = {0};
    if (!fake->info.has_invariants) {
        *names = value_list(NULL, 0);
        return true;
    }
    question_begin(&line, "broken");
    question_add_state(fake, &line, "state", state);
    *names =
        question_ask_kind(fake, &line, "\"invariants\"", VALUE_LIST, error);
    return *names != NULL;
}

/* ---- a page ------------------------------------------------------------- */

bool fake_project(struct model *model, uint32_t state,
                  struct value **projection, struct error *error)
{
    struct fake *fake = fake_of(model);
    struct buf line = {0};
    question_begin(&line, "project");
    question_add_state(fake, &line, "state", state);
    *projection = question_ask_ok(fake, &line, "\"project\"", error);
    return *projection != NULL;
}

bool fake_page(struct model *model, uint32_t state,
               const struct model_call *call, struct value **actions,
               struct error *error)
{
    struct fake *fake = fake_of(model);
    struct buf line = {0};
    question_begin(&line, "page");
    question_add_call(fake, &line, call);
    question_add_state(fake, &line, "state", state);
    char *doing = memory_format("\"page\" of %s",
                                fake_command(fake, call->command)->name);
    *actions = question_ask_ok(fake, &line, doing, error);
    bool is_fine = *actions != NULL && answer_is_actions(*actions);
    if (*actions != NULL && !is_fine) {
        value_unref(*actions);
        *actions = NULL;
        error_set(error, ERROR_SPEC,
                  "%s: %s must give a list of actions, each with \"id\" and "
                  "\"args\"",
                  fake->name, doing);
    }
    free(doing);
    return is_fine;
}
