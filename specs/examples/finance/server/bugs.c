#include "bugs.h"

#include <string.h>

static const struct {
    const char *name, *words;
} bugs[] = {{"", ""},
#define B(id, name, words) {name, words},
            BUG_LIST(B)
#undef B
};
enum { BUGS = sizeof bugs / sizeof *bugs };

bool bug_find(const char *name, enum bug *bug)
{
    for (size_t i = 1; i < BUGS; i++)
        if (strcmp(bugs[i].name, name) == 0) {
            *bug = (enum bug)i;
            return true;
        }
    return false;
}

const char *bug_name(enum bug bug)
{
    return bugs[bug].name;
}

void bug_print_list(FILE *stream)
{
    for (size_t i = 1; i < BUGS; i++)
        fprintf(stream, "  %-18s %s\n", bugs[i].name, bugs[i].words);
}
