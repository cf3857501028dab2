/* Warnings about programs that load but hardly mean what was meant. Each has a
 * name, by which it can be silenced, a place, and help.
 *
 *     struct lint *lint = lint_create();
 *     options.listener = lint_listener(lint);   … lang_load …
 *     lint_run(lint, program, &lint_options, &diags);
 *     lint_destroy(lint);
 *
 * Modules of the library are not looked at. A comment `// weir: allow NAME` on
 * the line before (or in the line, or before its declaration) silences one
 * warning; several names stand with commas between them.
 */
#ifndef WEIR_LANG_LINT_LINT_H
#define WEIR_LANG_LINT_LINT_H

#include "base/buf.h"
#include "lang/front/diag.h"
#include "lang/front/listen.h"
#include "lang/program.h"

/* L(ENUM, "name", severity, "what it is about") */
#define LINT_LIST(L)                                                           \
    L(EAGER_BINDING, "eager-binding", DIAG_WARNING,                            \
      "a temporal operator over a value that was fixed before")                \
    L(NEVER_ENABLED, "never-enabled", DIAG_WARNING,                            \
      "an action whose guard is never true")                                   \
    L(NEVER_HAPPENS, "never-happens", DIAG_WARNING,                            \
      "`happened` never holds the action that is looked for in it")            \
    L(NEVER_FAILS, "never-fails", DIAG_WARNING,                                \
      "a property that is true by its form")                                   \
    L(FIRST_STATE, "first-state", DIAG_NOTE,                                   \
      "a property that looks at the first state only")                         \
    L(LOOSE_ALWAYS, "loose-always", DIAG_WARNING,                              \
      "a part of a property that 'always' does not reach: always p && q")      \
    L(SAME_STATE, "same-state", DIAG_WARNING,                                  \
      "a value that is compared with itself, where nextT is missing")          \
    L(ENDLESS, "endless", DIAG_WARNING,                                        \
      "a property that demands another state in each state")                   \
    L(MISSING_WHEN, "missing-when", DIAG_WARNING,                              \
      "a check that lists `loaded?` where `when loaded?` is likely meant")     \
    L(UNUSED_ACTION, "unused-action", DIAG_WARNING,                            \
      "an action that no check lists and nothing uses")                        \
    L(UNUSED_BINDING, "unused-binding", DIAG_WARNING,                          \
      "a name that nothing uses")                                              \
    L(UNUSED_IMPORT, "unused-import", DIAG_WARNING,                            \
      "a module of which nothing is used")                                     \
    L(UNKNOWN_FIELD, "unknown-field", DIAG_WARNING,                            \
      "a field that looks like another one misspelt")                          \
    L(DEAD_SELECTOR, "dead-selector", DIAG_WARNING,                            \
      "a selector of which only fields are read that no element can have")     \
    L(NESTED_COMMA, "nested-comma", DIAG_WARNING,                              \
      "a selector with >>> that begins anew after a comma")                    \
    L(TEXT_AS_LIST, "text-as-list", DIAG_WARNING,                              \
      "a function of lists that is given a text")                              \
    L(NUMBER_AS_LIST, "number-as-list", DIAG_WARNING,                          \
      "an index of a product, 2 * xs[0], which is read as (2 * xs)[0]")        \
    L(TEXT_AS_NUMBER, "text-as-number", DIAG_WARNING,                          \
      "a text that is compared with a number")                                 \
    L(BOOLEAN_AS_TEXT, "boolean-as-text", DIAG_WARNING,                        \
      "a boolean is compared with a text or a number")                         \
    L(KEY_AS_TEXT, "key-as-text", DIAG_WARNING,                                \
      "a key that is called by its name, whose letters would be typed")        \
    L(LIST_AS_ELEMENT, "list-as-element", DIAG_WARNING,                        \
      "a selector's list that is treated as one element: null, a text, "       \
      ".length")                                                               \
    L(LONG_SUBSCRIPT, "long-subscript", DIAG_WARNING,                          \
      "a subscript that demands more states than --max-actions lets come")     \
    L(IGNORED_TEXT, "ignored-text", DIAG_WARNING,                              \
      "text after a number that is not part of it")                            \
    L(USELESS_NAME, "useless-name", DIAG_WARNING,                              \
      "a name that can never mean anything")                                   \
    L(LIVENESS, "liveness", DIAG_NOTE,                                         \
      "a property that no run can refute: failing answers are presumptive")    \
    L(SAFETY, "safety", DIAG_NOTE,                                             \
      "a property that no run can confirm: passing answers are presumptive")

enum lint_name {
#define L(id, name, severity, about) LINT_##id,
    LINT_LIST(L)
#undef L
        LINT_COUNT
};

struct lint_info {
    const char *name;
    enum diag_severity severity;
    const char *about;
};

/* Indexed by enum lint_name. */
extern const struct lint_info lint_infos[LINT_COUNT];

/* The warning with this name, or LINT_COUNT. */
enum lint_name lint_find(struct str name);

struct lint_options {
    bool allowed[LINT_COUNT]; /* silenced everywhere */
    int64_t max_actions;      /* of each test; below 0: no limit */
};

struct lint;

struct lint *lint_create(void);
void lint_destroy(struct lint *lint); /* NULL is fine */
const struct lang_listener *lint_listener(struct lint *lint);

/* Adds warnings and notes to the diagnostics of loading the program, takes out
 * those that are silenced, gives all their names, and sorts them by place. When
 * there is no program because of mistakes, those are left in their order. */
void lint_run(struct lint *lint, const struct lang_program *program,
              const struct lint_options *options, struct diag_list *diags);

/* Warnings (not notes) in the list. */
size_t lint_count(const struct diag_list *diags);

#endif
