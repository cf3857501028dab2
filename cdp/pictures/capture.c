/* Order of this file: pictures, places, the whole. */
#include "cdp/pictures/capture.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cdp/page/page.h"

/* A picture takes 20 to 100 ms; a browser that needs longer gives none. */
enum { PATIENCE_MS = 5000 };

/* ---- pictures ----------------------------------------------------------- */

/* Keeps the picture unless the page looks as it did. */
static void keep(struct capture *capture, struct str data)
{
    if (data.length == 0)
        return;
    const struct value *last = capture->picture == NULL
                                   ? NULL
                                   : value_field(capture->picture, STR("data"));
    if (last != NULL && str_equal(value_text(last), data))
        return;
    value_unref(capture->picture);
    struct value_field fields[] = {
        value_named("type", value_string(STR("image/jpeg"))),
        value_named("data", value_string(data)),
    };
    capture->picture = value_object(fields, 2);
    capture->bytes += (int64_t)data.length;
    if (capture->bytes > EVIDENCE_LIMIT_BYTES)
        capture->blind = true;
}

/* The answer to a frame comes when its picture is ready, which is later than
 * what the page does in it. */
static bool await_frame(struct page *page, int64_t deadline_ms)
{
    struct error ignored = ERROR_NONE;
    while (page->frames.under_way != 0)
        if (clock_now_ms() >= deadline_ms ||
            !page_pump(page, deadline_ms, &ignored))
            return false;
    return true;
}

/* A page that has asked for no frame since the last state waits for none, so
 * one more runs no animation callback of it. */
static void take_frame(struct capture *capture, struct page *page,
                       int64_t deadline_ms)
{
    bool fine = await_frame(page, deadline_ms);
    if (fine && !page->frames.fresh && page->dialog == NULL) {
        frames_take_picture(&page->frames, &page->session);
        fine = await_frame(page, deadline_ms);
    }
    page->frames.fresh = false;
    if (fine)
        keep(capture, buf_str(&page->frames.picture));
    else
        capture->blind = true;
}

/* One request and its answer (page->await_reply), as long as no trouble of the
 * test itself is made of it. */
static bool ask(struct page *page, const char *method, struct str params,
                int64_t deadline_ms)
{
    struct error ignored = ERROR_NONE;
    bool was_out_of_time = page->out_of_time;
    page_group_begin(page);
    page_group_send(page, method, params);
    bool fine = page_group_await(page, deadline_ms, &ignored);
    page->out_of_time = was_out_of_time;
    return fine;
}

static void photograph(struct capture *capture, struct page *page,
                       int64_t deadline_ms)
{
    if (!ask(page, "Page.captureScreenshot",
             STR("{\"format\":\"jpeg\",\"quality\":60}"), deadline_ms)) {
        capture->blind = true;
        return;
    }
    keep(capture,
         json_read_string(json_read_field(page->await_reply.body, "data")));
}

static struct value *picture(struct capture *capture, struct page *page,
                             int64_t deadline_ms)
{
    if (capture->blind)
        return value_null();
    if (page->frame_control)
        take_frame(capture, page, deadline_ms);
    else if (page->dialog == NULL)
        photograph(capture, page, deadline_ms);
    bool has = capture->picture != NULL && !capture->blind;
    return has ? value_ref(capture->picture) : value_null();
}

/* ---- places -------------------------------------------------------------- */

/* Of the elements of the state, which a picture is marked with. */
static struct value *places(struct page *page, int64_t deadline_ms)
{
    struct error ignored = ERROR_NONE;
    struct json *found = NULL;
    bool was_out_of_time = page->out_of_time;
    bool fine =
        page->dialog == NULL && page_evaluate(page, STR("weir.places()"),
                                              deadline_ms, &found, &ignored);
    page->out_of_time = was_out_of_time;
    struct value *value = fine ? value_from_json(found) : value_null();
    json_destroy(found);
    return value;
}

/* ---- the whole ---------------------------------------------------------- */

struct value *capture_take(struct capture *capture, struct page *page,
                           int64_t upto, bool is_now, int64_t deadline_ms)
{
    if (!capture->wanted)
        return NULL;
    struct value_field fields[2 + JOURNAL_LISTS];
    size_t count = 0;
    int64_t until = clock_now_ms() + PATIENCE_MS;
    if (until > deadline_ms)
        until = deadline_ms;
    /* Before a frame for the picture moves them. */
    struct value *where = is_now ? places(page, until) : value_null();
    fields[count++] = value_named(
        "picture", is_now ? picture(capture, page, until) : value_null());
    fields[count++] = value_named("places", where);
    for (int list = 0; list < JOURNAL_LISTS; list++)
        fields[count++] = value_named(
            journal_list_name((enum journal_list)list),
            journal_list(&capture->journal, (enum journal_list)list, upto));
    journal_forget(&capture->journal, upto);
    return value_object(fields, count);
}

void capture_begin(struct capture *capture)
{
    capture_end(capture);
    if (capture->wanted)
        journal_init(&capture->journal, NULL);
}

void capture_end(struct capture *capture)
{
    journal_finish(&capture->journal);
    value_unref(capture->picture);
    *capture = (struct capture){.wanted = capture->wanted};
}
