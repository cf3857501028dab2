/* Order of this file: the names, the parts of a chord, the editing commands. */
#include "cdp/input/chord.h"

#include <string.h>

#include "base/utf8.h"

static int modifier_named(struct str name)
{
    static const struct {
        const char *name;
        int modifier;
    } known[] = {
        {"Shift", KEY_SHIFT},  {"Control", KEY_CONTROL}, {"Ctrl", KEY_CONTROL},
        {"Alt", KEY_ALT},      {"Option", KEY_ALT},      {"Meta", KEY_META},
        {"Command", KEY_META}, {"Cmd", KEY_META},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_is(name, known[i].name))
            return known[i].modifier;
    return 0;
}

/* One character, or one of the special keys by name. */
static bool find_key(struct chord *chord, struct str name)
{
    if (str_is(name, "Esc"))
        name = STR("Escape");
    if (str_is(name, "Space"))
        name = STR(" ");
    size_t used = 0;
    uint32_t code = utf8_decode(name, &used);
    if (code != UTF8_INVALID && used == name.length)
        chord->key = key_of(code);
    else if (!key_named(name, &chord->key))
        return false;
    chord->typed = name;
    if (chord->key.key != NULL)
        chord->typed =
            chord->key.text == NULL ? STR("") : str_text(chord->key.text);
    chord->modifiers |= chord->key.modifier;
    chord->has_key = chord->key.modifier == 0;
    return true;
}

/* What Chromium's own menus and key bindings on Linux and Windows mean. */
static const char *command_of(const struct chord *chord)
{
    static const struct {
        char letter;
        int modifiers;
        const char *command;
    } commands[] = {
        {'A', KEY_CONTROL, "selectAll"},
        {'C', KEY_CONTROL, "copy"},
        {'X', KEY_CONTROL, "cut"},
        {'V', KEY_CONTROL, "paste"},
        {'Z', KEY_CONTROL, "undo"},
        {'Y', KEY_CONTROL, "redo"},
        {'Z', KEY_CONTROL | KEY_SHIFT, "redo"},
    };
    for (size_t i = 0; chord->has_key && i < sizeof commands / sizeof *commands;
         i++)
        if (chord->key.virtual_code == commands[i].letter &&
            (chord->modifiers | chord->key.needs) == commands[i].modifiers)
            return commands[i].command;
    return NULL;
}

static bool add_part(struct chord *chord, struct str part, struct error *error)
{
    int modifier = modifier_named(part);
    if (chord->has_key)
        return error_set(error, ERROR_RUN,
                         "only the last key of a chord is none of Shift, "
                         "Control, Alt and Meta");
    chord->modifiers |= modifier;
    if (modifier == 0 && !find_key(chord, part))
        return error_set(error, ERROR_RUN,
                         "there is no key \"%.*s\" (keys have the names of "
                         "KeyboardEvent.key: Enter, ArrowLeft, F5, a)",
                         STR_ARGS(part));
    return true;
}

bool chord_parse(struct chord *chord, struct str text, struct error *error)
{
    *chord = (struct chord){.typed = STR("")};
    if (text.length == 0)
        return error_set(error, ERROR_RUN, "a chord has at least one key");
    size_t start = 0;
    while (start < text.length) {
        /* A plus where a key begins is that key. */
        size_t end = start + 1;
        while (end < text.length && text.data[end] != '+')
            end++;
        if (!add_part(chord, str_from(text.data + start, end - start), error))
            return false;
        if (end + 1 == text.length)
            return error_set(error, ERROR_RUN, "a chord does not end with '+'");
        start = end + 1;
    }
    chord->command = command_of(chord);
    return true;
}
