/* From module names to files. A module is read once, however often and by
 * whatever path it is imported. */
#include "lang/front/front_internal.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/vec.h"

/* A specification is text written by people; this is far beyond. Offsets in
 * spans have 32 bits. */
enum { SOURCE_BYTES_LIMIT = 16 * 1024 * 1024 };

/* Of imports inside imports: each takes a few frames of the stack. */
enum { IMPORT_DEPTH_LIMIT = 100 };

void module_destroy(struct module *module)
{
    if (module == NULL)
        return;
    token_list_finish(&module->tokens);
    vec_finish(&module->bound);
    free(module->name);
    free(module->path);
    free(module);
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

/* Appends the whole file; returns NULL, or what went wrong. */
static const char *read_file(const char *path, struct buf *text)
{
    errno = 0;
    FILE *file = is_file(path) ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return errno == 0 ? "it is no file" : strerror(errno);
    size_t got;
    do {
        got = fread(buf_reserve(text, 65536), 1, 65536, file);
        text->length += got;
    } while (got > 0 && text->length <= SOURCE_BYTES_LIMIT);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        return "it cannot be read";
    return text->length > SOURCE_BYTES_LIMIT ? "it is larger than 16 MiB"
                                             : NULL;
}

bool modules_read_stream(const char *path, struct buf *text,
                         const char **trouble)
{
    struct stat status;
    if (strchr(path, '/') == NULL || stat(path, &status) != 0 ||
        S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
        return false;
    *trouble = read_file(path, text);
    return true;
}

/* Reads the text as a module, in front of whatever is being read now. */
static struct module *read_module(struct front *front, const char *name,
                                  const char *path, const char *key,
                                  struct str text)
{
    struct lang_program *program = front->program;
    struct module *module = MEMORY_NEW(struct module);
    struct module *importer = front->module;
    module->name = memory_copy_string(name, strlen(name));
    module->path = memory_copy_string(path, strlen(path));
    module->importer = importer;
    module->depth = importer == NULL ? 0 : importer->depth + 1;
    map_set(&front->modules, str_text(key), module);
    uint32_t source = source_add(&program->sources, path, name, text);
    if (importer == NULL)
        program->spec_source = source;
    bool lexed = lexer_run(&module->tokens, &program->sources, source,
                           &program->arena, &program->names, front->diags);
    parser_init(&module->parser, &front->mixfix, &front->scratch,
                module->tokens.items, module->tokens.count);
    front->module = module;
    if (importer == NULL && front->with_library)
        modules_import(front, "quickstrom", span_nowhere());
    declarations_read(front);
    front->module = importer;
    parser_finish(&module->parser);
    module->state = MODULE_READ;
    /* any of its names may be in the part that could not be read */
    front->blind |= !lexed;
    return module;
}

/* What names the file, however it is reached. */
static char *key_of(const char *path)
{
    char *real = realpath(path, NULL);
    if (real != NULL)
        return real;
    return memory_copy_string(path, strlen(path));
}

bool modules_is_of_library(const struct front *front, const char *path)
{
    const char *library = front->options->library;
    size_t length = library == NULL ? 0 : strlen(library);
    return length > 0 && strncmp(path, library, length) == 0 &&
           (path[length] == '/' || library[length - 1] == '/');
}

static bool is_in_library(const struct front *front,
                          const struct module *module)
{
    return module != NULL && modules_is_of_library(front, module->path);
}

/* A module that is called like one of the library hides it. */
static void help_with_hidden(const struct front *front,
                             const struct module *module, struct diag *diag)
{
    struct buf path;
    const char *library = front->options->library;
    if (library == NULL || is_in_library(front, module))
        return;
    buf_init(&path);
    buf_addf(&path, "%s/%s.strom", library, module->name);
    if (is_file(buf_text(&path)))
        diag_help(diag,
                  "%s hides the library's module '%s': give it another name",
                  module->path, module->name);
    buf_finish(&path);
}

/* "a imports b imports a" */
static void report_cycle(struct front *front, const struct module *module,
                         struct span span)
{
    struct buf chain;
    buf_init(&chain);
    buf_add_text(&chain, module->name);
    struct buf next;
    buf_init(&next);
    for (const struct module *at = front->module; at != NULL;
         at = at->importer) {
        buf_addf(&next, "%s imports %s", at->name, buf_text(&chain));
        buf_clear(&chain);
        buf_add_str(&chain, buf_str(&next));
        buf_clear(&next);
        if (at == module)
            break;
    }
    struct diag *diag = front_error(front, DIAG_PARSE, span,
                                    "cyclic import: %s", buf_text(&chain));
    help_with_hidden(front, module, diag);
    buf_finish(&next);
    buf_finish(&chain);
}

static bool read_path(struct front *front, const char *name, const char *path,
                      struct span span)
{
    char *key = key_of(path);
    const struct module *known = map_find(&front->modules, str_text(key));
    struct buf text;
    bool done = false;
    buf_init(&text);
    errno = 0;
    const char *trouble = known == NULL ? read_file(path, &text) : NULL;
    if (known != NULL && known->state == MODULE_READING)
        report_cycle(front, known, span);
    else if (known == NULL && front->module != NULL &&
             front->module->depth >= IMPORT_DEPTH_LIMIT)
        front_error(front, DIAG_PARSE, span, "imports nest more than %d deep",
                    IMPORT_DEPTH_LIMIT);
    else if (trouble != NULL)
        front_error(front, DIAG_PARSE, span, "cannot read '%s': %s", path,
                    trouble);
    else
        done = true;
    if (done && known == NULL)
        read_module(front, name, path, key, buf_str(&text));
    buf_finish(&text);
    free(key);
    return done;
}

/* DIR/NAME.strom, or NAME.strom in the working folder. */
static bool try_folder(struct buf *path, struct buf *tried, const char *folder,
                       const char *name)
{
    buf_clear(path);
    if (folder != NULL && *folder != '\0' && strcmp(folder, ".") != 0)
        buf_addf(path, "%s%s", folder,
                 str_ends_with(str_text(folder), "/") ? "" : "/");
    buf_addf(path, "%s.strom", name);
    if (is_file(buf_text(path)))
        return true;
    buf_addf(tried, "%s%s", tried->length > 0 ? ", " : "", buf_text(path));
    return false;
}

/* The search order of the design: include folders, the folder of the
 * specification, the library, the working folder. What a module of the library
 * imports is of the library, too: a specification may be called list.strom. */
static bool find_module(struct front *front, const char *name, struct buf *path,
                        struct buf *tried)
{
    const struct lang_options *options = front->options;
    for (size_t i = 0; i < options->include_count; i++)
        if (try_folder(path, tried, options->include[i], name))
            return true;
    if (is_in_library(front, front->module) &&
        try_folder(path, tried, options->library, name))
        return true;
    if (front->folder != NULL && try_folder(path, tried, front->folder, name))
        return true;
    if (options->library != NULL &&
        try_folder(path, tried, options->library, name))
        return true;
    if (front->folder != NULL && strcmp(front->folder, ".") == 0)
        return false;
    return try_folder(path, tried, ".", name);
}

/* Adds the modules of the folder to the names, or those of a folder in it:
 * `prefix` is "" or "weir/". */
static void add_names(struct map *names, const char *folder, struct str prefix)
{
    if (folder == NULL)
        return;
    struct buf path;
    buf_init(&path);
    buf_addf(&path, "%s/%.*s", folder, STR_ARGS(prefix));
    DIR *entries = opendir(buf_text(&path));
    const struct dirent *at;
    while (entries != NULL && (at = readdir(entries)) != NULL) {
        struct str name = str_text(at->d_name);
        if (!str_ends_with(name, ".strom"))
            continue;
        name.length -= strlen(".strom");
        buf_clear(&path);
        buf_addf(&path, "%.*s%.*s", STR_ARGS(prefix), STR_ARGS(name));
        map_set(names, buf_str(&path), names);
    }
    if (entries != NULL)
        closedir(entries);
    buf_finish(&path);
}

static void report_not_found(struct front *front, const char *name,
                             struct span span, const char *tried)
{
    const struct lang_options *options = front->options;
    const char *slash = strrchr(name, '/');
    struct str prefix =
        str_from(name, slash == NULL ? 0 : (size_t)(slash - name) + 1);
    struct map names;
    map_init(&names);
    for (size_t i = 0; i < options->include_count; i++)
        add_names(&names, options->include[i], prefix);
    add_names(&names, front->folder, prefix);
    add_names(&names, options->library, prefix);
    struct diag *diag =
        front_error(front, DIAG_PARSE, span, "module not found: %s", name);
    const char *near =
        suggest_from(&names, intern_text(&front->program->names, name));
    if (near != NULL)
        diag_help(diag, "did you mean '%s'? (sought as %s)", near, tried);
    else if (str_ends_with(str_text(name), ".html") ||
             str_ends_with(str_text(name), ".htm"))
        diag_help(diag, "this looks like a page; the specification comes "
                        "first: weir check SPEC PAGE");
    else if (is_file(name))
        diag_help(diag, "for the file of that name write ./%s", name);
    else if (options->library == NULL)
        diag_help(diag,
                  "sought as %s; the modules of weir itself are not there "
                  "either: they lie beside the program, or where "
                  "WEIR_LIBRARY says",
                  tried);
    else
        diag_help(diag, "sought as %s", tried);
    map_finish(&names);
}

static void set_folder(struct front *front, const char *path)
{
    const char *slash = strrchr(path, '/');
    free(front->folder);
    if (slash == NULL)
        front->folder = memory_copy_string(".", 1);
    else
        front->folder = memory_copy_string(
            path, slash == path ? 1 : (size_t)(slash - path));
}

static bool read_named(struct front *front, const char *name, struct span span,
                       bool is_spec)
{
    struct buf path;
    struct buf tried;
    buf_init(&path);
    buf_init(&tried);
    bool done = false;
    if (find_module(front, name, &path, &tried)) {
        if (is_spec)
            set_folder(front, buf_text(&path));
        done = read_path(front, name, buf_text(&path), span);
    } else {
        report_not_found(front, name, span, buf_text(&tried));
    }
    buf_finish(&tried);
    buf_finish(&path);
    return done;
}

bool modules_import(struct front *front, const char *name, struct span span)
{
    return read_named(front, name, span, false);
}

bool modules_read_spec(struct front *front, const char *spec)
{
    struct str text = str_text(spec);
    bool is_path = strchr(spec, '/') != NULL || str_ends_with(text, ".strom");
    if (!is_path)
        return read_named(front, spec, span_nowhere(), true);
    if (strchr(spec, '/') != NULL && !is_file(spec) &&
        !str_ends_with(text, ".strom"))
        return read_named(front, spec, span_nowhere(), true); /* a/b */
    set_folder(front, spec);
    const char *slash = strrchr(spec, '/');
    struct str name = str_text(slash == NULL ? spec : slash + 1);
    if (str_ends_with(name, ".strom"))
        name.length -= strlen(".strom");
    char *copy = memory_copy_string(name.data, name.length);
    bool done = read_path(front, copy, spec, span_nowhere());
    free(copy);
    return done;
}

bool modules_read_text(struct front *front, const char *name, struct str text)
{
    if (text.length > SOURCE_BYTES_LIMIT) {
        front_error(front, DIAG_PARSE, span_nowhere(),
                    "'%s' is larger than 16 MiB", name);
        return false;
    }
    const char *folder = front->options->folder;
    free(front->folder);
    front->folder =
        folder == NULL ? NULL : memory_copy_string(folder, strlen(folder));
    read_module(front, name, name, name, text);
    return true;
}
