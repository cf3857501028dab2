/* One recorded test judged without its application: the steps of a trace, read
 * one at a time, go to a checker as a session would have given them to it.
 *
 * What is judged are the states. All of them count: where a live run would
 * have stopped with a presumptive answer, more states only make it better
 * founded. The first definite answer ends it.
 *
 * What had happened is found again as the run knew it: the actor proposes in
 * the state before, and the first proposal that equals the recorded action
 * (id, arguments and timeout) is the one that was chosen.
 */
#ifndef WEIR_RUN_OFFLINE_H
#define WEIR_RUN_OFFLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/actor.h"
#include "port/checker.h"
#include "run/kept_steps.h"
#include "trace/step.h"
#include "trace/trace_reader.h"
#include "trace/verdict.h"

struct offline_options {
    /* Called with each step that belongs to the trace; may be NULL. */
    void (*on_step)(void *context, const struct step *step);
    /* Called often; true asks to end. May be NULL. */
    bool (*cancelled)(void *context);
    void *context;
};

struct offline_result {
    struct verdict verdict;
    struct error error;     /* when VERDICT_ERRORED */
    struct kept_steps kept; /* the first and the last steps */
    struct reason_list reasons;
    struct value *signals; /* port/checker.h; owned, or NULL */
    int64_t actions;       /* performed, until the verdict */
    int64_t stale;         /* as recorded */
    char *note;            /* what people should know, or NULL; owned */
};

void offline_result_init(struct offline_result *result);
void offline_result_finish(struct offline_result *result);

/* Judges the test whose header is `record`, the one read last; reads on to the
 * next header or the end of the file, which is in `record` then. True: the
 * result holds how it went. False: the whole command has to end: ERROR_SPEC,
 * ERROR_CANCELLED (the result then holds the steps so far), or ERROR_IO when
 * the trace is wrong. */
bool offline_judge(struct trace_reader *reader, struct trace_record *record,
                   struct checker *checker, struct actor *actor,
                   const struct offline_options *options,
                   struct offline_result *result, struct error *error);

#endif
