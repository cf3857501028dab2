/* Answers without a connection: how the bytes are handed out. */
#include "serve/answer.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct place {
    char path[64];
    char file[100]; /* path/ten, "0123456789" */
    int folder;
};

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    snprintf(place->path, sizeof place->path, "/tmp/weir-answer-XXXXXX");
    assert_non_null(mkdtemp(place->path));
    snprintf(place->file, sizeof place->file, "%s/ten", place->path);
    FILE *file = fopen(place->file, "w");
    fputs("0123456789", file);
    fclose(file);
    place->folder = open(place->path, O_RDONLY | O_DIRECTORY);
    *state = place;
    return 0;
}

static int remove_place(void **state)
{
    struct place *place = *state;
    close(place->folder);
    unlink(place->file);
    rmdir(place->path);
    free(place);
    return 0;
}

static void begin(struct serve_answer *answer, const struct place *place)
{
    struct serve_request request = {
        .method = SERVE_GET, .path = STR("/ten"), .keep_alive = true};
    serve_answer_init(answer, place->folder, &request);
}

static bool may_be_cached(const struct place *place, const char *path,
                          bool is_part)
{
    struct serve_request request = {
        .method = SERVE_GET, .path = str_text(path), .is_part = is_part};
    struct serve_answer answer;
    serve_answer_init(&answer, place->folder, &request);
    const char *start = buf_text(&answer.start);
    bool may = strstr(start, "Cache-Control: max-age=3600\r\n") != NULL;
    assert_true(may != (strstr(start, "Cache-Control: no-store\r\n") != NULL));
    serve_answer_finish(&answer);
    return may;
}

static void only_parts_of_documents_may_be_cached(void **state)
{
    assert_true(may_be_cached(*state, "/ten", true));
    assert_false(may_be_cached(*state, "/ten", false));
    assert_false(may_be_cached(*state, "/missing", true));
    assert_false(may_be_cached(*state, "/..%00", true));
}

/* The same bytes come out whatever the size of the pieces. */
static void an_answer_is_whole_in_pieces_of_any_size(void **state)
{
    const struct place *place = *state;
    struct buf first;
    buf_init(&first);
    for (size_t size = 1; size < 300; size++) {
        struct serve_answer answer;
        struct buf all;
        char room[300];
        ssize_t length;
        begin(&answer, place);
        buf_init(&all);
        while ((length = serve_answer_next(&answer, room, size)) > 0)
            buf_add(&all, room, (size_t)length);
        assert_int_equal(length, 0);
        assert_true(serve_answer_is_done(&answer));
        assert_true(str_ends_with(buf_str(&all), "\r\n\r\n0123456789"));
        if (size == 1)
            buf_add_str(&first, buf_str(&all));
        assert_string_equal(buf_text(&all), buf_text(&first));
        buf_finish(&all);
        serve_answer_finish(&answer);
    }
    buf_finish(&first);
}

/* Its Content-Length cannot be kept: the connection must be cut. */
static void a_file_that_shrinks_meanwhile_is_an_error(void **state)
{
    const struct place *place = *state;
    struct serve_answer answer;
    begin(&answer, place);
    assert_int_equal(truncate(place->file, 4), 0);
    char room[1000];
    ssize_t length = serve_answer_next(&answer, room, sizeof room);
    assert_true(length > 0);
    assert_false(serve_answer_is_done(&answer));
    assert_int_equal(serve_answer_next(&answer, room, sizeof room), -1);
    serve_answer_finish(&answer);
}

static void a_file_that_grows_meanwhile_is_cut_to_its_old_size(void **state)
{
    const struct place *place = *state;
    struct serve_answer answer;
    begin(&answer, place);
    FILE *file = fopen(place->file, "a");
    fputs("more", file);
    fclose(file);
    char room[1000];
    ssize_t length = serve_answer_next(&answer, room, sizeof room);
    assert_true(str_ends_with(str_from(room, (size_t)length), "0123456789"));
    assert_true(serve_answer_is_done(&answer));
    serve_answer_finish(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_parts_of_documents_may_be_cached,
                                        make_place, remove_place),
        cmocka_unit_test_setup_teardown(
            an_answer_is_whole_in_pieces_of_any_size, make_place, remove_place),
        cmocka_unit_test_setup_teardown(
            a_file_that_shrinks_meanwhile_is_an_error, make_place,
            remove_place),
        cmocka_unit_test_setup_teardown(
            a_file_that_grows_meanwhile_is_cut_to_its_old_size, make_place,
            remove_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
