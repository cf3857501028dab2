#include "run/strategies.h"

#include <string.h>

#include "run/explorer.h"
#include "run/uniform.h"

static const struct strategy_kind kinds[] = {
    {"uniform", "the paper's: all proposals are as likely", uniform_create},
    {"novelty", "what was tried least in a state of this kind",
     explorer_create_novelty},
    {"transitions", "what shows parts of the property that were not seen",
     explorer_create_transitions},
    {"tides", "novelty, while the state is filled, left alone, emptied",
     explorer_create_tides},
    {"turns", "novelty, and what can be done takes turns",
     explorer_create_turns},
    {"coverage", "tides, and what makes new parts of the page's scripts run",
     explorer_create_coverage},
};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

const struct strategy_kind *strategies_find(const char *name)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

const struct strategy_kind *strategies_default(void)
{
    return strategies_find("turns");
}

void strategies_add_names(struct buf *out)
{
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (i > 0)
            buf_add_text(out, ", ");
        buf_add_text(out, kinds[i].name);
    }
}
