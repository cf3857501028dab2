/* Plays written dialogues against `weir checker`: run_dialogues WEIR FILE...
 *
 * A dialogue is the executor's side of the protocol (docs/PROTOCOL.md):
 *
 *     # a comment
 *     spec                      the module that is checked, indented by four;
 *         import ltl;           it is called `spec`
 *     run --seed 1 check spec   the arguments of weir checker
 *     < {"tag":"Start",...}     weir must say exactly this line
 *     <~ ran out of             weir must say a line with this in it
 *     > {"tag":"Events",...}    the executor says this
 *     >> {"tag"                 ... this, without a newline after it
 *     long 1000                 ... a line of so many bytes
 *     close                     the executor says nothing more
 *     exit 0                    weir must say nothing more and end so
 *     complains of the line     on standard error
 *
 * Several `run`s may follow one another. Order of this file: small helpers, the
 * process, one function for each word, the file. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/process.h"

enum { PATIENCE_MS = 100 * 1000 };

struct play {
    const char *weir;
    const char *file;
    int line; /* of the file */
    char folder[40];
    struct buf spec;
    struct process process;
    bool is_running;
    struct buf said;       /* by weir, not taken yet */
    struct buf complaints; /* on its standard error */
    bool failed;
};

static bool fail(struct play *play, const char *words, const char *what)
{
    printf("%s:%d: %s%s%s\n", play->file, play->line, words,
           what == NULL ? "" : ": ", what == NULL ? "" : what);
    if (play->complaints.length > 0)
        printf("---- standard error\n%s", buf_text(&play->complaints));
    play->failed = true;
    return false;
}

/* ---- the process -------------------------------------------------------- */

/* True when something came, or the end. */
static bool drain(int *fd, struct buf *into)
{
    if (*fd < 0)
        return false;
    ssize_t got = read(*fd, buf_reserve(into, 65536), 65536);
    if (got > 0) {
        into->length += (size_t)got;
        into->data[into->length] = '\0';
    } else if (got == 0) {
        close(*fd);
        *fd = -1;
    }
    return got >= 0;
}

/* Waits until weir says something; false when it takes too long. */
static bool listen_to(struct play *play, int64_t deadline_ms)
{
    struct process *process = &play->process;
    struct pollfd fds[] = {{.fd = process->output, .events = POLLIN},
                           {.fd = process->errors, .events = POLLIN}};
    int64_t left_ms = deadline_ms - clock_now_ms();
    if (left_ms <= 0 || (process->output < 0 && process->errors < 0))
        return false;
    poll(fds, 2, (int)left_ms);
    drain(&process->output, &play->said);
    drain(&process->errors, &play->complaints);
    return true;
}

static bool start(struct play *play, const char *arguments)
{
    char *command = memory_format("exec '%s' checker -I '%s' %s", play->weir,
                                  play->folder, arguments);
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    struct process_options options = {.argv = argv,
                                      .input = PROCESS_STREAM_PIPE,
                                      .output = PROCESS_STREAM_PIPE,
                                      .errors = PROCESS_STREAM_PIPE,
                                      .die_with_parent = true};
    struct error error = ERROR_NONE;
    buf_clear(&play->said);
    buf_clear(&play->complaints);
    play->is_running = process_spawn(&play->process, &options, &error);
    free(command);
    return play->is_running || fail(play, error.message, NULL);
}

static bool say(struct play *play, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(play->process.input, bytes, length);
        if (written < 0 && errno == EPIPE)
            return true; /* `exit` tells what became of it */
        if (written < 0 && errno != EINTR)
            return fail(play, "cannot write", strerror(errno));
        bytes += written < 0 ? 0 : written;
        length -= written < 0 ? 0 : (size_t)written;
    }
    return true;
}

/* ---- the words ---------------------------------------------------------- */

/* A line of what weir said, to be freed; NULL: none came. */
static char *hear(struct play *play)
{
    int64_t deadline_ms = clock_now_ms() + PATIENCE_MS;
    char *end;
    do {
        end = strchr(buf_text(&play->said), '\n');
    } while (end == NULL && listen_to(play, deadline_ms));
    if (end == NULL)
        return NULL;
    size_t length = (size_t)(end - play->said.data);
    char *line = memory_copy_string(play->said.data, length);
    memmove(play->said.data, end + 1, play->said.length - length);
    play->said.length -= length + 1;
    return line;
}

static bool must_say(struct play *play, const char *wanted, bool exactly)
{
    char *line = hear(play);
    if (line == NULL)
        return fail(play, "weir does not say", wanted);
    bool fits =
        exactly ? strcmp(line, wanted) == 0 : strstr(line, wanted) != NULL;
    if (!fits)
        fail(play, "weir says", line);
    free(line);
    return fits;
}

static bool say_long(struct play *play, size_t length)
{
    char *bytes = memory_zeroed(length + 1, 1);
    memset(bytes, 'x', length);
    bytes[length] = '\n';
    bool fine = say(play, bytes, length + 1);
    free(bytes);
    return fine;
}

static void close_input(struct play *play)
{
    if (play->process.input >= 0)
        close(play->process.input);
    play->process.input = -1;
}

static bool must_exit(struct play *play, int status)
{
    char ending[80], wanted[80];
    int64_t deadline_ms = clock_now_ms() + PATIENCE_MS;
    while (listen_to(play, deadline_ms))
        continue;
    bool gone = process_wait(&play->process, deadline_ms);
    if (gone)
        process_ending(&play->process, ending);
    snprintf(wanted, sizeof wanted, "exit status %d", status);
    process_finish(&play->process);
    play->is_running = false;
    if (!gone)
        return fail(play, "weir does not end", NULL);
    if (strcmp(ending, wanted) != 0)
        return fail(play, "weir ends with", ending);
    return play->said.length == 0 ||
           fail(play, "weir also says", buf_text(&play->said));
}

static bool add_spec(struct play *play, const char *text)
{
    buf_addf(&play->spec, "%s\n", text);
    char *path = memory_format("%s/spec.strom", play->folder);
    FILE *file = fopen(path, "w");
    bool fine = file != NULL && fputs(buf_text(&play->spec), file) >= 0;
    if (file != NULL)
        fine = fclose(file) == 0 && fine;
    free(path);
    return fine || fail(play, "cannot write the module", NULL);
}

/* The text after the word, or NULL when the line begins otherwise. */
static const char *behind(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0)
        return NULL;
    if (line[length] == ' ')
        return line + length + 1;
    return line[length] == '\0' ? line + length : NULL;
}

static bool speak(struct play *play, const char *rest)
{
    return say(play, rest, strlen(rest)) && say(play, "\n", 1);
}

static bool play_line(struct play *play, const char *line)
{
    const char *rest;
    if (*line == '\0' || *line == '#')
        return true;
    if (strncmp(line, "    ", 4) == 0)
        return add_spec(play, line + 4);
    if (behind(line, "spec") != NULL) {
        buf_clear(&play->spec);
        return true;
    }
    if ((rest = behind(line, "run")) != NULL)
        return start(play, rest);
    if (!play->is_running && (rest = behind(line, "complains")) == NULL)
        return fail(play, "nothing is running", NULL);
    if ((rest = behind(line, "complains")) != NULL)
        return strstr(buf_text(&play->complaints), rest) != NULL ||
               fail(play, "weir does not complain", rest);
    if ((rest = behind(line, "<")) != NULL)
        return must_say(play, rest, true);
    if ((rest = behind(line, "<~")) != NULL)
        return must_say(play, rest, false);
    if ((rest = behind(line, ">")) != NULL)
        return speak(play, rest);
    if ((rest = behind(line, ">>")) != NULL)
        return say(play, rest, strlen(rest));
    if ((rest = behind(line, "long")) != NULL)
        return say_long(play, strtoul(rest, NULL, 10));
    if (behind(line, "close") != NULL) {
        close_input(play);
        return true;
    }
    if ((rest = behind(line, "exit")) != NULL)
        return must_exit(play, atoi(rest));
    return fail(play, "no such word", line);
}

/* ---- the file ----------------------------------------------------------- */

static void play_lines(struct play *play, FILE *file)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while (!play->failed && (length = getline(&line, &capacity, file)) > 0) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        play->line++;
        play_line(play, line);
    }
    if (!play->failed && (play->is_running || play->line == 0))
        fail(play, "the dialogue ends without `exit`", NULL);
    free(line);
}

static bool play_file(const char *weir, const char *path)
{
    struct play play = {.weir = weir, .file = path};
    strcpy(play.folder, "/tmp/weir-dialogue-XXXXXX");
    FILE *file = fopen(path, "r");
    if (file == NULL || mkdtemp(play.folder) == NULL) {
        perror(path);
        return false;
    }
    play_lines(&play, file);
    fclose(file);
    if (play.is_running)
        process_finish(&play.process);
    folder_remove(play.folder);
    buf_finish(&play.spec);
    buf_finish(&play.said);
    buf_finish(&play.complaints);
    return !play.failed;
}

int main(int argc, char **argv)
{
    int failures = 0;
    signal(SIGPIPE, SIG_IGN);
    for (int i = 2; i < argc; i++)
        failures += !play_file(argv[1], argv[i]);
    printf("%d dialogues, %d failed\n", argc - 2, failures);
    return failures > 0 || argc < 3;
}
