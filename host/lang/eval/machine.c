/* The machine's life, its clocks, frames, globals and the state. */
#include "lang/eval/machine.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lang/eval/eval.h"
#include "lang/eval/temporal.h"
#include "lang/program.h"

static struct val empty_list(void)
{
    return val_block_seal(VAL_LIST, val_block_create(0));
}

void machine_init(struct machine *machine, const struct lang_code *code)
{
    *machine = (struct machine){
        .code = code, .happened = empty_list(), .declared = empty_list()};
    machine->world = world_create(machine, &machine_leaf_ops);
    machine->globals =
        memory_zeroed(code->global_count, sizeof *machine->globals);
    machine->statics =
        memory_zeroed(code->static_count, sizeof *machine->statics);
    machine->guesses =
        memory_zeroed(code->guess_count, sizeof *machine->guesses);
    machine->selectors =
        memory_zeroed(code->selector_count, sizeof *machine->selectors);
    machine->ticks = memory_zeroed((size_t)code->point_count * TRUTH_COUNT,
                                   sizeof *machine->ticks);
    machine->stack = memory_zeroed(MACHINE_STACK_SLOTS, sizeof *machine->stack);
    unread_init(&machine->unread);
    buf_init(&machine->error_message);
    buf_init(&machine->error_trace);
    buf_init(&machine->error_help);
    machine->home = (struct span){code->program->spec_source, 0, UINT32_MAX};
    machine->fallback = span_nowhere();
    machine_enter(machine, NULL, 0);
    machine_begin(machine);
}

void machine_finish(struct machine *machine)
{
    for (uint32_t i = 0; i < machine->code->static_count; i++)
        if (machine->statics[i] != NULL)
            thunk_unref(machine->statics[i]);
    for (size_t i = 0; i < machine->code->global_count; i++) {
        val_unref(machine->globals[i].val);
        val_unref(machine->globals[i].body);
    }
    val_unref(machine->happened);
    val_unref(machine->declared);
    /* What the store remembers of the last state holds leaves. */
    ltl_store_new_state(world_store(machine->world));
    world_leave(machine->world);
    free(machine->globals);
    free(machine->statics);
    free(machine->guesses);
    free(machine->selectors);
    free(machine->ticks);
    free(machine->stack);
    unread_finish(&machine->unread);
    signals_finish(&machine->signals);
    buf_finish(&machine->error_message);
    buf_finish(&machine->error_trace);
    buf_finish(&machine->error_help);
}

/* -- clocks -- */

void machine_enter(struct machine *machine, const struct value *state,
                   int64_t version)
{
    machine->current = state;
    machine->version = version;
    machine->state++;
    machine->moment = ++machine->last_moment;
    machine->guard_moment = machine->moment;
    machine_happen_nothing(machine);
}

void machine_happen(struct machine *machine, struct val happened,
                    struct val declared)
{
    machine->moment = val_list_count(happened) == 0 ? machine->guard_moment
                                                    : ++machine->last_moment;
    val_unref(machine->happened);
    val_unref(machine->declared);
    machine->happened = happened;
    machine->declared = declared;
}

void machine_happen_nothing(struct machine *machine)
{
    if (val_list_count(machine->happened) != 0)
        machine_happen(machine, empty_list(), empty_list());
}

void machine_renew_moment(struct machine *machine)
{
    bool guards = machine->moment == machine->guard_moment;
    machine->guard_moment = ++machine->last_moment;
    machine->moment = guards ? machine->guard_moment : ++machine->last_moment;
}

void machine_begin(struct machine *machine)
{
    assert(machine->frame == NULL && machine->depth == 0 &&
           "evaluation does not start inside an evaluation");
    machine->steps = MACHINE_STEP_LIMIT;
    machine->quick = false;
    machine->error = ERROR_NONE;
    machine->missed_state = false;
    buf_clear(&machine->error_message);
    buf_clear(&machine->error_trace);
    buf_clear(&machine->error_help);
}

/* -- frames -- */

bool machine_push(struct machine *machine, struct frame *frame,
                  const struct code *code, const struct val *captures,
                  const struct node *site)
{
    if (code->slot_count > MACHINE_STACK_SLOTS - machine->stack_used) {
        machine_fail(machine, site, "The evaluation nests too deeply");
        return false;
    }
    *frame = (struct frame){
        .slots = machine->stack + machine->stack_used,
        .captures = captures,
        .code = code,
        .site = site,
        .caller = machine->frame,
    };
    machine->stack_used += code->slot_count;
    for (uint32_t i = 0; i < code->slot_count; i++)
        frame->slots[i] = val_null();
    return machine_spend(machine, site, 1) ||
           (machine_pop(machine, frame), false);
}

void machine_pop(struct machine *machine, struct frame *frame)
{
    uint32_t count = frame->code->slot_count;
    for (uint32_t i = 0; i < count; i++)
        val_unref(frame->slots[i]);
    machine->stack_used -= count;
}

/* -- globals -- */

/* Code of arity 0 that captures nothing. */
static struct val run_alone(struct machine *machine, const struct code *code,
                            const struct node *site)
{
    struct frame frame;
    if (!machine_push(machine, &frame, code, NULL, site))
        return val_fail();
    struct val result = eval_code(machine, &frame);
    machine_pop(machine, &frame);
    return result;
}

/* Eager bindings are evaluated where no state exists, whenever that is. */
static struct val run_without_state(struct machine *machine,
                                    const struct code *code,
                                    const struct node *site)
{
    const struct value *current = machine->current;
    bool read_state = machine->read_state;
    bool read_happened = machine->read_happened;
    machine->current = NULL;
    struct val result = run_alone(machine, code, site);
    machine->current = current;
    machine->read_state = read_state;
    machine->read_happened = read_happened;
    return result;
}

static bool bind_globals(struct machine *machine, const struct pattern *pattern,
                         struct val val);

static bool bind_parts(struct machine *machine, const struct pattern *pattern,
                       struct val val)
{
    for (uint32_t i = 0; i < pattern->count; i++) {
        struct val part = val_null();
        switch (pattern->kind) {
        case AST_PATTERN_LIST:
            part = val_list_at(val, i);
            break;
        case AST_PATTERN_OBJECT:
            val_field_text(val, intern_as_str(pattern->keys[i]), &part);
            break;
        case AST_PATTERN_ACTION:
            part = val.block->items[i + 1];
            break;
        default:
            part = val.block->items[i];
            break;
        }
        if (!bind_globals(machine, pattern->items[i], part))
            return false;
    }
    return true;
}

/* The pattern has been found to fit; now its globals get their values. */
static bool bind_globals(struct machine *machine, const struct pattern *pattern,
                         struct val val)
{
    switch (pattern->kind) {
    case AST_PATTERN_GLOBAL: {
        struct global_slot *slot = &machine->globals[pattern->index];
        if (!slot->ready)
            slot->val = val_ref(val);
        slot->ready = true;
        return true;
    }
    case AST_PATTERN_LIST:
    case AST_PATTERN_OBJECT:
    case AST_PATTERN_SYMBOL:
    case AST_PATTERN_ACTION:
        return bind_parts(machine, pattern, val);
    default:
        return true;
    }
}

bool machine_run_let(struct machine *machine, const struct let_code *let)
{
    struct val val = run_without_state(machine, let->code, NULL);
    if (val.kind == VAL_FAIL)
        return false;
    /* There are no locals in it, so no slots either. */
    bool fits = eval_match_parts(machine, NULL, let->pattern, val);
    if (fits) {
        bind_globals(machine, let->pattern, val);
    } else {
        machine_fail_got(machine, let->code->body, val,
                         "The pattern of this top-level let does not fit,");
    }
    val_unref(val);
    return fits;
}

static struct val thunk_val(struct thunk *thunk)
{
    return (struct val){.kind = VAL_THUNK, .thunk = thunk};
}

/* An action without parameters, as a value. */
static struct val bare_action(const struct global_code *global)
{
    struct val_block *block = val_block_create(1);
    block->action = global;
    return val_block_seal(VAL_ACTION, block);
}

struct val machine_global(struct machine *machine, const struct node *site,
                          uint32_t index)
{
    struct global_slot *slot = &machine->globals[index];
    if (slot->ready)
        return val_ref(slot->val);
    const struct global_code *global = &machine->code->globals[index];
    switch (global->mode) {
    case GLOBAL_FUNCTION:
        slot->val = val_code(global->code);
        break;
    case GLOBAL_LAZY:
        slot->val = thunk_val(thunk_create(global->code, NULL, 0));
        break;
    case GLOBAL_ACTION:
        slot->val = global->maker != NULL ? val_code(global->maker)
                                          : bare_action(global);
        break;
    case GLOBAL_EAGER:
        if (!machine_run_let(machine, global->let))
            return machine_fail(machine, site, "%s has no value",
                                global->ast->name->text);
        break;
    }
    slot->ready = true;
    return val_ref(slot->val);
}

struct val machine_action_body(struct machine *machine,
                               const struct global_code *action)
{
    struct global_slot *slot = &machine->globals[action->ast->index];
    if (slot->body.kind != VAL_NULL)
        return val_ref(slot->body);
    if (action->maker != NULL)
        slot->body = val_code(action->code);
    else if (action->anew)
        slot->body = thunk_val(thunk_create(action->code, NULL, 0));
    else
        slot->body = run_without_state(machine, action->code, NULL);
    struct val body = val_ref(slot->body);
    if (body.kind == VAL_FAIL)
        slot->body = val_null();
    return body;
}

struct thunk *machine_static(struct machine *machine, const struct node *delay)
{
    struct thunk **place = &machine->statics[delay->index];
    if (*place == NULL)
        *place = thunk_create(delay->code, NULL, 0);
    return *place;
}

/* -- the state -- */

/* Looks first where the selector stood in the state before. */
static const struct value *find_selector(struct selector_slot *slot,
                                         const struct value *state,
                                         struct str selector)
{
    if (state->kind != VALUE_OBJECT)
        return NULL;
    if (slot->guess < state->count &&
        str_equal(value_text(state->fields[slot->guess].key), selector))
        return state->fields[slot->guess].value;
    for (size_t i = 0; i < state->count; i++) {
        if (!str_equal(value_text(state->fields[i].key), selector))
            continue;
        slot->guess = (uint32_t)i;
        return state->fields[i].value;
    }
    return NULL;
}

struct val machine_selector(struct machine *machine, const struct node *node)
{
    struct selector_slot *slot = &machine->selectors[node->index];
    machine->read_state = true;
    if (machine->current == NULL)
        return machine_fail_without_state(machine, node);
    if (slot->state != machine->state) {
        intern_t text = machine->code->selectors[node->index];
        slot->value =
            find_selector(slot, machine->current, intern_as_str(text));
        slot->state = machine->state;
        if (slot->value == NULL) {
            slot->state = 0;
            unread_note_selector(&machine->unread, intern_as_str(text));
            machine_fail(machine, node,
                         "Can't find '%s' in the state (analysis failed?)",
                         text->text);
            return machine_help(machine, MACHINE_UNREAD_HELP);
        }
    }
    struct val val = val_from_data(slot->value);
    if (val.kind == VAL_DATA_LIST)
        val.selector = node->index + 1;
    return val;
}
