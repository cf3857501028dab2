#include "report/run_copy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/counterexample.h"

enum { COLUMNS = 100 };

static char *copy_text(const char *text)
{
    return text == NULL ? NULL : memory_copy_string(text, strlen(text));
}

void run_copy_init(struct run_copy *copy, const struct run_info *info)
{
    size_t count = info->properties == NULL ? 0 : info->property_count;
    *copy = (struct run_copy){
        .spec = copy_text(info->spec),
        .origin = copy_text(info->origin),
        .time_mode = copy_text(info->time_mode),
        .command = copy_text(info->command),
        .recorded = info->recorded,
        .seed = info->seed,
        .tests = info->tests,
        .properties = memory_zeroed(count + 1, sizeof *copy->properties),
        .property_count = count,
    };
    for (size_t i = 0; i < count; i++)
        copy->properties[i] = (struct run_copy_property){
            .name = copy_text(info->properties[i].name),
            .file = copy_text(info->properties[i].file),
            .line = info->properties[i].line,
            .column = info->properties[i].column,
        };
}

void run_copy_finish(struct run_copy *copy)
{
    for (size_t i = 0; i < copy->property_count; i++) {
        free(copy->properties[i].name);
        free(copy->properties[i].file);
    }
    free(copy->properties);
    free(copy->spec);
    free(copy->origin);
    free(copy->time_mode);
    free(copy->command);
    *copy = (struct run_copy){.spec = NULL};
}

void run_copy_add_name(struct buf *out, const struct run_copy *copy,
                       const struct test_result *result)
{
    buf_add_text(out, result->info->property);
    if (result->saved != NULL)
        buf_add_text(out, ", saved counterexample");
    else if (copy->tests > 1)
        buf_addf(out, ", test %" PRId64 " of %" PRId64, result->info->number,
                 copy->tests);
}

/* Several checks may have the same property, so its name is not enough. */
const struct run_copy_property *run_copy_test(struct run_copy *copy,
                                              const struct test_info *info)
{
    if (info->property_index >= copy->property_count)
        return NULL;
    struct run_copy_property *found = &copy->properties[info->property_index];
    found->tested = true;
    return found;
}

/* The lines of a report are indented by this, and an empty one comes first. */
enum { INDENT = 2 };

static void add_dedented(struct buf *out, struct str text)
{
    bool begun = false;
    for (size_t at = 0, end; at < text.length; at = end + 1) {
        for (end = at; end < text.length && text.data[end] != '\n';)
            end++;
        struct str line = str_from(text.data + at, end - at);
        if (line.length >= INDENT && str_starts_with(line, "  "))
            line = str_from(line.data + INDENT, line.length - INDENT);
        begun = begun || line.length > 0;
        if (!begun)
            continue;
        buf_add_str(out, line);
        buf_add_char(out, '\n');
    }
}

void run_copy_add_report(struct buf *out, const struct run_copy *copy,
                         const struct test_result *result)
{
    struct ink ink;
    ink_init(&ink, false, true, COLUMNS);
    counterexample_print(&ink,
                         &(struct counterexample_options){
                             .tests = copy->tests,
                             .seed = copy->seed,
                             .command = copy->command,
                             .recorded = copy->recorded,
                             .remarks = true,
                         },
                         result);
    add_dedented(out, buf_str(&ink.out));
    ink_finish(&ink);
}
