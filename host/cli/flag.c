/* Order of this file: the table, the options one by one, values. */
#include "cli/flag.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/suggestion.h"

enum { FLAG_BASE = 256 }; /* after all letters */

static void add_letter(struct flag_reader *reader, const struct flag *flag)
{
    size_t length = strlen(reader->letters);
    if (flag->letter == 0)
        return;
    reader->letters[length] = flag->letter;
    reader->letters[length + 1] = flag->argument == NULL ? '\0' : ':';
}

void flag_reader_begin(struct flag_reader *reader, const struct flag *flags,
                       size_t count, enum flag_order order)
{
    assert(count <= FLAG_LIMIT);
    *reader = (struct flag_reader){.flags = flags, .count = count};
    snprintf(reader->letters, sizeof reader->letters, "%s",
             order == FLAG_FIRST ? "+:" : ":");
    for (size_t i = 0; i < count; i++) {
        reader->options[i] = (struct option){
            .name = flags[i].name,
            .has_arg =
                flags[i].argument == NULL ? no_argument : required_argument,
            .val = FLAG_BASE + (int)i,
        };
        add_letter(reader, &flags[i]);
    }
    optind = 0;
    opterr = 0;
}

void flag_print(FILE *stream, const struct flag *flag, int columns)
{
    char left[60];
    char letter[5] = "    ";
    if (flag->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", flag->letter);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, flag->name,
             flag->argument == NULL ? "" : " ",
             flag->argument == NULL ? "" : flag->argument);
    fprintf(stream, "  %-*s ", columns, left);
    const char *line = flag->help;
    for (size_t length; line[length = strcspn(line, "\n")] != '\0';
         line += length + 1)
        fprintf(stream, "%.*s\n%*s", (int)length, line, columns + 3, "");
    fprintf(stream, "%s\n", line);
}

/* ---- one by one -----------------------------------------------------------
 */

static bool refuse_long(const struct flag_reader *reader, const char *given,
                        struct error *error)
{
    struct str name = {given, strcspn(given, "=")};
    while (name.length > 0 && *name.data == '-') {
        name.data++;
        name.length--;
    }
    struct suggestion near = suggestion_begin(name);
    for (size_t i = 0; i < reader->count; i++)
        suggestion_consider(&near, reader->flags[i].name);
    if (near.text == NULL)
        return error_set(error, ERROR_USAGE, "unknown option %s", given);
    return error_set(error, ERROR_USAGE,
                     "unknown option %s; did you mean --%s?", given, near.text);
}

/* Whether several options begin like this: then they are told. */
static bool refuse_ambiguous(const struct flag_reader *reader,
                             const char *given, struct error *error)
{
    const char *name = given + strspn(given, "-");
    size_t length = strcspn(name, "=");
    struct buf names;
    size_t count = 0;
    buf_init(&names);
    for (size_t i = 0; length > 0 && i < reader->count; i++)
        if (strncmp(reader->flags[i].name, name, length) == 0)
            buf_addf(&names, "%s--%s", count++ == 0 ? "" : ", ",
                     reader->flags[i].name);
    if (count > 1)
        error_set(error, ERROR_USAGE, "%s may be any of %s", given,
                  buf_text(&names));
    buf_finish(&names);
    return count > 1;
}

/* Of a letter getopt tells which (it may stand in a row of them, and which word
 * that is, it does not tell); of a name that takes no value, its number. */
static bool refuse(const struct flag_reader *reader, int option,
                   const char *given, struct error *error)
{
    if (option == ':')
        return error_set(error, ERROR_USAGE, "%s wants a value", given);
    if (optopt >= FLAG_BASE)
        return error_set(error, ERROR_USAGE, "--%s takes no value",
                         reader->flags[optopt - FLAG_BASE].name);
    if (optopt != 0)
        return error_set(error, ERROR_USAGE, "unknown option -%c", optopt);
    return !refuse_ambiguous(reader, given, error) &&
           refuse_long(reader, given, error);
}

static int flag_of(const struct flag_reader *reader, int option)
{
    for (size_t i = 0; i < reader->count; i++)
        if (option == FLAG_BASE + (int)i || option == reader->flags[i].letter)
            return (int)i;
    return FLAG_REFUSED;
}

int flag_next(struct flag_reader *reader, int argc, char **argv,
              const char **value, struct error *error)
{
    int option =
        getopt_long(argc, argv, reader->letters, reader->options, NULL);
    if (option == -1)
        return FLAG_END;
    int flag =
        option == '?' || option == ':' ? FLAG_REFUSED : flag_of(reader, option);
    if (flag == FLAG_REFUSED)
        refuse(reader, option, argv[optind - 1], error);
    *value = optarg;
    return flag;
}

/* ---- values ---------------------------------------------------------------
 */

bool flag_number(const char *text, uint64_t *number)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

bool flag_count(const char *text, int64_t least, int64_t *number)
{
    uint64_t parsed;
    if (!flag_number(text, &parsed) || parsed > INT64_MAX ||
        (int64_t)parsed < least)
        return false;
    *number = (int64_t)parsed;
    return true;
}

bool flag_wants(struct error *error, bool fine, const char *option,
                const char *what, const char *given)
{
    return fine || error_set(error, ERROR_USAGE, "--%s wants %s, not \"%s\"",
                             option, what, given);
}

bool flag_duration(const char *text, int64_t *milliseconds)
{
    static const struct {
        const char *suffix;
        int64_t factor;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};
    char *end;
    if (!((*text >= '0' && *text <= '9') || *text == '.'))
        return false;
    errno = 0;
    double number = strtod(text, &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].suffix) != 0)
            continue;
        double result = number * (double)units[i].factor;
        if (errno != 0 || result < 1 || result > 1e13)
            return false;
        *milliseconds = (int64_t)result;
        return true;
    }
    return false;
}
