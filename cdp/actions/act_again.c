/* A press that went astray is done again where its element is now.
 *
 * Order of this file: what is kept of the action, one more attempt, settling.
 */
#include "cdp/actions/act_internal.h"

#include "base/log.h"
#include "cdp/executor/outbox.h"

/* A page that moves an element away from each pointer does so again and again.
 * A menu that closes does it once; what opens in its place, a second time. */
enum { ATTEMPTS = 3 };

void act_note_press(struct acting *acting)
{
    struct browser *browser = acting->browser;
    if (acting->action == &browser->pressing)
        return; /* it is done again */
    action_finish(&browser->pressing);
    browser->pressing = action_copy(acting->action);
}

static void keep_events(struct action_list *kept, struct action_list *told)
{
    for (size_t i = 0; i < told->count; i++)
        action_list_push(kept, told->items[i]);
    told->count = 0;
}

/* *outcome: ACT_DONE when the input is under way. */
static bool try_again(struct browser *browser, enum act_outcome *outcome,
                      struct error *error)
{
    struct value *target = NULL;
    struct error words = ERROR_NONE;
    browser_begin_input(browser);
    *outcome = browser_act(browser, &browser->pressing, &target, &words);
    value_unref(target); /* the action's is known */
    if (*outcome == ACT_FAILED)
        *error = words;
    else if (*outcome == ACT_REFUSED)
        log_info("%s", words.message);
    return *outcome != ACT_FAILED;
}

/* The state that nobody is told of. */
static void drop(struct value **state)
{
    value_unref(*state);
    *state = NULL;
}

static bool settle_again(struct browser *browser, struct value **state,
                         bool *blocked, struct error *error)
{
    for (int i = 1; i < ATTEMPTS && browser->astray; i++) {
        enum act_outcome outcome;
        if (*state == NULL || outbox_has_news(browser))
            return true;
        if (!try_again(browser, &outcome, error)) {
            drop(state);
            return false;
        }
        if (outcome == ACT_REFUSED)
            return true; /* nothing of it has been done */
        drop(state);
        if (!browser_settle(browser, state, blocked, error))
            return false;
    }
    return true;
}

bool act_settle(struct browser *browser, struct value **state, bool *blocked,
                struct error *error)
{
    struct action_list kept = {0};
    if (!browser_settle(browser, state, blocked, error))
        return false;
    if (!browser->astray)
        return true;
    bool is_apart = !browser->in_order; /* else they add up by themselves */
    if (is_apart)
        keep_events(&kept, &browser->told);
    bool fine = settle_again(browser, state, blocked, error);
    if (is_apart) {
        keep_events(&kept, &browser->told);
        action_list_finish(&browser->told);
        browser->told = kept;
    }
    return fine;
}
