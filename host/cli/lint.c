/* weir lint. */
#include "lang/lint/lint.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/lint_flags.h"
#include "cli/spec.h"
#include "lang/doc/problems.h"

struct options {
    struct spec spec;
    struct lint_options lint;
    bool json;
    bool deny;
};

enum lint_flag {
    FLAG_INCLUDE,
    FLAG_JSON,
    FLAG_DENY,
    FLAG_ALLOW,
    FLAG_MAX_ACTIONS,
};

static const struct flag flags[] = {
    [FLAG_INCLUDE] = {"include", 'I', "DIR",
                      "look for imported modules in DIR (repeatable)"},
    [FLAG_JSON] = {"json", 0, NULL, "print an array of problems as JSON"},
    [FLAG_DENY] = {"deny-warnings", 0, NULL,
                   "end with 1 when there is a warning"},
    [FLAG_ALLOW] = {"allow", 0, "NAME",
                    "silence a warning; help lists them (repeatable)"},
    [FLAG_MAX_ACTIONS] = {"max-actions", 0, "N", "warn of subscripts above N"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct options *options = context;
    switch ((enum lint_flag)flag) {
    case FLAG_INCLUDE:
        return spec_include(&options->spec, value, error);
    case FLAG_JSON:
        options->json = true;
        return true;
    case FLAG_DENY:
        options->deny = true;
        return true;
    case FLAG_ALLOW:
        return lint_flags_allow(&options->lint, value, error);
    case FLAG_MAX_ACTIONS:
        return lint_flags_max_actions(&options->lint, value, error);
    }
    return false;
}

static const struct command command = {
    .name = "lint",
    .usage = "weir lint [OPTION]... SPEC",
    .about =
        "Warns of what loads but is hardly meant. A comment `// weir: allow "
        "NAME` on the\nline before, or before the declaration, silences one "
        "warning.\n\nWarnings (liveness and safety are notes, which no option "
        "turns into a\nfailure):\n"
#define L(id, name, severity, about) "  " name "\n      " about "\n"
    LINT_LIST(L)
#undef L
        ,
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses =
        "Exit status: 0 printed; 1 with --deny-warnings, there are warnings; "
        "2 the\nspecification or the options are wrong.\n",
    .take = take,
};

static int print(void *context, const char *path)
{
    struct options *options = context;
    struct spec *spec = &options->spec;
    struct lint *lint = lint_create();
    struct buf text;
    bool loaded = spec_load(spec, path, lint_listener(lint));
    lint_run(lint, spec->program, &options->lint, &spec->diags);
    buf_init(&text);
    if (options->json)
        problems_print(&text, spec_sources(spec), &spec->diags);
    else
        diag_list_print(&text, spec_sources(spec), &spec->diags);
    fputs(buf_text(&text), loaded || options->json ? stdout : stderr);
    buf_finish(&text);
    lint_destroy(lint);
    if (!loaded)
        return EXIT_WRONG;
    return options->deny && lint_count(&spec->diags) > 0 ? EXIT_ERRORED
                                                         : EXIT_PASSED;
}

int command_lint(int argc, char **argv)
{
    struct options options = {.lint = {.max_actions = -1}};
    spec_init(&options.spec);
    int status = flags_run_spec(&command, &options, argc, argv, print);
    spec_finish(&options.spec);
    return status;
}
