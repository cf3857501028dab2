/* unused-import: what each module defines and uses, heard while the program is
 * read. */
#include "lang/lint/lint_internal.h"

struct lint_import {
    char *name; /* owned */
    struct span span;
};

struct lint_module {
    char *name; /* owned */
    uint32_t source;
    bool has_check;
    struct map defines; /* names */
    struct map uses;
    VEC(struct lint_import) imports;
    bool reached; /* in a walk over imports */
};

/* ---- hearing ------------------------------------------------------------ */

static struct lint_module *module_of(struct lint *lint,
                                     const struct lang_declaration *declaration)
{
    for (size_t i = 0; i < lint->modules.count; i++)
        if (lint->modules.items[i]->source == declaration->source)
            return lint->modules.items[i];
    struct lint_module *module = MEMORY_NEW(struct lint_module);
    module->name =
        memory_copy_string(declaration->module, strlen(declaration->module));
    module->source = declaration->source;
    map_init(&module->defines);
    map_init(&module->uses);
    vec_push(&lint->modules, module);
    if (declaration->is_spec)
        lint->spec_source = declaration->source;
    return module;
}

static void add_name(struct map *names, intern_t name)
{
    map_set(names, intern_as_str(name), names);
}

static void add_names(struct map *names, const struct tree *tree)
{
    if (tree->kind == TREE_NAME)
        add_name(names, tree->name);
    if (tree->head != NULL)
        add_names(names, tree->head);
    for (size_t i = 0; i < tree->count; i++)
        add_names(names, tree->items[i]);
}

/* The name of a function or operator, or all names in a pattern. */
static void add_defined(struct lint_module *module, const struct tree *left)
{
    const struct tree *head = left;
    while (head->kind == TREE_CALL && !tree_is_name(head->head, "~_"))
        head = head->head;
    add_names(&module->defines, head);
}

/* An operator by its shape; its text is all names up to the level. */
static void add_operator(struct lint *lint, struct lint_module *module,
                         const struct lang_declaration *declaration)
{
    struct buf shape;
    (void)lint;
    buf_init(&shape);
    for (uint32_t i = declaration->start + 1;
         declaration->tokens[i].kind == TOKEN_NAME; i++)
        buf_add_str(&shape, intern_as_str(declaration->tokens[i].name));
    map_set(&module->defines, buf_str(&shape), module);
    buf_finish(&shape);
}

static void add_import(struct lint_module *module,
                       const struct lang_declaration *declaration)
{
    const struct token *tokens = declaration->tokens;
    struct buf name;
    buf_init(&name);
    for (uint32_t i = declaration->start + 1; i + 1 < declaration->end; i++)
        buf_add_str(&name, intern_as_str(tokens[i].name));
    struct lint_import import = {
        .name = buf_take(&name),
        .span = span_join(tokens[declaration->start].span,
                          tokens[declaration->end - 1].span),
    };
    vec_push(&module->imports, import);
}

/* Every name in a check may be one of another module. */
static void add_check(struct lint *lint, struct lint_module *module,
                      const struct lang_declaration *declaration)
{
    module->has_check = true;
    lint->spec_checks |= declaration->is_spec;
    for (uint32_t i = declaration->start; i < declaration->end; i++)
        if (declaration->tokens[i].kind == TOKEN_NAME)
            add_name(&module->uses, declaration->tokens[i].name);
}

void lint_hear(void *context, const struct lang_declaration *declaration)
{
    struct lint *lint = context;
    struct lint_module *module = module_of(lint, declaration);
    switch (declaration->kind) {
    case LANG_IMPORT:
        add_import(module, declaration);
        break;
    case LANG_SYNTAX:
        add_operator(lint, module, declaration);
        break;
    case LANG_CHECK:
        add_check(lint, module, declaration);
        break;
    default:
        if (declaration->left != NULL) {
            add_defined(module, declaration->left);
            add_names(&module->uses, declaration->left);
        }
        break;
    }
    if (declaration->right != NULL)
        add_names(&module->uses, declaration->right);
}

void lint_modules_finish(struct lint *lint)
{
    for (size_t i = 0; i < lint->modules.count; i++) {
        struct lint_module *module = lint->modules.items[i];
        for (size_t k = 0; k < module->imports.count; k++)
            free(module->imports.items[k].name);
        vec_finish(&module->imports);
        map_finish(&module->defines);
        map_finish(&module->uses);
        free(module->name);
        free(module);
    }
    vec_finish(&lint->modules);
}

/* ---- judging ------------------------------------------------------------ */

static struct lint_module *find_module(struct lint *lint, const char *name)
{
    for (size_t i = 0; i < lint->modules.count; i++)
        if (strcmp(lint->modules.items[i]->name, name) == 0)
            return lint->modules.items[i];
    return NULL;
}

/* Marks the module and what it imports. */
static void reach(struct lint *lint, struct lint_module *module)
{
    if (module == NULL || module->reached)
        return;
    module->reached = true;
    for (size_t i = 0; i < module->imports.count; i++)
        reach(lint, find_module(lint, module->imports.items[i].name));
}

static void reach_only(struct lint *lint, struct lint_module *module)
{
    for (size_t i = 0; i < lint->modules.count; i++)
        lint->modules.items[i]->reached = false;
    reach(lint, module);
}

static bool uses_names_of(const struct lint_module *user,
                          const struct lint_module *module)
{
    for (size_t i = 0; i < module->defines.count; i++) {
        const struct map_entry *entry = &module->defines.entries[i];
        if (map_has(&user->uses, str_from(entry->key, entry->key_length)))
            return true;
    }
    return false;
}

static bool imports_directly(const struct lint_module *user,
                             const struct lint_module *module)
{
    for (size_t i = 0; i < user->imports.count; i++)
        if (strcmp(user->imports.items[i].name, module->name) == 0)
            return true;
    return false;
}

/* An import is used for its checks, for a name of the module itself, or for a
 * name of a module that only comes with it. */
static bool is_used(struct lint *lint, const struct lint_module *user,
                    const struct lint_import *import)
{
    struct lint_module *imported = find_module(lint, import->name);
    if (imported == NULL)
        return true;
    reach_only(lint, imported);
    for (size_t i = 0; i < lint->modules.count; i++) {
        const struct lint_module *module = lint->modules.items[i];
        if (!module->reached)
            continue;
        if (module->has_check)
            return true;
        if (uses_names_of(user, module) &&
            (module == imported || !imports_directly(user, module)))
            return true;
    }
    return false;
}

/* In a specification with checks. Other modules may import for those that
 * import them. */
void lint_imports(struct lint *lint)
{
    for (size_t i = 0; i < lint->modules.count; i++) {
        const struct lint_module *module = lint->modules.items[i];
        if (module->source != lint->spec_source || !lint->spec_checks)
            continue;
        for (size_t k = 0; k < module->imports.count; k++) {
            const struct lint_import *import = &module->imports.items[k];
            if (is_used(lint, module, import))
                continue;
            diag_help(lint_add(lint, LINT_UNUSED_IMPORT, import->span,
                               "nothing of '%s' is used here", import->name),
                      "take the import out");
        }
    }
}
