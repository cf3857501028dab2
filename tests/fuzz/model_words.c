/* What a model in any language says: of itself, and what it asks when it draws
 * arguments. The first byte chooses which. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "fake/info.h"
#include "fake/pick.h"
#include "gen/tape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* Taken whole, with a name for each command, or refused with a reason. */
static void read_info(const struct value *given)
{
    struct arena arena = {0};
    struct model_info info = {0};
    struct error error = ERROR_NONE;
    if (info_read(given, "model", &arena, &info, &error)) {
        must(info.name != NULL && info.command_count > 0);
        for (size_t i = 0; i < info.command_count; i++)
            must(info.commands[i].name != NULL);
    } else {
        must(error.code == ERROR_SPEC && error.message[0] != '\0');
    }
    arena_finish(&arena);
}

/* One answer, which is JSON with one meaning. */
static void answer(const struct value *question)
{
    static const char *const creates[] = {"queue"};
    const struct model_command command = {
        .name = "New", .creates = creates, .create_count = 1};
    const struct model_info info = {
        .name = "m", .commands = &command, .command_count = 1};
    struct model_refs refs = {.items = VEC_EMPTY};
    struct model_ref ref = {0, 0, "queue"};
    vec_push(&refs.items, ref);
    struct pick pick = {
        .tape = tape_create(1), .refs = &refs, .info = &info, .open = 0};
    struct buf text = {0};
    pick_answer(&pick, question, &text);
    struct value *said = value_parse(buf_str(&text), NULL);
    must(said != NULL && said->kind == VALUE_OBJECT);
    must((value_field_named(said, "picked") != NULL) !=
         (value_field_named(said, "wrong") != NULL));
    value_unref(said);
    pick_finish(&pick);
    tape_destroy(pick.tape);
    buf_finish(&text);
    vec_finish(&refs.items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct value *given =
        value_parse(str_from((const char *)data + 1, size - 1), NULL);
    if (given == NULL)
        return 0;
    if (data[0] == 'i')
        read_info(given);
    else
        answer(given);
    value_unref(given);
    return 0;
}
