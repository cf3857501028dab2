/* Order of this file: how much memory there is, stopping, what is said of it.
 */
#include "fake/engine_internal.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"

enum {
    /* How often a running function is looked at, of processor time. */
    LOOK_MS = 50,
    BACKTRACE_FRAMES = 20,
};

size_t engine_memory_of(int pid)
{
    char path[64];
    long long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    FILE *file = engine_open_file(path);
    if (file == NULL)
        return 0;
    if (fscanf(file, "%*d %lld", &pages) != 1)
        pages = 0;
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

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
        engine_look_again(engine);
        return false;
    }
    JSStringRef frames =
        engine->js.JSContextCreateBacktrace(context, BACKTRACE_FRAMES);
    if (frames != NULL) {
        engine_add_text(engine, &engine->backtrace, frames);
        engine->js.JSStringRelease(frames);
    }
    return true;
}

/* The library asks once for each limit that is set. */
void engine_look_again(struct engine *engine)
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
        engine_add_value(engine, out, kept);
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
void engine_add_stopped(const struct engine *engine, struct buf *out)
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
