/* Reasons: a walk over the residual that visits each node once. */
#include "logic/why.h"

#include "logic/logic_internal.h"

struct walk {
    VEC(struct ltl_formula *) found; /* all nodes met so far; marked */
    ltl_blame_hook *hook;
    void *context;
};

/* A mark is set and taken back within one call, so that borrowing the formula
 * as const is no lie to the caller. */
static void meet(struct walk *walk, const struct ltl_formula *formula)
{
    struct ltl_formula *node = (struct ltl_formula *)formula;
    if (node->marked)
        return;
    node->marked = true;
    vec_push(&walk->found, node);
}

static void end_walk(struct walk *walk)
{
    for (size_t i = 0; i < walk->found.count; i++)
        walk->found.items[i]->marked = false;
    vec_finish(&walk->found);
}

static void blame(const struct walk *walk, enum ltl_blame_kind kind,
                  const struct ltl_guard *guard, bool first)
{
    struct ltl_blame found = {
        .kind = kind,
        .op = guard->op,
        .count = guard->count,
        .negated = guard->negated,
        .leaf = first ? guard->first : guard->second,
        .second = first ? guard->second : guard->first,
    };
    walk->hook(walk->context, &found);
}

/* A next node that stepped to false: until because both operands are false,
 * release because the second is; eventually never. */
static void blame_false(const struct walk *walk, const struct ltl_guard *guard)
{
    if (guard->op != LTL_RELEASE)
        blame(walk, LTL_BLAME_FALSE, guard, true);
    if (guard->op == LTL_UNTIL || guard->op == LTL_RELEASE)
        blame(walk, LTL_BLAME_FALSE, guard, false);
}

static bool stepped_to_false(const struct ltl_formula *formula)
{
    return formula->memo[LTL_STEP] != NULL &&
           ltl_is_false(formula->memo[LTL_STEP]);
}

static void meet_false_items(struct walk *walk, const struct ltl_formula *set)
{
    for (size_t i = 0; i < set->set.count; i++) {
        if (!stepped_to_false(set->set.items[i]))
            continue;
        meet(walk, set->set.items[i]);
        if (set->kind == LTL_KIND_AND)
            return;
    }
}

void ltl_why_false(struct ltl_store *store, const struct ltl_formula *before,
                   ltl_blame_hook *hook, void *context)
{
    (void)store; /* what each node stepped to is in the nodes */
    struct walk walk = {.hook = hook, .context = context};
    if (stepped_to_false(before))
        meet(&walk, before);
    for (size_t i = 0; i < walk.found.count; i++) {
        const struct ltl_formula *node = walk.found.items[i];
        if (node->kind == LTL_KIND_NEXT)
            blame_false(&walk, &node->guard);
        else
            meet_false_items(&walk, node);
    }
    end_walk(&walk);
}

/* Of until and release the second operand is what was waited for. */
static void blame_unmet(const struct walk *walk, enum ltl_blame_kind kind,
                        const struct ltl_guard *guard)
{
    blame(walk, kind, guard, guard->second == NULL);
}

/* Whether the node has a part in what is blamed. Where no state is demanded,
 * overdue is the same as presumed false. */
static bool is_unmet(const struct ltl_formula *node, enum ltl_blame_kind kind)
{
    return kind == LTL_BLAME_OVERDUE ? node->overdue : node->required;
}

void ltl_why_unmet(const struct ltl_formula *formula, ltl_blame_hook *hook,
                   void *context)
{
    enum ltl_blame_kind kind =
        formula->overdue ? LTL_BLAME_OVERDUE : LTL_BLAME_DEMANDED;
    struct walk walk = {.hook = hook, .context = context};
    if (!ltl_is_constant(formula) && is_unmet(formula, kind))
        meet(&walk, formula);
    for (size_t i = 0; i < walk.found.count; i++) {
        const struct ltl_formula *node = walk.found.items[i];
        if (node->kind == LTL_KIND_NEXT) {
            blame_unmet(&walk, kind, &node->guard);
            continue;
        }
        for (size_t j = 0; j < node->set.count; j++)
            if (is_unmet(node->set.items[j], kind))
                meet(&walk, node->set.items[j]);
    }
    end_walk(&walk);
}
