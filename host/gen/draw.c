#include "gen/draw.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "trace/generator.h"
#include "trace/value_items.h"

/* ---- numbers ------------------------------------------------------------ */

/* Uniform in [low, high]. */
static int64_t between(struct choices *choices, int64_t low, int64_t high)
{
    uint64_t range = (uint64_t)high - (uint64_t)low;
    uint64_t drawn = range >= SIZE_MAX
                         ? choices_next(choices)
                         : choices_below(choices, (size_t)range + 1);
    return (int64_t)((uint64_t)low + drawn);
}

static int64_t draw_integer(const struct value *generator,
                            struct choices *choices)
{
    enum { ONE_IN = 4, EDGES = 5 };
    int64_t low = generator_number(generator, "low"),
            high = generator_number(generator, "high");
    const int64_t edges[EDGES] = {low, high, 0, 1, -1};
    if (choices_below(choices, ONE_IN) == 0) {
        int64_t edge = edges[choices_below(choices, EDGES)];
        if (edge >= low && edge <= high)
            return edge;
    }
    return between(choices, low, high);
}

static size_t draw_length(const struct value *generator,
                          struct choices *choices)
{
    return (size_t)between(choices, generator_number(generator, "min"),
                           generator_number(generator, "max"));
}

/* ---- texts and lists ---------------------------------------------------- */

/* The character with this number. */
static struct str character_at(struct str text, size_t index)
{
    size_t at = 0, length = 0;
    for (;; at += length) {
        utf8_decode(str_from(text.data + at, text.length - at), &length);
        if (index-- == 0)
            return str_from(text.data + at, length);
    }
}

static struct value *draw_text(const struct value *generator,
                               struct choices *choices)
{
    struct str characters = value_text(generator_of(generator));
    size_t count = utf8_length(characters);
    struct buf text;
    buf_init(&text);
    for (size_t left = draw_length(generator, choices); left > 0; left--)
        buf_add_str(&text,
                    character_at(characters, choices_below(choices, count)));
    struct value *drawn = value_string(buf_str(&text));
    buf_finish(&text);
    return drawn;
}

static struct value *draw_list(const struct value *generator,
                               struct choices *choices)
{
    value_items items = VEC_EMPTY;
    for (size_t left = draw_length(generator, choices); left > 0; left--)
        vec_push(&items, draw(generator_of(generator), choices));
    return value_items_take(&items);
}

/* ---- choices ------------------------------------------------------------ */

static size_t draw_index(const struct value *generator, struct choices *choices)
{
    size_t count = generator_of(generator)->count;
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += generator_weight(generator, i);
    int64_t drawn = (int64_t)choices_below(choices, (size_t)sum);
    size_t index = 0;
    while (drawn >= generator_weight(generator, index))
        drawn -= generator_weight(generator, index++);
    return index;
}

static struct value_field draw_field(const struct value *generator,
                                     size_t index, struct choices *choices)
{
    const struct value_field *field = &generator_of(generator)->fields[index];
    return (struct value_field){value_ref(field->key),
                                draw(field->value, choices)};
}

/* Of those that may come: each is taken with the chance that makes all sets of
 * this size as likely. */
static struct value *draw_several(const struct value *generator, size_t able,
                                  struct choices *choices)
{
    size_t wanted = 2 + choices_below(choices, able - 1);
    value_fields fields = VEC_EMPTY;
    for (size_t i = 0; wanted > 0; i++) {
        if (generator_weight(generator, i) == 0)
            continue;
        if (choices_below(choices, able--) >= wanted)
            continue;
        vec_push(&fields, draw_field(generator, i, choices));
        wanted--;
    }
    return value_fields_take(&fields);
}

static struct value *draw_some(const struct value *generator,
                               struct choices *choices)
{
    enum { HUNDRED = 100 };
    const struct value *of = generator_of(generator);
    bool says = value_field_named(generator, "several") != NULL;
    int64_t several =
        says ? generator_number(generator, "several") : GENERATOR_SEVERAL;
    size_t able = 0;
    for (size_t i = 0; i < of->count; i++)
        able += generator_weight(generator, i) > 0;
    if (able > 1 && (int64_t)choices_below(choices, HUNDRED) < several)
        return draw_several(generator, able, choices);
    struct value_field one =
        draw_field(generator, draw_index(generator, choices), choices);
    return value_object(&one, 1);
}

/* ---- the whole ---------------------------------------------------------- */

static struct value *draw_parts(const struct value *template,
                                struct choices *choices)
{
    if (template->kind == VALUE_LIST) {
        value_items items = VEC_EMPTY;
        for (size_t i = 0; i < template->count; i++)
            vec_push(&items, draw(template->items[i], choices));
        return value_items_take(&items);
    }
    value_fields fields = VEC_EMPTY;
    for (size_t i = 0; i < template->count; i++)
        vec_push(&fields, ((struct value_field){
                              value_ref(template->fields[i].key),
                              draw(template->fields[i].value, choices)}));
    return value_fields_take(&fields);
}

struct value *draw(const struct value *template, struct choices *choices)
{
    switch (generator_kind_of(template)) {
    case GENERATOR_NONE:
        break;
    case GENERATOR_INTEGER:
        return value_int(draw_integer(template, choices));
    case GENERATOR_ONE:
        return draw(
            generator_of(template)->items[draw_index(template, choices)],
            choices);
    case GENERATOR_TEXT:
        return draw_text(template, choices);
    case GENERATOR_LIST:
        return draw_list(template, choices);
    case GENERATOR_SOME:
        return draw_some(template, choices);
    }
    return generator_in(template) ? draw_parts(template, choices)
                                  : value_ref(template);
}
