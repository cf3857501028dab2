/* From the fields of an application to the file with all of them. */
#include "todomvc/runner/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/vec.h"
#include "cli/text_file.h"

struct applications {
    struct application *items;
    size_t count, capacity;
};

/* What holds while a manifest is read. */
struct reading {
    struct manifest *manifest;
    struct applications found;
    struct str folder; /* of the file, with its last slash; may be empty */
    const char *profile;
    manifest_reader reader;
    struct error *error;
};

/* A list of applications and what holds for each of them unless it says
 * otherwise. */
struct listing {
    struct str path;          /* with {name}; empty: each has its own */
    const struct json *from;  /* an object with a verdict; may be NULL */
    const struct json *needs; /* need: profile: specification; may be NULL */
    struct str folder;        /* from which these are seen */
};

/* With its last slash; empty for the current one. Borrowed from the path. */
static struct str folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return str_from(path, slash == NULL ? 0 : (size_t)(slash + 1 - path));
}

static char *copy(struct reading *reading, struct str text)
{
    return arena_copy_string(&reading->manifest->arena, text.data, text.length);
}

/* A path of the manifest, as seen from the current folder. */
static const char *beside(struct reading *reading, struct str path)
{
    if (str_starts_with(path, "/"))
        return copy(reading, path);
    return arena_format(&reading->manifest->arena, "%.*s%.*s",
                        STR_ARGS(reading->folder), STR_ARGS(path));
}

static bool wrong(struct reading *reading, const char *message)
{
    return error_set(reading->error, ERROR_USAGE, "%s", message);
}

/* ---- texts --------------------------------------------------------------- */

/* The text of a field; empty and true when there is none. No file and no option
 * has a NUL in its name. */
static bool read_text(struct reading *reading, const struct json *object,
                      const char *field, struct str *text)
{
    const struct json *json = json_read_field(object, field);
    *text = json_read_string(json);
    if (json == NULL ||
        (json_kind(json) == JSON_KIND_STRING && text->length > 0 &&
         memchr(text->data, '\0', text->length) == NULL))
        return true;
    return error_set(reading->error, ERROR_USAGE, "\"%s\" has to be a text",
                     field);
}

static void push(struct reading *reading, struct manifest_texts *texts,
                 const char *text)
{
    const char **items =
        ARENA_ARRAY(&reading->manifest->arena, texts->count + 1, const char *);
    for (size_t i = 0; i < texts->count; i++)
        items[i] = texts->items[i];
    items[texts->count] = text;
    *texts = (struct manifest_texts){items, texts->count + 1};
}

/* Appends the texts of a list. */
static bool read_texts(struct reading *reading, const struct json *object,
                       const char *field, struct manifest_texts *texts)
{
    const struct json *list = json_read_field(object, field);
    if (list != NULL && json_kind(list) != JSON_KIND_LIST)
        return error_set(reading->error, ERROR_USAGE,
                         "\"%s\" has to be a list of texts", field);
    for (size_t i = 0; i < json_read_count(list); i++) {
        const struct json *json = json_read_at(list, i);
        struct str text = json_read_string(json);
        if (json_kind(json) != JSON_KIND_STRING ||
            strlen(copy(reading, text)) != text.length)
            return error_set(reading->error, ERROR_USAGE,
                             "\"%s\" has to be a list of texts", field);
        push(reading, texts, copy(reading, text));
    }
    return true;
}

/* ---- what weir check is told --------------------------------------------- */

/* "define": {"patience": 300} is --define patience=300. */
static bool read_defines(struct reading *reading, const struct json *object,
                         struct manifest_texts *words)
{
    const struct json *defines = json_read_field(object, "define");
    if (defines == NULL)
        return true;
    if (json_kind(defines) != JSON_KIND_OBJECT)
        return wrong(reading, "\"define\" has to be an object");
    for (void *at = json_first(defines); at != NULL;
         at = json_next(defines, at)) {
        struct str name;
        struct buf text;
        const struct json *value = json_entry(at, &name);
        buf_init(&text);
        buf_addf(&text, "%.*s=", STR_ARGS(name));
        if (json_kind(value) == JSON_KIND_STRING)
            buf_add_str(&text, json_read_string(value));
        else
            json_add(&text, value);
        push(reading, words, "--define");
        push(reading, words, copy(reading, str_text(buf_text(&text))));
        buf_finish(&text);
    }
    return true;
}

/* "class" and "id" are known to the specification; another dialect is a folder
 * with a module of that name. */
static bool read_dialect(struct reading *reading, const struct json *object,
                         struct manifest_texts *words)
{
    struct str dialect;
    if (!read_text(reading, object, "dialect", &dialect))
        return false;
    if (dialect.length > 0 && !str_is(dialect, "class") &&
        !str_is(dialect, "id")) {
        push(reading, words, "-I");
        push(reading, words, beside(reading, dialect));
    }
    return true;
}

static bool read_spec(struct reading *reading, const struct json *object,
                      const char *field, const char **spec)
{
    struct str text;
    if (!read_text(reading, object, field, &text))
        return false;
    if (text.length > 0)
        *spec = beside(reading, text);
    return true;
}

/* What an application needs of a specification may be in one of its own. */
static bool read_needs(struct reading *reading, const struct json *object,
                       const struct listing *listing, const char **spec)
{
    struct str need;
    if (!read_text(reading, object, "needs", &need))
        return false;
    if (need.length == 0 || listing->needs == NULL)
        return true;
    const struct json *profiles =
        json_read_field(listing->needs, copy(reading, need));
    if (profiles != NULL && json_kind(profiles) != JSON_KIND_OBJECT)
        return wrong(reading,
                     "\"needs\" has to be an object of objects of texts");
    struct str folder = reading->folder;
    reading->folder = listing->folder;
    bool fine = read_spec(reading, profiles, reading->profile, spec);
    reading->folder = folder;
    return fine;
}

/* ---- an application ------------------------------------------------------ */

static bool is_name(struct str name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._-";
    for (size_t i = 0; i < name.length; i++)
        if (name.data[i] == '\0' || strchr(letters, name.data[i]) == NULL)
            return false;
    return name.length > 0 && name.length <= 100;
}

static bool read_name(struct reading *reading, const struct json *object,
                      struct application *application)
{
    struct str name = json_read_string(json_read_field(object, "name"));
    if (!is_name(name))
        return wrong(reading, "\"name\" has to be a text of letters, digits, "
                              "dots, - and _, at most 100 of them");
    application->name = copy(reading, name);
    for (size_t i = 0; i < reading->found.count; i++)
        if (strcmp(reading->found.items[i].name, application->name) == 0)
            return error_set(reading->error, ERROR_USAGE,
                             "there are two applications with the name %s",
                             application->name);
    return true;
}

/* The path with the name in it; begins with a slash. */
static const char *path_from(struct reading *reading, struct str path,
                             const char *name)
{
    static const char place[] = "{name}";
    struct buf out;
    buf_init(&out);
    if (!str_starts_with(path, "/"))
        buf_add_char(&out, '/');
    const char *at = copy(reading, path), *next;
    while ((next = strstr(at, place)) != NULL) {
        buf_add(&out, at, (size_t)(next - at));
        buf_add_text(&out, name);
        at = next + strlen(place);
    }
    buf_add_text(&out, at);
    const char *made = copy(reading, buf_str(&out));
    buf_finish(&out);
    return made;
}

static bool read_path(struct reading *reading, const struct json *object,
                      struct str otherwise, struct application *application)
{
    struct str path;
    if (!read_text(reading, object, "path", &path))
        return false;
    if (path.length == 0)
        path = otherwise;
    if (path.length > 0)
        application->path = path_from(reading, path, application->name);
    return true;
}

/* Everything that a profile may say differently. */
static bool read_settings(struct reading *reading, const struct json *object,
                          struct application *application)
{
    return expected_read(&application->expected, object, reading->error) &&
           read_spec(reading, object, "spec", &application->spec) &&
           read_dialect(reading, object, &application->words) &&
           read_defines(reading, object, &application->words) &&
           read_texts(reading, object, "options", &application->words) &&
           read_texts(reading, object, "reasons", &application->reasons);
}

static bool read_application(struct reading *reading, const struct json *object,
                             const struct listing *listing,
                             struct application *application)
{
    const struct json *profiles = json_read_field(object, "profiles");
    if (json_kind(object) != JSON_KIND_OBJECT)
        return wrong(reading, "an application has to be an object");
    if (profiles != NULL && json_kind(profiles) != JSON_KIND_OBJECT)
        return wrong(reading, "\"profiles\" has to be an object");
    application->expected.verdict = EXPECT_UNSAID;
    application->expected.published = EXPECT_UNSAID;
    if (!read_name(reading, object, application) ||
        !read_path(reading, object, listing->path, application) ||
        !expected_read(&application->expected, listing->from, reading->error) ||
        !read_needs(reading, object, listing, &application->spec) ||
        !read_settings(reading, object, application) ||
        !read_settings(reading, json_read_field(profiles, reading->profile),
                       application))
        return false;
    if (application->path == NULL)
        return wrong(reading, "there is no \"path\"");
    return application->expected.verdict != EXPECT_UNSAID ||
           wrong(reading, "there is no \"verdict\"");
}

static bool read_applications(struct reading *reading, const struct json *list,
                              const struct listing *listing)
{
    if (json_kind(list) != JSON_KIND_LIST)
        return wrong(reading, "\"applications\" has to be a list");
    for (size_t i = 0; i < json_read_count(list); i++) {
        const struct json *object = json_read_at(list, i);
        struct application application = {.name = NULL};
        if (!read_application(reading, object, listing, &application)) {
            error_prefix(reading->error, "application %zu%s%s: ", i + 1,
                         application.name == NULL ? "" : ", ",
                         application.name == NULL ? "" : application.name);
            return false;
        }
        vec_push(&reading->found, application);
    }
    return true;
}

/* ---- lists in other files ------------------------------------------------ */

/* The list may be the whole of its file, or the "applications" in it. */
static bool read_list_text(struct reading *reading, struct str text,
                           const struct listing *listing)
{
    struct json *json = json_parse(text, reading->error);
    if (json == NULL)
        return false;
    const struct json *list = json_kind(json) == JSON_KIND_LIST
                                  ? json
                                  : json_read_field(json, "applications");
    bool fine = list == NULL ? wrong(reading, "there are no \"applications\"")
                             : read_applications(reading, list, listing);
    json_destroy(json);
    return fine;
}

static bool read_list(struct reading *reading, const struct json *object)
{
    struct listing listing = {.from = object,
                              .needs = json_read_field(object, "needs"),
                              .folder = reading->folder};
    struct str file;
    if (json_kind(object) != JSON_KIND_OBJECT ||
        !read_text(reading, object, "file", &file) ||
        !read_text(reading, object, "path", &listing.path))
        return wrong(
            reading,
            "\"lists\" has to be a list of objects, each with \"file\" "
            "and perhaps \"path\", \"verdict\" and \"needs\"");
    if (file.length == 0)
        return wrong(reading, "one of the \"lists\" has no \"file\"");
    if (listing.needs != NULL && json_kind(listing.needs) != JSON_KIND_OBJECT)
        return wrong(reading, "\"needs\" has to be an object");
    const char *path = beside(reading, file);
    struct buf text;
    buf_init(&text);
    bool fine = reading->reader != NULL
                    ? reading->reader(path, &text, reading->error)
                    : wrong(reading, "no other files are read here");
    reading->folder = folder_of(path);
    fine = fine && read_list_text(reading, buf_str(&text), &listing);
    reading->folder = listing.folder;
    buf_finish(&text);
    if (!fine)
        error_prefix(reading->error, "%s: ", path);
    return fine;
}

/* ---- the whole ----------------------------------------------------------- */

/* What a manifest is called that has no name: its file, without folder and
 * ending. */
static const char *name_of_file(struct reading *reading, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash == NULL ? path : slash + 1;
    return copy(reading, str_from(file, strcspn(file, ".")));
}

static bool read_head(struct reading *reading, const struct json *json,
                      const char *path)
{
    struct manifest *manifest = reading->manifest;
    struct str name, package, apps;
    if (!read_text(reading, json, "name", &name) ||
        !read_text(reading, json, "package", &package) ||
        !read_text(reading, json, "apps", &apps))
        return false;
    if (name.length == 0)
        name = package;
    if (name.length > 0 && !is_name(name))
        return wrong(reading, "its \"name\" has to be a text of letters, "
                              "digits, dots, - and _, at most 100 of them");
    manifest->name =
        name.length > 0 ? copy(reading, name) : name_of_file(reading, path);
    manifest->apps = apps.length > 0 ? beside(reading, apps) : NULL;
    return true;
}

static bool read_manifest(struct reading *reading, const struct json *json,
                          const char *path)
{
    static const struct listing plain = {.from = NULL};
    bool is_list = json_kind(json) == JSON_KIND_LIST;
    const struct json *lists = json_read_field(json, "lists");
    const struct json *applications =
        is_list ? json : json_read_field(json, "applications");
    if (!is_list && json_kind(json) != JSON_KIND_OBJECT)
        return wrong(reading, "it is neither an object nor a list");
    if (!read_head(reading, json, path))
        return false;
    if (applications != NULL &&
        !read_applications(reading, applications, &plain))
        return false;
    if (lists != NULL && json_kind(lists) != JSON_KIND_LIST)
        return wrong(reading, "\"lists\" has to be a list of objects");
    for (size_t i = 0; i < json_read_count(lists); i++)
        if (!read_list(reading, json_read_at(lists, i)))
            return false;
    return reading->found.count > 0 ||
           wrong(reading, "there are no \"applications\"");
}

bool manifest_parse(struct manifest *manifest, struct str text,
                    const char *path, const char *profile,
                    manifest_reader reader, struct error *error)
{
    *manifest = (struct manifest){.items = NULL};
    arena_init(&manifest->arena);
    struct reading reading = {
        .manifest = manifest,
        .found = VEC_EMPTY,
        .folder = folder_of(path),
        .profile = profile,
        .reader = reader,
        .error = error,
    };
    struct json *json = json_parse(text, error);
    bool fine = json != NULL && read_manifest(&reading, json, path);
    json_destroy(json);
    manifest->items = reading.found.items;
    manifest->count = reading.found.count;
    if (fine)
        return true;
    error_prefix(error, "%s: ", path);
    if (error != NULL)
        error->code = ERROR_USAGE;
    manifest_finish(manifest);
    return false;
}

bool manifest_load(struct manifest *manifest, const char *path,
                   const char *profile, struct error *error)
{
    struct buf text;
    buf_init(&text);
    bool fine = text_file_read(path, &text, error);
    if (fine)
        fine = manifest_parse(manifest, buf_str(&text), path, profile,
                              text_file_read, error);
    else
        error->code = ERROR_USAGE;
    buf_finish(&text);
    return fine;
}

void manifest_finish(struct manifest *manifest)
{
    free(manifest->items);
    manifest->items = NULL;
    manifest->count = 0;
    arena_finish(&manifest->arena);
}

const struct application *manifest_find(const struct manifest *manifest,
                                        struct str name)
{
    for (size_t i = 0; i < manifest->count; i++)
        if (str_is(name, manifest->items[i].name))
            return &manifest->items[i];
    return NULL;
}
