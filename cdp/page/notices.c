#include "cdp/page/notices.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "cdp/wire/wire.h"

static const struct {
    const char *kind, *text;
} known[] = {
    {"worker", "the page starts a worker, whose chance is its own"},
    {"shared-worker",
     "the page starts a shared worker, whose clock and chance are its own"},
    {"service-worker",
     "the page registers a service worker, whose clock and chance are its own"},
    {"websocket", "the page opens a WebSocket, and what comes through it comes "
                  "in real time"},
    {"event-source", "the page opens an EventSource, and what comes through it "
                     "comes in real time"},
    {"broadcast-channel", "the page opens a BroadcastChannel, and what comes "
                          "through it comes in real time"},
    {"webrtc", "the page makes a connection of WebRTC, which goes by real "
               "time"},
    {"web-transport", "the page opens a WebTransport, and what comes through "
                      "it comes in real time"},
    {"crypto-key", "the page makes keys (crypto.subtle.generateKey), which do "
                   "not come from the seed"},
    {"media", "the page plays sound or video, which goes by real time"},
};

static void add(struct notice_list *list, const char *kind, const char *text)
{
    struct buf words;
    buf_init(&words);
    buf_addf(&words,
             "%s: the same seed may give another run in spite of "
             "--deterministic",
             text);
    notice_list_add(list, kind, buf_text(&words));
    buf_finish(&words);
}

void notices_hear(struct notice_list *list, struct str kind)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_is(kind, known[i].kind))
            add(list, known[i].kind, known[i].text);
}

/* "http://host:port" of an address; its scheme and "://" where there is no
 * host. */
static struct str origin_of(struct str url)
{
    const char *colon = memchr(url.data, ':', url.length);
    if (colon == NULL)
        return STR("");
    size_t length = (size_t)(colon - url.data) + 1;
    while (length < url.length && url.data[length] == '/' &&
           length < (size_t)(colon - url.data) + 3)
        length++;
    while (length < url.length && strchr("/?#", url.data[length]) == NULL)
        length++;
    return str_from(url.data, length);
}

static bool goes_out(struct str url)
{
    return str_starts_with(url, "http:") || str_starts_with(url, "https:") ||
           str_starts_with(url, "ftp:");
}

void notices_hear_request(struct notice_list *list, const char *url,
                          const struct json *params)
{
    const struct json *request = json_read_field(params, "request");
    struct str asked = json_read_string(json_read_field(request, "url"));
    struct str origin = origin_of(asked);
    struct str own = origin_of(str_text(url));
    if (!goes_out(asked) || str_equal(origin, own))
        return;
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "the page asks another server than its own (%.*s), which answers "
             "in its own time",
             origin.length > 200 ? 200 : (int)origin.length, origin.data);
    add(list, "other-origin", buf_text(&text));
    buf_finish(&text);
}

void notices_hear_live(struct notice_list *list, const char *what)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "the page opens %s, and what comes through it comes in real time, "
             "while waits of the page's own time take none (--time virtual): "
             "what waits for a message may be judged before it comes; with "
             "--time real it is not",
             what);
    notice_list_add(list, "live-messages", buf_text(&text));
    buf_finish(&text);
}

bool notices_hear_opened(struct notice_list *list, struct str payload)
{
    bool is_socket = str_is(payload, "{\"kind\":\"live\",\"what\":\"socket\"}");
    bool is_stream = str_is(payload, "{\"kind\":\"live\",\"what\":\"stream\"}");
    if (list != NULL && is_socket)
        notices_hear_live(list, NOTICES_SOCKET);
    if (list != NULL && is_stream)
        notices_hear_live(list, NOTICES_STREAM);
    return is_socket || is_stream;
}

/* Where it begins; the rest is a stack of calls, or very long. */
static struct str headline(struct str text)
{
    enum { MOST = 160 };
    const char *end = memchr(text.data, '\n', text.length);
    size_t length = end == NULL ? text.length : (size_t)(end - text.data);
    return str_from(text.data, length > MOST ? utf8_floor(text, MOST) : length);
}

static const char uncaught[] = "uncaught";

void notices_take_back_error(struct notice_list *list)
{
    notice_list_drop(list, uncaught);
}

void notices_add_error(struct buf *out, const struct value *error)
{
    struct str where = value_text(value_field(error, STR("where")));
    bool is_promised =
        str_is(value_text(value_field(error, STR("kind"))), "rejection");
    buf_addf(
        out, "%s%.*s",
        is_promised ? "a promise of the page was rejected, which nothing "
                      "caught: "
                    : "an error of the page was not caught: ",
        STR_ARGS(headline(value_text(value_field(error, STR("message"))))));
    if (where.length > 0)
        buf_addf(out, " (%.*s)", STR_ARGS(where));
}

bool notices_hear_error(struct notice_list *list, const struct value *error)
{
    struct buf words;
    buf_init(&words);
    notices_add_error(&words, error);
    bool is_first = notice_list_add(list, uncaught, buf_text(&words));
    buf_finish(&words);
    return is_first;
}

bool notices_hear_unseen(struct notice_list *list, struct str payload)
{
    struct error error = ERROR_NONE;
    if (!str_starts_with(payload, "{\"kind\":\"unseen\""))
        return false;
    struct json *root = json_parse_utf16(payload, &error);
    struct str at = json_read_string(json_read_field(root, "at"));
    bool is_frame =
        str_is(json_read_string(json_read_field(root, "what")), "frame");
    struct buf text;
    buf_init(&text);
    buf_addf(
        &text,
        "a selector with >>> leads into %s (%.*s), where weir sees nothing: "
        "what it selects there is an empty list",
        is_frame ? "a frame of another origin" : "a closed shadow root",
        at.length > 200 ? 200 : (int)at.length, at.data);
    notice_list_add(list, is_frame ? "unseen-frame" : "unseen-shadow",
                    buf_text(&text));
    buf_finish(&text);
    json_destroy(root);
    return true;
}

void notices_hear_unreachable(struct notice_list *list, struct str url)
{
    struct buf text;
    buf_init(&text);
    buf_addf(
        &text,
        "in the middle of a test %.*s did not answer: the browser showed a "
        "page of its own, whose states count as the application's",
        url.length > 200 ? 200 : (int)url.length, url.data);
    notice_list_add(list, "unreachable", buf_text(&text));
    buf_finish(&text);
}

void notices_add_connected(struct notice_list *list)
{
    notice_list_add(
        list, "connected-browser",
        "the browser was not started by weir (--connect), which is weaker: its "
        "frames come in real time, so what hangs on a frame may differ between "
        "two runs of one seed; it may hold timers back after an input, and the "
        "timers and frames of a window that is hidden; its other tabs take "
        "their share of the machine");
}
