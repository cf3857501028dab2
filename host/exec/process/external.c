#include "exec/process/external.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/guardian.h"
#include "base/memory.h"
#include "base/process.h"
#include "exec/process/dialogue.h"

enum {
    /* From the end of its input to its own end; then it is killed. */
    FAREWELL_MS = 1000,
    /* While nothing comes: how often to look whether it is still there. What it
     * has started may hold its output open. */
    LOOK_MS = 500,
};

struct external {
    struct executor base;
    struct loop *loop;
    char *command;
    struct guardian *guardian;
    struct process process;
    struct executor *dialogue; /* NULL: not running */
    bool was_heard;            /* it said something, once */
    struct deps deps;          /* of this session */
    bool is_reused;            /* it served a session before this one */
    int64_t heard;             /* what it had said when this one began */
};

static struct external *of(struct executor *executor)
{
    return (struct external *)executor;
}

/* ---- the process -------------------------------------------------------- */

static bool spawn(struct external *external, struct error *error)
{
    if (external->guardian == NULL)
        external->guardian = guardian_create(error);
    return external->guardian != NULL &&
           process_spawn_shell(&external->process, external->command,
                               PROCESS_STREAM_INHERIT, external->guardian,
                               error);
}

static bool open_dialogue(struct external *external, struct error *error)
{
    if (!spawn(external, error))
        return false;
    external->dialogue = dialogue_create(external->loop,
                                         &(struct dialogue_options){
                                             .input = external->process.output,
                                             .output = external->process.input,
                                             .numbers_sessions = true,
                                             .is_strict = true,
                                         },
                                         error);
    if (external->dialogue == NULL)
        process_finish(&external->process);
    return external->dialogue != NULL;
}

/* The end of its input asks it to end. */
static void close_dialogue(struct external *external)
{
    if (external->dialogue == NULL)
        return;
    external->was_heard |= dialogue_heard(external->dialogue) > 0;
    external->dialogue->ops->destroy(external->dialogue);
    external->dialogue = NULL;
    close(external->process.input);
    external->process.input = -1;
    process_wait(&external->process, clock_now_ms() + FAREWELL_MS);
    process_finish(&external->process);
}

/* Words for a dialogue that failed: how the program ended, where it did. */
static void describe(struct external *external, struct error *error)
{
    char ending[80];
    if (external->dialogue == NULL || error == NULL ||
        !dialogue_has_failed(external->dialogue, NULL) ||
        !dialogue_has_ended(external->dialogue))
        return;
    bool heard = external->was_heard || dialogue_heard(external->dialogue) > 0;
    bool said_nothing = external->is_reused &&
                        dialogue_heard(external->dialogue) == external->heard;
    const char *when = !heard         ? "before it said anything"
                       : said_nothing ? "before it answered Start"
                                      : "in the middle of a test";
    enum error_code code = heard ? ERROR_RUN : ERROR_SETUP;
    if (!process_wait(&external->process, clock_now_ms() + FAREWELL_MS)) {
        error_set(error, code, "the executor closed its standard output %s",
                  when);
        return;
    }
    process_ending(&external->process, ending);
    error_set(error, code, "the executor ended %s (%s)", when, ending);
}

/* ---- the executor ------------------------------------------------------- */

static void rest(struct executor *executor)
{
    struct external *external = of(executor);
    if (external->dialogue != NULL)
        external->dialogue->ops->rest(external->dialogue);
}

/* A program that is not running is started. */
static bool start_new(struct external *external, int64_t deadline_ms,
                      struct error *error)
{
    external->is_reused = false;
    external->heard = 0;
    return open_dialogue(external, error) &&
           external->dialogue->ops->start(external->dialogue, &external->deps,
                                          deadline_ms, error);
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    struct external *external = of(executor);
    deps_finish(&external->deps);
    deps_merge(&external->deps, deps);
    struct error trouble = ERROR_NONE;
    if (external->dialogue != NULL &&
        external->dialogue->ops->start(external->dialogue, deps, deadline_ms,
                                       &trouble) &&
        !dialogue_has_ended(external->dialogue) &&
        !dialogue_was_silent(external->dialogue)) {
        external->is_reused = true;
        external->heard = dialogue_heard(external->dialogue);
        return true;
    }
    if (trouble.code == ERROR_CANCELLED)
        return error_set(error, trouble.code, "%s", trouble.message);
    close_dialogue(external); /* it did not survive the last session */
    return start_new(external, deadline_ms, error);
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    struct executor *dialogue = of(executor)->dialogue;
    return dialogue->ops->act(dialogue, action, version, error);
}

static bool await(struct executor *executor, int64_t time_ms, int64_t version,
                  struct error *error)
{
    struct executor *dialogue = of(executor)->dialogue;
    return dialogue->ops->wait(dialogue, time_ms, version, error);
}

/* It ended in order when the session before did, only we were faster: it has
 * said nothing in this one. */
static bool ended_before(struct external *external)
{
    return external->is_reused && dialogue_has_ended(external->dialogue) &&
           dialogue_has_failed(external->dialogue, NULL) &&
           dialogue_heard(external->dialogue) == external->heard &&
           process_wait(&external->process, clock_now_ms() + FAREWELL_MS) &&
           external->process.status == 0;
}

static enum executor_next next_of(struct external *external,
                                  int64_t deadline_ms,
                                  struct executor_message *message,
                                  struct error *error)
{
    struct executor *dialogue = external->dialogue;
    for (;;) {
        int64_t look_ms = clock_now_ms() + LOOK_MS;
        bool is_last = deadline_ms <= look_ms;
        enum executor_next result = dialogue->ops->next(
            dialogue, is_last ? deadline_ms : look_ms, message, error);
        if (is_last || result != EXECUTOR_DEADLINE)
            return result;
        if (process_has_ended(&external->process))
            dialogue_hang_up(dialogue);
    }
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct external *external = of(executor);
    enum executor_next result = next_of(external, deadline_ms, message, error);
    if (result != EXECUTOR_FAILED)
        return result;
    if (!ended_before(external)) {
        describe(external, error);
        return EXECUTOR_FAILED;
    }
    close_dialogue(external);
    if (!start_new(external, deadline_ms, error))
        return EXECUTOR_FAILED;
    return next(executor, deadline_ms, message, error);
}

static void end(struct executor *executor)
{
    struct external *external = of(executor);
    if (external->dialogue == NULL)
        return;
    external->dialogue->ops->end(external->dialogue);
    if (dialogue_has_failed(external->dialogue, NULL) ||
        dialogue_performs_unasked(external->dialogue))
        close_dialogue(external);
}

static void destroy(struct executor *executor)
{
    struct external *external = of(executor);
    close_dialogue(external);
    guardian_destroy(external->guardian);
    deps_finish(&external->deps);
    free(external->command);
    free(external);
}

static const struct executor_ops table = {
    .rest = rest,
    .start = start,
    .act = act,
    .wait = await,
    .next = next,
    .end = end,
    .destroy = destroy,
};

struct executor *external_create(struct loop *loop, const char *command)
{
    struct external *external = MEMORY_NEW(struct external);
    external->base.ops = &table;
    external->loop = loop;
    external->command = memory_copy_string(command, strlen(command));
    return &external->base;
}
