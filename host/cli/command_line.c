#include "cli/command_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/shell.h"
#include "base/url.h"
#include "cli/environment_words.h"

/* How many words the option takes that begins here, if it is about shards; else
 * 0. */
static int words_of_shard(const char *word)
{
    static const char *const names[] = {"--shard", "--shard-file"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(word, names[i], length) != 0)
            continue;
        if (word[length] == '=')
            return 1;
        if (word[length] == '\0')
            return 2;
    }
    return 0;
}

static void add_seed(struct buf *line, const struct check_options *options)
{
    buf_addf(line, " --seed %" PRIu64, options->seed);
}

/* Reports are read by others: what lets somebody in is left out. */
static void add_word(struct buf *line, const struct check_options *options,
                     const char *word)
{
    const char *secret = login_words_secret(&options->login, word);
    if (secret == NULL)
        secret = environment_words_secret(&options->environment, word);
    char *shown = secret == NULL
                      ? url_hide_password(word)
                      : memory_format("%.*s…", (int)(secret - word), word);
    shell_add_word(line, shown);
    free(shown);
}

/* After "--" there are no options. (What stands after an option, as its
 * value, is passed over with it by getopt, but not here: nobody calls a file or
 * a folder so.) */
static char *line_of(const struct check_options *options, int argc, char **argv,
                     bool is_whole)
{
    struct buf line;
    buf_init(&line);
    bool has_seed = options->has_seed || options->from != NULL;
    buf_add_text(&line, "weir");
    for (int i = 0; i < argc; i++) {
        if (!has_seed && strcmp(argv[i], "--") == 0) {
            add_seed(&line, options);
            has_seed = true;
        }
        int passed_over = is_whole ? words_of_shard(argv[i]) : 0;
        if (strcmp(argv[i], "--watch") == 0)
            passed_over = 1; /* to see it once is enough */
        if (passed_over > 0) {
            i += passed_over - 1;
            continue;
        }
        buf_add_char(&line, ' ');
        add_word(&line, options, argv[i]);
    }
    if (!has_seed)
        add_seed(&line, options);
    return buf_take(&line);
}

char *command_line_again(const struct check_options *options, int argc,
                         char **argv)
{
    return line_of(options, argc, argv, false);
}

char *command_line_whole(const struct check_options *options, int argc,
                         char **argv)
{
    return line_of(options, argc, argv, true);
}
