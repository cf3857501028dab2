#include "cli/login_words.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/log.h"
#include "base/url.h"
#include "cli/text_file.h"

bool login_words_add_cookie(struct login_words *words, const char *text,
                            struct error *error)
{
    if (words->cookie_count == LOGIN_WORDS_LIMIT)
        return error_set(error, ERROR_USAGE,
                         "--cookie is given more than %d times",
                         LOGIN_WORDS_LIMIT);
    words->cookies[words->cookie_count++] = text;
    return true;
}

bool login_words_are_empty(const struct login_words *words)
{
    return words->cookie_count == 0 && words->state == NULL;
}

static bool read_state(const char *path, struct login *login,
                       struct error *error)
{
    struct buf text;
    buf_init(&text);
    bool fine = text_file_read(path, &text, error);
    if (!fine)
        error->code = ERROR_USAGE; /* there is no such file */
    else if (!login_add_state(login, buf_str(&text), error)) {
        error_prefix(error, "--storage-state %s: ", path);
        fine = false;
    }
    buf_finish(&text);
    return fine;
}

/* One that has grown old, or is another host's, lets nobody in. */
static void warn_of_state(const char *path, const struct login *login,
                          const char *url)
{
    char *shown = url_hide_password(url);
    if (!login_concerns(login, url, (double)time(NULL)))
        log_warn("--storage-state %s: nothing in it is for %s, or it has "
                 "expired",
                 path, shown);
    if (login->has_databases)
        log_warn("--storage-state %s: its databases (indexedDB) are left out",
                 path);
    free(shown);
}

bool login_words_read(const struct login_words *words, const char *url,
                      struct login *login, struct error *error)
{
    if (words->state != NULL) {
        if (!read_state(words->state, login, error))
            return false;
        warn_of_state(words->state, login, url);
    }
    if (words->cookie_count > 0 && url != NULL &&
        strncmp(url, "file:", strlen("file:")) == 0) {
        error_set(error, ERROR_USAGE,
                  "--cookie: a page from a file has no cookies; weir can serve "
                  "its folder (--serve)");
        return false;
    }
    /* What is said itself counts more than what is in a file. */
    for (size_t i = 0; i < words->cookie_count; i++)
        if (!login_add_cookie(login, words->cookies[i], error))
            return false;
    return true;
}

static bool is_in(const char *word, const char *place)
{
    while (*word != '\0' && word != place)
        word++;
    return word == place;
}

const char *login_words_secret(const struct login_words *words,
                               const char *word)
{
    for (size_t i = 0; i < words->cookie_count; i++) {
        const char *cookie = words->cookies[i];
        if (!is_in(word, cookie))
            continue;
        const char *equals = strchr(cookie, '=');
        return equals == NULL ? cookie : equals + 1;
    }
    return NULL;
}
