#include "todomvc/runner/places.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"

/* Takes the path. */
static char *if_there(char *path, int mode)
{
    if (access(path, mode) == 0)
        return path;
    free(path);
    return NULL;
}

char *places_weir(void)
{
    char *folder = folder_of_program();
    char *weir = folder == NULL
                     ? NULL
                     : if_there(memory_format("%s/weir", folder), X_OK);
    free(folder);
    return weir != NULL ? weir : memory_copy_string("weir", strlen("weir"));
}

char *places_file(const char *name)
{
    const char *given = getenv("WEIR_TODOMVC");
    if (given != NULL && *given != '\0')
        return if_there(memory_format("%s/%s", given, name), R_OK);
    char *folder = folder_of_program();
    if (folder == NULL)
        return NULL;
    char *file =
        if_there(memory_format("%s/todomvc-files/%s", folder, name), R_OK);
    if (file == NULL)
        file = if_there(
            memory_format("%s/../share/weir/todomvc/%s", folder, name), R_OK);
    free(folder);
    return file;
}
