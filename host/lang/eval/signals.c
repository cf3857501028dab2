#include "lang/eval/signals.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lang/eval/eval.h"
#include "lang/eval/machine.h"

enum { NEVER = -1, MICROSECONDS = 1000 }; /* of a millisecond */

/* -- life -- */

struct signal_sources {
    bool *read;       /* by number of the selector: is read */
    bool *lists;      /* and not only of its first element */
    struct map names; /* of the fields that are taken */
    bool any_name;    /* of whatever name */
};

static struct signal_sources *sources_of(const struct lang_code *program,
                                         const struct node *node)
{
    struct signal_sources *sources = memory_zeroed(1, sizeof *sources);
    map_init(&sources->names);
    struct signals_reach reach = {
        .program = program,
        .sources = memory_zeroed(program->selector_count + 1, sizeof(bool)),
        .lists = memory_zeroed(program->selector_count + 1, sizeof(bool)),
        .names = &sources->names,
        .seen = memory_zeroed((size_t)program->code_count + 1, sizeof(bool)),
    };
    signals_reach_node(&reach, node->items[0]);
    free(reach.seen);
    sources->read = reach.sources;
    sources->lists = reach.lists;
    sources->any_name = reach.any_name;
    return sources;
}

static void finish_sources(struct signal_sources *sources)
{
    if (sources == NULL)
        return;
    free(sources->read);
    free(sources->lists);
    map_finish(&sources->names);
    free(sources);
}

static void keep(struct signals *signals, const struct lang_code *program,
                 const struct node *const *sites)
{
    signals->count = program->site_count;
    signals->items = memory_zeroed(signals->count, sizeof *signals->items);
    for (size_t i = 0; i < signals->count; i++) {
        if (sites[i] == NULL)
            continue;
        signals->items[i].node = sites[i];
        signals->items[i].lasted_us = NEVER;
        signals->items[i].sources = sources_of(program, sites[i]);
    }
}

void signals_init(struct signals *signals, const struct lang_code *program,
                  const struct ast_global *const *roots, size_t count,
                  const struct code *when)
{
    *signals = (struct signals){0};
    if (program->site_count == 0)
        return;
    struct signals_reach reach = {
        .program = program,
        .sites = memory_zeroed(program->site_count, sizeof *reach.sites),
        .seen = memory_zeroed((size_t)program->code_count + 1, sizeof(bool)),
    };
    for (size_t i = 0; i < count; i++)
        signals_reach_global(&reach, roots[i]->index);
    signals_reach_code(&reach, when);
    bool any = false;
    for (size_t i = 0; i < program->site_count; i++)
        any = any || reach.sites[i] != NULL;
    if (any)
        keep(signals, program, reach.sites);
    free(reach.sites);
    free(reach.seen);
}

void signals_finish(struct signals *signals)
{
    for (size_t i = 0; i < signals->count; i++) {
        struct signal *signal = &signals->items[i];
        val_unref(signal->last);
        val_unref(signal->before);
        val_unref(signal->newest);
        val_unref(signal->previous);
        finish_sources(signal->sources);
    }
    free(signals->items);
    *signals = (struct signals){0};
}

/* -- a new state -- */

/* Moves a value into a place that holds one. */
static void move(struct val *place, struct val val)
{
    val_unref(*place);
    *place = val;
}

static bool is_same(struct machine *machine, struct val a, struct val b)
{
    return val_identical(a, b, &machine->steps);
}

/* The site's expression in the current state; null where it has no value. The
 * property is not at fault for what it would not have evaluated: an error here
 * is forgotten, and comes again where the property does evaluate it. */
static struct val value_now(struct machine *machine, struct signal *signal)
{
    machine_begin(machine);
    machine->quick = true;
    struct val val = eval_force(
        machine, signal->node,
        eval_delayed(machine, &(struct frame){0}, signal->node->items[0]));
    signal->is_formula = val.kind == VAL_FORMULA || val.kind == VAL_FUNCTION ||
                         val.kind == VAL_CODE;
    if (val.kind == VAL_FAIL || signal->is_formula) {
        val_unref(val);
        val = val_null();
    }
    machine_begin(machine);
    return val;
}

/* An item of `ticked` is a selector, or [selector, place, field, …]: of its
 * first element (place 0) or of others (1) that field, or without fields: the
 * element is a new one. */
static const struct value *selector_in(const struct value *item)
{
    if (item->kind == VALUE_LIST && item->count > 1)
        item = item->items[0];
    return item->kind == VALUE_STRING ? item : NULL;
}

enum { PLACE = 1, FIELD };

static bool reads_field(const struct signal_sources *sources, size_t selector,
                        const struct value *item)
{
    if (item->kind != VALUE_LIST)
        return true;
    struct value *const *parts = item->items;
    const struct value *place = parts[PLACE];
    bool is_first = place->kind == VALUE_INT && place->integer == 0;
    if (!is_first && !sources->lists[selector])
        return false;
    for (size_t i = FIELD; i < item->count && !sources->any_name; i++)
        if (parts[i]->kind != VALUE_STRING ||
            !map_has(&sources->names, value_text(parts[i])))
            return false;
    return true;
}

static bool reads(const struct machine *machine,
                  const struct signal_sources *sources,
                  const struct value *item)
{
    const struct value *name = selector_in(item);
    if (name == NULL)
        return false;
    for (size_t i = 0; i < machine->code->selector_count; i++)
        if (sources->read[i] &&
            str_equal(value_text(name),
                      intern_as_str(machine->code->selectors[i])) &&
            reads_field(sources, i, item))
            return true;
    return false;
}

static bool source_ticked(const struct machine *machine,
                          const struct signal *signal,
                          const struct value *ticked)
{
    if (ticked == NULL || ticked->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < ticked->count; i++)
        if (reads(machine, signal->sources, ticked->items[i]))
            return true;
    return false;
}

static void tick(struct signal *signal, int64_t now_us)
{
    move(&signal->previous, signal->newest);
    signal->newest = val_ref(signal->last);
    signal->ticks++;
    signal->ticked_us = now_us;
}

/* -- actions on elements -- */

static bool is_one_of(struct str id, const char *const *ids)
{
    for (; *ids != NULL; ids++)
        if (str_is(id, *ids))
            return true;
    return false;
}

static bool is_counted(struct str id, enum primitive word)
{
    static const char *const clicks[] = {"click",     "doubleClick", "tap",
                                         "clickWith", "longPress",   NULL};
    static const char *const inputs[] = {
        "enterTextInto", "clear", "select",     "setValue", "setFiles",
        "compose",       "paste", "fillAtOnce", NULL};
    return is_one_of(id, word == PRIMITIVE_CLICKS ? clicks : inputs);
}

static bool has_text(struct val list, struct str text)
{
    for (size_t i = 0; i < val_list_count(list); i++) {
        struct val item = val_list_at(list, i);
        if (item.kind == VAL_STRING && str_equal(value_text(item.data), text))
            return true;
    }
    return false;
}

/* The list holds references of elements in the state in which the action was
 * chosen. */
static bool is_on(const struct value *args, struct val references)
{
    for (size_t i = 0; i < args->count; i++)
        if (args->items[i]->kind == VALUE_STRING &&
            has_text(references, value_text(args->items[i])))
            return true;
    return false;
}

/* A part of several actions that are done as one. */
static bool is_part_on(const struct value *part, enum primitive word,
                       struct val references)
{
    if (part->kind != VALUE_OBJECT)
        return false;
    const struct value *id = value_field(part, STR("id"));
    const struct value *args = value_field(part, STR("args"));
    return id != NULL && id->kind == VALUE_STRING && args != NULL &&
           args->kind == VALUE_LIST && is_counted(value_text(id), word) &&
           is_on(args, references);
}

static int64_t count_on(const struct action *action, enum primitive word,
                        struct val references, int64_t parts_done)
{
    if (action->is_event)
        return 0;
    if (!str_is(value_text(action->id), ACTION_IN_ORDER))
        return is_counted(value_text(action->id), word) &&
               is_on(action->args, references);
    const struct value *parts =
        action->args->count == 0 ? NULL : action->args->items[0];
    int64_t count = 0;
    for (size_t i = 0; parts != NULL && parts->kind == VALUE_LIST &&
                       i < parts->count && (int64_t)i < parts_done;
         i++)
        count += is_part_on(parts->items[i], word, references);
    return count;
}

static int64_t actions_on(const struct signal *signal,
                          const struct moment *moment)
{
    const struct action_list *what = moment->what;
    int64_t count = 0;
    enum primitive word = signal->node->primitive;
    if (what == NULL ||
        (word != PRIMITIVE_CLICKS && word != PRIMITIVE_INPUTS) ||
        (signal->before.kind != VAL_LIST &&
         signal->before.kind != VAL_DATA_LIST))
        return 0;
    for (size_t i = 0; i < what->count; i++)
        count +=
            count_on(&what->items[i], word, signal->before, moment->parts_done);
    return count;
}

static void advance(struct machine *machine, struct signal *signal,
                    const struct moment *moment)
{
    struct val val = value_now(machine, signal);
    bool differs = !is_same(machine, val, signal->last);
    move(&signal->before, signal->last);
    signal->last = val;
    if (differs) {
        signal->lasted_us = signal->before.kind == VAL_NULL
                                ? NEVER
                                : moment->time_us - signal->changed_us;
        signal->changed_us = moment->time_us;
    }
    signal->ticked =
        val.kind != VAL_NULL &&
        (signal->ticks == 0 || !is_same(machine, val, signal->newest) ||
         signal->before.kind == VAL_NULL ||
         source_ticked(machine, signal, moment->ticked));
    if (signal->ticked)
        tick(signal, moment->time_us);
    if (signal->node->primitive == PRIMITIVE_TIMES)
        signal->count += val_is_bool(val, true);
    else
        signal->count += actions_on(signal, moment);
}

void signals_advance(struct machine *machine, const struct moment *moment)
{
    machine->signals.now_us = moment->time_us;
    for (size_t i = 0; i < machine->signals.count; i++)
        if (machine->signals.items[i].node != NULL)
            advance(machine, &machine->signals.items[i], moment);
}

/* -- the words -- */

static struct val milliseconds(const struct machine *machine, bool any,
                               int64_t since_us)
{
    if (!any)
        return val_null();
    return val_int((machine->signals.now_us - since_us) / MICROSECONDS);
}

struct val signals_fail(struct machine *machine, const struct node *node)
{
    machine_fail(machine, node,
                 "What is asked here of an earlier state is not kept");
    return machine_help(
        machine, "it is kept for expressions of top-level names only: give "
                 "this one a name there, let ~x = …; and a parameter that is "
                 "handed on is written with ~");
}

struct val signals_read(struct machine *machine, const struct node *node)
{
    machine->read_state = true;
    machine->read_happened = true;
    if (machine->current == NULL)
        return machine_fail_without_state(machine, node);
    const struct signals *signals = &machine->signals;
    if (node->index == 0 || node->index > signals->count ||
        signals->items[node->index - 1].node == NULL)
        return signals_fail(machine, node);
    const struct signal *signal = &signals->items[node->index - 1];
    if (signal->is_formula) {
        machine_fail(machine, node,
                     "A value is expected here, got a function "
                     "or a temporal formula");
        return machine_help(machine, "words about signals look at values of "
                                     "states; temporal operators stand around "
                                     "them");
    }
    switch (node->primitive) {
    case PRIMITIVE_TICKED:
        return val_bool(signal->ticked);
    case PRIMITIVE_PREV:
        return val_ref(signal->previous);
    case PRIMITIVE_BEFORE:
        return val_ref(signal->before);
    case PRIMITIVE_TICKS:
        return val_int(signal->ticks);
    case PRIMITIVE_SINCE:
        return milliseconds(machine, signal->ticks > 0, signal->ticked_us);
    case PRIMITIVE_HELD:
        return milliseconds(machine, signal->last.kind != VAL_NULL,
                            signal->changed_us);
    case PRIMITIVE_LASTED:
        return signal->lasted_us == NEVER
                   ? val_null()
                   : val_int(signal->lasted_us / MICROSECONDS);
    default:
        return val_int(signal->count);
    }
}
