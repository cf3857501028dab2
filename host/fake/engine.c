/* In this file: the library, texts, the other side, what the process gives to
 * the harness, when an answer is stopped, starting, the questions. */
#include "fake/engine.h"

#include <JavaScriptCore/JavaScript.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/eager.h"
#include "base/json.h"
#include "base/memory.h"
#include "fake/harness_bytes.h"
#include "fake/modules.h"

enum {
    READ_BYTES = 64 * 1024,
    /* How often a running function is looked at, of processor time. */
    LOOK_MS = 50,
    BACKTRACE_FRAMES = 20,
    FILE_LIMIT_BYTES = 16 * 1024 * 1024,
};

/* ---- the library -------------------------------------------------------- */

/* Of JSContextRefPrivate.h, which Debian does not install; exported, and used
 * by WebKit's own programs. */
typedef bool (*JSShouldTerminateCallback)(JSContextRef context, void *data);
void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double limit,
                                         JSShouldTerminateCallback callback,
                                         void *data);
JSStringRef JSContextCreateBacktrace(JSContextRef context,
                                     unsigned frame_count);
/* The function is called with each promise that is rejected while nothing
 * handles that, and the reason, once all that is ready has run. Not in every
 * version. */
typedef void follow_rejections(JSGlobalContextRef context, JSObjectRef function,
                               JSValueRef *exception);

#define LIBRARY_FUNCTIONS(_)                                                   \
    _(JSContextGroupCreate)                                                    \
    _(JSContextGroupSetExecutionTimeLimit)                                     \
    _(JSContextCreateBacktrace)                                                \
    _(JSGlobalContextCreateInGroup)                                            \
    _(JSEvaluateScript)                                                        \
    _(JSObjectMakeFunctionWithCallback)                                        \
    _(JSObjectMake)                                                            \
    _(JSObjectSetProperty)                                                     \
    _(JSObjectGetProperty)                                                     \
    _(JSObjectCallAsFunction)                                                  \
    _(JSObjectMakeError)                                                       \
    _(JSValueToObject)                                                         \
    _(JSValueIsNull)                                                           \
    _(JSValueToStringCopy)                                                     \
    _(JSValueMakeString)                                                       \
    _(JSValueMakeNull)                                                         \
    _(JSValueMakeUndefined)                                                    \
    _(JSValueProtect)                                                          \
    _(JSStringCreateWithUTF8CString)                                           \
    _(JSStringGetMaximumUTF8CStringSize)                                       \
    _(JSStringGetUTF8CString)                                                  \
    _(JSStringRelease)

struct library {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration */
#define MEMBER(name) __typeof__(&(name)) name;
    LIBRARY_FUNCTIONS(MEMBER)
#undef MEMBER
    follow_rejections *follow; /* NULL: it has none */
};

struct engine {
    const struct engine_options *options;
    int input, output;
    struct buf in;
    size_t in_at; /* what was used of it */
    struct eager eager;
    struct library js;
    JSContextGroupRef group;
    JSGlobalContextRef context;
    JSObjectRef host, answer; /* what the harness gets, and what it gives */
    int64_t began_ms;         /* the answer */
    const char *stopped;      /* why the answer was stopped, or NULL */
    struct buf backtrace;
};

/* Any of them will do: their C interface is the same. */
static const char *const sonames[] = {"libjavascriptcoregtk-4.1.so.0",
                                      "libjavascriptcoregtk-6.0.so.1",
                                      "libjavascriptcoregtk-4.0.so.18"};

static void *find_function(void *handle, const char *name, bool *is_complete)
{
    void *function = dlsym(handle, name);
    *is_complete &= function != NULL;
    return function;
}

static bool open_library(struct library *js)
{
    void *handle = NULL;
    bool is_complete = true;
    for (size_t i = 0; handle == NULL && i < sizeof sonames / sizeof *sonames;
         i++)
        handle = dlopen(sonames[i], RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        return false;
#define FIND(name)                                                             \
    *(void **)&js->name = find_function(handle, #name, &is_complete);
    LIBRARY_FUNCTIONS(FIND)
#undef FIND
    *(void **)&js->follow =
        dlsym(handle, "JSGlobalContextSetUnhandledRejectionCallback");
    return is_complete;
}

/* ---- texts -------------------------------------------------------------- */

/* Appends it as UTF-8. */
static void add_js_text(const struct engine *engine, struct buf *out,
                        JSStringRef text)
{
    size_t room = engine->js.JSStringGetMaximumUTF8CStringSize(text);
    char *space = buf_reserve(out, room);
    size_t length = engine->js.JSStringGetUTF8CString(text, space, room);
    out->length += length > 0 ? length - 1 : 0;
}

static void add_js_value(const struct engine *engine, struct buf *out,
                         JSValueRef value)
{
    JSStringRef text =
        engine->js.JSValueToStringCopy(engine->context, value, NULL);
    if (text == NULL)
        return;
    add_js_text(engine, out, text);
    engine->js.JSStringRelease(text);
}

static JSValueRef js_value(const struct engine *engine, const char *text)
{
    JSStringRef string = engine->js.JSStringCreateWithUTF8CString(text);
    JSValueRef value = engine->js.JSValueMakeString(engine->context, string);
    engine->js.JSStringRelease(string);
    return value;
}

static void set_property(const struct engine *engine, JSObjectRef object,
                         const char *name, JSValueRef value)
{
    JSStringRef key = engine->js.JSStringCreateWithUTF8CString(name);
    engine->js.JSObjectSetProperty(engine->context, object, key, value,
                                   kJSPropertyAttributeNone, NULL);
    engine->js.JSStringRelease(key);
}

/* An error, thrown. With `at`: where in which file. */
static JSValueRef throw_error(const struct engine *engine, const char *words,
                              const char *at, JSValueRef *exception)
{
    JSValueRef message = js_value(engine, words);
    JSObjectRef error =
        engine->js.JSObjectMakeError(engine->context, 1, &message, NULL);
    if (at != NULL)
        set_property(engine, error, "at", js_value(engine, at));
    *exception = error;
    return engine->js.JSValueMakeUndefined(engine->context);
}

static JSValueRef evaluate(const struct engine *engine, const char *script,
                           const char *name, JSValueRef *exception)
{
    JSStringRef source = engine->js.JSStringCreateWithUTF8CString(script);
    JSStringRef url = engine->js.JSStringCreateWithUTF8CString(name);
    JSValueRef value = engine->js.JSEvaluateScript(engine->context, source,
                                                   NULL, url, 1, exception);
    engine->js.JSStringRelease(source);
    engine->js.JSStringRelease(url);
    return value;
}

/* ---- the other side ----------------------------------------------------- */

/* The next line without its end, NUL terminated, until the next call. The end
 * of file is the end of this process. */
static const char *hear(struct engine *engine)
{
    struct buf *in = &engine->in;
    if (engine->in_at > 0) {
        memmove(in->data, in->data + engine->in_at, in->length - engine->in_at);
        in->length -= engine->in_at;
        engine->in_at = 0;
    }
    char *end = NULL;
    for (size_t seen = 0;;) {
        if (in->length > seen)
            end = memchr(in->data + seen, '\n', in->length - seen);
        if (end != NULL)
            break;
        seen = in->length;
        char *space = buf_reserve(in, READ_BYTES);
        if (engine->options->module == NULL) /* asked by a program */
            eager_await(&engine->eager, engine->input);
        ssize_t got = read(engine->input, space, READ_BYTES);
        if (got == 0 || (got < 0 && errno != EINTR))
            _exit(0);
        in->length += got > 0 ? (size_t)got : 0;
    }
    *end = '\0';
    engine->in_at = (size_t)(end - in->data) + 1;
    return in->data;
}

/* The end of this process, when nobody reads. */
static void tell(const struct engine *engine, struct buf *line)
{
    buf_add_char(line, '\n');
    for (size_t at = 0; at < line->length;) {
        ssize_t written =
            write(engine->output, line->data + at, line->length - at);
        if (written < 0 && errno != EINTR)
            _exit(1);
        at += written > 0 ? (size_t)written : 0;
    }
}

/* ---- what the harness is given ------------------------------------------ */

/* The library stops its threads by signals while it collects garbage: a call
 * that looks at a file may be interrupted by one, on a busy machine. */
static FILE *open_file(const char *path)
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
    FILE *file = open_file(path);
    if (file == NULL)
        return false;
    ssize_t got;
    do {
        char *space = buf_reserve(out, READ_BYTES);
        do
            got = read(fileno(file), space, READ_BYTES);
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
    JSValueRef nothing = throw_error(engine, words, NULL, exception);
    free(words);
    return nothing;
}

static JSValueRef native_text(struct engine *engine, const char *path,
                              JSValueRef *exception)
{
    struct buf text = {0};
    JSValueRef value = read_whole(path, &text)
                           ? js_value(engine, buf_text(&text))
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
            throw_error(engine, words == NULL ? "" : words + 2, at, exception);
        free(at);
    } else {
        value = evaluate(engine, buf_text(&script), path, exception);
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
    /* A folder is no module; with a slash behind it, it would be one. */
    if (is_there && length + 2 < PATH_MAX) {
        char folder[PATH_MAX + 2];
        snprintf(folder, sizeof folder, "%s/", real);
        is_there = !can_access(folder, F_OK);
    }
    return is_there ? js_value(engine, real)
                    : engine->js.JSValueMakeNull(engine->context);
}

static JSValueRef native_talk(struct engine *engine, const char *line,
                              JSValueRef *exception)
{
    (void)exception;
    struct buf question = {0};
    buf_add_text(&question, line);
    tell(engine, &question);
    buf_finish(&question);
    return js_value(engine, hear(engine));
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
        add_js_value(the_engine, &text, arguments[0]);
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
    set_property(engine, engine->host, name, function);
}

/* ---- when an answer is stopped ------------------------------------------ */

size_t engine_memory_of(int pid)
{
    char path[64];
    long long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    FILE *file = open_file(path);
    if (file == NULL)
        return 0;
    if (fscanf(file, "%*d %lld", &pages) != 1)
        pages = 0;
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void look_again(struct engine *engine);

/* Called by the library when a function has run for a while. */
static bool must_stop(JSContextRef context, void *data)
{
    struct engine *engine = data;
    const struct engine_options *options = engine->options;
    if (clock_now_ms() - engine->began_ms > options->time_limit_ms)
        engine->stopped = "time";
    else if (engine_memory_of(getpid()) > options->memory_limit_bytes)
        engine->stopped = "memory";
    if (engine->stopped == NULL) {
        look_again(engine);
        return false;
    }
    JSStringRef frames =
        engine->js.JSContextCreateBacktrace(context, BACKTRACE_FRAMES);
    if (frames != NULL) {
        add_js_text(engine, &engine->backtrace, frames);
        engine->js.JSStringRelease(frames);
    }
    return true;
}

/* The library asks once for each limit that is set. */
static void look_again(struct engine *engine)
{
    engine->js.JSContextGroupSetExecutionTimeLimit(
        engine->group, LOOK_MS / 1000.0, must_stop, engine);
}

/* The first frame in a file of the user's: "#0 name() at /file:line". Sets its
 * end; NULL: there is none. */
static const char *place_in(const char *frames, size_t *length)
{
    const char *at = strstr(frames, " at /");
    if (at == NULL)
        return NULL;
    at += strlen(" at ");
    *length = strcspn(at, "\n");
    return at;
}

/* What the harness keeps under this name, as text. */
static void add_kept(const struct engine *engine, const char *name,
                     struct buf *out)
{
    JSStringRef key = engine->js.JSStringCreateWithUTF8CString(name);
    JSValueRef kept = engine->js.JSObjectGetProperty(engine->context,
                                                     engine->host, key, NULL);
    if (kept != NULL)
        add_js_value(engine, out, kept);
    engine->js.JSStringRelease(key);
}

/* What the harness was doing. */
static void add_doing(const struct engine *engine, struct buf *out)
{
    struct buf text = {0};
    add_kept(engine, "doing", &text);
    json_add_string(out, buf_str(&text));
    buf_finish(&text);
}

/* As a line of docs/PROTOCOL.md. */
static void add_stopped_streams(const struct engine *engine, struct buf *out,
                                struct str at)
{
    struct buf words = {0};
    buf_addf(&words, "the system %s%s%.*s",
             strcmp(engine->stopped, "time") == 0 ? "does not end"
                                                  : "takes too much memory",
             at.length > 0 ? ": " : "", STR_ARGS(at));
    buf_add_text(out, "{\"tag\":\"Error\",\"errorMessage\":");
    json_add_string(out, buf_str(&words));
    buf_add_char(out, '}');
    buf_finish(&words);
}

/* {"stopped":"time","doing":"...","place":0,"at":"file:line"} */
static void add_stopped(const struct engine *engine, struct buf *out)
{
    size_t length = 0;
    const char *at = place_in(buf_text(&engine->backtrace), &length);
    if (engine->options->module != NULL) {
        add_stopped_streams(engine, out,
                            at == NULL ? STR("") : str_from(at, length));
        return;
    }
    buf_add_text(out, "{\"stopped\":");
    json_add_string(out, str_text(engine->stopped));
    buf_add_text(out, ",\"doing\":");
    add_doing(engine, out);
    buf_add_text(out, ",\"place\":");
    add_kept(engine, "place", out);
    if (at != NULL) {
        buf_add_text(out, ",\"at\":");
        json_add_string(out, str_from(at, length));
    }
    buf_add_char(out, '}');
}

/* ---- starting ----------------------------------------------------------- */

static const char *harness_file(const char *name)
{
    for (size_t i = 0; i < harness_file_count; i++)
        if (strcmp(harness_files[i].name, name) == 0)
            return (const char *)harness_files[i].bytes;
    return "";
}

static JSObjectRef object_in(const struct engine *engine, JSValueRef value)
{
    return engine->js.JSValueToObject(engine->context, value, NULL);
}

/* What the file gives: a function. NULL: it is broken. */
static JSObjectRef run_file(const struct engine *engine, const char *name)
{
    JSValueRef exception = NULL;
    JSValueRef value = evaluate(engine, harness_file(name), name, &exception);
    return value == NULL ? NULL : object_in(engine, value);
}

/* The same, called with the host. */
static JSObjectRef call_file(const struct engine *engine, const char *name)
{
    JSValueRef exception = NULL, host = engine->host;
    JSObjectRef function = run_file(engine, name);
    JSValueRef made =
        function == NULL
            ? NULL
            : engine->js.JSObjectCallAsFunction(engine->context, function, NULL,
                                                1, &host, &exception);
    return made == NULL ? NULL : object_in(engine, made);
}

/* The other files of a harness of models, as functions. */
static void give_parts(const struct engine *engine)
{
    static const char *const parts[] = {"values", "page_words", "model_parts",
                                        "drawn", "claims"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        set_property(engine, engine->host, parts[i],
                     run_file(engine, parts[i]));
}

static void give_streams(const struct engine *engine)
{
    const struct engine_options *options = engine->options;
    set_property(engine, engine->host, "sources",
                 run_file(engine, "hook_sources"));
    set_property(engine, engine->host, "streams", run_file(engine, "streams"));
    set_property(engine, engine->host, "module",
                 js_value(engine, options->module));
    set_property(engine, engine->host, "shown",
                 js_value(engine, options->shown));
    set_property(engine, engine->host, "system",
                 js_value(engine, options->system));
}

/* A harness that wants to know of them has a function `rejected`. */
static void tell_rejections(const struct engine *engine)
{
    const struct library *js = &engine->js;
    if (js->follow == NULL)
        return;
    JSStringRef name = js->JSStringCreateWithUTF8CString("rejected");
    JSValueRef exception = NULL;
    JSValueRef found = js->JSObjectGetProperty(engine->context, engine->answer,
                                               name, &exception);
    js->JSStringRelease(name);
    JSObjectRef rejected =
        found == NULL ? NULL
                      : js->JSValueToObject(engine->context, found, &exception);
    if (rejected != NULL)
        js->follow(engine->context, rejected, &exception);
}

/* Makes the context and runs the harness in it. */
static bool start(struct engine *engine)
{
    const struct library *js = &engine->js;
    bool is_model = engine->options->module == NULL;
    engine->group = js->JSContextGroupCreate();
    engine->context = js->JSGlobalContextCreateInGroup(engine->group, NULL);
    engine->host = js->JSObjectMake(engine->context, NULL, NULL);
    js->JSValueProtect(engine->context, engine->host);
#define ADD(name) add_native(engine, #name, call_##name);
    NATIVES(ADD)
#undef ADD
    JSObjectRef loader = call_file(engine, "loader");
    if (loader == NULL)
        return false;
    set_property(engine, engine->host, "loader", loader);
    if (is_model)
        give_parts(engine);
    else
        give_streams(engine);
    engine->answer = call_file(engine, is_model ? "harness" : "streams_engine");
    if (engine->answer == NULL)
        return false;
    js->JSValueProtect(engine->context, engine->answer);
    if (!is_model)
        tell_rejections(engine);
    return true;
}

/* ---- the questions ------------------------------------------------------ */

/* Calls the harness; with no question, for the rest of its answer. */
static JSValueRef call_answer(struct engine *engine, const char *question)
{
    JSValueRef exception = NULL, given = NULL;
    if (question != NULL)
        given = js_value(engine, question);
    return engine->js.JSObjectCallAsFunction(engine->context, engine->answer,
                                             NULL, question == NULL ? 0 : 1,
                                             &given, &exception);
}

/* A harness that gives null is called again: in between, what its promises wait
 * for has run. */
static void answer(struct engine *engine, const char *question)
{
    struct buf line = {0};
    engine->began_ms = clock_now_ms();
    engine->stopped = NULL;
    buf_clear(&engine->backtrace);
    look_again(engine);
    JSValueRef value = call_answer(engine, question);
    while (value != NULL && engine->stopped == NULL &&
           engine->js.JSValueIsNull(engine->context, value))
        value = call_answer(engine, NULL);
    if (engine->stopped != NULL)
        add_stopped(engine, &line);
    else if (value != NULL)
        add_js_value(engine, &line, value);
    else
        buf_add_text(&line, "{\"failed\":\"the harness threw\"}");
    if (line.length > 0)
        tell(engine, &line);
    buf_finish(&line);
}

static void refuse(struct engine *engine, const char *words)
{
    for (;;) {
        struct buf line = {0};
        hear(engine);
        buf_addf(&line, "{\"setup\":\"%s\"}", words);
        tell(engine, &line);
        buf_finish(&line);
    }
}

void engine_serve(int input, int output, const struct engine_options *options)
{
    struct engine engine = {
        .options = options, .input = input, .output = output};
    the_engine = &engine;
    signal(SIGPIPE, SIG_IGN);
    /* What a fake says must not depend on where it runs. */
    setenv("TZ", "UTC", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    /* Its last compiler takes longer than the few seconds that a fake runs for
     * would gain by it (decision 0048). */
    setenv("JSC_useFTLJIT", "false", 0);
    /* The library asks must_stop every LOOK_MS. Where it interrupts compiled
     * code with signals for that, one each millisecond until it is heard, a
     * busy machine leaves no time between them, and the fake never ends. */
    setenv("JSC_usePollingTraps", "true", 0);
    bool is_there = open_library(&engine.js);
    if (options->module != NULL && (!is_there || !start(&engine))) {
        fprintf(stderr, "%s\n",
                is_there ? "JavaScriptCore does not run our harness"
                         : ENGINE_MISSING);
        _exit(ENGINE_REFUSED);
    }
    if (!is_there)
        refuse(&engine, "a model in JavaScript needs JavaScriptCore: install "
                        "libjavascriptcoregtk-4.1-0, or write the model in "
                        "any language (--model)");
    if (options->module == NULL && !start(&engine))
        refuse(&engine, "JavaScriptCore does not run our harness");
    for (;;)
        answer(&engine, hear(&engine));
}

/* ---- Node --------------------------------------------------------------- */

char *engine_node_harness(bool is_short)
{
    struct buf text = {0};
    if (is_short) {
        buf_add_text(&text, harness_file("streams_harness"));
        return buf_take(&text);
    }
    buf_addf(&text,
             "// Streams without a page, in Node (docs/SIGNALS.md):\n"
             "//     weir check SPEC --executor 'node harness.mjs MODULE'\n"
             "// Written by weir streams --full-harness.\n"
             "const sources = %s;\n\nconst streams = %s;\n\n%s",
             harness_file("hook_sources"), harness_file("streams"),
             harness_file("streams_node"));
    return buf_take(&text);
}
