/* What the process gives to the harness. Order of this file: files, the
 * functions, as the library calls them. */
#include "fake/engine_internal.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "fake/modules.h"

enum { FILE_LIMIT_BYTES = 16 * 1024 * 1024 };

/* The library stops its threads by signals while it collects garbage: a call
 * that looks at a file may be interrupted by one, on a busy machine. */
FILE *engine_open_file(const char *path)
{
    FILE *file;
    do
        file = fopen(path, "rbe");
    while (file == NULL && errno == EINTR);
    return file;
}

static bool find_real(const char *path, char *real)
{
    char *found;
    do
        found = realpath(path, real);
    while (found == NULL && errno == EINTR);
    return found != NULL;
}

static bool can_access(const char *path, int how)
{
    int status;
    do
        status = access(path, how);
    while (status != 0 && errno == EINTR);
    return status == 0;
}

static bool read_whole(const char *path, struct buf *out)
{
    FILE *file = engine_open_file(path);
    if (file == NULL)
        return false;
    ssize_t got;
    do {
        char *space = buf_reserve(out, ENGINE_READ_BYTES);
        do
            got = read(fileno(file), space, ENGINE_READ_BYTES);
        while (got < 0 && errno == EINTR);
        out->length += got > 0 ? (size_t)got : 0;
    } while (got > 0 && out->length <= FILE_LIMIT_BYTES);
    *buf_reserve(out, 0) = '\0';
    bool is_fine = got == 0 && out->length <= FILE_LIMIT_BYTES;
    fclose(file);
    return is_fine && memchr(buf_text(out), '\0', out->length) == NULL;
}

static JSValueRef cannot_read(const struct engine *engine, const char *path,
                              JSValueRef *exception)
{
    char *words =
        memory_format("cannot read %s (16 MB at most, no zero bytes)", path);
    JSValueRef nothing = engine_throw(engine, words, NULL, exception);
    free(words);
    return nothing;
}

static JSValueRef native_text(struct engine *engine, const char *path,
                              JSValueRef *exception)
{
    struct buf text = {0};
    JSValueRef value = read_whole(path, &text)
                           ? engine_value(engine, buf_text(&text))
                           : cannot_read(engine, path, exception);
    buf_finish(&text);
    return value;
}

static JSValueRef native_load(struct engine *engine, const char *path,
                              JSValueRef *exception)
{
    struct buf text = {0}, script = {0};
    struct error error = ERROR_NONE;
    JSValueRef value = NULL;
    if (!read_whole(path, &text)) {
        value = cannot_read(engine, path, exception);
    } else if (!module_translate(buf_str(&text), &script, &error)) {
        const char *words = strchr(error.message, ':');
        char *at = memory_format("%s:%d", path, atoi(error.message));
        value =
            engine_throw(engine, words == NULL ? "" : words + 2, at, exception);
        free(at);
    } else {
        value = engine_evaluate(engine, buf_text(&script), path, exception);
    }
    buf_finish(&text);
    buf_finish(&script);
    return value;
}

static JSValueRef native_real(struct engine *engine, const char *path,
                              JSValueRef *exception)
{
    (void)exception;
    char real[PATH_MAX];
    bool is_there = find_real(path, real) && can_access(real, R_OK);
    size_t length = strlen(path);
    /* A folder is no module; with a slash after it, it would be one. */
    if (is_there && length + 2 < PATH_MAX) {
        char folder[PATH_MAX + 2];
        snprintf(folder, sizeof folder, "%s/", real);
        is_there = !can_access(folder, F_OK);
    }
    return is_there ? engine_value(engine, real)
                    : engine->js.JSValueMakeNull(engine->context);
}

static JSValueRef native_talk(struct engine *engine, const char *line,
                              JSValueRef *exception)
{
    (void)exception;
    struct buf question = {0};
    buf_add_text(&question, line);
    engine_tell(engine, &question);
    buf_finish(&question);
    return engine_value(engine, engine_hear(engine));
}

static JSValueRef native_print(struct engine *engine, const char *text,
                               JSValueRef *exception)
{
    (void)exception;
    fprintf(stderr, "%s\n", text);
    return engine->js.JSValueMakeUndefined(engine->context);
}

/* There is no system to test: nothing more is said. */
static JSValueRef native_refuse(struct engine *engine, const char *text,
                                JSValueRef *exception)
{
    (void)engine, (void)exception;
    fprintf(stderr, "%s\n", text);
    _exit(ENGINE_REFUSED);
}

/* The library calls functions of ours without data of ours, and what would find
 * it is behind the table, too. There is one engine in a process. */
static struct engine *the_engine;

typedef JSValueRef (*native_body)(struct engine *engine, const char *text,
                                  JSValueRef *exception);

/* All of them take one text. */
static JSValueRef call_native(native_body body, size_t count,
                              const JSValueRef *arguments,
                              JSValueRef *exception)
{
    struct buf text = {0};
    if (count > 0)
        engine_add_value(the_engine, &text, arguments[0]);
    JSValueRef value = body(the_engine, buf_text(&text), exception);
    buf_finish(&text);
    return value;
}

#define NATIVES(_) _(load) _(text) _(real) _(talk) _(print) _(refuse)
#define CALLBACK(name)                                                         \
    static JSValueRef call_##name(                                             \
        JSContextRef context, JSObjectRef function, JSObjectRef self,          \
        size_t count, const JSValueRef arguments[], JSValueRef *exception)     \
    {                                                                          \
        (void)context, (void)function, (void)self;                             \
        return call_native(native_##name, count, arguments, exception);        \
    }
NATIVES(CALLBACK)
#undef CALLBACK

static void add_native(const struct engine *engine, const char *name,
                       JSObjectCallAsFunctionCallback callback)
{
    JSStringRef text = engine->js.JSStringCreateWithUTF8CString(name);
    JSObjectRef function = engine->js.JSObjectMakeFunctionWithCallback(
        engine->context, text, callback);
    engine->js.JSStringRelease(text);
    engine_set_property(engine, engine->host, name, function);
}

void engine_add_natives(struct engine *engine)
{
    the_engine = engine;
#define ADD(name) add_native(engine, #name, call_##name);
    NATIVES(ADD)
#undef ADD
}
