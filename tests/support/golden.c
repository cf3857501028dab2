/* In this file: files, cases, the program. */
#include "support/golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files -------------------------------------------------------------- */

static bool read_file(const char *path, struct buf *buf)
{
    FILE *file = fopen(path, "rb");
    size_t got;
    if (file == NULL)
        return false;
    do {
        got = fread(buf_reserve(buf, 4096), 1, 4096, file);
        buf->length += got;
    } while (got > 0);
    fclose(file);
    return true;
}

static bool write_file(const char *path, const struct buf *buf)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool good = fwrite(buf->data, 1, buf->length, file) == buf->length;
    return fclose(file) == 0 && good;
}

/* ---- cases -------------------------------------------------------------- */

struct str golden_take_line(struct str *rest)
{
    const char *end = memchr(rest->data, '\n', rest->length);
    size_t length = end == NULL ? rest->length : (size_t)(end - rest->data) + 1;
    struct str line = {rest->data, length};
    *rest = str_from(rest->data + length, rest->length - length);
    return line;
}

/* The lines up to the one that begins with the mark, which stays in *rest. */
static struct str take_until(struct str *rest, const char *mark)
{
    struct str taken = {rest->data, 0};
    while (rest->length > 0 && !str_starts_with(*rest, mark))
        taken.length += golden_take_line(rest).length;
    return taken;
}

/* One case; true when the output is as written. */
static bool run_next(const char *path, struct str *text, struct buf *out,
                     golden_case run)
{
    struct str title = golden_take_line(text);
    struct str source = take_until(text, "---\n");
    struct str mark = golden_take_line(text);
    struct str expected = take_until(text, "=== ");
    struct str kind = {title.data + 4, title.length - 4};
    const char *colon = memchr(kind.data, ':', kind.length);
    kind.length = colon == NULL ? 0 : (size_t)(colon - kind.data);
    buf_add_str(out, title);
    buf_add_str(out, source);
    buf_add_str(out, mark);
    size_t start = out->length;
    run(kind, source, out);
    if (text->length > 0)
        buf_add_char(out, '\n');
    struct str got = {buf_text(out) + start, out->length - start};
    if (str_equal(got, expected))
        return true;
    printf("%s: %.*sexpected:\n%.*sgot:\n%.*s\n", path, STR_ARGS(title),
           STR_ARGS(expected), STR_ARGS(got));
    return false;
}

bool golden_run_cases(const char *path, struct str text, struct buf *out,
                      golden_case run)
{
    size_t cases = 0;
    size_t good = 0;
    buf_add_str(out, take_until(&text, "=== "));
    while (text.length > 0) {
        good += run_next(path, &text, out, run);
        cases++;
    }
    printf("%s: %zu of %zu cases as expected\n", path, good, cases);
    return cases > 0 && good == cases;
}

/* ---- the program -------------------------------------------------------- */

static bool run_file(const char *path, bool update, golden_text make)
{
    struct buf text;
    struct buf out;
    buf_init(&text);
    buf_init(&out);
    bool good = read_file(path, &text);
    if (!good)
        printf("%s: cannot be read\n", path);
    good = good && text.length > 0;
    if (good)
        good = make(path, buf_str(&text), &out);
    if (update && text.length > 0)
        good = write_file(path, &out);
    buf_finish(&text);
    buf_finish(&out);
    return good;
}

int golden_run(int count, char **arguments, golden_text make)
{
    bool update = count > 1 && strcmp(arguments[1], "--update") == 0;
    int first = update ? 2 : 1;
    bool good = first < count;
    for (int i = first; i < count; i++)
        good = run_file(arguments[i], update, make) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
