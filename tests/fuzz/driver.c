/* Stands in for libFuzzer in ordinary runs: gives every file of the folders
 * named on the command line to the target once. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    struct buf bytes;
    buf_init(&bytes);
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        buf_add(&bytes, block, got);
    fclose(file);
    LLVMFuzzerTestOneInput((const uint8_t *)buf_text(&bytes), bytes.length);
    buf_finish(&bytes);
    return 0;
}

static int replay_folder(const char *name, size_t *count)
{
    DIR *folder = opendir(name);
    if (folder == NULL) {
        perror(name);
        return 1;
    }
    int status = 0;
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        struct buf path;
        buf_init(&path);
        buf_addf(&path, "%s/%s", name, entry->d_name);
        status |= replay_file(buf_text(&path));
        buf_finish(&path);
        ++*count;
    }
    closedir(folder);
    return status;
}

int main(int argc, char **argv)
{
    int status = 0;
    size_t count = 0;
    for (int i = 1; i < argc; i++)
        status |= replay_folder(argv[i], &count);
    printf("%zu inputs\n", count);
    return count == 0 ? 1 : status; /* an empty corpus tests nothing */
}
