/* In this file: references and their names, replies, commands, weir's own
 * paths, the whole. */
#include "standin/standin.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/model/bindings.h"
#include "standin/route.h"
#include "trace/operation.h"

enum { CALLS_LIMIT = 1000 };

struct standin {
    struct model *model;
    const struct model_info *info;
    uint32_t state;
    int64_t number; /* of the next call */
    int64_t names;  /* given so far */
    struct bindings bindings;
    struct fault_list faults;
    VEC(struct value *) lasting; /* faults of each beginning */
    VEC(struct value *) calls;   /* the last ones, the oldest first */
};

/* ---- references and their names ----------------------------------------- */

static void name_created(struct standin *standin,
                         const struct model_command *command, int64_t number)
{
    for (size_t slot = 0; slot < command->create_count; slot++) {
        char *name = memory_format("%s-%lld", command->creates[slot],
                                   (long long)++standin->names);
        const struct binding binding = {number, (int64_t)slot,
                                        value_string(str_text(name))};
        bindings_add(&standin->bindings, &binding);
        free(name);
    }
}

static struct value *symbol_of(const struct standin *standin,
                               const struct value *value)
{
    for (size_t i = 0; i < standin->bindings.items.count; i++) {
        const struct binding *binding = &standin->bindings.items.items[i];
        if (value_equal(binding->value, value))
            return value_reference(binding->number, binding->slot);
    }
    return value_ref(value);
}

/* References in the place of their names; a new reference. */
static struct value *symbolic(const struct standin *standin,
                              const struct value *value)
{
    struct value *made = NULL;
    if (value->kind == VALUE_STRING)
        return symbol_of(standin, value);
    if (value->kind == VALUE_LIST) {
        struct value **items = memory_zeroed(value->count + 1, sizeof *items);
        for (size_t i = 0; i < value->count; i++)
            items[i] = symbolic(standin, value->items[i]);
        made = value_list(items, value->count);
        free(items);
    } else if (value->kind == VALUE_OBJECT) {
        struct value_field *fields =
            memory_zeroed(value->count + 1, sizeof *fields);
        for (size_t i = 0; i < value->count; i++)
            fields[i] =
                (struct value_field){value_ref(value->fields[i].key),
                                     symbolic(standin, value->fields[i].value)};
        made = value_object(fields, value->count);
        free(fields);
    }
    return made == NULL ? value_ref(value) : made;
}

/* ---- replies ------------------------------------------------------------ */

void standin_reply_finish(struct standin_reply *reply)
{
    buf_finish(&reply->body);
    *reply = (struct standin_reply){.status = 0};
}

static void reply_value(struct standin_reply *reply, int status,
                        const struct value *body)
{
    reply->status = status;
    buf_clear(&reply->body);
    value_add_json(&reply->body, body);
}

static void reply_message(struct standin_reply *reply, int status,
                          const char *message)
{
    struct value_field field =
        value_named("message", value_string(str_text(message)));
    struct value *body = value_object(&field, 1);
    reply_value(reply, status, body);
    value_unref(body);
}

static void reply_error(struct standin_reply *reply, const struct error *error)
{
    reply_message(reply, error->code == ERROR_USAGE ? 400 : 500,
                  error->message);
}

/* ---- commands ----------------------------------------------------------- */

static void remember(struct standin *standin, const char *name,
                     const struct value *arguments, const struct value *answer)
{
    struct value_field fields[] = {
        value_named("command", value_string(str_text(name))),
        value_named("args", value_ref(arguments)),
        value_named("answer", value_ref(answer)),
    };
    if (standin->calls.count == CALLS_LIMIT) {
        value_unref(standin->calls.items[0]);
        standin->calls.count--;
        memmove(standin->calls.items, standin->calls.items + 1,
                standin->calls.count * sizeof(struct value *));
    }
    vec_push(&standin->calls, value_object(fields, 3));
}

/* Real names in the place of references; references of what was forgotten stay
 * as they are. */
static struct value *real_of(const struct standin *standin,
                             const struct value *value)
{
    struct value *real = bindings_real(&standin->bindings, value);
    return real == NULL ? value_ref(value) : real;
}

/* Does the command, and gives the fake's answer with names; NULL: it may not be
 * called, or the model failed, and the reply says so. Of a fake that may do
 * several things, the first. */
static struct value *perform(struct standin *standin, size_t place,
                             const struct value *given,
                             struct standin_reply *reply)
{
    struct error error = ERROR_NONE;
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct value *arguments = symbolic(standin, given);
    struct model_call call = {place, standin->number, arguments};
    const struct model_command *command = &standin->info->commands[place];
    struct value *answer = NULL;
    char *why = NULL;
    enum model_answer allowed = standin->model->ops->allowed(
        standin->model, standin->state, &call, &why, &error);
    if (allowed == MODEL_DONE)
        allowed = standin->model->ops->step(standin->model, standin->state,
                                            &call, &outcomes, &error);
    if (allowed == MODEL_DONE && outcomes.items.count > 0) {
        name_created(standin, command, standin->number++);
        standin->state = outcomes.items.items[0].state;
        answer = real_of(standin, outcomes.items.items[0].answer);
        remember(standin, command->name, given, answer);
    } else if (allowed == MODEL_FAILED) {
        reply_error(reply, &error);
    } else {
        reply_message(reply, 409,
                      why == NULL ? "the precondition does not hold" : why);
    }
    free(why);
    model_outcomes_finish(&outcomes);
    value_unref(arguments);
    return answer;
}

static void reply_answer(struct standin_reply *reply,
                         const struct model_command *command,
                         const struct value *answer)
{
    struct value *body = NULL;
    int status = route_reply(command, answer, &body);
    reply_value(reply, status, body);
    value_unref(body);
}

static void answer_command(struct standin *standin, size_t place,
                           const struct value *arguments,
                           struct standin_reply *reply)
{
    const struct model_command *command = &standin->info->commands[place];
    struct fault fault = {.times = 0};
    fault_list_take(&standin->faults, command->name, &fault);
    reply->delay_ms = fault.delay_ms;
    reply->close = fault.close;
    if (fault.status != 0 && fault.body != NULL) {
        reply_value(reply, fault.status, fault.body);
    } else if (fault.status != 0) {
        reply_message(reply, fault.status, "this fault was armed");
    } else if (fault.close != CLOSE_BEFORE) {
        struct value *answer = perform(standin, place, arguments, reply);
        if (answer != NULL)
            reply_answer(reply, command,
                         fault.answer == NULL ? answer : fault.answer);
        value_unref(answer);
    }
    fault_finish(&fault);
}

/* ---- weir's own paths --------------------------------------------------- */

static bool is_command(void *context, const char *name)
{
    const struct standin *standin = context;
    for (size_t i = 0; i < standin->info->command_count; i++)
        if (strcmp(standin->info->commands[i].name, name) == 0)
            return true;
    return false;
}

bool standin_arm(struct standin *standin, const struct value *fault, bool lasts,
                 struct error *error)
{
    if (!fault_list_add(&standin->faults, fault, is_command, standin, error))
        return false;
    if (lasts)
        vec_push(&standin->lasting, value_ref(fault));
    return true;
}

/* They were fine once. */
static void arm_lasting(struct standin *standin)
{
    fault_list_finish(&standin->faults);
    for (size_t i = 0; i < standin->lasting.count; i++)
        standin_arm(standin, standin->lasting.items[i], false, NULL);
}

static void tell_faults(const struct standin *standin,
                        struct standin_reply *reply)
{
    struct value *list = fault_list_value(&standin->faults);
    reply_value(reply, 200, list);
    value_unref(list);
}

static void arm(struct standin *standin, struct str body,
                struct standin_reply *reply)
{
    struct error error = ERROR_NONE;
    struct value *fault = value_parse(body, &error);
    error.code = ERROR_USAGE;
    if (fault != NULL && standin_arm(standin, fault, false, &error))
        tell_faults(standin, reply);
    else
        reply_error(reply, &error);
    value_unref(fault);
}

static void tell_calls(const struct standin *standin,
                       struct standin_reply *reply)
{
    for (size_t i = 0; i < standin->calls.count; i++)
        value_ref(standin->calls.items[i]);
    struct value *list = value_list(standin->calls.items, standin->calls.count);
    reply_value(reply, 200, list);
    value_unref(list);
}

static void tell_state(const struct standin *standin,
                       struct standin_reply *reply)
{
    struct value *state = real_of(
        standin, standin->model->ops->state(standin->model, standin->state));
    reply_value(reply, 200, state);
    value_unref(state);
}

static void begin_anew(struct standin *standin, struct standin_reply *reply)
{
    struct error error = ERROR_NONE;
    if (standin_reset(standin, &error))
        reply_value(reply, 200, value_null());
    else
        reply_error(reply, &error);
}

#define OWN_PATH "/_weir/"

static void answer_own(struct standin *standin,
                       const struct standin_request *request,
                       struct standin_reply *reply)
{
    struct str name = str_from(request->target.data + strlen(OWN_PATH),
                               request->target.length - strlen(OWN_PATH));
    bool is_get = str_is(request->verb, "GET");
    bool is_post = str_is(request->verb, "POST");
    if (str_is(name, "state") && is_get) {
        tell_state(standin, reply);
    } else if (str_is(name, "calls") && is_get) {
        tell_calls(standin, reply);
    } else if (str_is(name, "reset") && is_post) {
        begin_anew(standin, reply);
    } else if (str_is(name, "faults") && is_get) {
        tell_faults(standin, reply);
    } else if (str_is(name, "faults") && is_post) {
        arm(standin, request->body, reply);
    } else if (str_is(name, "faults") && str_is(request->verb, "DELETE")) {
        fault_list_finish(&standin->faults);
        tell_faults(standin, reply);
    } else {
        reply_message(reply, 404,
                      "there are GET /_weir/state, GET /_weir/calls, POST "
                      "/_weir/reset, and GET, POST and DELETE /_weir/faults");
    }
}

/* ---- the whole ---------------------------------------------------------- */

static void reply_unknown(const struct standin *standin,
                          struct standin_reply *reply)
{
    struct buf words = {0};
    buf_add_text(&words, "no command is asked so; there are\n");
    standin_add_routes(standin, &words);
    words.length--; /* the last line end */
    struct value_field field =
        value_named("message", value_string(buf_str(&words)));
    struct value *body = value_object(&field, 1);
    reply_value(reply, 404, body);
    reply->is_unknown = true;
    value_unref(body);
    buf_finish(&words);
}

void standin_answer(struct standin *standin,
                    const struct standin_request *request,
                    struct standin_reply *reply)
{
    struct error error = ERROR_NONE;
    struct value *arguments = NULL;
    size_t command = 0;
    *reply = (struct standin_reply){.status = 0};
    if (str_starts_with(request->target, OWN_PATH)) {
        answer_own(standin, request, reply);
        return;
    }
    switch (route_find(standin->info, request->verb, request->target,
                       request->body, &command, &arguments, &error)) {
    case ROUTE_FOUND:
        answer_command(standin, command, arguments, reply);
        break;
    case ROUTE_RESET:
        begin_anew(standin, reply);
        break;
    case ROUTE_WRONG:
        error.code = ERROR_USAGE;
        reply_error(reply, &error);
        break;
    case ROUTE_UNKNOWN:
        reply_unknown(standin, reply);
        break;
    }
    value_unref(arguments);
}

void standin_add_routes(const struct standin *standin, struct buf *out)
{
    for (size_t i = 0; i < standin->info->command_count; i++)
        route_add_words(&standin->info->commands[i], out);
}

bool standin_reset(struct standin *standin, struct error *error)
{
    bindings_finish(&standin->bindings);
    arm_lasting(standin);
    for (size_t i = 0; i < standin->calls.count; i++)
        value_unref(standin->calls.items[i]);
    vec_clear(&standin->calls);
    standin->number = 0;
    standin->names = 0;
    return standin->model->ops->initial(standin->model, &standin->state, error);
}

struct standin *standin_create(struct model *model, struct error *error)
{
    struct standin *standin = MEMORY_NEW(struct standin);
    standin->model = model;
    standin->info = model->ops->info(model);
    if (route_check(standin->info, error) && standin_reset(standin, error))
        return standin;
    standin_destroy(standin);
    return NULL;
}

void standin_destroy(struct standin *standin)
{
    if (standin == NULL)
        return;
    bindings_finish(&standin->bindings);
    fault_list_finish(&standin->faults);
    for (size_t i = 0; i < standin->calls.count; i++)
        value_unref(standin->calls.items[i]);
    vec_finish(&standin->calls);
    for (size_t i = 0; i < standin->lasting.count; i++)
        value_unref(standin->lasting.items[i]);
    vec_finish(&standin->lasting);
    free(standin);
}
