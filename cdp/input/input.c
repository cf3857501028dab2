#include "cdp/input/input.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "cdp/input/keys.h"
#include "cdp/wire/params.h"

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
    page_group_send_input(page, "Input.dispatchMouseEvent", &params);
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

static void add_command(struct cdp_params *params, const char *command)
{
    struct buf list;
    buf_init(&list);
    buf_addf(&list, "[\"%s\"]", command);
    cdp_params_raw(params, "commands", buf_str(&list));
    buf_finish(&list);
}

/* `command`: the editing command that the key means, or NULL. */
static void send_key(struct page *page, const char *type, const struct key *key,
                     struct str typed, int modifiers, const char *command)
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
    if (command != NULL)
        add_command(&params, command);
    page_group_send_input(page, "Input.dispatchKeyEvent", &params);
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
        send_key(typing->page, type, key, typed, modifiers, NULL);
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

/* In the order in which they go down. */
static const struct {
    int modifier;
    uint32_t code;
} modifier_keys[] = {{KEY_SHIFT, 0xE008},
                     {KEY_CONTROL, 0xE009},
                     {KEY_ALT, 0xE00A},
                     {KEY_META, 0xE03D}};
enum { MODIFIERS = sizeof modifier_keys / sizeof *modifier_keys };

static void release(struct typing *typing)
{
    for (size_t i = MODIFIERS; i-- > 0;) {
        if ((typing->held & modifier_keys[i].modifier) == 0)
            continue;
        typing->held &= ~modifier_keys[i].modifier;
        struct key key = key_of(modifier_keys[i].code);
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

void input_insert(struct page *page, struct str text)
{
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "text", text);
    page_group_send(page, "Input.insertText", cdp_params_end(&params));
    cdp_params_finish(&params);
}

int input_releases(struct str text)
{
    struct typing typing = {.page = NULL};
    type_all(&typing, text);
    return typing.releases;
}

void input_hold(struct page *page, int modifiers)
{
    int held = 0;
    for (size_t i = 0; i < MODIFIERS; i++) {
        if ((modifiers & modifier_keys[i].modifier) == 0)
            continue;
        struct key key = key_of(modifier_keys[i].code);
        held |= modifier_keys[i].modifier;
        send_key(page, "rawKeyDown", &key, STR(""), held, NULL);
    }
}

void input_let_go(struct page *page, int modifiers)
{
    struct typing typing = {.page = page, .held = modifiers};
    release(&typing);
}

/* With Shift a letter is a capital. */
static struct str typed_by(const struct chord *chord, int modifiers)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char first = chord->typed.length == 1 ? chord->typed.data[0] : 0;
    bool is_letter = first >= 'a' && first <= 'z';
    if (is_letter && (modifiers & KEY_SHIFT) != 0)
        return str_from(capitals + (first - 'a'), 1);
    return chord->typed;
}

void input_chord(struct page *page, const struct chord *chord)
{
    int modifiers = chord->modifiers | chord->key.needs;
    struct str typed = typed_by(chord, modifiers);
    input_hold(page, modifiers);
    if (chord->has_key) {
        bool types = typed.length > 0 && (modifiers & ~KEY_SHIFT) == 0;
        send_key(page, types ? "keyDown" : "rawKeyDown", &chord->key, typed,
                 modifiers, chord->command);
        send_key(page, "keyUp", &chord->key, typed, modifiers, NULL);
    }
    input_let_go(page, modifiers);
}

int input_chord_releases(const struct chord *chord)
{
    int count = chord->has_key ? 1 : 0;
    for (size_t i = 0; i < MODIFIERS; i++)
        if (((chord->modifiers | chord->key.needs) &
             modifier_keys[i].modifier) != 0)
            count++;
    return count;
}
