#include "cdp/input.h"

#include <string.h>

#include "base/utf8.h"
#include "cdp/keys.h"
#include "cdp/params.h"

/* `click_count` 0: without a button. */
static void send_mouse(struct page *page, const char *type, double x, double y,
                       int click_count)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "type", str_text(type));
    cdp_params_float(&params, "x", x);
    cdp_params_float(&params, "y", y);
    if (click_count > 0) {
        cdp_params_text(&params, "button", STR("left"));
        cdp_params_int(&params, "clickCount", click_count);
    }
    page_group_send(page, "Input.dispatchMouseEvent", cdp_params_end(&params));
    cdp_params_finish(&params);
}

void input_click(struct page *page, double x, double y, int clicks)
{
    page_group_begin(page);
    /* A press without a move misses what shows on hover only. */
    send_mouse(page, "mouseMoved", x, y, 0);
    for (int click = 1; click <= clicks; click++) {
        send_mouse(page, "mousePressed", x, y, click);
        send_mouse(page, "mouseReleased", x, y, click);
    }
    /* A move alone waits for the next frame, and under virtual time perhaps for
     * ever. What follows it flushes it; releasing no button is no event. */
    if (clicks == 0)
        send_mouse(page, "mouseReleased", x, y, 0);
}

static void send_key(struct page *page, const char *type, const struct key *key,
                     struct str typed, int modifiers)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "type", str_text(type));
    cdp_params_text(&params, "key",
                    key->key == NULL ? typed : str_text(key->key));
    cdp_params_text(&params, "code", str_text(key->code));
    cdp_params_int(&params, "modifiers", modifiers);
    if (key->virtual_code != 0)
        cdp_params_int(&params, "windowsVirtualKeyCode", key->virtual_code);
    if (key->location != 0)
        cdp_params_int(&params, "location", key->location);
    if (key->location == 3)
        cdp_params_bool(&params, "isKeypad", true);
    /* With Control, Alt or Meta a key is a command, not a character. */
    bool types = typed.length > 0 && (modifiers & ~KEY_SHIFT) == 0;
    if (types && strcmp(type, "keyDown") == 0)
        cdp_params_text(&params, "text", typed);
    page_group_send(page, "Input.dispatchKeyEvent", cdp_params_end(&params));
    cdp_params_finish(&params);
}

static const struct key *shift(void)
{
    static const struct key left = {
        .key = "Shift", .code = "ShiftLeft", .virtual_code = 16, .location = 1};
    return &left;
}

/* Where the key events go: to the page, or nowhere, to be counted. */
struct typing {
    struct page *page; /* NULL: counts only */
    int held;          /* modifiers that are down */
    int releases;
};

static void key_event(struct typing *typing, const char *type,
                      const struct key *key, struct str typed, int modifiers)
{
    if (strcmp(type, "keyUp") == 0)
        typing->releases++;
    if (typing->page != NULL)
        send_key(typing->page, type, key, typed, modifiers);
}

/* Presses and releases the key of one character; modifiers stay down. */
static void press(struct typing *typing, uint32_t code, struct str character)
{
    struct key key = key_of(code);
    struct str typed = character;
    if (key.key != NULL)
        typed = key.text == NULL ? STR("") : str_text(key.text);
    if (key.modifier != 0) {
        typing->held |= key.modifier;
        key_event(typing, "rawKeyDown", &key, STR(""), typing->held);
        return;
    }
    bool shifts = key.needs != 0 && (typing->held & KEY_SHIFT) == 0;
    int modifiers = typing->held | key.needs;
    if (shifts)
        key_event(typing, "rawKeyDown", shift(), STR(""), modifiers);
    bool commands = (modifiers & ~KEY_SHIFT) != 0;
    key_event(typing, typed.length > 0 && !commands ? "keyDown" : "rawKeyDown",
              &key, typed, modifiers);
    key_event(typing, "keyUp", &key, typed, modifiers);
    if (shifts)
        key_event(typing, "keyUp", shift(), STR(""), typing->held);
}

static void release(struct typing *typing)
{
    static const struct {
        int modifier;
        uint32_t code;
    } modifiers[] = {{KEY_META, 0xE03D},
                     {KEY_ALT, 0xE00A},
                     {KEY_CONTROL, 0xE009},
                     {KEY_SHIFT, 0xE008}};
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++) {
        if ((typing->held & modifiers[i].modifier) == 0)
            continue;
        typing->held &= ~modifiers[i].modifier;
        struct key key = key_of(modifiers[i].code);
        key_event(typing, "keyUp", &key, STR(""), typing->held);
    }
}

static void type_all(struct typing *typing, struct str text)
{
    for (size_t at = 0, used; at < text.length; at += used) {
        struct str rest = str_from(text.data + at, text.length - at);
        uint32_t code = utf8_decode(rest, &used);
        if (code == 0xE000) /* WebDriver's null: all modifiers up */
            release(typing);
        else if (code != UTF8_INVALID)
            press(typing, code, str_from(rest.data, used));
    }
    release(typing);
}

void input_type(struct page *page, struct str text)
{
    struct typing typing = {.page = page};
    page_group_begin(page);
    type_all(&typing, text);
}

int input_releases(struct str text)
{
    struct typing typing = {.page = NULL};
    type_all(&typing, text);
    return typing.releases;
}
