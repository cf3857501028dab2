/* In this file: writing, reading. */
#include "cli/model_shard.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "cli/shard_output.h"
#include "cli/text_file.h"
#include "run/campaign_internal.h"
#include "run/model/result.h"
#include "run/model/trial.h"
#include "run/model/trial_lines.h"

/* ---- writing ------------------------------------------------------------ */

static struct value *commands_of(const struct model_info *info)
{
    struct value **names =
        memory_zeroed(info->command_count + 1, sizeof *names);
    for (size_t i = 0; i < info->command_count; i++)
        names[i] = value_string(str_text(info->commands[i].name));
    struct value *list = value_list(names, info->command_count);
    free(names);
    return list;
}

static struct value *cover_of(const struct model_info *info)
{
    struct value **items = memory_zeroed(info->cover_count + 1, sizeof *items);
    for (size_t i = 0; i < info->cover_count; i++) {
        struct value *pair[] = {
            value_string(str_text(info->cover[i].label)),
            value_float(info->cover[i].percent),
        };
        items[i] = value_list(pair, 2);
    }
    struct value *list = value_list(items, info->cover_count);
    free(items);
    return list;
}

static struct value *properties_tested(const struct model_campaign *campaign)
{
    struct value *items[MODEL_PROPERTIES];
    for (int i = 0; i < MODEL_PROPERTIES; i++)
        items[i] =
            value_bool(model_campaign_has(campaign, (enum model_property)i));
    return value_list(items, MODEL_PROPERTIES);
}

static struct value *model_of(const struct model_campaign *campaign)
{
    const struct model_info *info = campaign->model->ops->info(campaign->model);
    struct value_field fields[] = {
        value_named("commands", commands_of(info)),
        value_named("cover", cover_of(info)),
        value_named("first", result_first(campaign->model)),
        value_named("tested", properties_tested(campaign)),
        value_named("processes", value_int((int64_t)campaign->processes)),
    };
    return value_object(fields, sizeof fields / sizeof *fields);
}

/* Two machines with another text of the model do not run shards of one run.
 * (What it imports shows in its commands, if at all.) */
static uint64_t digest(const struct check_options *options)
{
    struct buf text = {0};
    struct error ignored = ERROR_NONE;
    if (!text_file_read(options->spec, &text, &ignored))
        buf_add_text(&text, options->spec); /* --model: a command */
    uint64_t hash = str_fingerprint(buf_str(&text));
    buf_finish(&text);
    return hash;
}

struct shard_writer *model_shard_create(const struct check_options *options,
                                        const struct run_info *info,
                                        const struct model_campaign *campaign,
                                        const char *command,
                                        struct error *error)
{
    struct shard_property properties[MODEL_PROPERTIES] = {{.name = NULL}};
    struct shard_run run = {
        .shard = options->shard,
        .spec = (char *)info->spec,
        .origin = (char *)info->origin,
        .time_mode = (char[]){"real"},
        .command = (char *)command,
        .seed = info->seed,
        .tests = info->tests,
        .max_actions = (int64_t)campaign->most_commands,
        .digest = digest(options),
        .model = model_of(campaign),
        .properties = properties,
        .property_count = info->property_count,
    };
    for (size_t i = 0; i < info->property_count; i++)
        properties[i].name = (char *)info->properties[i].name;
    char *path = shard_output_path(options);
    struct shard_writer *writer = shard_writer_create(path, &run, error);
    value_unref(run.model);
    free(path);
    return writer;
}

bool model_shard_add(struct shard_writer *writer, const struct trial *trial,
                     struct error *error)
{
    struct buf line = {0};
    struct campaign_place place = {trial->property, trial->number, 0};
    if (!trial_is_told(trial) && trial->error.code == ERROR_CANCELLED)
        return true; /* it has not been tested */
    trial_add(&line, trial);
    bool is_fine =
        shard_writer_add_lines(writer, &place, buf_str(&line), error);
    buf_finish(&line);
    return is_fine;
}

/* ---- reading ------------------------------------------------------------ */

static const struct value *list_named(const struct value *model,
                                      const char *name)
{
    const struct value *list = value_field_named(model, name);
    return list != NULL && list->kind == VALUE_LIST ? list : NULL;
}

static bool read_commands(struct model_told *told, const struct value *list)
{
    struct model_command *commands =
        memory_zeroed(list->count + 1, sizeof *commands);
    told->info.commands = commands;
    told->info.command_count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i]->kind != VALUE_STRING)
            return false;
        commands[i].name = value_text(list->items[i]).data;
    }
    return true;
}

static const struct value *item_at(const struct value *list, size_t place)
{
    return place < list->count ? list->items[place] : NULL;
}

static bool read_cover(struct model_told *told, const struct value *list)
{
    struct model_cover *cover = memory_zeroed(list->count + 1, sizeof *cover);
    told->info.cover = cover;
    told->info.cover_count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        const struct value *pair = list->items[i];
        if (pair->kind != VALUE_LIST || pair->count != 2)
            return false;
        const struct value *label = item_at(pair, 0);
        const struct value *percent = item_at(pair, 1);
        if (label->kind != VALUE_STRING)
            return false;
        cover[i].label = value_text(label).data;
        if (percent->kind == VALUE_INT)
            cover[i].percent = (double)percent->integer;
        else if (percent->kind == VALUE_FLOAT)
            cover[i].percent = percent->number;
        else
            return false;
    }
    return true;
}

static bool read_tested(struct model_told *told, const struct value *list)
{
    if (list->count != MODEL_PROPERTIES)
        return false;
    for (int i = 0; i < MODEL_PROPERTIES; i++)
        told->has[i] =
            list->items[i]->kind == VALUE_BOOL && list->items[i]->boolean;
    return true;
}

bool model_told_read(struct model_told *told, const struct value *model,
                     struct error *error)
{
    const struct value *commands = list_named(model, "commands");
    const struct value *cover = list_named(model, "cover");
    const struct value *tested = list_named(model, "tested");
    *told = (struct model_told){.first = value_field_named(model, "first")};
    if (told->first != NULL && commands != NULL && cover != NULL &&
        tested != NULL && read_commands(told, commands) &&
        read_cover(told, cover) && read_tested(told, tested))
        return true;
    model_told_finish(told);
    return error_set(error, ERROR_USAGE,
                     "what the file says of the model is wrong");
}

void model_told_finish(struct model_told *told)
{
    free((void *)told->info.commands);
    free((void *)told->info.cover);
    *told = (struct model_told){.first = NULL};
}
