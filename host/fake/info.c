/* In this file: fields, a page, how a system is asked, a command, labels that
 * must occur, the whole. */
#include "fake/info.h"

#include <string.h>

#include "base/map.h"
#include "fake/answer.h"

enum {
    COMMAND_LIMIT = 1000,
    CREATE_LIMIT = 100,
    WEIGHT_LIMIT = 1000 * 1000,
};

struct reader {
    struct arena *arena;
    struct error *error;
};

#define WRONG(reader, ...) error_set((reader)->error, ERROR_SPEC, __VA_ARGS__)

/* ---- fields ------------------------------------------------------------- */

/* NULL also for null. */
static const struct value *field_of(const struct value *object,
                                    const char *name)
{
    const struct value *field = value_field_named(object, name);
    return field == NULL || field->kind == VALUE_NULL ? NULL : field;
}

static bool is_true(const struct value *object, const char *name)
{
    const struct value *field = value_field_named(object, name);
    return field != NULL && field->kind == VALUE_BOOL && field->boolean;
}

static const char *copy(const struct reader *reader, struct str text)
{
    return arena_copy_string(reader->arena, text.data, text.length);
}

/* ---- a page ------------------------------------------------------------- */

enum {
    PATIENCE_LIMIT_MS = 60 * 60 * 1000,
    VIEW_DEPTH_LIMIT = 16,
    USERS_LIMIT = 8, /* as many as --processes may say */
};

static bool is_description(const struct value *view, int depth);

static bool are_descriptions(const struct value *fields, int depth)
{
    if (fields->kind != VALUE_OBJECT || fields->count == 0)
        return false;
    for (size_t i = 0; i < fields->count; i++)
        if (!is_description(fields->fields[i].value, depth))
            return false;
    return true;
}

static bool is_selector(const struct value *view, const char *name)
{
    return value_text(value_field_named(view, name)).length > 0;
}

/* inject/compiler/compiler_view.js has the form. */
static bool is_description(const struct value *view, int depth)
{
    const struct value *fields = value_field_named(view, "fields");
    const struct value *of = value_field_named(view, "of");
    const struct value *one = value_field_named(view, "one");
    if (depth == 0)
        return false;
    if (fields != NULL)
        return are_descriptions(fields, depth - 1);
    if (of != NULL)
        return is_selector(view, "all") && is_description(of, depth - 1);
    if (is_selector(view, "count") || is_selector(view, "shown"))
        return true;
    return one != NULL &&
           (one->kind == VALUE_NULL || is_selector(view, "one")) &&
           (is_true(view, "text") || is_selector(view, "field") ||
            is_selector(view, "attribute"));
}

static bool read_view(const struct reader *reader, const struct value *given,
                      struct model_info *info)
{
    info->view = field_of(given, "view");
    info->ignores_errors =
        str_is(value_text(value_field_named(given, "errors")), "ignored");
    info->is_nested = is_true(given, "nested");
    info->holds_answers = is_true(given, "holds");
    return info->view == NULL || is_description(info->view, VIEW_DEPTH_LIMIT) ||
           WRONG(reader, "\"view\" must describe what a page shows "
                         "(docs/MODELS.md, \"A page\")");
}

static bool read_users(const struct reader *reader, const struct value *given,
                       struct model_info *info)
{
    const struct value *users = field_of(given, "users");
    info->refresh = field_of(given, "refresh");
    if (users != NULL && (users->kind != VALUE_INT || users->integer < 1 ||
                          users->integer > USERS_LIMIT))
        return WRONG(reader, "\"users\" must be a number from 1 to %d",
                     USERS_LIMIT);
    info->users = users == NULL ? 0 : (size_t)users->integer;
    bool is_fine =
        info->refresh == NULL ||
        (info->refresh->kind == VALUE_LIST && info->refresh->count > 0);
    for (size_t i = 0;
         is_fine && info->refresh != NULL && i < info->refresh->count; i++)
        is_fine = answer_is_action(info->refresh->items[i]);
    return is_fine ||
           WRONG(reader, "\"refresh\" must be a list of actions, each with "
                         "\"id\" and \"args\"");
}

static bool read_waits(const struct reader *reader, const struct value *given,
                       struct model_command *command)
{
    const struct value *patience = field_of(given, "patience");
    command->has_page = is_true(given, "page");
    command->is_optional = is_true(given, "optional");
    command->settle = field_of(given, "settle");
    command->patience_ms = -1;
    if (patience == NULL)
        return true;
    command->patience_ms = patience->integer;
    return (patience->kind == VALUE_INT && patience->integer >= 0 &&
            patience->integer <= PATIENCE_LIMIT_MS) ||
           WRONG(reader,
                 "the \"patience\" of the command %s must be a number of "
                 "milliseconds",
                 command->name);
}

/* ---- how a system is asked ---------------------------------------------- */

static bool is_function(const struct value *value)
{
    const struct value *number = value_field_named(value, "$function");
    return value->count == 1 && number != NULL && number->kind == VALUE_INT &&
           number->integer >= 0;
}

/* A field whose name begins with $ makes a function of an object; written
 * wrongly it would be sent as it is. */
static bool check_real(const struct reader *reader, const struct value *real,
                       const char *whose)
{
    if (real == NULL)
        return true;
    for (size_t i = 0; real->kind == VALUE_LIST && i < real->count; i++)
        if (!check_real(reader, real->items[i], whose))
            return false;
    for (size_t i = 0; real->kind == VALUE_OBJECT && i < real->count; i++) {
        struct str name = value_text(real->fields[i].key);
        if (name.length > 0 && name.data[0] == '$' && !is_function(real))
            return WRONG(reader,
                         "\"real\" of %s has a field \"%.*s\": names with $ "
                         "are weir's, and a function is {\"$function\": "
                         "number}",
                         whose, STR_ARGS(name));
        if (!check_real(reader, real->fields[i].value, whose))
            return false;
    }
    return true;
}

/* ---- a command ---------------------------------------------------------- */

static bool read_weight(const struct reader *reader, const struct value *given,
                        struct model_command *command)
{
    const struct value *weight = field_of(given, "weight");
    command->weight = 1;
    if (weight == NULL)
        return true;
    if (weight->kind != VALUE_INT || weight->integer < 0 ||
        weight->integer > WEIGHT_LIMIT)
        return WRONG(reader,
                     "the \"weight\" of the command %s must be a whole "
                     "number from 0 to %d",
                     command->name, WEIGHT_LIMIT);
    command->weight = (uint64_t)weight->integer;
    return true;
}

static bool read_creates(const struct reader *reader, const struct value *given,
                         struct model_command *command)
{
    const struct value *list = field_of(given, "creates");
    if (list == NULL)
        return true;
    bool is_fine = list->kind == VALUE_LIST && list->count <= CREATE_LIMIT;
    for (size_t i = 0; is_fine && i < list->count; i++)
        is_fine = value_text(list->items[i]).length > 0;
    if (!is_fine)
        return WRONG(reader,
                     "\"creates\" of the command %s must be a list of "
                     "types of references, such as [\"queue\"]",
                     command->name);
    const char **types =
        arena_alloc(reader->arena, list->count + 1, sizeof *types);
    for (size_t i = 0; i < list->count; i++)
        types[i] = copy(reader, value_text(list->items[i]));
    command->creates = types;
    command->create_count = list->count;
    return true;
}

static bool read_command(const struct reader *reader, const struct value *given,
                         struct model_command *command)
{
    struct str name = value_text(value_field_named(given, "name"));
    if (given->kind != VALUE_OBJECT || name.length == 0)
        return WRONG(reader, "a command must be an object with a \"name\"");
    *command = (struct model_command){
        .name = copy(reader, name),
        .has_arguments = is_true(given, "arguments"),
        .has_precondition = is_true(given, "precondition"),
        .real = field_of(given, "real"),
    };
    return check_real(reader, command->real, command->name) &&
           read_weight(reader, given, command) &&
           read_creates(reader, given, command) &&
           read_waits(reader, given, command);
}

static bool check_commands(const struct reader *reader,
                           const struct model_info *info)
{
    struct map names;
    uint64_t weight = 0;
    bool is_fine = true;
    map_init(&names);
    for (size_t i = 0; is_fine && i < info->command_count; i++) {
        const struct model_command *command = &info->commands[i];
        weight += command->weight;
        if (map_set(&names, str_text(command->name), (void *)command) != NULL)
            is_fine =
                WRONG(reader, "there are two commands named %s", command->name);
    }
    map_finish(&names);
    if (is_fine && weight == 0)
        is_fine = WRONG(reader, "all commands have the weight 0");
    return is_fine;
}

static bool read_commands(const struct reader *reader,
                          const struct value *given, struct model_info *info)
{
    const struct value *list = field_of(given, "commands");
    if (list == NULL || list->kind != VALUE_LIST)
        return WRONG(reader, "the model lacks \"commands\"");
    if (list->count == 0)
        return WRONG(reader, "\"commands\" is empty: there is nothing to do");
    if (list->count > COMMAND_LIMIT)
        return WRONG(reader, "there are more than %d commands", COMMAND_LIMIT);
    struct model_command *commands =
        arena_alloc(reader->arena, list->count, sizeof *commands);
    for (size_t i = 0; i < list->count; i++)
        if (!read_command(reader, list->items[i], &commands[i]))
            return false;
    info->commands = commands;
    info->command_count = list->count;
    return check_commands(reader, info);
}

bool info_keep_to_api(struct model_info *info, struct arena *arena,
                      struct error *error)
{
    struct model_command *commands =
        arena_alloc(arena, info->command_count, sizeof *commands);
    bool has_api = false;
    uint64_t weight = 0;
    memcpy(commands, info->commands, info->command_count * sizeof *commands);
    for (size_t i = 0; i < info->command_count; i++)
        has_api |= commands[i].real != NULL;
    for (size_t i = 0; i < info->command_count; i++) {
        commands[i].is_left_out =
            has_api && commands[i].has_page && commands[i].real == NULL;
        if (commands[i].is_left_out)
            commands[i].weight = 0;
        weight += commands[i].weight;
    }
    info->commands = commands;
    return weight > 0 ||
           error_set(error, ERROR_USAGE,
                     "%s: each command that is drawn has a \"page\" and no "
                     "\"real\": none is for an API (docs/MODELS.md)",
                     info->name);
}

/* ---- labels that must occur --------------------------------------------- */

static bool read_percent(const struct value *value, double *percent)
{
    if (value->kind == VALUE_INT)
        *percent = (double)value->integer;
    else if (value->kind == VALUE_FLOAT)
        *percent = value->number;
    else
        return false;
    return *percent >= 0 && *percent <= 100;
}

static bool read_cover(const struct reader *reader, const struct value *given,
                       struct model_info *info)
{
    const struct value *object = field_of(given, "cover");
    if (object == NULL)
        return true;
    if (object->kind != VALUE_OBJECT)
        return WRONG(reader, "\"cover\" must be an object with a percentage "
                             "for each label");
    if (object->count > 0 && !info->has_labels)
        return WRONG(reader,
                     "\"cover\" names the label \"%.*s\", but the "
                     "model has no function \"label\"",
                     STR_ARGS(value_text(object->fields[0].key)));
    struct model_cover *cover =
        arena_alloc(reader->arena, object->count + 1, sizeof *cover);
    for (size_t i = 0; i < object->count; i++) {
        cover[i].label = copy(reader, value_text(object->fields[i].key));
        if (!read_percent(object->fields[i].value, &cover[i].percent))
            return WRONG(reader,
                         "\"cover\" of the label \"%s\" must be a "
                         "percentage from 0 to 100",
                         cover[i].label);
    }
    info->cover = cover;
    info->cover_count = object->count;
    return true;
}

/* ---- categories --------------------------------------------------------- */

static bool read_category(const struct reader *reader, const struct value *name,
                          const struct value *list,
                          struct model_category *category)
{
    bool is_fine = list->kind == VALUE_LIST && list->count > 0 &&
                   list->count <= MODEL_CATEGORY_CHOICES;
    category->name = copy(reader, value_text(name));
    for (size_t i = 0; is_fine && i < list->count; i++)
        is_fine = list->items[i]->kind == VALUE_STRING;
    if (!is_fine)
        return WRONG(reader,
                     "the category \"%s\" must have from 1 to %d choices, each "
                     "with a name",
                     category->name, MODEL_CATEGORY_CHOICES);
    const char **choices =
        arena_alloc(reader->arena, list->count, sizeof *choices);
    for (size_t i = 0; i < list->count; i++)
        choices[i] = copy(reader, value_text(list->items[i]));
    category->choices = choices;
    category->choice_count = list->count;
    return true;
}

/* {"category": ["choice", ...], ...} */
static bool read_categories(const struct reader *reader,
                            const struct value *given, struct model_info *info)
{
    const struct value *object = field_of(given, "categories");
    if (object == NULL)
        return true;
    if (object->kind != VALUE_OBJECT || object->count > MODEL_CATEGORIES)
        return WRONG(reader,
                     "\"categories\" must be an object with at most %d "
                     "categories",
                     MODEL_CATEGORIES);
    struct model_category *categories =
        arena_alloc(reader->arena, object->count + 1, sizeof *categories);
    for (size_t i = 0; i < object->count; i++)
        if (!read_category(reader, object->fields[i].key,
                           object->fields[i].value, &categories[i]))
            return false;
    info->categories = categories;
    info->category_count = object->count;
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

static bool read_consistency(const struct reader *reader,
                             const struct value *given, struct model_info *info)
{
    static const char *const names[] = {
        [MODEL_LINEARISABLE] = "linearisable",
        [MODEL_SEQUENTIAL] = "sequential",
        [MODEL_PER_KEY] = "perKey",
        [MODEL_EVENTUAL] = "eventual",
    };
    const struct value *field = field_of(given, "consistency");
    if (field == NULL)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(value_text(field), names[i])) {
            info->consistency = (enum model_consistency)i;
            info->says_consistency = true;
            if (i == MODEL_PER_KEY && !info->has_partition)
                return WRONG(reader, "\"consistency\" is perKey, but the model "
                                     "has no function \"partition\"");
            return true;
        }
    return WRONG(reader, "\"consistency\" must be \"linearisable\", "
                         "\"sequential\", \"perKey\" or \"eventual\"");
}

bool info_read(const struct value *given, const char *name, struct arena *arena,
               struct model_info *info, struct error *error)
{
    struct reader reader = {.arena = arena, .error = error};
    if (given->kind != VALUE_OBJECT)
        return WRONG(&reader, "the model says nothing of itself (\"info\")");
    struct str own = value_text(value_field_named(given, "name"));
    *info = (struct model_info){
        .name = copy(&reader, own.length > 0 ? own : str_text(name)),
        .has_partition = is_true(given, "partition"),
        .has_same = is_true(given, "same"),
        .has_labels = is_true(given, "labels"),
        .has_invariants = is_true(given, "invariants"),
        .real = field_of(given, "real"),
    };
    return check_real(&reader, info->real, "the model") &&
           read_commands(&reader, given, info) &&
           read_view(&reader, given, info) &&
           read_users(&reader, given, info) &&
           read_cover(&reader, given, info) &&
           read_categories(&reader, given, info) &&
           read_consistency(&reader, given, info);
}
