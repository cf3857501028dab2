#include "serve/request.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/buf.h"

static struct serve_request must_read(const char *text)
{
    struct serve_request request;
    assert_int_equal(serve_request_read(&request, str_text(text)),
                     SERVE_READ_OK);
    return request;
}

static void reads_as(const char *text, enum serve_read expected)
{
    struct serve_request request;
    if (serve_request_read(&request, str_text(text)) != expected)
        fail_msg("%s", text);
}

static void a_request_line_has_method_path_and_query(void **state)
{
    (void)state;
    struct serve_request request =
        must_read("GET /a%20b?c=d?e HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_int_equal(request.method, SERVE_GET);
    assert_true(str_is(request.path, "/a%20b"));
    assert_true(request.has_query);
    assert_true(str_is(request.query, "c=d?e"));
    assert_true(request.keep_alive);
    request = must_read("HEAD / HTTP/1.1\r\n\r\n");
    assert_int_equal(request.method, SERVE_HEAD);
    assert_false(request.has_query);
    request = must_read("GET /? HTTP/1.1\r\n\r\n");
    assert_true(request.has_query);
    assert_int_equal(request.query.length, 0);
}

static void other_methods_are_told_apart_by_case(void **state)
{
    (void)state;
    assert_int_equal(must_read("POST / HTTP/1.1\r\n\r\n").method, SERVE_OTHER);
    assert_int_equal(must_read("get / HTTP/1.1\r\n\r\n").method, SERVE_OTHER);
}

static void only_the_first_request_is_read(void **state)
{
    (void)state;
    struct serve_request request =
        must_read("\r\n\r\nGET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n");
    assert_true(str_is(request.path, "/1"));
    assert_int_equal(request.bytes, strlen("\r\n\r\nGET /1 HTTP/1.1\r\n\r\n"));
}

static void lines_may_end_with_lf_alone(void **state)
{
    (void)state;
    struct serve_request request =
        must_read("GET /x HTTP/1.1\nConnection: close\n\n");
    assert_true(str_is(request.path, "/x"));
    assert_false(request.keep_alive);
}

static void the_absolute_form_gives_the_path(void **state)
{
    (void)state;
    assert_true(str_is(must_read("GET http://a:1/x/y?z HTTP/1.1\r\n\r\n").path,
                       "/x/y"));
    reads_as("GET http://a HTTP/1.1\r\n\r\n", SERVE_READ_BAD);
    reads_as("GET https://a/ HTTP/1.1\r\n\r\n", SERVE_READ_BAD);
}

static void a_connection_is_kept_unless_something_speaks_against(void **state)
{
    (void)state;
    static const struct {
        const char *headers;
        bool keep;
    } cases[] = {
        {"", true},
        {"Connection: keep-alive\r\n", true},
        {"CONNECTION:close\r\n", false},
        {"Connection: \t Close \t\r\n", false},
        {"Content-Length: 0\r\n", true},
        {"Content-Length: 3\r\n", false},
        {"Content-Length: x\r\n", false},
        {"Transfer-Encoding: chunked\r\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf text;
        buf_init(&text);
        buf_addf(&text, "GET / HTTP/1.1\r\n%s\r\n", cases[i].headers);
        assert_int_equal(must_read(buf_text(&text)).keep_alive, cases[i].keep);
        buf_finish(&text);
    }
    assert_false(must_read("GET / HTTP/1.0\r\n\r\n").keep_alive);
}

static void parts_of_a_document_say_so(void **state)
{
    (void)state;
    const struct {
        const char *headers;
        bool is_part;
    } cases[] = {
        {"", false},
        {"Sec-Fetch-Dest: script\r\n", true},
        {"sec-fetch-dest:style\r\n", true},
        {"Sec-Fetch-Dest: font\r\n", true},
        {"Sec-Fetch-Dest: image\r\n", true},
        {"Sec-Fetch-Dest: document\r\n", false},
        {"Sec-Fetch-Dest: iframe\r\n", false},
        {"Sec-Fetch-Dest: empty\r\n", false},
        {"Sec-Fetch-Dest: worker\r\n", false},
        {"Sec-Fetch-Dest: scripts\r\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf text;
        buf_init(&text);
        buf_addf(&text, "GET / HTTP/1.1\r\n%s\r\n", cases[i].headers);
        assert_int_equal(must_read(buf_text(&text)).is_part, cases[i].is_part);
        buf_finish(&text);
    }
}

static void every_beginning_of_a_request_asks_for_more(void **state)
{
    (void)state;
    const char *text = "GET /a?b HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n";
    struct serve_request request;
    for (size_t length = 0; length < strlen(text); length++)
        assert_int_equal(serve_request_read(&request, str_from(text, length)),
                         SERVE_READ_MORE);
}

static void what_is_no_http_is_bad(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "x\n",
        "GET\r\n",
        "GET /\r\n",
        "GET / \r\n",
        "GET / HTTP/2.0\r\n",
        "GET / HTTP/1.10\r\n",
        "GET / http/1.1\r\n",
        "GET  / HTTP/1.1\r\n",
        " GET / HTTP/1.1\r\n",
        "GET / / HTTP/1.1\r\n",
        "GET a HTTP/1.1\r\n",
        "GET * HTTP/1.1\r\n",
        "GET ?a HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost\r\n",
        "GET / HTTP/1.1\r\n: x\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        reads_as(texts[i], SERVE_READ_BAD);
}

static void a_request_has_a_largest_size(void **state)
{
    (void)state;
    struct serve_request request;
    struct buf text;
    buf_init(&text);
    const char *start = "GET / HTTP/1.1\r\nA: ", *end = "\r\n\r\n";
    size_t filler = SERVE_REQUEST_LIMIT_BYTES - strlen(start) - strlen(end);
    buf_add_text(&text, start);
    buf_add_repeat(&text, 'a', filler);
    buf_add_text(&text, end);
    assert_int_equal(serve_request_read(&request, buf_str(&text)),
                     SERVE_READ_OK);
    assert_int_equal(request.bytes, SERVE_REQUEST_LIMIT_BYTES);
    buf_clear(&text);
    buf_add_text(&text, start);
    buf_add_repeat(&text, 'a', filler + 1);
    assert_int_equal(serve_request_read(&request, buf_str(&text)),
                     SERVE_READ_MORE);
    buf_add_text(&text, end);
    assert_int_equal(serve_request_read(&request, buf_str(&text)),
                     SERVE_READ_BAD);
    buf_finish(&text);
}

/* What is read stays inside what was given (the sanitizer watches). */
static void random_bytes_are_read_without_harm(void **state)
{
    (void)state;
    static const char letters[] = "GET HEAD/?:. HTTP/1.1\r\n\r\n\0\xff";
    srandom(11);
    for (int round = 0; round < 20000; round++) {
        size_t length = (size_t)random() % 60;
        char *bytes = malloc(length + 1);
        for (size_t i = 0; i < length; i++)
            bytes[i] = letters[(size_t)random() % (sizeof letters - 1)];
        struct serve_request request;
        if (serve_request_read(&request, str_from(bytes, length)) ==
            SERVE_READ_OK) {
            assert_true(request.bytes <= length);
            assert_int_equal(request.path.data[0], '/');
        }
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_line_has_method_path_and_query),
        cmocka_unit_test(other_methods_are_told_apart_by_case),
        cmocka_unit_test(only_the_first_request_is_read),
        cmocka_unit_test(lines_may_end_with_lf_alone),
        cmocka_unit_test(the_absolute_form_gives_the_path),
        cmocka_unit_test(a_connection_is_kept_unless_something_speaks_against),
        cmocka_unit_test(parts_of_a_document_say_so),
        cmocka_unit_test(every_beginning_of_a_request_asks_for_more),
        cmocka_unit_test(what_is_no_http_is_bad),
        cmocka_unit_test(a_request_has_a_largest_size),
        cmocka_unit_test(random_bytes_are_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
