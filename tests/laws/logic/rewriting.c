/* Progression as the paper writes it. Formulas, also unrolled ones, are plain
 * terms; NULL stands for "a part failed". */
#include "laws/logic/semantics.h"

static const struct term truth = {.kind = TERM_TRUE};
static const struct term falsehood = {.kind = TERM_FALSE};

struct rewriter {
    struct arena *arena;
    term_state state;
};

static const struct term *make(const struct rewriter *rewriter,
                               enum term_kind kind, int64_t count,
                               const struct term *a, const struct term *b)
{
    struct term like = {.kind = kind, .count = count, .a = a, .b = b};
    return arena_copy(rewriter->arena, &like, 1, sizeof like);
}

/* and, or: with constants folded */
static const struct term *join(const struct rewriter *rewriter,
                               enum term_kind kind, const struct term *a,
                               const struct term *b)
{
    enum term_kind neutral = kind == TERM_AND ? TERM_TRUE : TERM_FALSE;
    enum term_kind deciding = kind == TERM_AND ? TERM_FALSE : TERM_TRUE;
    if (a == NULL || b == NULL)
        return NULL;
    if (a->kind == deciding || b->kind == neutral)
        return a;
    if (b->kind == deciding || a->kind == neutral)
        return b;
    return make(rewriter, kind, 0, a, b);
}

/* Identities 1 to 5 of Figure 3; of a formula in guarded form. */
static const struct term *negate(const struct rewriter *rewriter,
                                 const struct term *term)
{
    enum term_kind kind = TERM_NEXT;
    if (term == NULL)
        return NULL;
    switch (term->kind) {
    case TERM_TRUE:
        return &falsehood;
    case TERM_FALSE:
        return &truth;
    case TERM_AND:
    case TERM_OR:
        return make(rewriter, term->kind == TERM_AND ? TERM_OR : TERM_AND, 0,
                    negate(rewriter, term->a), negate(rewriter, term->b));
    case TERM_NEXT_WEAK:
        kind = TERM_NEXT_STRONG;
        break;
    case TERM_NEXT_STRONG:
        kind = TERM_NEXT_WEAK;
        break;
    default:
        break;
    }
    return make(rewriter, kind, 0, make(rewriter, TERM_NOT, 0, term->a, NULL),
                NULL);
}

static const struct term *unroll(const struct rewriter *rewriter,
                                 const struct term *term);

/* The operator guarded by the next of Figure 6. */
static const struct term *again(const struct rewriter *rewriter,
                                const struct term *term)
{
    bool weak = term->kind == TERM_ALWAYS || term->kind == TERM_RELEASE;
    enum term_kind kind = weak ? TERM_NEXT_WEAK : TERM_NEXT_STRONG;
    int64_t count = 0;
    if (term->count > 0) {
        kind = TERM_NEXT;
        count = term->count - 1;
    }
    return make(rewriter, kind, 0,
                make(rewriter, term->kind, count, term->a, term->b), NULL);
}

/* The one thing that is not in the paper: when the second operand decides, a
 * mistake in the first is not met (reference, 6.2). */
static const struct term *unroll_binary(const struct rewriter *rewriter,
                                        const struct term *term)
{
    bool until = term->kind == TERM_UNTIL;
    const struct term *q = unroll(rewriter, term->b);
    if (q == NULL || q->kind == (until ? TERM_TRUE : TERM_FALSE))
        return q;
    const struct term *p = unroll(rewriter, term->a);
    return join(
        rewriter, until ? TERM_OR : TERM_AND, q,
        join(rewriter, until ? TERM_AND : TERM_OR, p, again(rewriter, term)));
}

static const struct term *unroll(const struct rewriter *rewriter,
                                 const struct term *term)
{
    const struct term *a = NULL;
    switch (term->kind) {
    case TERM_FAIL:
        return NULL;
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_NEXT:
    case TERM_NEXT_WEAK:
    case TERM_NEXT_STRONG:
        return term;
    case TERM_ATOM:
        return rewriter->state >> term->atom & 1 ? &truth : &falsehood;
    case TERM_UNTIL:
    case TERM_RELEASE:
        return unroll_binary(rewriter, term);
    default:
        break;
    }
    a = unroll(rewriter, term->a);
    if (term->kind == TERM_NOT)
        return negate(rewriter, a);
    if (term->kind == TERM_ALWAYS)
        return join(rewriter, TERM_AND, a, again(rewriter, term));
    if (term->kind == TERM_EVENTUALLY)
        return join(rewriter, TERM_OR, a, again(rewriter, term));
    const struct term *b = unroll(rewriter, term->b);
    if (term->kind == TERM_IMPLIES)
        return join(rewriter, TERM_OR, negate(rewriter, a), b);
    return join(rewriter, term->kind, a, b);
}

/* Figure 7, and Figure 6 at once. */
static const struct term *step(const struct rewriter *rewriter,
                               const struct term *term)
{
    if (term->kind == TERM_AND || term->kind == TERM_OR)
        return join(rewriter, term->kind, step(rewriter, term->a),
                    step(rewriter, term->b));
    return unroll(rewriter, term->a);
}

static struct meaning meaning_of(const struct term *term)
{
    struct meaning result = {.kind = MEANING_OPEN};
    if (term == NULL)
        return (struct meaning){.kind = MEANING_FAILED};
    if (term->kind == TERM_TRUE || term->kind == TERM_FALSE)
        return (struct meaning){
            .kind = term->kind == TERM_TRUE ? MEANING_TRUE : MEANING_FALSE};
    if (term->kind != TERM_AND && term->kind != TERM_OR) {
        result.required = term->kind == TERM_NEXT;
        result.presumed = term->kind == TERM_NEXT_WEAK;
        result.overdue = term->kind == TERM_NEXT_STRONG;
        return result;
    }
    struct meaning a = meaning_of(term->a);
    struct meaning b = meaning_of(term->b);
    result.required = a.required || b.required;
    result.presumed = term->kind == TERM_AND ? a.presumed && b.presumed
                                             : a.presumed || b.presumed;
    result.overdue = term->kind == TERM_AND ? a.overdue || b.overdue
                                            : a.overdue && b.overdue;
    return result;
}

int term_meanings_by_rewriting(struct arena *arena, const struct term *term,
                               const struct trace *trace,
                               struct meaning *meanings)
{
    struct rewriter rewriter = {.arena = arena};
    for (int i = 0; i < trace->length; i++) {
        rewriter.state = trace->states[i];
        term = i == 0 ? unroll(&rewriter, term) : step(&rewriter, term);
        meanings[i] = meaning_of(term);
        if (meanings[i].kind != MEANING_OPEN)
            return i + 1;
    }
    return trace->length;
}
