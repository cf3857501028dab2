/* From the bottom up: what is typed, ways, phrases, any action. */
#include <string.h>

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

static const struct value *argument_of(const struct action *action,
                                       size_t index)
{
    return index < action->args->count ? action->args->items[index]
                                       : value_null();
}

static int64_t pixels(const struct action *action, size_t index)
{
    const struct value *value = argument_of(action, index);
    return value->kind == VALUE_INT     ? value->integer
           : value->kind == VALUE_FLOAT ? (int64_t)value->number
                                        : 0;
}

/* " down by 300 px and left by 20 px": these two arguments. */
static void add_ways(struct buf *out, const struct action *action, size_t from)
{
    const char *between = " ";
    for (size_t axis = 2; axis-- > 0;) {
        int64_t by = pixels(action, from + axis);
        if (by == 0)
            continue;
        const char *way =
            axis == 1 ? (by > 0 ? "down" : "up") : (by > 0 ? "right" : "left");
        buf_addf(out, "%s%s by %llu px", between, way,
                 by > 0 ? (unsigned long long)by : 0 - (unsigned long long)by);
        between = " and ";
    }
}

/* What to say of an action, by its id:
 *     %e       the element that it acted on
 *     %t       its text alone
 *     %0       an argument, and so on
 *     %w       how far and where to, by the arguments 1 and 2
 *     %f       the names of the files in the argument 1
 *     [...]    left out where no element is known */
struct phrase {
    const char *id, *words;
};

static const struct phrase phrases[] = {
    {"acceptDialog", "accept the dialog"},
    {"advanceClock", "put the clock on by %0 ms"},
    {"answerDialog", "answer the dialog with %0"},
    {"answerRequests", "let requests for %0 be answered with status %1"},
    {"back", "go back"},
    {"chord", "press %0[ in %e]"},
    {"clear", "clear %e"},
    {"clearStorage", "clear the page's storage"},
    {"click", "click %e"},
    {"clickWith", "click %e with %1"},
    {"closeTab", "close the tab"},
    {"compose", "compose %0[ in %e]"},
    {"delayRequests", "delay requests for %0 by %1 ms"},
    {"dismissDialog", "dismiss the dialog"},
    {"doubleClick", "double-click %e"},
    {"dragBy", "drag %e%w"},
    {"failRequests", "let requests for %0 fail"},
    {"fillAtOnce", "fill %0 in %e at once"},
    {"focus", "focus %e"},
    {"forward", "go forward"},
    {"goOffline", "go offline"},
    {"goOnline", "go online"},
    {"holdAnswers", "hold answers to %0"},
    {"hover", "move the mouse over %e"},
    {"longPress", "hold the mouse button down on %e"},
    {"middleClick", "middle-click %e"},
    {"navigate", "go to %0"},
    {"newTab", "open %0 in a new tab"},
    {"noop", "do nothing"},
    {"passTime", "let %0 ms pass"},
    {"paste", "paste %0[ in %e]"},
    {"release", "release the answer to %t"},
    {"reload", "reload the page"},
    {"resize", "resize the window to %0 x %1"},
    {"restoreNetwork", "let the network work as it did"},
    {"rightClick", "right-click %e"},
    {"select", "choose %e"},
    {"selectText", "select text in %e"},
    {"setClock", "set the clock to %0"},
    {"setFiles", "choose %f for %e"},
    {"setValue", "set %e to %1"},
    {"slowNetwork", "slow the network down: %0 ms later, %1 bytes a second"},
    {"stopHolding", "hold no answers any more"},
    {"swipe", "swipe on %e%w"},
    {"switchTab", "switch to tab %0"},
    {"tap", "tap on %e"},
    {"throttleCpu", "slow the processor down %0 times"},
    {"wheel", "turn the wheel over %e%w"},
};

/* "a.txt", "b.txt" and 3 more files */
static void add_file_names(struct buf *out, const struct value *files,
                           bool unicode)
{
    enum { NAMED = 3 };
    size_t count = files->kind == VALUE_LIST ? files->count : 0;
    size_t named = count > NAMED + 1 ? NAMED : count;
    for (size_t i = 0; i < named; i++) {
        if (i > 0)
            buf_add_text(out, i + 1 == count ? " and " : ", ");
        text_add_quoted(out,
                        value_text(value_field(files->items[i], STR("name"))),
                        '"', (struct text_style){unicode, WORDS_LONGEST_TEXT});
    }
    if (named < count)
        buf_addf(out, " and %zu more files", count - named);
    if (count == 0)
        buf_add_text(out, "files");
}

static const char *words_for(struct str id)
{
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (str_is(id, phrases[i].id))
            return phrases[i].words;
    return NULL;
}

/* An answer may be more than its status. */
static const char *words_of(const struct action *action)
{
    bool is_whole = argument_of(action, 1)->kind == VALUE_OBJECT;
    return is_whole && str_is(value_text(action->id), "answerRequests")
               ? "let requests for %0 be answered with %1"
               : words_for(value_text(action->id));
}

static bool add_argument(struct buf *out, const struct action *action,
                         size_t index, bool unicode)
{
    if (index >= action->args->count)
        return false;
    text_add_value(out, action->args->items[index],
                   (struct text_style){unicode, WORDS_LONGEST_TEXT});
    return true;
}

static bool add_text_of_target(struct buf *out, const struct step *step,
                               bool unicode)
{
    struct str text = step->target == NULL
                          ? STR("")
                          : value_text(value_field(step->target, STR("text")));
    if (text.length == 0)
        return false;
    text_add_quoted(out, text, '"',
                    (struct text_style){unicode, WORDS_LONGEST_TEXT});
    return true;
}

/* False, and something written all the same: there is no such phrase, or what
 * it needs is not known. */
static bool add_phrase(struct buf *out, const struct step *step,
                       const struct action *action, const struct value *state,
                       bool unicode)
{
    const char *words = words_of(action);
    if (words == NULL)
        return false;
    bool fine = true;
    for (const char *at = words; *at != '\0' && fine; at++) {
        if (*at == '[' && step->target == NULL)
            at = strchr(at, ']');
        else if (*at == '[' || *at == ']')
            continue;
        else if (*at != '%')
            buf_add_char(out, *at);
        else if (*++at == 'e')
            fine = words_add_element(out, action, step->target, state, unicode);
        else if (*at == 't')
            fine = add_text_of_target(out, step, unicode);
        else if (*at == 'w')
            add_ways(out, action, 1);
        else if (*at == 'f')
            add_file_names(out, argument_of(action, 1), unicode);
        else
            fine = add_argument(out, action, (size_t)(*at - '0'), unicode);
    }
    return fine;
}

/* "drag `#a` to `#b`", or "onto itself": the target by its ref. */
static void add_drag(struct buf *out, const struct step *step,
                     const struct action *action, const struct value *state,
                     bool unicode)
{
    struct words_place place;
    buf_add_text(out, "drag ");
    words_add_element(out, action, step->target, state, unicode);
    if (str_equal(words_argument(action, 0), words_argument(action, 1))) {
        buf_add_text(out, " onto itself");
        return;
    }
    buf_add_text(out, " to ");
    if (state != NULL &&
        words_find_place(&place, state, STR(""), words_argument(action, 1))) {
        words_add_selector(out, place.selector, unicode);
        words_add_place(out, &place);
    } else {
        buf_add_text(out, "an element");
    }
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

/* How many parts of several actions as one were done, where the executor says
 * that it could not go on; else all of them. */
static size_t done_of(const struct step *step, size_t count)
{
    const struct value *done =
        step->target == NULL ? NULL : value_field(step->target, STR("done"));
    bool is_told = done != NULL && done->kind == VALUE_INT &&
                   done->integer >= 0 && (size_t)done->integer < count;
    return is_told ? (size_t)done->integer : count;
}

/* Several actions as one. The executor names what the first of them acted on.
 */
static bool add_in_order(struct buf *out, const struct step *step,
                         const struct action *action, const struct value *state,
                         bool unicode)
{
    const struct value *parts = action_parts(action);
    size_t said = 0;
    if (parts == NULL)
        return false;
    size_t done = done_of(step, parts->count);
    bool leaves_out = false;
    for (size_t i = 0; i < parts->count; i++) {
        const struct value *id = value_field(parts->items[i], STR("id"));
        const struct value *args = value_field(parts->items[i], STR("args"));
        struct step bare = *step;
        if (id == NULL || args == NULL || args->kind != VALUE_LIST)
            return false;
        if (parts->count > 1 && str_is(value_text(id), "noop"))
            continue; /* of no account beside others */
        bool is_out = i >= done && !leaves_out;
        if (is_out)
            buf_add_text(out, "; left out, as no longer possible: ");
        else if (said > 0)
            buf_add_text(out, ", then ");
        if (said++ > 0)
            bare.target = NULL;
        leaves_out = leaves_out || is_out;
        struct action part = action_make(value_ref(id), false, value_ref(args),
                                         ACTION_NO_TIMEOUT);
        words_add_action(out, &bare, &part, state, unicode);
        action_finish(&part);
    }
    if (said == 0)
        buf_add_text(out, "do nothing");
    return true;
}

/* Keys and texts. */
static bool add_keys(struct buf *out, const struct step *step,
                     const struct action *action, const struct value *state,
                     bool unicode)
{
    struct str id = value_text(action->id);
    if (str_is(id, "keyPress")) {
        buf_add_text(out, "press ");
        words_add_key(out, words_argument(action, 0), unicode);
        add_focused(out, step, unicode);
        return true;
    }
    if (str_is(id, "enterText")) {
        add_typing(out, action, unicode);
        add_focused(out, step, unicode);
        return true;
    }
    if (!str_is(id, "enterTextInto") && !str_is(id, "replaceText"))
        return false;
    add_typing(out, action, unicode);
    buf_add_text(out, " in ");
    if (!words_add_element(out, action, step->target, state, unicode))
        buf_add_text(out, "an element");
    return true;
}

void words_add_action(struct buf *out, const struct step *step,
                      const struct action *action, const struct value *state,
                      bool unicode)
{
    struct str id = value_text(action->id);
    size_t start = out->length;
    if (add_in_order(out, step, action, state, unicode))
        return;
    out->length = start;
    if (add_phrase(out, step, action, state, unicode))
        return;
    out->length = start;
    if (add_keys(out, step, action, state, unicode))
        return;
    if (str_is(id, "scrollBy")) {
        buf_add_text(out, "scroll");
        add_ways(out, action, 0);
    } else if (str_is(id, "drag") && step->target != NULL) {
        add_drag(out, step, action, state, unicode);
    } else {
        words_add_generic(out, action, state, NULL, unicode);
    }
}
