#include "run/account.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/abstraction.h"

struct account {
    struct coverage *coverage;
    struct abstraction *abstraction;
    uint64_t kind;    /* of the last state */
    uint64_t sent_in; /* of the state in which `sent` was chosen */
    const char *sent; /* borrowed from the hints: lives in the program */
};

struct account *account_create(struct coverage *coverage)
{
    struct account *account = MEMORY_NEW(struct account);
    account->coverage = coverage;
    account->abstraction = abstraction_create(ABSTRACTION_PLAIN);
    coverage->tests = 1;
    return account;
}

void account_destroy(struct account *account)
{
    if (account == NULL)
        return;
    abstraction_destroy(account->abstraction);
    free(account);
}

void account_observe(struct account *account, const struct step *step)
{
    account->coverage->states++;
    account->kind = abstraction_enter(account->abstraction, step->state);
    if (step->kind != STEP_ACTED || account->sent == NULL)
        return;
    struct coverage_action *action =
        coverage_action(account->coverage, account->sent);
    action->taken++;
    coverage_add_kind(action, account->sent_in);
    account->sent = NULL;
}

/* Proposals of one action stand together: it is on offer once. */
static bool is_first_of_name(const struct proposal_hint *hints, size_t i)
{
    return i == 0 || hints[i - 1].name != hints[i].name;
}

void account_choose(struct account *account, const struct action_list *proposed,
                    const struct proposal_hint *hints, size_t index)
{
    account->sent = NULL;
    if (hints == NULL)
        return;
    for (size_t i = 0; i < proposed->count; i++)
        if (hints[i].name != NULL && is_first_of_name(hints, i))
            coverage_action(account->coverage, hints[i].name)->offered++;
    account->sent = hints[index].name;
    account->sent_in = account->kind;
}
