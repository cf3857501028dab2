/* One walk over the template and what was drawn, side by side: it counts the
 * numbers, and may put another one in the place of one of them. */
#include "run/generated_numbers.h"

#include "base/vec.h"
#include "run/generated.h"
#include "trace/generator.h"
#include "trace/value_items.h"

struct walk {
    struct generated_number *numbers; /* to be filled in; or NULL */
    size_t most;
    size_t count;
    size_t index; /* of the number to be replaced... */
    int64_t with; /* ...by this one; only without `numbers` */
};

/* A new reference; `drawn` itself where nothing is replaced in it. */
static struct value *walk_over(struct walk *walk, const struct value *template,
                               const struct value *drawn);

static struct value *over_number(struct walk *walk,
                                 const struct value *generator,
                                 const struct value *drawn)
{
    size_t at = walk->count++;
    if (walk->numbers == NULL)
        return at == walk->index ? value_int(walk->with) : value_ref(drawn);
    int64_t low = generator_number(generator, "low"),
            high = generator_number(generator, "high");
    if (at < walk->most)
        walk->numbers[at] = (struct generated_number){
            .number = drawn->integer,
            .zero = low > 0    ? low
                    : high < 0 ? high
                               : 0,
        };
    return value_ref(drawn);
}

/* `of`: the template of each, or the list of their templates. */
static struct value *over_list(struct walk *walk, const struct value *of,
                               bool is_one_for_all, const struct value *drawn)
{
    value_items items = VEC_EMPTY;
    for (size_t i = 0; i < drawn->count; i++)
        vec_push(&items, walk_over(walk, is_one_for_all ? of : of->items[i],
                                   drawn->items[i]));
    return value_items_take(&items);
}

static struct value *over_object(struct walk *walk, const struct value *of,
                                 const struct value *drawn)
{
    value_fields fields = VEC_EMPTY;
    for (size_t i = 0; i < drawn->count; i++) {
        const struct value_field *field = &drawn->fields[i];
        const struct value *template = value_field(of, value_text(field->key));
        struct value *value = template == NULL
                                  ? value_ref(field->value)
                                  : walk_over(walk, template, field->value);
        vec_push(&fields, ((struct value_field){value_ref(field->key), value}));
    }
    return value_fields_take(&fields);
}

static struct value *walk_over(struct walk *walk, const struct value *template,
                               const struct value *drawn)
{
    switch (generator_kind_of(template)) {
    case GENERATOR_INTEGER:
        return over_number(walk, template, drawn);
    case GENERATOR_LIST:
        return over_list(walk, generator_of(template), true, drawn);
    case GENERATOR_SOME:
        return over_object(walk, generator_of(template), drawn);
    case GENERATOR_ONE:
    case GENERATOR_TEXT:
        return value_ref(drawn);
    case GENERATOR_NONE:
        break;
    }
    if (!generator_in(template) || template->kind != drawn->kind)
        return value_ref(drawn);
    return template->kind == VALUE_LIST
               ? over_list(walk, template, false, drawn)
               : over_object(walk, template, drawn);
}

/* Else they do not stand side by side. */
static bool is_of(const struct value *template, const struct value *drawn)
{
    struct value *adopted = generated_adopt(template, drawn);
    value_unref(adopted);
    return adopted != NULL;
}

size_t generated_numbers(const struct value *template,
                         const struct value *drawn,
                         struct generated_number *numbers, size_t most)
{
    struct walk walk = {.numbers = numbers, .most = most};
    if (!is_of(template, drawn))
        return 0;
    value_unref(walk_over(&walk, template, drawn));
    return walk.count < most ? walk.count : most;
}

struct value *generated_with_number(const struct value *template,
                                    const struct value *drawn, size_t index,
                                    int64_t number)
{
    struct walk walk = {.index = index, .with = number};
    if (!is_of(template, drawn))
        return NULL;
    struct value *other = walk_over(&walk, template, drawn);
    if (is_of(template, other))
        return other;
    value_unref(other);
    return NULL;
}
