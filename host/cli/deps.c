/* weir deps. */
#include <stdio.h>

#include "base/buf.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/spec.h"
#include "lang/doc/needs.h"

struct options {
    struct spec spec;
    bool json;
};

enum deps_flag { DEPS_INCLUDE, DEPS_JSON };

static const struct flag flags[] = {
    [DEPS_INCLUDE] = {"include", 'I', "DIR",
                      "look for imported modules in DIR (repeatable)"},
    [DEPS_JSON] = {"json", 0, NULL,
                   "print the dependencies of each property as JSON"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct options *options = context;
    if (flag == DEPS_INCLUDE)
        return spec_include(&options->spec, value, error);
    options->json = true;
    return true;
}

static const struct command command = {
    .name = "deps",
    .usage = "weir deps [OPTION]... SPEC",
    .about = "Prints which selectors and fields of the page the properties of "
             "a\nspecification read, and which property needs what.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses = "Exit status: 0 printed; 2 the specification or the options "
                "are wrong.\n",
    .take = take,
};

static int print(void *context, const char *path)
{
    struct options *options = context;
    struct buf text;
    bool loaded = spec_load(&options->spec, path, NULL);
    spec_print_diags(&options->spec);
    if (!loaded)
        return EXIT_WRONG;
    buf_init(&text);
    if (options->json)
        lang_needs_print_json(&text, options->spec.program);
    else
        lang_needs_print(&text, options->spec.program);
    fputs(buf_text(&text), stdout);
    buf_finish(&text);
    return EXIT_PASSED;
}

int command_deps(int argc, char **argv)
{
    struct options options = {.json = false};
    spec_init(&options.spec);
    int status = flags_run_spec(&command, &options, argc, argv, print);
    spec_finish(&options.spec);
    return status;
}
