#include "cli/outputs.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

/* A file that is yet to be made is its name in its folder. */
static bool is_same_place(const char *a, const char *b)
{
    char folder_a[PATH_MAX], folder_b[PATH_MAX];
    char *copies[4];
    for (int i = 0; i < 4; i++) {
        const char *path = i < 2 ? a : b;
        copies[i] = memory_copy_string(path, strlen(path));
    }
    bool same = realpath(dirname(copies[0]), folder_a) != NULL &&
                realpath(dirname(copies[2]), folder_b) != NULL &&
                strcmp(folder_a, folder_b) == 0 &&
                strcmp(basename(copies[1]), basename(copies[3])) == 0;
    for (int i = 0; i < 4; i++)
        free(copies[i]);
    return same;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    bool has_a = stat(a, &of_a) == 0, has_b = stat(b, &of_b) == 0;
    if (has_a != has_b)
        return false;
    if (!has_a) /* nor need its folder be there */
        return strcmp(a, b) == 0 || is_same_place(a, b);
    return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* What goes where a standard stream goes would write over it. */
static bool is_stream(const char *path, int stream)
{
    struct stat of_path, of_stream;
    return stat(path, &of_path) == 0 && fstat(stream, &of_stream) == 0 &&
           S_ISREG(of_path.st_mode) && of_path.st_dev == of_stream.st_dev &&
           of_path.st_ino == of_stream.st_ino;
}

static bool is_off_streams(const struct file_use *output, struct error *error)
{
    bool is_output = is_stream(output->path, STDOUT_FILENO);
    if (!is_output && !is_stream(output->path, STDERR_FILENO))
        return true;
    return error_set(error, ERROR_USAGE,
                     "%s would write over what standard %s writes to %s: give "
                     "it a file of its own",
                     output->option, is_output ? "output" : "error",
                     output->path);
}

bool outputs_are_apart(const struct file_use *outputs, size_t output_count,
                       const struct file_use *inputs, size_t input_count,
                       struct error *error)
{
    for (size_t i = 0; i < output_count; i++) {
        const struct file_use *output = &outputs[i];
        if (output->path == NULL)
            continue;
        if (!is_off_streams(output, error))
            return false;
        for (size_t j = 0; j < input_count; j++)
            if (inputs[j].path != NULL &&
                is_same_file(output->path, inputs[j].path))
                return error_set(error, ERROR_USAGE,
                                 "%s would overwrite %s, which is read (%s)",
                                 output->option, inputs[j].path,
                                 inputs[j].option);
        for (size_t j = 0; j < i; j++)
            if (outputs[j].path != NULL &&
                is_same_file(output->path, outputs[j].path))
                return error_set(error, ERROR_USAGE,
                                 "%s and %s would both write to %s: give each "
                                 "a file of its own",
                                 outputs[j].option, output->option,
                                 output->path);
    }
    return true;
}
