/* A saved program is read, and then written as it is read again; or it is said
 * what is wrong with it, and where. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "run/model/saved_program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct model_command commands[] = {{.name = "New"},
                                                {.name = "Put"}};
static const struct model_info info = {
    .name = "m.js",
    .commands = commands,
    .command_count = 2,
};

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void round_trip(const struct saved_program *saved)
{
    struct buf text = {0}, again = {0};
    struct saved_program back;
    struct error error = ERROR_NONE;
    bool is_other;
    saved_program_add(&text, saved, &info, "a\nb");
    must(saved_program_read(&back, "file", buf_str(&text), "m.js", &info,
                            &is_other, &error));
    must(!is_other);
    saved_program_add(&again, &back, &info, "a\nb");
    must(str_equal(buf_str(&text), buf_str(&again)));
    buf_finish(&text);
    buf_finish(&again);
    saved_program_finish(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct saved_program saved;
    struct error error = ERROR_NONE;
    bool is_other;
    if (!saved_program_read(&saved, "file", str_from((const char *)data, size),
                            "m.js", &info, &is_other, &error)) {
        must(error.code == ERROR_USAGE &&
             strncmp(error.message, "file:", 5) == 0);
        return 0;
    }
    if (!is_other)
        round_trip(&saved);
    saved_program_finish(&saved);
    return 0;
}
