#include "cdp/launch/find.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/str.h"

/* Headless shells first: they start four times as quickly as full browsers and
 * have frame control. */
static const char *const shells[] = {
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless_shell",
    NULL,
};
static const char *const browsers[] = {
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    NULL,
};

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool is_program(const char *path)
{
    return is_file(path) && access(path, X_OK) == 0;
}

/* The first program of this name in PATH; owned, or NULL. */
static char *find_in_path(const char *name)
{
    const char *at = getenv("PATH");
    if (at == NULL)
        at = "/usr/local/bin:/usr/bin:/bin";
    while (*at != '\0') {
        size_t length = strcspn(at, ":");
        char *path = memory_format("%.*s/%s", (int)length, at, name);
        if (length > 0 && is_program(path))
            return path;
        free(path);
        at += length + (at[length] == ':');
    }
    return NULL;
}

static char *find_first(const char *const *names)
{
    char *path = NULL;
    for (; path == NULL && *names != NULL; names++)
        path = find_in_path(*names);
    return path;
}

static bool begins_with(const char *path, const char *magic)
{
    char start[4] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t got = read(fd, start, sizeof start);
    close(fd);
    return got == (ssize_t)sizeof start &&
           memcmp(start, magic, strlen(magic)) == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Debian starts its browsers through shell scripts that add flags of their own
 * and stay between us and the browser. Other wrappers are started as they
 * are. Takes the path. */
static char *skip_wrapper(char *path)
{
    static const char *const folders[] = {"/usr/lib/chromium",
                                          "/usr/lib/chromium-browser"};
    if (!begins_with(path, "#!"))
        return path;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *real = memory_format("%s/%s", folders[i], base_name(path));
        if (is_program(real) && begins_with(real, "\177ELF")) {
            log_debug("%s is a wrapper of %s", path, real);
            free(path);
            return real;
        }
        free(real);
    }
    return path;
}

static bool take(struct cdp_program *program, char *path)
{
    program->path = skip_wrapper(path);
    const char *name = base_name(program->path);
    program->is_shell = strstr(name, "headless-shell") != NULL ||
                        strstr(name, "headless_shell") != NULL;
    return true;
}

static bool take_given(struct cdp_program *program, const char *given,
                       const char *source, struct error *error)
{
    if (strchr(given, '/') == NULL) {
        char *path = find_in_path(given);
        if (path != NULL)
            return take(program, path);
        return error_set(error, ERROR_SETUP,
                         "the browser %s (%s) is not in PATH", given, source);
    }
    if (access(given, F_OK) != 0)
        return error_set(error, ERROR_SETUP,
                         "the browser %s (%s) does not exist", given, source);
    if (!is_program(given))
        return error_set(error, ERROR_SETUP,
                         "the browser %s (%s) is not an executable file", given,
                         source);
    return take(program, memory_copy_string(given, strlen(given)));
}

static void list_names(struct buf *text, const char *const *names)
{
    for (; *names != NULL; names++)
        buf_addf(text, "%s%s", text->length == 0 ? "" : ", ", *names);
}

static bool say_none(bool headful, struct error *error)
{
    struct buf names;
    buf_init(&names);
    if (!headful)
        list_names(&names, shells);
    list_names(&names, browsers);
    error_set(error, ERROR_SETUP,
              "no browser found: install one (Debian: apt install %s), or name "
              "one with --browser or WEIR_BROWSER; sought in PATH: %s",
              headful ? "chromium" : "chromium-headless-shell",
              buf_text(&names));
    buf_finish(&names);
    return false;
}

bool cdp_program_find(struct cdp_program *program, const char *given,
                      bool headful, struct error *error)
{
    *program = (struct cdp_program){.path = NULL};
    const char *variable = getenv("WEIR_BROWSER");
    if (given != NULL)
        return take_given(program, given, "--browser", error);
    if (variable != NULL && variable[0] != '\0')
        return take_given(program, variable, "WEIR_BROWSER", error);
    char *path = headful ? NULL : find_first(shells);
    if (path == NULL)
        path = find_first(browsers);
    return path == NULL ? say_none(headful, error) : take(program, path);
}

void cdp_program_finish(struct cdp_program *program)
{
    free(program->path);
    *program = (struct cdp_program){.path = NULL};
}
