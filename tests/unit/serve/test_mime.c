#include "serve/mime.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

static void pages_scripts_and_styles_are_utf8(void **state)
{
    (void)state;
    assert_string_equal(serve_mime_type(STR("index.html")),
                        "text/html; charset=utf-8");
    assert_string_equal(serve_mime_type(STR("a/b.js")),
                        "text/javascript; charset=utf-8");
    assert_string_equal(serve_mime_type(STR("a.mjs")),
                        "text/javascript; charset=utf-8");
    assert_string_equal(serve_mime_type(STR("x.css")),
                        "text/css; charset=utf-8");
    assert_string_equal(serve_mime_type(STR("x.json")),
                        "application/json; charset=utf-8");
    assert_string_equal(serve_mime_type(STR("x.js.map")),
                        "application/json; charset=utf-8");
    assert_string_equal(serve_mime_type(STR("x.svg")),
                        "image/svg+xml; charset=utf-8");
}

static void images_fonts_and_wasm_have_no_charset(void **state)
{
    (void)state;
    assert_string_equal(serve_mime_type(STR("x.png")), "image/png");
    assert_string_equal(serve_mime_type(STR("x.jpg")), "image/jpeg");
    assert_string_equal(serve_mime_type(STR("x.gif")), "image/gif");
    assert_string_equal(serve_mime_type(STR("favicon.ico")), "image/x-icon");
    assert_string_equal(serve_mime_type(STR("x.woff")), "font/woff");
    assert_string_equal(serve_mime_type(STR("x.woff2")), "font/woff2");
    assert_string_equal(serve_mime_type(STR("x.wasm")), "application/wasm");
}

static void case_does_not_matter(void **state)
{
    (void)state;
    assert_string_equal(serve_mime_type(STR("A.PNG")), "image/png");
}

static void unknown_suffixes_are_bytes(void **state)
{
    (void)state;
    const char *bytes = "application/octet-stream";
    assert_string_equal(serve_mime_type(STR("a.unknown")), bytes);
    assert_string_equal(serve_mime_type(STR("a")), bytes);
    assert_string_equal(serve_mime_type(STR("")), bytes);
    assert_string_equal(serve_mime_type(STR("a.")), bytes);
    assert_string_equal(serve_mime_type(STR("js")), bytes);
}

static void only_the_last_segment_has_a_suffix(void **state)
{
    (void)state;
    const char *bytes = "application/octet-stream";
    assert_string_equal(serve_mime_type(STR("a.html/b")), bytes);
    assert_string_equal(serve_mime_type(STR("a/.html")), bytes);
    assert_string_equal(serve_mime_type(STR(".html")), bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_scripts_and_styles_are_utf8),
        cmocka_unit_test(images_fonts_and_wasm_have_no_charset),
        cmocka_unit_test(case_does_not_matter),
        cmocka_unit_test(unknown_suffixes_are_bytes),
        cmocka_unit_test(only_the_last_segment_has_a_suffix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
