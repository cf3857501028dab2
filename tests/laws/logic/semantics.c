#include "laws/logic/semantics.h"

#include <assert.h>

static const struct meaning yes = {.kind = MEANING_TRUE};
static const struct meaning no = {.kind = MEANING_FALSE};

bool meanings_equal(struct meaning a, struct meaning b)
{
    if (a.kind != b.kind)
        return false;
    if (a.kind != MEANING_OPEN)
        return true;
    return a.required == b.required && (a.required || a.presumed == b.presumed);
}

/* There is no next state: one is required, or true or false is presumed. */
static struct meaning open(bool required, bool presumed)
{
    return (struct meaning){
        .kind = MEANING_OPEN, .required = required, .presumed = presumed};
}

static struct meaning negate(struct meaning a)
{
    if (a.kind == MEANING_OPEN)
        return open(a.required, !a.presumed);
    return a.kind == MEANING_TRUE ? no : yes;
}

static struct meaning both(struct meaning a, struct meaning b)
{
    if (a.kind == MEANING_FALSE || b.kind == MEANING_FALSE)
        return no;
    if (a.kind == MEANING_TRUE)
        return b;
    if (b.kind == MEANING_TRUE)
        return a;
    return open(a.required || b.required, a.presumed && b.presumed);
}

static struct meaning either(struct meaning a, struct meaning b)
{
    return negate(both(negate(a), negate(b)));
}

struct place {
    const struct trace *trace;
    int length;
};

static struct meaning meaning_at(const struct term *term, struct place place,
                                 int at);

/* The whole trace from `at`, folded from its end. An operator with subscript n
 * has been unrolled length - at times when the trace ends; up to the n-th time
 * it requires a further state, after that it has its default. */
static struct meaning temporal(const struct term *term, struct place place,
                               int at)
{
    bool presumed = term->kind == TERM_ALWAYS || term->kind == TERM_RELEASE;
    struct meaning result = open(place.length - at <= term->count, presumed);
    for (int i = place.length - 1; i >= at; i--) {
        struct meaning a = meaning_at(term->a, place, i);
        if (term->kind == TERM_ALWAYS)
            result = both(a, result);
        else if (term->kind == TERM_EVENTUALLY)
            result = either(a, result);
        else if (term->kind == TERM_UNTIL)
            result = either(meaning_at(term->b, place, i), both(a, result));
        else
            result = both(meaning_at(term->b, place, i), either(a, result));
    }
    return result;
}

static struct meaning meaning_at(const struct term *term, struct place place,
                                 int at)
{
    switch (term->kind) {
    case TERM_TRUE:
        return yes;
    case TERM_FALSE:
        return no;
    case TERM_FAIL:
        break;
    case TERM_ATOM:
        return place.trace->states[at] >> term->atom & 1 ? yes : no;
    case TERM_NOT:
        return negate(meaning_at(term->a, place, at));
    case TERM_AND:
        return both(meaning_at(term->a, place, at),
                    meaning_at(term->b, place, at));
    case TERM_OR:
        return either(meaning_at(term->a, place, at),
                      meaning_at(term->b, place, at));
    case TERM_IMPLIES:
        return either(negate(meaning_at(term->a, place, at)),
                      meaning_at(term->b, place, at));
    case TERM_NEXT:
    case TERM_NEXT_WEAK:
    case TERM_NEXT_STRONG:
        if (at + 1 < place.length)
            return meaning_at(term->a, place, at + 1);
        return open(term->kind == TERM_NEXT, term->kind == TERM_NEXT_WEAK);
    case TERM_ALWAYS:
    case TERM_EVENTUALLY:
    case TERM_UNTIL:
    case TERM_RELEASE:
        return temporal(term, place, at);
    }
    assert(false && "a term without meaning");
    return no;
}

struct meaning term_meaning(const struct term *term, const struct trace *trace,
                            int length)
{
    return meaning_at(term, (struct place){trace, length}, 0);
}

static bool holds_at(const struct term *term, struct place place, int at);

/* Is there a position where `goal` is `wanted`, with `path` the same at all
 * positions before it? (path may be NULL: anything) */
static bool reaches(const struct term *path, const struct term *goal,
                    bool wanted, struct place place, int at)
{
    for (int i = at; i < place.length; i++) {
        if (holds_at(goal, place, i) == wanted)
            return true;
        if (path != NULL && holds_at(path, place, i) != wanted)
            return false;
    }
    return false;
}

static bool holds_at(const struct term *term, struct place place, int at)
{
    bool last = at + 1 == place.length;
    switch (term->kind) {
    case TERM_TRUE:
        return true;
    case TERM_FALSE:
        return false;
    case TERM_ATOM:
        return place.trace->states[at] >> term->atom & 1;
    case TERM_NOT:
        return !holds_at(term->a, place, at);
    case TERM_AND:
        return holds_at(term->a, place, at) && holds_at(term->b, place, at);
    case TERM_OR:
        return holds_at(term->a, place, at) || holds_at(term->b, place, at);
    case TERM_IMPLIES:
        return !holds_at(term->a, place, at) || holds_at(term->b, place, at);
    case TERM_NEXT_WEAK:
        return last || holds_at(term->a, place, at + 1);
    case TERM_NEXT_STRONG:
        return !last && holds_at(term->a, place, at + 1);
    case TERM_ALWAYS:
        return !reaches(NULL, term->a, false, place, at);
    case TERM_EVENTUALLY:
        return reaches(NULL, term->a, true, place, at);
    case TERM_UNTIL:
        return reaches(term->a, term->b, true, place, at);
    case TERM_RELEASE:
        return !reaches(term->a, term->b, false, place, at);
    case TERM_FAIL:
    case TERM_NEXT:
        break;
    }
    assert(false && "not a term of plain LTL");
    return false;
}

bool term_holds(const struct term *term, const struct trace *trace, int length)
{
    return holds_at(term, (struct place){trace, length}, 0);
}
