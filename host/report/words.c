/* From the bottom up: elements, actions, events, steps. */
#include "report/words.h"

#include "base/utf8.h"
#include "report/text.h"

enum { LONGEST_TEXT_COLUMNS = 40, LONGEST_SELECTOR_COLUMNS = 60 };

/* One element among those that a selector matches. */
struct place {
    struct str selector;
    size_t index; /* from 0 */
    size_t count;
};

/* Finds the element with this ref below the selector, or below any when
 * `selector` is empty. */
static bool find_place(struct place *place, const struct value *state,
                       struct str selector, struct str ref)
{
    for (size_t i = 0; ref.length > 0 && i < state->count; i++) {
        struct str key = value_text(state->fields[i].key);
        const struct value *list = state->fields[i].value;
        if (list->kind != VALUE_LIST ||
            (selector.length > 0 && !str_equal(selector, key)))
            continue;
        for (size_t k = 0; k < list->count; k++)
            if (str_equal(value_text(value_field(list->items[k], STR("ref"))),
                          ref)) {
                *place = (struct place){key, k, list->count};
                return true;
            }
    }
    return false;
}

static void add_selector(struct buf *out, struct str selector, bool unicode)
{
    text_add_selector(out, selector,
                      (struct text_style){unicode, LONGEST_SELECTOR_COLUMNS});
}

static const char *ordinal_ending(size_t n)
{
    if (n % 100 >= 11 && n % 100 <= 13)
        return "th";
    switch (n % 10) {
    case 1:
        return "st";
    case 2:
        return "nd";
    case 3:
        return "rd";
    default:
        return "th";
    }
}

/* Which of several. */
static void add_place(struct buf *out, const struct place *place)
{
    if (place->count > 1)
        buf_addf(out, ", the %zu%s of %zu", place->index + 1,
                 ordinal_ending(place->index + 1), place->count);
}

static const char *tag_words(struct str tag)
{
    static const struct {
        const char *tag, *words;
    } known[] = {
        {"a", "link"},
        {"button", "button"},
        {"input", "input"},
        {"textarea", "text area"},
        {"select", "select box"},
        {"option", "option"},
        {"label", "label"},
        {"li", "list item"},
        {"img", "image"},
        {"td", "cell"},
        {"tr", "row"},
        {"h1", "heading"},
        {"h2", "heading"},
        {"h3", "heading"},
        {"p", "paragraph"},
        {"form", "form"},
        {"dialog", "dialog"},
        {"summary", "summary"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_is(tag, known[i].tag))
            return known[i].words;
    return NULL;
}

/* ", the button 'Start'": only what adds something to the selector. */
static void add_appearance(struct buf *out, const struct value *target,
                           bool unicode)
{
    struct str tag = value_text(value_field(target, STR("tag")));
    struct str text = value_text(value_field(target, STR("text")));
    if (text.length == 0)
        return;
    const char *words = tag_words(tag);
    buf_add_text(out, ", ");
    if (words != NULL)
        buf_addf(out, "the %s ", words);
    text_add_quoted(out, text, '\'',
                    (struct text_style){unicode, LONGEST_TEXT_COLUMNS});
}

/* The ref among the arguments: the first string that is one in the state. */
static bool find_argument(struct place *place, const struct action *action,
                          const struct value *state, struct str selector)
{
    for (size_t i = 0; i < action->args->count; i++)
        if (find_place(place, state, selector,
                       value_text(action->args->items[i])))
            return true;
    return false;
}

/* What an action acted on; false when nothing is known. */
static bool add_element(struct buf *out, const struct action *action,
                        const struct value *target, const struct value *state,
                        bool unicode)
{
    struct str selector = value_text(value_field(target, STR("selector")));
    struct place place = {.selector = selector, .count = 0};
    if (state != NULL)
        find_argument(&place, action, state, selector);
    if (place.selector.length > 0)
        add_selector(out, place.selector, unicode);
    else if (target != NULL)
        buf_add_text(out, "an element");
    else
        return false;
    add_place(out, &place);
    add_appearance(out, target, unicode);
    return true;
}

static struct str argument_text(const struct action *action, size_t index)
{
    return index < action->args->count ? value_text(action->args->items[index])
                                       : STR("");
}

static void add_arguments(struct buf *out, const struct action *action,
                          bool unicode)
{
    buf_add_char(out, '(');
    for (size_t i = 0; i < action->args->count; i++) {
        if (i > 0)
            buf_add_text(out, ", ");
        text_add_value(out, action->args->items[i],
                       (struct text_style){unicode, LONGEST_TEXT_COLUMNS});
    }
    buf_add_char(out, ')');
}

static void add_generic(struct buf *out, const struct action *action,
                        bool unicode)
{
    text_add(out, value_text(action->id),
             (struct text_style){unicode, LONGEST_TEXT_COLUMNS});
    if (action->args->count > 0)
        add_arguments(out, action, unicode);
}

/* Bytes before the first key code. */
static size_t letters_before_key(struct str text)
{
    size_t at = 0, used;
    while (at < text.length) {
        uint32_t code =
            utf8_decode(str_from(text.data + at, text.length - at), &used);
        if (words_key_name(code) != NULL)
            break;
        at += used;
    }
    return at;
}

/* The first run of letters in quotes, or the first key; returns its bytes. */
static size_t add_first_typed(struct buf *out, struct str text, bool unicode)
{
    size_t used = letters_before_key(text);
    if (used > 0 || text.length == 0) {
        text_add_quoted(out, str_from(text.data, used), '"',
                        (struct text_style){unicode, LONGEST_TEXT_COLUMNS});
        return used;
    }
    buf_add_text(out, words_key_name(utf8_decode(text, &used)));
    return used;
}

/* What is typed may hold key codes: enter text "milk", press Enter. */
static void add_typing(struct buf *out, const struct action *action,
                       bool unicode)
{
    struct str text = argument_text(action, 0);
    bool first = true;
    do {
        bool is_key = text.length > 0 && letters_before_key(text) == 0;
        if (!first)
            buf_add_text(out, ", ");
        first = false;
        buf_add_text(out, is_key ? "press " : "enter text ");
        size_t used = add_first_typed(out, text, unicode);
        text = str_from(text.data + used, text.length - used);
    } while (text.length > 0);
}

static void add_scroll(struct buf *out, const struct action *action)
{
    int64_t by[2] = {0, 0};
    for (size_t i = 0; i < 2 && i < action->args->count; i++)
        if (action->args->items[i]->kind == VALUE_INT)
            by[i] = action->args->items[i]->integer;
    const char *between = " ";
    buf_add_text(out, "scroll");
    for (int axis = 1; axis >= 0; axis--) {
        if (by[axis] == 0)
            continue;
        const char *way = axis == 1 ? (by[1] > 0 ? "down" : "up")
                                    : (by[0] > 0 ? "right" : "left");
        buf_addf(out, "%s%s by %llu px", between, way,
                 by[axis] > 0 ? (unsigned long long)by[axis]
                              : 0 - (unsigned long long)by[axis]);
        between = " and ";
    }
}

/* Actions of the form "verb element". */
static const char *element_verb(struct str id)
{
    static const struct {
        const char *id, *verb;
    } verbs[] = {
        {"click", "click"},
        {"doubleClick", "double-click"},
        {"select", "choose"},
        {"focus", "focus"},
        {"clear", "clear"},
        {"hover", "move the mouse over"},
        {"rightClick", "right-click"},
        {"middleClick", "middle-click"},
        {"tap", "tap on"},
        {"longPress", "hold the mouse button down on"},
    };
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (str_is(id, verbs[i].id))
            return verbs[i].verb;
    return NULL;
}

static void add_text_argument(struct buf *out, const struct action *action,
                              size_t index, bool unicode)
{
    text_add_value(out, action->args->items[index],
                   (struct text_style){unicode, LONGEST_TEXT_COLUMNS});
}

/* Actions of the form "verb element WORD argument"; argument 0 is the ref. */
static const char *with_argument(struct str id, const char **between)
{
    static const struct {
        const char *id, *verb, *between;
    } verbs[] = {
        {"clickWith", "click", " with "},
        {"setValue", "set", " to "},
    };
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        *between = verbs[i].between;
        if (str_is(id, verbs[i].id))
            return verbs[i].verb;
    }
    return NULL;
}

/* Actions of the form "verb text in element". */
static const char *text_verb(struct str id)
{
    static const struct {
        const char *id, *verb;
    } verbs[] = {
        {"chord", "press"},
        {"compose", "compose"},
        {"paste", "paste"},
    };
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (str_is(id, verbs[i].id))
            return verbs[i].verb;
    return NULL;
}

/* "drag `#a` to `#b`": the target by its ref. */
static void add_drag(struct buf *out, const struct step *step,
                     const struct action *action, const struct value *state,
                     bool unicode)
{
    struct place place;
    buf_add_text(out, "drag ");
    add_element(out, action, step->target, state, unicode);
    buf_add_text(out, " to ");
    if (state != NULL &&
        find_place(&place, state, STR(""), argument_text(action, 1))) {
        add_selector(out, place.selector, unicode);
        add_place(out, &place);
    } else {
        buf_add_text(out, "an element");
    }
}

/* Those of weir's own modules that are more than a verb and an element. False:
 * it is none of them, or it is not known on what it acted. */
static bool add_richer(struct buf *out, const struct step *step,
                       const struct action *action, const struct value *state,
                       bool unicode)
{
    struct str id = value_text(action->id);
    const char *between;
    const char *verb = with_argument(id, &between);
    if (step->target == NULL && !str_is(id, "chord"))
        return false;
    if (verb != NULL && action->args->count > 1) {
        buf_addf(out, "%s ", verb);
        add_element(out, action, step->target, state, unicode);
        buf_add_text(out, between);
        add_text_argument(out, action, 1, unicode);
        return true;
    }
    if (text_verb(id) != NULL && action->args->count > 0) {
        buf_addf(out, "%s ", text_verb(id));
        add_text_argument(out, action, 0, unicode);
        if (step->target == NULL)
            return true;
        buf_add_text(out, " in ");
        add_element(out, action, step->target, state, unicode);
        return true;
    }
    if (!str_is(id, "drag"))
        return false;
    add_drag(out, step, action, state, unicode);
    return true;
}

/* Actions whose words say everything. */
static const char *plain_action(struct str id)
{
    static const struct {
        const char *id, *words;
    } plain[] = {
        {"noop", "do nothing"},
        {"reload", "reload the page"},
        {"back", "go back"},
        {"forward", "go forward"},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (str_is(id, plain[i].id))
            return plain[i].words;
    return NULL;
}

/* Keys and text go to what has the focus; the executor may name it. */
static void add_focused(struct buf *out, const struct step *step, bool unicode)
{
    struct str selector =
        value_text(value_field(step->target, STR("selector")));
    if (selector.length == 0)
        return;
    buf_add_text(out, " in ");
    add_selector(out, selector, unicode);
}

static void add_action(struct buf *out, const struct step *step,
                       const struct action *action, const struct value *state,
                       bool unicode);

/* Several actions as one. The executor names what the first of them acted on.
 */
static bool add_in_order(struct buf *out, const struct step *step,
                         const struct action *action, const struct value *state,
                         bool unicode)
{
    const struct value *parts =
        action->args->count == 1 ? action->args->items[0] : value_null();
    if (!str_is(value_text(action->id), "inOrder") ||
        parts->kind != VALUE_LIST || parts->count == 0)
        return false;
    for (size_t i = 0; i < parts->count; i++) {
        const struct value *id = value_field(parts->items[i], STR("id"));
        const struct value *args = value_field(parts->items[i], STR("args"));
        struct step bare = *step;
        if (id == NULL || args == NULL || args->kind != VALUE_LIST)
            return false;
        if (i > 0) {
            buf_add_text(out, ", then ");
            bare.target = NULL;
        }
        struct action part = action_make(value_ref(id), false, value_ref(args),
                                         ACTION_NO_TIMEOUT);
        add_action(out, &bare, &part, state, unicode);
        action_finish(&part);
    }
    return true;
}

static void add_action(struct buf *out, const struct step *step,
                       const struct action *action, const struct value *state,
                       bool unicode)
{
    struct str id = value_text(action->id);
    const char *verb = element_verb(id);
    size_t start = out->length;
    if (add_in_order(out, step, action, state, unicode))
        return;
    out->length = start;
    if (verb != NULL) {
        buf_addf(out, "%s ", verb);
        if (add_element(out, action, step->target, state, unicode))
            return;
        out->length = start;
        add_generic(out, action, unicode);
    } else if (add_richer(out, step, action, state, unicode)) {
        return;
    } else if (plain_action(id) != NULL) {
        buf_add_text(out, plain_action(id));
    } else if (str_is(id, "keyPress")) {
        buf_add_text(out, "press ");
        words_add_key(out, argument_text(action, 0), unicode);
        add_focused(out, step, unicode);
    } else if (str_is(id, "enterText")) {
        add_typing(out, action, unicode);
        add_focused(out, step, unicode);
    } else if (str_is(id, "enterTextInto")) {
        add_typing(out, action, unicode);
        buf_add_text(out, " in ");
        if (!add_element(out, action, step->target, state, unicode))
            buf_add_text(out, "an element");
    } else if (str_is(id, "scrollBy")) {
        add_scroll(out, action);
    } else {
        add_generic(out, action, unicode);
    }
}

/* The selectors of changed elements, each once: "`a`, `b` and `c`". */
static size_t add_changed(struct buf *out, const struct step *step,
                          const struct value *before, bool unicode)
{
    struct str seen[8];
    size_t count = 0;
    for (size_t i = 0; i < step->what.count && count < 8; i++) {
        const struct action *event = &step->what.items[i];
        struct place place;
        if (!str_is(value_text(event->id), "changed") ||
            !(find_argument(&place, event, step->state, STR("")) ||
              (before != NULL &&
               find_argument(&place, event, before, STR("")))))
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
        add_selector(out, seen[i], unicode);
    }
    return count;
}

/* Events whose words say everything. */
static const char *plain_event(struct str id)
{
    if (str_is(id, "loaded"))
        return "the page loaded";
    if (str_is(id, "changed"))
        return NULL; /* told together */
    if (str_is(id, "detached"))
        return "an element was removed";
    return NULL;
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
        } else if (!repeated) {
            add_separator(out, start);
            if (plain_event(id) != NULL)
                buf_add_text(out, plain_event(id));
            else
                add_generic(out, event, unicode);
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

static void add_timeout(struct buf *out, const struct step *step,
                        const struct step *previous)
{
    int64_t waited_ms = 0;
    if (step->what.count > 0)
        waited_ms = step->what.items[0].timeout_ms;
    if (waited_ms <= 0 && previous != NULL)
        waited_ms = (step->time_us - previous->time_us) / 1000;
    buf_add_text(out, "nothing happened");
    if (waited_ms <= 0)
        return;
    buf_add_text(out, " for ");
    text_add_duration_ms(out, waited_ms);
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
            add_action(out, step, &step->what.items[i], before, unicode);
        }
        if (step->what.count == 0)
            buf_add_text(out, "an action");
        break;
    case STEP_TIMEOUT:
        add_timeout(out, step, previous);
        break;
    }
}

/* What is said behind "The property `name` ". */
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
