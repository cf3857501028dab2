/* Performing actions: which input each primitive becomes (reference, 8.2).
 *
 * Order of this file: the page script's answers, elements, the single actions,
 * the table, the entrance. */
#include "cdp/browser_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "cdp/input.h"

/* One action under way. */
struct acting {
    struct browser *browser;
    const struct action *action;
    struct value **target;
    struct error *error;
};

static const struct value *argument(const struct acting *acting, size_t index)
{
    const struct value *args = acting->action->args;
    return index < args->count ? args->items[index] : value_null();
}

static struct str name_of(const struct acting *acting)
{
    return value_text(acting->action->id);
}

static enum act_outcome failed(const struct acting *acting, bool fine)
{
    (void)acting;
    return fine ? ACT_DONE : ACT_FAILED;
}

static enum act_outcome wrong_argument(struct acting *acting, size_t index,
                                       const char *wanted)
{
    error_set(acting->error, ERROR_RUN,
              "action \"%.*s\": argument %zu must be %s",
              STR_ARGS(name_of(acting)), index + 1, wanted);
    return ACT_FAILED;
}

/* Asks the page script; REFUSED when its answer is not ok. */
static enum act_outcome ask(struct acting *acting, const struct buf *expression,
                            struct json **answer)
{
    struct browser *browser = acting->browser;
    *answer = NULL;
    if (!page_evaluate(&browser->page, buf_str(expression),
                       browser->deadline_ms, answer, acting->error)) {
        if (acting->error->code != ERROR_OK)
            return ACT_FAILED;
        error_set(acting->error, ERROR_RUN, "the page went away");
        return ACT_REFUSED;
    }
    if (json_read_bool(json_read_field(*answer, "ok")))
        return ACT_DONE;
    struct str reason = json_read_string(json_read_field(*answer, "reason"));
    struct str by = json_read_string(json_read_field(*answer, "by"));
    error_set(acting->error, ERROR_RUN,
              "action \"%.*s\" cannot be performed: its element is %.*s%s%.*s",
              STR_ARGS(name_of(acting)), STR_ARGS(reason),
              by.length > 0 ? " by " : "", STR_ARGS(by));
    return ACT_REFUSED;
}

/* ---- elements ----------------------------------------------------------- */

static struct value *described(const struct json *answer)
{
    static const char *const names[] = {"selector", "tag", "text"};
    struct value_field fields[3];
    size_t count = 0;
    for (size_t i = 0; i < 3; i++) {
        const struct json *found = json_read_field(answer, names[i]);
        if (json_kind(found) != JSON_KIND_STRING)
            continue;
        fields[count++] = (struct value_field){
            .key = value_string(str_text(names[i])),
            .value = value_from_json(found),
        };
    }
    return value_object(fields, count);
}

static void note_target(struct acting *acting, const struct json *answer)
{
    value_unref(*acting->target);
    *acting->target = described(answer);
}

/* From here on input passes only in the generation in which the action was
 * chosen, and ends with so many keys released. */
static bool aim_keys(struct acting *acting, int releases)
{
    struct browser *browser = acting->browser;
    char call[80];
    snprintf(call, sizeof call, "weir.aimKeys(%" PRId64 ",%d,%" PRId64 ")",
             browser->generation, releases, browser->turn);
    return page_evaluate(&browser->page, str_text(call), browser->deadline_ms,
                         NULL, acting->error) ||
           acting->error->code == ERROR_OK;
}

static enum act_outcome aim(struct acting *acting, const struct value *ref,
                            int clicks, double *x, double *y)
{
    struct buf expression;
    struct json *answer;
    buf_init(&expression);
    buf_add_text(&expression, "weir.aim(");
    json_add_string(&expression, value_text(ref));
    buf_addf(&expression, ",%" PRId64 ",%d,%" PRId64 ")",
             acting->browser->generation, clicks, acting->browser->turn);
    enum act_outcome outcome = ask(acting, &expression, &answer);
    buf_finish(&expression);
    if (outcome == ACT_DONE) {
        *x = json_read_float(json_read_field(answer, "x"));
        *y = json_read_float(json_read_field(answer, "y"));
        note_target(acting, answer);
    }
    json_destroy(answer);
    return outcome;
}

/* Input has been sent. Where the page script sees its end by itself
 * (`settles`), the state comes without being asked for; otherwise the answers
 * are awaited. */
static enum act_outcome finish_input(struct acting *acting, bool settles)
{
    struct browser *browser = acting->browser;
    browser->settling = settles;
    if (settles)
        return ACT_DONE;
    return failed(acting, page_group_await(&browser->page, browser->deadline_ms,
                                           acting->error) ||
                              browser->page.dialog != NULL);
}

static enum act_outcome point_at(struct acting *acting, int clicks)
{
    struct browser *browser = acting->browser;
    double x = 0, y = 0;
    if (argument(acting, 0)->kind != VALUE_STRING)
        return wrong_argument(acting, 0, "an element (its ref)");
    enum act_outcome outcome = aim(acting, argument(acting, 0), clicks, &x, &y);
    if (outcome != ACT_DONE)
        return outcome;
    input_click(&browser->page, x, y, clicks);
    return finish_input(acting, clicks > 0);
}

/* A scripted action, for which no real input exists; `extra` is JSON or
 * empty. */
static enum act_outcome scripted(struct acting *acting, const char *kind,
                                 const struct value *ref, struct str extra)
{
    struct buf expression;
    struct json *answer;
    buf_init(&expression);
    buf_addf(&expression, "weir.expect(%" PRId64 "),weir.perform(\"%s\",",
             acting->browser->generation, kind);
    json_add_string(&expression, value_text(ref));
    buf_add_char(&expression, ',');
    buf_add_str(&expression, extra.length > 0 ? extra : STR("null"));
    buf_add_char(&expression, ')');
    enum act_outcome outcome = ask(acting, &expression, &answer);
    buf_finish(&expression);
    if (acting->browser->page.dialog != NULL)
        outcome = ACT_DONE; /* it has begun, and the page asks something */
    else if (outcome == ACT_DONE && ref->kind == VALUE_STRING)
        note_target(acting, answer);
    json_destroy(answer);
    return outcome;
}

/* ---- the single actions ------------------------------------------------- */

static enum act_outcome do_noop(struct acting *acting)
{
    (void)acting;
    return ACT_DONE;
}

static enum act_outcome do_click(struct acting *acting)
{
    return point_at(acting, 1);
}

static enum act_outcome do_double_click(struct acting *acting)
{
    return point_at(acting, 2);
}

static enum act_outcome do_hover(struct acting *acting)
{
    return point_at(acting, 0);
}

static enum act_outcome do_select(struct acting *acting)
{
    struct buf value;
    buf_init(&value);
    value_add_json(&value, argument(acting, 1));
    enum act_outcome outcome =
        scripted(acting, "select", argument(acting, 0), buf_str(&value));
    buf_finish(&value);
    return outcome;
}

static enum act_outcome do_focus(struct acting *acting)
{
    return scripted(acting, "focus", argument(acting, 0), STR(""));
}

static enum act_outcome do_clear(struct acting *acting)
{
    return scripted(acting, "clear", argument(acting, 0), STR(""));
}

static enum act_outcome type_text(struct acting *acting, struct str text)
{
    struct browser *browser = acting->browser;
    input_type(&browser->page, text);
    return finish_input(acting, true);
}

static enum act_outcome do_type(struct acting *acting)
{
    struct str text = value_text(argument(acting, 0));
    if (argument(acting, 0)->kind != VALUE_STRING)
        return wrong_argument(acting, 0, "a string (a key or a text)");
    int releases = input_releases(text);
    if (releases == 0)
        return ACT_DONE; /* nothing to type */
    return aim_keys(acting, releases) ? type_text(acting, text) : ACT_FAILED;
}

/* The caret is the first part of the action and passes the guard; the keys
 * follow it. */
static enum act_outcome do_type_into(struct acting *acting)
{
    struct str text = value_text(argument(acting, 0));
    if (argument(acting, 0)->kind != VALUE_STRING)
        return wrong_argument(acting, 0, "a string");
    if (argument(acting, 1)->kind != VALUE_STRING)
        return wrong_argument(acting, 1, "an element (its ref)");
    int releases = input_releases(text);
    char keys[60] = "";
    if (releases > 0)
        snprintf(keys, sizeof keys, "[%d,%" PRId64 "]", releases,
                 acting->browser->turn);
    enum act_outcome outcome =
        scripted(acting, "caret", argument(acting, 1), str_text(keys));
    if (outcome != ACT_DONE || releases == 0)
        return outcome;
    return type_text(acting, text);
}

static enum act_outcome do_scroll_by(struct acting *acting)
{
    struct buf distance;
    for (size_t i = 0; i < 2; i++)
        if (argument(acting, i)->kind != VALUE_INT &&
            argument(acting, i)->kind != VALUE_FLOAT)
            return wrong_argument(acting, i, "a number (pixels)");
    buf_init(&distance);
    value_add_json(&distance, acting->action->args);
    enum act_outcome outcome =
        scripted(acting, "scrollBy", value_null(), buf_str(&distance));
    buf_finish(&distance);
    return outcome;
}

/* ---- the table ---------------------------------------------------------- */

static const struct {
    const char *id;
    enum act_outcome (*perform)(struct acting *acting);
} performers[] = {
    {"noop", do_noop},
    {"click", do_click},
    {"doubleClick", do_double_click},
    {"hover", do_hover},
    {"select", do_select},
    {"focus", do_focus},
    {"clear", do_clear},
    {"keyPress", do_type},
    {"enterText", do_type},
    {"enterTextInto", do_type_into},
    {"scrollBy", do_scroll_by},
};

enum act_outcome browser_act(struct browser *browser,
                             const struct action *action, struct value **target,
                             struct error *error)
{
    struct acting acting = {
        .browser = browser, .action = action, .target = target, .error = error};
    struct str id = value_text(action->id);
    *target = NULL;
    enum act_outcome outcome;
    if (browser_act_on_page(browser, action, &outcome, error))
        return outcome;
    if (browser->page.dialog != NULL && !str_is(id, "noop")) {
        error_set(error, ERROR_RUN,
                  "action \"%.*s\" cannot be performed: a dialog is open",
                  STR_ARGS(id));
        return ACT_REFUSED;
    }
    for (size_t i = 0; i < sizeof performers / sizeof *performers; i++)
        if (str_is(id, performers[i].id))
            return performers[i].perform(&acting);
    error_set(error, ERROR_RUN, "Unsupported action: %.*s", STR_ARGS(id));
    return ACT_FAILED;
}
