/* Order of this file: counting, a page that lets nobody in, what is printed,
 * the hooks. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "report/ink.h"
#include "report/shrunk.h"
#include "report/sights.h"
#include "report/terminal.h"
#include "report/text.h"

enum { ADDRESSES_SHOWN = 8 };

struct explored {
    struct reporter base;
    FILE *stream;
    struct ink ink;
    struct map kinds;     /* id of an action -> how often, as a pointer */
    struct map addresses; /* at the origin of the test */
    struct map others;    /* elsewhere -> how often */
    size_t walk; /* of the last test, and the steps of it that were told */
    size_t walked;
    int64_t actions;
    int64_t states;
    int64_t locked;  /* states in which a password was asked for */
    bool has_failed; /* a property that --known is for */
    char *origin;    /* of the first state, with its slashes */
    struct tours tours;
};

/* ---- counting ----------------------------------------------------------- */

static void count(struct map *map, struct str key)
{
    map_set(map, key, (void *)((uintptr_t)map_find(map, key) + 1));
}

static struct str address_of(const struct value *state)
{
    const struct value *page = value_field(state, STR("::page"));
    if (page == NULL || page->kind != VALUE_LIST || page->count == 0)
        return STR("");
    const struct value *url = value_field(page->items[0], STR("url"));
    return url == NULL ? STR("") : value_text(url);
}

/* "http://host:1" of "http://host:1/a", "file://" of a file. */
static size_t origin_length(struct str url)
{
    size_t slashes = 0;
    for (size_t i = 0; i < url.length; i++)
        if (url.data[i] == '/' && ++slashes == 3)
            return i;
    return url.length;
}

/* An address with another fragment is another place of one document. */
static struct str without_fragment(struct str url)
{
    const char *hash = memchr(url.data, '#', url.length);
    return hash == NULL ? url : str_from(url.data, (size_t)(hash - url.data));
}

static void count_address(struct explored *explored, struct str url)
{
    if (url.length == 0)
        return;
    size_t length = origin_length(url);
    if (explored->origin == NULL)
        explored->origin = memory_copy_string(url.data, length);
    bool is_home = str_is(str_from(url.data, length), explored->origin);
    count(is_home ? &explored->addresses : &explored->others,
          without_fragment(url));
}

/* ---- a page that lets nobody in ----------------------------------------- */

static bool is_password_field(const struct value *element)
{
    const struct value *type = value_field(element, STR("type"));
    return type != NULL && type->kind == VALUE_STRING &&
           str_is(value_text(type), "password");
}

static bool asks_for_password(const struct value *state)
{
    for (size_t i = 0; i < state->count; i++) {
        const struct value *list = state->fields[i].value;
        if (!sights_is_selector(value_text(state->fields[i].key)) ||
            list->kind != VALUE_LIST)
            continue;
        for (size_t j = 0; j < list->count; j++)
            if (list->items[j]->kind == VALUE_OBJECT &&
                is_password_field(list->items[j]))
                return true;
    }
    return false;
}

/* What needs nothing of the page. (Keys go to what has the focus, or else to
 * whoever listens; what can have it is clicked, too.) */
static bool is_of_any_page(const char *id)
{
    static const char *const ids[] = {"passTime", "scrollBy", "reload",
                                      "keyPress", "back",     "forward",
                                      "navigate"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strcmp(id, ids[i]) == 0)
            return true;
    return false;
}

static bool acted_on_page(const struct explored *explored)
{
    for (size_t i = 0; i < explored->kinds.count; i++)
        if (!is_of_any_page(explored->kinds.entries[i].key))
            return true;
    return false;
}

/* ---- what is printed ---------------------------------------------------- */

/* "230 clicks" */
static void add_kind(struct buf *line, const char *id, int64_t number)
{
    static const struct {
        const char *id, *one, *many;
    } words[] = {
        {"click", "click", "clicks"},
        {"doubleClick", "double click", "double clicks"},
        {"rightClick", "right click", "right clicks"},
        {"drag", "drag", "drags"},
        {"dragBy", "line drawn", "lines drawn"}, /* on a canvas */
        {"enterTextInto", "text typed", "texts typed"},
        {"clear", "field emptied", "fields emptied"},
        {"setValue", "value picked", "values picked"},
        {"select", "option chosen", "options chosen"},
        {"setFiles", "file given", "files given"},
        {"keyPress", "key", "keys"},
        {"scrollBy", "scroll", "scrolls"},
        {"back", "step back", "steps back"},
        {"forward", "step forward", "steps forward"},
        {"reload", "reload", "reloads"},
        {"acceptDialog", "dialog accepted", "dialogs accepted"},
        {"dismissDialog", "dialog dismissed", "dialogs dismissed"},
        {"answerDialog", "dialog answered", "dialogs answered"},
        {"passTime", "wait", "waits"},
        {"navigate", "way home", "ways home"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].id, id) == 0) {
            buf_addf(line, "%lld %s", (long long)number,
                     number == 1 ? words[i].one : words[i].many);
            return;
        }
    buf_addf(line, "%lld %s", (long long)number, id);
}

static int by_number(const void *a_, const void *b_)
{
    const struct map_entry *const *a = a_, *const *b = b_;
    uintptr_t x = (uintptr_t)(*a)->value, y = (uintptr_t)(*b)->value;
    return x != y ? (x < y) - (x > y) : strcmp((*a)->key, (*b)->key);
}

/* The commonest first. */
static void print_kinds(struct explored *explored)
{
    struct map *kinds = &explored->kinds;
    if (kinds->count == 0)
        return;
    const struct map_entry **sorted =
        memory_zeroed(kinds->count, sizeof *sorted);
    for (size_t i = 0; i < kinds->count; i++)
        sorted[i] = &kinds->entries[i];
    qsort(sorted, kinds->count, sizeof *sorted, by_number);
    struct buf line;
    buf_init(&line);
    for (size_t i = 0; i < kinds->count; i++) {
        buf_add_text(&line, i == 0 ? "" : ", ");
        add_kind(&line, sorted[i]->key, (int64_t)(uintptr_t)sorted[i]->value);
    }
    ink_line(&explored->ink, 2, INK_PLAIN, buf_text(&line));
    buf_finish(&line);
    free(sorted);
}

static void print_address(struct explored *explored, struct str address)
{
    struct buf line;
    buf_init(&line);
    text_add(
        &line, address,
        (struct text_style){explored->ink.unicode, explored->ink.width - 4});
    ink_line(&explored->ink, 4, INK_DIM, buf_text(&line));
    buf_finish(&line);
}

static void print_addresses(struct explored *explored, const char *headline,
                            const struct map *addresses)
{
    if (addresses->count == 0)
        return;
    ink_line(&explored->ink, 2, INK_PLAIN, headline);
    for (size_t i = 0; i < addresses->count && i < ADDRESSES_SHOWN; i++)
        print_address(explored, str_from(addresses->entries[i].key,
                                         addresses->entries[i].key_length));
    if (addresses->count <= ADDRESSES_SHOWN)
        return;
    struct buf line;
    buf_init(&line);
    buf_addf(&line, "and %zu more", addresses->count - ADDRESSES_SHOWN);
    ink_line(&explored->ink, 4, INK_DIM, buf_text(&line));
    buf_finish(&line);
}

static void print_headline(struct explored *explored)
{
    struct buf line;
    buf_init(&line);
    buf_add_text(&line, "Explored: ");
    text_add_count(&line, explored->actions, "action");
    buf_add_text(&line, ", ");
    text_add_count(&line, (int64_t)sights_distinct(&explored->tours),
                   "different state");
    buf_addf(&line, ", %zu %s", explored->addresses.count,
             explored->addresses.count == 1 ? "address" : "addresses");
    ink_line(&explored->ink, 0, INK_BOLD, buf_text(&line));
    buf_finish(&line);
}

/* What looks like success, and is none. */
static void print_doubts(struct explored *explored)
{
    if (!acted_on_page(explored))
        ink_line(&explored->ink, 2, INK_PLAIN,
                 "note: nothing on the page was acted on: it has no links, "
                 "buttons or fields that are enabled and visible, or none that "
                 "its markup tells (`weir init` writes a specification in "
                 "which you can name others)");
    else if (explored->locked > 0 && explored->locked == explored->states)
        ink_line(
            &explored->ink, 2, INK_PLAIN,
            "note: every state asked for a password, which weir does not know: "
            "what lies behind it, if anything does, was not explored; "
            "--storage-state or --cookie lets weir in "
            "(docs/manual/log-in.md)");
}

/* ---- the hooks ---------------------------------------------------------- */

/* Of weir/defaults: what is said in words or addresses, which can be told. */
static bool can_be_known(const char *property)
{
    static const char *const names[] = {"noUncaughtError",
                                        "noUnhandledRejection",
                                        "noConsoleError", "noFailedRequest"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(property, names[i]) == 0)
            return true;
    return false;
}

/* Of the steps of one walk, which are told with each property that it has
 * judged, some further than others, those that have been counted. */
static size_t counted_steps(struct explored *explored,
                            const struct test_result *result)
{
    size_t before = result->info->walk == explored->walk ? explored->walked : 0;
    explored->walk = result->info->walk;
    explored->walked =
        before > result->step_count ? before : result->step_count;
    return before;
}

static void explored_test_end(struct reporter *reporter,
                              const struct test_result *result)
{
    struct explored *explored = (struct explored *)reporter;
    struct tour tour = {0};
    explored->has_failed |= verdict_is_failure(result->verdict) &&
                            can_be_known(result->info->property);
    result = shrunk_original(result); /* what was tried */
    for (size_t i = counted_steps(explored, result); i < result->step_count;
         i++) {
        const struct step *step = &result->steps[i];
        count_address(explored, address_of(step->state));
        sights_add(&tour, address_of(step->state), step->state);
        explored->states++;
        if (asks_for_password(step->state))
            explored->locked++;
        if (step->kind != STEP_ACTED || step->what.count == 0)
            continue;
        explored->actions++;
        count(&explored->kinds, value_text(step->what.items[0].id));
    }
    if (tour.sights.count > 0)
        vec_push(&explored->tours, tour);
}

/* The first error that a page always has is all that its property tells of. */
static void print_way_on(struct explored *explored)
{
    if (!explored->has_failed)
        return;
    ink_empty_line(&explored->ink);
    ink_line(
        &explored->ink, 0, INK_PLAIN,
        "What fails is known? --known TEXT passes over what has TEXT in it, "
        "to find what else there is.");
}

static void print_tried(struct explored *explored)
{
    if (explored->actions == 0)
        return;
    ink_empty_line(&explored->ink);
    print_headline(explored);
    print_kinds(explored);
    print_addresses(explored, "on", &explored->addresses);
    print_addresses(explored, "and was led away, and went back, from",
                    &explored->others);
    print_doubts(explored);
}

static void explored_end(struct reporter *reporter,
                         const struct run_summary *summary)
{
    struct explored *explored = (struct explored *)reporter;
    (void)summary;
    print_tried(explored);
    print_way_on(explored);
    fwrite(buf_text(&explored->ink.out), 1, explored->ink.out.length,
           explored->stream);
    fflush(explored->stream);
}

static void explored_destroy(struct reporter *reporter)
{
    struct explored *explored = (struct explored *)reporter;
    for (size_t i = 0; i < explored->tours.count; i++)
        sights_finish(&explored->tours.items[i]);
    vec_finish(&explored->tours);
    map_finish(&explored->kinds);
    map_finish(&explored->addresses);
    map_finish(&explored->others);
    ink_finish(&explored->ink);
    free(explored->origin);
    free(explored);
}

struct reporter *report_explored_create(const struct report_options *options)
{
    static const struct reporter_ops ops = {
        .test_end = explored_test_end,
        .end = explored_end,
        .destroy = explored_destroy,
    };
    struct explored *explored = MEMORY_NEW(struct explored);
    explored->base.ops = &ops;
    explored->stream = options->stream != NULL ? options->stream : stdout;
    ink_init(&explored->ink, terminal_has_colour(options, explored->stream),
             terminal_has_unicode(options),
             terminal_width(options, explored->stream));
    map_init(&explored->kinds);
    map_init(&explored->addresses);
    map_init(&explored->others);
    return &explored->base;
}
