#include "cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/buf.h"
#include "inject/bytes.h"
#include "js/machine.h"

static void load_file(struct js_machine *machine, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", TEST_FOLDER, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("cannot open %s", path);
    struct buf text;
    buf_init(&text);
    char bytes[4096];
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        buf_add(&text, bytes, count);
    fclose(file);
    struct error error = ERROR_NONE;
    bool loaded = js_machine_load(machine, name, buf_str(&text), &error);
    buf_finish(&text);
    if (!loaded)
        fail_msg("%s", error.message);
}

static void load_inject_file(struct js_machine *machine,
                             const struct inject_file *file)
{
    struct str source = str_from((const char *)file->bytes, file->length);
    struct str name = str_text(file->name);
    struct error error = ERROR_NONE;
    bool is_compiler = str_starts_with(name, "compiler");
    bool loaded =
        (!is_compiler ||
         js_machine_load(machine, file->name, source, &error)) &&
        ((is_compiler && !str_is(name, "compiler_parts")) ||
         js_machine_call(machine, "provide", (struct str[]){name, source}, 2,
                         NULL, &error));
    if (!loaded)
        fail_msg("%s", error.message);
}

/* The compiler comes first, so that provide() is there for the parts. */
static struct js_machine *open_machine(const char *file)
{
    struct js_machine *machine = js_machine_create(JS_MEMORY_BYTES, NULL);
    assert_non_null(machine);
    for (size_t i = 0; i < inject_file_count; i++)
        load_inject_file(machine, &inject_files[i]);
    load_file(machine, "fake_dom.js");
    load_file(machine, "fake_layout.js");
    load_file(machine, "fake_time.js");
    load_file(machine, "assert.js");
    load_file(machine, file);
    return machine;
}

void run_case(const char *file, const char *function)
{
    struct js_machine *machine = open_machine(file);
    struct str name = str_text(function);
    struct error error = ERROR_NONE;
    bool passed = js_machine_call(machine, "runCase", &name, 1, NULL, &error);
    js_machine_destroy(machine);
    if (!passed)
        fail_msg("%s", error.message);
}

void assert_case_count(const char *file, int count)
{
    struct js_machine *machine = open_machine(file);
    struct buf text;
    buf_init(&text);
    assert_true(js_machine_call(machine, "countCases", NULL, 0, &text, NULL));
    int found = atoi(buf_text(&text));
    buf_finish(&text);
    js_machine_destroy(machine);
    assert_int_equal(found, count);
}
