/* From the bottom up: what is typed, kinds of actions, any action. */
#include "base/utf8.h"
#include "report/text.h"
#include "report/words_internal.h"

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
                        (struct text_style){unicode, WORDS_LONGEST_TEXT});
        return used;
    }
    buf_add_text(out, words_key_name(utf8_decode(text, &used)));
    return used;
}

/* What is typed may hold key codes: enter text "milk", press Enter. */
static void add_typing(struct buf *out, const struct action *action,
                       bool unicode)
{
    struct str text = words_argument(action, 0);
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
                   (struct text_style){unicode, WORDS_LONGEST_TEXT});
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
    struct words_place place;
    buf_add_text(out, "drag ");
    words_add_element(out, action, step->target, state, unicode);
    buf_add_text(out, " to ");
    if (state != NULL &&
        words_find_place(&place, state, STR(""), words_argument(action, 1))) {
        words_add_selector(out, place.selector, unicode);
        words_add_place(out, &place);
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
        words_add_element(out, action, step->target, state, unicode);
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
        words_add_element(out, action, step->target, state, unicode);
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
    words_add_selector(out, selector, unicode);
}

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
        words_add_action(out, &bare, &part, state, unicode);
        action_finish(&part);
    }
    return true;
}

void words_add_action(struct buf *out, const struct step *step,
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
        if (words_add_element(out, action, step->target, state, unicode))
            return;
        out->length = start;
        words_add_generic(out, action, unicode);
    } else if (add_richer(out, step, action, state, unicode)) {
        return;
    } else if (plain_action(id) != NULL) {
        buf_add_text(out, plain_action(id));
    } else if (str_is(id, "keyPress")) {
        buf_add_text(out, "press ");
        words_add_key(out, words_argument(action, 0), unicode);
        add_focused(out, step, unicode);
    } else if (str_is(id, "enterText")) {
        add_typing(out, action, unicode);
        add_focused(out, step, unicode);
    } else if (str_is(id, "enterTextInto")) {
        add_typing(out, action, unicode);
        buf_add_text(out, " in ");
        if (!words_add_element(out, action, step->target, state, unicode))
            buf_add_text(out, "an element");
    } else if (str_is(id, "scrollBy")) {
        add_scroll(out, action);
    } else {
        words_add_generic(out, action, unicode);
    }
}
