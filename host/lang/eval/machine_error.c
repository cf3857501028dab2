/* What went wrong, where, and on which way the evaluation came there. */
#include "lang/eval/machine.h"

#include "lang/program.h"

#include <string.h>

static void add_place(const struct machine *machine, struct buf *buf,
                      struct span span)
{
    const struct source *source =
        source_of(&machine->code->program->sources, span);
    int line = 0;
    int column = 0;
    if (source == NULL) { /* a name that a flag defined */
        buf_add_text(buf, "?");
        return;
    }
    source_position(source, span.start, &line, &column);
    buf_addf(buf, "%s:%d:%d", source->path, line, column);
}

void machine_add_source(const struct machine *machine, struct buf *buf,
                        struct span span)
{
    const struct source_table *sources = &machine->code->program->sources;
    if (source_of(sources, span) == NULL)
        return;
    add_place(machine, buf, span);
    buf_add_char(buf, '\n');
    diag_add_source(buf, sources, span);
}

static bool is_home(const struct machine *machine, struct span span)
{
    const struct span *home = &machine->home;
    return span.source == home->source && span.start >= home->start &&
           span.end <= home->end;
}

/* What a function of another module wants, and in which order: its text is not
 * in front of those who called it. Not of operators, whose name has holes. */
static void add_parameters(const struct machine *machine, struct buf *buf,
                           const struct code *code)
{
    if (is_home(machine, code->span) || strchr(code->name->text, '_') != NULL)
        return;
    for (uint32_t i = 0; i < code->arity; i++)
        if (code->kind != CODE_BODY || code->parameters[i].name == NULL)
            return;
    for (uint32_t i = 0; i < code->arity; i++)
        buf_addf(buf, "%s%s", i == 0 ? "(" : ", ",
                 code->parameters[i].name->text);
    if (code->arity > 0)
        buf_add_char(buf, ')');
}

/* Longer call traces are cut in the middle: the ends tell most. */
enum { TRACE_HEAD = 12, TRACE_TAIL = 3 };

static void add_trace(struct machine *machine)
{
    size_t total = 0;
    for (const struct frame *at = machine->frame; at; at = at->caller)
        total += at->code->name != NULL && at->site != NULL;
    size_t seen = 0;
    for (const struct frame *at = machine->frame; at; at = at->caller) {
        if (at->code->name == NULL || at->site == NULL)
            continue;
        seen++;
        if (seen == TRACE_HEAD + 1 && total > TRACE_HEAD + TRACE_TAIL)
            buf_addf(&machine->error_trace, "  (%zu more)\n",
                     total - TRACE_HEAD - TRACE_TAIL);
        if (seen > TRACE_HEAD && seen + TRACE_TAIL <= total)
            continue;
        buf_addf(&machine->error_trace, "  %s", at->code->name->text);
        add_parameters(machine, &machine->error_trace, at->code);
        buf_add_text(&machine->error_trace, " @ ");
        add_place(machine, &machine->error_trace, at->site->span);
        buf_add_char(&machine->error_trace, '\n');
    }
}

static bool same_span(struct span a, struct span b)
{
    return a.source == b.source && a.start == b.start && a.end == b.end;
}

/* The innermost place in the text that a person wrote; when there is none on
 * the way, that of the action at hand, or the innermost of all. */
static struct span find_place(const struct machine *machine,
                              struct span innermost)
{
    if (is_home(machine, innermost))
        return innermost;
    for (const struct frame *at = machine->frame; at; at = at->caller)
        if (at->site != NULL && is_home(machine, at->site->span))
            return at->site->span;
    if (machine->checked != NULL && machine->checked->decl != NULL)
        return machine->checked->decl->action.body->span;
    return innermost;
}

/* The whole text, as people see it during a run. */
static void compose_error(struct machine *machine)
{
    struct buf text;
    buf_init(&text);
    buf_add_str(&text, buf_str(&machine->error_message));
    if (machine->current != NULL)
        buf_addf(&text, " (in state %lld)", (long long)machine->version);
    buf_add_char(&text, '\n');
    machine_add_source(machine, &text, machine->error_span);
    if (machine->error_help.length > 0)
        buf_addf(&text, "  help: %s\n", buf_text(&machine->error_help));
    buf_add_str(&text, buf_str(&machine->error_trace));
    error_set(&machine->error, ERROR_SPEC, "%.*s", (int)text.length - 1,
              buf_text(&text)); /* without the last newline */
    buf_finish(&text);
}

static void note_error(struct machine *machine, const struct node *node)
{
    struct span innermost = machine->fallback;
    if (node != NULL)
        innermost = node->span;
    else if (machine->frame != NULL)
        innermost = machine->frame->code->span;
    machine->error_span = find_place(machine, innermost);
    if (!same_span(machine->error_span, innermost) &&
        source_of(&machine->code->program->sources, innermost) != NULL) {
        buf_add_text(&machine->error_trace, "  inside ");
        add_place(machine, &machine->error_trace, innermost);
        buf_add_char(&machine->error_trace, '\n');
    }
    add_trace(machine);
    compose_error(machine);
}

struct val machine_help(struct machine *machine, const char *format, ...)
{
    va_list arguments;
    if (machine->error_help.length > 0 || !machine_has_failed(machine))
        return val_fail();
    va_start(arguments, format);
    buf_addv(&machine->error_help, format, arguments);
    va_end(arguments);
    compose_error(machine);
    return val_fail();
}

struct val machine_fail(struct machine *machine, const struct node *node,
                        const char *format, ...)
{
    if (machine_has_failed(machine))
        return val_fail();
    va_list arguments;
    va_start(arguments, format);
    buf_addv(&machine->error_message, format, arguments);
    va_end(arguments);
    note_error(machine, node);
    return val_fail();
}

struct val machine_fail_got(struct machine *machine, const struct node *node,
                            struct val got, const char *format, ...)
{
    enum { PRINT_LIMIT = 120 };
    if (machine_has_failed(machine))
        return val_fail();
    va_list arguments;
    va_start(arguments, format);
    buf_addv(&machine->error_message, format, arguments);
    va_end(arguments);
    buf_add_text(&machine->error_message, " got: ");
    val_print(&machine->error_message, got, PRINT_LIMIT);
    note_error(machine, node);
    return val_fail();
}

struct val machine_fail_without_state(struct machine *machine,
                                      const struct node *node)
{
    machine->missed_state = true;
    return machine_fail(machine, node,
                        "Cannot access state in top-level binding");
}

struct val machine_fail_too_deep(struct machine *machine,
                                 const struct node *node)
{
    return machine_fail(machine, node,
                        "Values nest too deeply (more than %d levels)",
                        VAL_DEPTH_LIMIT);
}

struct val machine_seal(struct machine *machine, const struct node *node,
                        enum val_kind kind, struct val_block *block,
                        bool failed)
{
    struct val val = val_block_seal(kind, block);
    if (val.kind == VAL_FAIL)
        return machine_fail_too_deep(machine, node);
    if (!failed)
        return val;
    val_unref(val);
    return val_fail();
}

bool machine_spend(struct machine *machine, const struct node *node,
                   int64_t steps)
{
    machine->steps -= steps;
    if (machine->steps >= 0)
        return true;
    machine_fail(machine, node,
                 "This evaluation takes too long (more than %d steps)",
                 MACHINE_STEP_LIMIT);
    return false;
}
