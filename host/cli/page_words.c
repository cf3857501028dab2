#include "cli/page_words.h"

#include <stddef.h>
#include <string.h>

#include "cli/flag.h"

static bool take_time(struct check_options *options, const char *text)
{
    static const char *const names[] = {
        [TIME_AUTO] = "auto", [TIME_VIRTUAL] = "virtual", [TIME_REAL] = "real"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            options->time = (enum time_mode)i;
            return true;
        }
    return false;
}

/* Options that leave their text, or true, in one place of the options. */
static const struct {
    const char *name;
    size_t place; /* in struct check_options */
    bool is_switch;
} stores[] = {
#define STORE(name, member, is_switch)                                         \
    {                                                                          \
        name, offsetof(struct check_options, member), is_switch                \
    }
    STORE("browser", browser, false),
    STORE("connect", connect, false),
    STORE("serve", serve, false),
    STORE("start", start, false),
    STORE("ready", ready, false),
    STORE("reset", reset, false),
    STORE("storage-state", login.state, false),
    STORE("headful", headful, true),
    STORE("deterministic", deterministic, true),
#undef STORE
};

static bool is_stored(struct check_options *options, const char *name,
                      const char *text)
{
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        if (strcmp(name, stores[i].name) != 0)
            continue;
        char *place = (char *)options + stores[i].place;
        if (stores[i].is_switch)
            *(bool *)place = true;
        else
            *(const char **)(void *)place = text;
        return true;
    }
    return false;
}

/* These are weir's: with others it would lose the browser or its profile. */
static bool is_reserved(const char *flag)
{
    static const char *const ours[] = {"--user-data-dir", "--remote-debugging-",
                                       "--headless"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strncmp(flag, ours[i], strlen(ours[i])) == 0)
            return true;
    return false;
}

bool page_words_fit_browser_flag(const char *text, struct error *error)
{
    if (is_reserved(text))
        return error_set(error, ERROR_USAGE,
                         "--browser-flag: %s is for weir to set", text);
    return flag_wants(
        error, strncmp(text, "--", 2) == 0 && text[2] != '\0', "browser-flag",
        "a switch of the browser such as --ignore-certificate-errors", text);
}

static bool add_browser_flag(struct check_options *options, const char *text,
                             struct error *error)
{
    if (!page_words_fit_browser_flag(text, error))
        return false;
    if (options->browser_flag_count == OPTIONS_LIMIT)
        return error_set(error, ERROR_USAGE,
                         "--browser-flag is given more than %d times",
                         OPTIONS_LIMIT);
    options->browser_flags[options->browser_flag_count++] = text;
    return true;
}

bool page_words_take(struct check_options *options, const char *name,
                     const char *text, bool *taken, struct error *error)
{
    *taken = true;
    if (is_stored(options, name, text))
        return true;
    if (strcmp(name, "time") == 0)
        return flag_wants(error, take_time(options, text), name,
                          "virtual, real or auto", text);
    if (strcmp(name, "browser-flag") == 0)
        return add_browser_flag(options, text, error);
    if (strcmp(name, "cookie") == 0)
        return login_words_add_cookie(&options->login, text, error);
    return environment_words_take(&options->environment, name, text, taken,
                                  error);
}
