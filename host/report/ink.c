#include "report/ink.h"

#include "base/utf8.h"

static const char *const sequences[INK_STYLE_COUNT] = {
    [INK_PLAIN] = "",         [INK_BOLD] = "\x1b[1m",
    [INK_DIM] = "\x1b[2m",    [INK_RED] = "\x1b[1;31m",
    [INK_GREEN] = "\x1b[32m", [INK_YELLOW] = "\x1b[33m",
    [INK_CYAN] = "\x1b[36m",
};

void ink_init(struct ink *ink, bool colour, bool unicode, size_t width)
{
    *ink = (struct ink){.colour = colour, .unicode = unicode, .width = width};
    buf_init(&ink->out);
}

void ink_finish(struct ink *ink)
{
    buf_finish(&ink->out);
}

void ink_begin(struct ink *ink, size_t indent, size_t hang)
{
    buf_add_repeat(&ink->out, ' ', indent);
    ink->column = ink->start = indent;
    ink->hang = hang;
}

/* Separators that turned out to stand at the end of a line. */
static void strip_spaces(struct ink *ink)
{
    while (ink->out.length > 0 && ink->out.data[ink->out.length - 1] == ' ')
        ink->out.length--;
}

/* Words of one style in a row share one escape sequence. */
static void switch_style(struct ink *ink, enum ink_style style)
{
    if (!ink->colour || style == ink->style)
        return;
    if (ink->style != INK_PLAIN)
        buf_add_text(&ink->out, "\x1b[0m");
    buf_add_text(&ink->out, sequences[style]);
    ink->style = style;
}

static void break_line(struct ink *ink)
{
    strip_spaces(ink);
    switch_style(ink, INK_PLAIN);
    buf_add_char(&ink->out, '\n');
    buf_add_repeat(&ink->out, ' ', ink->hang);
    ink->column = ink->start = ink->hang;
}

static void add_styled(struct ink *ink, enum ink_style style, struct str text)
{
    if (text.length == 0)
        return;
    switch_style(ink, style);
    size_t begin = ink->out.length;
    buf_add_str(&ink->out, text);
    utf8_hide_controls(ink->out.data + begin, text.length);
    ink->column += utf8_width(text);
}

/* How many bytes of the text fit into so many columns; at least one code
 * point, so that there is always progress. */
static size_t fitting(struct str text, size_t columns)
{
    size_t at = 0, used;
    while (at < text.length) {
        utf8_decode(str_from(text.data + at, text.length - at), &used);
        if (at > 0 && utf8_width(str_from(text.data, at + used)) > columns)
            break;
        at += used;
    }
    return at;
}

/* The same, but up to a space when there is one in the second half. */
static size_t fitting_words(struct str text, size_t columns)
{
    size_t most = fitting(text, columns);
    for (size_t at = most; at > most / 2 && most < text.length; at--)
        if (text.data[at - 1] == ' ')
            return at;
    return most;
}

/* A piece wider than a whole line. */
static void add_broken(struct ink *ink, enum ink_style style, struct str text)
{
    while (text.length > 0) {
        size_t columns =
            ink->width > ink->column ? ink->width - ink->column : 1;
        size_t used = fitting_words(text, columns);
        add_styled(ink, style, str_from(text.data, used));
        text = str_from(text.data + used, text.length - used);
        if (text.length > 0)
            break_line(ink);
    }
}

void ink_margin(struct ink *ink, enum ink_style style, const char *text)
{
    add_styled(ink, style, str_text(text));
    ink->start = ink->column;
}

void ink_piece(struct ink *ink, enum ink_style style, const char *text)
{
    size_t width = utf8_width(str_text(text));
    if (ink->column + width > ink->width && ink->column > ink->start) {
        while (*text == ' ') {
            text++;
            width--;
        }
        break_line(ink);
    }
    if (ink->column + width > ink->width)
        add_broken(ink, style, str_text(text));
    else
        add_styled(ink, style, str_text(text));
}

/* Bytes up to the space that ends the first word. */
static size_t word_length(const struct ink *ink, const char *text)
{
    size_t length = strcspn(text, " ");
    if (*text != '`')
        return length;
    const char *close = strchr(text + 1, '`');
    if (close == NULL)
        return length;
    size_t quoted = (size_t)(close - text);
    quoted += strcspn(close, " ");
    return quoted <= ink->width / 2 ? quoted : length;
}

void ink_words(struct ink *ink, enum ink_style style, const char *text)
{
    struct buf word;
    buf_init(&word);
    while (*text != '\0') {
        size_t length = word_length(ink, text);
        buf_clear(&word);
        if (ink->column > ink->start)
            buf_add_char(&word, ' ');
        buf_add(&word, text, length);
        if (length > 0)
            ink_piece(ink, style, buf_text(&word));
        text += length;
        text += strspn(text, " ");
    }
    buf_finish(&word);
}

void ink_end(struct ink *ink)
{
    strip_spaces(ink);
    switch_style(ink, INK_PLAIN);
    buf_add_char(&ink->out, '\n');
    ink->column = 0;
}

void ink_line(struct ink *ink, size_t indent, enum ink_style style,
              const char *text)
{
    ink_begin(ink, indent, indent);
    ink_words(ink, style, text);
    ink_end(ink);
}

void ink_empty_line(struct ink *ink)
{
    buf_add_char(&ink->out, '\n');
    ink->column = 0;
}

size_t ink_room(const struct ink *ink)
{
    return ink->width > ink->hang + 10 ? ink->width - ink->hang : 10;
}
