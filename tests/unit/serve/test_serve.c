/* The server as a browser meets it: real sockets, a real folder. */
#include "serve/serve.h"

#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "client.h"

enum { BIG_BYTES = 5 * 1024 * 1024 + 17, CONNECTIONS = 200 };

struct site {
    char top[64]; /* holds "secret.txt" and the served folder "www" */
    struct serve *serve;
    int port;
};

static void write_file(const struct site *site, const char *name,
                       const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", site->top, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void make_folder(const struct site *site, const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", site->top, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void make_link(const struct site *site, const char *name,
                      const char *target)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", site->top, name);
    assert_int_equal(symlink(target, path), 0);
}

/* Byte i of the big file: every chunk differs. */
static char big_byte(size_t i)
{
    return (char)('a' + (i * 7 + i / 1000) % 26);
}

static void write_big_file(const struct site *site)
{
    char *text = memory_zeroed(BIG_BYTES + 1, 1);
    for (size_t i = 0; i < BIG_BYTES; i++)
        text[i] = big_byte(i);
    write_file(site, "www/big.bin", text);
    free(text);
}

static int start_site(void **state)
{
    struct site *site = MEMORY_NEW(struct site);
    snprintf(site->top, sizeof site->top, "/tmp/weir-serve-XXXXXX");
    assert_non_null(mkdtemp(site->top));
    make_folder(site, "www");
    make_folder(site, "www/dir");
    make_folder(site, "www/empty");
    make_folder(site, "www/a b");
    make_folder(site, "elsewhere");
    write_file(site, "secret.txt", "secret");
    write_file(site, "elsewhere/app.js", "linked");
    write_file(site, "www/index.html", "<p>top</p>");
    write_file(site, "www/dir/index.html", "<p>dir</p>");
    write_file(site, "www/a b/index.html", "<p>space</p>");
    write_file(site, "www/main.js", "let x = 1;");
    write_file(site, "www/caf\xc3\xa9.txt", "coffee");
    write_file(site, "www/100%.txt", "percent");
    write_file(site, "www/%41.txt", "not A");
    write_file(site, "www/a+b&c;d.txt", "signs");
    write_file(site, "www/nothing.css", "");
    write_big_file(site);
    make_link(site, "www/outside", "../elsewhere");
    make_link(site, "www/app.js", "../elsewhere/app.js");
    make_link(site, "www/broken", "nowhere");
    char pipe[200];
    snprintf(pipe, sizeof pipe, "%s/www/pipe", site->top);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    char folder[200];
    snprintf(folder, sizeof folder, "%s/www", site->top);
    struct error error = ERROR_NONE;
    assert_true(serve_start(&site->serve, folder, &error));
    site->port = serve_port(site->serve);
    *state = site;
    return 0;
}

static int stop_site(void **state)
{
    struct site *site = *state;
    serve_stop(site->serve);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", site->top);
    assert_int_equal(system(command), 0);
    free(site);
    return 0;
}

static void answers(const struct site *site, const char *path, int status,
                    const char *body)
{
    struct response response;
    client_get(site->port, path, &response);
    assert_int_equal(response.status, status);
    if (body != NULL)
        assert_string_equal(buf_text(&response.body), body);
    response_finish(&response);
}

static void has_header(const struct response *response, const char *name,
                       const char *value)
{
    struct str found = response_header(response, name);
    char *text = memory_copy_string(found.data, found.length);
    assert_string_equal(text, value);
    free(text);
}

static void the_url_names_the_port(void **state)
{
    const struct site *site = *state;
    char expected[64];
    snprintf(expected, sizeof expected, "http://127.0.0.1:%d/", site->port);
    assert_string_equal(serve_url(site->serve), expected);
    assert_true(site->port > 0 && site->port < 65536);
}

static void a_file_comes_with_type_length_and_no_store(void **state)
{
    const struct site *site = *state;
    struct response response;
    client_get(site->port, "/main.js", &response);
    assert_int_equal(response.status, 200);
    assert_string_equal(buf_text(&response.body), "let x = 1;");
    has_header(&response, "content-type", "text/javascript; charset=utf-8");
    has_header(&response, "content-length", "10");
    has_header(&response, "cache-control", "no-store");
    response_finish(&response);
}

static void an_empty_file_is_an_empty_answer(void **state)
{
    const struct site *site = *state;
    struct response response;
    client_get(site->port, "/nothing.css", &response);
    assert_int_equal(response.status, 200);
    has_header(&response, "content-length", "0");
    response_finish(&response);
}

static void a_query_does_not_change_the_file(void **state)
{
    answers(*state, "/main.js?v=1&w=%2e%2e", 200, "let x = 1;");
    answers(*state, "/main.js?", 200, "let x = 1;");
    answers(*state, "/?q=/../secret.txt", 200, "<p>top</p>");
}

static void paths_are_decoded_once(void **state)
{
    answers(*state, "/caf%C3%A9.txt", 200, "coffee");
    answers(*state, "/caf%c3%a9.txt", 200, "coffee");
    answers(*state, "/100%25.txt", 200, "percent");
    answers(*state, "/%2541.txt", 200, "not A");
    answers(*state, "/m%61in.js", 200, "let x = 1;");
    answers(*state, "/a%20b/", 200, "<p>space</p>");
    answers(*state, "/a+b&c;d.txt?x", 200, "signs");
    answers(*state, "/a%2Bb%26c%3bd.txt", 200, "signs");
}

static void a_folder_is_its_index(void **state)
{
    answers(*state, "/", 200, "<p>top</p>");
    answers(*state, "/dir/", 200, "<p>dir</p>");
    answers(*state, "/dir/index.html", 200, "<p>dir</p>");
    answers(*state, "/empty/", 404, NULL);
}

static void what_is_no_path_is_a_bad_request(void **state)
{
    answers(*state, "/%zz", 400, NULL);
    answers(*state, "/main.js%00.html", 400, NULL);
    answers(*state, "*", 400, NULL);
}

static void redirects(const struct site *site, const char *path,
                      const char *location)
{
    struct response response;
    client_get(site->port, path, &response);
    assert_int_equal(response.status, 301);
    has_header(&response, "location", location);
    response_finish(&response);
}

static void a_folder_without_slash_is_redirected(void **state)
{
    redirects(*state, "/dir", "/dir/");
    redirects(*state, "/a%20b", "/a%20b/");
    redirects(*state, "/dir?x=1&y=2", "/dir/?x=1&y=2");
    redirects(*state, "//dir", "/dir/");
    redirects(*state, "//other.host/../dir", "/dir/");
    redirects(*state, "/dir?a=b+c%20d;e", "/dir/?a=b+c%20d;e");
    redirects(*state, "/dir?", "/dir/?");
}

static void a_file_is_no_folder(void **state)
{
    answers(*state, "/main.js/", 404, NULL);
    answers(*state, "/index.html/", 404, NULL);
}

static void what_is_missing_is_a_page_that_says_so(void **state)
{
    const struct site *site = *state;
    struct response response;
    client_get(site->port, "/no<b>&", &response);
    assert_int_equal(response.status, 404);
    has_header(&response, "content-type", "text/html; charset=utf-8");
    has_header(&response, "cache-control", "no-store");
    assert_non_null(strstr(buf_text(&response.body), "/no&lt;b&gt;&amp;"));
    response_finish(&response);
    answers(site, "/broken", 404, NULL);
    answers(site, "/pipe", 404, NULL);
    answers(site, "/main.js/x", 404, NULL);
}

static void symbolic_links_are_followed(void **state)
{
    answers(*state, "/app.js", 200, "linked");
    answers(*state, "/outside/app.js", 200, "linked");
}

/* Never the file above the folder, whatever the answer is. */
static void no_path_leads_out_of_the_folder(void **state)
{
    const struct site *site = *state;
    static const char *const paths[] = {
        "/../secret.txt",
        "/dir/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/%2E%2E%2Fsecret.txt",
        "/..%2fsecret.txt",
        "/.%2e/secret.txt",
        "/dir/%2e%2e/%2e%2e/secret.txt",
        "/outside/../secret.txt",
        "/outside/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "/..%00/secret.txt",
        "//../secret.txt",
        "/.//..//secret.txt",
        "/%252e%252e/secret.txt",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct response response;
        client_get(site->port, paths[i], &response);
        assert_int_not_equal(response.status, 200);
        assert_null(strstr(buf_text(&response.body), "secret\n"));
        response_finish(&response);
    }
}

static void head_has_the_headers_and_no_body(void **state)
{
    const struct site *site = *state;
    int connection = client_open(site->port);
    client_send(connection, STR("HEAD /big.bin HTTP/1.1\r\nHost: a\r\n\r\n"
                                "GET /main.js HTTP/1.1\r\nHost: a\r\n\r\n"));
    struct response head, after;
    client_read(connection, &head, true);
    client_read(connection, &after, false);
    assert_int_equal(head.status, 200);
    char length[20];
    snprintf(length, sizeof length, "%d", BIG_BYTES);
    has_header(&head, "content-length", length);
    assert_int_equal(after.status, 200);
    assert_string_equal(buf_text(&after.body), "let x = 1;");
    response_finish(&head);
    response_finish(&after);
    close(connection);
}

static void other_methods_are_refused(void **state)
{
    const struct site *site = *state;
    static const char *const requests[] = {
        "POST /main.js HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
        "PUT /main.js HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "DELETE /main.js HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS /main.js HTTP/1.1\r\nHost: a\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct response response;
        client_ask(site->port, requests[i], &response);
        assert_int_equal(response.status, 405);
        has_header(&response, "allow", "GET, HEAD");
        response_finish(&response);
    }
    answers(site, "/main.js", 200, "let x = 1;");
}

static void is_the_big_file(const struct response *response)
{
    assert_int_equal(response->status, 200);
    assert_int_equal(response->body.length, BIG_BYTES);
    for (size_t i = 0; i < BIG_BYTES; i++)
        if (response->body.data[i] != big_byte(i))
            fail_msg("byte %zu is wrong", i);
}

static void a_large_file_arrives_whole(void **state)
{
    const struct site *site = *state;
    struct response response;
    client_get(site->port, "/big.bin", &response);
    is_the_big_file(&response);
    response_finish(&response);
}

static void a_client_that_goes_away_harms_nobody(void **state)
{
    const struct site *site = *state;
    for (int i = 0; i < 20; i++) {
        int connection = client_open(site->port);
        client_send(connection,
                    STR("GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n"));
        struct linger reset = {.l_onoff = 1, .l_linger = 0};
        if (i % 2 == 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        close(connection);
    }
    answers(site, "/main.js", 200, "let x = 1;");
}

static void one_connection_serves_many_requests(void **state)
{
    const struct site *site = *state;
    int connection = client_open(site->port);
    for (int i = 0; i < 100; i++) {
        bool missing = i % 3 == 0;
        client_send(connection,
                    missing ? STR("GET /no HTTP/1.1\r\nHost: a\r\n\r\n")
                            : STR("GET /dir/ HTTP/1.1\r\nHost: a\r\n\r\n"));
        struct response response;
        client_read(connection, &response, false);
        assert_int_equal(response.status, missing ? 404 : 200);
        response_finish(&response);
    }
    close(connection);
}

/* All are open at once, and all ask before the first answer is read. */
static void many_connections_at_once_are_all_answered(void **state)
{
    const struct site *site = *state;
    int connections[CONNECTIONS];
    for (size_t i = 0; i < CONNECTIONS; i++)
        connections[i] = client_open(site->port);
    for (size_t i = 0; i < CONNECTIONS; i++)
        client_send(connections[i],
                    i % 20 == 0
                        ? STR("GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n")
                        : STR("GET /main.js HTTP/1.1\r\nHost: a\r\n\r\n"));
    for (size_t i = CONNECTIONS; i-- > 0;) {
        struct response response;
        client_read(connections[i], &response, false);
        if (i % 20 == 0)
            is_the_big_file(&response);
        else
            assert_string_equal(buf_text(&response.body), "let x = 1;");
        response_finish(&response);
        close(connections[i]);
    }
}

static void a_request_may_come_in_pieces(void **state)
{
    const struct site *site = *state;
    int connection = client_open(site->port);
    const char *request = "GET /main.js HTTP/1.1\r\nHost: a\r\n\r\n";
    for (const char *at = request; *at != '\0'; at++)
        client_send(connection, str_from(at, 1));
    struct response response;
    client_read(connection, &response, false);
    assert_string_equal(buf_text(&response.body), "let x = 1;");
    response_finish(&response);
    close(connection);
}

static void requests_may_be_sent_before_answers_are_read(void **state)
{
    const struct site *site = *state;
    int connection = client_open(site->port);
    struct buf requests;
    buf_init(&requests);
    for (int i = 0; i < 50; i++)
        buf_addf(&requests, "GET /%s HTTP/1.1\r\n\r\n",
                 i == 25      ? "big.bin"
                 : i % 2 == 0 ? "main.js"
                              : "dir/");
    client_send(connection, buf_str(&requests));
    for (int i = 0; i < 50; i++) {
        struct response response;
        client_read(connection, &response, false);
        assert_int_equal(response.status, 200);
        if (i == 25)
            is_the_big_file(&response);
        else
            assert_string_equal(buf_text(&response.body),
                                i % 2 == 0 ? "let x = 1;" : "<p>dir</p>");
        response_finish(&response);
    }
    buf_finish(&requests);
    close(connection);
}

/* Nothing more arrives on the connection. */
static void is_closed(int connection)
{
    char byte;
    assert_true(recv(connection, &byte, 1, 0) <= 0);
}

static void a_connection_ends_when_the_client_asks_for_it(void **state)
{
    const struct site *site = *state;
    static const char *const requests[] = {
        "GET /main.js HTTP/1.0\r\n\r\n",
        "GET /main.js HTTP/1.1\r\nConnection: close\r\n\r\n",
    };
    for (size_t i = 0; i < 2; i++) {
        int connection = client_open(site->port);
        client_send(connection, str_text(requests[i]));
        struct response response;
        client_read(connection, &response, false);
        assert_string_equal(buf_text(&response.body), "let x = 1;");
        has_header(&response, "connection", "close");
        is_closed(connection);
        response_finish(&response);
        close(connection);
    }
}

static void broken_requests_leave_the_server_alive(void **state)
{
    const struct site *site = *state;
    static const char *const requests[] = {
        "\r\n\r\n",
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / \r\n\r\n",
        "GET /%zz HTTP/1.1\r\n\r\n",
        "GET /% HTTP/1.1\r\n\r\n",
        "GET /%00 HTTP/1.1\r\n\r\n",
        "GET /a%00b HTTP/1.1\r\n\r\n",
        "GET relative HTTP/1.1\r\n\r\n",
        "GET * HTTP/1.1\r\n\r\n",
        "GET http://other/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET / HTTP/1.1\r\n: \r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "\x16\x03\x01\x02\x01",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        int connection = client_open(site->port);
        client_send(connection, str_text(requests[i]));
        shutdown(connection, SHUT_WR);
        struct response response;
        client_read(connection, &response, false);
        response_finish(&response);
        close(connection);
        answers(site, "/main.js", 200, "let x = 1;");
    }
}

static void a_request_without_end_leaves_the_server_alive(void **state)
{
    const struct site *site = *state;
    int connection = client_open(site->port);
    struct buf request;
    buf_init(&request);
    buf_add_text(&request, "GET /");
    buf_add_repeat(&request, 'a', 300000);
    client_send(connection, buf_str(&request));
    answers(site, "/main.js", 200, "let x = 1;");
    buf_finish(&request);
    close(connection);
}

/* Random bytes, and random edits of a good request. */
static void random_requests_leave_the_server_alive(void **state)
{
    const struct site *site = *state;
    const char good[] = "GET /dir/../main.js?a=%20b HTTP/1.1\r\nHost: "
                        "a\r\nConnection: close\r\n\r\n";
    srandom(20240229);
    for (int round = 0; round < 500; round++) {
        char bytes[sizeof good];
        memcpy(bytes, good, sizeof good);
        long edits = round % 5 == 0 ? 80 : 1 + random() % 4;
        for (long i = 0; i < edits; i++)
            bytes[random() % (long)(sizeof good - 1)] = (char)random();
        int connection = client_open(site->port);
        client_send(connection, str_from(bytes, sizeof good - 1));
        shutdown(connection, SHUT_WR);
        struct response response;
        client_read(connection, &response, false);
        response_finish(&response);
        close(connection);
    }
    answers(site, "/main.js", 200, "let x = 1;");
}

static void stopping_does_not_wait_for_open_connections(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct serve *serve;
    assert_true(serve_start(&serve, "/tmp", &error));
    int idle = client_open(serve_port(serve));
    int halfway = client_open(serve_port(serve));
    client_send(halfway, STR("GET / HTTP/1.1\r\n"));
    serve_stop(serve);
    close(idle);
    close(halfway);
}

/* What is forked next would inherit the locks of a thread. */
static void no_thread_runs_in_the_caller(void **state)
{
    (void)state;
    int threads = 0;
    DIR *tasks = opendir("/proc/self/task");
    assert_non_null(tasks);
    for (struct dirent *task; (task = readdir(tasks)) != NULL;)
        threads += task->d_name[0] != '.';
    closedir(tasks);
    assert_int_equal(threads, 1);
}

static void two_servers_have_two_ports(void **state)
{
    const struct site *site = *state;
    struct error error = ERROR_NONE;
    struct serve *other;
    assert_true(serve_start(&other, site->top, &error));
    assert_int_not_equal(serve_port(other), site->port);
    struct response response;
    client_get(serve_port(other), "/secret.txt", &response);
    assert_string_equal(buf_text(&response.body), "secret");
    response_finish(&response);
    serve_stop(other);
    answers(site, "/main.js", 200, "let x = 1;");
}

/* Whoever has it: this test, or another program. */
static void where_the_usual_port_is_taken_it_is_another_one(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct serve *serve;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(SERVE_USUAL_PORT),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int taken = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(taken, (struct sockaddr *)&address, sizeof address) == 0)
        assert_int_equal(listen(taken, 1), 0);
    assert_true(serve_start(&serve, "/tmp", &error));
    assert_int_not_equal(serve_port(serve), SERVE_USUAL_PORT);
    serve_stop(serve);
    close(taken);
}

static void a_folder_that_does_not_exist_is_an_error(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct serve *serve;
    assert_false(serve_start(&serve, "/nowhere/at/all", &error));
    assert_null(serve);
    assert_int_equal(error.code, ERROR_ORIGIN);
    assert_string_equal(error.message, "cannot serve the folder "
                                       "/nowhere/at/all: No such file or "
                                       "directory");
    assert_false(serve_start(&serve, "/dev/null", &error));
    assert_int_equal(error.code, ERROR_ORIGIN);
    serve_stop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_url_names_the_port),
        cmocka_unit_test(no_thread_runs_in_the_caller),
        cmocka_unit_test(a_file_comes_with_type_length_and_no_store),
        cmocka_unit_test(an_empty_file_is_an_empty_answer),
        cmocka_unit_test(a_query_does_not_change_the_file),
        cmocka_unit_test(paths_are_decoded_once),
        cmocka_unit_test(a_folder_is_its_index),
        cmocka_unit_test(what_is_no_path_is_a_bad_request),
        cmocka_unit_test(a_folder_without_slash_is_redirected),
        cmocka_unit_test(a_file_is_no_folder),
        cmocka_unit_test(what_is_missing_is_a_page_that_says_so),
        cmocka_unit_test(symbolic_links_are_followed),
        cmocka_unit_test(no_path_leads_out_of_the_folder),
        cmocka_unit_test(head_has_the_headers_and_no_body),
        cmocka_unit_test(other_methods_are_refused),
        cmocka_unit_test(a_large_file_arrives_whole),
        cmocka_unit_test(a_client_that_goes_away_harms_nobody),
        cmocka_unit_test(one_connection_serves_many_requests),
        cmocka_unit_test(many_connections_at_once_are_all_answered),
        cmocka_unit_test(a_request_may_come_in_pieces),
        cmocka_unit_test(requests_may_be_sent_before_answers_are_read),
        cmocka_unit_test(a_connection_ends_when_the_client_asks_for_it),
        cmocka_unit_test(broken_requests_leave_the_server_alive),
        cmocka_unit_test(a_request_without_end_leaves_the_server_alive),
        cmocka_unit_test(random_requests_leave_the_server_alive),
        cmocka_unit_test(stopping_does_not_wait_for_open_connections),
        cmocka_unit_test(two_servers_have_two_ports),
        cmocka_unit_test(where_the_usual_port_is_taken_it_is_another_one),
        cmocka_unit_test(a_folder_that_does_not_exist_is_an_error),
    };
    return cmocka_run_group_tests(tests, start_site, stop_site);
}
