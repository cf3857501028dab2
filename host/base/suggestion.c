#include "base/suggestion.h"

#include <stdbool.h>
#include <string.h>

/* Longer names are not compared: a slip of the finger is short. */
enum { NAME_LIMIT = 40 };

static size_t smallest(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* How many letters must be put in, left out, replaced, or swapped with the
 * next (Damerau and Levenshtein, on bytes). */
static size_t distance(struct str a, struct str b)
{
    size_t rows[3][NAME_LIMIT + 1];
    if (a.length > NAME_LIMIT || b.length > NAME_LIMIT)
        return NAME_LIMIT;
    for (size_t k = 0; k <= b.length; k++)
        rows[0][k] = k;
    for (size_t i = 1; i <= a.length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3];
        row[0] = i;
        for (size_t k = 1; k <= b.length; k++) {
            bool same = a.data[i - 1] == b.data[k - 1];
            row[k] = smallest(above[k] + 1, row[k - 1] + 1,
                              above[k - 1] + (same ? 0 : 1));
            if (i > 1 && k > 1 && a.data[i - 1] == b.data[k - 2] &&
                a.data[i - 2] == b.data[k - 1] &&
                rows[(i - 2) % 3][k - 2] + 1 < row[k])
                row[k] = rows[(i - 2) % 3][k - 2] + 1;
        }
    }
    return rows[a.length % 3][b.length];
}

/* A name may differ in a third of its letters; a very short one would be near
 * to everything. */
struct suggestion suggestion_begin(struct str wanted)
{
    return (struct suggestion){.wanted = wanted,
                               .distance = wanted.length / 3 + 1};
}

static bool is_mark(char c)
{
    return c == '!' || c == '?';
}

static struct str without_mark(struct str name)
{
    if (name.length > 1 && is_mark(name.data[name.length - 1]))
        name.length--;
    return name;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_letters(struct str a, struct str b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (lower(a.data[i]) != lower(b.data[i]))
            return false;
    return true;
}

/* Half a word: load for loaded. */
static bool is_beginning(struct str part, struct str whole)
{
    enum { LEAST = 3, MOST_MISSING = 4 };
    return part.length >= LEAST && part.length < whole.length &&
           whole.length - part.length <= MOST_MISSING &&
           memcmp(part.data, whole.data, part.length) == 0;
}

/* Mistaking the mark or the case, or stopping early, counts little however
 * short the name is. */
static size_t difference(struct str wanted, struct str offered)
{
    struct str a = without_mark(wanted);
    struct str b = without_mark(offered);
    if (same_letters(a, b))
        return 0;
    size_t far = distance(wanted, offered);
    return is_beginning(a, b) && far > 1 ? 1 : far;
}

void suggestion_consider(struct suggestion *best, const char *offered)
{
    struct str text = str_text(offered);
    if (str_equal(best->wanted, text))
        return;
    size_t far = difference(best->wanted, text);
    if (far < best->distance || (far == 0 && best->distance > 0)) {
        best->distance = far;
        best->text = offered;
    }
}
