/* Which gaps become line ends: those the author chose, and then, as long as a
 * line is too wide, those of the outermost thing in it that can be broken. Top
 * down from the declaration would hide the small rules, so: levels, widths,
 * candidates, breaking, the loop. */
#include "lang/format/format_internal.h"

#include "base/utf8.h"

static struct format_node *node_of(struct formatter *formatter, uint32_t token)
{
    uint32_t node = formatter->gaps[token].node;
    return node == UINT32_MAX ? NULL : &formatter->nodes.items[node];
}

/* ---- what the author chose ---------------------------------------------- */

static void begin(struct formatter *formatter, struct format_range range)
{
    for (uint32_t i = range.start; i < range.end; i++) {
        struct format_gap *gap = &formatter->gaps[i];
        if (i > range.start)
            gap->broken = gap->comment_count > 0 ||
                          (gap->written_break && gap->role != ROLE_FIXED);
        if (gap->space != SPACE_ONE && i > 0)
            gap->space =
                format_has_space(formatter, i) ? SPACE_ONE : SPACE_NONE;
    }
    formatter->gaps[range.start].broken = true;
}

/* A bracket that is followed by a line end has its partner on a line of its
 * own; the braces of an operator also the other way round. */
static void break_partners(struct formatter *formatter,
                           struct format_range range)
{
    for (uint32_t i = range.end - 1; i > range.start; i--) {
        struct format_gap *close = &formatter->gaps[i];
        struct format_gap *open = &formatter->gaps[close->anchor + 1];
        if (close->role != ROLE_CLOSE || open->role != ROLE_OPEN)
            continue;
        if (node_of(formatter, i)->kind == FORMAT_BLOCK)
            open->broken |= close->broken;
        close->broken |= open->broken;
    }
}

/* Did the author indent what stands here more than the anchor? To be told only
 * when both begin lines. */
static bool is_hung(struct formatter *formatter, uint32_t token)
{
    const struct format_gap *gap = &formatter->gaps[token];
    const struct format_gap *anchor = &formatter->gaps[gap->anchor];
    struct format_node *node = node_of(formatter, token);
    if (gap->role != ROLE_OPERATOR && gap->role != ROLE_OPERAND)
        return false;
    int which = gap->role == ROLE_OPERAND;
    if (!node->hang_known[which] && gap->written_break) {
        node->hang_known[which] = true;
        node->hangs[which] =
            anchor->column == anchor->margin && gap->column > anchor->margin;
    }
    return node->hangs[which];
}

static uint32_t level_of(struct formatter *formatter, uint32_t token)
{
    const struct format_gap *gap = &formatter->gaps[token];
    const struct format_gap *anchor = &formatter->gaps[gap->anchor];
    switch (gap->indent) {
    case INDENT_MARGIN:
        break;
    case INDENT_INSIDE:
        return anchor->level + 1;
    case INDENT_LEVEL:
        return anchor->level;
    case INDENT_FLOW:
        return anchor->level +
               (!anchor->begins_line || is_hung(formatter, token));
    }
    return 0;
}

static void set_levels(struct formatter *formatter, struct format_range range)
{
    uint32_t level = 0;
    for (uint32_t i = range.start; i < range.end; i++) {
        struct format_gap *gap = &formatter->gaps[i];
        gap->begins_line = gap->broken;
        if (gap->broken)
            level = level_of(formatter, i);
        gap->level = level;
    }
}

/* ---- widths ------------------------------------------------------------- */

/* A line of tokens [start, end). */
struct line {
    uint32_t start;
    uint32_t end;
};

static bool has_newline(struct str text)
{
    return memchr(text.data, '\n', text.length) != NULL;
}

/* What could not fit on any line does not make a line too wide: breaking
 * elsewhere would not help. */
static uint32_t token_width(const struct formatter *formatter, uint32_t token)
{
    struct str text = format_token_text(formatter, token);
    size_t width = utf8_width(text);
    size_t room = FORMAT_COLUMNS - 2 * (size_t)formatter->unit;
    return width > room || has_newline(text) ? 0 : (uint32_t)width;
}

static struct line line_from(const struct formatter *formatter, uint32_t start,
                             struct format_range range)
{
    struct line line = {start, start + 1};
    while (line.end < range.end && !formatter->gaps[line.end].broken)
        line.end++;
    return line;
}

static uint32_t indent_of(const struct formatter *formatter, struct line line)
{
    return formatter->gaps[line.start].level * formatter->unit;
}

/* Columns of the token in the line, with the gap before it. */
static uint32_t columns_of(const struct formatter *formatter, struct line line,
                           uint32_t token)
{
    bool has_space =
        token > line.start && formatter->gaps[token].space == SPACE_ONE;
    return token_width(formatter, token) + has_space;
}

static bool is_too_wide(const struct formatter *formatter, struct line line)
{
    uint32_t width = indent_of(formatter, line);
    for (uint32_t i = line.start; i < line.end; i++)
        width += columns_of(formatter, line, i);
    return width > FORMAT_COLUMNS;
}

/* ---- what can be broken ------------------------------------------------- */

static bool is_open_broken(const struct formatter *formatter, uint32_t node,
                           uint32_t token)
{
    const struct format_gap *open =
        &formatter->gaps[formatter->gaps[token].anchor + 1];
    return open->role == ROLE_OPEN && open->node == node && open->broken;
}

static bool is_candidate(struct formatter *formatter, uint32_t token,
                         struct line line)
{
    const struct format_gap *gap = &formatter->gaps[token];
    const struct format_node *node = node_of(formatter, token);
    if (node == NULL || gap->broken)
        return false;
    switch (gap->role) {
    case ROLE_EQUALS:
        return !node->sole;
    case ROLE_OPEN:
        return node->kind == FORMAT_BLOCK ||
               (node->kind == FORMAT_BRACKETS && !node->sole);
    case ROLE_ITEM:
        /* A bracket on a line above can no longer be followed by a line end. */
        return node->kind == FORMAT_CLAUSES || gap->anchor < line.start ||
               is_open_broken(formatter, gap->node, token);
    case ROLE_OPERATOR:
        return !(node->hugs && node->operators == 1);
    case ROLE_SEQUEL:
    case ROLE_CLAUSE:
        return true;
    default:
        return false;
    }
}

/* Is `a`, which stands after `b`, to be preferred? The outermost is; of
 * several the widest; of one thing the first, but what a local let is for goes
 * before its value. */
static bool is_better(struct formatter *formatter, uint32_t a, uint32_t b)
{
    const struct format_node *one = node_of(formatter, a);
    const struct format_node *other = node_of(formatter, b);
    if (one == other)
        return formatter->gaps[a].role == ROLE_SEQUEL &&
               formatter->gaps[b].role == ROLE_EQUALS;
    if (one->depth != other->depth)
        return one->depth < other->depth;
    return one->end - one->first >= other->end - other->first;
}

/* The gap to break in the line; 0 when there is none. */
static uint32_t find_candidate(struct formatter *formatter, struct line line)
{
    uint32_t best = 0;
    for (uint32_t i = line.start + 1; i < line.end; i++)
        if (is_candidate(formatter, i, line) &&
            (best == 0 || is_better(formatter, i, best)))
            best = i;
    return best;
}

/* ---- breaking ----------------------------------------------------------- */

static bool any_broken(const struct formatter *formatter, uint32_t node,
                       enum format_role role)
{
    const struct format_node *at = &formatter->nodes.items[node];
    for (uint32_t i = at->first; i < at->end; i++)
        if (formatter->gaps[i].node == node &&
            formatter->gaps[i].role == role && formatter->gaps[i].broken)
            return true;
    return false;
}

static void break_all(struct formatter *formatter, uint32_t node,
                      enum format_role role)
{
    const struct format_node *at = &formatter->nodes.items[node];
    for (uint32_t i = at->first; i < at->end; i++)
        if (formatter->gaps[i].node == node && formatter->gaps[i].role == role)
            formatter->gaps[i].broken = true;
}

/* The cases of a match: each begins a line when the first does. */
static void break_cases(struct formatter *formatter, uint32_t node)
{
    const struct format_node *at = &formatter->nodes.items[node];
    for (uint32_t i = at->first; i < at->end; i++) {
        struct format_gap *gap = &formatter->gaps[i];
        const struct format_gap *anchor = &formatter->gaps[gap->anchor];
        if (gap->role == ROLE_OPERATOR && anchor->role == ROLE_OPEN &&
            anchor->node == node &&
            str_is(format_token_text(formatter, gap->anchor), "|"))
            gap->broken = true;
    }
}

/* The last gap of this kind in the line that is not too far out. */
static void break_last_that_fits(struct formatter *formatter, uint32_t node,
                                 enum format_role role, struct line line)
{
    uint32_t found = 0;
    uint32_t width = indent_of(formatter, line); /* up to before the gap */
    for (uint32_t i = line.start + 1; i < line.end; i++) {
        const struct format_gap *gap = &formatter->gaps[i];
        width += columns_of(formatter, line, i - 1);
        if (gap->node == node && gap->role == role &&
            (found == 0 || width <= FORMAT_COLUMNS))
            found = i;
    }
    formatter->gaps[found].broken = true;
}

/* Lines are filled where the author began to, in the middle of a line, between
 * the names of a check and between plain items; else all gaps of a kind break
 * together. */
static bool is_filled(const struct formatter *formatter, uint32_t token)
{
    const struct format_gap *gap = &formatter->gaps[token];
    bool clauses = formatter->nodes.items[gap->node].kind == FORMAT_CLAUSES;
    if (gap->role == ROLE_OPERATOR)
        return !formatter->gaps[gap->anchor].begins_line ||
               any_broken(formatter, gap->node, ROLE_OPERATOR) ||
               any_broken(formatter, gap->node, ROLE_OPERAND);
    return gap->role == ROLE_ITEM &&
           (formatter->nodes.items[gap->node].plain ||
            any_broken(formatter, gap->node,
                       clauses ? ROLE_CLAUSE : ROLE_ITEM));
}

static void break_at(struct formatter *formatter, uint32_t token,
                     struct line line)
{
    const struct format_gap *gap = &formatter->gaps[token];
    uint32_t node = gap->node;
    enum format_role role = gap->role;
    bool clauses = formatter->nodes.items[node].kind == FORMAT_CLAUSES;
    if (role == ROLE_EQUALS)
        formatter->gaps[token].broken = true;
    else if (is_filled(formatter, token))
        break_last_that_fits(formatter, node, role, line);
    else
        break_all(formatter, node, clauses ? ROLE_CLAUSE : role);
    if (formatter->nodes.items[node].kind == FORMAT_BLOCK)
        break_cases(formatter, node);
}

/* Breaks one line that is too wide; false when there is none that can be. */
static bool improve(struct formatter *formatter, struct format_range range)
{
    struct line line;
    for (uint32_t at = range.start; at < range.end; at = line.end) {
        line = line_from(formatter, at, range);
        if (!is_too_wide(formatter, line))
            continue;
        uint32_t token = find_candidate(formatter, line);
        if (token == 0)
            continue;
        break_at(formatter, token, line);
        return true;
    }
    return false;
}

/* The unit of the text: what its first line of level one has. */
static void find_unit(struct formatter *formatter)
{
    formatter->unit = 4;
    for (size_t i = 0; i < formatter->tokens.count; i++) {
        const struct format_gap *gap = &formatter->gaps[i];
        if (!gap->broken || !gap->written_break || gap->level != 1)
            continue;
        if (gap->column == 2 || gap->column == 8)
            formatter->unit = gap->column;
        return;
    }
}

void format_break_lines(struct formatter *formatter)
{
    for (size_t i = 0; i < formatter->declarations.count; i++) {
        struct format_range range = formatter->declarations.items[i];
        begin(formatter, range);
        break_partners(formatter, range);
        set_levels(formatter, range);
    }
    find_unit(formatter);
    for (size_t i = 0; i < formatter->declarations.count; i++) {
        struct format_range range = formatter->declarations.items[i];
        while (improve(formatter, range)) {
            break_partners(formatter, range);
            set_levels(formatter, range);
        }
    }
}
