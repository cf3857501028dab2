#include "cli/lint_flags.h"

#include <errno.h>
#include <stdlib.h>

bool lint_flags_allow(struct lint_options *options, const char *name,
                      struct error *error)
{
    enum lint_name found = lint_find(str_text(name));
    if (found == LINT_COUNT)
        return error_set(error, ERROR_USAGE,
                         "--allow: there is no warning \"%s\"", name);
    options->allowed[found] = true;
    return true;
}

bool lint_flags_max_actions(struct lint_options *options, const char *text,
                            struct error *error)
{
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
        return error_set(error, ERROR_USAGE,
                         "--max-actions wants a number from 0, not \"%s\"",
                         text);
    options->max_actions = number;
    return true;
}
