/* The parts of the process of engine.h. Private to engine*.c, which alone know
 * the library's types. */
#ifndef WEIR_FAKE_ENGINE_INTERNAL_H
#define WEIR_FAKE_ENGINE_INTERNAL_H

#include <JavaScriptCore/JavaScript.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/eager.h"
#include "fake/engine.h"

enum { ENGINE_READ_BYTES = 64 * 1024 }; /* at a time */

/* ---- the library, and texts in it (engine_library.c) -----------------------
 */

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

/* One in a process. */
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

/* False: it is not there, or another one. */
bool engine_open_library(struct library *js);

/* Append what a value is as a text, as UTF-8. */
void engine_add_text(const struct engine *engine, struct buf *out,
                     JSStringRef text);
void engine_add_value(const struct engine *engine, struct buf *out,
                      JSValueRef value);

JSValueRef engine_value(const struct engine *engine, const char *text);
void engine_set_property(const struct engine *engine, JSObjectRef object,
                         const char *name, JSValueRef value);

/* An error, thrown. With `at`: where in which file. */
JSValueRef engine_throw(const struct engine *engine, const char *words,
                        const char *at, JSValueRef *exception);

/* Runs a script; `name` is what places in it are told with. NULL: *exception.
 */
JSValueRef engine_evaluate(const struct engine *engine, const char *script,
                           const char *name, JSValueRef *exception);

/* ---- the other side (engine.c) ---------------------------------------------
 */

/* The next line without its end, NUL terminated, until the next call. The end
 * of file is the end of this process. */
const char *engine_hear(struct engine *engine);

/* Adds the end of the line. The end of this process, when nobody reads. */
void engine_tell(const struct engine *engine, struct buf *line);

/* ---- what the harness is given (engine_natives.c) ---------------------------
 */

/* Gives the host its functions, which are of this engine from then on. */
void engine_add_natives(struct engine *engine);

/* As fopen for reading. */
FILE *engine_open_file(const char *path);

/* ---- when an answer is stopped (engine_stop.c) ------------------------------
 */

/* From now on what runs is looked at: engine->stopped then says why it was
 * stopped. */
void engine_look_again(struct engine *engine);

/* Appends what is answered in the place of one that was stopped. */
void engine_add_stopped(const struct engine *engine, struct buf *out);

#endif
