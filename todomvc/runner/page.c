#include "todomvc/runner/page.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/path.h"

/* Appends the name below the served folder. */
static bool find_name(const char *path, struct buf *name, bool *is_folder)
{
    struct buf decoded;
    buf_init(&decoded);
    bool fine =
        serve_path_decode(&decoded, str_from(path, strcspn(path, "?#"))) &&
        serve_path_normalise(name, buf_str(&decoded));
    *is_folder = fine && serve_path_is_folder(buf_str(&decoded));
    buf_finish(&decoded);
    return fine;
}

static bool look(const char *file, struct error *error)
{
    struct stat status;
    bool is_there = stat(file, &status) == 0;
    if (is_there && S_ISREG(status.st_mode) && access(file, R_OK) == 0)
        return true;
    return error_set(error, ERROR_ORIGIN, "%s: %s", file,
                     is_there && !S_ISREG(status.st_mode) ? "it is no file"
                                                          : strerror(errno));
}

bool page_is_there(const char *apps, const char *path, struct error *error)
{
    struct stat status;
    struct buf file;
    bool is_folder;
    buf_init(&file);
    buf_addf(&file, "%s/", apps);
    bool fine = find_name(path, &file, &is_folder);
    if (!fine)
        error_set(error, ERROR_ORIGIN, "\"%s\" is no path of a page", path);
    if (fine && (is_folder || (stat(buf_text(&file), &status) == 0 &&
                               S_ISDIR(status.st_mode))))
        buf_add_text(&file, "/index.html");
    fine = fine && look(buf_text(&file), error);
    buf_finish(&file);
    return fine;
}
