/* Arithmetic and order (reference, 3.6): integers of 64 bits that wrap, doubles
 * as IEEE says, an integer beside a double becomes one. */
#include "lang/eval/primitives.h"

#include <math.h>

/* Wrapping arithmetic goes through unsigned numbers: no overflow there. */
static int64_t wrap(uint64_t bits)
{
    return (int64_t)bits;
}

/* Floors, as the remainder has the sign of the divisor. */
static int64_t divide(int64_t a, int64_t b)
{
    if (b == -1) /* the least integer has no positive counterpart: wraps */
        return wrap(0 - (uint64_t)a);
    int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t modulo(int64_t a, int64_t b)
{
    if (b == -1)
        return 0;
    int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static double modulo_float(double a, double b)
{
    double rest = fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static struct val operate_int(struct machine *machine, const struct node *site,
                              enum primitive primitive, int64_t a, int64_t b)
{
    switch (primitive) {
    case PRIMITIVE_LESS:
        return val_bool(a < b);
    case PRIMITIVE_LESS_EQUAL:
        return val_bool(a <= b);
    case PRIMITIVE_GREATER:
        return val_bool(a > b);
    case PRIMITIVE_GREATER_EQUAL:
        return val_bool(a >= b);
    case PRIMITIVE_ADD:
        return val_int(wrap((uint64_t)a + (uint64_t)b));
    case PRIMITIVE_SUBTRACT:
        return val_int(wrap((uint64_t)a - (uint64_t)b));
    case PRIMITIVE_MULTIPLY:
        return val_int(wrap((uint64_t)a * (uint64_t)b));
    default:
        break;
    }
    if (b == 0)
        return machine_fail(machine, site, "divide by zero");
    return val_int(primitive == PRIMITIVE_DIVIDE ? divide(a, b) : modulo(a, b));
}

static struct val operate_float(enum primitive primitive, double a, double b)
{
    switch (primitive) {
    case PRIMITIVE_LESS:
        return val_bool(a < b);
    case PRIMITIVE_LESS_EQUAL:
        return val_bool(a <= b);
    case PRIMITIVE_GREATER:
        return val_bool(a > b);
    case PRIMITIVE_GREATER_EQUAL:
        return val_bool(a >= b);
    case PRIMITIVE_ADD:
        return val_float(a + b);
    case PRIMITIVE_SUBTRACT:
        return val_float(a - b);
    case PRIMITIVE_MULTIPLY:
        return val_float(a * b);
    case PRIMITIVE_DIVIDE:
        return val_float(a / b);
    default:
        return val_float(modulo_float(a, b));
    }
}

static bool is_number(struct val val)
{
    return val.kind == VAL_INT || val.kind == VAL_FLOAT;
}

static double as_double(struct val val)
{
    return val.kind == VAL_INT ? (double)val.integer : val.number;
}

static const char *operation_text(enum primitive primitive)
{
    switch (primitive) {
    case PRIMITIVE_ADD:
        return "Addition";
    case PRIMITIVE_SUBTRACT:
        return "Subtraction";
    case PRIMITIVE_MULTIPLY:
        return "Multiplication";
    case PRIMITIVE_DIVIDE:
        return "Division";
    case PRIMITIVE_MODULO:
        return "Modulo";
    default:
        return "Comparison";
    }
}

struct val number_operate(struct machine *machine, const struct node *site,
                          enum primitive primitive, struct val a, struct val b)
{
    if (a.kind == VAL_INT && b.kind == VAL_INT)
        return operate_int(machine, site, primitive, a.integer, b.integer);
    if (is_number(a) && is_number(b))
        return operate_float(primitive, as_double(a), as_double(b));
    struct val wrong = is_number(a) ? b : a;
    machine_fail_got(machine, site, wrong, "%s expects numeric types, but",
                     operation_text(primitive));
    if (primitive == PRIMITIVE_ADD && a.kind == VAL_STRING &&
        b.kind == VAL_STRING)
        machine_help(machine, "texts cannot be joined");
    else if (wrong.kind == VAL_STRING)
        machine_help(machine, "parseInt(…) and parseFloat(…) make a number of "
                              "a text");
    else if (wrong.kind == VAL_NULL)
        machine_help(machine, "(x ?? 0) is 0 where x is null; or ask first: "
                              "x != null && …");
    return val_fail();
}
