/* Order of this file: chance, types, writing, what reads a field of an element,
 * forms of one type, forms of any type, specifications. */
#include "expressions.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

enum { TYPE_LIMIT = 20000, SCOPE_LIMIT = 64, TYPE_DEPTH = 2, TERM_DEPTH = 3 };

enum kind { INTEGER, TEXT, BOOLEAN, ELEMENT, LIST, RECORD };

struct type {
    enum kind kind;
    const struct type *a, *b; /* LIST: of a; RECORD: a and b */
};

struct name {
    int number; /* v0, v1, … */
    const struct type *type;
};

struct expressions {
    uint64_t state;
    struct buf *buf;
    struct type types[TYPE_LIMIT]; /* of one property */
    size_t type_count;
    struct name scope[SCOPE_LIMIT];
    size_t count; /* of names in scope */
    int fresh;    /* number of the next name */
};

/* ---- chance ------------------------------------------------------------- */

struct expressions *expressions_create(uint64_t seed)
{
    struct expressions *ex = MEMORY_NEW(struct expressions);
    ex->state = seed;
    return ex;
}

void expressions_destroy(struct expressions *ex)
{
    free(ex);
}

/* splitmix64 */
int expressions_below(struct expressions *ex, int bound)
{
    uint64_t z = ex->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (int)((z ^ (z >> 31)) % (uint64_t)bound);
}

/* ---- types -------------------------------------------------------------- */

static const struct type *type_of(struct expressions *ex, enum kind kind,
                                  const struct type *a, const struct type *b)
{
    assert(ex->type_count < TYPE_LIMIT);
    struct type *type = &ex->types[ex->type_count++];
    *type = (struct type){kind, a, b};
    return type;
}

static const struct type *plain(struct expressions *ex, enum kind kind)
{
    return type_of(ex, kind, NULL, NULL);
}

static const struct type *list_of(struct expressions *ex, const struct type *of)
{
    return type_of(ex, LIST, of, NULL);
}

/* Most are elements, or have some in them. */
static const struct type *some_type(struct expressions *ex, int depth)
{
    int pick = expressions_below(ex, depth == 0 ? 6 : 10);
    if (pick < 3)
        return plain(ex, ELEMENT);
    if (pick < 6)
        return plain(ex, (enum kind)(pick - 3));
    const struct type *a = some_type(ex, depth - 1);
    return pick < 8 ? list_of(ex, a)
                    : type_of(ex, RECORD, a, some_type(ex, depth - 1));
}

static const struct type *random_type(struct expressions *ex)
{
    return some_type(ex, TYPE_DEPTH);
}

static bool is_same(const struct type *a, const struct type *b)
{
    return a == b || (a != NULL && b != NULL && a->kind == b->kind &&
                      is_same(a->a, b->a) && is_same(a->b, b->b));
}

/* ---- writing ------------------------------------------------------------ */

static void term(struct expressions *ex, const struct type *type, int depth);

/* Names of one pattern that were written and are not in scope yet. */
struct pending {
    struct name names[4];
    size_t written, entered;
};

static void write_new_name(struct expressions *ex, struct pending *pending,
                           const struct type *type)
{
    assert(pending->written < 4);
    struct name name = {ex->fresh++, type};
    pending->names[pending->written++] = name;
    buf_addf(ex->buf, "v%d", name.number);
}

static void enter(struct expressions *ex, struct pending *pending)
{
    assert(ex->count < SCOPE_LIMIT && pending->entered < pending->written);
    ex->scope[ex->count++] = pending->names[pending->entered++];
}

/* Writes the pattern. In it: %t a term of the next type given; %n a new name of
 * the next type; %+ brings the first of these that is not there yet into scope,
 * %- takes the last one out; %d a number below the next number given. */
static void write(struct expressions *ex, int depth, const char *pattern, ...)
{
    struct pending pending = {.written = 0};
    va_list arguments;
    va_start(arguments, pattern);
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at != '%')
            buf_add(ex->buf, at, 1);
        else if (*++at == 't')
            term(ex, va_arg(arguments, const struct type *), depth - 1);
        else if (*at == 'n')
            write_new_name(ex, &pending,
                           va_arg(arguments, const struct type *));
        else if (*at == '+')
            enter(ex, &pending);
        else if (*at == '-')
            ex->count--;
        else
            buf_addf(ex->buf, "%d",
                     expressions_below(ex, va_arg(arguments, int)));
    }
    va_end(arguments);
}

/* One of the names in scope that have the type, or false. */
static bool write_name(struct expressions *ex, const struct type *type)
{
    size_t count = ex->count;
    size_t from = count == 0 ? 0 : (size_t)expressions_below(ex, (int)count);
    for (size_t i = 0; i < count; i++) {
        const struct name *name = &ex->scope[(from + i) % count];
        if (!is_same(name->type, type))
            continue;
        buf_addf(ex->buf, "v%d", name->number);
        return true;
    }
    return false;
}

/* ---- what reads a field of an element ----------------------------------- */

static void element(struct expressions *ex, int depth)
{
    const struct type *type = plain(ex, ELEMENT);
    if (depth > 0)
        term(ex, type, depth - 1);
    else if (!write_name(ex, type))
        write(ex, 0, "(`s%d`[%d])", EXPRESSIONS_SELECTORS, 2);
}

static void field(struct expressions *ex, const char *pattern, int depth)
{
    buf_add_text(ex->buf, "((");
    element(ex, depth);
    buf_add_text(ex->buf, ")");
    write(ex, 0, pattern, EXPRESSIONS_FIELDS, EXPRESSIONS_FIELDS);
    buf_add_text(ex->buf, ")");
}

static void text_field(struct expressions *ex, int depth)
{
    static const char *const ways[] = {
        ".t%d",          ".css.c%d",
        ".css[\"c%d\"]", ".css[first([\"c%d\", \"c%d\"])]",
        ".data.d%d",     ".data[\"d%d\"]",
        "[\"t%d\"]",
    };
    field(ex, ways[expressions_below(ex, sizeof ways / sizeof *ways)], depth);
}

/* ---- forms of one type -------------------------------------------------- */

static void boolean(struct expressions *ex, int depth)
{
    const struct type *integer = plain(ex, INTEGER);
    const struct type *text = plain(ex, TEXT);
    const struct type *truth = plain(ex, BOOLEAN);
    const struct type *some = random_type(ex);
    switch (depth <= 0 ? 6 : expressions_below(ex, 8)) {
    case 0:
        write(ex, depth, "(%t < %t)", integer, integer);
        break;
    case 1:
        write(ex, depth, "(%t == %t)", text, text);
        break;
    case 2:
        write(ex, depth, "(%t && %t)", truth, truth);
        break;
    case 3:
        write(ex, depth, "(not (%t) || %t)", truth, truth);
        break;
    case 4:
        write(ex, depth, "(forall %n in %t { %+%t%- })", some,
              list_of(ex, some), truth);
        break;
    case 5:
        write(ex, depth, "(exists %n in %t { %+%t%- })", some,
              list_of(ex, some), truth);
        break;
    case 6:
        field(ex, ".on%d", depth);
        break;
    default:
        write(ex, depth, "(contains(%t, %t))", text, list_of(ex, text));
        break;
    }
}

static void list_of_lists(struct expressions *ex, const struct type *of,
                          int depth)
{
    const struct type *lists = list_of(ex, of->a);
    if (expressions_below(ex, 2) == 0)
        write(ex, depth, "(zipAll([%t, %t]))", lists, lists);
    else
        write(ex, depth, "(zip(%t, %t))", lists, lists);
}

/* Of two elements or more, so that there always is a first and a second one. */
static void list(struct expressions *ex, const struct type *of, int depth)
{
    const struct type *some = random_type(ex);
    const struct type *of_some = list_of(ex, some);
    const struct type *truth = plain(ex, BOOLEAN);
    if (of->kind == ELEMENT && expressions_below(ex, 2) == 0) {
        write(ex, depth, "(`s%d`)", EXPRESSIONS_SELECTORS);
        return;
    }
    if (of->kind == LIST && depth > 0 && expressions_below(ex, 2) == 0) {
        list_of_lists(ex, of, depth);
        return;
    }
    switch (depth <= 0 ? 0 : expressions_below(ex, 6)) {
    case 0:
        write(ex, depth, "[%t, %t]", of, of);
        break;
    case 1:
        write(ex, depth, "(for %n in %t { %+%t%- })", some, of_some, of);
        break;
    case 2:
        write(ex, depth, "(map(fun (%n) { %+%t%- }, %t))", some, of, of_some);
        break;
    case 3:
        write(ex, depth, "(filter(fun (%n) { %+%t%- || true }, %t))", of, truth,
              list_of(ex, of));
        break;
    case 4: /* each item is what the seed was, or comes of it */
        write(ex, depth,
              "(unfoldr(fun ([%n, n]) { if n < 2 { %+[%t, [%t, n + 1]]%- } "
              "else { null } }, [%t, 0]))",
              of, of, of, of);
        break;
    default:
        write(ex, depth, "(for [%n, %n] in zip(%t, %t) { %+%+%t%-%- })", some,
              of, of_some, list_of(ex, of), of);
        break;
    }
}

static void integer(struct expressions *ex, int depth)
{
    const struct type *number = plain(ex, INTEGER);
    switch (depth <= 0 ? 0 : expressions_below(ex, 5)) {
    case 2:
        write(ex, depth, "(length(%t))", list_of(ex, random_type(ex)));
        break;
    case 3:
        write(ex, depth, "(%t + %t)", number, number);
        break;
    case 4:
        write(ex, depth, "%d", 10);
        break;
    default:
        field(ex, ".n%d", depth);
        break;
    }
}

static void own_form(struct expressions *ex, const struct type *type, int depth)
{
    switch (type->kind) {
    case INTEGER:
        integer(ex, depth);
        break;
    case TEXT:
        text_field(ex, depth);
        break;
    case BOOLEAN:
        boolean(ex, depth);
        break;
    case ELEMENT:
        element(ex, 0);
        break;
    case LIST:
        list(ex, type->a, depth);
        break;
    case RECORD:
        write(ex, depth, "({a: %t, b: %t})", type->a, type->b);
        break;
    }
}

/* ---- forms of any type -------------------------------------------------- */

static void by_function(struct expressions *ex, const struct type *type,
                        int depth)
{
    const struct type *some = random_type(ex);
    const struct type *other = random_type(ex);
    switch (expressions_below(ex, 7)) {
    case 0:
        write(ex, depth, "((fun (%n) { %+%t%- })(%t))", some, type, some);
        break;
    case 1: /* some of its arguments */
        write(ex, depth, "(let f = (fun (%n, %n) { %+%+%t%-%- })(%t); f(%t))",
              some, other, type, some, other);
        break;
    case 2: /* a function of functions */
        write(ex, depth, "((fun (h, x) { h(x) })(fun (%n) { %+%t%- }, %t))",
              some, type, some);
        break;
    case 3: /* a function that gives one */
        write(ex, depth, "((fun (%n) { fun (%n) { %+%+%t%-%- } })(%t)(%t))",
              some, other, type, some, other);
        break;
    case 4: /* one of two */
        write(ex, depth,
              "((if %t { fun (%n) { %+%t%- } } else { fun (%n) { %+%t%- } })"
              "(%t))",
              plain(ex, BOOLEAN), some, type, some, type, some);
        break;
    case 5: /* of the specification */
        write(ex, depth, "(twice(fun (%n) { %+%t%- }, %t))", type, type, type);
        break;
    default:
        write(ex, depth, "(let ~%n = %t; %+%t%-)", some, some, type);
        break;
    }
}

static void by_pattern(struct expressions *ex, const struct type *type,
                       int depth)
{
    const struct type *some = random_type(ex);
    const struct type *other = random_type(ex);
    switch (expressions_below(ex, 6)) {
    case 0:
        write(ex, depth, "((fun ([%n, %n]) { %+%+%t%-%- })([%t, %t]))", some,
              other, type, some, other);
        break;
    case 1:
        write(ex, depth,
              "((fun ({a: %n, b: %n}) { %+%+%t%-%- })({b: %t, a: %t}))", some,
              other, type, other, some);
        break;
    case 2:
        write(ex, depth, "((fun (:s(%n, %n)) { %+%+%t%-%- })(:s(%t, %t)))",
              some, other, type, some, other);
        break;
    case 3:
        write(ex, depth,
              "(match :s(%t) { | case :r(_) { %t } | case :s(%n) { %+%t%- } })",
              some, type, some, type);
        break;
    case 4: /* what has happened, and the element that it was given */
        write(ex, depth,
              "(match happened { | case [press!(%n)] { %+%t%- } "
              "| case _ { %t } })",
              plain(ex, ELEMENT), type, type);
        break;
    default:
        write(ex, depth, "(freeze [%n, _] = [%t, %t] . %+%t%-)", some, some,
              other, type);
        break;
    }
}

static void by_list(struct expressions *ex, const struct type *type, int depth)
{
    const struct type *some = random_type(ex);
    const struct type *other = random_type(ex);
    const struct type *of_some = list_of(ex, some);
    const struct type *of_type = list_of(ex, type);
    switch (expressions_below(ex, 8)) {
    case 0:
        write(ex, depth, "(first(%t))", of_type);
        break;
    case 1:
        write(ex, depth, "(nth(%t, %d))", of_type, 2);
        break;
    case 2:
        write(ex, depth, "(last(for %n in %t { %+%t%- }))", some, of_some,
              type);
        break;
    case 3:
        write(ex, depth, "(foldl(fun (%n, %n) { %+%+%t%-%- }, %t, %t))", type,
              some, type, type, of_some);
        break;
    case 4:
        write(ex, depth, "(foldr(fun (%n, %n) { %+%+%t%-%- }, %t, %t))", some,
              type, type, type, of_some);
        break;
    case 5:
        write(ex, depth,
              "((fun ([%n, %n]) { %+%+%t%-%- })(nth(zip(%t, %t), %d)))", some,
              other, type, of_some, list_of(ex, other), 2);
        break;
    case 6: /* lists in lists, deeper with each step */
        write(ex, depth,
              "(nth(foldl(fun (l, %n) { [%+%t%-, l] }, [%t, 0], %t), 0))", some,
              type, type, of_some);
        break;
    default:
        write(ex, depth, "(nth(nth(zipAll([%t, %t]), %d), %d))", of_type,
              of_type, 2, 2);
        break;
    }
}

static void by_choice(struct expressions *ex, const struct type *type,
                      int depth)
{
    const struct type *other = random_type(ex);
    const struct type *truth = plain(ex, BOOLEAN);
    switch (expressions_below(ex, 6)) {
    case 0:
        write(ex, depth, "(if %t { %t } else { %t })", truth, type, type);
        break;
    case 1:
        write(ex, depth, "(null ?? %t)", type);
        break;
    case 2:
        write(ex, depth, "(%t when %t || true)", type, truth);
        break;
    case 3:
        write(ex, depth, "(({a: %t, b: %t}).a)", type, other);
        break;
    case 4:
        write(ex, depth, "(({a: %t, b: %t})[\"b\"])", other, type);
        break;
    default:
        write(ex, depth, "(let %n = %t; %+%t%-)", other, other, type);
        break;
    }
}

static void term(struct expressions *ex, const struct type *type, int depth)
{
    int pick = expressions_below(ex, 10);
    if (pick < 3 && write_name(ex, type))
        return;
    if (depth <= 0 || pick < 2)
        own_form(ex, type, depth);
    else if (pick < 4)
        by_function(ex, type, depth);
    else if (pick < 6)
        by_pattern(ex, type, depth);
    else if (pick < 8)
        by_list(ex, type, depth);
    else
        by_choice(ex, type, depth);
}

/* ---- specifications ----------------------------------------------------- */

static void property(struct expressions *ex)
{
    const struct type *truth = plain(ex, BOOLEAN);
    const struct type *some = random_type(ex);
    switch (expressions_below(ex, 4)) {
    case 0:
        write(ex, TERM_DEPTH, "always {1} %t", truth);
        break;
    case 1: /* what a state before had is read in the next one */
        write(ex, TERM_DEPTH, "(let %n = %t; nextT %+%t%-)", some, some, truth);
        break;
    default:
        write(ex, TERM_DEPTH, "%t", truth);
        break;
    }
}

static void finish_term(struct expressions *ex)
{
    assert(ex->count == 0);
    ex->type_count = 0;
    ex->fresh = 0;
}

void expressions_add_specification(struct expressions *ex, struct buf *buf,
                                   int properties)
{
    ex->buf = buf;
    buf_add_text(buf, "import control; import list; import ltl;\n"
                      "let twice(f, x) = f(f(x));\n"
                      "action press!(e) = {id: \"press\", event: false, "
                      "args: [e.n0]};\n"
                      "action ~go! = press!(");
    element(ex, 0);
    finish_term(ex);
    buf_add_text(buf, ");\n");
    for (int i = 0; i < properties; i++) {
        buf_addf(buf, "let ~p%d = ", i);
        property(ex);
        finish_term(ex);
        buf_add_text(buf, ";\n");
    }
    buf_add_text(buf, "check ");
    for (int i = 0; i < properties; i++)
        buf_addf(buf, "%sp%d", i == 0 ? "" : ", ", i);
    buf_add_text(buf, " with go!;\n");
}
