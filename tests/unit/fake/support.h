/* Models from texts: each test writes its files into a folder of its own. */
#ifndef WEIR_TESTS_FAKE_SUPPORT_H
#define WEIR_TESTS_FAKE_SUPPORT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake/fake.h"
#include "gen/tape.h"

#define COUNTER                                                                \
    "module.exports = {\n"                                                     \
    "  init: () => ({n: 0}),\n"                                                \
    "  commands: {Incr: {fake(s) { s.n++; return s.n; }}},\n"                  \
    "};\n"

struct folder {
    char path[64];
};

static inline struct folder folder_make(void)
{
    struct folder folder = {"/tmp/weir-fake-XXXXXX"};
    assert_non_null(mkdtemp(folder.path));
    return folder;
}

static inline void folder_write(const struct folder *folder, const char *name,
                                const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline void folder_remove(const struct folder *folder)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder->path);
    assert_int_equal(system(command), 0);
}

static inline struct model *folder_open(const struct folder *folder,
                                        const char *name,
                                        const struct fake_options *options,
                                        struct error *error)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    return fake_open_module(path, options, error);
}

/* The model in this text, which is right. */
static inline struct model *model_of(const struct folder *folder,
                                     const char *text)
{
    struct error error = ERROR_NONE;
    folder_write(folder, "model.js", text);
    struct model *model = folder_open(folder, "model.js", NULL, &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    return model;
}

static inline struct value *parsed(const char *text)
{
    struct error error = ERROR_NONE;
    struct value *value = value_parse(str_text(text), &error);
    if (value == NULL)
        fail_msg("%s: %s", text, error.message);
    return value;
}

static inline void assert_json(const struct value *value, const char *text)
{
    struct buf json = {0};
    assert_non_null(value);
    value_add_json(&json, value);
    assert_string_equal(buf_text(&json), text);
    buf_finish(&json);
}

static inline size_t command_named(struct model *model, const char *name)
{
    const struct model_info *info = model->ops->info(model);
    for (size_t i = 0; i < info->command_count; i++)
        if (strcmp(info->commands[i].name, name) == 0)
            return i;
    fail_msg("no command %s", name);
    return 0;
}

/* One call, with the arguments as JSON. */
static inline enum model_answer step_of(struct model *model, uint32_t state,
                                        const char *command,
                                        const char *arguments,
                                        struct model_outcomes *outcomes,
                                        struct error *error)
{
    struct value *list = parsed(arguments);
    struct model_call call = {.command = command_named(model, command),
                              .number = 3,
                              .arguments = list};
    enum model_answer answer =
        model->ops->step(model, state, &call, outcomes, error);
    value_unref(list);
    return answer;
}

static inline uint32_t initial_of(struct model *model)
{
    struct error error = ERROR_NONE;
    uint32_t state = 0;
    if (!model->ops->initial(model, &state, &error))
        fail_msg("%s", error.message);
    return state;
}

/* A call that has one outcome: the state after it. */
static inline uint32_t stepped(struct model *model, uint32_t state,
                               const char *command, const char *arguments,
                               const char *answer)
{
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct error error = ERROR_NONE;
    if (step_of(model, state, command, arguments, &outcomes, &error) !=
        MODEL_DONE)
        fail_msg("%s: %s", command, error.message);
    assert_int_equal(outcomes.items.count, 1);
    assert_json(outcomes.items.items[0].answer, answer);
    uint32_t after = outcomes.items.items[0].state;
    model_outcomes_finish(&outcomes);
    return after;
}

#endif
