/* From the bottom up: events, steps, verdicts. */
#include "report/words.h"

#include <string.h>

#include "report/text.h"
#include "report/words_internal.h"

/* The selectors of changed elements, each once: "`a`, `b` and `c`". */
static size_t add_changed(struct buf *out, const struct step *step,
                          const struct value *before, bool unicode)
{
    struct str seen[8];
    size_t count = 0;
    for (size_t i = 0; i < step->what.count && count < 8; i++) {
        const struct action *event = &step->what.items[i];
        struct words_place place;
        if (!str_is(value_text(event->id), "changed") ||
            !(words_find_argument(&place, event, step->state, STR("")) ||
              (before != NULL &&
               words_find_argument(&place, event, before, STR("")))))
            continue;
        bool is_new = true;
        for (size_t k = 0; k < count; k++)
            is_new = is_new && !str_equal(seen[k], place.selector);
        if (is_new)
            seen[count++] = place.selector;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_add_text(out, i + 1 == count ? " and " : ", ");
        words_add_selector(out, seen[i], unicode);
    }
    return count;
}

/* Of events that name no element; %0 is what was asked for. */
static const struct {
    const char *id, *words;
} event_words[] = {
    {"after", "%0 ms had passed"},
    {"consoleMessage", "a script wrote to the console"},
    {"consoleMessageOf", "a script wrote to the console (%0)"},
    {"detached", "an element was removed"},
    {"dialogOpened", "a dialog opened"},
    {"dialogOpenedOf", "a dialog opened (%0)"},
    {"downloadStarted", "a download began"},
    {"errorRaised", "a script failed"},
    {"every", "another %0 ms had passed"},
    {"loaded", "the page loaded"},
    {"navigated", "the page went to another address"},
    {"navigatedTo", "the page went to %0"},
    {"networkIdle", "no request was under way any more"},
    {"resized", "the window had another size"},
    {"rested", "the page had rested for %0 ms"},
    {"stateChanged", "what is read changed"},
    {"tabClosed", "a tab was closed"},
    {"tabOpened", "a tab was opened"},
};

/* False, and nothing written: there are none. */
static bool add_event_words(struct buf *out, const struct action *event,
                            bool unicode)
{
    const struct text_style style = {unicode, WORDS_LONGEST_TEXT};
    const char *words = NULL;
    for (size_t i = 0; i < sizeof event_words / sizeof *event_words; i++)
        if (str_is(value_text(event->id), event_words[i].id))
            words = event_words[i].words;
    const char *hole = words == NULL ? NULL : strstr(words, "%0");
    if (words == NULL || (hole != NULL && event->args->count == 0))
        return false;
    if (hole == NULL) {
        buf_add_text(out, words);
        return true;
    }
    buf_add(out, words, (size_t)(hole - words));
    text_add_value(out, event->args->items[0], style);
    buf_add_text(out, hole + 2);
    return true;
}

/* An executor's name for an element, "e12.3". */
static bool is_ref(struct str text)
{
    size_t dots = 0;
    if (text.length < 4 || text.data[0] != 'e' ||
        text.data[text.length - 1] == '.')
        return false;
    for (size_t i = 1; i < text.length; i++) {
        char c = text.data[i];
        dots += c == '.';
        if (c != '.' && (c < '0' || c > '9'))
            return false;
    }
    return dots == 1 && text.data[1] != '.';
}

/* Of an element that this property does not read: the states do not have it,
 * and its name means nothing to anybody. */
static bool is_of_unread(const struct action *event, const struct value *state,
                         const struct value *before)
{
    struct words_place place;
    bool has_ref = false;
    for (size_t i = 0; i < event->args->count; i++)
        has_ref = has_ref || is_ref(value_text(event->args->items[i]));
    return has_ref && !words_find_argument(&place, event, state, STR("")) &&
           (before == NULL ||
            !words_find_argument(&place, event, before, STR("")));
}

static void add_separator(struct buf *out, size_t start)
{
    if (out->length > start)
        buf_add_text(out, "; ");
}

static void add_events(struct buf *out, const struct step *step,
                       const struct value *before, bool unicode)
{
    size_t start = out->length;
    bool changed = false, detached = false;
    for (size_t i = 0; i < step->what.count; i++) {
        const struct action *event = &step->what.items[i];
        struct str id = value_text(event->id);
        bool repeated = detached && str_is(id, "detached");
        detached = detached || str_is(id, "detached");
        if (str_is(id, "changed")) {
            changed = true;
        } else if (!repeated && !is_of_unread(event, step->state, before)) {
            add_separator(out, start);
            if (!add_event_words(out, event, unicode))
                words_add_generic(out, event, step->state, before, unicode);
        }
    }
    if (changed) {
        add_separator(out, start);
        if (add_changed(out, step, before, unicode) == 0)
            buf_add_text(out, "the page");
        buf_add_text(out, " changed");
    }
    if (out->length == start)
        buf_add_text(out,
                     before == NULL ? "the first state" : "the state changed");
}

static void add_pause(struct buf *out, const struct step *step)
{
    if (step->what.count == 0 || step->what.items[0].pause_ms <= 0)
        return;
    buf_add_text(out, ", after a pause of ");
    text_add_duration_ms(out, step->what.items[0].pause_ms);
}

/* No event came. Where the page has changed, nobody has asked for an event of
 * that. */
static void add_timeout(struct buf *out, const struct step *step,
                        const struct step *previous)
{
    bool changed =
        previous != NULL && !value_equal(step->state, previous->state);
    int64_t waited_ms = 0;
    if (step->what.count > 0)
        waited_ms = step->what.items[0].timeout_ms;
    if (waited_ms <= 0 && previous != NULL)
        waited_ms = (step->time_us - previous->time_us) / 1000;
    if (!changed)
        buf_add_text(out, "nothing happened");
    else if (waited_ms <= 0)
        buf_add_text(out, "time passed");
    if (waited_ms <= 0)
        return;
    buf_add_text(out, changed ? "" : " for ");
    text_add_duration_ms(out, waited_ms);
    buf_add_text(out, changed ? " passed" : "");
}

void words_add_step(struct buf *out, const struct step *step,
                    const struct step *previous, bool unicode)
{
    const struct value *before = previous == NULL ? NULL : previous->state;
    switch (step->kind) {
    case STEP_EVENT:
        add_events(out, step, before, unicode);
        break;
    case STEP_ACTED:
        for (size_t i = 0; i < step->what.count; i++) {
            if (i > 0)
                buf_add_text(out, "; ");
            words_add_action(out, step, &step->what.items[i], before, unicode);
        }
        if (step->what.count == 0)
            buf_add_text(out, "an action");
        add_pause(out, step);
        break;
    case STEP_TIMEOUT:
        add_timeout(out, step, previous);
        break;
    }
}

/* What is said after "The property `name` ". */
static const char *verdict_clause(struct verdict verdict)
{
    switch (verdict.kind) {
    case VERDICT_DEFINITELY:
        return verdict.value ? "holds: no continuation of this run can make "
                               "it false."
                             : "is violated: no continuation of this run can "
                               "make it true.";
    case VERDICT_PROBABLY:
        return verdict.value ? "holds as far as this run goes."
                             : "does not hold in this run: what it waits for "
                               "had not happened when the run could stop.";
    case VERDICT_INCONCLUSIVE:
        return "could not be judged: it still demanded more states when the "
               "run ended.";
    case VERDICT_ERRORED:
        return "could not be judged: the run could not be carried on.";
    case VERDICT_NONE:
        break;
    }
    return "was not judged.";
}

void words_add_verdict(struct buf *out, const char *property,
                       struct verdict verdict, bool unicode)
{
    buf_add_text(out, "The property ");
    text_add_selector(out, str_text(property),
                      (struct text_style){unicode, SIZE_MAX});
    buf_addf(out, " %s", verdict_clause(verdict));
}
