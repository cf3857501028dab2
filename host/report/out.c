#include "report/out.h"

#include <errno.h>
#include <string.h>

#include "base/log.h"

FILE *out_standard(const char *path)
{
    static const char *const names[][2] = {
        {"/dev/stdout", "/dev/stderr"},
        {"/dev/fd/1", "/dev/fd/2"},
        {"/proc/self/fd/1", "/proc/self/fd/2"},
    };
    if (path == NULL || strcmp(path, "-") == 0)
        return stdout;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(path, names[i][0]) == 0)
            return stdout;
        if (strcmp(path, names[i][1]) == 0)
            return stderr;
    }
    return NULL;
}

bool out_open(struct out *out, const struct report_options *options,
              const char *what, struct error *error)
{
    *out = (struct out){
        .what = what,
        .stream = options->stream,
        .unwritten = options->unwritten,
    };
    FILE *standard = out_standard(options->path);
    out->owns_stream = standard == NULL;
    if (out->stream == NULL)
        out->stream = standard;
    if (out->owns_stream)
        out->stream = fopen(options->path, "we");
    return out->stream != NULL ||
           error_set(error, ERROR_IO, "cannot write the report %s: %s",
                     options->path, strerror(errno));
}

static void complain(struct out *out)
{
    if (!out->failed)
        log_warn("the %s report could not be written: %s", out->what,
                 strerror(errno));
    out->failed = true;
    if (out->unwritten != NULL)
        *out->unwritten = true;
}

void out_write(struct out *out, struct str text)
{
    if (fwrite(text.data, 1, text.length, out->stream) != text.length ||
        fflush(out->stream) != 0)
        complain(out);
}

void out_close(struct out *out)
{
    if (out->owns_stream && fclose(out->stream) != 0)
        complain(out);
    out->stream = NULL;
}
