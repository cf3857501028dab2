/* Order of this file: likeness, simplicity.
 *
 * How alike two elements are (choice_likeness.place), best first:
 *   EXACT    the same place among those that a selector finds, the same text
 *   TEXT     found by the same selector, the same text, at another place
 *   PLACE    found by the same selector at the same place, with another text
 *   LIST     found by the same selector
 *   ELSEWHERE  found by other selectors only, but with the same text
 *   RENAMED  found by other selectors, and the specification knows none of
 *            those that found it before: the same name only
 *   NONE
 * Among the equally alike the nearest place counts, then the order in which the
 * specification proposes. A text is what a person reads in the element, as far
 * as the property reads it; none equals none. */
#include "run/choice.h"

#include <string.h>

enum place { NONE, RENAMED, ELSEWHERE, LIST, PLACE, TEXT, EXACT };

/* ---- likeness ----------------------------------------------------------- */

static bool same(const struct value *a, const struct value *b)
{
    return a == NULL || b == NULL ? a == b : value_equal(a, b);
}

static bool is_number(const struct value *value)
{
    return value->kind == VALUE_INT || value->kind == VALUE_FLOAT;
}

static double number_of(const struct value *value)
{
    return value->kind == VALUE_INT ? (double)value->integer : value->number;
}

/* A file does not tell 2 from 2.0. */
static bool is_same_plain(const struct value *a, const struct value *b)
{
    if (is_number(a) && is_number(b) && a->kind != b->kind)
        return !(number_of(a) < number_of(b) || number_of(a) > number_of(b));
    return value_equal(a, b);
}

static size_t place_of(const struct value *found)
{
    const struct value *at = value_field_named(found, "at");
    return at != NULL && at->kind == VALUE_INT && at->integer > 0
               ? (size_t)at->integer
               : 0;
}

/* Which of b's places are by the selector of one of a's: the first such pair.
 * The distance between the two, or -1: no selector finds both. */
static int64_t distance_between(const struct value *a, const struct value *b)
{
    const struct value *ours = value_field_named(a, "found"),
                       *theirs = value_field_named(b, "found");
    for (size_t i = 0; i < ours->count; i++)
        for (size_t k = 0; k < theirs->count; k++) {
            const struct value *x = ours->items[i], *y = theirs->items[k];
            if (!value_equal(value_field_named(x, "by"),
                             value_field_named(y, "by")))
                continue;
            size_t p = place_of(x), q = place_of(y);
            return (int64_t)(p > q ? p - q : q - p);
        }
    return -1;
}

/* Whether the state has one of the selectors that found the element: those of a
 * specification are the same in all its states. */
static bool is_known(const struct value *element, const struct value *state)
{
    const struct value *found = value_field_named(element, "found");
    for (size_t i = 0; i < found->count; i++) {
        const struct value *by = value_field_named(found->items[i], "by");
        if (value_field(state, value_text(by)) != NULL)
            return true;
    }
    return false;
}

/* The places of the two, whatever found them. */
static int64_t distance_of_places(const struct value *a, const struct value *b)
{
    const struct value *ours = value_field_named(a, "found"),
                       *theirs = value_field_named(b, "found");
    if (ours->count == 0 || theirs->count == 0)
        return 0;
    size_t p = place_of(ours->items[0]), q = place_of(theirs->items[0]);
    return (int64_t)(p > q ? p - q : q - p);
}

/* The state that the proposals were made in, and how elements are found. */
struct manner {
    const struct value *state;
    bool by_place;
};

static void compare_elements(const struct value *a, const struct value *b,
                             const struct manner *manner,
                             struct choice_likeness *likeness)
{
    const struct value *text = value_field_named(a, "text");
    bool same_text = same(text, value_field_named(b, "text"));
    int64_t distance = distance_between(a, b);
    int place = NONE;
    if (distance >= 0)
        place = same_text       ? distance == 0 ? EXACT : TEXT
                : distance == 0 ? PLACE
                                : LIST;
    else if (same_text && value_text(text).length > 0)
        place = ELSEWHERE;
    else if (manner->by_place || !is_known(a, manner->state)) {
        place = RENAMED;
        distance = distance_of_places(a, b);
    }
    if (place < likeness->place)
        likeness->place = place;
    if (distance > 0)
        likeness->distance += (size_t)distance;
    likeness->fits = likeness->fits && place != NONE;
}

static void compare_arguments(const struct value *a, const struct value *b,
                              const struct manner *manner,
                              struct choice_likeness *likeness);

/* Field by field. */
static void compare_objects(const struct value *a, const struct value *b,
                            const struct manner *manner,
                            struct choice_likeness *likeness)
{
    for (size_t i = 0; i < a->count && likeness->fits; i++) {
        const struct value *other =
            value_field(b, value_text(a->fields[i].key));
        if (other == NULL)
            likeness->fits = false;
        else
            compare_arguments(a->fields[i].value, other, manner, likeness);
    }
}

static void compare_arguments(const struct value *a, const struct value *b,
                              const struct manner *manner,
                              struct choice_likeness *likeness)
{
    const struct value *x = choice_element(a), *y = choice_element(b);
    if (x != NULL && y != NULL) {
        compare_elements(x, y, manner, likeness);
    } else if (a->kind == VALUE_LIST && b->kind == VALUE_LIST &&
               a->count == b->count) {
        for (size_t i = 0; i < a->count && likeness->fits; i++)
            compare_arguments(a->items[i], b->items[i], manner, likeness);
    } else if (x == NULL && y == NULL && a->kind == VALUE_OBJECT &&
               b->kind == VALUE_OBJECT && a->count == b->count) {
        compare_objects(a, b, manner, likeness);
    } else if (x != NULL || y != NULL || !is_same_plain(a, b)) {
        likeness->fits = false;
    }
}

static struct str first_name(const struct value *choice)
{
    const struct value *names = value_field_named(choice, "names");
    return names == NULL || names->count == 0 ? STR("")
                                              : value_text(names->items[0]);
}

static int compare_names(const struct value *a, const struct value *b)
{
    const struct value *x = value_field_named(a, "names"),
                       *y = value_field_named(b, "names");
    if (x == NULL || y == NULL || same(x, y))
        return 2; /* what is not known is no difference */
    return str_equal(first_name(a), first_name(b));
}

/* Another action may stand for it only if it does the same, and one on elements
 * of another kind only if it has the name. */
static bool may_stand(const struct value *choice,
                      const struct choice_likeness *likeness, bool by_place)
{
    if (likeness->named == 0)
        return likeness->place >= PLACE;
    return !by_place || likeness->place != RENAMED ||
           first_name(choice).length > 0;
}

struct choice_likeness choice_compare(const struct value *choice,
                                      const struct value *proposal,
                                      const struct value *state, bool by_place)
{
    struct choice_likeness likeness = {
        .fits = value_equal(value_field_named(choice, "id"),
                            value_field_named(proposal, "id")),
        .place = EXACT,
    };
    if (!likeness.fits)
        return likeness;
    struct manner manner = {state, by_place};
    likeness.named = compare_names(choice, proposal);
    likeness.settings = same(value_field_named(choice, "timeout"),
                             value_field_named(proposal, "timeout")) &&
                        same(value_field_named(choice, "settle"),
                             value_field_named(proposal, "settle"));
    compare_arguments(value_field_named(choice, "args"),
                      value_field_named(proposal, "args"), &manner, &likeness);
    likeness.fits = likeness.fits && may_stand(choice, &likeness, by_place);
    return likeness;
}

/* The places in order of preference. */
static int rank(int place, bool by_place)
{
    if (!by_place || (place != PLACE && place != TEXT))
        return place;
    return place == PLACE ? TEXT : PLACE;
}

bool choice_is_nearer(const struct choice_likeness *a,
                      const struct choice_likeness *b, bool by_place)
{
    if (!a->fits || !b->fits)
        return a->fits;
    if ((a->named > 0) != (b->named > 0))
        return a->named > 0;
    if (a->place != b->place)
        return rank(a->place, by_place) > rank(b->place, by_place);
    if (a->named != b->named)
        return a->named > b->named;
    if (a->settings != b->settings)
        return a->settings;
    return a->distance < b->distance;
}

bool choice_is_exact(const struct choice_likeness *likeness)
{
    return likeness->fits && likeness->named == 2 && likeness->place == EXACT &&
           likeness->settings;
}

/* ---- simplicity --------------------------------------------------------- */

static bool does(const struct value *choice, const char *id)
{
    return str_is(value_text(value_field_named(choice, "id")), id);
}

bool choice_only_waits(const struct value *choice)
{
    return does(choice, "noop") || does(choice, "passTime");
}

bool choice_reloads(const struct value *choice)
{
    return does(choice, "reload");
}

bool choice_is_kin(const struct value *a, const struct value *b)
{
    return value_equal(value_field_named(a, "id"),
                       value_field_named(b, "id")) &&
           str_equal(first_name(a), first_name(b)) &&
           value_field_named(a, "args")->count ==
               value_field_named(b, "args")->count;
}

void choice_add_kin_key(struct buf *out, const struct value *choice)
{
    buf_add_str(out, value_text(value_field_named(choice, "id")));
    buf_addf(out, ",%zu,", value_field_named(choice, "args")->count);
    buf_add_str(out, first_name(choice));
}

/* The actions of a choice: one, or those that it does in order. */
struct parts {
    const struct value *const *items;
    size_t count;
};

static bool is_part(const struct value *value)
{
    const struct value *id = value_field_named(value, "id"),
                       *args = value_field_named(value, "args");
    return id != NULL && args != NULL && args->kind == VALUE_LIST;
}

/* A specification may write whatever it likes as parts. */
static bool are_parts(const struct value *list)
{
    if (list->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (!is_part(list->items[i]))
            return false;
    return true;
}

static struct parts parts_of(const struct value *const *choice)
{
    const struct value *args = value_field_named(*choice, "args");
    if (str_is(value_text(value_field_named(*choice, "id")), ACTION_IN_ORDER) &&
        args->count == 1 && are_parts(args->items[0]))
        return (struct parts){
            (const struct value *const *)args->items[0]->items,
            args->items[0]->count};
    return (struct parts){choice, 1};
}

static bool is_same_part(const struct value *a, const struct value *b)
{
    return value_equal(value_field_named(a, "id"),
                       value_field_named(b, "id")) &&
           value_equal(value_field_named(a, "args"),
                       value_field_named(b, "args"));
}

bool choice_is_within(const struct value *a, const struct value *b)
{
    struct parts ours = parts_of(&a), theirs = parts_of(&b);
    size_t found = 0;
    for (size_t i = 0; i < theirs.count && found < ours.count; i++)
        found += is_same_part(ours.items[found], theirs.items[i]);
    return found == ours.count && found < theirs.count;
}

size_t choice_parts(const struct value *choice)
{
    return parts_of(&choice).count;
}

/* Values that arrive at the same time (weir/channels): this id, and an object
 * with one for each input as the only argument. */
static const char tick[] = "tick";

size_t choice_arrivals(const struct value *choice)
{
    const struct value *args = value_field(choice, STR("args"));
    bool is_tick = str_is(value_text(value_field(choice, STR("id"))), tick);
    return is_tick && args != NULL && args->kind == VALUE_LIST &&
                   args->count == 1 && args->items[0]->kind == VALUE_OBJECT &&
                   args->items[0]->count > 1 &&
                   choice_element(args->items[0]) == NULL
               ? args->items[0]->count
               : 1;
}

bool choice_does_less(const struct value *a, const struct value *b)
{
    return choice_parts(a) < choice_parts(b);
}

static int order_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

/* Of all texts in it; an element is none. */
static size_t text_length(const struct value *value)
{
    size_t length = 0;
    if (value->kind == VALUE_STRING)
        return value_text(value).length;
    if (value->kind == VALUE_OBJECT && choice_element(value) == NULL)
        for (size_t i = 0; i < value->count; i++)
            length += text_length(value->fields[i].value);
    if (value->kind == VALUE_LIST)
        for (size_t i = 0; i < value->count; i++)
            length += text_length(value->items[i]);
    return length;
}

bool choice_says_more(const struct value *a, const struct value *b)
{
    size_t ours = choice_parts(a), theirs = choice_parts(b);
    return ours > theirs ||
           (ours == theirs && text_length(value_field_named(a, "args")) >
                                  text_length(value_field_named(b, "args")));
}

static size_t count_letters(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        count += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 (c >= '0' && c <= '9');
    }
    return count;
}

/* Shorter, then with more plain letters, then by the alphabet. */
static int order_texts(struct str a, struct str b)
{
    int by = order_sizes(a.length, b.length);
    if (by == 0)
        by = order_sizes(count_letters(b), count_letters(a));
    return by == 0 ? str_compare(a, b) : by;
}

/* Nearer to zero, then the positive one. */
static int order_numbers(double a, double b)
{
    double x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    if (x < y || x > y)
        return x < y ? -1 : 1;
    return a > b ? -1 : a < b;
}

/* The earlier place in the first list that has both. */
static int order_elements(const struct value *a, const struct value *b)
{
    const struct value *ours = value_field_named(a, "found"),
                       *theirs = value_field_named(b, "found");
    for (size_t i = 0; i < ours->count; i++)
        for (size_t k = 0; k < theirs->count; k++) {
            const struct value *x = ours->items[i], *y = theirs->items[k];
            if (value_equal(value_field_named(x, "by"),
                            value_field_named(y, "by")))
                return order_sizes(place_of(x), place_of(y));
        }
    return 0;
}

static int order_arguments(const struct value *a, const struct value *b);

static int order_objects(const struct value *a, const struct value *b)
{
    int by = order_sizes(a->count, b->count);
    for (size_t i = 0; by == 0 && i < a->count; i++)
        by = order_arguments(a->fields[i].value, b->fields[i].value);
    /* Of equal values those under earlier names: what may stand under any of
     * them has one form. */
    for (size_t i = 0; by == 0 && i < a->count; i++)
        by = str_compare(value_text(a->fields[i].key),
                         value_text(b->fields[i].key));
    return by;
}

static int order_arguments(const struct value *a, const struct value *b)
{
    const struct value *x = choice_element(a), *y = choice_element(b);
    if (x != NULL && y != NULL)
        return order_elements(x, y);
    if (is_number(a) && is_number(b))
        return order_numbers(number_of(a), number_of(b));
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == VALUE_STRING)
        return order_texts(value_text(a), value_text(b));
    if (a->kind == VALUE_BOOL)
        return (int)a->boolean - (int)b->boolean;
    if (a->kind == VALUE_OBJECT)
        return order_objects(a, b);
    if (a->kind != VALUE_LIST)
        return 0;
    int by = order_sizes(a->count, b->count);
    for (size_t i = 0; by == 0 && i < a->count; i++)
        by = order_arguments(a->items[i], b->items[i]);
    return by;
}

static int64_t timeout_of(const struct value *choice)
{
    const struct value *timeout = value_field_named(choice, "timeout");
    return timeout == NULL || timeout->kind != VALUE_INT ? ACTION_NO_TIMEOUT
                                                         : timeout->integer;
}

int choice_order(const struct value *a, const struct value *b)
{
    int by = order_sizes(choice_parts(a), choice_parts(b));
    if (by == 0)
        by = order_arguments(value_field_named(a, "args"),
                             value_field_named(b, "args"));
    int64_t x = timeout_of(a), y = timeout_of(b);
    if (x == y) {
        x = choice_pause_ms(a);
        y = choice_pause_ms(b);
    }
    return by != 0 ? by : x < y ? -1 : x > y;
}
