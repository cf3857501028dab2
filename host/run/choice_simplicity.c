/* What a choice does, and which of two is simpler. */
#include "run/choice_internal.h"

static bool does(const struct value *choice, const char *id)
{
    return str_is(value_text(value_field_named(choice, "id")), id);
}

bool choice_only_waits(const struct value *choice)
{
    return does(choice, "noop") || does(choice, "passTime");
}

bool choice_reloads(const struct value *choice)
{
    return does(choice, "reload");
}

bool choice_is_kin(const struct value *a, const struct value *b)
{
    return value_equal(value_field_named(a, "id"),
                       value_field_named(b, "id")) &&
           str_equal(choice_name(a), choice_name(b)) &&
           value_field_named(a, "args")->count ==
               value_field_named(b, "args")->count;
}

void choice_add_kin_key(struct buf *out, const struct value *choice)
{
    buf_add_str(out, value_text(value_field_named(choice, "id")));
    buf_addf(out, ",%zu,", value_field_named(choice, "args")->count);
    buf_add_str(out, choice_name(choice));
}

/* The actions of a choice: one, or those that it does in order. */
struct parts {
    const struct value *const *items;
    size_t count;
};

static bool is_part(const struct value *value)
{
    const struct value *id = value_field_named(value, "id"),
                       *args = value_field_named(value, "args");
    return id != NULL && args != NULL && args->kind == VALUE_LIST;
}

/* A specification may write whatever it likes as parts. */
static bool are_parts(const struct value *list)
{
    if (list->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (!is_part(list->items[i]))
            return false;
    return true;
}

static struct parts parts_of(const struct value *const *choice)
{
    const struct value *args = value_field_named(*choice, "args");
    if (str_is(value_text(value_field_named(*choice, "id")), ACTION_IN_ORDER) &&
        args->count == 1 && are_parts(args->items[0]))
        return (struct parts){
            (const struct value *const *)args->items[0]->items,
            args->items[0]->count};
    return (struct parts){choice, 1};
}

static bool is_same_part(const struct value *a, const struct value *b)
{
    return value_equal(value_field_named(a, "id"),
                       value_field_named(b, "id")) &&
           value_equal(value_field_named(a, "args"),
                       value_field_named(b, "args"));
}

bool choice_is_within(const struct value *a, const struct value *b)
{
    struct parts ours = parts_of(&a), theirs = parts_of(&b);
    size_t found = 0;
    for (size_t i = 0; i < theirs.count && found < ours.count; i++)
        found += is_same_part(ours.items[found], theirs.items[i]);
    return found == ours.count && found < theirs.count;
}

size_t choice_parts(const struct value *choice)
{
    return parts_of(&choice).count;
}

/* Values that arrive at the same time (weir/channels): this id, and an object
 * with one for each input as the only argument. */
static const char tick[] = "tick";

size_t choice_arrivals(const struct value *choice)
{
    const struct value *args = value_field(choice, STR("args"));
    bool is_tick = str_is(value_text(value_field(choice, STR("id"))), tick);
    return is_tick && args != NULL && args->kind == VALUE_LIST &&
                   args->count == 1 && args->items[0]->kind == VALUE_OBJECT &&
                   args->items[0]->count > 1 &&
                   choice_element(args->items[0]) == NULL
               ? args->items[0]->count
               : 1;
}

bool choice_does_less(const struct value *a, const struct value *b)
{
    return choice_parts(a) < choice_parts(b);
}

static int order_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

/* Of all texts in it; an element is none. */
static size_t text_length(const struct value *value)
{
    size_t length = 0;
    if (value->kind == VALUE_STRING)
        return value_text(value).length;
    if (value->kind == VALUE_OBJECT && choice_element(value) == NULL)
        for (size_t i = 0; i < value->count; i++)
            length += text_length(value->fields[i].value);
    if (value->kind == VALUE_LIST)
        for (size_t i = 0; i < value->count; i++)
            length += text_length(value->items[i]);
    return length;
}

bool choice_says_more(const struct value *a, const struct value *b)
{
    size_t ours = choice_parts(a), theirs = choice_parts(b);
    return ours > theirs ||
           (ours == theirs && text_length(value_field_named(a, "args")) >
                                  text_length(value_field_named(b, "args")));
}

static size_t count_letters(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        count += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                 (c >= '0' && c <= '9');
    }
    return count;
}

/* Shorter, then with more plain letters, then by the alphabet. */
static int order_texts(struct str a, struct str b)
{
    int by = order_sizes(a.length, b.length);
    if (by == 0)
        by = order_sizes(count_letters(b), count_letters(a));
    return by == 0 ? str_compare(a, b) : by;
}

/* Nearer to zero, then the positive one. */
static int order_numbers(double a, double b)
{
    double x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    if (x < y || x > y)
        return x < y ? -1 : 1;
    return a > b ? -1 : a < b;
}

/* The earlier place in the first list that has both. */
static int order_elements(const struct value *a, const struct value *b)
{
    const struct value *ours = value_field_named(a, "found"),
                       *theirs = value_field_named(b, "found");
    for (size_t i = 0; i < ours->count; i++)
        for (size_t k = 0; k < theirs->count; k++) {
            const struct value *x = ours->items[i], *y = theirs->items[k];
            if (value_equal(value_field_named(x, "by"),
                            value_field_named(y, "by")))
                return order_sizes(choice_place(x), choice_place(y));
        }
    return 0;
}

static int order_arguments(const struct value *a, const struct value *b);

static int order_objects(const struct value *a, const struct value *b)
{
    int by = order_sizes(a->count, b->count);
    for (size_t i = 0; by == 0 && i < a->count; i++)
        by = order_arguments(a->fields[i].value, b->fields[i].value);
    /* Of equal values those under earlier names: what may stand under any of
     * them has one form. */
    for (size_t i = 0; by == 0 && i < a->count; i++)
        by = str_compare(value_text(a->fields[i].key),
                         value_text(b->fields[i].key));
    return by;
}

static int order_arguments(const struct value *a, const struct value *b)
{
    const struct value *x = choice_element(a), *y = choice_element(b);
    if (x != NULL && y != NULL)
        return order_elements(x, y);
    if (choice_is_number(a) && choice_is_number(b))
        return order_numbers(choice_number(a), choice_number(b));
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == VALUE_STRING)
        return order_texts(value_text(a), value_text(b));
    if (a->kind == VALUE_BOOL)
        return (int)a->boolean - (int)b->boolean;
    if (a->kind == VALUE_OBJECT)
        return order_objects(a, b);
    if (a->kind != VALUE_LIST)
        return 0;
    int by = order_sizes(a->count, b->count);
    for (size_t i = 0; by == 0 && i < a->count; i++)
        by = order_arguments(a->items[i], b->items[i]);
    return by;
}

static int64_t timeout_of(const struct value *choice)
{
    const struct value *timeout = value_field_named(choice, "timeout");
    return timeout == NULL || timeout->kind != VALUE_INT ? ACTION_NO_TIMEOUT
                                                         : timeout->integer;
}

int choice_order(const struct value *a, const struct value *b)
{
    int by = order_sizes(choice_parts(a), choice_parts(b));
    if (by == 0)
        by = order_arguments(value_field_named(a, "args"),
                             value_field_named(b, "args"));
    int64_t x = timeout_of(a), y = timeout_of(b);
    if (x == y) {
        x = choice_pause_ms(a);
        y = choice_pause_ms(b);
    }
    return by != 0 ? by : x < y ? -1 : x > y;
}
