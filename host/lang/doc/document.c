/* What is heard becomes, for each module, a list of entries in the order of the
 * text; printing goes through them. */
#include "lang/doc/document.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

enum entry_kind {
    ENTRY_TEXT,    /* lines of ///# */
    ENTRY_BINDING, /* let, macro */
    ENTRY_ACTION,
    ENTRY_EVENT,
    ENTRY_SYNTAX, /* an operator; printed only when it is documented */
    ENTRY_CHECK,
};

/* All texts are owned. */
struct entry {
    enum entry_kind kind;
    struct span span;
    char *signature; /* source on one line */
    char *doc;       /* "": none */
    char *note;      /* what kind of operator, or NULL */
    bool attached;   /* stands directly below the entry before it and has no
                        documentation of its own: shares that one's */
};

struct part {
    uint32_t source;
    bool is_spec;
    VEC(struct entry) entries;
    uint32_t seen; /* tokens up to here have been looked at */
};

/* An operator that `syntax` declared. */
struct operator_note {
    char *name; /* its shape without spaces */
    char *note;
};

struct document {
    VEC(struct part *) parts;
    VEC(struct operator_note) operators;
};

/* ---- hearing ------------------------------------------------------------ */

static struct part *part_of(struct document *document,
                            const struct lang_declaration *declaration)
{
    for (size_t i = 0; i < document->parts.count; i++)
        if (document->parts.items[i]->source == declaration->source)
            return document->parts.items[i];
    struct part *part = MEMORY_NEW(struct part);
    part->source = declaration->source;
    part->is_spec = declaration->is_spec;
    vec_push(&document->parts, part);
    return part;
}

static struct str doc_line(struct str text)
{
    if (str_starts_with(text, " "))
        text = str_from(text.data + 1, text.length - 1);
    while (text.length > 0 && text.data[text.length - 1] == ' ')
        text.length--;
    return text;
}

static void add_line(struct buf *buf, struct str line)
{
    if (buf->length > 0)
        buf_add_char(buf, '\n');
    buf_add_str(buf, line);
}

static void push_text(struct part *part, struct buf *text, struct span span)
{
    if (text->length == 0)
        return;
    struct entry entry = {.kind = ENTRY_TEXT,
                          .span = span,
                          .signature = memory_copy_string("", 0),
                          .doc = buf_take(text)};
    vec_push(&part->entries, entry);
}

/* The documentation lines before the declaration: texts that stand alone become
 * entries, the rest is the declaration's. */
static char *take_docs(struct part *part,
                       const struct lang_declaration *declaration)
{
    const struct token *tokens = declaration->tokens;
    struct span span = tokens[declaration->start].span;
    struct buf alone;
    struct buf own;
    buf_init(&alone);
    buf_init(&own);
    for (uint32_t i = part->seen; i < declaration->start; i++) {
        if (tokens[i].kind != TOKEN_DOC)
            continue;
        struct str text = tokens[i].text;
        if (str_starts_with(text, "#")) {
            buf_clear(&own);
            add_line(&alone,
                     doc_line(str_from(text.data + 1, text.length - 1)));
        } else {
            push_text(part, &alone, span);
            add_line(&own, doc_line(text));
        }
    }
    push_text(part, &alone, span);
    part->seen = declaration->end;
    buf_finish(&alone);
    return buf_take(&own);
}

/* The tokens on one line, with a space where the text has any. */
static void add_source(struct buf *buf, const struct token *tokens,
                       struct str text, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        struct span span = tokens[i].span;
        if (i > from && tokens[i - 1].span.end < span.start)
            buf_add_char(buf, ' ');
        buf_add(buf, text.data + span.start, span.end - span.start);
    }
}

/* An operator by its shape, as mixfix_operator.name has it. */
static void note_operator(struct document *document,
                          const struct lang_declaration *declaration)
{
    const struct token *tokens = declaration->tokens;
    uint32_t level = declaration->end - 1;
    struct buf name;
    buf_init(&name);
    while (level > declaration->start && tokens[level].kind != TOKEN_INT)
        level--;
    for (uint32_t i = declaration->start + 1; i < level; i++)
        buf_add_str(&name, intern_as_str(tokens[i].name));
    const char *side = "";
    if (level + 2 < declaration->end)
        side = tokens[level + 1].name->text[0] == 'l' ? ", left-associative"
                                                      : ", right-associative";
    struct operator_note note = {
        .name = buf_take(&name),
        .note = memory_format("operator, level %lld%s",
                              (long long)tokens[level].integer, side),
    };
    vec_push(&document->operators, note);
}

/* The last declared operator of this name: a library may redeclare one on the
 * other side of level zero. */
static const char *find_operator(const struct document *document,
                                 struct str name)
{
    for (size_t i = document->operators.count; i > 0; i--)
        if (str_is(name, document->operators.items[i - 1].name))
            return document->operators.items[i - 1].note;
    return NULL;
}

static const struct mixfix_operator *operator_of(const struct tree *left)
{
    while (left->kind == TREE_CALL && left->mixfix == NULL)
        left = left->head;
    if (left->kind != TREE_CALL || tree_is_name(left->head, "~_"))
        return NULL;
    return left->mixfix;
}

static enum entry_kind kind_of(const struct lang_declaration *declaration)
{
    const struct tree *name = declaration->left;
    switch (declaration->kind) {
    case LANG_SYNTAX:
        return ENTRY_SYNTAX;
    case LANG_CHECK:
        return ENTRY_CHECK;
    case LANG_ACTION:
        while (name->kind == TREE_CALL)
            name = tree_is_name(name->head, "~_") ? name->items[0] : name->head;
        return name->kind == TREE_NAME &&
                       str_ends_with(intern_as_str(name->name), "?")
                   ? ENTRY_EVENT
                   : ENTRY_ACTION;
    default:
        return ENTRY_BINDING;
    }
}

/* Where the part to be shown ends: without the definition. */
static uint32_t signature_end(const struct lang_declaration *declaration)
{
    if (declaration->kind == LANG_CHECK || declaration->kind == LANG_SYNTAX)
        return declaration->end - 1;
    return declaration->right_at - 1;
}

/* Is there nothing but one line end between the two? */
static bool is_next_line(struct str text, struct span before, struct span after)
{
    size_t lines = 0;
    for (size_t i = before.end; i < after.start; i++)
        lines += text.data[i] == '\n';
    return lines <= 1;
}

static struct entry make_entry(const struct document *document,
                               const struct part *part,
                               const struct lang_declaration *declaration,
                               char *doc)
{
    const struct token *tokens = declaration->tokens;
    struct span span = span_join(tokens[declaration->start].span,
                                 tokens[declaration->end - 1].span);
    struct entry entry = {
        .kind = kind_of(declaration), .span = span, .doc = doc};
    const struct mixfix_operator *op =
        declaration->left == NULL ? NULL : operator_of(declaration->left);
    const char *note =
        op == NULL ? NULL : find_operator(document, intern_as_str(op->name));
    if (note != NULL)
        entry.note = memory_copy_string(note, strlen(note));
    struct buf signature;
    buf_init(&signature);
    add_source(&signature, tokens, declaration->text, declaration->start + 1,
               signature_end(declaration));
    entry.signature = buf_take(&signature);
    entry.attached =
        *doc == '\0' && part->entries.count > 0 &&
        vec_last(&part->entries).kind == entry.kind &&
        entry.kind == ENTRY_BINDING &&
        (*vec_last(&part->entries).doc != '\0' ||
         vec_last(&part->entries).attached) &&
        is_next_line(declaration->text, vec_last(&part->entries).span, span);
    return entry;
}

static void on_declaration(void *context,
                           const struct lang_declaration *declaration)
{
    struct document *document = context;
    struct part *part = part_of(document, declaration);
    char *doc = take_docs(part, declaration);
    bool shown = declaration->kind == LANG_SYNTAX ||
                 declaration->kind == LANG_CHECK || declaration->left != NULL;
    if (declaration->kind == LANG_SYNTAX)
        note_operator(document, declaration);
    if (!shown) {
        free(doc);
        return;
    }
    struct entry entry = make_entry(document, part, declaration, doc);
    vec_push(&part->entries, entry);
}

/* ---- the object --------------------------------------------------------- */

struct document *document_create(void)
{
    return MEMORY_NEW(struct document);
}

static void part_destroy(struct part *part)
{
    for (size_t i = 0; i < part->entries.count; i++) {
        free(part->entries.items[i].signature);
        free(part->entries.items[i].doc);
        free(part->entries.items[i].note);
    }
    vec_finish(&part->entries);
    free(part);
}

void document_destroy(struct document *document)
{
    if (document == NULL)
        return;
    for (size_t i = 0; i < document->parts.count; i++)
        part_destroy(document->parts.items[i]);
    for (size_t i = 0; i < document->operators.count; i++) {
        free(document->operators.items[i].name);
        free(document->operators.items[i].note);
    }
    vec_finish(&document->parts);
    vec_finish(&document->operators);
    free(document);
}

struct lang_listener document_listener(struct document *document)
{
    return (struct lang_listener){on_declaration, document};
}

/* ---- printing ----------------------------------------------------------- */

/* Code in Markdown: as many backticks around it as it needs. */
static void add_code(struct buf *out, const char *code)
{
    size_t longest = 0;
    size_t run = 0;
    for (const char *at = code; *at != '\0'; at++) {
        run = *at == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    buf_add_repeat(out, '`', longest + 1);
    buf_add_text(out, longest > 0 ? " " : "");
    buf_add_text(out, code);
    buf_add_text(out, longest > 0 ? " " : "");
    buf_add_repeat(out, '`', longest + 1);
}

static const char *kind_text(const struct entry *entry)
{
    switch (entry->kind) {
    case ENTRY_ACTION:
        return "action";
    case ENTRY_EVENT:
        return "event";
    default:
        return entry->note;
    }
}

static bool is_documented(const struct entry *entry)
{
    return *entry->doc != '\0' || entry->attached;
}

/* One entry with those that share its documentation; returns the index after
 * them. */
static size_t add_entry(const struct part *part, struct buf *out, size_t at)
{
    const struct entry *first = &part->entries.items[at];
    size_t next = at + 1;
    buf_add_text(out, "\n### ");
    add_code(out, first->signature);
    for (; next < part->entries.count && part->entries.items[next].attached;
         next++) {
        buf_add_text(out, ", ");
        add_code(out, part->entries.items[next].signature);
    }
    const char *kind = kind_text(first);
    if (kind != NULL)
        buf_addf(out, "\n\n*%s*", kind);
    buf_addf(out, "\n\n%s\n", first->doc);
    return next;
}

static void add_entries(const struct part *part, struct buf *out)
{
    for (size_t i = 0; i < part->entries.count;) {
        const struct entry *entry = &part->entries.items[i];
        if (entry->kind == ENTRY_TEXT)
            buf_addf(out, "\n%s\n", entry->doc);
        if (entry->kind != ENTRY_TEXT && entry->kind != ENTRY_CHECK &&
            is_documented(entry))
            i = add_entry(part, out, i);
        else
            i++;
    }
}

static void add_undocumented(const struct part *part, struct buf *out)
{
    bool any = false;
    for (size_t i = 0; i < part->entries.count; i++) {
        const struct entry *entry = &part->entries.items[i];
        if (entry->kind == ENTRY_TEXT || entry->kind == ENTRY_CHECK ||
            entry->kind == ENTRY_SYNTAX || is_documented(entry))
            continue;
        buf_add_text(out, any ? ",\n" : "\nWithout documentation:\n");
        add_code(out, entry->signature);
        any = true;
    }
    buf_add_text(out, any ? "\n" : "");
}

static void add_checks(const struct part *part, struct buf *out)
{
    bool any = false;
    for (size_t i = 0; i < part->entries.count; i++) {
        const struct entry *entry = &part->entries.items[i];
        if (entry->kind != ENTRY_CHECK)
            continue;
        buf_add_text(out, any ? "\n- " : "\n### Checks\n\n- ");
        add_code(out, entry->signature);
        for (const char *line = entry->doc; *line != '\0';) {
            size_t length = strcspn(line, "\n");
            buf_add_text(out, "\n  ");
            buf_add(out, line, length);
            line += length + (line[length] == '\n');
        }
        any = true;
    }
    buf_add_text(out, any ? "\n" : "");
}

static bool is_in(const struct source *source, const char *folder)
{
    size_t length = folder == NULL ? 0 : strlen(folder);
    return length > 0 && strncmp(source->path, folder, length) == 0 &&
           source->path[length] == '/';
}

static void add_part(const struct part *part,
                     const struct source_table *sources, struct buf *out)
{
    const struct source *source = sources->items[part->source];
    buf_addf(out, part->is_spec ? "# %s\n" : "\n## Module %s\n",
             source->module);
    add_entries(part, out);
    add_undocumented(part, out);
    add_checks(part, out);
}

void document_print(const struct document *document,
                    const struct source_table *sources, const char *library,
                    struct buf *out)
{
    for (size_t i = 0; i < document->parts.count; i++)
        if (document->parts.items[i]->is_spec)
            add_part(document->parts.items[i], sources, out);
    for (size_t i = 0; i < document->parts.count; i++) {
        const struct part *part = document->parts.items[i];
        if (!part->is_spec && !is_in(sources->items[part->source], library))
            add_part(part, sources, out);
    }
}
