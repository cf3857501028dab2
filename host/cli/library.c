#include "cli/library.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
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
    char *program = folder_of_program();
    if (program == NULL)
        return NULL;
    char *folder = beside(program, "library"); /* the build tree */
    char *slash = strrchr(program, '/');
    if (folder == NULL && slash != NULL) {
        *slash = '\0'; /* PREFIX/bin/weir; messages show this path */
        folder = beside(program, "share/weir/library");
    }
    free(program);
    return folder;
}
