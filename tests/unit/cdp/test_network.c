/* Which requests of a page are under way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/json.h"
#include "cdp/network/network.h"

static void hear(struct network *network, const char *method, const char *text)
{
    struct json *params = json_parse(str_text(text), NULL);
    assert_non_null(params);
    struct cdp_record record = {.method = str_text(method), .body = params};
    network_hear(network, &record);
    json_destroy(params);
}

static void sends(struct network *network, const char *text)
{
    hear(network, "Network.requestWillBeSent", text);
}

static void a_request_counts_until_it_ends(void **state)
{
    (void)state;
    struct network network = {.counts = true};
    sends(&network,
          "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":\"XHR\"}");
    sends(&network,
          "{\"requestId\":\"2\",\"loaderId\":\"L\",\"type\":\"Image\"}");
    assert_int_equal(network_unanswered(&network), 2);
    hear(&network, "Network.loadingFinished", "{\"requestId\":\"1\"}");
    assert_int_equal(network_unanswered(&network), 1);
    hear(&network, "Network.loadingFailed", "{\"requestId\":\"2\"}");
    assert_int_equal(network_unanswered(&network), 0);
    network_finish(&network);
}

/* As Chromium tells them: the script of a worker has no loader, and its end is
 * told to the worker's session only. Counted, it would be under way for ever.
 */
static void the_script_of_a_worker_does_not_count(void **state)
{
    (void)state;
    struct network network = {.counts = true};
    sends(&network,
          "{\"requestId\":\"7.1\",\"loaderId\":\"\",\"type\":\"Script\"}");
    assert_int_equal(network_unanswered(&network), 0);
    sends(&network,
          "{\"requestId\":\"7.2\",\"loaderId\":\"L\",\"type\":\"Script\"}");
    assert_int_equal(network_unanswered(&network), 1);
    network_finish(&network);
}

static void what_stays_open_does_not_count(void **state)
{
    (void)state;
    struct network network = {.counts = true};
    sends(&network,
          "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":\"EventSource\"}");
    assert_int_equal(network_unanswered(&network), 0);
    network_finish(&network);
}

static void an_answer_that_a_script_has_got_is_one(void **state)
{
    (void)state;
    struct network network = {.counts = true};
    sends(&network,
          "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":\"Fetch\"}");
    int64_t before = network.activity;
    hear(&network, "Network.responseReceived",
         "{\"requestId\":\"1\",\"type\":\"Fetch\"}");
    assert_int_equal(network_unanswered(&network), 0);
    hear(&network, "Network.dataReceived", "{\"requestId\":\"1\"}");
    assert_int_equal(network.activity, before + 2);
    network_finish(&network);
}

static int64_t now_us;
static int64_t frozen(void)
{
    return now_us;
}

/* Head and body as two packets, the second one 40 ms later; or a body that
 * nobody reads, which has no end. */
static void the_body_of_an_answer_is_awaited_for_a_while(void **state)
{
    (void)state;
    struct network network = {.counts = true, .awaits_bodies = true};
    now_us = 1000 * 1000;
    clock_replace(frozen);
    sends(&network,
          "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":\"Fetch\"}");
    now_us += 200 * 1000;
    assert_int_equal(network_unanswered(&network), 1);
    hear(&network, "Network.responseReceived",
         "{\"requestId\":\"1\",\"type\":\"Fetch\"}");
    now_us += 60 * 1000;
    assert_int_equal(network_unanswered(&network), 1);
    hear(&network, "Network.dataReceived", "{\"requestId\":\"1\"}");
    now_us += 60 * 1000;
    assert_int_equal(network_unanswered(&network), 1);
    now_us += 150 * 1000;
    assert_int_equal(network_unanswered(&network), 0);
    clock_replace(NULL);
    network_finish(&network);
}

static void a_redirection_is_the_same_request(void **state)
{
    (void)state;
    struct network network = {.counts = true};
    for (int i = 0; i < 3; i++)
        sends(&network,
              "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":\"XHR\"}");
    assert_int_equal(network_unanswered(&network), 1);
    network_forget(&network);
    assert_int_equal(network_unanswered(&network), 0);
    network_finish(&network);
}

static void the_answer_tells_how_long_nothing_has_happened(void **state)
{
    (void)state;
    struct network network = {.counts = true};
    char call[80];
    now_us = 1000 * 1000;
    clock_replace(frozen);
    sends(&network, "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":\"XHR\","
                    "\"wallTime\":1704067201.1315}");
    now_us += 30 * 1000;
    network_answer(&network, call, sizeof call);
    assert_string_equal(call, "weir.network(1,1,30,1704067201131)");
    hear(&network, "Network.loadingFinished", "{\"requestId\":\"1\"}");
    now_us += 7 * 1000;
    network_answer(&network, call, sizeof call);
    assert_string_equal(call, "weir.network(0,2,7,1704067201131)");
    clock_replace(NULL);
    network_finish(&network);
}

static void of_a_navigation_nobody_knows_when_it_began(void **state)
{
    (void)state;
    struct network network = {.counts = true};
    char call[80];
    sends(&network, "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":"
                    "\"Document\",\"wallTime\":1795951785.5}");
    network_answer(&network, call, sizeof call);
    assert_non_null(strstr(call, ",-1)"));
    network_answer(&network, call, sizeof call);
    assert_non_null(strstr(call, ",0)"));
    network_finish(&network);
}

static void nothing_is_counted_that_nobody_asks_for(void **state)
{
    (void)state;
    struct network network = {.counts = false};
    sends(&network,
          "{\"requestId\":\"1\",\"loaderId\":\"L\",\"type\":\"XHR\"}");
    assert_int_equal(network_unanswered(&network), 0);
    assert_int_equal(network.activity, 0);
    network_finish(&network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_counts_until_it_ends),
        cmocka_unit_test(the_script_of_a_worker_does_not_count),
        cmocka_unit_test(what_stays_open_does_not_count),
        cmocka_unit_test(an_answer_that_a_script_has_got_is_one),
        cmocka_unit_test(the_body_of_an_answer_is_awaited_for_a_while),
        cmocka_unit_test(a_redirection_is_the_same_request),
        cmocka_unit_test(the_answer_tells_how_long_nothing_has_happened),
        cmocka_unit_test(of_a_navigation_nobody_knows_when_it_began),
        cmocka_unit_test(nothing_is_counted_that_nobody_asks_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
