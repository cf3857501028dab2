/* From the declaration of an operator to its place in the table, top down. */
#include "lang/front/mixfix.h"

#include <limits.h>

#include "base/buf.h"
#include "base/vec.h"

struct row {
    const char *text; /* names separated by spaces */
    int level;
    enum mixfix_side side;
};

static const struct row builtin[] = {
    {"always { _ } _", 0, MIXFIX_NONE},
    {"eventually { _ } _", 0, MIXFIX_NONE},
    {"_ until { _ } _", 0, MIXFIX_RIGHT},
    {"_ release { _ } _", 0, MIXFIX_RIGHT},
    {"_ timeout _", 1, MIXFIX_NONE},
    {"_ ==> _", 2, MIXFIX_RIGHT},
    {"_ || _", 3, MIXFIX_RIGHT},
    {"_ && _", 4, MIXFIX_RIGHT},
    {"_ until _", 5, MIXFIX_RIGHT},
    {"not _", 6, MIXFIX_RIGHT},
    {"next _", 6, MIXFIX_RIGHT},
    {"nextT _", 6, MIXFIX_RIGHT},
    {"nextF _", 6, MIXFIX_RIGHT},
    {"_ == _", 7, MIXFIX_NONE},
    {"_ != _", 7, MIXFIX_NONE},
    {"_ <= _", 7, MIXFIX_NONE},
    {"_ >= _", 7, MIXFIX_NONE},
    {"_ < _", 7, MIXFIX_NONE},
    {"_ > _", 7, MIXFIX_NONE},
    {"_ - _", 8, MIXFIX_LEFT},
    {"_ + _", 8, MIXFIX_LEFT},
    {"_ * _", 9, MIXFIX_LEFT},
    {"_ / _", 9, MIXFIX_LEFT},
    {"_ % _", 9, MIXFIX_LEFT},
    {"if _ { _ } else { _ }", 10, MIXFIX_NONE},
    {"~ _", 11, MIXFIX_NONE},
};

static const struct row paper[] = {
    {"_ release _", 5, MIXFIX_RIGHT},
    {"_ in happened", 7, MIXFIX_RIGHT}, /* its operand binds tighter */
};

/* Names that end an expression in the grammar itself, whatever operators they
 * may also be part of. */
static const char *const closers[] = {";", "=", ",", "]", "}"};

/* For vectors that live in the arena: doubles the room, old storage stays. */
static void operators_push(struct arena *arena,
                           struct mixfix_operators *operators,
                           struct mixfix_operator *op)
{
    if (operators->count == operators->capacity) {
        size_t capacity =
            operators->capacity == 0 ? 4 : operators->capacity * 2;
        struct mixfix_operator **items =
            ARENA_ARRAY(arena, capacity, struct mixfix_operator *);
        for (size_t i = 0; i < operators->count; i++)
            items[i] = operators->items[i];
        operators->items = items;
        operators->capacity = capacity;
    }
    operators->items[operators->count++] = op;
}

void mixfix_init(struct mixfix *mixfix, struct arena *arena,
                 struct intern *names)
{
    *mixfix = (struct mixfix){.arena = arena, .names = names};
    map_init(&mixfix->parts);
}

void mixfix_finish(struct mixfix *mixfix)
{
    map_finish(&mixfix->parts);
    free(mixfix->levels);
    mixfix->levels = NULL;
}

static size_t split_row(struct mixfix *mixfix, const struct row *row,
                        intern_t *names)
{
    size_t count = 0;
    const char *at = row->text;
    while (*at != '\0') {
        size_t length = strcspn(at, " ");
        names[count++] = intern_str(mixfix->names, str_from(at, length));
        at += length + (at[length] == ' ');
    }
    return count;
}

static void add_builtin(struct mixfix *mixfix, const struct row *row)
{
    intern_t names[MIXFIX_ELEMENT_LIMIT];
    size_t count = split_row(mixfix, row, names);
    const struct mixfix_operator *added;
    mixfix_add(mixfix, names, count, row->level, row->side, &added);
}

static void add_paper(struct mixfix *mixfix, const struct row *row);

void mixfix_add_builtin(struct mixfix *mixfix)
{
    for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
        add_builtin(mixfix, &builtin[i]);
    for (size_t i = 0; i < sizeof paper / sizeof *paper; i++)
        add_paper(mixfix, &paper[i]);
}

const struct mixfix_part *mixfix_part(const struct mixfix *mixfix,
                                      intern_t name)
{
    return map_find(&mixfix->parts, intern_as_str(name));
}

const struct mixfix_operator *mixfix_named(const struct mixfix *mixfix,
                                           intern_t name)
{
    for (size_t i = 0; i < mixfix->level_count; i++) {
        const struct mixfix_operators *operators = &mixfix->levels[i].operators;
        for (size_t k = 0; k < operators->count; k++)
            if (operators->items[k]->name == name)
                return operators->items[k];
    }
    return NULL;
}

bool mixfix_is_closed(const struct mixfix_operator *op)
{
    return op->elements[0].hole == MIXFIX_PART &&
           op->elements[op->count - 1].hole == MIXFIX_PART;
}

size_t mixfix_hole_level(const struct mixfix_operator *op,
                         enum mixfix_hole hole)
{
    switch (hole) {
    case MIXFIX_SAME:
        return op->level_index;
    case MIXFIX_TIGHTER:
        return op->level_index + 1;
    default:
        return 0;
    }
}

/* Every `_` is a hole, every run of other characters a part. */
static bool split_name(struct mixfix *mixfix, intern_t name,
                       struct mixfix_element *elements, size_t *count)
{
    size_t at = 0;
    while (at < name->length) {
        if (*count == MIXFIX_ELEMENT_LIMIT)
            return false;
        struct mixfix_element *element = &elements[(*count)++];
        if (name->text[at] == '_') {
            *element = (struct mixfix_element){MIXFIX_TOP, NULL};
            at++;
            continue;
        }
        size_t length = strcspn(name->text + at, "_");
        struct str part = {name->text + at, length};
        *element = (struct mixfix_element){MIXFIX_PART,
                                           intern_str(mixfix->names, part)};
        at += length;
    }
    return true;
}

static bool same_shape(const struct mixfix_operator *op,
                       const struct mixfix_element *elements, size_t count)
{
    if (op->count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (op->elements[i].part != elements[i].part)
            return false;
    return true;
}

/* The negative levels and the others are two tables in the reference: each may
 * have the shape once. */
static const struct mixfix_operator *
find_shape(const struct mixfix *mixfix, const struct mixfix_element *elements,
           size_t count, int64_t level)
{
    for (size_t i = 0; i < mixfix->level_count; i++) {
        const struct mixfix_level *at = &mixfix->levels[i];
        if ((at->number < 0) != (level < 0))
            continue;
        for (size_t k = 0; k < at->operators.count; k++)
            if (same_shape(at->operators.items[k], elements, count))
                return at->operators.items[k];
    }
    return NULL;
}

/* Which level each hole takes (reference, 2.3): before the first part that of
 * a left operand, after the last that of a right one. */
static void place_holes(struct mixfix_element *elements, size_t count,
                        enum mixfix_side side)
{
    size_t first = 0;
    size_t last = count;
    while (elements[first].part == NULL)
        first++;
    while (elements[last - 1].part == NULL)
        last--;
    for (size_t i = 0; i < first; i++)
        elements[i].hole = side == MIXFIX_RIGHT ? MIXFIX_TIGHTER : MIXFIX_SAME;
    for (size_t i = last; i < count; i++)
        elements[i].hole = side == MIXFIX_LEFT ? MIXFIX_TIGHTER : MIXFIX_SAME;
}

static struct mixfix_level *find_level(struct mixfix *mixfix, int64_t number)
{
    size_t at = 0;
    while (at < mixfix->level_count && mixfix->levels[at].number < number)
        at++;
    if (at < mixfix->level_count && mixfix->levels[at].number == number)
        return &mixfix->levels[at];
    if (mixfix->level_count == mixfix->level_capacity) {
        mixfix->level_capacity = mixfix->level_capacity * 2 + 16;
        mixfix->levels = memory_resized(mixfix->levels, mixfix->level_capacity,
                                        sizeof *mixfix->levels);
    }
    struct mixfix_level *level = &mixfix->levels[at];
    memmove(level + 1, level, (mixfix->level_count - at) * sizeof *level);
    *level = (struct mixfix_level){.number = number};
    mixfix->level_count++;
    for (size_t i = at + 1; i < mixfix->level_count; i++)
        for (size_t k = 0; k < mixfix->levels[i].operators.count; k++)
            mixfix->levels[i].operators.items[k]->level_index = i;
    for (size_t i = 0; i < mixfix->paper.count; i++)
        mixfix->paper.items[i]->level_index +=
            mixfix->paper.items[i]->level_index >= at;
    return level;
}

static struct mixfix_part *make_part(struct mixfix *mixfix, intern_t name)
{
    struct mixfix_part *part = map_find(&mixfix->parts, intern_as_str(name));
    if (part != NULL)
        return part;
    part = ARENA_NEW(mixfix->arena, struct mixfix_part);
    part->name = name;
    part->follow = INT64_MAX;
    for (size_t i = 0; i < sizeof closers / sizeof *closers; i++)
        if (str_is(intern_as_str(name), closers[i]))
            part->follow = INT64_MIN;
    map_set(&mixfix->parts, intern_as_str(name), part);
    return part;
}

/* What may stand before a part: an operand of the hole before it. */
static int64_t follow_bound(const struct mixfix_operator *op,
                            enum mixfix_hole hole)
{
    if (hole == MIXFIX_TOP)
        return INT64_MIN;
    return op->level * 2 + (hole == MIXFIX_TIGHTER ? 1 : 0);
}

static void index_parts(struct mixfix *mixfix, struct mixfix_operator *op)
{
    struct arena *arena = mixfix->arena;
    for (size_t i = 0; i < op->count; i++) {
        bool after_hole = i > 0 && op->elements[i - 1].part == NULL;
        if (op->elements[i].part == NULL) {
            mixfix->has_adjacent_holes |= after_hole;
            if (after_hole && i == 1)
                operators_push(arena, &mixfix->adjacent, op);
            continue;
        }
        struct mixfix_part *part = make_part(mixfix, op->elements[i].part);
        operators_push(arena, &part->all, op);
        if (i == 0)
            operators_push(arena, &part->starting, op);
        if (i == 1 && after_hole)
            operators_push(arena, &part->following, op);
        if (!after_hole)
            continue;
        int64_t bound = follow_bound(op, op->elements[i - 1].hole);
        if (bound < part->follow)
            part->follow = bound;
    }
}

static intern_t join_name(struct mixfix *mixfix, const intern_t *names,
                          size_t count)
{
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < count; i++)
        buf_add_str(&text, intern_as_str(names[i]));
    intern_t name = intern_str(mixfix->names, buf_str(&text));
    buf_finish(&text);
    return name;
}

static struct mixfix_operator *
make_operator(struct mixfix *mixfix, const struct mixfix_element *elements,
              size_t count)
{
    struct mixfix_operator *op =
        ARENA_NEW(mixfix->arena, struct mixfix_operator);
    op->elements = arena_copy(mixfix->arena, elements, count, sizeof *elements);
    op->count = count;
    for (size_t i = 0; i < count; i++)
        op->hole_count += elements[i].part == NULL;
    return op;
}

/* Outside of the table: nothing is indexed by its parts. */
static void add_paper(struct mixfix *mixfix, const struct row *row)
{
    intern_t names[MIXFIX_ELEMENT_LIMIT];
    struct mixfix_element elements[MIXFIX_ELEMENT_LIMIT];
    size_t count = split_row(mixfix, row, names);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        split_name(mixfix, names[i], elements, &used);
    place_holes(elements, used, row->side);
    struct mixfix_operator *op = make_operator(mixfix, elements, used);
    op->name = join_name(mixfix, names, count);
    op->level = row->level;
    op->side = row->side;
    op->level_index = (size_t)(find_level(mixfix, row->level) - mixfix->levels);
    operators_push(mixfix->arena, &mixfix->paper, op);
}

/* What a program declares to begin in the same way takes the place of the
 * paper's operator. */
static void yield_paper(struct mixfix *mixfix, const struct mixfix_operator *op)
{
    struct mixfix_operators *all = &mixfix->paper;
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct mixfix_element *paper_part = &all->items[i]->elements[1];
        bool same = op->count > 1 && op->elements[0].part == NULL &&
                    op->elements[1].part == paper_part->part;
        if (!same)
            all->items[kept++] = all->items[i];
    }
    all->count = kept;
}

enum mixfix_result mixfix_add(struct mixfix *mixfix, const intern_t *names,
                              size_t count, int64_t level,
                              enum mixfix_side side,
                              const struct mixfix_operator **added)
{
    struct mixfix_element elements[MIXFIX_ELEMENT_LIMIT];
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (!split_name(mixfix, names[i], elements, &used))
            return MIXFIX_TOO_LONG;
    if (level > MIXFIX_LEVEL_LIMIT || level < -MIXFIX_LEVEL_LIMIT)
        return MIXFIX_FAR_LEVEL;
    bool has_part = false;
    for (size_t i = 0; i < used; i++)
        has_part |= elements[i].part != NULL;
    if (!has_part)
        return MIXFIX_NO_PART;
    *added = find_shape(mixfix, elements, used, level);
    if (*added != NULL)
        return MIXFIX_DECLARED;
    place_holes(elements, used, side);
    struct mixfix_operator *op = make_operator(mixfix, elements, used);
    op->name = join_name(mixfix, names, count);
    op->level = level;
    op->side = side;
    struct mixfix_level *at = find_level(mixfix, level);
    op->level_index = (size_t)(at - mixfix->levels);
    operators_push(mixfix->arena, &at->operators, op);
    index_parts(mixfix, op);
    yield_paper(mixfix, op);
    *added = op;
    return MIXFIX_ADDED;
}

const char *mixfix_shape(const struct mixfix *mixfix,
                         const struct mixfix_operator *op)
{
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < op->count; i++) {
        if (i > 0)
            buf_add_char(&text, ' ');
        if (op->elements[i].part == NULL)
            buf_add_char(&text, '_');
        else
            buf_add_str(&text, intern_as_str(op->elements[i].part));
    }
    char *shape =
        arena_copy_string(mixfix->arena, buf_text(&text), text.length);
    buf_finish(&text);
    return shape;
}
