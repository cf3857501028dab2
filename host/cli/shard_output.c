#include "cli/shard_output.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"

/* Two machines that read another specification, or another library, do not run
 * shards of one run. */
static uint64_t digest(const struct check_options *options,
                       const struct lang_program *program)
{
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < program->sources.count; i++) {
        buf_add_str(&text, program->sources.items[i]->text);
        buf_add_char(&text, '\0');
    }
    for (size_t i = 0; i < options->define_count; i++)
        buf_addf(&text, "%s=%s\n", options->defines[i].name,
                 options->defines[i].value);
    uint64_t hash = str_fingerprint(buf_str(&text));
    buf_finish(&text);
    return hash;
}

/* Borrows everything but the dependencies. */
static struct shard_property *
properties_of(const struct recorder_subject *subject)
{
    const struct run_info *info = subject->info;
    struct shard_property *properties =
        memory_zeroed(info->property_count + 1, sizeof *properties);
    for (size_t i = 0; i < info->property_count; i++)
        properties[i] = (struct shard_property){
            .name = (char *)info->properties[i].name,
            .file = (char *)info->properties[i].file,
            .line = info->properties[i].line,
            .column = info->properties[i].column,
            .header = recorder_header(subject, i),
        };
    return properties;
}

char *shard_output_path(const struct check_options *options)
{
    if (options->shard_file != NULL)
        return memory_format("%s", options->shard_file);
    return memory_format("weir-shard-%zu-of-%zu.jsonl", options->shard.number,
                         options->shard.of);
}

struct shard_writer *shard_output_create(const struct check_options *options,
                                         const struct recorder_subject *subject,
                                         const size_t *leaders,
                                         const char *command,
                                         struct error *error)
{
    const struct run_info *info = subject->info;
    struct shard_run run = {
        .shard = options->shard,
        .spec = (char *)info->spec,
        .origin = (char *)info->origin,
        .time_mode = (char *)info->time_mode,
        .strategy = (char *)info->strategy,
        .command = (char *)command,
        .seed = info->seed,
        .subscript = info->subscript,
        .tests = info->tests,
        .max_actions = options->max_actions,
        .deterministic = info->deterministic,
        .digest = digest(options, subject->program),
        .properties = properties_of(subject),
        .property_count = info->property_count,
        .leaders = (size_t *)leaders,
    };
    char *path = shard_output_path(options);
    struct shard_writer *writer = shard_writer_create(path, &run, error);
    for (size_t i = 0; i < run.property_count; i++)
        deps_finish(&run.properties[i].header.deps);
    free(run.properties);
    free(path);
    return writer;
}
