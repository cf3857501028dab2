/* Values of the language while it runs.
 *
 * A `struct val` is 16 bytes and is passed by value. null, booleans, numbers,
 * characters and functions that capture nothing are immediate; strings and
 * whatever came from the executor are shared with the trace (trace/value.h),
 * never copied; the rest are counted blocks. Values are immutable and there are
 * no cycles, because the language has no recursion.
 *
 * A function that returns a `struct val` gives the caller one reference unless
 * it says "borrowed"; arguments are borrowed unless it says "takes". No block
 * nests deeper than VAL_DEPTH_LIMIT, so that walks over values may recurse.
 */
#ifndef WEIR_LANG_EVAL_VALUE_H
#define WEIR_LANG_EVAL_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/intern.h"
#include "lang/session.h"
#include "logic/formula.h"
#include "trace/value.h"

struct ast_global;
struct code;
struct global_code;
struct thunk;
struct world;

enum val_kind {
    VAL_NULL, /* zeroed memory is null */
    VAL_BOOL,
    VAL_INT,
    VAL_FLOAT,
    VAL_CHAR,
    VAL_CODE,        /* a function that captures nothing, no argument yet */
    VAL_FAIL,        /* not a value: an error was noted (evaluator only) */
    VAL_STRING,      /* from here on counted; up to DATA_OBJECT in the trace's
                        representation */
    VAL_DATA_LIST,   /* a list from the executor */
    VAL_DATA_OBJECT, /* an object from the executor: partial */
    VAL_LIST,
    VAL_OBJECT, /* written in the specification: total */
    VAL_SYMBOL,
    VAL_ACTION,
    VAL_FUNCTION, /* a closure, or any function with some of its arguments */
    VAL_FORMULA,  /* residual: neither true nor false */
    VAL_THUNK,    /* in variables and captures only, never a result */
};

/* How often blocks may nest: lists in lists, closures in closures. A limit on
 * the C stack of every walk; real specifications stay below ten. */
enum { VAL_DEPTH_LIMIT = 1000 };

struct val {
    enum val_kind kind;
    uint32_t selector; /* DATA_LIST as a selector gave it: number of the
                          selector plus one, for messages; else 0 */
    union {
        bool boolean;
        int64_t integer;
        double number;
        uint32_t character;
        const struct code *code;
        const struct value *data;
        struct val_block *block;
        struct val_formula *formula;
        struct thunk *thunk;
    };
};

/* The names of an object's fields; lives in the program. */
struct val_shape {
    size_t count;
    intern_t *names;
};

/* LIST, OBJECT, SYMBOL, ACTION, FUNCTION. */
struct val_block {
    uint32_t references;
    uint32_t count; /* of items */
    uint32_t depth;
    uint32_t reserved;
    union {
        const struct val_shape *shape;    /* OBJECT: items are its fields */
        intern_t name;                    /* SYMBOL: items are its arguments */
        const struct global_code *action; /* ACTION: items[0] is its timeout,
                                             null or an integer, then come its
                                             arguments */
        const struct code *code; /* FUNCTION: items are what it captures, then
                                    the arguments so far */
    };
    struct val items[];
};

struct val_formula {
    uint32_t references;
    struct world *world; /* counted: keeps the store alive */
    struct ltl_formula *formula;
};

/* What the header of the room shows: a value in a box of its own. */
struct lang_value {
    uint32_t references;
    struct val val;
    const struct ast_global *declared; /* of a name for `happened`: the action
                                          of `with` it comes from, or NULL */
};

static inline struct val val_null(void)
{
    return (struct val){.kind = VAL_NULL};
}

static inline struct val val_bool(bool boolean)
{
    return (struct val){.kind = VAL_BOOL, .boolean = boolean};
}

static inline struct val val_int(int64_t integer)
{
    return (struct val){.kind = VAL_INT, .integer = integer};
}

static inline struct val val_float(double number)
{
    return (struct val){.kind = VAL_FLOAT, .number = number};
}

static inline struct val val_char(uint32_t character)
{
    return (struct val){.kind = VAL_CHAR, .character = character};
}

static inline struct val val_fail(void)
{
    return (struct val){.kind = VAL_FAIL};
}

static inline struct val val_code(const struct code *code)
{
    return (struct val){.kind = VAL_CODE, .code = code};
}

static inline bool val_is_counted(struct val val)
{
    return val.kind >= VAL_STRING;
}

static inline bool val_is_bool(struct val val, bool boolean)
{
    return val.kind == VAL_BOOL && val.boolean == boolean;
}

static inline bool val_is_list(struct val val)
{
    return val.kind == VAL_LIST || val.kind == VAL_DATA_LIST;
}

static inline bool val_is_object(struct val val)
{
    return val.kind == VAL_OBJECT || val.kind == VAL_DATA_OBJECT;
}

static inline bool val_is_function(struct val val)
{
    return val.kind == VAL_FUNCTION || val.kind == VAL_CODE;
}

struct val val_ref_counted(struct val val);
void val_unref_counted(struct val val);

static inline struct val val_ref(struct val val)
{
    return val_is_counted(val) ? val_ref_counted(val) : val;
}

static inline void val_unref(struct val val)
{
    if (val_is_counted(val))
        val_unref_counted(val);
}

/* A string with this text. */
struct val val_string(struct str text);

/* The text of a string; empty for other kinds. Borrowed. */
struct str val_text(struct val val);

/* A view of a value of the trace: numbers and constants become immediate, the
 * rest shares `data` (one more reference). */
struct val val_from_data(const struct value *data);
/* The same without a reference: borrowed from the owner of `data`. */
struct val val_borrow_data(const struct value *data);

/* A block of this kind with `count` items, all null, to be filled in before
 * anybody else sees it; then val_block_seal computes the depth. */
struct val_block *val_block_create(size_t count);
/* The finished value (takes the block), or VAL_FAIL and the block freed when
 * it nests too deeply. */
struct val val_block_seal(enum val_kind kind, struct val_block *block);
/* How deeply the value nests. */
uint32_t val_depth(struct val val);

/* Number of items of a list, item by index (borrowed). */
size_t val_list_count(struct val list);
struct val val_list_at(struct val list, size_t index);

/* The field of an object, borrowed; false when there is none. `guess` is where
 * the field was last time, for objects from the executor, and is updated. */
bool val_field(struct val object, intern_t name, uint32_t *guess,
               struct val *field);
bool val_field_text(struct val object, struct str name, struct val *field);

/* How two values compare under `==` (reference, 3.5). */
enum val_equality {
    VAL_DIFFERENT,
    VAL_EQUAL,
    VAL_PARTIAL,      /* objects of which at least one is partial */
    VAL_INCOMPARABLE, /* functions or formulas */
    VAL_TOO_LONG,     /* *steps ran out */
};
/* Looks at every element even after a difference, because a partial object
 * after it is still an error. Counts down *steps. */
enum val_equality val_compare(struct val a, struct val b, int64_t *steps);

/* Whether two values cannot be told apart by any program: for interning.
 * Functions and thunks are the same with the same code and the same captures.
 * Gives up (false) when *steps run out. */
bool val_identical(struct val a, struct val b, int64_t *steps);
/* Continues a hash over some values, looking `depth` levels deep and only at
 * the beginning of large ones. Identical values have equal hashes. */
uint64_t val_hash_items(uint64_t hash, const struct val *items, size_t count,
                        int depth);

/* As JSON for an executor: NULL when it holds a function, formula, symbol,
 * character or action, or when *steps run out. Integral floats become integers,
 * as they do when they come back. */
struct value *val_to_data(struct val val, int64_t *steps);

/* For people: at most about `limit` bytes, then "…". */
void val_print(struct buf *buf, struct val val, size_t limit);

/* The same; of long strings inside something only the beginning and the end, so
 * that what stands after them has room. Not for what tells values apart. */
void val_print_brief(struct buf *buf, struct val val, size_t limit);

/* "a number", "a list": for messages. */
const char *val_kind_text(struct val val);

/* A box; takes the value. */
struct lang_value *val_box(struct val val);

#endif
