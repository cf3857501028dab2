/* unknown-field: fields of page elements that look like known ones misspelt.
 * Any property of the page is legal, so only near misses are reported. */
#include "lang/lint_internal.h"

#include <strings.h>

#include "lang/analysis.h"

/* What elements have: the executor's fields (reference, 8.3), ours, and the
 * properties of the DOM that people read in tests. */
static const char *const known_fields[] = {
    "enabled",
    "visible",
    "interactable",
    "reachable",
    "inViewport",
    "active",
    "classList",
    "css",
    "attributes",
    "ref",
    "position",
    "text",
    "label",
    "accessKey",
    "action",
    "align",
    "allow",
    "alt",
    "ariaLabel",
    "async",
    "autocomplete",
    "autofocus",
    "autoplay",
    "baseURI",
    "buffered",
    "checked",
    "childElementCount",
    "childNodes",
    "children",
    "cite",
    "className",
    "clientHeight",
    "clientLeft",
    "clientTop",
    "clientWidth",
    "clip",
    "color",
    "cols",
    "colSpan",
    "complete",
    "content",
    "contentEditable",
    "controls",
    "coords",
    "currentSrc",
    "currentTime",
    "data",
    "dataset",
    "dateTime",
    "defaultChecked",
    "defaultMuted",
    "defaultPlaybackRate",
    "defaultSelected",
    "defaultValue",
    "dir",
    "dirName",
    "disabled",
    "download",
    "draggable",
    "duration",
    "elements",
    "enctype",
    "ended",
    "error",
    "files",
    "firstChild",
    "firstElementChild",
    "form",
    "formAction",
    "hash",
    "headers",
    "height",
    "hidden",
    "high",
    "host",
    "hostname",
    "href",
    "hreflang",
    "htmlFor",
    "id",
    "indeterminate",
    "index",
    "inert",
    "innerHTML",
    "innerText",
    "inputMode",
    "isConnected",
    "isContentEditable",
    "isMap",
    "kind",
    "labels",
    "lang",
    "lastChild",
    "lastElementChild",
    "length",
    "list",
    "localName",
    "loop",
    "low",
    "max",
    "maxLength",
    "media",
    "method",
    "min",
    "minLength",
    "multiple",
    "muted",
    "name",
    "namespaceURI",
    "naturalHeight",
    "naturalWidth",
    "networkState",
    "nextElementSibling",
    "nextSibling",
    "nodeName",
    "nodeType",
    "nodeValue",
    "noValidate",
    "offsetHeight",
    "offsetLeft",
    "offsetParent",
    "offsetTop",
    "offsetWidth",
    "open",
    "optimum",
    "options",
    "origin",
    "outerHTML",
    "outerText",
    "ownerDocument",
    "parentElement",
    "parentNode",
    "part",
    "password",
    "pathname",
    "pattern",
    "paused",
    "placeholder",
    "playbackRate",
    "port",
    "poster",
    "prefix",
    "preload",
    "previousElementSibling",
    "previousSibling",
    "protocol",
    "readOnly",
    "readyState",
    "rel",
    "relList",
    "required",
    "reversed",
    "role",
    "rows",
    "rowSpan",
    "sandbox",
    "scrollHeight",
    "scrollLeft",
    "scrollTop",
    "scrollWidth",
    "search",
    "seekable",
    "seeking",
    "selected",
    "selectedIndex",
    "selectedOptions",
    "selectionDirection",
    "selectionEnd",
    "selectionStart",
    "shadowRoot",
    "shape",
    "size",
    "sizes",
    "slot",
    "span",
    "spellcheck",
    "src",
    "srcdoc",
    "srcObject",
    "srcset",
    "start",
    "step",
    "style",
    "tabIndex",
    "tagName",
    "target",
    "textContent",
    "textLength",
    "title",
    "translate",
    "type",
    "useMap",
    "username",
    "validationMessage",
    "validity",
    "value",
    "valueAsDate",
    "valueAsNumber",
    "videoHeight",
    "videoWidth",
    "volume",
    "width",
    "willValidate",
    "wrap",
};

/* Is `b` what `a` becomes by one letter more, less, other, or swapped? */
static bool is_one_slip(const char *a, const char *b)
{
    size_t la = strlen(a);
    size_t lb = strlen(b);
    size_t same = 0;
    while (same < la && same < lb && a[same] == b[same])
        same++;
    if (la == lb)
        return strcmp(a + same + 1, b + same + 1) == 0 ||
               (same + 1 < la && a[same] == b[same + 1] &&
                a[same + 1] == b[same] &&
                strcmp(a + same + 2, b + same + 2) == 0);
    if (la + 1 == lb)
        return strcmp(a + same, b + same + 1) == 0;
    return lb + 1 == la && strcmp(a + same + 1, b + same) == 0;
}

enum { SLIP_LENGTH = 5 }; /* in shorter names one letter is a lot */

/* The known field that is probably meant; NULL when the name is one itself, or
 * like none. */
static const char *meant_by(const char *name)
{
    const char *near = NULL;
    size_t count = sizeof known_fields / sizeof *known_fields;
    for (size_t i = 0; i < count; i++) {
        const char *known = known_fields[i];
        if (strcmp(name, known) == 0)
            return NULL;
        if (strcasecmp(name, known) == 0 ||
            (near == NULL && strlen(name) >= SLIP_LENGTH &&
             strlen(known) >= SLIP_LENGTH && is_one_slip(name, known)))
            near = known;
    }
    return near;
}

/* ---- where -------------------------------------------------------------- */

struct fields {
    struct lint *lint;
    struct map suspects; /* name -> what is meant */
};

/* `::page` and its like are no elements. */
static bool is_special(intern_t selector)
{
    return str_starts_with(intern_as_str(selector), "::");
}

static void add_place(struct fields *fields, const struct abstract *place)
{
    if (place->kind != ABSTRACT_FIELD)
        return;
    const struct abstract *of = (const struct abstract *)place->words[0];
    intern_t name = (intern_t)place->words[1];
    if (of->kind != ABSTRACT_SELECTOR) {
        add_place(fields, of); /* of css, attributes, a nested property */
        return;
    }
    if (is_special((intern_t)of->words[0]))
        return;
    const char *meant = meant_by(name->text);
    if (meant != NULL)
        map_set(&fields->suspects, intern_as_str(name), (void *)meant);
}

static void add_reads(struct fields *fields, const struct abstract *reads)
{
    for (uint32_t i = 0; i < reads->count; i++)
        add_place(fields, (const struct abstract *)reads->words[i]);
}

/* What any part of the program may read of elements. */
static void collect(struct fields *fields)
{
    struct analysis analysis;
    const struct lang_program *program = fields->lint->program;
    analysis_init(&analysis, program);
    analysis_run(&analysis);
    for (size_t i = 0; i < program->global_count; i++) {
        const struct abstract *value = analysis.globals[i];
        for (uint32_t k = 0; value != NULL && k < program->globals[i]->arity;
             k++)
            value = analysis_apply(&analysis, value, analysis.store.constant);
        if (value != NULL)
            add_reads(fields, value->reads);
    }
    analysis_finish(&analysis);
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct fields *fields = context;
    lint_parts(expr, walk, fields);
    if (expr->kind != AST_PROJECT || expr->project.operand->kind == AST_OBJECT)
        return;
    const char *meant =
        map_find(&fields->suspects, intern_as_str(expr->project.name));
    if (meant == NULL)
        return;
    struct span span = expr->span; /* ends with the name */
    span.start = span.end - (uint32_t)expr->project.name->length;
    diag_help(lint_add(fields->lint, LINT_UNKNOWN_FIELD, span,
                       "'%s' is no field that elements are known to have",
                       expr->project.name->text),
              "is '%s' meant? A field that does not exist is null", meant);
}

void lint_fields(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    struct fields fields = {.lint = lint};
    map_init(&fields.suspects);
    collect(&fields);
    for (size_t i = 0; i < program->decl_count && fields.suspects.count > 0;
         i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, &fields);
    map_finish(&fields.suspects);
}
