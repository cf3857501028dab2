/* Leaving out. Order of this file: pieces, pairs, what stands together, short
 * ends. */
#include "run/shrink_internal.h"

#include "base/buf.h"

enum {
    /* Choices that stand one after the other and can only go together (open,
     * close) are left out together up to this many. */
    WIDEST_GAP = 4,
};

static bool try_without(struct shrinker *shrinker, size_t begin, size_t end)
{
    struct choice_list choices = {0};
    choice_list_add_without(&choices, &shrinker->best->choices, begin, end);
    return shrinker_try(shrinker, &choices);
}

static void foresee_piece(struct shrinker *shrinker, size_t at, size_t size,
                          size_t stride)
{
    const struct choice_list *best = &shrinker->best->choices;
    bool beginnings_hold = shrinker->subject->beginnings_hold;
    for (; at + size + beginnings_hold <= best->count; at += stride) {
        struct choice_list choices = {0};
        choice_list_add_without(&choices, best, at, at + size);
        if (shrinker_foresee(shrinker, &choices))
            return;
    }
}

/* Leaves out pieces of this size, from the beginning on: what made the run fail
 * stands at its end. The pieces begin `stride` apart. True: there was one that
 * could go. */
static bool drop_pieces(struct shrinker *shrinker, size_t size, size_t stride)
{
    bool any = false;
    for (size_t at = 0;
         at + size <= shrinker->best->choices.count && !shrinker->is_stopped;) {
        bool is_end = at + size == shrinker->best->choices.count;
        if (shrinker_looks_ahead(shrinker))
            foresee_piece(shrinker, at + stride, size, stride);
        if (!(is_end && shrinker->subject->beginnings_hold) &&
            try_without(shrinker, at, at + size))
            any = true; /* what stands here now is another */
        else
            at += stride;
    }
    return any;
}

void shrinker_drop_large_pieces(struct shrinker *shrinker)
{
    for (size_t size = shrinker->best->choices.count / 2; size > 1; size /= 2)
        drop_pieces(shrinker, size, size);
}

static struct choice_list without_both(const struct shrinker *shrinker,
                                       size_t i, size_t k)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t at = 0; at < best->count; at++)
        if (at != i && at != k)
            choice_list_push(&choices, value_ref(best->items[at]));
    return choices;
}

static bool try_without_both(struct shrinker *shrinker, size_t i, size_t k)
{
    struct choice_list choices = without_both(shrinker, i, k), next;
    if (shrinker_looks_ahead(shrinker) &&
        k + 1 < shrinker->best->choices.count) {
        next = without_both(shrinker, i, k + 1);
        shrinker_foresee(shrinker, &next);
    }
    return shrinker_try(shrinker, &choices);
}

static bool drop_pair(struct shrinker *shrinker)
{
    size_t count = shrinker->best->choices.count;
    for (size_t i = 0; count < SHRINK_PAIRS_BELOW && i < count; i++)
        for (size_t k = i + 2; k < count; k++)
            if (try_without_both(shrinker, i, k))
                return true;
    return false;
}

/* Of which actions the list is, whatever their arguments are. */
static void add_shape(struct buf *out, const struct choice_list *choices)
{
    buf_add_text(out, "together ");
    for (size_t i = 0; i < choices->count; i++) {
        shrinker_add_kin(out, choices->items[i]);
        buf_add_char(out, '\n');
    }
}

/* A few neighbours, a kind, a pair. Of a list of the same actions that is done
 * once: another text or row rarely makes a difference to what belongs together.
 */
static bool drop_together(struct shrinker *shrinker)
{
    bool any = false;
    struct buf shape;
    buf_init(&shape);
    add_shape(&shape, &shrinker->best->choices);
    if (!shrinker_note(shrinker, &shape)) {
        for (size_t size = 2; size <= WIDEST_GAP && !any; size++)
            any = drop_pieces(shrinker, size, 1);
        any = any || shrinker_drop_kinds(shrinker) || drop_pair(shrinker);
    }
    buf_finish(&shape);
    return any;
}

void shrinker_drop_all(struct shrinker *shrinker)
{
    while (!shrinker->is_stopped &&
           (drop_pieces(shrinker, 1, 1) || drop_together(shrinker) ||
            shrinker_wait(shrinker)))
        ;
}

/* ---- short ends --------------------------------------------------------- */

static void foresee_end(struct shrinker *shrinker, size_t kept)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    if (kept > best->count / 4)
        return;
    choice_list_add_without(&choices, best, 0, best->count - kept);
    shrinker_foresee(shrinker, &choices);
}

void shrinker_keep_short_end(struct shrinker *shrinker)
{
    size_t count = shrinker->best->choices.count;
    for (size_t kept = 1;
         (kept == 1 ? count > 1 : kept <= count / 4) && !shrinker->is_stopped;
         kept *= 2) {
        if (shrinker_looks_ahead(shrinker))
            foresee_end(shrinker, kept * 2);
        if (try_without(shrinker, 0, count - kept))
            return;
    }
}
