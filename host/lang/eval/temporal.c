/* The border between values and the logic: connectives, temporal operators,
 * and leaves (thunks) evaluated to formulas (reference, section 6). */
#include "lang/eval/temporal.h"

#include "base/memory.h"
#include "lang/eval/eval.h"
#include "lang/program.h"

static struct ltl_store *store_of(const struct machine *machine)
{
    return world_store(machine->world);
}

void formula_moment(struct machine *machine)
{
    if (machine->store_moment == machine->moment)
        return;
    machine->store_moment = machine->moment;
    ltl_store_new_state(store_of(machine));
}

struct ltl_formula *formula_of_val(struct machine *machine, struct val val)
{
    if (val.kind == VAL_BOOL)
        return ltl_constant(store_of(machine), val.boolean);
    if (val.kind == VAL_FORMULA)
        return ltl_formula_ref(val.formula->formula);
    return NULL;
}

struct val formula_to_val(struct machine *machine, struct ltl_formula *formula)
{
    if (ltl_is_true(formula) || ltl_is_false(formula)) {
        bool truth = ltl_is_true(formula);
        ltl_formula_unref(store_of(machine), formula);
        return val_bool(truth);
    }
    struct val val = {.kind = VAL_FORMULA};
    val.formula = MEMORY_NEW(struct val_formula);
    *val.formula = (struct val_formula){
        .references = 1,
        .world = world_ref(machine->world),
        .formula = formula,
    };
    return val;
}

static bool is_formula(struct val val)
{
    return val.kind == VAL_BOOL || val.kind == VAL_FORMULA;
}

/* -- connectives -- */

/* null is what a field of an absent element, before(x) in the first state and
 * the like give. */
static struct val fail_got(struct machine *machine, const struct node *site,
                           struct val got, const char *word, const char *wanted)
{
    machine_fail_got(machine, site, got, "%s expects %s,", word, wanted);
    if (got.kind == VAL_NULL)
        machine_help(machine,
                     "there is no value here in this state: say what "
                     "that means, (e ?? false), or compare, e == true");
    return val_fail();
}

struct val formula_not(struct machine *machine, const struct node *site,
                       struct val val)
{
    if (val.kind == VAL_BOOL)
        return val_bool(!val.boolean);
    if (val.kind != VAL_FORMULA)
        return fail_got(machine, site, val, "Not", "boolean");
    return formula_to_val(machine,
                          ltl_not(store_of(machine), val.formula->formula));
}

static const char *connective_text(enum node_kind kind)
{
    if (kind == NODE_AND)
        return "And";
    return kind == NODE_OR ? "Or" : "Implies";
}

bool formula_decide(struct machine *machine, const struct node *site,
                    enum node_kind kind, struct val left, struct val *result)
{
    if (left.kind == VAL_FORMULA)
        return false;
    if (left.kind == VAL_BOOL) {
        bool decisive = kind == NODE_OR ? left.boolean : !left.boolean;
        *result = val_bool(kind != NODE_AND);
        return decisive;
    }
    *result = fail_got(machine, site, left, connective_text(kind),
                       "boolean or formula");
    val_unref(left);
    return true;
}

struct val formula_connect(struct machine *machine, const struct node *site,
                           enum node_kind kind, struct val left,
                           struct val right)
{
    struct val result = val_fail();
    if (right.kind != VAL_FAIL && !is_formula(right))
        fail_got(machine, site, right, connective_text(kind),
                 "boolean or formula");
    if (is_formula(right)) {
        struct ltl_formula *a = formula_of_val(machine, left);
        struct ltl_formula *b = formula_of_val(machine, right);
        struct ltl_formula *both;
        if (kind == NODE_AND)
            both = ltl_and(store_of(machine), a, b);
        else if (kind == NODE_OR)
            both = ltl_or(store_of(machine), a, b);
        else
            both = ltl_implies(store_of(machine), a, b);
        result = formula_to_val(machine, both);
        ltl_formula_unref(store_of(machine), a);
        ltl_formula_unref(store_of(machine), b);
    }
    val_unref(left);
    val_unref(right);
    return result;
}

/* -- temporal operators -- */

struct thunk *formula_leaf(struct machine *machine, struct val val)
{
    struct thunk *thunk =
        val.kind == VAL_THUNK ? val.thunk : thunk_of_value(val);
    return thunk == NULL ? NULL : world_intern(machine->world, thunk);
}

struct val formula_next(struct machine *machine, const struct node *site,
                        enum ltl_strength strength, struct thunk *leaf)
{
    (void)site;
    return formula_to_val(machine, ltl_next(store_of(machine), strength, leaf));
}

static const char *operator_text(enum ltl_operator op)
{
    switch (op) {
    case LTL_ALWAYS:
        return "Always";
    case LTL_EVENTUALLY:
        return "Eventually";
    case LTL_UNTIL:
        return "Until";
    default:
        return "Release";
    }
}

struct val formula_start(struct machine *machine, const struct node *site,
                         enum ltl_operator op, struct val count,
                         struct thunk *first, struct thunk *second)
{
    if (count.kind != VAL_INT)
        return machine_fail_got(machine, site, count,
                                "%s count argument was not an integer,",
                                operator_text(op));
    struct ltl_formula *result;
    formula_moment(machine);
    if (!ltl_start(store_of(machine), op, count.integer, first, second,
                   &result))
        return val_fail();
    /* The store may have known the operands already: then nobody has noted
     * that a residual belongs to this state and to what happened before it. */
    machine->read_state = true;
    machine->read_happened = true;
    return formula_to_val(machine, result);
}

/* -- leaves -- */

static void leaf_ref(void *context, ltl_leaf leaf)
{
    (void)context;
    thunk_ref((struct thunk *)leaf);
}

static void leaf_unref(void *context, ltl_leaf leaf)
{
    (void)context;
    thunk_unref((struct thunk *)leaf);
}

/* The node to name in a message about a leaf's value. */
static const struct node *leaf_node(const struct thunk *thunk)
{
    return thunk->code == NULL ? NULL : thunk->code->body;
}

const char *formula_help(struct val val)
{
    if (val.kind == VAL_NULL)
        return "null is what 'x when c' and 'if c { x }' give when c is "
               "false; c ==> x is true then";
    return val_is_list(val) ? "that all of a list hold says forall x in xs "
                              "{ … }, that one does exists x in xs { … }"
                            : NULL;
}

static bool leaf_evaluate(void *context, ltl_leaf leaf,
                          struct ltl_formula **result)
{
    struct machine *machine = world_machine(context);
    struct thunk *thunk = (struct thunk *)leaf;
    const struct node *node = leaf_node(thunk);
    struct val val = eval_force_thunk(
        machine, thunk->site != NULL ? thunk->site : node, thunk);
    if (thunk->code != NULL)
        machine_note(machine, thunk->code->point, val);
    *result = formula_of_val(machine, val);
    if (*result == NULL && val.kind != VAL_FAIL) {
        machine_fail_got(machine, node, val,
                         "Temporal operators expect a formula (true, false "
                         "or temporal),");
        machine->no_formula = leaf;
        const char *help = formula_help(val);
        if (help != NULL)
            machine_help(machine, "%s", help);
    }
    val_unref(val);
    return *result != NULL;
}

static void leaf_print(void *context, ltl_leaf leaf, struct buf *buf)
{
    struct machine *machine = world_machine(context);
    const struct thunk *thunk = leaf;
    if (machine == NULL || thunk->code == NULL)
        buf_add_text(buf, "_");
    else
        buf_add_str(buf, source_text(&machine->code->program->sources,
                                     thunk->code->span));
}

const struct ltl_leaf_ops machine_leaf_ops = {
    .ref = leaf_ref,
    .unref = leaf_unref,
    .evaluate = leaf_evaluate,
    .print = leaf_print,
};
