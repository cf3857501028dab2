/* A browser that falls silent, at each point of a session: every call of the
 * executor comes back by its deadline and a second.
 *
 * The server answers what it is asked as a browser with an empty page would, as
 * many requests as it is told, and from then on nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "empty_browser.h"

enum {
    LIMIT_MS = 300, /* of a session, as --timeout */
    LATE_MS = 1000,
};

struct silence {
    int answers; /* so many are given */
    int asked;   /* so many were */
};

static void fall_silent(struct server *server)
{
    struct silence *silence = server->data;
    struct empty_browser_request request;
    if (!server_upgrade(server))
        return;
    while (empty_browser_read(server, &request)) {
        if (silence->asked++ < silence->answers) {
            server_reply(server, request.root, empty_browser_result(&request));
            empty_browser_follow(server, &request);
        }
        json_destroy(request.root);
    }
}

/* A session with a browser that gives so many answers. */
static bool is_held(struct silence *silence, int64_t limit_ms)
{
    struct empty_browser_ending ending =
        empty_browser_session(fall_silent, silence, limit_ms);
    if (ending.late_ms > LATE_MS)
        fail_msg("after %d answers it took %lld ms longer", silence->answers,
                 (long long)ending.late_ms);
    return ending.held;
}

static void no_silence_makes_a_session_late(void **state)
{
    (void)state;
    struct silence all = {.answers = EMPTY_BROWSER_REQUESTS};
    /* The server is good enough for a whole session. */
    assert_true(is_held(&all, 60 * 1000));
    assert_in_range(all.asked, 10, EMPTY_BROWSER_REQUESTS);
    for (int answers = 0; answers < all.asked; answers++) {
        struct silence silence = {.answers = answers};
        is_held(&silence, LIMIT_MS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_silence_makes_a_session_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
