/* Primitives applied to all their arguments: what each name does. The work is
 * in the files for numbers, texts, lists and formulas. */
#include "lang/eval/primitives.h"

#include "lang/eval/eval.h"
#include "lang/eval/temporal.h"

static struct val fail_partial(struct machine *machine, const struct node *site)
{
    return machine_fail(machine, site,
                        "Cannot compare partial objects for equality: "
                        "compare fields of elements instead");
}

static struct val fail_incomparable(struct machine *machine,
                                    const struct node *site)
{
    return machine_fail(machine, site,
                        "Cannot compare functions or temporal formulas "
                        "for equality");
}

static struct val run_equal(struct machine *machine, const struct node *site,
                            bool wanted, const struct val *arguments)
{
    switch (val_compare(arguments[0], arguments[1], &machine->steps)) {
    case VAL_DIFFERENT:
        return val_bool(!wanted);
    case VAL_EQUAL:
        return val_bool(wanted);
    case VAL_PARTIAL:
        return fail_partial(machine, site);
    case VAL_INCOMPARABLE:
        return fail_incomparable(machine, site);
    case VAL_TOO_LONG:
        break;
    }
    machine_spend(machine, site, 0);
    return val_fail();
}

/* Two actions without regard to timeouts: `block` is of the list. */
static enum val_equality compare_actions(const struct val_block *block,
                                         const struct val_block *sought,
                                         int64_t *steps)
{
    enum val_equality result = VAL_EQUAL;
    if (block->action != sought->action || block->count != sought->count)
        return VAL_DIFFERENT;
    for (uint32_t i = 1; i < block->count && result == VAL_EQUAL; i++)
        result = val_compare(block->items[i], sought->items[i], steps);
    return result;
}

/* x in happened: the paper's question, about the actions named in `with`. */
static struct val run_in_happened(struct machine *machine,
                                  const struct node *site, struct val sought)
{
    machine->read_state = true;
    machine->read_happened = true;
    if (machine->current == NULL)
        return machine_fail_without_state(machine, site);
    if (sought.kind != VAL_ACTION)
        return machine_fail_got(machine, site, sought,
                                "'in happened' expects an action or event,");
    bool found = false;
    for (size_t i = 0; i < val_list_count(machine->declared); i++) {
        struct val at = val_list_at(machine->declared, i);
        if (at.kind != VAL_ACTION)
            continue;
        switch (compare_actions(at.block, sought.block, &machine->steps)) {
        case VAL_DIFFERENT:
            break;
        case VAL_EQUAL:
            found = true;
            break;
        case VAL_PARTIAL:
            return fail_partial(machine, site);
        case VAL_INCOMPARABLE:
            return fail_incomparable(machine, site);
        case VAL_TOO_LONG:
            machine_spend(machine, site, 0);
            return val_fail();
        }
    }
    return val_bool(found);
}

static struct val run_timeout(struct machine *machine, const struct node *site,
                              struct val action, struct val timeout)
{
    if (action.kind != VAL_ACTION) {
        machine_fail_got(machine, site, action, "Timeout expects an action,");
        return machine_help(machine, "a timeout stands right after its "
                                     "action: click!(…) timeout 500 when …");
    }
    if (timeout.kind != VAL_INT)
        return machine_fail_got(machine, site, timeout,
                                "Timeout expects an integer number of "
                                "milliseconds,");
    struct val_block *block = val_block_create(action.block->count);
    block->action = action.block->action;
    block->items[0] = timeout;
    for (uint32_t i = 1; i < block->count; i++)
        block->items[i] = val_ref(action.block->items[i]);
    return val_block_seal(VAL_ACTION, block);
}

/* `_when_` and `if_{_}else{_}` as functions: some arguments are thunks. */
static struct val run_choice(struct machine *machine, const struct node *site,
                             const char *name, struct val condition,
                             struct val yes, struct val no)
{
    struct val truth = eval_force(machine, site, val_ref(condition));
    if (truth.kind == VAL_FAIL)
        return truth;
    if (truth.kind != VAL_BOOL) {
        machine_fail_got(machine, site, truth,
                         "Expected boolean in %s condition,", name);
        val_unref(truth);
        return val_fail();
    }
    return eval_force(machine, site, val_ref(truth.boolean ? yes : no));
}

static struct val run_connective(struct machine *machine,
                                 const struct node *site, enum node_kind kind,
                                 const struct val *arguments)
{
    struct val result;
    struct val left = eval_force(machine, site, val_ref(arguments[0]));
    if (left.kind == VAL_FAIL)
        return left;
    if (formula_decide(machine, site, kind, left, &result))
        return result;
    struct val right = eval_force(machine, site, val_ref(arguments[1]));
    if (left.kind == VAL_BOOL)
        return right;
    return formula_connect(machine, site, kind, left, right);
}

static struct val run_next(struct machine *machine, const struct node *site,
                           enum ltl_strength strength, struct val operand)
{
    struct thunk *leaf = formula_leaf(machine, val_ref(operand));
    if (leaf == NULL)
        return machine_fail_too_deep(machine, site);
    struct val result = formula_next(machine, site, strength, leaf);
    thunk_unref(leaf);
    return result;
}

static struct val run_temporal(struct machine *machine, const struct node *site,
                               enum ltl_operator op, struct val count,
                               struct val first, const struct val *second)
{
    struct thunk *a = formula_leaf(machine, val_ref(first));
    struct thunk *b =
        second == NULL ? NULL : formula_leaf(machine, val_ref(*second));
    struct val result;
    if (a == NULL || (second != NULL && b == NULL))
        result = machine_fail_too_deep(machine, site);
    else
        result = formula_start(machine, site, op, count, a, b);
    if (a != NULL)
        thunk_unref(a);
    if (b != NULL)
        thunk_unref(b);
    return result;
}

static struct val run_formula(struct machine *machine, const struct node *site,
                              enum primitive primitive,
                              const struct val *arguments)
{
    switch (primitive) {
    case PRIMITIVE_AND:
        return run_connective(machine, site, NODE_AND, arguments);
    case PRIMITIVE_OR:
        return run_connective(machine, site, NODE_OR, arguments);
    case PRIMITIVE_IMPLIES:
        return run_connective(machine, site, NODE_IMPLIES, arguments);
    case PRIMITIVE_NEXT:
        return run_next(machine, site, LTL_REQUIRED, arguments[0]);
    case PRIMITIVE_NEXT_WEAK:
        return run_next(machine, site, LTL_WEAK, arguments[0]);
    case PRIMITIVE_NEXT_STRONG:
        return run_next(machine, site, LTL_STRONG, arguments[0]);
    case PRIMITIVE_ALWAYS:
        return run_temporal(machine, site, LTL_ALWAYS, arguments[0],
                            arguments[1], NULL);
    case PRIMITIVE_EVENTUALLY:
        return run_temporal(machine, site, LTL_EVENTUALLY, arguments[0],
                            arguments[1], NULL);
    case PRIMITIVE_UNTIL:
        return run_temporal(machine, site, LTL_UNTIL, arguments[1],
                            arguments[0], &arguments[2]);
    default:
        return run_temporal(machine, site, LTL_RELEASE, arguments[1],
                            arguments[0], &arguments[2]);
    }
}

struct val primitive_run(struct machine *machine, const struct node *site,
                         enum primitive primitive, const struct val *arguments)
{
    switch (primitive) {
    case PRIMITIVE_EQUAL:
    case PRIMITIVE_NOT_EQUAL:
        return run_equal(machine, site, primitive == PRIMITIVE_EQUAL,
                         arguments);
    case PRIMITIVE_LESS:
    case PRIMITIVE_LESS_EQUAL:
    case PRIMITIVE_GREATER:
    case PRIMITIVE_GREATER_EQUAL:
    case PRIMITIVE_ADD:
    case PRIMITIVE_SUBTRACT:
    case PRIMITIVE_MULTIPLY:
    case PRIMITIVE_DIVIDE:
    case PRIMITIVE_MODULO:
        return number_operate(machine, site, primitive, arguments[0],
                              arguments[1]);
    case PRIMITIVE_NOT:
        return formula_not(machine, site, arguments[0]);
    case PRIMITIVE_AND:
    case PRIMITIVE_OR:
    case PRIMITIVE_IMPLIES:
    case PRIMITIVE_NEXT:
    case PRIMITIVE_NEXT_WEAK:
    case PRIMITIVE_NEXT_STRONG:
    case PRIMITIVE_ALWAYS:
    case PRIMITIVE_EVENTUALLY:
    case PRIMITIVE_UNTIL:
    case PRIMITIVE_RELEASE:
        return run_formula(machine, site, primitive, arguments);
    case PRIMITIVE_IF:
        return run_choice(machine, site, "if", arguments[0], arguments[1],
                          arguments[2]);
    case PRIMITIVE_WHEN:
        return run_choice(machine, site, "when", arguments[1], arguments[0],
                          val_null());
    case PRIMITIVE_TIMEOUT:
        return run_timeout(machine, site, arguments[0], arguments[1]);
    case PRIMITIVE_IN_HAPPENED:
        return run_in_happened(machine, site, arguments[0]);
    case PRIMITIVE_IS_NULL:
        return val_bool(arguments[0].kind == VAL_NULL);
    case PRIMITIVE_PARSE_INT:
        return text_parse_int(machine, site, arguments[0]);
    case PRIMITIVE_PARSE_FLOAT:
        return text_parse_float(machine, site, arguments[0]);
    case PRIMITIVE_TRIM:
        return text_trim(machine, site, arguments[0]);
    case PRIMITIVE_SPLIT:
        return text_split(machine, site, arguments[0], arguments[1]);
    case PRIMITIVE_NTH:
        return list_nth(machine, site, arguments[0], arguments[1]);
    case PRIMITIVE_MAP:
        return list_map(machine, site, arguments[0], arguments[1]);
    case PRIMITIVE_FOLDR:
    case PRIMITIVE_FOLDL:
        return list_fold(machine, site, primitive == PRIMITIVE_FOLDR,
                         arguments);
    case PRIMITIVE_UNFOLDR:
        return list_unfold(machine, site, arguments[0], arguments[1]);
    case PRIMITIVE_ZIP:
        return list_zip(machine, site, arguments[0], arguments[1]);
    case PRIMITIVE_ZIP_ALL:
        return list_zip_all(machine, site, arguments[0]);
    case PRIMITIVE_TICKED:
    case PRIMITIVE_PREV:
    case PRIMITIVE_BEFORE:
    case PRIMITIVE_TICKS:
    case PRIMITIVE_SINCE:
    case PRIMITIVE_HELD:
    case PRIMITIVE_LASTED:
    case PRIMITIVE_TIMES:
    case PRIMITIVE_CLICKS:
    case PRIMITIVE_INPUTS:
        return signals_fail(machine, site);
    case PRIMITIVE_DEFAULT_SUBSCRIPT:
    case PRIMITIVE_COUNT:
        break;
    }
    return machine_fail(machine, site, "Not a function");
}
