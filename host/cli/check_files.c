#include "cli/check_files.h"

#include <stdlib.h>

#include "cli/outputs.h"
#include "cli/reporters.h"
#include "cli/shard_output.h"

enum { OUTPUTS = OPTIONS_LIMIT + 2 };

/* What the run is going to write; the name of the shard's file is owned. */
static size_t list_outputs(const struct check_options *options,
                           struct file_use *outputs, char **shard)
{
    size_t count = 0;
    *shard = options->shard.of == 0 ? NULL : shard_output_path(options);
    outputs[count++] = (struct file_use){"--trace", options->trace};
    outputs[count++] = (struct file_use){"--shard", *shard};
    return count + reporters_list_files(options, outputs + count);
}

static bool are_apart(const struct check_options *options,
                      const struct file_use *inputs, size_t count,
                      struct error *error)
{
    struct file_use outputs[OUTPUTS];
    char *shard;
    size_t output_count = list_outputs(options, outputs, &shard);
    bool fine = outputs_are_apart(outputs, output_count, inputs, count, error);
    free(shard);
    return fine;
}

bool check_files_are_apart(const struct check_options *options,
                           struct error *error)
{
    const struct file_use inputs[] = {
        {"the specification", options->spec},
        {"the page", options->origin},
        {"--from", options->from},
        {"--ccs", options->ccs},
        {"--streams", options->streams},
    };
    return are_apart(options, inputs, sizeof inputs / sizeof *inputs, error);
}

bool check_files_spare_modules(const struct check_options *options,
                               const struct lang_program *program,
                               struct error *error)
{
    const struct source_table *sources = &program->sources;
    for (size_t i = 0; i < sources->count; i++) {
        const struct file_use module = {"a module", sources->items[i]->path};
        if (!are_apart(options, &module, 1, error))
            return false;
    }
    return true;
}
