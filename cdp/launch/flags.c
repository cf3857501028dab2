/* In this file: the tables, the merged lists, then the whole line. */
#include "cdp/launch/flags.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/str.h"

/* Always. Not here on purpose: --disable-popup-blocking (a page whose pop-ups
 * are blocked for people should not pass for us; our input counts as a
 * person's). */
static const char *const always[] = {
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-search-engine-choice-screen",
    /* Nobody else speaks to the network or to the person. */
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    "--metrics-recording-only",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--noerrdialogs",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    /* A page that is not in front is tested like any other. */
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    /* At hundreds of actions a second an honest router looks like a flood: its
     * navigations would be throttled. */
    "--disable-ipc-flooding-protection",
    /* Frames of other origins live in the page's process, where the page script
     * can look into them (cdp/targets/frame_bridge.h), and go by its virtual
     * clock. The features that would part them are off, too. */
    "--disable-site-isolation-trials",
    /* The same pixels and texts everywhere. */
    "--disable-gpu",
    "--force-color-profile=srgb",
    "--lang=en-US",
    NULL,
};

static const char *const headless[] = {"--headless", "--hide-scrollbars", NULL};

static const char *const frame_control[] = {
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    "--disable-new-content-rendering-timeout",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
    /* A smooth scroll goes by the dates of frames, which are the real clock's,
     * and needs one after the other: it would be elsewhere in every run. */
    "--disable-smooth-scrolling",
    "--disable-checker-imaging",
    "--disable-image-animation-resync",
    NULL,
};

/* No memory for what is drawn: then no tile of a page is drawn at all, which
 * costs a document more than its layout. Pages do not see the difference. */
#define DRAWS_NOTHING "--force-gpu-mem-available-mb=0"

/* Two features stay off whatever the user's flags say. With this one Chromium
 * holds timers and messages back after an input, so that a state read after
 * the input is an old one. */
#define DEFERRED_TASKS "DeferRendererTasksAfterInput"

/* With this one it makes a new frame and a new window for each document, also
 * for one that is loaded again: that costs a reload a quarter of its time, and
 * frames_forget (frames.h) relies on its being off. */
#define NEW_WINDOWS "RenderDocument"

/* The network's part of the browser is no process of its own: a start takes a
 * seventh less processor time. */
#define FEWER_PROCESSES "NetworkServiceInProcess2"

/* Switches whose value is a list; ours first. */
static const struct {
    const char *name; /* with "=" */
    const char *ours; /* separated by commas */
} lists[] = {
    {"--disable-features=", DEFERRED_TASKS
     ",AutofillServerCommunication,CertificateTransparencyComponentUpdater,"
     "DialMediaRouteProvider,GlobalMediaControls,HttpsFirstBalancedMode,"
     "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,InterestFeedContent"
     "Suggestions,IsolateOrigins,IsolateSandboxedIframes,LazyFrameLoading,"
     "MediaRouter,OptimizationHints," NEW_WINDOWS
     ",Translate,site-per-process"},
    {"--enable-features=", FEWER_PROCESSES},
    {"--disable-blink-features=", ""},
    {"--enable-blink-features=", ""},
};
enum { LIST_COUNT = sizeof lists / sizeof *lists };

static void add(struct cdp_flags *flags, char *text)
{
    flags->argv =
        memory_resized(flags->argv, flags->count + 2, sizeof *flags->argv);
    flags->argv[flags->count++] = text;
    flags->argv[flags->count] = NULL;
}

static void add_copy(struct cdp_flags *flags, const char *text)
{
    add(flags, memory_copy_string(text, strlen(text)));
}

static void add_all(struct cdp_flags *flags, const char *const *texts)
{
    for (; *texts != NULL; texts++)
        add_copy(flags, *texts);
}

/* The value of a list switch in a flag of the user's, or NULL. */
static const char *list_value(const char *flag, size_t list)
{
    size_t length = strlen(lists[list].name);
    return strncmp(flag, lists[list].name, length) == 0 ? flag + length : NULL;
}

static bool is_list(const char *flag)
{
    for (size_t i = 0; i < LIST_COUNT; i++)
        if (list_value(flag, i) != NULL)
            return true;
    return false;
}

static bool contains(const char *items, struct str item)
{
    while (*items != '\0') {
        size_t length = strcspn(items, ",");
        if (str_equal(str_from(items, length), item))
            return true;
        items += length + (items[length] == ',');
    }
    return false;
}

/* Did the user enable this by name? Chromium lets disabling win. */
static bool is_enabled_by_user(const struct cdp_flags_options *options,
                               struct str feature)
{
    for (size_t i = 0; i < options->extra_count; i++) {
        const char *value = list_value(options->extra[i], 1);
        if (value != NULL && contains(value, feature))
            return true;
    }
    return false;
}

static bool is_needed_off(struct str feature)
{
    return str_is(feature, DEFERRED_TASKS) || str_is(feature, NEW_WINDOWS);
}

static void add_items(struct buf *value, const char *items,
                      const struct cdp_flags_options *unless_enabled)
{
    while (*items != '\0') {
        struct str item = str_from(items, strcspn(items, ","));
        bool skip = unless_enabled != NULL && !is_needed_off(item) &&
                    is_enabled_by_user(unless_enabled, item);
        if (item.length > 0 && !skip) {
            if (value->length > 0)
                buf_add_char(value, ',');
            buf_add_str(value, item);
        }
        items += item.length + (items[item.length] == ',');
    }
}

static void add_list(struct cdp_flags *flags, size_t list,
                     const struct cdp_flags_options *options)
{
    struct buf value;
    buf_init(&value);
    add_items(&value, lists[list].ours, options);
    for (size_t i = 0; i < options->extra_count; i++) {
        const char *theirs = list_value(options->extra[i], list);
        if (theirs != NULL)
            add_items(&value, theirs, NULL);
    }
    if (value.length > 0)
        add(flags, memory_format("%s%s", lists[list].name, buf_text(&value)));
    buf_finish(&value);
}

void cdp_flags_init(struct cdp_flags *flags,
                    const struct cdp_flags_options *options)
{
    *flags = (struct cdp_flags){.argv = NULL};
    add_copy(flags, options->program);
    add_all(flags, always);
    if (!options->headful)
        add_all(flags, headless);
    /* Its crash handler would leave our process group. (With this switch the
     * full browser aborts every navigation; its handler ends with it.) */
    if (options->is_shell)
        add_copy(flags, "--disable-crashpad-for-testing");
    if (options->frame_control && options->is_shell)
        add_all(flags, frame_control);
    if (options->is_shell && !options->pictures)
        add_copy(flags, DRAWS_NOTHING);
    if (options->no_sandbox)
        add_copy(flags, "--no-sandbox");
    if (options->small_shared_memory)
        add_copy(flags, "--disable-dev-shm-usage");
    add(flags, memory_format("--user-data-dir=%s", options->profile));
    add(flags,
        memory_format("--window-size=%d,%d", options->width, options->height));
    for (size_t i = 0; i < LIST_COUNT; i++)
        add_list(flags, i, options);
    for (size_t i = 0; i < options->extra_count; i++)
        if (!is_list(options->extra[i]))
            add_copy(flags, options->extra[i]);
    if (!options->is_shell)
        add_copy(flags, "--no-startup-window");
}

void cdp_flags_finish(struct cdp_flags *flags)
{
    for (size_t i = 0; i < flags->count; i++)
        free(flags->argv[i]);
    free(flags->argv);
    *flags = (struct cdp_flags){.argv = NULL};
}
