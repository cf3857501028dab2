#include "cli/library.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static char *beside(const char *program_folder, const char *relative)
{
    char *folder = memory_format("%s/%s", program_folder, relative);
    char *probe = memory_format("%s/quickstrom.strom", folder);
    bool found = access(probe, R_OK) == 0;
    free(probe);
    if (found)
        return folder;
    free(folder);
    return NULL;
}

char *library_folder(void)
{
    const char *given = getenv("WEIR_LIBRARY");
    if (given != NULL && *given != '\0')
        return memory_copy_string(given, strlen(given));
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return NULL;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return NULL;
    *slash = '\0';
    char *folder = beside(program, "library"); /* the build tree */
    slash = strrchr(program, '/');
    if (folder != NULL || slash == NULL)
        return folder;
    *slash = '\0';
    return beside(program, "share/weir/library"); /* PREFIX/bin/weir */
}
