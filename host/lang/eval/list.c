/* Primitives on lists (reference, 3.6 and 3.8). */
#include "lang/eval/primitives.h"

#include "base/vec.h"
#include "lang/eval/eval.h"

typedef VEC(struct val) val_vec;

/* A list of the values (taken); fails when it nests too deeply. */
static struct val list_of(struct machine *machine, const struct node *site,
                          const struct val *items, size_t count)
{
    struct val_block *block = val_block_create(count);
    for (size_t i = 0; i < count; i++)
        block->items[i] = items[i];
    return machine_seal(machine, site, VAL_LIST, block, false);
}

static struct val drop_all(val_vec *items)
{
    for (size_t i = 0; i < items->count; i++)
        val_unref(items->items[i]);
    vec_finish(items);
    return val_fail();
}

/* -- nth -- */

static struct val nth_of_list(struct val list, int64_t index)
{
    int64_t count = (int64_t)val_list_count(list);
    if (index < 0)
        index += count;
    if (index < 0 || index >= count)
        return val_null();
    return val_ref(val_list_at(list, (size_t)index));
}

static bool is_key(struct val val)
{
    return val.kind == VAL_STRING ||
           (val.kind == VAL_SYMBOL && val.block->count == 0);
}

static struct str key_text(struct val index)
{
    return index.kind == VAL_STRING ? val_text(index)
                                    : intern_as_str(index.block->name);
}

static struct val fail_index(struct machine *machine, const struct node *site,
                             struct val list, struct val index)
{
    if (!is_key(index) || list.kind != VAL_DATA_LIST || list.selector == 0 ||
        val_list_count(list) > 0)
        return machine_fail_got(machine, site, index,
                                "Indexing a list expects an integer,");
    const char *text = machine->code->selectors[list.selector - 1]->text;
    struct str key = key_text(index);
    machine_fail(machine, site,
                 "No element matches `%s`, so there is no [\"%.*s\"]", text,
                 STR_ARGS(key));
    return machine_help(machine,
                        "where it may be missing: let e = first(`%s`); "
                        "e[…] when e != null",
                        text);
}

struct val list_nth(struct machine *machine, const struct node *site,
                    struct val list, struct val index)
{
    if (val_is_list(list) && index.kind == VAL_INT)
        return nth_of_list(list, index.integer);
    if (val_is_list(list) && is_key(index) && val_list_count(list) > 0 &&
        val_is_object(val_list_at(list, 0)))
        list = val_list_at(list, 0); /* as `.name` */
    if (val_is_list(list))
        return fail_index(machine, site, list, index);
    if (!val_is_object(list))
        return machine_fail_got(machine, site, list,
                                "Indexing expects a list or an object,");
    if (!is_key(index))
        return machine_fail_got(machine, site, index,
                                "Indexing an object expects a string or "
                                "symbol,");
    struct val field;
    if (val_field_text(list, key_text(index), &field))
        return val_ref(field);
    if (list.kind == VAL_DATA_OBJECT)
        unread_note_field(&machine->unread, machine->current, list.data,
                          key_text(index));
    return val_null();
}

/* -- map and folds -- */

static struct val apply_one(struct machine *machine, const struct node *site,
                            struct val function, struct val argument)
{
    if (!machine_spend(machine, site, 1))
        return val_fail();
    struct val taken = val_ref(argument);
    return eval_apply_value(machine, site, val_ref(function), &taken, 1);
}

static struct val apply_two(struct machine *machine, const struct node *site,
                            struct val function, struct val a, struct val b)
{
    struct val taken[2] = {a, b};
    if (machine_spend(machine, site, 1))
        return eval_apply_value(machine, site, val_ref(function), taken, 2);
    val_unref(a);
    val_unref(b);
    return val_fail();
}

struct val list_map(struct machine *machine, const struct node *site,
                    struct val function, struct val list)
{
    if (!val_is_list(list))
        return apply_one(machine, site, function, list);
    size_t count = val_list_count(list);
    struct val_block *block = val_block_create(count);
    uint32_t kept = 0;
    bool failed = false;
    for (size_t i = 0; i < count && !failed; i++) {
        struct val item =
            apply_one(machine, site, function, val_list_at(list, i));
        failed = item.kind == VAL_FAIL;
        if (!failed && item.kind != VAL_NULL)
            block->items[kept++] = item;
    }
    block->count = kept;
    return machine_seal(machine, site, VAL_LIST, block, failed);
}

/* A primitive of two arguments, which needs no frame. */
static bool is_plain_primitive(struct val function)
{
    return function.kind == VAL_CODE && function.code->kind == CODE_PRIMITIVE &&
           function.code->arity == 2;
}

/* Whether two booleans under && or || are simply known. */
static bool connect_bools(struct val function, struct val a, struct val b,
                          struct val *result)
{
    if (a.kind != VAL_BOOL || b.kind != VAL_BOOL)
        return false;
    if (function.code->primitive == PRIMITIVE_AND)
        *result = val_bool(a.boolean && b.boolean);
    else if (function.code->primitive == PRIMITIVE_OR)
        *result = val_bool(a.boolean || b.boolean);
    else
        return false;
    return true;
}

/* One step of a fold; takes a and b. */
static struct val fold_two(struct machine *machine, const struct node *site,
                           struct val function, struct val a, struct val b)
{
    if (!is_plain_primitive(function))
        return apply_two(machine, site, function, a, b);
    struct val result = val_fail();
    if (connect_bools(function, a, b, &result))
        return result;
    struct val arguments[2] = {a, b};
    if (machine_spend(machine, site, 1))
        result =
            primitive_run(machine, site, function.code->primitive, arguments);
    val_unref(a);
    val_unref(b);
    return result;
}

struct val list_fold(struct machine *machine, const struct node *site,
                     bool from_right, const struct val *arguments)
{
    struct val function = arguments[0];
    struct val result = val_ref(arguments[1]);
    bool one = !val_is_list(arguments[2]);
    size_t count = one ? 1 : val_list_count(arguments[2]);
    for (size_t i = 0; i < count && result.kind != VAL_FAIL; i++) {
        size_t at = from_right ? count - 1 - i : i;
        struct val item =
            val_ref(one ? arguments[2] : val_list_at(arguments[2], at));
        result = from_right ? fold_two(machine, site, function, item, result)
                            : fold_two(machine, site, function, result, item);
    }
    return result;
}

/* One result of unfoldr's step taken apart: an item and the next seed; null
 * ends the list; anything else is a mistake. Takes the result. */
enum unfolded { UNFOLD_ITEM, UNFOLD_END, UNFOLD_FAIL };

static enum unfolded take_unfolded(struct machine *machine,
                                   const struct node *site, struct val result,
                                   struct val *item, struct val *seed)
{
    if (result.kind == VAL_NULL)
        return UNFOLD_END;
    if (result.kind == VAL_FAIL)
        return UNFOLD_FAIL;
    bool pair = val_is_list(result) && val_list_count(result) == 2;
    if (pair) {
        *item = val_ref(val_list_at(result, 0));
        *seed = val_ref(val_list_at(result, 1));
    } else {
        machine_fail_got(machine, site, result,
                         "unfoldr expects [item, next seed] or null,");
    }
    val_unref(result);
    return pair ? UNFOLD_ITEM : UNFOLD_FAIL;
}

struct val list_unfold(struct machine *machine, const struct node *site,
                       struct val step, struct val first_seed)
{
    val_vec items = VEC_EMPTY;
    struct val seed = val_ref(first_seed);
    enum unfolded outcome;
    for (;;) {
        struct val item = val_null();
        struct val next = val_null();
        outcome = take_unfolded(
            machine, site, apply_one(machine, site, step, seed), &item, &next);
        if (outcome != UNFOLD_ITEM)
            break;
        val_unref(seed);
        seed = next;
        vec_push(&items, item);
        if (items.count <= MACHINE_UNFOLD_LIMIT)
            continue;
        machine_fail(machine, site,
                     "unfoldr does not end: it has made more than %d items",
                     MACHINE_UNFOLD_LIMIT);
        outcome = UNFOLD_FAIL;
        break;
    }
    val_unref(seed);
    if (outcome == UNFOLD_FAIL)
        return drop_all(&items);
    struct val result = list_of(machine, site, items.items, items.count);
    vec_finish(&items);
    return result;
}

/* -- zip -- */

struct val list_zip(struct machine *machine, const struct node *site,
                    struct val a, struct val b)
{
    if (!val_is_list(a) || !val_is_list(b))
        return machine_fail_got(machine, site, val_is_list(a) ? b : a,
                                "zip expects two lists,");
    size_t count = val_list_count(a);
    if (val_list_count(b) < count)
        count = val_list_count(b);
    if (!machine_spend(machine, site, (int64_t)count))
        return val_fail();
    val_vec rows = VEC_EMPTY;
    for (size_t i = 0; i < count; i++) {
        struct val pair[2] = {val_ref(val_list_at(a, i)),
                              val_ref(val_list_at(b, i))};
        struct val row = list_of(machine, site, pair, 2);
        if (row.kind == VAL_FAIL)
            return drop_all(&rows);
        vec_push(&rows, row);
    }
    struct val result = list_of(machine, site, rows.items, rows.count);
    vec_finish(&rows);
    return result;
}

/* The length of the shortest list, or false when something is none. */
static bool shortest(struct machine *machine, const struct node *site,
                     struct val lists, size_t *length)
{
    size_t count = val_list_count(lists);
    *length = count == 0 ? 0 : SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        struct val list = val_list_at(lists, i);
        if (!val_is_list(list)) {
            machine_fail_got(machine, site, list,
                             "zipAll expects a list of lists,");
            return false;
        }
        if (val_list_count(list) < *length)
            *length = val_list_count(list);
    }
    return machine_spend(machine, site, (int64_t)(*length * (count + 1)));
}

struct val list_zip_all(struct machine *machine, const struct node *site,
                        struct val lists)
{
    if (!val_is_list(lists))
        return machine_fail_got(machine, site, lists,
                                "zipAll expects a list of lists,");
    size_t length;
    if (!shortest(machine, site, lists, &length))
        return val_fail();
    size_t width = val_list_count(lists);
    struct val_block *rows = val_block_create(length);
    bool failed = false;
    for (size_t i = 0; i < length; i++) {
        struct val_block *row = val_block_create(width);
        for (size_t j = 0; j < width; j++)
            row->items[j] = val_ref(val_list_at(val_list_at(lists, j), i));
        rows->items[i] = machine_seal(machine, site, VAL_LIST, row, false);
        failed |= rows->items[i].kind == VAL_FAIL;
    }
    return machine_seal(machine, site, VAL_LIST, rows, failed);
}
