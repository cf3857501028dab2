/* Order of this file: what is being read, values, the head, an
 * action, the whole. */
#include "run/saved.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text_lines.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "run/choice_log.h"
#include "run/saved_draft.h"
#include "trace/value.h"

/* ---- what is being read -------------------------------------------------- */

struct reader {
    struct saved *saved;
    const char *path;
    struct error *error;
    struct text_lines lines;
    bool has_form, has_seed;
    struct draft draft;
};

static bool complain(struct reader *reader, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool complain(struct reader *reader, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_set_at(reader->error, ERROR_USAGE, reader->path, (size_t)line, format,
                 arguments);
    va_end(arguments);
    return false;
}

/* ---- values ------------------------------------------------------------- */

/* What is left of the line as one JSON value of this kind; NULL: complained. */
static struct value *read_value(struct reader *reader, const char *word,
                                int kind, const char *what)
{
    struct value *value = value_parse(reader->lines.line, NULL);
    if (value != NULL && (kind < 0 || (int)value->kind == kind))
        return value;
    value_unref(value);
    complain(reader, reader->lines.number, "`%s` wants %s", word, what);
    return NULL;
}

static struct value *read_string(struct reader *reader, const char *word)
{
    return read_value(reader, word, VALUE_STRING,
                      "one text in double quotes, with \\\" for a quote in "
                      "it");
}

static bool read_text(struct reader *reader, const char *word, char **text)
{
    struct value *value = read_string(reader, word);
    if (value == NULL)
        return false;
    struct str given = value_text(value);
    bool fine = *text == NULL && memchr(given.data, '\0', given.length) == NULL;
    if (fine)
        *text = memory_copy_string(given.data, given.length);
    else
        complain(reader, reader->lines.number,
                 *text != NULL ? "there is a second `%s`"
                               : "`%s` has a NUL character",
                 word);
    value_unref(value);
    return fine;
}

static bool read_number(struct reader *reader, const char *word,
                        uint64_t largest, uint64_t *number)
{
    if (text_lines_number(&reader->lines.line, number) &&
        reader->lines.line.length == 0 && *number <= largest)
        return true;
    return complain(reader, reader->lines.number,
                    "`%s` wants one number from 0 to %" PRIu64, word, largest);
}

/* ---- the head ----------------------------------------------------------- */

static bool read_form(struct reader *reader)
{
    uint64_t form;
    if (!read_number(reader, "counterexample", INT64_MAX, &form))
        return false;
    if (form != SAVED_FORM)
        return complain(reader, reader->lines.number,
                        "this form has the number %" PRIu64
                        ", and weir knows %d",
                        form, SAVED_FORM);
    reader->has_form = true;
    return true;
}

static bool read_verdict(struct reader *reader)
{
    static const struct verdict failures[] = {{VERDICT_DEFINITELY, false},
                                              {VERDICT_PROBABLY, false}};
    char *text = NULL;
    if (!read_text(reader, "verdict", &text))
        return false;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (strcmp(text, verdict_text(failures[i])) == 0)
            reader->saved->verdict = failures[i];
    free(text);
    return reader->saved->verdict.kind != VERDICT_NONE ||
           complain(reader, reader->lines.number,
                    "a verdict is \"%s\" or \"%s\"", verdict_text(failures[0]),
                    verdict_text(failures[1]));
}

static bool read_ms(struct reader *reader, const char *word, int64_t *ms)
{
    uint64_t number;
    if (!read_number(reader, word, INT32_MAX, &number))
        return false;
    *ms = (int64_t)number;
    return true;
}

static bool read_check(struct reader *reader)
{
    return read_number(reader, "check", INT32_MAX, &reader->saved->check) &&
           (reader->saved->check > 0 ||
            complain(reader, reader->lines.number, "`check` counts from 1"));
}

static bool read_begin(struct reader *reader)
{
    char *where = NULL;
    bool fine = read_text(reader, "begin", &where);
    reader->saved->at_load = fine && strcmp(where, "load") == 0;
    if (fine && !reader->saved->at_load && strcmp(where, "rest") != 0)
        fine = complain(reader, reader->lines.number,
                        "`begin` wants \"load\" or \"rest\"");
    free(where);
    return fine;
}

/* *known: the word is of the head. False: complained. */
static bool read_head(struct reader *reader, struct str word, bool *known)
{
    struct saved *saved = reader->saved;
    *known = true;
    if (str_is(word, "counterexample"))
        return read_form(reader);
    if (str_is(word, "property"))
        return read_text(reader, "property", &saved->property);
    if (str_is(word, "check"))
        return read_check(reader);
    if (str_is(word, "spec"))
        return read_text(reader, "spec", &saved->spec);
    if (str_is(word, "begin"))
        return read_begin(reader);
    if (str_is(word, "verdict"))
        return read_verdict(reader);
    if (str_is(word, "linger"))
        return read_ms(reader, "linger", &saved->linger_ms);
    if (str_is(word, "pauses"))
        return read_ms(reader, "pauses", &saved->pauses_ms);
    *known = str_is(word, "seed");
    reader->has_seed |= *known;
    return !*known || read_number(reader, "seed", UINT64_MAX, &saved->seed);
}

/* ---- an action ---------------------------------------------------------- */

static bool end_action(struct reader *reader)
{
    struct draft *draft = &reader->draft;
    int line = draft->line;
    struct error error = ERROR_NONE;
    if (line == 0)
        return true;
    if (draft->id == NULL)
        return complain(reader, line,
                        "this action does nothing: it needs a line such as "
                        "`does \"click\"`");
    struct value *choice = draft_end(draft);
    choice_list_push(&reader->saved->choices, choice);
    return choice_is_valid(choice, &error) ||
           complain(reader, line, "%s", error.message);
}

static bool are_texts(const struct value *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i]->kind != VALUE_STRING)
            return false;
    return true;
}

/* "a", "b": a list without its brackets; nothing: NULL. */
static bool read_names(struct reader *reader, struct value **names)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "[");
    buf_add_str(&text, reader->lines.line);
    buf_add_char(&text, ']');
    struct value *list = value_parse(buf_str(&text), NULL);
    buf_finish(&text);
    bool fine = list != NULL && list->kind == VALUE_LIST && are_texts(list);
    if (fine && list->count > 0)
        *names = value_ref(list);
    value_unref(list);
    return fine || complain(reader, reader->lines.number,
                            "`action` wants its names, texts in double quotes "
                            "with commas between them");
}

static bool begin_action(struct reader *reader)
{
    if (!end_action(reader))
        return false;
    if (reader->saved->choices.count == CHOICE_LOG_LIMIT)
        return complain(reader, reader->lines.number,
                        "there are more than %d actions", CHOICE_LOG_LIMIT);
    reader->draft.line = reader->lines.number;
    return read_names(reader, &reader->draft.names);
}

static bool begin_element(struct reader *reader)
{
    struct draft *draft = &reader->draft;
    draft_end_element(draft);
    draft->has_element = true;
    if (reader->lines.line.length == 0)
        return true;
    draft->element.text = read_string(reader, "element");
    return draft->element.text != NULL;
}

/* at 2 of 3 by "SELECTOR"; "of 3" may be missing. */
static bool read_place(struct reader *reader)
{
    static const char form[] = "a place is written `at 2 of 3 by \"SELECTOR\"`";
    struct str *line = &reader->lines.line;
    uint64_t at, of = 0;
    if (!reader->draft.has_element)
        return complain(reader, reader->lines.number,
                        "`at` belongs after an `element`");
    bool fine = text_lines_number(line, &at) && at > 0 && at <= INT32_MAX;
    struct str word = text_lines_word(line);
    if (fine && str_is(word, "of")) {
        fine = text_lines_number(line, &of) && of <= INT32_MAX;
        word = text_lines_word(line);
    }
    if (!fine || !str_is(word, "by"))
        return complain(reader, reader->lines.number, "%s", form);
    struct value *by = read_string(reader, "by");
    if (by == NULL)
        return false;
    draft_add_place(&reader->draft, by, (int64_t)at - 1, (int64_t)of);
    return true;
}

/* A part of which an action has one. */
static bool read_part(struct reader *reader, const char *word, int kind,
                      const char *what, struct value **part)
{
    if (*part != NULL)
        return complain(reader, reader->lines.number, "there is a second `%s`",
                        word);
    *part = read_value(reader, word, kind, what);
    if (*part != NULL && kind == VALUE_INT && (*part)->integer < 0)
        return complain(reader, reader->lines.number,
                        "`%s` wants %s, not less than 0", word, what);
    return *part != NULL;
}

static bool read_argument(struct reader *reader)
{
    draft_end_element(&reader->draft);
    struct value *value = read_value(
        reader, "value", -1, "JSON: a text in double quotes, a number, …");
    if (value == NULL)
        return false;
    vec_push(&reader->draft.args, value);
    return true;
}

/* A line of an action. */
static bool read_line_of_action(struct reader *reader, struct str word)
{
    struct draft *draft = &reader->draft;
    if (str_is(word, "does"))
        return read_part(reader, "does", VALUE_STRING, "a text", &draft->id);
    if (str_is(word, "value"))
        return read_argument(reader);
    if (str_is(word, "element"))
        return begin_element(reader);
    if (str_is(word, "at"))
        return read_place(reader);
    if (str_is(word, "timeout"))
        return read_part(reader, "timeout", VALUE_INT, "milliseconds",
                         &draft->timeout);
    if (str_is(word, "settle"))
        return read_part(reader, "settle", -1, "JSON", &draft->settle);
    if (str_is(word, "pause"))
        return read_part(reader, "pause", VALUE_INT, "milliseconds",
                         &draft->pause);
    if (str_is(word, "after"))
        return read_part(reader, "after", VALUE_INT, "milliseconds",
                         &draft->after);
    return complain(reader, reader->lines.number,
                    "\"%.*s\" is no word of an action; there are does, value, "
                    "element, at, timeout, settle, pause and after",
                    (int)(word.length < 40 ? word.length : 40), word.data);
}

/* ---- the whole ---------------------------------------------------------- */

static bool read_line(struct reader *reader)
{
    struct str word = text_lines_word(&reader->lines.line);
    if (!reader->has_form && !str_is(word, "counterexample"))
        return complain(reader, reader->lines.number,
                        "this is no saved counterexample: the first line that "
                        "is no comment must be `counterexample %d`",
                        SAVED_FORM);
    if (str_is(word, "action"))
        return begin_action(reader);
    if (reader->draft.line > 0)
        return read_line_of_action(reader, word);
    bool known;
    if (!read_head(reader, word, &known))
        return false;
    return known ||
           complain(reader, reader->lines.number,
                    "\"%.*s\" is no word of the beginning; there are property, "
                    "check, spec, seed, begin, pauses, verdict, linger, and "
                    "then each "
                    "action",
                    (int)(word.length < 40 ? word.length : 40), word.data);
}

static bool is_whole(struct reader *reader)
{
    const struct saved *saved = reader->saved;
    const char *missing = !reader->has_form         ? "counterexample"
                          : saved->property == NULL ? "property"
                          : saved->spec == NULL     ? "spec"
                          : !reader->has_seed       ? "seed"
                          : saved->verdict.kind == VERDICT_NONE ? "verdict"
                                                                : NULL;
    return missing == NULL ||
           complain(reader, reader->lines.number + (reader->lines.number == 0),
                    "the file ends without a line `%s …`", missing);
}

static bool are_valid(struct str text)
{
    return utf8_first_invalid(text) == text.length;
}

static bool read_all(struct reader *reader)
{
    if (!are_valid(reader->lines.rest))
        return complain(reader, 1, "this is no text in UTF-8");
    while (text_lines_next(&reader->lines))
        if (!read_line(reader))
            return false;
    return end_action(reader) && is_whole(reader);
}

bool saved_read(struct saved *saved, const char *path, struct str text,
                struct error *error)
{
    struct reader reader = {
        .saved = saved, .path = path, .error = error, .lines = {.rest = text}};
    saved_init(saved);
    saved->path = memory_copy_string(path, strlen(path));
    bool fine = text.length <= SAVED_BYTES_LIMIT
                    ? read_all(&reader)
                    : complain(&reader, 1, "it is larger than %d bytes",
                               SAVED_BYTES_LIMIT);
    draft_drop(&reader.draft);
    if (!fine)
        saved_finish(saved);
    return fine;
}
