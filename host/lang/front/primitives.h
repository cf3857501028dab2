/* The primitives of the language (reference, 5.1) in one list.
 *
 * P(ENUM, "name", arity, lazy, "type") where bit i of `lazy` says that argument
 * i is passed as a thunk. In types, V is every non-function; lower-case letters
 * are type variables. `true`, `false`, `null` and `happened` are expressions of
 * their own (ast.h), not primitives.
 */
#ifndef WEIR_LANG_FRONT_PRIMITIVES_H
#define WEIR_LANG_FRONT_PRIMITIVES_H

#define PRIMITIVE_LIST(P)                                                      \
    P(EQUAL, "_==_", 2, 0, "V>V>V")                                            \
    P(NOT_EQUAL, "_!=_", 2, 0, "V>V>V")                                        \
    P(LESS, "_<_", 2, 0, "V>V>V")                                              \
    P(LESS_EQUAL, "_<=_", 2, 0, "V>V>V")                                       \
    P(GREATER, "_>_", 2, 0, "V>V>V")                                           \
    P(GREATER_EQUAL, "_>=_", 2, 0, "V>V>V")                                    \
    P(ADD, "_+_", 2, 0, "V>V>V")                                               \
    P(SUBTRACT, "_-_", 2, 0, "V>V>V")                                          \
    P(MULTIPLY, "_*_", 2, 0, "V>V>V")                                          \
    P(DIVIDE, "_/_", 2, 0, "V>V>V")                                            \
    P(MODULO, "_%_", 2, 0, "V>V>V")                                            \
    P(NOT, "not_", 1, 0, "V>V")                                                \
    P(AND, "_&&_", 2, 2, "V>V>V")                                              \
    P(OR, "_||_", 2, 2, "V>V>V")                                               \
    P(IMPLIES, "_==>_", 2, 2, "V>V>V")                                         \
    P(IF, "if_{_}else{_}", 3, 6, "V>a>a>a")                                    \
    P(WHEN, "_when_", 2, 3, "V>V>V")                                           \
    P(TIMEOUT, "_timeout_", 2, 0, "V>V>V")                                     \
    P(NEXT, "next_", 1, 1, "V>V")                                              \
    P(NEXT_WEAK, "nextT_", 1, 1, "V>V")                                        \
    P(NEXT_STRONG, "nextF_", 1, 1, "V>V")                                      \
    P(ALWAYS, "always{_}_", 2, 2, "V>V>V")                                     \
    P(EVENTUALLY, "eventually{_}_", 2, 2, "V>V>V")                             \
    P(UNTIL, "_until{_}_", 3, 5, "V>V>V>V")                                    \
    P(RELEASE, "_release{_}_", 3, 5, "V>V>V>V")                                \
    P(IS_NULL, "isNull", 1, 0, "a>V")                                          \
    P(PARSE_INT, "parseInt", 1, 0, "V>V")                                      \
    P(PARSE_FLOAT, "parseFloat", 1, 0, "V>V")                                  \
    P(TRIM, "trim", 1, 0, "V>V")                                               \
    P(SPLIT, "split", 2, 0, "V>V>V")                                           \
    P(NTH, "nth", 2, 0, "V>V>V")                                               \
    P(MAP, "map", 2, 0, "(V>V)>V>V")                                           \
    P(FOLDR, "foldr", 3, 0, "(V>V>V)>V>V>V")                                   \
    P(FOLDL, "foldl", 3, 0, "(V>V>V)>V>V>V")                                   \
    P(UNFOLDR, "unfoldr", 2, 0, "(V>V)>V>V")                                   \
    P(ZIP, "zip", 2, 0, "V>V>V")                                               \
    P(ZIP_ALL, "zipAll", 1, 0, "V>V")                                          \
    P(IN_HAPPENED, "_inhappened", 1, 0, "V>V")                                 \
    P(TICKED, "ticked'", 1, 1, "V>V")                                          \
    P(PREV, "prev'", 1, 1, "V>V")                                              \
    P(BEFORE, "before'", 1, 1, "V>V")                                          \
    P(TICKS, "ticks'", 1, 1, "V>V")                                            \
    P(SINCE, "since'", 1, 1, "V>V")                                            \
    P(HELD, "held'", 1, 1, "V>V")                                              \
    P(LASTED, "lasted'", 1, 1, "V>V")                                          \
    P(TIMES, "times'", 1, 1, "V>V")                                            \
    P(CLICKS, "clicks'", 1, 1, "V>V")                                          \
    P(INPUTS, "inputs'", 1, 1, "V>V")                                          \
    P(DEFAULT_SUBSCRIPT, "defaultSubscript'", 0, 0, "V")

enum primitive {
#define P(name, text, arity, lazy, type) PRIMITIVE_##name,
    PRIMITIVE_LIST(P)
#undef P
        PRIMITIVE_COUNT
};

struct primitive_info {
    const char *name;
    int arity; /* 0: a constant */
    unsigned lazy;
    const char *type;
};

/* The words of specs/library/weir/signals.strom: what is remembered of the
 * argument from earlier states (lang/eval/signals.h). */
static inline int primitive_remembers(enum primitive primitive)
{
    return primitive >= PRIMITIVE_TICKED && primitive <= PRIMITIVE_INPUTS;
}

/* Indexed by enum primitive. */
extern const struct primitive_info primitive_infos[PRIMITIVE_COUNT];

#endif
