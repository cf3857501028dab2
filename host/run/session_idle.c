/* Dead ends: an order was sent, and all that is left is waiting, or nothing
 * at all (docs/WALKS.md).
 *
 * A page that waits for a timer or an answer looks the same for a time. So it
 * counts as a dead end only when nothing has changed through some turns and
 * some time; and the run of a test that comes to one first goes on to its end
 * all the same, so that nothing that comes later is missed: what it spends
 * there is made up for by other runs (campaign_start.c). */
#include "run/session_internal.h"

enum {
    TURNS = 10,                /* in a row... */
    TIME_US = 2 * 1000 * 1000, /* ...and for so long, */
    TURNS_WITHOUT_TIME = 25,   /* or so many */
};

/* What does nothing to the application. */
static bool is_waiting(struct str id)
{
    return str_is(id, "noop") || str_is(id, "passTime");
}

/* What needs nothing of a page: weir/defaults offers it in any state. */
static bool is_of_any_page(struct str id)
{
    static const char *const ids[] = {"scrollBy", "keyPress", "reload",
                                      "back",     "forward",  "navigate"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (str_is(id, ids[i]))
            return true;
    return false;
}

static bool is_idle(const struct session *session,
                    const struct action_list *proposed)
{
    for (size_t i = 0; i < proposed->count; i++) {
        struct str id = value_text(proposed->items[i].id);
        if (!is_waiting(id) &&
            !(session->options->explores && is_of_any_page(id)))
            return false;
    }
    return proposed->count > 0;
}

static void forget(struct session *session)
{
    value_unref(session->idle_state);
    session->idle_state = NULL;
    session->idle_turns = 0;
}

/* Whether the last turn was idle, too, and has changed nothing. */
static bool goes_on(const struct session *session, const struct step *last)
{
    return session->idle_state != NULL &&
           value_equal(session->idle_state, last->state);
}

/* The last action before the idle ones that was no waiting. */
static void note_way_in(const struct session *session)
{
    struct session_result *result = session->result;
    size_t count = result->choice_log.choices.count;
    while (result->way_in == NULL && count-- > 0) {
        const struct value *choice = result->choice_log.choices.items[count];
        if (!is_waiting(value_text(value_field(choice, STR("id")))) &&
            !(session->options->explores &&
              is_of_any_page(value_text(value_field(choice, STR("id"))))))
            result->way_in = value_ref(choice);
    }
}

void session_note_end(struct session *session)
{
    if (session->result->actions == 0)
        return; /* any other run would begin, and end, in this state */
    session->result->in_dead_end = true;
    note_way_in(session);
}

bool session_is_in_dead_end(struct session *session,
                            const struct action_list *proposed)
{
    struct session_result *result = session->result;
    const struct step *last = kept_steps_last(&result->kept, 0);
    if (last == NULL || !is_idle(session, proposed)) {
        forget(session);
        return false;
    }
    if (!goes_on(session, last)) {
        forget(session);
        session->idle_state = value_ref(last->state);
        session->idle_since_us = session->now_us;
        return false;
    }
    session->idle_turns++;
    result->idle++;
    bool is_long = session->now_us - session->idle_since_us >= TIME_US ||
                   session->idle_turns >= TURNS_WITHOUT_TIME;
    bool is_dead = session->idle_turns >= TURNS && is_long;
    result->in_dead_end = result->in_dead_end || is_dead;
    if (is_dead)
        note_way_in(session);
    return is_dead;
}
