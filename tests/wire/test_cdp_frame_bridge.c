/* The way into frames of other origins, request by request; the test is the
 * browser. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cdp/targets/frame_bridge.h"

enum { PAGE = 1, FRAME = 7, OTHER = 8, NOTHING = 0 };

struct fixture {
    struct loop *loop;
    struct cdp_session session;
    struct frame_bridge frame_bridge;
    struct channel_ends peer;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct channel_ends ours;
    assert_true(channel_ends_make(&ours, &fixture->peer, NULL));
    fcntl(fixture->peer.in, F_SETFL, O_NONBLOCK);
    fixture->loop = loop_create(NULL);
    fixture->session = (struct cdp_session){
        .connection = cdp_connection_attach(fixture->loop, ours, NULL),
        .id = "S"};
    *state = fixture;
    return fixture->session.connection == NULL;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    frame_bridge_forget_all(&fixture->frame_bridge);
    cdp_connection_destroy(fixture->session.connection);
    loop_destroy(fixture->loop);
    channel_ends_close(&fixture->peer);
    free(fixture);
    return 0;
}

/* ---- the browser's side -------------------------------------------------- */

/* The next request, or NULL when there is none. The caller destroys it. */
static struct json *hear(struct fixture *fixture)
{
    char text[500];
    size_t length = 0;
    loop_run_once(fixture->loop, clock_now_ms() - 1);
    while (length < sizeof text &&
           read(fixture->peer.in, text + length, 1) == 1) {
        if (text[length] == '\0')
            return json_parse(str_from(text, length), NULL);
        length++;
    }
    return NULL;
}

static void expect_nothing(struct fixture *fixture)
{
    struct json *request = hear(fixture);
    json_destroy(request);
    assert_null(request);
}

/* The next request is this one, and holds these parameters (a part of their
 * text). Gives its id. */
static int64_t expect(struct fixture *fixture, const char *method,
                      const char *params)
{
    struct json *request = hear(fixture);
    struct buf text;
    if (request == NULL)
        fail_msg("no %s was asked for", method);
    buf_init(&text);
    json_add(&text, json_read_field(request, "params"));
    if (!str_is(json_read_string(json_read_field(request, "method")), method) ||
        strstr(buf_text(&text), params) == NULL)
        fail_msg("%.*s %s, and not %s %s",
                 STR_ARGS(json_read_string(json_read_field(request, "method"))),
                 buf_text(&text), method, params);
    int64_t id = json_read_int(json_read_field(request, "id"));
    buf_finish(&text);
    json_destroy(request);
    return id;
}

static int64_t expect_evaluation(struct fixture *fixture,
                                 const char *expression, int context)
{
    char params[100];
    snprintf(params, sizeof params, "\"expression\":\"%s\",\"contextId\":%d",
             expression, context);
    return expect(fixture, "Runtime.evaluate", params);
}

/* Answers with what stands after the id, and hands that to the bridge; gives
 * whether it was for the bridge. */
static bool say(struct fixture *fixture, int64_t id, const char *rest)
{
    char text[200];
    int length =
        snprintf(text, sizeof text, "{\"id\":%lld,\"sessionId\":\"S\",%s}",
                 (long long)id, rest);
    assert_int_equal(write(fixture->peer.out, text, (size_t)length + 1),
                     length + 1);
    struct cdp_record reply;
    assert_int_equal(cdp_connection_next(fixture->session.connection,
                                         clock_now_ms() + 60 * 1000, &reply,
                                         NULL),
                     CDP_NEXT_RECORD);
    assert_int_equal(reply.id, id);
    bool taken = frame_bridge_take_reply(&fixture->frame_bridge,
                                         &fixture->session, &reply);
    cdp_record_finish(&reply);
    return taken;
}

#define OBJECT(name) "\"result\":{\"result\":{\"objectId\":\"" name "\"}}"
#define NODE(number) "\"result\":{\"nodeId\":" #number "}"
#define ERROR "\"error\":{\"message\":\"no\"}"

/* The two questions at the beginning of a crossing. */
static void expect_departure(struct fixture *fixture, int frame,
                             int64_t asked[2])
{
    expect(fixture, "DOM.enable", "");
    expect(fixture, "DOM.getDocument", "\"depth\":0");
    asked[0] = expect_evaluation(fixture, "weir.bridge()", PAGE);
    asked[1] = expect_evaluation(fixture, "weirBridgeEnd", frame);
}

/* The end of a crossing. */
static void expect_landing(struct fixture *fixture, int let_go)
{
    expect_evaluation(fixture, "weir.landed()", PAGE);
    if (let_go != NOTHING)
        expect_evaluation(fixture, "weirLetGo()", let_go);
    expect(fixture, "Runtime.releaseObjectGroup",
           "\"objectGroup\":\"weir-bridge\"");
    expect(fixture, "DOM.disable", "");
}

static void call(struct fixture *fixture, int64_t frame)
{
    frame_bridge_call(&fixture->frame_bridge, &fixture->session, frame, PAGE);
}

/* From the departure up to the last request, whose id it gives. */
static int64_t cross(struct fixture *fixture, int frame)
{
    int64_t asked[2], nodes[2];
    expect_departure(fixture, frame, asked);
    assert_true(say(fixture, asked[0], OBJECT("node")));
    nodes[0] = expect(fixture, "DOM.requestNode", "\"objectId\":\"node\"");
    assert_true(say(fixture, asked[1], OBJECT("harbour")));
    nodes[1] = expect(fixture, "DOM.requestNode", "\"objectId\":\"harbour\"");
    assert_true(say(fixture, nodes[0], NODE(20)));
    expect_nothing(fixture);
    assert_true(say(fixture, nodes[1], NODE(30)));
    return expect(fixture, "DOM.moveTo", "\"nodeId\":20,\"targetNodeId\":30");
}

/* ---- tests --------------------------------------------------------------- */

static void a_node_goes_over(void **state)
{
    struct fixture *fixture = *state;
    call(fixture, FRAME);
    assert_true(say(fixture, cross(fixture, FRAME), NODE(21)));
    expect_landing(fixture, NOTHING);
    expect_nothing(fixture);
}

static void answers_may_come_in_any_order(void **state)
{
    struct fixture *fixture = *state;
    int64_t asked[2];
    call(fixture, FRAME);
    expect_departure(fixture, FRAME, asked);
    assert_true(say(fixture, asked[1], OBJECT("harbour")));
    int64_t parent =
        expect(fixture, "DOM.requestNode", "\"objectId\":\"harbour\"");
    assert_true(say(fixture, parent, NODE(30)));
    assert_true(say(fixture, asked[0], OBJECT("node")));
    int64_t node = expect(fixture, "DOM.requestNode", "\"objectId\":\"node\"");
    assert_true(say(fixture, node, NODE(20)));
    expect(fixture, "DOM.moveTo", "\"nodeId\":20,\"targetNodeId\":30");
}

static void what_does_not_get_over_is_let_go(void **state)
{
    struct fixture *fixture = *state;
    int64_t asked[2];
    /* The last request fails; */
    call(fixture, FRAME);
    assert_true(say(fixture, cross(fixture, FRAME), ERROR));
    expect_landing(fixture, FRAME);
    /* one of the first; */
    call(fixture, FRAME);
    expect_departure(fixture, FRAME, asked);
    assert_true(say(fixture, asked[1], ERROR));
    expect_landing(fixture, FRAME);
    /* the other answer comes too late; */
    assert_false(say(fixture, asked[0], OBJECT("node")));
    expect_nothing(fixture);
    /* there is nothing to take over. */
    call(fixture, FRAME);
    expect_departure(fixture, FRAME, asked);
    assert_true(say(fixture, asked[0],
                    "\"result\":{\"result\":{\"type\":\"undefined\"}}"));
    expect_landing(fixture, FRAME);
    expect_nothing(fixture);
}

static void the_others_wait_their_turn(void **state)
{
    struct fixture *fixture = *state;
    call(fixture, FRAME);
    call(fixture, OTHER);
    assert_true(say(fixture, cross(fixture, FRAME), NODE(21)));
    expect_landing(fixture, NOTHING);
    assert_true(say(fixture, cross(fixture, OTHER), NODE(21)));
    expect_landing(fixture, NOTHING);
    expect_nothing(fixture);
}

static void a_frame_that_goes_makes_room(void **state)
{
    struct fixture *fixture = *state;
    int64_t asked[2];
    call(fixture, FRAME);
    call(fixture, OTHER);
    expect_departure(fixture, FRAME, asked);
    frame_bridge_forget_frame(&fixture->frame_bridge, &fixture->session, FRAME);
    int64_t last = cross(fixture, OTHER);
    assert_false(say(fixture, asked[0], OBJECT("node")));
    expect_nothing(fixture);
    assert_true(say(fixture, last, NODE(21)));
    expect_landing(fixture, NOTHING);
}

static void a_frame_that_goes_while_it_waits_is_not_served(void **state)
{
    struct fixture *fixture = *state;
    call(fixture, FRAME);
    call(fixture, OTHER);
    frame_bridge_forget_frame(&fixture->frame_bridge, &fixture->session, OTHER);
    assert_true(say(fixture, cross(fixture, FRAME), NODE(21)));
    expect_landing(fixture, NOTHING);
    expect_nothing(fixture);
}

static void without_a_page_script_frames_are_let_go(void **state)
{
    struct fixture *fixture = *state;
    frame_bridge_call(&fixture->frame_bridge, &fixture->session, FRAME, 0);
    expect_evaluation(fixture, "weirLetGo()", FRAME);
    expect_nothing(fixture);
}

static void so_are_those_of_a_page_with_too_many(void **state)
{
    struct fixture *fixture = *state;
    enum { SERVED = 1, WAITING = 1000 };
    int64_t asked[2];
    for (int i = 0; i < SERVED + WAITING; i++)
        call(fixture, 100 + i);
    expect_departure(fixture, 100, asked);
    expect_nothing(fixture);
    call(fixture, FRAME);
    expect_evaluation(fixture, "weirLetGo()", FRAME);
    expect_nothing(fixture);
}

static void a_page_that_goes_takes_all_with_it(void **state)
{
    struct fixture *fixture = *state;
    int64_t asked[2];
    call(fixture, FRAME);
    call(fixture, OTHER);
    expect_departure(fixture, FRAME, asked);
    frame_bridge_forget_all(&fixture->frame_bridge);
    assert_false(say(fixture, asked[0], OBJECT("node")));
    assert_false(say(fixture, asked[1], OBJECT("harbour")));
    expect_nothing(fixture);
    call(fixture, OTHER);
    expect_departure(fixture, OTHER, asked);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_node_goes_over),
        TEST(answers_may_come_in_any_order),
        TEST(what_does_not_get_over_is_let_go),
        TEST(the_others_wait_their_turn),
        TEST(a_frame_that_goes_makes_room),
        TEST(a_frame_that_goes_while_it_waits_is_not_served),
        TEST(without_a_page_script_frames_are_let_go),
        TEST(so_are_those_of_a_page_with_too_many),
        TEST(a_page_that_goes_takes_all_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
