#include "fake/engine_internal.h"

#include <dlfcn.h>

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

bool engine_open_library(struct library *js)
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

void engine_add_text(const struct engine *engine, struct buf *out,
                     JSStringRef text)
{
    size_t room = engine->js.JSStringGetMaximumUTF8CStringSize(text);
    char *space = buf_reserve(out, room);
    size_t length = engine->js.JSStringGetUTF8CString(text, space, room);
    out->length += length > 0 ? length - 1 : 0;
}

void engine_add_value(const struct engine *engine, struct buf *out,
                      JSValueRef value)
{
    JSStringRef text =
        engine->js.JSValueToStringCopy(engine->context, value, NULL);
    if (text == NULL)
        return;
    engine_add_text(engine, out, text);
    engine->js.JSStringRelease(text);
}

JSValueRef engine_value(const struct engine *engine, const char *text)
{
    JSStringRef string = engine->js.JSStringCreateWithUTF8CString(text);
    JSValueRef value = engine->js.JSValueMakeString(engine->context, string);
    engine->js.JSStringRelease(string);
    return value;
}

void engine_set_property(const struct engine *engine, JSObjectRef object,
                         const char *name, JSValueRef value)
{
    JSStringRef key = engine->js.JSStringCreateWithUTF8CString(name);
    engine->js.JSObjectSetProperty(engine->context, object, key, value,
                                   kJSPropertyAttributeNone, NULL);
    engine->js.JSStringRelease(key);
}

JSValueRef engine_throw(const struct engine *engine, const char *words,
                        const char *at, JSValueRef *exception)
{
    JSValueRef message = engine_value(engine, words);
    JSObjectRef error =
        engine->js.JSObjectMakeError(engine->context, 1, &message, NULL);
    if (at != NULL)
        engine_set_property(engine, error, "at", engine_value(engine, at));
    *exception = error;
    return engine->js.JSValueMakeUndefined(engine->context);
}

JSValueRef engine_evaluate(const struct engine *engine, const char *script,
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
