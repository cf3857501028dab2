/* weir fmt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/library.h"
#include "cli/text_file.h"
#include "lang/format/format.h"

enum { INCLUDE_LIMIT = 64 };

struct fmt {
    const char *include[INCLUDE_LIMIT];
    size_t include_count;
    char *library;
    bool check;
    bool to_stdout;
    bool differs; /* some file is not as it would be */
    bool failed;
};

enum fmt_flag { FMT_CHECK, FMT_STDOUT, FMT_INCLUDE };

static const struct flag flags[] = {
    {"check", 0, NULL, "change nothing; name the files that would"},
    {"stdout", 0, NULL, "print the result and change nothing"},
    {"include", 'I', "DIR", "look for imported modules in DIR (repeatable)"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct fmt *fmt = context;
    switch ((enum fmt_flag)flag) {
    case FMT_CHECK:
        fmt->check = true;
        return true;
    case FMT_STDOUT:
        fmt->to_stdout = true;
        return true;
    case FMT_INCLUDE:
        if (fmt->include_count == INCLUDE_LIMIT)
            return error_set(error, ERROR_USAGE, "too many folders");
        fmt->include[fmt->include_count++] = value;
        return true;
    }
    return false;
}

static const struct command command = {
    .name = "fmt",
    .usage = "weir fmt [OPTION]... FILE...",
    .about =
        "Formats Specstrom modules in place: indentation, spaces, lines wider "
        "than 80\ncolumns. Comments and meaning stay as they are. FILE - is "
        "standard input, whose\nresult goes to standard output.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses =
        "Exit status: 0 formatted (with --check: nothing would change); 1 with "
        "--check\nsomething would change; 2 a file cannot be read, parsed or "
        "written.\n",
    .take = take,
};

/* What keeps the text from being formatted; that a name is unknown or a type
 * wrong does not. */
static void complain(const struct diag_list *diags,
                     const struct source_table *sources)
{
    struct buf said;
    buf_init(&said);
    for (size_t i = 0; i < diags->count; i++)
        if (diags->items[i].severity == DIAG_ERROR &&
            diags->items[i].kind != DIAG_TYPE)
            diag_print(&said, sources, &diags->items[i]);
    fputs(buf_text(&said), stderr);
    buf_finish(&said);
}

/* The formatted text. */
static bool format(const struct fmt *fmt, const char *path, struct str text,
                   struct buf *out)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL
                       ? memory_copy_string(".", 1)
                       : memory_copy_string(path, (size_t)(slash - path) + 1);
    struct lang_options options = {.include = fmt->include,
                                   .include_count = fmt->include_count,
                                   .folder = folder,
                                   .library = fmt->library};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    bool done = lang_format(path, text, &options, out, &diags, &sources);
    if (!done)
        complain(&diags, &sources);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    free(folder);
    return done;
}

static void use(struct fmt *fmt, const char *path, struct str before,
                struct str after)
{
    struct error error = ERROR_NONE;
    bool same = str_equal(before, after);
    bool piped = strcmp(path, "-") == 0;
    fmt->differs |= !same;
    if (fmt->check && !same)
        printf("%s\n", path);
    if (fmt->check)
        return;
    if (fmt->to_stdout || piped) {
        fwrite(after.data, 1, after.length, stdout);
    } else if (!same && !text_file_replace(path, after, &error)) {
        fprintf(stderr, "weir fmt: %s\n", error.message);
        fmt->failed = true;
    }
}

static void format_file(struct fmt *fmt, const char *path)
{
    struct buf before;
    struct buf after;
    struct error error = ERROR_NONE;
    buf_init(&before);
    buf_init(&after);
    if (!text_file_read(path, &before, &error)) {
        fprintf(stderr, "weir fmt: %s\n", error.message);
        fmt->failed = true;
    } else if (!format(fmt, path, buf_str(&before), &after)) {
        fprintf(stderr, "weir fmt: %s is left as it is\n", path);
        fmt->failed = true;
    } else {
        use(fmt, path, buf_str(&before), buf_str(&after));
    }
    buf_finish(&before);
    buf_finish(&after);
}

int command_fmt(int argc, char **argv)
{
    struct fmt fmt = {.include_count = 0};
    struct flags_words words;
    if (!flags_read(&command, &fmt, argc, argv, &words))
        return words.status;
    if (words.count == 0)
        return flags_complain(&command, "which file?");
    fmt.library = library_folder();
    for (size_t i = 0; i < words.count; i++)
        format_file(&fmt, words.items[i]);
    free(fmt.library);
    if (fmt.failed)
        return EXIT_WRONG;
    return fmt.check && fmt.differs ? EXIT_ERRORED : EXIT_PASSED;
}
