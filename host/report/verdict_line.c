#include "report/verdict_line.h"

#include "report/text.h"

/* Four letters, so that the names below each other line up. */
static void add_tag(struct ink *ink, struct verdict verdict)
{
    if (verdict_is_pass(verdict))
        ink_piece(ink, INK_GREEN, "ok  ");
    else if (verdict_is_failure(verdict))
        ink_piece(ink, INK_RED, "FAIL");
    else if (verdict.kind == VERDICT_ERRORED)
        ink_piece(ink, INK_YELLOW, "ERR ");
    else
        ink_piece(ink, INK_YELLOW, "??  ");
    ink_piece(ink, INK_PLAIN, " ");
}

static void add_name(struct ink *ink, const char *property)
{
    struct buf name;
    buf_init(&name);
    text_add(&name, str_text(property),
             (struct text_style){ink->unicode, SIZE_MAX});
    ink_piece(ink, INK_BOLD, buf_text(&name));
    buf_finish(&name);
}

static void add_figures(struct buf *out, int64_t states, int64_t actions,
                        int64_t duration_ms)
{
    buf_add_text(out, "(");
    text_add_count(out, states, "state");
    buf_add_text(out, ", ");
    text_add_count(out, actions, "action");
    buf_add_text(out, ", ");
    text_add_duration_ms(out, duration_ms);
    buf_add_text(out, ")");
}

void verdict_line_print(struct ink *ink, const struct verdict_line *line)
{
    struct buf text;
    buf_init(&text);
    ink_begin(ink, 0, 5);
    add_tag(ink, line->verdict);
    add_name(ink, line->property);
    buf_addf(&text, "  %s", line->text);
    ink_piece(ink, INK_PLAIN, buf_text(&text));
    buf_clear(&text);
    buf_add_text(&text, "  ");
    add_figures(&text, line->states, line->actions, line->duration_ms);
    ink_piece(ink, INK_DIM, buf_text(&text));
    ink_end(ink);
    buf_finish(&text);
}
