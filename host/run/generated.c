/* Order of this file: adopting, the simplest, what is simpler by kind of
 * generator, the whole. */
#include "run/generated.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "trace/generator.h"
#include "trace/value_items.h"

/* ---- adopting ----------------------------------------------------------- */

static struct value *adopt_list(const struct value *template,
                                const struct value *drawn)
{
    value_items items = VEC_EMPTY;
    if (drawn->kind != VALUE_LIST || drawn->count != template->count)
        return NULL;
    for (size_t i = 0; i < template->count; i++) {
        struct value *item =
            generated_adopt(template->items[i], drawn->items[i]);
        if (item == NULL) {
            value_items_drop(&items);
            return NULL;
        }
        vec_push(&items, item);
    }
    return value_items_take(&items);
}

static struct value *adopt_object(const struct value *template,
                                  const struct value *drawn)
{
    value_fields fields = VEC_EMPTY;
    for (size_t i = 0; i < template->count; i++) {
        const struct value_field *field = &template->fields[i];
        const struct value *other = value_field(drawn, value_text(field->key));
        struct value *value =
            other == NULL ? NULL : generated_adopt(field->value, other);
        if (value == NULL) {
            value_fields_drop(&fields);
            return NULL;
        }
        vec_push(&fields, ((struct value_field){value_ref(field->key), value}));
    }
    return value_fields_take(&fields);
}

struct value *generated_adopt(const struct value *template,
                              const struct value *drawn)
{
    if (generator_kind_of(template) != GENERATOR_NONE)
        return generator_admits(template, drawn) ? value_ref(drawn) : NULL;
    if (!generator_in(template))
        return value_ref(template);
    return template->kind == VALUE_LIST ? adopt_list(template, drawn)
                                        : adopt_object(template, drawn);
}

/* ---- the simplest ------------------------------------------------------- */

static int64_t nearest_to_zero(const struct value *generator)
{
    int64_t low = generator_number(generator, "low"),
            high = generator_number(generator, "high");
    return low > 0 ? low : high < 0 ? high : 0;
}

/* The first that has a weight. */
static size_t first_of(const struct value *generator)
{
    size_t i = 0;
    while (generator_weight(generator, i) == 0)
        i++;
    return i;
}

static struct str first_character(const struct value *generator)
{
    struct str text = value_text(generator_of(generator));
    size_t length;
    utf8_decode(text, &length);
    return str_from(text.data, length);
}

static struct value *simplest_text(const struct value *generator)
{
    struct buf text;
    buf_init(&text);
    for (int64_t left = generator_number(generator, "min"); left > 0; left--)
        buf_add_str(&text, first_character(generator));
    struct value *value = value_string(buf_str(&text));
    buf_finish(&text);
    return value;
}

static struct value *simplest_list(const struct value *generator)
{
    value_items items = VEC_EMPTY;
    for (int64_t left = generator_number(generator, "min"); left > 0; left--)
        vec_push(&items, generated_simplest(generator_of(generator)));
    return value_items_take(&items);
}

static struct value *simplest_parts(const struct value *template)
{
    value_items items = VEC_EMPTY;
    value_fields fields = VEC_EMPTY;
    if (!generator_in(template))
        return value_ref(template);
    for (size_t i = 0; i < template->count; i++)
        if (template->kind == VALUE_LIST)
            vec_push(&items, generated_simplest(template->items[i]));
        else
            vec_push(&fields,
                     ((struct value_field){
                         value_ref(template->fields[i].key),
                         generated_simplest(template->fields[i].value)}));
    return template->kind == VALUE_LIST ? value_items_take(&items)
                                        : value_fields_take(&fields);
}

struct value *generated_simplest(const struct value *template)
{
    const struct value *of = generator_of(template);
    switch (generator_kind_of(template)) {
    case GENERATOR_NONE:
        break;
    case GENERATOR_INTEGER:
        return value_int(nearest_to_zero(template));
    case GENERATOR_ONE:
        return generated_simplest(of->items[first_of(template)]);
    case GENERATOR_TEXT:
        return simplest_text(template);
    case GENERATOR_LIST:
        return simplest_list(template);
    case GENERATOR_SOME: {
        const struct value_field *field = &of->fields[first_of(template)];
        struct value_field one = {value_ref(field->key),
                                  generated_simplest(field->value)};
        return value_object(&one, 1);
    }
    }
    return simplest_parts(template);
}

/* ---- what is simpler ---------------------------------------------------- */

/* Of long texts and lists the first so many parts are looked at one by one. */
enum { PARTS = 12 };

static void add(struct generated_list *list, struct value *value) /* takes it */
{
    vec_push(list, value);
}

/* Zero, or what is nearest to it; then nearer and nearer to the number. */
static void add_integers(struct generated_list *list,
                         const struct value *generator, int64_t number)
{
    int64_t zero = nearest_to_zero(generator);
    int64_t high = generator_number(generator, "high");
    if (number == zero)
        return;
    add(list, value_int(zero));
    if (number < 0 && number > INT64_MIN && -number <= high)
        add(list, value_int(-number));
    /* Both ends have the same sign or one is zero: no overflow. */
    for (int64_t left = (number - zero) / 2; left != 0; left /= 2)
        add(list, value_int(number - left));
}

static struct value *list_without(const struct value *list, size_t begin,
                                  size_t end)
{
    value_items items = VEC_EMPTY;
    for (size_t i = 0; i < list->count; i++)
        if (i < begin || i >= end)
            vec_push(&items, value_ref(list->items[i]));
    return value_items_take(&items);
}

/* The list or object with another part in the place of this one (taken). */
static struct value *with_part(const struct value *whole, size_t index,
                               struct value *part)
{
    value_items items = VEC_EMPTY;
    value_fields fields = VEC_EMPTY;
    for (size_t i = 0; i < whole->count; i++)
        if (whole->kind == VALUE_LIST)
            vec_push(&items, i == index ? part : value_ref(whole->items[i]));
        else
            vec_push(
                &fields,
                ((struct value_field){
                    value_ref(whole->fields[i].key),
                    i == index ? part : value_ref(whole->fields[i].value)}));
    return whole->kind == VALUE_LIST ? value_items_take(&items)
                                     : value_fields_take(&fields);
}

/* One part simpler. */
static void add_with_part(struct generated_list *list,
                          const struct value *template,
                          const struct value *whole, size_t index)
{
    struct generated_list parts = {0};
    const struct value *part = whole->kind == VALUE_LIST
                                   ? whole->items[index]
                                   : whole->fields[index].value;
    generated_add_simpler(&parts, template, part);
    for (size_t i = 0; i < parts.count; i++)
        add(list, with_part(whole, index, value_ref(parts.items[i])));
    generated_list_finish(&parts);
}

static void add_lists(struct generated_list *list,
                      const struct value *generator, const struct value *drawn)
{
    size_t least = (size_t)generator_number(generator, "min");
    for (size_t size = drawn->count; size > 0; size /= 2)
        for (size_t at = 0; at + size <= drawn->count && at / size < PARTS;
             at += size)
            if (drawn->count - size >= least)
                add(list, list_without(drawn, at, at + size));
    for (size_t i = 0; i < drawn->count && i < PARTS; i++)
        add_with_part(list, generator_of(generator), drawn, i);
}

/* Where each character of the text begins, and its end. */
typedef VEC(size_t) places;

static void find_characters(places *at, struct str text)
{
    for (size_t i = 0, length; i < text.length; i += length) {
        vec_push(at, i);
        utf8_decode(str_from(text.data + i, text.length - i), &length);
    }
    vec_push(at, text.length);
}

static void add_text(struct generated_list *list, struct str text, size_t begin,
                     size_t end, struct str instead)
{
    struct buf shorter;
    buf_init(&shorter);
    buf_add(&shorter, text.data, begin);
    buf_add_str(&shorter, instead);
    buf_add(&shorter, text.data + end, text.length - end);
    if (!str_equal(buf_str(&shorter), text))
        add(list, value_string(buf_str(&shorter)));
    buf_finish(&shorter);
}

static void add_texts(struct generated_list *list,
                      const struct value *generator, const struct value *drawn)
{
    struct str text = value_text(drawn);
    size_t least = (size_t)generator_number(generator, "min");
    places at = VEC_EMPTY;
    find_characters(&at, text);
    size_t count = at.count - 1;
    for (size_t size = count; size > 0; size /= 2)
        for (size_t i = 0; i + size <= count && i / size < PARTS; i += size)
            if (count - size >= least)
                add_text(list, text, at.items[i], at.items[i + size], STR(""));
    for (size_t i = 0; i < count && i < PARTS; i++)
        add_text(list, text, at.items[i], at.items[i + 1],
                 first_character(generator));
    vec_finish(&at);
}

static struct value *object_without(const struct value *object, size_t index)
{
    value_fields fields = VEC_EMPTY;
    for (size_t i = 0; i < object->count; i++)
        if (i != index)
            vec_push(&fields, ((struct value_field){
                                  value_ref(object->fields[i].key),
                                  value_ref(object->fields[i].value)}));
    return value_fields_take(&fields);
}

/* The same value under the name of another field. */
static void add_renamed(struct generated_list *list,
                        const struct value *generator,
                        const struct value *drawn, size_t index)
{
    const struct value *of = generator_of(generator);
    const struct value_field *field = &drawn->fields[index];
    for (size_t i = 0; i < of->count && i < PARTS; i++) {
        const struct value_field *other = &of->fields[i];
        if (value_field(drawn, value_text(other->key)) != NULL ||
            generator_weight(generator, i) == 0 ||
            !generator_admits(other->value, field->value))
            continue;
        value_fields fields = VEC_EMPTY;
        for (size_t k = 0; k < drawn->count; k++)
            vec_push(&fields, ((struct value_field){
                                  value_ref(k == index ? other->key
                                                       : drawn->fields[k].key),
                                  value_ref(drawn->fields[k].value)}));
        add(list, value_fields_take(&fields));
    }
}

static void add_some(struct generated_list *list, const struct value *generator,
                     const struct value *drawn)
{
    for (size_t i = 0; i < drawn->count; i++)
        add_renamed(list, generator, drawn, i);
    for (size_t i = 0; drawn->count > 1 && i < drawn->count; i++)
        add(list, object_without(drawn, i));
    for (size_t i = 0; i < drawn->count; i++)
        add_with_part(list,
                      value_field(generator_of(generator),
                                  value_text(drawn->fields[i].key)),
                      drawn, i);
}

/* Each of the others as simple as it can be; and what was drawn, simpler. */
static void add_one(struct generated_list *list, const struct value *generator,
                    const struct value *drawn)
{
    const struct value *of = generator_of(generator);
    for (size_t i = 0; i < of->count && i < PARTS; i++) {
        if (generator_weight(generator, i) == 0)
            continue;
        add(list, generated_simplest(of->items[i]));
        if (generator_in(of->items[i]) && generator_admits(of->items[i], drawn))
            generated_add_simpler(list, of->items[i], drawn);
    }
}

static void add_parts(struct generated_list *list, const struct value *template,
                      const struct value *drawn)
{
    if (!generator_in(template))
        return;
    for (size_t i = 0; i < template->count; i++)
        if (template->kind == VALUE_LIST)
            add_with_part(list, template->items[i], drawn, i);
        else
            add_with_part(list, template->fields[i].value, drawn, i);
}

/* ---- the whole ---------------------------------------------------------- */

void generated_add_simpler(struct generated_list *list,
                           const struct value *template,
                           const struct value *drawn)
{
    switch (generator_kind_of(template)) {
    case GENERATOR_NONE:
        add_parts(list, template, drawn);
        return;
    case GENERATOR_INTEGER:
        add_integers(list, template, drawn->integer);
        return;
    case GENERATOR_ONE:
        add_one(list, template, drawn);
        return;
    case GENERATOR_TEXT:
        add_texts(list, template, drawn);
        return;
    case GENERATOR_LIST:
        add_lists(list, template, drawn);
        return;
    case GENERATOR_SOME:
        add_some(list, template, drawn);
        return;
    }
}

void generated_list_finish(struct generated_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        value_unref(list->items[i]);
    vec_finish(list);
}
