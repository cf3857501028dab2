#include "report/words.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"
#include "trace/trace_file.h"

/* The state before: three toggles and one button. */
#define STATE                                                                  \
    "{\"#go\":[{\"ref\":\"g\"}],"                                              \
    "\".toggle\":[{\"ref\":\"t1\"},{\"ref\":\"t2\"},{\"ref\":\"t3\"}]}"

/* The words of a step, given as the fields of a trace line. */
/* Of a step that leads to this state, from STATE. */
static void says_then(const char *state, const char *fields,
                      const char *expected)
{
    char *text = memory_format(
        "{\"weir\":\"trace\",\"format\":1}\n"
        "{\"step\":1,\"kind\":\"event\",\"what\":[],\"state\":%s}\n"
        "{\"step\":2,\"timeUs\":2000000,\"state\":%s,%s}\n",
        STATE, state, fields);
    struct trace trace;
    struct error error = ERROR_NONE;
    if (!trace_read(&trace, "t", str_text(text), &error))
        fail_msg("%s", error.message);
    struct buf out;
    buf_init(&out);
    words_add_step(&out, &trace.items[1], &trace.items[0], true);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
    trace_finish(&trace);
    free(text);
}

static void says(const char *fields, const char *expected)
{
    says_then(STATE, fields, expected);
}

static void acted(const char *id, const char *arguments, const char *target,
                  const char *expected)
{
    char *fields = memory_format(
        "\"kind\":\"acted\",\"what\":[{\"id\":\"%s\",\"isEvent\":false,"
        "\"args\":[%s]}],\"target\":%s",
        id, arguments, target);
    says(fields, expected);
    free(fields);
}

static void happened(const char *events, const char *expected)
{
    char *fields = memory_format("\"kind\":\"event\",\"what\":[%s]", events);
    says(fields, expected);
    free(fields);
}

static void an_element_of_an_event_is_its_selector(void **state)
{
    (void)state;
    happened("{\"id\":\"textChanged\",\"isEvent\":true,\"args\":[\"t2\"]}",
             "textChanged(`.toggle`, the 2nd of 3)");
    happened("{\"id\":\"moved\",\"isEvent\":true,\"args\":[\"g\",\"x\",3]}",
             "moved(`#go`, \"x\", 3)");
}

static void an_event_without_an_element_is_told_in_words(void **state)
{
    (void)state;
    happened("{\"id\":\"rested\",\"isEvent\":true,\"args\":[300]}",
             "the page had rested for 300 ms");
    happened("{\"id\":\"networkIdle\",\"isEvent\":true,\"args\":[]},"
             "{\"id\":\"every\",\"isEvent\":true,\"args\":[50]}",
             "no request was under way any more; another 50 ms had passed");
    happened("{\"id\":\"navigatedTo\",\"isEvent\":true,\"args\":[\"#/a\"]}",
             "the page went to \"#/a\"");
    /* one of another executor, that names nothing */
    happened("{\"id\":\"after\",\"isEvent\":true,\"args\":[]}", "after");
}

/* What the property does not read is in none of its states. */
static void an_element_that_is_not_read_is_not_told(void **state)
{
    (void)state;
    happened("{\"id\":\"textChanged\",\"isEvent\":true,\"args\":[\"e2.14\"]},"
             "{\"id\":\"textChanged\",\"isEvent\":true,\"args\":[\"g\"]}",
             "textChanged(`#go`)");
    happened("{\"id\":\"moved\",\"isEvent\":true,\"args\":[\"e2.14\",3]}",
             "the state changed");
    happened("{\"id\":\"said\",\"isEvent\":true,\"args\":[\"e2\"]},"
             "{\"id\":\"said\",\"isEvent\":true,\"args\":[\"e.25\"]},"
             "{\"id\":\"said\",\"isEvent\":true,\"args\":[\"e1.2.3\"]}",
             "said(\"e2\"); said(\"e.25\"); said(\"e1.2.3\")");
}

/* `done` is the executor's word; one that makes no sense is none. */
static void parts_that_were_not_done_are_left_out(void **state)
{
    static const char parts[] = "[{\"id\":\"click\",\"args\":[\"g\"]},"
                                "{\"id\":\"click\",\"args\":[\"t1\"]},"
                                "{\"id\":\"click\",\"args\":[\"t2\"]}]";
    static const char all[] = "click `#go`, then click `.toggle`, the 1st of "
                              "3, then click `.toggle`, the 2nd of 3";
    (void)state;
    acted("inOrder", parts, "{\"selector\":\"#go\",\"done\":1}",
          "click `#go`; left out, as no longer possible: click `.toggle`, the "
          "1st of 3, then click `.toggle`, the 2nd of 3");
    acted("inOrder", parts, "{\"selector\":\"#go\",\"done\":2}",
          "click `#go`, then click `.toggle`, the 1st of 3; left out, as no "
          "longer possible: click `.toggle`, the 2nd of 3");
    acted("inOrder", parts, "{\"selector\":\"#go\"}", all);
    acted("inOrder", parts, "{\"selector\":\"#go\",\"done\":3}", all);
    acted("inOrder", parts, "{\"selector\":\"#go\",\"done\":-1}", all);
    acted("inOrder", parts, "{\"selector\":\"#go\",\"done\":\"x\"}", all);
}

static void a_click_names_selector_kind_and_text(void **state)
{
    (void)state;
    acted("click", "\"g\"",
          "{\"selector\":\"#go\",\"tag\":\"button\",\"text\":\"Start\"}",
          "click `#go`, the button 'Start'");
    acted("click", "\"g\"",
          "{\"selector\":\"#go\",\"tag\":\"x-y\",\"text\":\"it's\"}",
          "click `#go`, 'it\\'s'");
    acted("click", "\"g\"", "{\"selector\":\"#go\",\"tag\":\"input\"}",
          "click `#go`");
}

static void one_of_several_elements_is_told_by_its_place(void **state)
{
    (void)state;
    acted("click", "\"t2\"", "{\"selector\":\".toggle\"}",
          "click `.toggle`, the 2nd of 3");
    acted("click", "\"t1\"", "null", "click `.toggle`, the 1st of 3");
    acted("doubleClick", "\"t3\"",
          "{\"selector\":\".toggle\",\"tag\":\"li\",\"text\":\"a\"}",
          "double-click `.toggle`, the 3rd of 3, the list item 'a'");
}

static void what_is_not_known_is_left_out(void **state)
{
    (void)state;
    acted("click", "\"gone\"", "null", "click(\"gone\")");
    acted("click", "\"gone\"", "{}", "click an element");
    acted("click", "", "null", "click");
    acted("clear", "\"gone\"", "{\"selector\":\"#other\"}", "clear `#other`");
}

static void every_action_of_the_library_has_words(void **state)
{
    (void)state;
    acted("noop", "", "null", "do nothing");
    acted("focus", "\"g\"", "null", "focus `#go`");
    acted("clear", "\"g\"", "null", "clear `#go`");
    acted("select", "\"t1\",\"b\"",
          "{\"selector\":\".toggle\",\"tag\":\"option\",\"text\":\"B\"}",
          "choose `.toggle`, the 1st of 3, the option 'B'");
    acted("enterText", "\"a\\\"b\"", "null", "enter text \"a\\\"b\"");
    acted("enterText", "\" \"", "{\"selector\":\"#go\"}",
          "enter text \" \" in `#go`");
    acted("enterTextInto", "\"hi\",\"g\"", "null",
          "enter text \"hi\" in `#go`");
    acted("scrollBy", "0,100", "null", "scroll down by 100 px");
    acted("scrollBy", "-5,-7", "null", "scroll up by 7 px and left by 5 px");
}

static void so_have_those_of_weirs_own_modules(void **state)
{
    (void)state;
    acted("setFiles", "\"g\",[{\"name\":\"a.txt\",\"content\":\"x\"}]", "null",
          "choose \"a.txt\" for `#go`");
    acted("setFiles",
          "\"g\",[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"},{\"name\":"
          "\"d\"}]",
          "null", "choose \"a\", \"b\", \"c\" and \"d\" for `#go`");
    acted("setFiles",
          "\"g\",[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"},{\"name\":"
          "\"d\"},{\"name\":\"e\"}]",
          "null", "choose \"a\", \"b\", \"c\" and 2 more files for `#go`");
    acted("setValue", "\"g\",5", "null", "set `#go` to 5");
    acted("drag", "\"t1\",\"t3\"",
          "{\"selector\":\".toggle\",\"tag\":\"li\",\"text\":\"a\"}",
          "drag `.toggle`, the 1st of 3, the list item 'a' to `.toggle`, the "
          "3rd of 3");
    acted("drag", "\"t2\",\"t2\"", "{\"selector\":\".toggle\"}",
          "drag `.toggle`, the 2nd of 3 onto itself");
    acted("dragBy", "\"g\",0,-80", "null", "drag `#go` up by 80 px");
    acted("swipe", "\"g\",-30.5,0", "null", "swipe on `#go` left by 30 px");
    acted("wheel", "\"g\",1,2", "null",
          "turn the wheel over `#go` down by 2 px and right by 1 px");
    acted("chord", "\"Control+a\"", "null", "press \"Control+a\"");
    acted("chord", "\"Control+a\",\"g\"", "{\"selector\":\"#go\"}",
          "press \"Control+a\" in `#go`");
    acted("passTime", "5000", "null", "let 5000 ms pass");
    acted("answerRequests", "\"*/list\",503", "null",
          "let requests for \"*/list\" be answered with status 503");
    acted("answerRequests", "\"*\",{\"status\":201}", "null",
          "let requests for \"*\" be answered with {status: 201}");
    acted("slowNetwork", "100,5000", "null",
          "slow the network down: 100 ms later, 5000 bytes a second");
    acted("resize", "320,480", "null", "resize the window to 320 x 480");
    acted("answerDialog", "\"x\"", "null", "answer the dialog with \"x\"");
    acted("paste", "\"x\"", "null", "paste \"x\"");
    acted("holdAnswers", "\"*/api/*\"", "null", "hold answers to \"*/api/*\"");
    acted("release", "\"held 2\"", "{\"text\":\"GET /b\"}",
          "release the answer to \"GET /b\"");
    acted("stopHolding", "", "null", "hold no answers any more");
    acted("delayRequests", "\"*\"", "null", "delayRequests(\"*\")");
}

static void keys_go_by_their_names(void **state)
{
    (void)state;
    acted("keyPress", "\"\\ue007\"", "null", "press Enter");
    acted("keyPress", "\"\\ue00c\"", "{\"selector\":\"#go\"}",
          "press Escape in `#go`");
    acted("keyPress", "\"\\ue003\"", "null", "press Backspace");
    acted("keyPress", "\"\\ue00d\"", "null", "press Space");
    acted("keyPress", "\"\\ue012\"", "null", "press Left");
    acted("keyPress", "\"\\ue017\"", "null", "press Delete");
    acted("keyPress", "\"\\ue01a\"", "null", "press Numpad 0");
    acted("keyPress", "\"\\ue029\"", "null", "press Divide");
    acted("keyPress", "\"\\ue031\"", "null", "press F1");
    acted("keyPress", "\"\\ue03c\"", "null", "press F12");
    acted("keyPress", "\"\\ue03d\"", "null", "press Meta");
    acted("keyPress", "\" \"", "null", "press Space");
    acted("keyPress", "\"a\"", "null", "press \"a\"");
    acted("keyPress", "\"ab\"", "null", "press \"ab\"");
    acted("keyPress", "\"\"", "null", "press \"\"");
    acted("keyPress", "", "null", "press \"\"");
}

static void keys_inside_text_are_pressed(void **state)
{
    (void)state;
    acted("enterText", "\"\\ue007\"", "null", "press Enter");
    acted("enterTextInto", "\"milk\\ue007\",\"g\"", "null",
          "enter text \"milk\", press Enter in `#go`");
    acted("enterText", "\"\\ue003\\ue003a b\"", "null",
          "press Backspace, press Backspace, enter text \"a b\"");
    acted("enterText", "\"\"", "null", "enter text \"\"");
}

static void an_unknown_action_shows_its_arguments(void **state)
{
    (void)state;
    acted("tick", "", "null", "tick");
    acted("put", "3,[\"x\"],{\"a\":null}", "null",
          "put(3, [\"x\"], {a: null})");
}

#define EVENT(id, args)                                                        \
    "{\"id\":\"" id "\",\"isEvent\":true,\"args\":[" args "]}"

static void events_are_told_as_what_the_page_did(void **state)
{
    (void)state;
    happened(EVENT("loaded", ""), "the page loaded");
    happened(EVENT("changed", "\"g\""), "`#go` changed");
    happened(EVENT("changed", "\"t1\"") "," EVENT("changed", "\"t2\""),
             "`.toggle` changed");
    happened(EVENT("changed", "\"g\"") "," EVENT("changed", "\"t2\""),
             "`#go` and `.toggle` changed");
    happened(EVENT("changed", "\"gone\""), "the page changed");
    happened(EVENT("detached", "\"<li>\"") "," EVENT("detached", "\"<a>\""),
             "an element was removed");
    happened(EVENT("loaded", "") "," EVENT("changed", "\"g\""),
             "the page loaded; `#go` changed");
    happened(EVENT("ready", "1"), "ready(1)");
    happened("", "the state changed");
}

static void a_timeout_tells_how_long_nothing_happened(void **state)
{
    (void)state;
    says("\"kind\":\"timeout\",\"what\":[{\"id\":\"timeout\",\"isEvent\":true,"
         "\"args\":[],\"timeout\":1000}]",
         "nothing happened for 1 s");
    says("\"kind\":\"timeout\",\"what\":[]", "nothing happened for 2 s");
    says_then("{\"#go\":[]}", "\"kind\":\"timeout\",\"what\":[]", "2 s passed");
}

static void page_text_is_escaped_and_short(void **state)
{
    (void)state;
    acted("click", "\"g\"",
          "{\"selector\":\"#go\",\"tag\":\"a\",\"text\":\"\\u001b[2J\\u202e\"}",
          "click `#go`, the link '\\x1b[2J\\u{202e}'");
    acted("enterText", "\"0123456789012345678901234567890123456789\"", "null",
          "enter text \"0123456789012345678901234567890123456\u2026\"");
}

static void verdict_is(enum verdict_kind kind, bool value, const char *expected)
{
    struct buf out;
    buf_init(&out);
    words_add_verdict(&out, "p", (struct verdict){kind, value}, true);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
}

static void verdicts_are_sentences(void **state)
{
    (void)state;
    verdict_is(VERDICT_DEFINITELY, false,
               "The property `p` is violated: no continuation of this run can "
               "make it true.");
    verdict_is(VERDICT_PROBABLY, false,
               "The property `p` does not hold in this run: what it waits for "
               "had not happened when the run could stop.");
    verdict_is(VERDICT_PROBABLY, true,
               "The property `p` holds as far as this run goes.");
    verdict_is(VERDICT_ERRORED, false,
               "The property `p` could not be judged: the run could not be "
               "carried on.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_click_names_selector_kind_and_text),
        cmocka_unit_test(parts_that_were_not_done_are_left_out),
        cmocka_unit_test(one_of_several_elements_is_told_by_its_place),
        cmocka_unit_test(what_is_not_known_is_left_out),
        cmocka_unit_test(every_action_of_the_library_has_words),
        cmocka_unit_test(so_have_those_of_weirs_own_modules),
        cmocka_unit_test(keys_go_by_their_names),
        cmocka_unit_test(keys_inside_text_are_pressed),
        cmocka_unit_test(an_unknown_action_shows_its_arguments),
        cmocka_unit_test(events_are_told_as_what_the_page_did),
        cmocka_unit_test(an_element_of_an_event_is_its_selector),
        cmocka_unit_test(an_event_without_an_element_is_told_in_words),
        cmocka_unit_test(an_element_that_is_not_read_is_not_told),
        cmocka_unit_test(a_timeout_tells_how_long_nothing_happened),
        cmocka_unit_test(page_text_is_escaped_and_short),
        cmocka_unit_test(verdicts_are_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
