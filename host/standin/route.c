/* In this file: what a `real` says, requests, replies. */
#include "standin/route.h"

#include "base/memory.h"
#include "exec/http/request.h"
#include "exec/http/unfill.h"

/* ---- what a `real` says ------------------------------------------------- */

/* What a function makes of a value does not lead back to the value. */
static bool refuse_functions(const struct value *real, const char *whose,
                             struct error *error)
{
    return !template_has_function(real) ||
           error_set(
               error, ERROR_SPEC,
               "%s: a function in `real` tells only how the model's words "
               "become a request, not what a request means: for "
               "serve-model write it as a text with ${...} (docs/MODELS.md, "
               "\"An HTTP API\")",
               whose);
}

bool route_check(const struct model_info *info, struct error *error)
{
    if (!http_common_check(info->real, error) ||
        !refuse_functions(info->real, "the model", error))
        return false;
    for (size_t i = 0; i < info->command_count; i++) {
        const struct model_command *command = &info->commands[i];
        char *whose = memory_format("command \"%s\"", command->name);
        bool is_fine = http_real_check(command->real, whose, error) &&
                       refuse_functions(command->real, whose, error);
        free(whose);
        if (!is_fine)
            return false;
    }
    return true;
}

static struct str text_of(const struct value *real, const char *name,
                          struct str otherwise)
{
    const struct value *field = value_field_named(real, name);
    return field != NULL && field->kind == VALUE_STRING ? value_text(field)
                                                        : otherwise;
}

static struct str method_of(const struct value *real)
{
    return text_of(real, "method", STR("POST"));
}

static void add_path(const struct value *real, const char *name,
                     struct buf *out)
{
    struct str path = text_of(real, "path", (struct str){NULL, 0});
    if (path.data != NULL) {
        buf_add_str(out, path);
        return;
    }
    buf_addf(out, "/%s", name);
}

void route_add_words(const struct model_command *command, struct buf *out)
{
    buf_addf(out, "%s: %.*s ", command->name,
             STR_ARGS(method_of(command->real)));
    add_path(command->real, command->name, out);
    buf_add_char(out, '\n');
}

/* ---- requests ----------------------------------------------------------- */

/* The path of a command without one is its name, percent-encoded or not. */
static bool is_named(struct str target, const char *name)
{
    struct unfill_root root = {"name", NULL};
    struct unfill_roots roots = {&root, 1};
    bool is = unfill_text(STR("/${name}"), target, TEMPLATE_PATH, &roots) &&
              root.value != NULL && str_is(value_text(root.value), name);
    unfill_finish(&roots);
    return is;
}

static bool fits_path(const struct model_command *command, struct str verb,
                      struct str target, const struct unfill_roots *roots)
{
    struct str path = text_of(command->real, "path", (struct str){NULL, 0});
    if (!str_equal_in_any_case(method_of(command->real), verb))
        return false;
    if (path.data == NULL)
        return is_named(target, command->name);
    return unfill_text(path, target, TEMPLATE_PATH, roots);
}

static struct value *parse_body(struct str body, struct error *error)
{
    struct error wrong = ERROR_NONE;
    if (body.length == 0)
        return value_null();
    struct value *value = value_parse(body, &wrong);
    if (value == NULL)
        error_set(error, ERROR_USAGE, "the body is no JSON: %s", wrong.message);
    return value;
}

/* Without a template the body is the list of arguments. */
static bool take_body(const struct model_command *command, struct str text,
                      struct unfill_root *args, struct error *error)
{
    const struct value *template = value_field_named(command->real, "body");
    struct unfill_roots roots = {args, 1};
    bool is_absent = template == NULL ? !http_has_body(method_of(command->real))
                                      : template->kind == VALUE_NULL;
    if (is_absent)
        return true;
    struct value *body = parse_body(text, error);
    if (body == NULL)
        return false;
    bool fits;
    if (template != NULL) {
        fits = unfill_value(template, body, &roots);
        if (!fits)
            error_set(error, ERROR_USAGE,
                      "the body is not what real.body of %s makes",
                      command->name);
    } else if (args->value != NULL) {
        fits = true; /* the path had them; the body repeats them */
    } else {
        fits = body->kind == VALUE_LIST ||
               (body->kind == VALUE_NULL && !command->has_arguments);
        if (fits && body->kind == VALUE_LIST)
            args->value = value_ref(body);
        if (!fits)
            error_set(error, ERROR_USAGE,
                      "the body is the list of the arguments of %s",
                      command->name);
    }
    value_unref(body);
    return fits;
}

static bool is_reset(const struct model_info *info, struct str verb,
                     struct str target)
{
    const struct value *reset = value_field_named(info->real, "reset");
    if (reset == NULL || !str_equal_in_any_case(method_of(reset), verb))
        return false;
    struct unfill_roots none = {NULL, 0};
    struct str path = text_of(reset, "path", STR("/reset"));
    return unfill_text(path, target, TEMPLATE_PATH, &none);
}

enum route_found route_find(const struct model_info *info, struct str verb,
                            struct str target, struct str body, size_t *command,
                            struct value **arguments, struct error *error)
{
    enum route_found result = ROUTE_UNKNOWN;
    if (is_reset(info, verb, target))
        return ROUTE_RESET;
    /* Two commands may have one path, and differ in their bodies. */
    for (size_t i = 0; i < info->command_count; i++) {
        struct unfill_root args = {"args", NULL};
        struct unfill_roots roots = {&args, 1};
        const struct model_command *candidate = &info->commands[i];
        if (fits_path(candidate, verb, target, &roots)) {
            result = ROUTE_WRONG;
            if (take_body(candidate, body, &args, error)) {
                *command = i;
                *arguments = args.value == NULL ? value_list(NULL, 0)
                                                : value_ref(args.value);
                result = ROUTE_FOUND;
            }
        }
        unfill_finish(&roots);
        if (result == ROUTE_FOUND)
            break;
    }
    return result;
}

/* ---- replies ------------------------------------------------------------ */

static bool is_error_status(const struct value *value)
{
    return value != NULL && value->kind == VALUE_INT && value->integer >= 400 &&
           value->integer <= 599;
}

static struct value *message_of(const struct value *answer)
{
    const struct value *message = value_field_named(answer, "message");
    struct value_field field = value_named(
        "message", message == NULL ? value_null() : value_ref(message));
    return value_object(&field, 1);
}

/* What the parts of an answer are that `real.answer` or `real.error` takes it
 * from. */
struct parts {
    struct unfill_root roots[2];
    bool fits;
};

static struct parts take_apart(const struct value *template,
                               const struct value *answer)
{
    struct parts parts = {.roots = {{"body", NULL}, {"status", NULL}}};
    struct unfill_roots roots = {parts.roots, 2};
    parts.fits = template != NULL && unfill_value(template, answer, &roots);
    return parts;
}

static void parts_finish(struct parts *parts)
{
    struct unfill_roots roots = {parts->roots, 2};
    unfill_finish(&roots);
}

/* What a template of errors makes is an error where it has a status, or where
 * the answer says so itself. */
static bool reply_with_error(const struct value *template,
                             const struct value *answer, int *status,
                             struct value **body)
{
    struct parts parts = take_apart(template, answer);
    const struct value *number = parts.roots[1].value;
    bool is_error =
        parts.fits &&
        (is_error_status(number) ||
         (number == NULL && (value_field_named(answer, "error") != NULL ||
                             parts.roots[0].value == NULL)));
    if (is_error) {
        *status = number == NULL ? 400 : (int)number->integer;
        *body = parts.roots[0].value == NULL ? message_of(answer)
                                             : value_ref(parts.roots[0].value);
    }
    parts_finish(&parts);
    return is_error;
}

int route_reply(const struct model_command *command, const struct value *answer,
                struct value **body)
{
    const struct value *error = value_field_named(answer, "error");
    const struct value *template = value_field_named(command->real, "error");
    int status = 200;
    if (template != NULL && reply_with_error(template, answer, &status, body))
        return status;
    if (template == NULL && is_error_status(error)) {
        *body = message_of(answer);
        return (int)error->integer;
    }
    struct parts parts =
        take_apart(value_field_named(command->real, "answer"), answer);
    *body = parts.fits && parts.roots[0].value != NULL
                ? value_ref(parts.roots[0].value)
                : value_ref(answer);
    parts_finish(&parts);
    return status;
}
