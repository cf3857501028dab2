/* In this file: the other side, starting, the questions, the harness for Node.
 */
#include "fake/engine_internal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "fake/harness_bytes.h"

/* ---- the other side ----------------------------------------------------- */

const char *engine_hear(struct engine *engine)
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
        char *space = buf_reserve(in, ENGINE_READ_BYTES);
        if (engine->options->module == NULL) /* asked by a program */
            eager_await(&engine->eager, engine->input);
        ssize_t got = read(engine->input, space, ENGINE_READ_BYTES);
        if (got == 0 || (got < 0 && errno != EINTR))
            _exit(0);
        in->length += got > 0 ? (size_t)got : 0;
    }
    *end = '\0';
    engine->in_at = (size_t)(end - in->data) + 1;
    return in->data;
}

void engine_tell(const struct engine *engine, struct buf *line)
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
    JSValueRef value =
        engine_evaluate(engine, harness_file(name), name, &exception);
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
        engine_set_property(engine, engine->host, parts[i],
                            run_file(engine, parts[i]));
}

static void give_streams(const struct engine *engine)
{
    const struct engine_options *options = engine->options;
    engine_set_property(engine, engine->host, "sources",
                        run_file(engine, "hook_sources"));
    engine_set_property(engine, engine->host, "streams",
                        run_file(engine, "streams"));
    engine_set_property(engine, engine->host, "module",
                        engine_value(engine, options->module));
    engine_set_property(engine, engine->host, "shown",
                        engine_value(engine, options->shown));
    engine_set_property(engine, engine->host, "system",
                        engine_value(engine, options->system));
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
    engine_add_natives(engine);
    JSObjectRef loader = call_file(engine, "loader");
    if (loader == NULL)
        return false;
    engine_set_property(engine, engine->host, "loader", loader);
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
        given = engine_value(engine, question);
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
    engine_look_again(engine);
    JSValueRef value = call_answer(engine, question);
    while (value != NULL && engine->stopped == NULL &&
           engine->js.JSValueIsNull(engine->context, value))
        value = call_answer(engine, NULL);
    if (engine->stopped != NULL)
        engine_add_stopped(engine, &line);
    else if (value != NULL)
        engine_add_value(engine, &line, value);
    else
        buf_add_text(&line, "{\"failed\":\"the harness threw\"}");
    if (line.length > 0)
        engine_tell(engine, &line);
    buf_finish(&line);
}

static void refuse(struct engine *engine, const char *words)
{
    for (;;) {
        struct buf line = {0};
        engine_hear(engine);
        buf_addf(&line, "{\"setup\":\"%s\"}", words);
        engine_tell(engine, &line);
        buf_finish(&line);
    }
}

void engine_serve(int input, int output, const struct engine_options *options)
{
    struct engine engine = {
        .options = options, .input = input, .output = output};
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
    bool is_there = engine_open_library(&engine.js);
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
        answer(&engine, engine_hear(&engine));
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
