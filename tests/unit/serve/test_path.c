#include "serve/path.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void normalises_to(struct str path, const char *expected)
{
    struct buf out;
    buf_init(&out);
    bool ok = serve_path_normalise(&out, path);
    if (expected == NULL) {
        assert_false(ok);
        assert_int_equal(out.length, 0);
    } else {
        assert_true(ok);
        assert_string_equal(buf_text(&out), expected);
    }
    buf_finish(&out);
}

static void a_plain_path_loses_its_first_slash(void **state)
{
    (void)state;
    normalises_to(STR("/a"), "a");
    normalises_to(STR("/a/b.html"), "a/b.html");
    normalises_to(STR("/a b/%41"), "a b/%41");
}

static void the_folder_itself_is_the_empty_path(void **state)
{
    (void)state;
    normalises_to(STR("/"), "");
    normalises_to(STR("//"), "");
    normalises_to(STR("/."), "");
    normalises_to(STR("/./"), "");
}

static void empty_and_dot_segments_go(void **state)
{
    (void)state;
    normalises_to(STR("//a///b/"), "a/b");
    normalises_to(STR("/./a/./b/."), "a/b");
}

static void dot_dot_removes_the_segment_before(void **state)
{
    (void)state;
    normalises_to(STR("/a/../b"), "b");
    normalises_to(STR("/a/b/.."), "a");
    normalises_to(STR("/a/b/../../c"), "c");
    normalises_to(STR("/a//../b"), "b");
}

static void dot_dot_never_leaves_the_folder(void **state)
{
    (void)state;
    normalises_to(STR("/.."), "");
    normalises_to(STR("/../../etc/passwd"), "etc/passwd");
    normalises_to(STR("/a/../../b"), "b");
}

static void names_that_only_look_like_dots_are_names(void **state)
{
    (void)state;
    normalises_to(STR("/..."), "...");
    normalises_to(STR("/..a/.b/c.."), "..a/.b/c..");
    normalises_to(STR("/..\\..\\a"), "..\\..\\a");
}

static void what_is_not_an_absolute_path_is_refused(void **state)
{
    (void)state;
    normalises_to(STR(""), NULL);
    normalises_to(STR("a"), NULL);
    normalises_to(STR("../a"), NULL);
    normalises_to(STR("/a\0b"), NULL);
}

static void the_result_goes_after_what_is_there(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out);
    buf_add_text(&out, "x/y");
    assert_true(serve_path_normalise(&out, STR("/../a/../b")));
    assert_string_equal(buf_text(&out), "x/yb");
    buf_finish(&out);
}

/* xorshift: the same texts in every run. */
static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* The rule, written down independently: a stack of segments. */
static size_t count_segments(struct str path)
{
    size_t depth = 0;
    for (size_t at = 0; at < path.length;) {
        size_t end = at;
        while (end < path.length && path.data[end] != '/')
            end++;
        size_t length = end - at;
        bool is_dot = length == 1 && path.data[at] == '.';
        bool is_up = length == 2 && memcmp(path.data + at, "..", 2) == 0;
        if (is_up)
            depth -= depth > 0;
        else if (length > 0 && !is_dot)
            depth++;
        at = end + 1;
    }
    return depth;
}

static void no_segment_of_a_random_path_is_empty_or_dots(void **state)
{
    (void)state;
    static const char letters[] = "/./.a/\\%";
    uint32_t seed = 2463534242u;
    for (int round = 0; round < 20000; round++) {
        char path[40] = "/";
        size_t length = 1 + next_random(&seed) % (sizeof path - 2);
        for (size_t i = 1; i < length; i++)
            path[i] = letters[next_random(&seed) % (sizeof letters - 1)];
        struct buf out;
        buf_init(&out);
        assert_true(serve_path_normalise(&out, str_from(path, length)));
        char padded[60];
        snprintf(padded, sizeof padded, "/%s/", buf_text(&out));
        if (out.length > 0) {
            assert_null(strstr(padded, "//"));
            assert_null(strstr(padded, "/./"));
            assert_null(strstr(padded, "/../"));
        }
        assert_int_equal(count_segments(buf_str(&out)),
                         count_segments(str_from(path, length)));
        buf_finish(&out);
    }
}

static void a_folder_is_asked_for_by_a_slash_or_dots(void **state)
{
    (void)state;
    assert_true(serve_path_is_folder(STR("/")));
    assert_true(serve_path_is_folder(STR("/a/")));
    assert_true(serve_path_is_folder(STR("/a/.")));
    assert_true(serve_path_is_folder(STR("/a/..")));
    assert_false(serve_path_is_folder(STR("/a")));
    assert_false(serve_path_is_folder(STR("/a.")));
}

static void decodes_to(struct str path, const char *expected)
{
    struct buf out;
    buf_init(&out);
    buf_add_text(&out, "<");
    assert_int_equal(serve_path_decode(&out, path), expected != NULL);
    buf_add_text(&out, ">");
    char wanted[100];
    snprintf(wanted, sizeof wanted, "<%s>", expected == NULL ? "" : expected);
    assert_string_equal(buf_text(&out), wanted);
    buf_finish(&out);
}

static void percent_signs_are_decoded_once(void **state)
{
    (void)state;
    decodes_to(STR("/a%20b"), "/a b");
    decodes_to(STR("/%c3%A9"), "/\xc3\xa9");
    decodes_to(STR("/%252e"), "/%2e");
    decodes_to(STR("%41%42"), "AB");
    decodes_to(STR(""), "");
}

static void a_plus_is_a_plus(void **state)
{
    (void)state;
    decodes_to(STR("/c++.js"), "/c++.js");
}

static void a_broken_escape_is_refused_and_leaves_nothing(void **state)
{
    (void)state;
    decodes_to(STR("/a%"), NULL);
    decodes_to(STR("/a%4"), NULL);
    decodes_to(STR("/a%zz"), NULL);
    decodes_to(STR("/a%4g/b"), NULL);
    decodes_to(STR("/%-1"), NULL);
}

static void a_query_is_kept_but_cannot_end_a_header(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out);
    serve_path_encode_query(&out, STR("a=%20&b=c+d;\"\r\nX: \xc3"));
    assert_string_equal(buf_text(&out), "a=%20&b=c+d;\"%0D%0AX:%20%C3");
    buf_finish(&out);
}

static void encoding_leaves_only_harmless_bytes(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out);
    serve_path_encode(&out, STR("/a b/\xc3\xa9?#%\"\r\n"));
    assert_string_equal(buf_text(&out), "/a%20b/%C3%A9%3F%23%25%22%0D%0A");
    buf_finish(&out);
}

static void text_in_html_stays_text(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out);
    serve_path_add_html(&out, STR("/<b>&amp;"));
    assert_string_equal(buf_text(&out), "/&lt;b&gt;&amp;amp;");
    buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_path_loses_its_first_slash),
        cmocka_unit_test(the_folder_itself_is_the_empty_path),
        cmocka_unit_test(empty_and_dot_segments_go),
        cmocka_unit_test(dot_dot_removes_the_segment_before),
        cmocka_unit_test(dot_dot_never_leaves_the_folder),
        cmocka_unit_test(names_that_only_look_like_dots_are_names),
        cmocka_unit_test(what_is_not_an_absolute_path_is_refused),
        cmocka_unit_test(the_result_goes_after_what_is_there),
        cmocka_unit_test(no_segment_of_a_random_path_is_empty_or_dots),
        cmocka_unit_test(a_folder_is_asked_for_by_a_slash_or_dots),
        cmocka_unit_test(percent_signs_are_decoded_once),
        cmocka_unit_test(a_plus_is_a_plus),
        cmocka_unit_test(a_broken_escape_is_refused_and_leaves_nothing),
        cmocka_unit_test(a_query_is_kept_but_cannot_end_a_header),
        cmocka_unit_test(encoding_leaves_only_harmless_bytes),
        cmocka_unit_test(text_in_html_stays_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
