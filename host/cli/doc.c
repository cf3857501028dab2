/* weir doc. */
#include <stdio.h>

#include "base/buf.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/spec.h"
#include "lang/doc/document.h"

struct options {
    struct spec spec;
    bool own;
};

enum doc_flag { DOC_INCLUDE, DOC_OWN };

static const struct flag flags[] = {
    [DOC_INCLUDE] = {"include", 'I', "DIR",
                     "look for imported modules in DIR (repeatable)"},
    [DOC_OWN] = {"own", 0, NULL, "leave out the modules of the library"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct options *options = context;
    if (flag == DOC_INCLUDE)
        return spec_include(&options->spec, value, error);
    options->own = true;
    return true;
}

static const struct command command = {
    .name = "doc",
    .usage = "weir doc [OPTION]... SPEC",
    .about = "Prints, as Markdown, the documentation that stands in the `///` "
             "comments of a\nspecification and of the modules it imports.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses = "Exit status: 0 printed; 2 the specification or the options "
                "are wrong.\n",
    .take = take,
};

static int print(void *context, const char *path)
{
    struct options *options = context;
    struct document *document = document_create();
    struct lang_listener listener = document_listener(document);
    bool loaded = spec_load(&options->spec, path, &listener);
    spec_print_diags(&options->spec);
    struct buf text;
    buf_init(&text);
    if (loaded)
        document_print(document, &options->spec.program->sources,
                       options->own ? options->spec.library : NULL, &text);
    fputs(buf_text(&text), stdout);
    buf_finish(&text);
    document_destroy(document);
    return loaded ? EXIT_PASSED : EXIT_WRONG;
}

int command_doc(int argc, char **argv)
{
    struct options options = {.own = false};
    spec_init(&options.spec);
    int status = flags_run_spec(&command, &options, argc, argv, print);
    spec_finish(&options.spec);
    return status;
}
