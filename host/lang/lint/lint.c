/* Running the warnings, silencing, sorting. */
#include "lang/lint/lint_internal.h"

#include <stdarg.h>

#include "lang/eval/code.h"

const struct lint_info lint_infos[LINT_COUNT] = {
#define L(id, name, severity, about) {name, severity, about},
    LINT_LIST(L)
#undef L
};

enum lint_name lint_find(struct str name)
{
    size_t i = 0;
    while (i < LINT_COUNT && !str_is(name, lint_infos[i].name))
        i++;
    return (enum lint_name)i;
}

struct lint *lint_create(void)
{
    struct lint *lint = MEMORY_NEW(struct lint);
    lint->listener = (struct lang_listener){lint_hear, lint};
    lint->spec_source = UINT32_MAX;
    return lint;
}

void lint_destroy(struct lint *lint)
{
    if (lint == NULL)
        return;
    lint_modules_finish(lint);
    free(lint);
}

const struct lang_listener *lint_listener(struct lint *lint)
{
    return &lint->listener;
}

bool lint_is_first(const struct lang_program *program, size_t property)
{
    for (size_t i = 0; i < property; i++)
        if (program->properties[i].global ==
            program->properties[property].global)
            return false;
    return true;
}

bool lint_in_library(const struct lint *lint, struct span span)
{
    const struct source *source = source_of(&lint->program->sources, span);
    return source == NULL || lang_program_has_in_library(lint->program, source);
}

struct diag *lint_add(struct lint *lint, enum lint_name name, struct span span,
                      const char *format, ...)
{
    struct buf message;
    va_list arguments;
    buf_init(&message);
    va_start(arguments, format);
    buf_addv(&message, format, arguments);
    va_end(arguments);
    struct diag *diag =
        diag_add(lint->diags, lint_infos[name].severity, DIAG_EVALUATION, span,
                 "%s", buf_text(&message));
    diag->name = lint_infos[name].name;
    buf_finish(&message);
    return diag;
}

/* ---- silencing ---------------------------------------------------------- */

/* The name is in the list after "weir: allow". */
static bool is_listed(struct str comment, const char *name)
{
    static const char mark[] = "weir: allow ";
    const char *at =
        memmem(comment.data, comment.length, mark, sizeof mark - 1);
    if (at == NULL)
        return false;
    const char *end = comment.data + comment.length;
    for (at += sizeof mark - 1; at < end;) {
        size_t length = 0;
        while (at + length < end && strchr(", \t", at[length]) == NULL)
            length++;
        if (str_is(str_from(at, length), name))
            return true;
        at += length + 1;
    }
    return false;
}

static struct str without_margin(struct str line)
{
    while (line.length > 0 && (*line.data == ' ' || *line.data == '\t'))
        line = str_from(line.data + 1, line.length - 1);
    return line;
}

/* In the comment after the line, or in the comments right above it. */
static bool is_allowed_at(const struct source *source, int line,
                          const char *name)
{
    struct str text = source_line(source, line);
    const char *slashes = memmem(text.data, text.length, "//", 2);
    if (slashes != NULL &&
        is_listed(
            str_from(slashes, text.length - (size_t)(slashes - text.data)),
            name))
        return true;
    while (--line > 0) {
        text = without_margin(source_line(source, line));
        if (!str_starts_with(text, "//"))
            return false;
        if (is_listed(text, name))
            return true;
    }
    return false;
}

/* Where the declaration begins in which the place lies; the place itself when
 * it lies in none. */
static uint32_t declaration_start(const struct lang_program *program,
                                  struct span span)
{
    for (size_t i = 0; program != NULL && i < program->decl_count; i++) {
        struct span decl = program->decls[i]->span;
        if (decl.source == span.source && decl.start <= span.start &&
            span.start < decl.end)
            return decl.start;
    }
    return span.start;
}

static int line_of(const struct source *source, uint32_t offset)
{
    int line;
    int column;
    source_position(source, offset, &line, &column);
    return line;
}

static bool is_silenced(const struct lint *lint, const struct diag *diag)
{
    enum lint_name name =
        diag->name == NULL ? LINT_COUNT : lint_find(str_text(diag->name));
    const struct source *source =
        lint->program == NULL ? NULL
                              : source_of(&lint->program->sources, diag->span);
    if (diag->severity == DIAG_ERROR || name == LINT_COUNT)
        return false;
    if (lint->options->allowed[name])
        return true;
    if (source == NULL)
        return false;
    uint32_t start = declaration_start(lint->program, diag->span);
    return is_allowed_at(source, line_of(source, diag->span.start),
                         diag->name) ||
           is_allowed_at(source, line_of(source, start), diag->name);
}

/* Warnings of the front have no name yet. */
static void name_diags(struct diag_list *diags)
{
    for (size_t i = 0; i < diags->count; i++) {
        struct diag *diag = &diags->items[i];
        if (diag->severity != DIAG_WARNING || diag->name != NULL)
            continue;
        diag->name = lint_infos[diag->kind == DIAG_LEXICAL ? LINT_IGNORED_TEXT
                                                           : LINT_USELESS_NAME]
                         .name;
    }
}

/* Moves those that are silenced after the end, where the list frees them. */
static void silence(const struct lint *lint, struct diag_list *diags)
{
    size_t kept = 0;
    for (size_t i = 0; i < diags->count; i++) {
        struct diag diag = diags->items[i];
        if (is_silenced(lint, &diag))
            continue;
        diags->items[i] = diags->items[kept];
        diags->items[kept++] = diag;
    }
    diags->count = kept;
}

static int compare(const void *a, const void *b)
{
    const struct diag *one = a;
    const struct diag *other = b;
    if (one->span.source != other->span.source)
        return one->span.source < other->span.source ? -1 : 1;
    if (one->span.start != other->span.start)
        return one->span.start < other->span.start ? -1 : 1;
    return strcmp(one->message, other->message);
}

static struct str text_at(const struct lint *lint, struct span span)
{
    const struct source *source = source_of(&lint->program->sources, span);
    return str_from(source->text.data + span.start, span.end - span.start);
}

/* It is so of most properties, and would be said of each: all are in the note
 * of the first. */
static void join_safety(const struct lint *lint, struct diag_list *diags)
{
    struct diag *first = NULL;
    size_t kept = 0;
    struct buf names;
    buf_init(&names);
    for (size_t i = 0; i < diags->count; i++) {
        struct diag diag = diags->items[i];
        bool is_safety = diag.name == lint_infos[LINT_SAFETY].name;
        if (is_safety)
            buf_addf(&names, "%s'%.*s'", first == NULL ? "" : ", ",
                     STR_ARGS(text_at(lint, diag.span)));
        if (is_safety && first != NULL)
            continue;
        diags->items[i] = diags->items[kept];
        diags->items[kept] = diag;
        if (is_safety)
            first = &diags->items[kept];
        kept++;
    }
    if (first != NULL && kept < diags->count) {
        free(first->message);
        first->message = memory_format(
            "no run can confirm %s: passing answers are only presumptive",
            buf_text(&names));
    }
    diags->count = kept;
    buf_finish(&names);
}

/* ---- running ------------------------------------------------------------ */

static void run_all(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    lint->depends =
        memory_zeroed(program->global_count + 1, sizeof *lint->depends);
    lint->given = memory_zeroed(program->global_count + 1, sizeof *lint->given);
    machine_init(&lint->machine, program->code);
    lint_imports(lint);
    lint_uses(lint);
    lint_happened(lint);
    lint_eager(lint);
    lint_guards(lint);
    lint_outcomes(lint);
    lint_endless(lint);
    lint_checks(lint);
    lint_subscripts(lint);
    lint_fields(lint);
    lint_nested(lint);
    lint_loose(lint);
    lint_same(lint);
    lint_texts(lint);
    lint_lists(lint);
    machine_finish(&lint->machine);
    free(lint->depends);
    lint->depends = NULL;
    free(lint->given);
    lint->given = NULL;
}

void lint_run(struct lint *lint, const struct lang_program *program,
              const struct lint_options *options, struct diag_list *diags)
{
    lint->program = program;
    lint->options = options;
    lint->diags = diags;
    if (program != NULL)
        run_all(lint);
    name_diags(diags);
    silence(lint, diags);
    if (program != NULL && diags->count > 1)
        qsort(diags->items, diags->count, sizeof *diags->items, compare);
    if (program != NULL)
        join_safety(lint, diags);
}

size_t lint_count(const struct diag_list *diags)
{
    size_t count = 0;
    for (size_t i = 0; i < diags->count; i++)
        count += diags->items[i].severity == DIAG_WARNING;
    return count;
}
