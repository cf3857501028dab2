/* A text read by the front, for tests: the program and what was said. */
#ifndef WEIR_TESTS_LANG_FRONT_FIXTURE_H
#define WEIR_TESTS_LANG_FRONT_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "lang/front/ast_print.h"
#include "lang/front/read.h"

struct fixture {
    struct lang_program program;
    struct lang_options options;
    struct diag_list diags;
    struct buf text; /* diagnostics, then the program when it is good */
};

static inline void fixture_init(struct fixture *fixture)
{
    *fixture = (struct fixture){.options = {.include_count = 0}};
    arena_init(&fixture->program.arena);
    intern_init(&fixture->program.names);
    source_table_init(&fixture->program.sources);
    diag_list_init(&fixture->diags);
    buf_init(&fixture->text);
}

static inline void fixture_finish(struct fixture *fixture)
{
    buf_finish(&fixture->text);
    diag_list_finish(&fixture->diags);
    source_table_finish(&fixture->program.sources);
    intern_finish(&fixture->program.names);
    arena_finish(&fixture->program.arena);
}

static inline void fixture_show(struct fixture *fixture, bool good)
{
    diag_list_print(&fixture->text, &fixture->program.sources, &fixture->diags);
    if (good)
        ast_print_program(&fixture->text, &fixture->program);
}

/* Reads the text; true when there was no mistake. */
static inline bool fixture_read(struct fixture *fixture, struct str text)
{
    bool good = lang_read_text(&fixture->program, "t.strom", text,
                               &fixture->options, &fixture->diags);
    fixture_show(fixture, good);
    return good;
}

static inline bool fixture_says(const struct fixture *fixture,
                                const char *words)
{
    return strstr(buf_text(&fixture->text), words) != NULL;
}

#endif
