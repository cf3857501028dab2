/* In this file: starting and ending the process, bytes out and in, a question.
 */
#include "fake/conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/eager.h"
#include "base/guardian.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/worker.h"
#include "fake/answer.h"
#include "fake/engine.h"

enum {
    READ_BYTES = 64 * 1024,
    ANSWER_LIMIT_BYTES = 64 * 1024 * 1024,
    /* How often a process that is silent is looked at. */
    LOOK_MS = 50,
    /* How many numbers one list of arguments may take. */
    PICK_LIMIT = 10 * 1000,
    /* How old what is known of the memory of a module may be: searches ask for
     * it thousands of times, and it is a file of the system that is read. */
    MEMORY_MS = 5,
};

struct conversation {
    char *name; /* as the user gave it */
    char *path; /* of a module, without detours; else NULL */
    struct fake_options options;
    struct engine_options engine;
    struct worker worker;   /* of a module */
    struct process process; /* of a command */
    struct guardian *guardian;
    int in, out; /* the descriptors of either */
    struct buf heard;
    size_t used; /* how much of it */
    struct eager eager;
    struct error trouble; /* ERROR_OK: it can be asked */
    bool is_failed; /* the last answer was that a function of the model failed:
                       another question may be asked */
    size_t memory_bytes; /* of a module, when it was looked at last: */
    int64_t memory_ms;   /* clock_now_ms(); 0: not yet */
    int64_t stopped_at;  /* which of many questions did not end; -1: not said */
};

/* ---- starting and ending ------------------------------------------------ */

static void engine_body(void *context, int socket)
{
    const struct conversation *conversation = context;
    engine_serve(socket, socket, &conversation->engine);
}

static struct conversation *create(const char *name,
                                   const struct fake_options *options)
{
    struct conversation *conversation = MEMORY_NEW(struct conversation);
    conversation->name = memory_copy_string(name, strlen(name));
    if (options != NULL)
        conversation->options = *options;
    if (conversation->options.time_limit_ms == 0)
        conversation->options.time_limit_ms = FAKE_TIME_LIMIT_MS;
    if (conversation->options.memory_limit_bytes == 0)
        conversation->options.memory_limit_bytes = (size_t)FAKE_MEMORY_LIMIT_MB
                                                   << 20;
    conversation->engine = (struct engine_options){
        .time_limit_ms = conversation->options.time_limit_ms,
        .memory_limit_bytes = conversation->options.memory_limit_bytes};
    conversation->worker.socket = -1;
    conversation->process.input = conversation->process.output =
        conversation->process.errors = -1;
    conversation->trouble = ERROR_NONE;
    conversation->stopped_at = -1;
    return conversation;
}

struct conversation *
conversation_with_engine(const char *path, const struct fake_options *options,
                         struct error *error)
{
    char real[PATH_MAX];
    if (realpath(path, real) == NULL) {
        error_set(error, ERROR_SETUP, "cannot read the model %s: %s", path,
                  strerror(errno));
        return NULL;
    }
    struct conversation *conversation = create(path, options);
    conversation->path = memory_copy_string(real, strlen(real));
    if (!worker_start(&conversation->worker, engine_body, conversation,
                      error)) {
        conversation_destroy(conversation);
        return NULL;
    }
    conversation->in = conversation->out = conversation->worker.socket;
    return conversation;
}

struct conversation *
conversation_with_command(const char *command,
                          const struct fake_options *options,
                          struct error *error)
{
    struct conversation *conversation = create(command, options);
    /* A process that reads no more is an error to report, not a signal. */
    signal(SIGPIPE, SIG_IGN);
    conversation->guardian = guardian_create(error);
    if (conversation->guardian == NULL ||
        !process_spawn_shell(&conversation->process, command,
                             PROCESS_STREAM_INHERIT, conversation->guardian,
                             error)) {
        conversation_destroy(conversation);
        return NULL;
    }
    conversation->in = conversation->process.output;
    conversation->out = conversation->process.input;
    fcntl(conversation->out, F_SETFL, O_NONBLOCK);
    return conversation;
}

static void end(struct conversation *conversation, char *ending)
{
    char words[80] = "";
    if (conversation->path != NULL) {
        worker_finish(&conversation->worker, words);
    } else {
        process_finish(&conversation->process);
        if (conversation->process.ended)
            process_ending(&conversation->process, words);
    }
    if (ending != NULL)
        memcpy(ending, words, sizeof words);
}

void conversation_destroy(struct conversation *conversation)
{
    if (conversation == NULL)
        return;
    end(conversation, NULL);
    guardian_destroy(conversation->guardian);
    buf_finish(&conversation->heard);
    free(conversation->name);
    free(conversation->path);
    free(conversation);
}

const char *conversation_path(const struct conversation *conversation)
{
    return conversation->path;
}

size_t conversation_memory(struct conversation *conversation)
{
    int64_t now_ms = clock_now_ms();
    if (conversation->path == NULL)
        return 0;
    if (conversation->memory_ms == 0 ||
        now_ms - conversation->memory_ms >= MEMORY_MS) {
        conversation->memory_bytes = engine_memory_of(conversation->worker.pid);
        conversation->memory_ms = now_ms;
    }
    return conversation->memory_bytes;
}

int64_t conversation_stopped_at(const struct conversation *conversation)
{
    return conversation->stopped_at;
}

/* ---- bytes -------------------------------------------------------------- */

static bool fail(struct error *error, const char *doing, const char *words)
{
    return error_set(error, ERROR_SPEC, "%s %s", doing, words);
}

static bool is_stuck(const struct conversation *conversation, int64_t since_ms,
                     const char *doing, struct error *error)
{
    const struct fake_options *options = &conversation->options;
    if (options->loop != NULL && loop_is_cancelled(options->loop)) {
        error_set(error, ERROR_CANCELLED, "interrupted");
        return true;
    }
    if (clock_now_ms() - since_ms > 2 * options->time_limit_ms) {
        error_set(error, ERROR_SPEC, "%s does not end: stopped after %lld ms",
                  doing, 2 * (long long)options->time_limit_ms);
        return true;
    }
    size_t limit = options->memory_limit_bytes;
    if (conversation->path != NULL &&
        engine_memory_of(conversation->worker.pid) > limit + limit / 4) {
        error_set(error, ERROR_SPEC, "%s takes more than %zu MB of memory",
                  doing, limit >> 20);
        return true;
    }
    return false;
}

/* Waits until the descriptor is ready. False: stuck. */
static bool await(const struct conversation *conversation, int fd, short wanted,
                  const char *doing, struct error *error)
{
    int64_t since_ms = clock_now_ms();
    struct pollfd ready = {.fd = fd, .events = wanted};
    while (poll(&ready, 1, LOOK_MS) <= 0)
        if (is_stuck(conversation, since_ms, doing, error))
            return false;
    return true;
}

static bool ended(struct conversation *conversation, const char *doing,
                  struct error *error)
{
    char ending[80] = "";
    if (conversation->path == NULL)
        process_wait(&conversation->process,
                     clock_now_ms() + conversation->options.time_limit_ms);
    end(conversation, ending);
    return error_set(error, ERROR_SPEC,
                     "%s: the process of the model has ended%s%s%s", doing,
                     ending[0] != '\0' ? " (" : "", ending,
                     ending[0] != '\0' ? ")" : "");
}

static bool tell(struct conversation *conversation, struct str bytes,
                 const char *doing, struct error *error)
{
    for (size_t at = 0; at < bytes.length;) {
        if (!await(conversation, conversation->out, POLLOUT, doing, error))
            return false;
        size_t rest = bytes.length - at;
        ssize_t written =
            conversation->path != NULL
                ? send(conversation->out, bytes.data + at, rest, MSG_NOSIGNAL)
                : write(conversation->out, bytes.data + at, rest);
        if (written < 0 && errno != EINTR && errno != EAGAIN)
            return ended(conversation, doing, error);
        at += written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* The next line without its end; borrowed until the next call. */
static bool hear(struct conversation *conversation, struct str *line,
                 const char *doing, struct error *error)
{
    struct buf *heard = &conversation->heard;
    if (conversation->used > 0) {
        size_t rest = heard->length - conversation->used;
        memmove(heard->data, heard->data + conversation->used, rest);
        heard->length = rest;
        conversation->used = 0;
    }
    for (size_t seen = 0;;) {
        const char *found =
            heard->length > seen
                ? memchr(heard->data + seen, '\n', heard->length - seen)
                : NULL;
        if (found != NULL) {
            *line = str_from(heard->data, (size_t)(found - heard->data));
            conversation->used = line->length + 1;
            return true;
        }
        seen = heard->length;
        if (heard->length > ANSWER_LIMIT_BYTES)
            return fail(error, doing, "gives an answer of more than 64 MB");
        if (!eager_await(&conversation->eager, conversation->in) &&
            !await(conversation, conversation->in, POLLIN, doing, error))
            return false;
        ssize_t got =
            read(conversation->in, buf_reserve(heard, READ_BYTES), READ_BYTES);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
            return ended(conversation, doing, error);
        heard->length += got > 0 ? (size_t)got : 0;
    }
}

/* ---- a question --------------------------------------------------------- */

/* Places are told as the user named the model: where the file without detours
 * lies in a folder, they begin with it. */
static void shorten_place(const struct conversation *conversation,
                          struct error *error)
{
    const char *path = conversation->path, *name = conversation->name;
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (folder > 0 && strncmp(error->message, path, folder) == 0) {
        const char *own = strrchr(name, '/');
        char *words =
            memory_format("%.*s%s", own == NULL ? 0 : (int)(own - name) + 1,
                          name, error->message + folder);
        error_set(error, error->code, "%s", words);
        free(words);
    } else if (error->code == ERROR_SPEC) {
        error_prefix(error, "%s: ", name);
    }
}

static bool ask_once(struct conversation *conversation, struct str line,
                     const char *doing, struct value **answer,
                     struct error *error)
{
    struct str heard = {NULL, 0};
    conversation->is_failed = false;
    log_debug("model < %.*s", STR_ARGS(line));
    if (!tell(conversation, line, doing, error) ||
        !hear(conversation, &heard, doing, error))
        return false;
    log_debug("model > %.*s", STR_ARGS(heard));
    struct answer_trouble trouble;
    *answer = answer_read(heard, doing, &trouble, error);
    conversation->is_failed = trouble.is_failed;
    if (trouble.stopped_at >= 0)
        conversation->stopped_at = trouble.stopped_at;
    return *answer != NULL;
}

/* Answers what the model asks back until it answers. */
static struct value *answer_of(struct conversation *conversation,
                               struct buf *line, const char *doing,
                               struct pick *pick, struct error *error)
{
    struct value *answer;
    for (size_t count = 0;; count++) {
        buf_add_char(line, '\n');
        if (!ask_once(conversation, buf_str(line), doing, &answer, error))
            return NULL;
        const struct value *question = value_field_named(answer, "pick");
        if (question == NULL)
            return answer;
        if (pick == NULL || count == PICK_LIMIT) {
            fail(error, doing,
                 pick == NULL ? "draws: only arguments are drawn"
                              : "draws more than 10000 numbers");
            value_unref(answer);
            return NULL;
        }
        buf_clear(line);
        pick_answer(pick, question, line);
        value_unref(answer);
    }
}

struct value *conversation_ask(struct conversation *conversation,
                               struct str question, const char *doing,
                               struct pick *pick, struct error *error)
{
    struct buf line = {0};
    struct error trouble = conversation->trouble;
    struct value *answer = NULL;
    if (trouble.code == ERROR_OK) {
        buf_add_str(&line, question);
        answer = answer_of(conversation, &line, doing, pick, &trouble);
        if (answer == NULL)
            shorten_place(conversation, &trouble);
        if (!conversation->options.survives || !conversation->is_failed)
            conversation->trouble = trouble;
    }
    buf_finish(&line);
    if (answer == NULL && error != NULL)
        *error = trouble;
    return answer;
}

struct value *conversation_ask_after_failure(struct conversation *conversation,
                                             struct str question,
                                             const char *doing)
{
    struct error trouble = conversation->trouble;
    if (trouble.code != ERROR_OK && !conversation->is_failed)
        return NULL;
    conversation->trouble = ERROR_NONE;
    struct value *answer =
        conversation_ask(conversation, question, doing, NULL, NULL);
    if (trouble.code != ERROR_OK)
        conversation->trouble = trouble;
    return answer;
}
