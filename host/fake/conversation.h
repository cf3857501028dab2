/* Questions to the process of a model, and its answers, a JSON line each; one
 * at a time. docs/MODELS.md describes them for those who write such a process.
 *
 *   {"ask":"info"}                        {"ok":{"commands":[...],...}}
 *   {"ask":"init"}                        {"ok":state}
 *   {"ask":"arguments","command","state"} {"ok":[...]} or {"refused":why};
 *                                         in between {"pick":{...}}, answered
 *                                         with {"picked":...} (fake/pick.h)
 *   {"ask":"step","command","state","arguments","fresh"}
 *                                         {"ok":[{"state","answer"},...]} or
 *                                         {"refused":why}
 *   {"ask":"same","command","arguments","expected","got"}
 *                                         {"ok":true}
 *   {"ask":"partition","command","arguments"}
 *                                         {"ok":key}
 *   {"ask":"labels","command","arguments","before","answer","after"}
 *                                         {"ok":["label",...]}
 *   {"ask":"real","function","given"}     {"ok":value}
 *   {"ask":"broken","state"}              {"ok":["invariant",...]}
 *
 * To any of them {"failed":words,"at":"file:line"}: the model is wrong. Our own
 * engine has {"stopped":"time" or "memory","doing","at"} and {"setup":words},
 * too. It answers many steps in a line (fake/foresee.c):
 *
 *   {"ask":"steps","steps":[{"command",...,"twice":true},...]}
 *                                         {"ok":[what "step" answers, or
 *                                         {"odd":[that,that]} where a second
 *                                         run gave something else, or null: to
 *                                         be asked for alone,...]}
 *
 * "stopped" has a "place" then: of the step that did not end.
 */
#ifndef WEIR_FAKE_CONVERSATION_H
#define WEIR_FAKE_CONVERSATION_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"
#include "fake/fake.h"
#include "fake/pick.h"
#include "trace/value.h"

struct conversation; /* opaque */

/* NULL: ERROR_SETUP. */
struct conversation *
conversation_with_engine(const char *path, const struct fake_options *options,
                         struct error *error);
struct conversation *
conversation_with_command(const char *command,
                          const struct fake_options *options,
                          struct error *error);
/* Ends the process. NULL is fine. */
void conversation_destroy(struct conversation *conversation);

/* The file without detours, as the engine wants it; NULL: a command. */
const char *conversation_path(const struct conversation *conversation);

/* Asks (a JSON text without line ends) and gives the answer, an object with
 * "ok" or "refused"; a new reference. `doing` names the function that is asked
 * for, for messages. With a `pick` the model may draw. NULL: ERROR_SPEC the
 * model failed, ERROR_SETUP, ERROR_CANCELLED; it is not asked again then. */
struct value *conversation_ask(struct conversation *conversation,
                               struct str question, const char *doing,
                               struct pick *pick, struct error *error);

/* The same, also when a function of the model has failed, for what helps to say
 * what was wrong. NULL: the model does not answer any more. */
struct value *conversation_ask_after_failure(struct conversation *conversation,
                                             struct str question,
                                             const char *doing);

/* Bytes that the process of a module takes, or took a moment ago; 0: not known.
 */
size_t conversation_memory(struct conversation *conversation);

/* Of many questions in one line ("steps"): the place of the one that did not
 * end, or took too much memory; -1: there was none. */
int64_t conversation_stopped_at(const struct conversation *conversation);

#endif
