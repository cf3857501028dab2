/* Runs inject/compiler/compiler.js; the important function last. */
#include "cdp/script/script.h"

#include "base/json.h"
#include "inject/bytes.h"
#include "js/machine.h"

#include <string.h>

static struct str file_source(const struct inject_file *file)
{
    return str_from((const char *)file->bytes, file->length);
}

/* The compiler may stand in several files: compiler.js, compiler_page.js, ...
 */
static bool is_compiler(const struct inject_file *file)
{
    static const char name[] = "compiler";
    return strncmp(file->name, name, sizeof name - 1) == 0;
}

/* ...of which one is a part of the page script, too. */
static bool is_part(const struct inject_file *file)
{
    return !is_compiler(file) || strcmp(file->name, "compiler_parts") == 0;
}

static bool load_compiler(struct js_machine *machine, struct error *error)
{
    for (size_t i = 0; i < inject_file_count; i++)
        if (is_compiler(&inject_files[i]) &&
            !js_machine_load(machine, inject_files[i].name,
                             file_source(&inject_files[i]), error))
            return false;
    return true;
}

static bool provide_parts(struct js_machine *machine, struct error *error)
{
    for (size_t i = 0; i < inject_file_count; i++) {
        if (!is_part(&inject_files[i]))
            continue;
        struct str part[] = {str_text(inject_files[i].name),
                             file_source(&inject_files[i])};
        if (!js_machine_call(machine, "provide", part, 2, NULL, error))
            return false;
    }
    return true;
}

/* The compiler throws only for what the dependencies ask. */
static bool call_compiler(struct js_machine *machine, const struct deps *deps,
                          const struct inject_options *options,
                          struct buf *script, struct error *error)
{
    struct buf json, options_json;
    buf_init(&json);
    buf_init(&options_json);
    deps_add_json(&json, deps);
    buf_addf(&options_json,
             "{\"virtualTime\":%s,\"frameControl\":%s,\"setsClock\":%s,"
             "\"url\":",
             options->virtual_time ? "true" : "false",
             options->frame_control ? "true" : "false",
             options->sets_clock ? "true" : "false");
    json_add_string(&options_json,
                    str_text(options->url == NULL ? "" : options->url));
    buf_add_char(&options_json, '}');
    struct str arguments[] = {buf_str(&json), buf_str(&options_json)};
    bool done =
        js_machine_call(machine, "compile", arguments, 2, script, error);
    buf_finish(&json);
    buf_finish(&options_json);
    if (!done && error != NULL)
        error->code = ERROR_SPEC;
    return done;
}

/* Whatever the set, the compiler makes a script. The developer build looks:
 * that takes as long as all the rest. */
static bool check(struct str script, struct error *error)
{
#ifdef NDEBUG
    (void)script;
    (void)error;
    return true;
#else
    return js_check_syntax("page script", script, error);
#endif
}

bool inject_is_nested(const struct deps *deps)
{
    if (deps_find(&deps->root, STR("::nested")) != NULL)
        return true;
    for (size_t i = 0; i < deps->root.count; i++)
        if (strstr(deps->root.children[i].name, ">>>") != NULL)
            return true;
    return false;
}

bool inject_compile(const struct deps *deps,
                    const struct inject_options *options, struct buf *out,
                    struct error *error)
{
    struct js_machine *machine = js_machine_create(JS_MEMORY_BYTES, error);
    if (machine == NULL)
        return false;
    struct buf script;
    buf_init(&script);
    bool done = load_compiler(machine, error) &&
                provide_parts(machine, error) &&
                call_compiler(machine, deps, options, &script, error) &&
                check(buf_str(&script), error);
    if (done)
        buf_add_str(out, buf_str(&script));
    buf_finish(&script);
    js_machine_destroy(machine);
    return done;
}
