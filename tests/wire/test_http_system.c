/* A system under test that is an HTTP API: requests and answers over a real
 * connection, whole ones, overlapping ones and broken ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "api_server.h"
#include "base/clock.h"
#include "base/stream.h"
#include "exec/http/answer.h"
#include "exec/http/http.h"

struct fixture {
    struct api_server server;
    struct value *real; /* of the module */
    struct model_info info;
    struct system *system;
};

static int64_t soon(void)
{
    return clock_now_ms() + 20 * 1000;
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    api_server_start(&fixture->server, false);
    *state = fixture;
    return 0;
}

static int set_up_tls(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    api_server_start(&fixture->server, true);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    if (fixture->system != NULL)
        fixture->system->ops->destroy(fixture->system);
    api_server_finish(&fixture->server);
    value_unref(fixture->real);
    free(fixture);
    return 0;
}

static void open_system(struct fixture *fixture, const char *real)
{
    struct error error = ERROR_NONE;
    fixture->real = real == NULL ? NULL : value_parse(str_text(real), NULL);
    fixture->info.real = fixture->real;
    fixture->system =
        http_create(&(struct http_options){.url = fixture->server.url,
                                           .info = &fixture->info},
                    &error);
    assert_string_equal(error.message, "");
    assert_true(fixture->system->ops->reset(fixture->system, soon(), &error));
}

/* A command of the process whose `real` is {"path": path}; or POST /<path>
 * where it does not begin with a slash. */
static void call(struct fixture *fixture, int64_t process, const char *path)
{
    struct error error = ERROR_NONE;
    struct value *arguments = value_parse(STR("[1,\"a\"]"), NULL);
    const struct value_field field =
        value_named("path", value_string(str_text(path)));
    struct value *real = value_object(&field, 1);
    const struct system_call made = {.process = process,
                                     .number = process + 100,
                                     .name = path,
                                     .arguments = arguments,
                                     .real = *path == '/' ? real : NULL};
    assert_true(fixture->system->ops->call(fixture->system, &made, &error));
    /* Values of the caller are its own again. */
    value_unref(arguments);
    value_unref(real);
}

static void next(struct fixture *fixture, struct system_event *event)
{
    struct error error = ERROR_NONE;
    assert_int_equal(
        fixture->system->ops->next(fixture->system, soon(), event, &error),
        SYSTEM_EVENT);
}

static void nothing_more(struct fixture *fixture)
{
    struct system_event event;
    assert_int_equal(fixture->system->ops->next(fixture->system, clock_now_ms(),
                                                &event, NULL),
                     SYSTEM_DEADLINE);
}

static void assert_field(const struct value *value, const char *name,
                         const char *text)
{
    const struct value *field = value_field_named(value, name);
    assert_non_null(field);
    struct buf json = {0};
    value_add_json(&json, field);
    assert_string_equal(buf_text(&json), text);
    buf_finish(&json);
}

static void assert_answer(struct fixture *fixture, const char *json)
{
    struct system_event event;
    struct buf got = {0};
    next(fixture, &event);
    if (event.kind != SYSTEM_OK)
        print_error("%s\n", event.text);
    assert_int_equal(event.kind, SYSTEM_OK);
    value_add_json(&got, event.answer);
    assert_string_equal(buf_text(&got), json);
    buf_finish(&got);
    system_event_finish(&event);
}

static void assert_event(struct fixture *fixture, enum system_event_kind kind,
                         const char *text)
{
    struct system_event event;
    next(fixture, &event);
    assert_int_equal(event.kind, kind);
    assert_non_null(event.text);
    assert_string_equal(event.text, text);
    system_event_finish(&event);
}

/* ---- requests ----------------------------------------------------------- */

static void a_command_is_a_post_of_its_arguments(void **state)
{
    struct fixture *fixture = *state;
    struct system_event event;
    open_system(fixture, NULL);
    call(fixture, 0, "Take it");
    next(fixture, &event);
    assert_int_equal(event.kind, SYSTEM_OK);
    assert_int_equal(event.process, 0);
    assert_int_equal(event.number, 100);
    assert_true(event.call_ns < event.time_ns);
    assert_null(event.text);
    assert_field(event.answer, "method", "\"POST\"");
    assert_field(event.answer, "path", "\"/Take%20it\"");
    assert_field(event.answer, "body", "\"[1,\\\"a\\\"]\"");
    assert_field(event.detail, "request", "\"POST /Take%20it\"");
    assert_field(event.detail, "status", "200");
    system_event_finish(&event);
}

static void a_process_is_a_connection(void **state)
{
    struct fixture *fixture = *state;
    static const int64_t processes[] = {0, 1, 0, 1, 2};
    static const char *const connections[] = {"0", "1", "0", "1", "2"};
    open_system(fixture, NULL);
    for (size_t i = 0; i < 5; i++) {
        struct system_event event;
        call(fixture, processes[i], "/echo");
        next(fixture, &event);
        assert_field(event.answer, "connection", connections[i]);
        system_event_finish(&event);
    }
    assert_int_equal(fixture->server.accepted, 3);
}

/* Also one that it closes without a word after each answer. */
static void a_closed_connection_is_opened_again(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    fixture->server.answer =
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n7";
    for (int i = 0; i < 3; i++) {
        call(fixture, 0, "/close");
        assert_answer(fixture, "7");
    }
    fixture->server.answer = "HTTP/1.0 200 OK\r\n\r\n[1,\n2]";
    for (int i = 0; i < 3; i++) {
        call(fixture, 0, "/close");
        assert_answer(fixture, "[1,2]");
    }
}

static void a_reset_is_asked_for_before_each_run(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, "{\"reset\":{\"path\":\"/reset\"}}");
    assert_int_equal(fixture->server.resets, 1);
    assert_int_equal(fixture->system->ops->notices(fixture->system)->count, 0);
    call(fixture, 0, "/wait"); /* given up */
    fixture->system->ops->end(fixture->system);
    assert_true(fixture->system->ops->reset(fixture->system, soon(), NULL));
    assert_int_equal(fixture->server.resets, 2);
    nothing_more(fixture);
    call(fixture, 0, "/reset");
    assert_answer(fixture, "true");
}

static void without_a_reset_people_are_told(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    const struct notice_list *notices =
        fixture->system->ops->notices(fixture->system);
    assert_int_equal(notices->count, 1);
    assert_string_equal(notices->items[0].kind, "reset");
}

static void a_reset_that_fails_is_said(void **state)
{
    struct fixture *fixture = *state;
    struct error error = ERROR_NONE;
    open_system(fixture, NULL);
    fixture->real =
        value_parse(STR("{\"reset\":{\"path\":\"/answer\"}}"), NULL);
    fixture->info.real = fixture->real;
    fixture->server.answer =
        "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
    assert_false(fixture->system->ops->reset(fixture->system, soon(), &error));
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message, "the system was not reset: it answered "
                                       "POST /answer with 403");
}

/* ---- answers ------------------------------------------------------------ */

static void an_error_of_the_client_is_an_answer(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    fixture->server.answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 21\r\n"
                             "\r\n{\"message\":\"no such\"}";
    call(fixture, 0, "/answer");
    assert_answer(fixture, "{\"error\":404,\"message\":\"no such\"}");
    fixture->server.answer =
        "HTTP/1.1 409 Conflict\r\nContent-Type: text/html\r\n"
        "Content-Length: 4\r\n\r\ngone";
    call(fixture, 0, "/answer");
    assert_answer(fixture, "{\"error\":409,\"message\":\"gone\"}");
    nothing_more(fixture);
}

static void an_error_of_the_server_is_an_answer_and_a_fault(void **state)
{
    struct fixture *fixture = *state;
    struct system_event event;
    open_system(fixture, NULL);
    fixture->server.answer = "HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\noops";
    call(fixture, 0, "/answer");
    next(fixture, &event);
    assert_int_equal(event.kind, SYSTEM_OK);
    assert_field(event.answer, "error", "500");
    assert_field(event.detail, "status", "500");
    assert_string_equal(event.text, "it answered POST /answer with 500: oops");
    system_event_finish(&event);
}

static void a_redirect_is_told_and_not_followed(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, "{\"reset\":{\"path\":\"/reset\"}}");
    fixture->server.answer = "HTTP/1.1 302 Found\r\nLocation: /echo\r\n"
                             "Content-Length: 0\r\n\r\n";
    call(fixture, 0, "/answer");
    assert_answer(fixture, "{\"error\":302,\"message\":\"/echo\"}");
    const struct notice_list *notices =
        fixture->system->ops->notices(fixture->system);
    assert_int_equal(notices->count, 1);
    assert_string_equal(notices->items[0].text,
                        "the system redirects POST /answer to /echo (302): it "
                        "is taken for an answer and not followed");
}

static void an_answer_comes_in_any_parts(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    fixture->server.answer =
        "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        "4\r\n[1,2\r\n3;x=y\r\n,3]\r\n0\r\nTrailer: 1\r\n\r\n";
    call(fixture, 0, "/part");
    assert_answer(fixture, "[1,2,3]");
    call(fixture, 0, "/answer");
    assert_answer(fixture, "[1,2,3]");
    fixture->server.answer = "HTTP/1.1 204 No Content\r\n\r\n";
    call(fixture, 0, "/part");
    assert_answer(fixture, "null");
    assert_int_equal(fixture->server.accepted, 1);
}

/* A server that writes its headers first and its body after them waits for our
 * acknowledgement in between (Nagle's algorithm); a kernel that is left to
 * itself sends it 40 ms later. */
static void an_answer_in_parts_is_not_waited_for(void **state)
{
    struct fixture *fixture = *state;
    enum { CALLS = 60, KERNEL_MS = 40 };
    open_system(fixture, NULL);
    fixture->server.answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1";
    int64_t began_ms = clock_now_ms();
    for (int i = 0; i < CALLS; i++) {
        call(fixture, 0, "/part");
        assert_answer(fixture, "1");
    }
    assert_true(clock_now_ms() - began_ms < CALLS * KERNEL_MS / 2);
}

/* Large both ways at once: nobody waits for the other. */
static void large_requests_and_answers_pass(void **state)
{
    struct fixture *fixture = *state;
    enum { LENGTH = 8 << 20 };
    struct system_event event;
    char *text = malloc(LENGTH);
    memset(text, 'x', LENGTH);
    struct value *argument = value_string(str_from(text, LENGTH));
    struct value *arguments = value_list(&argument, 1);
    open_system(fixture, NULL);
    const struct system_call made = {
        .process = 0, .name = "echo", .arguments = arguments};
    assert_true(fixture->system->ops->call(fixture->system, &made, NULL));
    next(fixture, &event);
    struct str body = value_text(value_field_named(event.answer, "body"));
    assert_int_equal(body.length, LENGTH + 4);
    assert_memory_equal(body.data + 2, text, LENGTH);
    system_event_finish(&event);
    value_unref(arguments);
    free(text);
}

/* ---- broken ones -------------------------------------------------------- */

static void a_connection_closed_before_the_answer_leaves_it_open(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    call(fixture, 0, "/drop");
    assert_event(fixture, SYSTEM_INFO,
                 "it closed the connection before its answer to POST /drop");
    fixture->server.answer = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1";
    call(fixture, 1, "/close");
    assert_event(fixture, SYSTEM_INFO,
                 "it closed the connection in the middle of its answer to POST "
                 "/close");
    fixture->server.answer =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234";
    call(fixture, 2, "/close");
    assert_event(fixture, SYSTEM_INFO,
                 "it closed the connection in the middle of its answer to POST "
                 "/close");
    nothing_more(fixture);
}

static void what_is_no_http_or_no_json_is_an_error(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *answer, *words;
    } cases[] = {
        {"SSH-2.0-OpenSSH\r\n", "asked POST /answer, it does not answer with "
                                "HTTP/1.1: SSH-2.0-OpenSSH"},
        {"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
         "asked POST /answer, it answered with a header without a colon: no "
         "colon"},
        {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
         "asked POST /answer, it answered in a Content-Encoding that it was "
         "not asked for: gzip"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
         "asked POST /answer, it answered with more than 64 MB: too large"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n",
         "asked POST /answer, it answered with a Content-Length that is none: "
         "1x"},
        {"HTTP/1.1 101 Switching\r\n\r\n",
         "asked POST /answer, it answered with a status nobody can use: "
         "HTTP/1.1 101 Switching"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
         "it answered POST /answer with 200 and a body that is no JSON (and "
         "has no Content-Type): hello"},
        {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
         "Content-Length: 5\r\n\r\n{1:2}",
         "it answered POST /answer with 200 and a body that is no JSON: "
         "{1:2}"},
    };
    open_system(fixture, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture->server.answer = cases[i].answer;
        call(fixture, 0, "/answer");
        assert_event(fixture, SYSTEM_ERROR, cases[i].words);
    }
    nothing_more(fixture);
}

static void headers_without_end_are_cut_off(void **state)
{
    struct fixture *fixture = *state;
    struct buf answer = {0};
    struct system_event event;
    buf_add_text(&answer, "HTTP/1.1 200 OK\r\n");
    while (answer.length <= HTTP_ANSWER_HEAD_LIMIT_BYTES)
        buf_add_text(&answer, "X-More: of the same\r\n");
    open_system(fixture, NULL);
    fixture->server.answer = buf_text(&answer);
    call(fixture, 0, "/answer");
    next(fixture, &event);
    assert_int_equal(event.kind, SYSTEM_ERROR);
    assert_non_null(strstr(event.text, "headers of more than 64 KB"));
    system_event_finish(&event);
    api_server_stop(&fixture->server); /* it may still be sending them */
    buf_finish(&answer);
}

static void a_second_answer_is_an_error(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    fixture->server.answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1"
                             "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2";
    call(fixture, 0, "/answer");
    assert_answer(fixture, "1");
    assert_event(fixture, SYSTEM_ERROR,
                 "it sent bytes that nobody asked for after its answer to "
                 "POST /answer");
    nothing_more(fixture);
}

static void nobody_there_is_said(void **state)
{
    struct fixture *fixture = *state;
    struct error error = ERROR_NONE;
    char words[200];
    open_system(fixture, NULL);
    api_server_stop(&fixture->server);
    call(fixture, 1, "/echo");
    snprintf(words, sizeof words, "127.0.0.1:%d: connection refused",
             fixture->server.port);
    assert_event(fixture, SYSTEM_FAIL, words);
    assert_false(fixture->system->ops->reset(fixture->system, soon(), &error));
    assert_int_equal(error.code, ERROR_RUN);
    snprintf(words, sizeof words,
             "cannot reach the system at 127.0.0.1:%d: connection refused (it "
             "was there before)",
             fixture->server.port);
    assert_string_equal(error.message, words);
    fixture->system->ops->destroy(fixture->system);
    fixture->system =
        http_create(&(struct http_options){.url = fixture->server.url,
                                           .info = &fixture->info},
                    &error);
    assert_false(fixture->system->ops->reset(fixture->system, soon(), &error));
    assert_int_equal(error.code, ERROR_SETUP);
}

/* What is pending at the end of a run is not seen in the next. */
static void a_deadline_passes_and_the_run_can_be_ended(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    call(fixture, 0, "/wait");
    nothing_more(fixture);
    fixture->system->ops->end(fixture->system);
    nothing_more(fixture);
    call(fixture, 0, "/reset");
    assert_answer(fixture, "true");
}

static void a_wait_can_be_cancelled(void **state)
{
    struct fixture *fixture = *state;
    struct error error = ERROR_NONE;
    struct system_event event;
    struct loop *loop = loop_create(NULL);
    fixture->system = http_create(
        &(struct http_options){
            .url = fixture->server.url, .info = &fixture->info, .loop = loop},
        &error);
    assert_true(fixture->system->ops->reset(fixture->system, soon(), &error));
    call(fixture, 0, "/wait");
    loop_cancel(loop);
    assert_int_equal(
        fixture->system->ops->next(fixture->system, soon(), &event, &error),
        SYSTEM_FAILED);
    assert_int_equal(error.code, ERROR_CANCELLED);
    fixture->system->ops->destroy(fixture->system);
    fixture->system = NULL;
    loop_destroy(loop);
}

/* ---- at once ------------------------------------------------------------ */

/* What was written, in order: the linker puts this in front of stream_write. */
struct written {
    const struct stream *stream;
    size_t count;
};
static struct written written[100];
static size_t written_count;

enum stream_result __real_stream_write(struct stream *stream, const char *bytes,
                                       size_t size, size_t *count);
enum stream_result __wrap_stream_write(struct stream *stream, const char *bytes,
                                       size_t size, size_t *count);
enum stream_result __wrap_stream_write(struct stream *stream, const char *bytes,
                                       size_t size, size_t *count)
{
    enum stream_result result = __real_stream_write(stream, bytes, size, count);
    if (result == STREAM_SOME && written_count < 100)
        written[written_count++] = (struct written){stream, *count};
    return result;
}

static void call_together(struct fixture *fixture)
{
    struct value *arguments = value_list(NULL, 0);
    struct system_call calls[3];
    bool is_answered[3] = {false};
    for (size_t i = 0; i < 3; i++)
        calls[i] = (struct system_call){.process = (int64_t)i,
                                        .number = (int64_t)i,
                                        .name = "echo",
                                        .arguments = arguments};
    written_count = 0;
    assert_true(
        fixture->system->ops->together(fixture->system, calls, 3, NULL));
    assert_int_equal(written_count, 6);
    for (size_t i = 0; i < 3; i++) {
        assert_true(written[i].count > 1);
        assert_int_equal(written[i + 3].count, 1);
        assert_ptr_equal(written[i + 3].stream, written[i].stream);
    }
    assert_ptr_not_equal(written[0].stream, written[1].stream);
    for (size_t i = 0; i < 3; i++) {
        struct system_event event;
        next(fixture, &event);
        assert_int_equal(event.kind, SYSTEM_OK);
        is_answered[event.number] = true;
        system_event_finish(&event);
    }
    assert_true(is_answered[0] && is_answered[1] && is_answered[2]);
    value_unref(arguments);
}

static void the_last_bytes_leave_back_to_back(void **state)
{
    struct fixture *fixture = *state;
    open_system(fixture, NULL);
    call_together(fixture);
}

/* ---- TLS ---------------------------------------------------------------- */

static void tls_is_spoken_with_whom_the_system_trusts(void **state)
{
    struct fixture *fixture = *state;
    setenv("SSL_CERT_FILE", fixture->server.certificate, 1);
    open_system(fixture, NULL);
    call(fixture, 0, "/reset");
    assert_answer(fixture, "true");
    call_together(fixture);
    unsetenv("SSL_CERT_FILE");
}

static void a_stranger_is_not_trusted(void **state)
{
    struct fixture *fixture = *state;
    struct error error = ERROR_NONE;
    struct http_options options = {.url = fixture->server.url,
                                   .info = &fixture->info};
    fixture->system = http_create(&options, &error);
    assert_false(fixture->system->ops->reset(fixture->system, soon(), &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_non_null(
        strstr(error.message, "its certificate is not trusted: self"));
    fixture->system->ops->destroy(fixture->system);
    options.trusts_anybody = true;
    fixture->system = http_create(&options, &error);
    assert_true(fixture->system->ops->reset(fixture->system, soon(), &error));
    call(fixture, 0, "/reset");
    assert_answer(fixture, "true");
}

static void a_server_without_tls_is_said(void **state)
{
    struct fixture *fixture = *state;
    struct error error = ERROR_NONE;
    char url[60];
    snprintf(url, sizeof url, "https://127.0.0.1:%d", fixture->server.port);
    fixture->system = http_create(
        &(struct http_options){.url = url, .info = &fixture->info}, &error);
    assert_false(fixture->system->ops->reset(fixture->system,
                                             clock_now_ms() + 20000, &error));
    assert_non_null(strstr(error.message, "it speaks no TLS: "));
}

int main(void)
{
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
#define TLS(test) cmocka_unit_test_setup_teardown(test, set_up_tls, tear_down)
    const struct CMUnitTest tests[] = {
        PLAIN(a_command_is_a_post_of_its_arguments),
        PLAIN(a_process_is_a_connection),
        PLAIN(a_closed_connection_is_opened_again),
        PLAIN(a_reset_is_asked_for_before_each_run),
        PLAIN(without_a_reset_people_are_told),
        PLAIN(a_reset_that_fails_is_said),
        PLAIN(an_error_of_the_client_is_an_answer),
        PLAIN(an_error_of_the_server_is_an_answer_and_a_fault),
        PLAIN(a_redirect_is_told_and_not_followed),
        PLAIN(an_answer_comes_in_any_parts),
        PLAIN(an_answer_in_parts_is_not_waited_for),
        PLAIN(large_requests_and_answers_pass),
        PLAIN(a_connection_closed_before_the_answer_leaves_it_open),
        PLAIN(what_is_no_http_or_no_json_is_an_error),
        PLAIN(headers_without_end_are_cut_off),
        PLAIN(a_second_answer_is_an_error),
        PLAIN(nobody_there_is_said),
        PLAIN(a_deadline_passes_and_the_run_can_be_ended),
        PLAIN(a_wait_can_be_cancelled),
        PLAIN(the_last_bytes_leave_back_to_back),
        TLS(tls_is_spoken_with_whom_the_system_trusts),
        TLS(a_stranger_is_not_trusted),
        PLAIN(a_server_without_tls_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
