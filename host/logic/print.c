/* Text for people and tests. A formula shares its parts, its text cannot:
 * PRINT_LIMIT nodes are shown, and an ellipsis for the rest. */
#include "logic/logic_internal.h"

enum { PRINT_LIMIT = 1000 };

static void print_leaf(const struct ltl_store *store,
                       const struct ltl_guard *guard, ltl_leaf leaf,
                       struct buf *buf)
{
    if (guard->negated)
        buf_add_text(buf, "not ");
    if (store->ops->print == NULL)
        buf_add_text(buf, "...");
    else
        store->ops->print(store->context, leaf, buf);
}

static void print_next(const struct ltl_store *store,
                       const struct ltl_guard *guard, struct buf *buf)
{
    static const char *const strengths[] = {
        [LTL_WEAK] = "nextT ",
        [LTL_STRONG] = "nextF ",
        [LTL_REQUIRED] = "next! ",
    };
    static const char *const operators[] = {
        [LTL_JUST] = "",
        [LTL_ALWAYS] = "always",
        [LTL_EVENTUALLY] = "eventually",
        [LTL_UNTIL] = " until",
        [LTL_RELEASE] = " release",
    };
    buf_add_text(buf, strengths[guard->strength]);
    if (guard->second != NULL)
        print_leaf(store, guard, guard->first, buf);
    buf_add_text(buf, operators[guard->op]);
    if (guard->op != LTL_JUST)
        buf_addf(buf, "{%lld} ", (long long)guard->count);
    print_leaf(store, guard,
               guard->second == NULL ? guard->first : guard->second, buf);
}

struct place {
    const struct ltl_formula *set;
    size_t next;
};

struct printer {
    const struct ltl_store *store;
    struct buf *buf;
    VEC(struct place) places; /* the sets we are in: formulas may be deep */
    size_t shown;
};

static void show(struct printer *printer, const struct ltl_formula *formula)
{
    printer->shown++;
    if (ltl_is_set(formula)) {
        struct place place = {.set = formula};
        vec_push(&printer->places, place);
        return;
    }
    if (ltl_is_constant(formula))
        buf_add_text(printer->buf, ltl_is_true(formula) ? "true" : "false");
    else
        print_next(printer->store, &formula->guard, printer->buf);
    if (printer->places.count > 0)
        buf_add_char(printer->buf, ')');
}

static void show_next_item(struct printer *printer)
{
    struct place *place = &vec_last(&printer->places);
    if (place->next > 0)
        buf_add_text(printer->buf,
                     place->set->kind == LTL_KIND_AND ? " and " : " or ");
    buf_add_char(printer->buf, '(');
    show(printer, place->set->set.items[place->next++]);
}

static void leave_set(struct printer *printer)
{
    printer->places.count--;
    if (printer->places.count > 0)
        buf_add_char(printer->buf, ')');
}

void ltl_print(const struct ltl_store *store, const struct ltl_formula *formula,
               struct buf *buf)
{
    struct printer printer = {.store = store, .buf = buf};
    show(&printer, formula);
    while (printer.places.count > 0) {
        const struct place *place = &vec_last(&printer.places);
        if (place->next == place->set->set.count) {
            leave_set(&printer);
        } else if (printer.shown >= PRINT_LIMIT) {
            buf_add_text(buf, " ...");
            leave_set(&printer);
        } else {
            show_next_item(&printer);
        }
    }
    vec_finish(&printer.places);
}
