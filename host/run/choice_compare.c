/* How alike two choices are.
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
#include "run/choice_internal.h"

enum place { NONE, RENAMED, ELSEWHERE, LIST, PLACE, TEXT, EXACT };

static bool same(const struct value *a, const struct value *b)
{
    return a == NULL || b == NULL ? a == b : value_equal(a, b);
}

/* A file does not tell 2 from 2.0. */
static bool is_same_plain(const struct value *a, const struct value *b)
{
    if (choice_is_number(a) && choice_is_number(b) && a->kind != b->kind)
        return !(choice_number(a) < choice_number(b) ||
                 choice_number(a) > choice_number(b));
    return value_equal(a, b);
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
            size_t p = choice_place(x), q = choice_place(y);
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
    size_t p = choice_place(ours->items[0]), q = choice_place(theirs->items[0]);
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

static int compare_names(const struct value *a, const struct value *b)
{
    const struct value *x = value_field_named(a, "names"),
                       *y = value_field_named(b, "names");
    if (x == NULL || y == NULL || same(x, y))
        return 2; /* what is not known is no difference */
    return str_equal(choice_name(a), choice_name(b));
}

/* Another action may stand for it only if it does the same, and one on elements
 * of another kind only if it has the name. */
static bool may_stand(const struct value *choice,
                      const struct choice_likeness *likeness, bool by_place)
{
    if (likeness->named == 0)
        return likeness->place >= PLACE;
    return !by_place || likeness->place != RENAMED ||
           choice_name(choice).length > 0;
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
