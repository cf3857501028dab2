/* Performing actions: which input each primitive becomes (reference, 8.2).
 *
 * Order of this file: the page script's answers, elements, what is under way,
 * the single actions, the table, the entrance. */
#include "cdp/actions/act_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cdp/input/input.h"

/* What has been scrolled is heard of with the next frame: a menu that closes
 * then would close right after the press that opens it. */
enum { SCROLL_MS = 34 };

struct str act_name(const struct acting *acting)
{
    return value_text(acting->action->id);
}

const struct value *act_argument(const struct acting *acting, size_t index)
{
    const struct value *args = acting->action->args;
    return index < args->count ? args->items[index] : value_null();
}

enum act_outcome act_wrong_argument(struct acting *acting, size_t index,
                                    const char *wanted)
{
    enum { PRINT_LIMIT = 60 };
    struct buf given;
    buf_init(&given);
    value_add_json(&given, act_argument(acting, index));
    bool is_short = given.length <= PRINT_LIMIT;
    error_set(acting->error, ERROR_RUN,
              "action \"%.*s\": argument %zu must be %s%s%s",
              STR_ARGS(act_name(acting)), index + 1, wanted,
              is_short ? ", not " : "", is_short ? buf_text(&given) : "");
    buf_finish(&given);
    return ACT_FAILED;
}

bool act_number(struct acting *acting, size_t index, const char *wanted,
                double *number)
{
    const struct value *value = act_argument(acting, index);
    if (value->kind != VALUE_INT && value->kind != VALUE_FLOAT) {
        act_wrong_argument(acting, index, wanted);
        return false;
    }
    *number = value->kind == VALUE_INT ? (double)value->integer : value->number;
    return true;
}

enum act_outcome act_outcome_of(struct acting *acting,
                                const struct json *answer)
{
    if (json_read_bool(json_read_field(answer, "ok")))
        return ACT_DONE;
    const struct json *invalid = json_read_field(answer, "invalid");
    if (invalid != NULL) {
        browser_blame_selector(invalid, ERROR_SPEC, acting->error);
        error_prefix(acting->error,
                     "action \"%.*s\": ", STR_ARGS(act_name(acting)));
        return ACT_FAILED;
    }
    struct str mistake = json_read_string(json_read_field(answer, "mistake"));
    if (mistake.length > 0) {
        error_set(acting->error, ERROR_RUN, "action \"%.*s\": %.*s",
                  STR_ARGS(act_name(acting)), STR_ARGS(mistake));
        return ACT_FAILED;
    }
    struct str reason = json_read_string(json_read_field(answer, "reason"));
    struct str by = json_read_string(json_read_field(answer, "by"));
    acting->browser->stale = str_is(reason, "stale");
    error_set(acting->error, ERROR_RUN,
              "action \"%.*s\" cannot be performed: its element is %.*s%s%.*s",
              STR_ARGS(act_name(acting)), STR_ARGS(reason),
              by.length > 0 ? " by " : "", STR_ARGS(by));
    return ACT_REFUSED;
}

enum act_outcome act_ask(struct acting *acting, const struct buf *expression,
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
    return act_outcome_of(acting, *answer);
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

void act_note_target(struct acting *acting, const struct json *answer)
{
    value_unref(*acting->target);
    *acting->target = described(answer);
}

bool act_aim_keys(struct acting *acting, int releases)
{
    struct browser *browser = acting->browser;
    char call[80];
    snprintf(call, sizeof call, "weir.aimKeys(%" PRId64 ",%d,%" PRId64 ")",
             browser->generation, releases, browser_turn(browser));
    return page_evaluate(&browser->page, str_text(call), browser->deadline_ms,
                         NULL, acting->error) ||
           acting->error->code == ERROR_OK;
}

static enum act_outcome aim(struct acting *acting, const struct value *ref,
                            int count, const char *type, struct act_spot *spot,
                            bool *scrolled)
{
    struct buf expression;
    struct json *answer;
    buf_init(&expression);
    buf_add_text(&expression, "weir.aim(");
    json_add_string(&expression, value_text(ref));
    buf_addf(&expression, ",%" PRId64 ",%d,%" PRId64 ",\"%s\")",
             acting->browser->generation, count, browser_turn(acting->browser),
             type);
    enum act_outcome outcome = act_ask(acting, &expression, &answer);
    buf_finish(&expression);
    if (outcome == ACT_DONE) {
        spot->x = json_read_float(json_read_field(answer, "x"));
        spot->y = json_read_float(json_read_field(answer, "y"));
        *scrolled = json_read_bool(json_read_field(answer, "scrolled"));
        act_note_target(acting, answer);
    }
    json_destroy(answer);
    return outcome;
}

enum act_outcome act_aim(struct acting *acting, const struct value *ref,
                         int count, const char *type, struct act_spot *spot)
{
    bool scrolled = false;
    enum act_outcome outcome = aim(acting, ref, count, type, spot, &scrolled);
    if (outcome != ACT_DONE || !scrolled)
        return outcome;
    page_post(&acting->browser->page, "weir.expect(null)");
    if (!act_pass(acting, SCROLL_MS))
        return ACT_FAILED;
    return aim(acting, ref, count, type, spot, &scrolled);
}

static enum act_outcome ask_to_perform(struct acting *acting, const char *kind,
                                       const struct value *ref,
                                       struct str extra, struct json **answer)
{
    struct buf expression;
    buf_init(&expression);
    buf_addf(&expression, "weir.expect(%" PRId64 "),weir.perform(\"%s\",",
             acting->browser->generation, kind);
    if (ref->kind == VALUE_STRING)
        json_add_string(&expression, value_text(ref));
    else
        buf_add_text(&expression, "null");
    buf_add_char(&expression, ',');
    buf_add_str(&expression, extra.length > 0 ? extra : STR("null"));
    buf_add_char(&expression, ')');
    enum act_outcome outcome = act_ask(acting, &expression, answer);
    buf_finish(&expression);
    return outcome;
}

enum act_outcome act_scripted(struct acting *acting, const char *kind,
                              const struct value *ref, struct str extra)
{
    struct json *answer;
    enum act_outcome outcome;
    if (!act_ahead(acting, &answer, &outcome))
        outcome = ask_to_perform(acting, kind, ref, extra, &answer);
    if (acting->browser->page.dialog != NULL)
        outcome = ACT_DONE; /* it has begun, and the page asks something */
    else if (outcome == ACT_DONE && ref->kind == VALUE_STRING)
        act_note_target(acting, answer);
    json_destroy(answer);
    return outcome;
}

/* ---- what is under way ----------------------------------------------------
 */

bool act_await(struct acting *acting)
{
    struct page *page = &acting->browser->page;
    return page_group_await(page, acting->browser->deadline_ms,
                            acting->error) ||
           page->dialog != NULL;
}

enum act_outcome act_finish(struct acting *acting, bool settles)
{
    acting->browser->settling = settles;
    return settles || act_await(acting) ? ACT_DONE : ACT_FAILED;
}

bool act_await_framed(struct acting *acting)
{
    struct page *page = &acting->browser->page;
    bool fine = act_await(acting);
    page_post(page, "weir.draw(false)");
    return fine;
}

bool act_pass(struct acting *acting, int64_t milliseconds)
{
    struct browser *browser = acting->browser;
    struct page *page = &browser->page;
    char call[60];
    if (page->context == 0)
        return true; /* on its way to another document */
    page_drop_pushes(page);
    if (browser->page_clock.virtual_time) {
        snprintf(call, sizeof call, "weir.sleep(%" PRId64 ")", milliseconds);
        page_post(page, call);
    }
    bool fine = page_clock_run(&browser->page_clock, page, milliseconds,
                               browser->deadline_ms, acting->error);
    page_drop_pushes(page);
    return fine;
}

bool act_goes_on(struct acting *acting, const struct buf *expression,
                 struct json **answer)
{
    struct browser *browser = acting->browser;
    *answer = NULL;
    if (!page_evaluate(&browser->page, buf_str(expression),
                       browser->deadline_ms, answer, acting->error))
        return false;
    return json_read_bool(json_read_field(*answer, "ok"));
}

bool act_ask_guard(struct acting *acting, bool *passed)
{
    struct json *answer;
    struct buf question;
    buf_init(&question);
    buf_add_text(&question, "weir.goesOn()");
    *passed = act_goes_on(acting, &question, &answer);
    buf_finish(&question);
    json_destroy(answer);
    return acting->error->code == ERROR_OK;
}

/* ---- the single actions ------------------------------------------------- */

static enum act_outcome do_noop(struct acting *acting)
{
    (void)acting;
    return ACT_DONE;
}

static enum act_outcome point_at(struct acting *acting, int clicks)
{
    struct browser *browser = acting->browser;
    struct act_spot spot = {0, 0};
    const struct value *ref = act_argument(acting, 0);
    if (ref->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "an element (its ref)");
    enum act_outcome outcome = act_aim(acting, ref, clicks, "mouseup", &spot);
    if (outcome != ACT_DONE)
        return outcome;
    if (clicks > 0)
        act_note_press(acting);
    input_click(&browser->page, spot.x, spot.y, clicks);
    return act_finish(acting, clicks > 0);
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
    value_add_json(&value, act_argument(acting, 1));
    enum act_outcome outcome = act_scripted(
        acting, "select", act_argument(acting, 0), buf_str(&value));
    buf_finish(&value);
    return outcome;
}

static enum act_outcome do_focus(struct acting *acting)
{
    return act_scripted(acting, "focus", act_argument(acting, 0), STR(""));
}

static enum act_outcome do_clear(struct acting *acting)
{
    return act_scripted(acting, "clear", act_argument(acting, 0), STR(""));
}

static enum act_outcome type_text(struct acting *acting, struct str text)
{
    struct browser *browser = acting->browser;
    input_type(&browser->page, text);
    return act_finish(acting, true);
}

static enum act_outcome do_type(struct acting *acting)
{
    struct str text = value_text(act_argument(acting, 0));
    if (act_argument(acting, 0)->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "a string (a key or a text)");
    int releases = input_releases(text);
    if (releases == 0)
        return ACT_DONE; /* nothing to type */
    return act_aim_keys(acting, releases) ? type_text(acting, text)
                                          : ACT_FAILED;
}

/* What is done to the field first is the first part of the action and passes
 * the guard; the keys follow it. */
static enum act_outcome type_behind(struct acting *acting, const char *first,
                                    struct str text)
{
    if (act_argument(acting, 0)->kind != VALUE_STRING)
        return act_wrong_argument(acting, 0, "a string");
    if (act_argument(acting, 1)->kind != VALUE_STRING)
        return act_wrong_argument(acting, 1, "an element (its ref)");
    int releases = input_releases(text);
    char keys[60] = "";
    if (releases > 0)
        snprintf(keys, sizeof keys, "[%d,%" PRId64 "]", releases,
                 browser_turn(acting->browser));
    enum act_outcome outcome =
        act_scripted(acting, first, act_argument(acting, 1), str_text(keys));
    if (outcome != ACT_DONE || releases == 0)
        return outcome;
    return type_text(acting, text);
}

static enum act_outcome do_type_into(struct acting *acting)
{
    return type_behind(acting, "caret", value_text(act_argument(acting, 0)));
}

/* What is in the field is selected, and typed over or deleted. */
static enum act_outcome do_replace_text(struct acting *acting)
{
    struct str text = value_text(act_argument(acting, 0));
    return type_behind(acting, "replace",
                       text.length > 0 ? text : STR(ACT_DELETE_KEY));
}

static enum act_outcome do_scroll_by(struct acting *acting)
{
    struct buf distance;
    for (size_t i = 0; i < 2; i++)
        if (act_argument(acting, i)->kind != VALUE_INT &&
            act_argument(acting, i)->kind != VALUE_FLOAT)
            return act_wrong_argument(acting, i, "a number (pixels)");
    buf_init(&distance);
    value_add_json(&distance, acting->action->args);
    enum act_outcome outcome =
        act_scripted(acting, "scrollBy", value_null(), buf_str(&distance));
    buf_finish(&distance);
    return outcome;
}

/* ---- the table ---------------------------------------------------------- */

static const struct performer performers[] = {
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
    {"replaceText", do_replace_text},
    {"scrollBy", do_scroll_by},
    {NULL, NULL},
};

static const struct performer *const tables[] = {
    performers,
    act_pointer_performers,
    act_drag_performers,
    act_touch_performers,
    act_keys_performers,
    act_form_performers,
    act_files_performers,
    act_page_performers,
    act_fault_performers,
    act_answers_performers,
    act_dialog_performers,
    act_tab_performers,
    act_order_performers,
};

/* *table: the one that it stands in. */
static const struct performer *find_performer(struct str id,
                                              const struct performer **table)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct performer *at = tables[i]; at->id != NULL; at++)
            if (str_is(id, at->id)) {
                *table = tables[i];
                return at;
            }
    return NULL;
}

enum act_outcome browser_act(struct browser *browser,
                             const struct action *action, struct value **target,
                             struct error *error)
{
    struct acting acting = {
        .browser = browser, .action = action, .target = target, .error = error};
    struct str id = act_name(&acting);
    const struct performer *table;
    *target = NULL;
    const struct performer *found = find_performer(id, &table);
    if (found == NULL) {
        error_set(error, ERROR_RUN, "Unsupported action: %.*s", STR_ARGS(id));
        return ACT_FAILED;
    }
    if (browser->page.dialog != NULL && table != act_dialog_performers &&
        found->perform != do_noop)
        return act_refused(&acting, "a dialog is open");
    if (!page_await_shown(&browser->page, browser->deadline_ms, error))
        return ACT_FAILED;
    return found->perform(&acting);
}
