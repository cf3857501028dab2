/* Files for file fields (DOM.setFileInputFiles): written by us, of the name and
 * the content that the specification gives, and removed with the session, at
 * the latest with the browser's profile, in which they lie.
 *
 * Order of this file: the arguments, writing, the field, the action, removing.
 */
#include "cdp/actions/act_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "cdp/wire/params.h"

enum { NAME_LIMIT = 200, FILES_LIMIT = 100 };

/* ---- the arguments ---------------------------------------------------------
 */

static struct str name_in(const struct value *file)
{
    return value_text(value_field(file, STR("name")));
}

static bool is_file_name(struct str name)
{
    return name.length > 0 && name.length <= NAME_LIMIT &&
           memchr(name.data, '/', name.length) == NULL &&
           memchr(name.data, '\0', name.length) == NULL && !str_is(name, ".") &&
           !str_is(name, "..");
}

static bool is_file(const struct value *file)
{
    return file->kind == VALUE_OBJECT && is_file_name(name_in(file)) &&
           value_field(file, STR("content")) != NULL &&
           value_field(file, STR("content"))->kind == VALUE_STRING;
}

static bool are_files(const struct value *files)
{
    if (files->kind != VALUE_LIST || files->count == 0 ||
        files->count > FILES_LIMIT)
        return false;
    for (size_t i = 0; i < files->count; i++)
        if (!is_file(files->items[i]))
            return false;
    return true;
}

/* ---- writing ---------------------------------------------------------------
 */

/* Where all files of this session lie; to be freed. NULL: *error. */
static char *folder_of(struct browser *browser, struct error *error)
{
    if (browser->process != NULL)
        return memory_format("%s/weir-files",
                             cdp_process_profile(browser->process));
    if (browser->folder.path == NULL &&
        !cdp_profile_create(&browser->folder, error))
        return NULL;
    return memory_format("%s/weir-files", browser->folder.path);
}

static bool cannot_write(const char *path, struct error *error)
{
    return error_set(error, ERROR_RUN, "cannot write %s: %s", path,
                     strerror(errno));
}

static bool make_folder(const char *path, struct error *error)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST ||
           cannot_write(path, error);
}

static bool write_file(const char *path, struct str content,
                       struct error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return cannot_write(path, error);
    bool fine = file_write_all(fd, content) || cannot_write(path, error);
    if (close(fd) != 0 && fine)
        fine = cannot_write(path, error);
    return fine;
}

/* A file of the same name and content as an older one is that file. A browser
 * tells a page nothing when somebody chooses what the field has already, and
 * that is for the browser to find out: by the path. */
static bool is_there(const char *path, struct str content)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) &&
           (uint64_t)found.st_size == content.length;
}

/* How many files before this one are the same: nobody chooses one twice. */
static size_t same_before(const struct value *files, size_t index)
{
    size_t count = 0;
    for (size_t i = 0; i < index; i++)
        count += value_equal(files->items[i], files->items[index]);
    return count;
}

/* Each content in a folder of its own: two files may have one name, and what a
 * page has read of an older one must not change. NULL, where it cannot be
 * written; to be freed. */
static char *place_file(struct browser *browser, const char *base,
                        const struct value *files, size_t index,
                        struct error *error)
{
    struct str name = name_in(files->items[index]);
    struct str content =
        value_text(value_field(files->items[index], STR("content")));
    char *folder = memory_format("%s/%016" PRIx64 "-%zu", base,
                                 str_hash(content), same_before(files, index));
    char *path = memory_format("%s/%.*s", folder, STR_ARGS(name));
    browser->has_files = true;
    if (!is_there(path, content) &&
        (!make_folder(folder, error) || !write_file(path, content, error))) {
        free(path);
        path = NULL;
    }
    free(folder);
    return path;
}

/* Adds the paths of the files as a JSON list. */
static bool write_files(struct browser *browser, const struct value *files,
                        struct buf *paths, struct error *error)
{
    char *base = folder_of(browser, error);
    bool fine = base != NULL && make_folder(base, error);
    buf_add_char(paths, '[');
    for (size_t i = 0; i < files->count && fine; i++) {
        char *path = place_file(browser, base, files, i, error);
        fine = path != NULL;
        if (i > 0)
            buf_add_char(paths, ',');
        if (fine)
            json_add_string(paths, str_text(path));
        free(path);
    }
    buf_add_char(paths, ']');
    free(base);
    return fine;
}

/* ---- the field -------------------------------------------------------------
 */

static enum act_outcome aim_files(struct acting *acting,
                                  const struct value *ref, size_t count)
{
    struct browser *browser = acting->browser;
    struct buf expression;
    struct json *answer;
    buf_init(&expression);
    buf_add_text(&expression, "weir.aimFiles(");
    json_add_string(&expression, value_text(ref));
    buf_addf(&expression, ",%zu,%" PRId64 ",%" PRId64 ")", count,
             browser->generation, browser_turn(browser));
    enum act_outcome outcome = act_ask(acting, &expression, &answer);
    buf_finish(&expression);
    if (outcome == ACT_DONE)
        act_note_target(acting, answer);
    json_destroy(answer);
    return outcome;
}

/* The browser's own name for the field. Empty: it went away. */
static bool name_field(struct acting *acting, struct buf *id)
{
    struct page *page = &acting->browser->page;
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "expression", STR("weir.fileField()"));
    cdp_params_int(&params, "contextId", page->context);
    page_group_begin(page);
    page_group_send(page, "Runtime.evaluate", cdp_params_end(&params));
    cdp_params_finish(&params);
    if (!act_await(acting))
        return false;
    const struct json *result =
        json_read_field(page->await_reply.body, "result");
    buf_add_str(id, json_read_string(json_read_field(result, "objectId")));
    return true;
}

static bool fill(struct acting *acting, const struct value *files)
{
    struct page *page = &acting->browser->page;
    struct cdp_params params;
    struct buf paths, id;
    buf_init(&paths);
    buf_init(&id);
    cdp_params_init(&params);
    bool fine = write_files(acting->browser, files, &paths, acting->error) &&
                name_field(acting, &id);
    if (fine && id.length > 0) {
        cdp_params_raw(&params, "files", buf_str(&paths));
        cdp_params_text(&params, "objectId", buf_str(&id));
        page_group_begin(page);
        page_group_send(page, "DOM.setFileInputFiles", cdp_params_end(&params));
    }
    cdp_params_finish(&params);
    buf_finish(&id);
    buf_finish(&paths);
    return fine;
}

/* ---- the action ------------------------------------------------------------
 */

/* Arguments: ref, [{name, content}, ...]. */
static enum act_outcome do_set_files(struct acting *acting)
{
    const struct value *files = act_argument(acting, 1);
    if (act_argument(acting, 0)->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "an element (its ref)");
    if (!are_files(files))
        return act_wrong_argument(
            acting, 1,
            "1 to 100 files, {name: \"a.txt\", content: \"...\"}, each with a "
            "name without '/'");
    enum act_outcome outcome =
        aim_files(acting, act_argument(acting, 0), files->count);
    if (outcome != ACT_DONE)
        return outcome;
    return fill(acting, files) ? act_finish(acting, true) : ACT_FAILED;
}

const struct performer act_files_performers[] = {
    {"setFiles", do_set_files},
    {NULL, NULL},
};

/* ---- removing --------------------------------------------------------------
 */

void browser_forget_files(struct browser *browser)
{
    if (!browser->has_files)
        return;
    char *base = folder_of(browser, NULL);
    if (base != NULL)
        folder_remove(base);
    free(base);
    browser->has_files = false;
}

void browser_finish_files(struct browser *browser)
{
    browser->has_files = false; /* they go with the folder */
    cdp_profile_finish(&browser->folder);
}
