/* Files of shards: any bytes end in a run that is told of or an error that
 * names the file. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "run/merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *property_name(void *context, size_t property)
{
    return ((const struct shard_run *)context)->properties[property].name;
}

static void merge(struct shard_reader *reader)
{
    static const struct reporter_ops silent = {.begin = NULL};
    const struct shard_run *run = shard_reader_run(reader);
    struct shard_reader *readers[SHARD_LIMIT] = {NULL};
    struct reporter reporter = {&silent};
    struct run_summary summary = {0};
    struct error error = ERROR_NONE;
    struct merge all = {readers, run->shard.of};
    struct campaign campaign = {
        .reporter = &reporter,
        .property_count = run->property_count,
        .property_name = property_name,
        .context = (void *)run,
        .tests = run->tests,
        .leaders = run->leaders,
        .time_limit_ms = SESSION_NO_LIMIT,
    };
    readers[run->shard.number - 1] = reader;
    /* A test may have ended the run for no error of its own. */
    if (!merge_run(&campaign, &all, &summary, &error) &&
        error.code != ERROR_OK && error.message[0] == '\0')
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = ERROR_NONE;
    FILE *file = size == 0 ? NULL : fmemopen((void *)data, size, "r");
    if (file == NULL)
        return 0;
    struct shard_reader *reader = shard_reader_create(file, "fuzz", &error);
    if (reader == NULL && error.message[0] == '\0')
        abort();
    if (reader != NULL)
        merge(reader);
    shard_reader_close(reader);
    return 0;
}
