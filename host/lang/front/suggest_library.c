#include "lang/front/suggest_library.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The line begins with the word and the name. */
static bool begins(const char *line, const char *word, struct str name)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0)
        return false;
    line += length;
    return strncmp(line, name.data, name.length) == 0 &&
           strchr(" (=", line[name.length]) != NULL;
}

/* "action name!(x) =", or "let name(x) =" or "let ~name =" below its
 * documentation: other names are the module's own. */
static bool file_declares(const char *path, struct str name)
{
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    char *line = NULL;
    size_t size = 0;
    bool found = false, is_documented = false;
    while (!found && getline(&line, &size, file) > 0) {
        found = begins(line, "action ", name) ||
                (is_documented &&
                 (begins(line, "let ", name) || begins(line, "let ~", name)));
        is_documented = strncmp(line, "/// ", 4) == 0;
    }
    free(line);
    fclose(file);
    return found;
}

static bool module_declares(const char *folder, const char *file,
                            struct str name)
{
    char *path = memory_format("%s/%s", folder, file);
    bool found = file_declares(path, name);
    free(path);
    return found;
}

char *suggest_library_module(const char *library, struct str name)
{
    if (library == NULL)
        return NULL;
    char *folder = memory_format("%s/weir", library);
    DIR *entries = opendir(folder);
    char *module = NULL;
    const struct dirent *at;
    while (module == NULL && entries != NULL &&
           (at = readdir(entries)) != NULL) {
        struct str file = str_text(at->d_name);
        if (str_ends_with(file, ".strom") &&
            module_declares(folder, at->d_name, name))
            module =
                memory_format("weir/%.*s", (int)(file.length - 6), at->d_name);
    }
    if (entries != NULL)
        closedir(entries);
    free(folder);
    return module;
}
