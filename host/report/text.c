/* From the bottom up: one code point, text, values, numbers with words. */
#include "report/text.h"

#include "base/utf8.h"

/* A piece under construction that may not become too wide. */
struct room {
    struct buf *out;
    bool unicode;
    size_t left; /* columns; SIZE_MAX: no limit */
    bool is_cut; /* something did not fit: nothing more is added */
};

const char *text_ellipsis(bool unicode)
{
    return unicode ? "\u2026" : "...";
}

const char *text_arrow(bool unicode)
{
    return unicode ? "\u2192" : "->";
}

struct range {
    uint32_t first, last;
};

/* Not seen, or seen elsewhere than where they stand: C1 controls, soft hyphen,
 * bidirectional marks, zero-width space, line and paragraph separators, word
 * joiner and invisible operators, private use (key codes, icon fonts), byte
 * order mark, annotation marks, tags; and spaces that look like the usual one
 * and are another.
 * The joiners U+200C and U+200D stay: scripts and emoji need them. */
static const struct range hidden[] = {
    {0x0080, 0x00a0},   {0x00ad, 0x00ad}, {0x061c, 0x061c}, {0x1680, 0x1680},
    {0x180e, 0x180e},   {0x2000, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202f},
    {0x205f, 0x206f},   {0xe000, 0xf8ff}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
    {0xe0000, 0xe007f},
};

static bool is_hidden(uint32_t code)
{
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return true;
    return false;
}

static void add_control(struct buf *out, uint32_t code)
{
    switch (code) {
    case '\n':
        buf_add_text(out, "\\n");
        break;
    case '\r':
        buf_add_text(out, "\\r");
        break;
    case '\t':
        buf_add_text(out, "\\t");
        break;
    default:
        buf_addf(out, "\\x%02x", code);
        break;
    }
}

/* Appends the first code point of `text`, printable, and returns how many
 * bytes it took. `quote` 0: none. */
static size_t add_code(struct buf *out, struct str text, char quote,
                       bool unicode)
{
    size_t used;
    uint32_t code = utf8_decode(text, &used);
    if (code == UTF8_INVALID)
        buf_addf(out, "\\x%02x", (unsigned char)text.data[0]);
    else if (code < 0x20 || code == 0x7f)
        add_control(out, code);
    else if (is_hidden(code) || (code >= 0x80 && !unicode))
        buf_addf(out, "\\u{%x}", code);
    else if (quote != 0 && (code == (uint32_t)quote || code == '\\'))
        buf_addf(out, "\\%c", (int)code);
    else
        buf_add(out, text.data, used);
    return used;
}

/* Takes columns from the room; false (and the room is cut) when there are not
 * so many. */
static bool take(struct room *room, size_t columns)
{
    if (room->is_cut || room->left < columns) {
        room->is_cut = true;
        return false;
    }
    if (room->left != SIZE_MAX)
        room->left -= columns;
    return true;
}

static void room_add(struct room *room, const char *text)
{
    if (take(room, utf8_width(str_text(text))))
        buf_add_text(room->out, text);
}

/* Adds code points while they fit. */
static void room_add_escaped(struct room *room, struct str text, char quote)
{
    struct buf piece;
    buf_init(&piece);
    for (size_t at = 0; at < text.length && !room->is_cut;) {
        struct str rest = str_from(text.data + at, text.length - at);
        buf_clear(&piece);
        at += add_code(&piece, rest, quote, room->unicode);
        if (take(room, utf8_width(buf_str(&piece))))
            buf_add_str(room->out, buf_str(&piece));
    }
    buf_finish(&piece);
}

/* Begins a piece: room for the ellipsis is kept aside. */
static struct room room_begin(struct buf *out, struct text_style style)
{
    size_t kept = utf8_width(str_text(text_ellipsis(style.unicode)));
    size_t left = style.columns;
    if (left != SIZE_MAX)
        left = left > kept ? left - kept : 0;
    return (struct room){.out = out, .unicode = style.unicode, .left = left};
}

/* Whether the escaped text is at most so wide; stops counting there. */
static bool fits(struct str text, char quote, struct text_style style)
{
    if (style.columns == SIZE_MAX)
        return true;
    struct buf scratch;
    buf_init(&scratch);
    struct room room = {
        .out = &scratch, .unicode = style.unicode, .left = style.columns};
    room_add_escaped(&room, text, quote);
    buf_finish(&scratch);
    return !room.is_cut;
}

static void add_cut(struct buf *out, struct str text, char quote,
                    struct text_style style)
{
    if (fits(text, quote, style))
        style.columns = SIZE_MAX;
    struct room room = room_begin(out, style);
    room_add_escaped(&room, text, quote);
    if (room.is_cut)
        buf_add_text(out, text_ellipsis(style.unicode));
}

void text_add(struct buf *out, struct str text, struct text_style style)
{
    add_cut(out, text, 0, style);
}

static void add_between(struct buf *out, struct str text, char mark, char quote,
                        struct text_style style)
{
    if (style.columns != SIZE_MAX)
        style.columns = style.columns > 2 ? style.columns - 2 : 0;
    buf_add_char(out, mark);
    add_cut(out, text, quote, style);
    buf_add_char(out, mark);
}

void text_add_quoted(struct buf *out, struct str text, char quote,
                     struct text_style style)
{
    add_between(out, text, quote, quote, style);
}

void text_add_selector(struct buf *out, struct str selector,
                       struct text_style style)
{
    add_between(out, selector, '`', 0, style);
}

static void room_add_value(struct room *room, const struct value *value);

static void room_add_string(struct room *room, struct str text)
{
    room_add(room, "\"");
    room_add_escaped(room, text, '"');
    room_add(room, "\"");
}

static void room_add_number(struct room *room, const struct value *value)
{
    struct buf text;
    buf_init(&text);
    value_add_json(&text, value);
    room_add(room, buf_text(&text));
    buf_finish(&text);
}

static void room_add_list(struct room *room, const struct value *list)
{
    room_add(room, "[");
    for (size_t i = 0; i < list->count && !room->is_cut; i++) {
        if (i > 0)
            room_add(room, ", ");
        room_add_value(room, list->items[i]);
    }
    room_add(room, "]");
}

static void room_add_object(struct room *room, const struct value *object)
{
    room_add(room, "{");
    for (size_t i = 0; i < object->count && !room->is_cut; i++) {
        if (i > 0)
            room_add(room, ", ");
        room_add_escaped(room, value_text(object->fields[i].key), 0);
        room_add(room, ": ");
        room_add_value(room, object->fields[i].value);
    }
    room_add(room, "}");
}

/* Values nest no deeper than JSON_DEPTH_LIMIT. */
static void room_add_value(struct room *room, const struct value *value)
{
    switch (value->kind) {
    case VALUE_NULL:
        room_add(room, "null");
        break;
    case VALUE_BOOL:
        room_add(room, value->boolean ? "true" : "false");
        break;
    case VALUE_INT:
    case VALUE_FLOAT:
        room_add_number(room, value);
        break;
    case VALUE_STRING:
        room_add_string(room, value_text(value));
        break;
    case VALUE_LIST:
        room_add_list(room, value);
        break;
    case VALUE_OBJECT:
        room_add_object(room, value);
        break;
    }
}

static bool value_fits(const struct value *value, struct text_style style)
{
    struct buf scratch;
    buf_init(&scratch);
    struct room room = {
        .out = &scratch, .unicode = style.unicode, .left = style.columns};
    room_add_value(&room, value);
    buf_finish(&scratch);
    return !room.is_cut;
}

void text_add_value(struct buf *out, const struct value *value,
                    struct text_style style)
{
    if (value->kind == VALUE_STRING) {
        text_add_quoted(out, value_text(value), '"', style);
        return;
    }
    if (style.columns == SIZE_MAX || value_fits(value, style))
        style.columns = SIZE_MAX;
    struct room room = room_begin(out, style);
    room_add_value(&room, value);
    if (room.is_cut)
        buf_add_text(out, text_ellipsis(style.unicode));
}

/* The code point before this byte. */
static size_t step_back(struct str text, size_t at)
{
    return utf8_floor(text, at - 1);
}

/* Moved back by a few code points that fit. */
static size_t step_back_far(struct str text, size_t from,
                            struct text_style context)
{
    enum { CONTEXT_CODES = 8 };
    size_t at = from;
    for (int codes = 0; at > 0 && codes < CONTEXT_CODES; codes++) {
        size_t before = step_back(text, at);
        if (!fits(str_from(text.data + before, from - before), '"', context))
            break;
        at = before;
    }
    return at;
}

/* Where two texts begin to differ, moved back so that the place can be
 * recognised; but where not all fits that follows, not so far that the
 * difference itself finds no room. */
static size_t shared_prefix(struct str a, struct str b, struct text_style style)
{
    size_t differs = 0;
    while (differs < a.length && differs < b.length &&
           a.data[differs] == b.data[differs])
        differs++;
    differs = utf8_floor(a, differs);
    size_t at = step_back_far(a, differs, style);
    if (fits(str_from(a.data + at, a.length - at), '"', style))
        return at;
    return step_back_far(a, differs,
                         (struct text_style){style.unicode, style.columns / 3});
}

void text_add_value_beside(struct buf *out, const struct value *value,
                           const struct value *other, struct text_style style)
{
    bool are_strings =
        value->kind == VALUE_STRING && other->kind == VALUE_STRING;
    struct text_style inside = style;
    if (inside.columns != SIZE_MAX)
        inside.columns = inside.columns > 2 ? inside.columns - 2 : 0;
    if (!are_strings || (fits(value_text(value), '"', inside) &&
                         fits(value_text(other), '"', inside))) {
        text_add_value(out, value, style);
        return;
    }
    struct str text = value_text(value);
    const char *dots = text_ellipsis(style.unicode);
    size_t dots_width = utf8_width(str_text(dots));
    if (inside.columns != SIZE_MAX)
        inside.columns -=
            inside.columns > dots_width ? dots_width : inside.columns;
    size_t skipped = shared_prefix(text, value_text(other), inside);
    if (skipped == 0) {
        text_add_value(out, value, style);
        return;
    }
    if (style.columns != SIZE_MAX)
        style.columns =
            style.columns > dots_width ? style.columns - dots_width : 0;
    buf_add_text(out, dots);
    text_add_quoted(out, str_from(text.data + skipped, text.length - skipped),
                    '"', style);
}

/* "2 min 5 s", "2 min" */
static void add_two(struct buf *out, long long large, const char *large_unit,
                    long long small, const char *small_unit)
{
    buf_addf(out, "%lld %s", large, large_unit);
    if (small > 0)
        buf_addf(out, " %lld %s", small, small_unit);
}

void text_add_duration_ms(struct buf *out, int64_t duration_ms)
{
    long long ms = duration_ms;
    if (ms < 1000)
        buf_addf(out, "%lld ms", ms);
    else if (ms < 60000 && ms % 1000 == 0)
        buf_addf(out, "%lld s", ms / 1000);
    else if (ms < 60000)
        buf_addf(out, "%lld.%lld s", ms / 1000, ms % 1000 / 100);
    else if (ms < 3600000)
        add_two(out, ms / 60000, "min", ms % 60000 / 1000, "s");
    else
        add_two(out, ms / 3600000, "h", ms % 3600000 / 60000, "min");
}

void text_add_count(struct buf *out, int64_t count, const char *noun)
{
    buf_addf(out, "%lld %s%s", (long long)count, noun, count == 1 ? "" : "s");
}
