/* In this file: reading a question, numbers, texts and lists, references, the
 * table of kinds. */
#include "fake/pick.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"

enum {
    LENGTH_LIMIT = 10 * 1000, /* of texts and lists */
    WEIGHTS_LIMIT = 10 * 1000,
    WEIGHT_LIMIT = 1000 * 1000,
    /* Among more numbers than this, small ones are preferred. */
    FEW_NUMBERS = 100,
    FRACTIONS = 1000,
};

/* JavaScript's whole numbers. */
#define WHOLE_LIMIT (INT64_C(1) << 53)

/* ---- reading a question ------------------------------------------------- */

static void wrong(struct buf *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void wrong(struct buf *answer, const char *format, ...)
{
    struct buf words = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_addv(&words, format, arguments);
    va_end(arguments);
    buf_clear(answer);
    buf_add_text(answer, "{\"wrong\":");
    json_add_string(answer, buf_str(&words));
    buf_add_char(answer, '}');
    buf_finish(&words);
}

static bool read_whole(const struct value *question, const char *name,
                       int64_t *number, struct buf *answer)
{
    const struct value *field = value_field_named(question, name);
    bool is_fine = field != NULL && field->kind == VALUE_INT &&
                   field->integer >= -WHOLE_LIMIT &&
                   field->integer <= WHOLE_LIMIT;
    if (is_fine)
        *number = field->integer;
    else
        wrong(answer, "\"%s\" must be a whole number within 2^53", name);
    return is_fine;
}

static bool read_range(const struct value *question, const char *low_name,
                       const char *high_name, int64_t *low, int64_t *high,
                       struct buf *answer)
{
    if (!read_whole(question, low_name, low, answer) ||
        !read_whole(question, high_name, high, answer))
        return false;
    if (*low > *high)
        wrong(answer, "%lld to %lld: there is no number between them",
              (long long)*low, (long long)*high);
    return *low <= *high;
}

static void picked_int(struct buf *answer, int64_t number)
{
    buf_addf(answer, "{\"picked\":%lld}", (long long)number);
}

static void picked_bool(struct buf *answer, bool boolean)
{
    buf_addf(answer, "{\"picked\":%s}", boolean ? "true" : "false");
}

/* ---- numbers ------------------------------------------------------------ */

/* A number below `count`; of many, small ones are preferred: first how many
 * bits it has, or that it is the largest. */
static uint64_t draw_small(struct tape *tape, uint64_t count, const char *label)
{
    if (count <= FEW_NUMBERS)
        return tape_number(tape, count, label);
    uint64_t bits = 0, bound = count;
    while (bits < 63 && (count - 1) >> bits != 0)
        bits++;
    uint64_t largest = bits + 1;
    bits = tape_below(tape, largest + 1, "bits");
    if (bits == largest)
        return count - 1;
    if (bound > UINT64_C(1) << bits)
        bound = UINT64_C(1) << bits;
    return tape_below(tape, bound, label);
}

/* The number at a place in the order 0, 1, -1, 2, -2, ... of a range; of one
 * without 0, from the end that is nearest to it. */
static int64_t number_at(uint64_t place, int64_t low, int64_t high)
{
    if (low >= 0)
        return low + (int64_t)place;
    if (high <= 0)
        return high - (int64_t)place;
    uint64_t both = (uint64_t)(-low < high ? -low : high);
    if (place <= 2 * both)
        return place % 2 == 1 ? (int64_t)((place + 1) / 2)
                              : -(int64_t)(place / 2);
    int64_t rest = (int64_t)(place - both);
    return -low < high ? rest : -rest;
}

static int64_t draw_integer(struct tape *tape, int64_t low, int64_t high)
{
    uint64_t count = (uint64_t)(high - low) + 1;
    return number_at(draw_small(tape, count, "integer"), low, high);
}

static void pick_integer(struct pick *pick, const struct value *question,
                         struct buf *answer)
{
    int64_t low, high;
    if (read_range(question, "low", "high", &low, &high, answer))
        picked_int(answer, draw_integer(pick->tape, low, high));
}

static bool read_number(const struct value *question, const char *name,
                        double *number, struct buf *answer)
{
    const struct value *field = value_field_named(question, name);
    bool is_int = field != NULL && field->kind == VALUE_INT;
    bool is_float = field != NULL && field->kind == VALUE_FLOAT;
    if (is_int)
        *number = (double)field->integer;
    if (is_float)
        *number = field->number;
    if ((!is_int && !is_float) || !(fabs(*number) <= (double)WHOLE_LIMIT)) {
        wrong(answer, "\"%s\" must be a number within 2^53", name);
        return false;
    }
    return true;
}

static void pick_number(struct pick *pick, const struct value *question,
                        struct buf *answer)
{
    double low, high;
    if (!read_number(question, "low", &low, answer) ||
        !read_number(question, "high", &high, answer))
        return;
    if (low > high) {
        wrong(answer, "%g to %g: there is no number between them", low, high);
        return;
    }
    double number = low;
    if (ceil(low) <= floor(high))
        number = (double)draw_integer(pick->tape, (int64_t)ceil(low),
                                      (int64_t)floor(high));
    if (tape_flip(pick->tape, 1, 2, "fraction")) {
        double part = (double)tape_below(pick->tape, FRACTIONS, "fraction");
        number = floor(number) + part / FRACTIONS;
    }
    number = number < low ? low : number > high ? high : number;
    buf_add_text(answer, "{\"picked\":");
    json_add_float(answer, number);
    buf_add_char(answer, '}');
}

static void pick_boolean(struct pick *pick, const struct value *question,
                         struct buf *answer)
{
    (void)question;
    picked_bool(answer, tape_flip(pick->tape, 1, 2, "boolean"));
}

static void pick_fresh(struct pick *pick, const struct value *question,
                       struct buf *answer)
{
    (void)question;
    picked_bool(answer, tape_renews(pick->tape, "fresh"));
}

static bool read_count(const struct value *question, int64_t *count,
                       struct buf *answer)
{
    if (!read_whole(question, "count", count, answer))
        return false;
    if (*count < 1)
        wrong(answer, "there is nothing to choose from");
    return *count >= 1;
}

static void pick_index(struct pick *pick, const struct value *question,
                       struct buf *answer)
{
    int64_t count;
    if (read_count(question, &count, answer))
        picked_int(answer,
                   (int64_t)tape_place(pick->tape, (uint64_t)count, "index"));
}

static void pick_recent(struct pick *pick, const struct value *question,
                        struct buf *answer)
{
    int64_t count;
    if (read_count(question, &count, answer))
        picked_int(answer,
                   (int64_t)tape_recent(pick->tape, (uint64_t)count, "index"));
}

static void pick_weighted(struct pick *pick, const struct value *question,
                          struct buf *answer)
{
    const struct value *list = value_field_named(question, "weights");
    if (list == NULL || list->kind != VALUE_LIST ||
        list->count > WEIGHTS_LIMIT) {
        wrong(answer, "\"weights\" must be a list of numbers");
        return;
    }
    uint64_t *weights = memory_zeroed(list->count, sizeof *weights), sum = 0;
    bool is_fine = true;
    for (size_t i = 0; i < list->count; i++) {
        const struct value *weight = list->items[i];
        is_fine &= weight->kind == VALUE_INT && weight->integer >= 0 &&
                   weight->integer <= WEIGHT_LIMIT;
        weights[i] = is_fine ? (uint64_t)weight->integer : 0;
        sum += weights[i];
    }
    if (is_fine && sum > 0)
        picked_int(answer, (int64_t)tape_weighted(pick->tape, weights,
                                                  list->count, "choice"));
    else
        wrong(answer, "a weight is a whole number from 0 to 1000000, and one "
                      "of them is above 0");
    free(weights);
}

/* ---- texts and lists ---------------------------------------------------- */

static bool read_lengths(const struct value *question, int64_t *min,
                         int64_t *max, struct buf *answer)
{
    if (!read_range(question, "min", "max", min, max, answer))
        return false;
    if (*min < 0 || *max > LENGTH_LIMIT)
        wrong(answer, "a length is from 0 to %d", LENGTH_LIMIT);
    return *min >= 0 && *max <= LENGTH_LIMIT;
}

/* Whether something with `at` of `min` to `max` parts goes on: in the mean it
 * has half of what it may have, and not many. */
static bool goes_on(struct tape *tape, int64_t at, int64_t min, int64_t max)
{
    enum { MEAN = 4 };
    uint64_t mean = (uint64_t)(max - min) / 2;
    mean = mean < 1 ? 1 : mean > MEAN ? MEAN : mean;
    return at < min || (at < max && tape_flip(tape, mean, mean + 1, "more"));
}

static void end_item(struct pick *pick)
{
    if (pick->open > 0) {
        tape_end(pick->tape);
        pick->open--;
    }
}

/* Each item is a span, with the choice that there is one. */
static void pick_more(struct pick *pick, const struct value *question,
                      struct buf *answer)
{
    int64_t at, min, max;
    if (!read_whole(question, "at", &at, answer) ||
        !read_lengths(question, &min, &max, answer))
        return;
    if (at > 0)
        end_item(pick);
    tape_begin(pick->tape, "item");
    pick->open++;
    bool more = goes_on(pick->tape, at, min, max);
    if (!more)
        end_item(pick);
    picked_bool(answer, more);
}

/* Letters first; then what breaks programs. */
static const char ALPHABET[] =
    "abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ _-.,:;/\\'\"<>&%$#@!?()[]{}+*="
    "\n\t\xC3\xA4\xC3\x9F\xE2\x82\xAC\xF0\x9F\x98\x80";

/* Where the characters of a text begin; the end is the last entry. */
struct characters {
    struct str text;
    VEC(size_t) begins;
};

static void find_characters(struct characters *all, struct str text)
{
    all->text = text;
    for (size_t i = 0; i < text.length; i++)
        if (((unsigned char)text.data[i] & 0xC0) != 0x80)
            vec_push(&all->begins, i);
    vec_push(&all->begins, text.length);
}

static void add_character(struct tape *tape, const struct characters *all,
                          struct buf *out)
{
    size_t place = (size_t)tape_place(tape, all->begins.count - 1, "character");
    size_t begin = all->begins.items[place];
    buf_add(out, all->text.data + begin, all->begins.items[place + 1] - begin);
}

static void pick_text(struct pick *pick, const struct value *question,
                      struct buf *answer)
{
    int64_t min, max;
    const struct value *alphabet = value_field_named(question, "alphabet");
    struct str letters =
        alphabet == NULL ? STR(ALPHABET) : value_text(alphabet);
    struct characters all = {.begins = VEC_EMPTY};
    struct buf text = {0};
    if (!read_lengths(question, &min, &max, answer))
        return;
    if (letters.length == 0) {
        wrong(answer, "\"alphabet\" must be a text with a character in it");
        return;
    }
    find_characters(&all, letters);
    for (int64_t at = 0, more = true; more; at++) {
        tape_begin(pick->tape, "character");
        more = goes_on(pick->tape, at, min, max);
        if (more)
            add_character(pick->tape, &all, &text);
        tape_end(pick->tape);
    }
    buf_add_text(answer, "{\"picked\":");
    json_add_string(answer, buf_str(&text));
    buf_add_char(answer, '}');
    buf_finish(&text);
    vec_finish(&all.begins);
}

/* ---- references --------------------------------------------------------- */

static bool is_created(const struct model_info *info, struct str type)
{
    for (size_t i = 0; i < info->command_count; i++)
        for (size_t k = 0; k < info->commands[i].create_count; k++)
            if (str_is(type, info->commands[i].creates[k]))
                return true;
    return false;
}

static void pick_ref(struct pick *pick, const struct value *question,
                     struct buf *answer)
{
    struct str type = value_text(value_field_named(question, "type"));
    const struct model_refs *refs = pick->refs;
    VEC(size_t) fitting = VEC_EMPTY;
    if (!is_created(pick->info, type)) {
        wrong(answer,
              "no command creates a reference of the type \"%.*s\" "
              "(\"creates\")",
              STR_ARGS(type));
        return;
    }
    for (size_t i = 0; i < refs->items.count; i++)
        if (str_is(type, refs->items.items[i].type))
            vec_push(&fitting, i);
    if (fitting.count == 0) {
        buf_add_text(answer, "{\"picked\":null}");
    } else {
        size_t place =
            (size_t)tape_recent(pick->tape, fitting.count, "reference");
        const struct model_ref *ref = &refs->items.items[fitting.items[place]];
        buf_addf(answer, "{\"picked\":{\"$ref\":[%lld,%lld]}}",
                 (long long)ref->number, (long long)ref->slot);
    }
    vec_finish(&fitting);
}

/* ---- kinds -------------------------------------------------------------- */

static const struct kind {
    const char *name;
    void (*answer)(struct pick *pick, const struct value *question,
                   struct buf *answer);
} kinds[] = {
    {"integer", pick_integer},   {"number", pick_number},
    {"boolean", pick_boolean},   {"index", pick_index},
    {"weighted", pick_weighted}, {"recent", pick_recent},
    {"fresh", pick_fresh},       {"text", pick_text},
    {"more", pick_more},         {"ref", pick_ref},
};

void pick_answer(struct pick *pick, const struct value *question,
                 struct buf *answer)
{
    struct str name = value_text(value_field_named(question, "kind"));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (str_is(name, kinds[i].name)) {
            kinds[i].answer(pick, question, answer);
            return;
        }
    wrong(answer, "there is no \"kind\" of pick named \"%.*s\"",
          STR_ARGS(name));
}

void pick_finish(struct pick *pick)
{
    while (pick->open > 0)
        end_item(pick);
}
