#include "cli/environment_words.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"

/* Those with a text of their own. */
static const struct {
    const char *name;
    size_t place; /* in the wish */
} texts[] = {
    {"time-zone", offsetof(struct environment_wish, time_zone)},
    {"locale", offsetof(struct environment_wish, locale)},
    {"date", offsetof(struct environment_wish, date)},
    {"viewport", offsetof(struct environment_wish, viewport)},
    {"device", offsetof(struct environment_wish, device)},
    {"color-scheme", offsetof(struct environment_wish, color_scheme)},
};
enum { TEXT_COUNT = sizeof texts / sizeof *texts };

static const char **place_of(struct environment_wish *wish, size_t number)
{
    return (const char **)(void *)((char *)wish + texts[number].place);
}

static bool add(const char **list, size_t *count, const char *name,
                const char *text, struct error *error)
{
    if (*count == ENVIRONMENT_LIST_LIMIT)
        return error_set(error, ERROR_USAGE, "--%s is given more than %d times",
                         name, ENVIRONMENT_LIST_LIMIT);
    list[(*count)++] = text;
    return true;
}

bool environment_words_take(struct environment_wish *wish, const char *name,
                            const char *text, bool *taken, struct error *error)
{
    *taken = true;
    for (size_t i = 0; i < TEXT_COUNT; i++)
        if (strcmp(name, texts[i].name) == 0) {
            *place_of(wish, i) = text;
            return true;
        }
    if (strcmp(name, "header") == 0)
        return add(wish->headers, &wish->header_count, name, text, error);
    if (strcmp(name, "permission") == 0)
        return add(wish->permissions, &wish->permission_count, name, text,
                   error);
    *taken = strcmp(name, "reduced-motion") == 0;
    wish->reduced_motion |= *taken;
    return true;
}

const char *environment_words_secret(const struct environment_wish *wish,
                                     const char *word)
{
    for (size_t i = 0; i < wish->header_count; i++) {
        const char *header = wish->headers[i];
        size_t before = strlen(word) - strlen(header);
        if (strlen(word) >= strlen(header) && word + before == header)
            return header + strcspn(header, "=") + 1;
    }
    return NULL;
}

/* ---- traces -------------------------------------------------------------- */

static void add_word(environment_word_list *list, const char *option,
                     const char *value)
{
    struct buf word;
    buf_init(&word);
    buf_addf(&word, "--%s", option);
    vec_push(list, value_string(buf_str(&word)));
    buf_finish(&word);
    if (value != NULL)
        vec_push(list, value_string(str_text(value)));
}

void environment_words_record(const struct environment_wish *wish,
                              environment_word_list *list)
{
    struct environment_wish copy = *wish;
    for (size_t i = 0; i < TEXT_COUNT; i++)
        if (*place_of(&copy, i) != NULL)
            add_word(list, texts[i].name, *place_of(&copy, i));
    if (wish->reduced_motion)
        add_word(list, "reduced-motion", NULL);
    for (size_t i = 0; i < wish->permission_count; i++)
        add_word(list, "permission", wish->permissions[i]);
}

struct value *environment_words_list(const struct environment_wish *wish)
{
    environment_word_list words = VEC_EMPTY;
    if (wish != NULL)
        environment_words_record(wish, &words);
    struct value *list =
        words.count == 0 ? NULL : value_list(words.items, words.count);
    vec_finish(&words);
    return list;
}

size_t environment_words_recorded(const char *option)
{
    if (strncmp(option, "--", 2) != 0)
        return 0;
    for (size_t i = 0; i < TEXT_COUNT; i++)
        if (strcmp(option + 2, texts[i].name) == 0)
            return 2;
    if (strcmp(option, "--reduced-motion") == 0)
        return 1;
    return strcmp(option, "--permission") == 0 ? 2 : 0;
}

struct environment_wish environment_words_restore(const struct value *options)
{
    struct environment_wish wish = {0};
    size_t count = options == NULL ? 0 : options->count;
    for (size_t i = 0; i < count; i++) {
        const char *option = value_text(options->items[i]).data;
        size_t words = environment_words_recorded(option);
        const char *text = words == 2 && i + 1 < count
                               ? value_text(options->items[i + 1]).data
                               : NULL;
        bool taken;
        if (words == 1 || text != NULL)
            environment_words_take(&wish, option + 2, text, &taken, NULL);
        i += text != NULL;
    }
    if (!environment_check(&wish, NULL))
        wish = (struct environment_wish){0}; /* the file is somebody else's */
    return wish;
}

static struct value *recorded_again(const struct value *options)
{
    environment_word_list words = VEC_EMPTY;
    struct environment_wish wish = environment_words_restore(options);
    environment_words_record(&wish, &words);
    struct value *list = value_list(words.items, words.count);
    vec_finish(&words);
    return list;
}

bool environment_words_agree(const struct value *a, const struct value *b)
{
    struct value *one = recorded_again(a), *other = recorded_again(b);
    bool agree = value_equal(one, other);
    value_unref(one);
    value_unref(other);
    return agree;
}

/* ---- reports ------------------------------------------------------------- */

const char *environment_words_tell(struct buf *text,
                                   const struct environment_wish *wish,
                                   bool virtual_time, uint64_t seed)
{
    if (environment_is_plain(wish))
        return NULL;
    struct environment environment =
        environment_of(wish, seed, virtual_time ? "UTC" : NULL);
    buf_clear(text);
    environment_add_words(text, &environment);
    return buf_text(text);
}
