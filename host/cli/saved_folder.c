#include "cli/saved_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/memory.h"
#include "cli/text_file.h"

/* Reading what is something else might take for ever. */
static bool is_file(const char *path, const char *whose, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, ERROR_USAGE, "%scannot read %s: %s", whose,
                         path, strerror(errno));
    return S_ISREG(status.st_mode) ||
           error_set(error, ERROR_USAGE, "%s%s is no file", whose, path);
}

bool saved_folder_read_file(const char *path, const char *whose,
                            bool (*read)(void *context, const char *path,
                                         struct str text, struct error *error),
                            void *context, struct error *error)
{
    struct buf text;
    buf_init(&text);
    bool fine =
        is_file(path, whose, error) && text_file_read(path, &text, error);
    if (!fine && error != NULL)
        error->code = ERROR_USAGE;
    fine = fine && read(context, path, buf_str(&text), error);
    buf_finish(&text);
    return fine;
}

static bool has_suffix(const char *name, const char *suffix)
{
    return *name != '.' && str_ends_with(str_text(name), suffix);
}

bool saved_folder_read(const char *folder, const char *suffix,
                       bool (*read)(void *context, const char *path,
                                    struct str text, struct error *error),
                       void *context, struct error *error)
{
    struct dirent **entries = NULL;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, ERROR_USAGE,
                         "--save: cannot make the folder %s: %s", folder,
                         strerror(errno));
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return error_set(error, ERROR_USAGE, "--save: cannot read %s: %s",
                         folder, strerror(errno));
    bool fine = true;
    for (int i = 0; i < count; i++) {
        if (fine && has_suffix(entries[i]->d_name, suffix)) {
            char *path = memory_format("%s/%s", folder, entries[i]->d_name);
            fine =
                saved_folder_read_file(path, "--save: ", read, context, error);
            free(path);
        }
        free(entries[i]);
    }
    free(entries);
    return fine;
}

void saved_folder_tell(struct reporter *reporter, char *words)
{
    const struct notice notice = {.kind = "saved", .text = words};
    if (reporter->ops->notice != NULL)
        reporter->ops->notice(reporter, &notice);
}
