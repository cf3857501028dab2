/* The specification as an actor: what can be done in a state. */
#include "check/spec/spec_internal.h"

#include <stdlib.h>

#include "lang/front/ast.h"

static bool propose(struct actor *actor, struct action_list *actions,
                    char **why, struct error *error)
{
    struct spec *spec = spec_of_actor(actor);
    struct lang_primitive_list all = {0};
    bool fine = lang_session_primitives(spec->session, LANG_WITH, &all, error);
    lang_primitive_list_finish(&spec->proposed);
    spec->proposed = (struct lang_primitive_list){0};
    struct lang_primitive_list events = {0};
    for (size_t i = 0; i < all.count; i++) {
        if (all.items[i].action.is_event) {
            vec_push(&events, all.items[i]);
            continue;
        }
        vec_push(&spec->proposed, all.items[i]);
        action_list_push(actions, action_copy(&all.items[i].action));
    }
    spec->chosen = spec->proposed.count;
    lang_primitive_list_finish(&events);
    free(all.items); /* its elements went into the two lists */
    if (!fine)
        spec_is_at_fault(spec, error);
    if (fine && actions->count == 0)
        *why = lang_session_why_no_action(spec->session);
    return fine;
}

static const struct proposal_hint *hints(struct actor *actor)
{
    struct spec *spec = spec_of_actor(actor);
    vec_clear(&spec->hints);
    for (size_t i = 0; i < spec->proposed.count; i++) {
        const struct lang_primitive *primitive = &spec->proposed.items[i];
        const struct ast_global *declared = primitive->declared;
        struct proposal_hint hint = {
            .name = declared == NULL ? NULL : declared->name->text,
            .weight = primitive->weight,
        };
        vec_push(&spec->hints, hint);
    }
    return spec->hints.items;
}

static void chosen(struct actor *actor, size_t index)
{
    spec_of_actor(actor)->chosen = index;
}

/* "add!", and what `happened` will hold where that is another text:
 * "typeText!(\"a\")". */
static struct value *names(struct actor *actor, size_t index)
{
    struct spec *spec = spec_of_actor(actor);
    const struct lang_primitive *primitive = &spec->proposed.items[index];
    struct value *list[2];
    size_t count = 0;
    struct str declared = STR("");
    if (primitive->declared != NULL) {
        declared = intern_as_str(primitive->declared->name);
        list[count++] = value_string(declared);
    }
    if (primitive->name != NULL) {
        struct buf text;
        buf_init(&text);
        lang_value_add_text(&text, primitive->name);
        if (!str_equal(buf_str(&text), declared))
            list[count++] = value_string(buf_str(&text));
        buf_finish(&text);
    }
    return value_list(list, count);
}

const struct actor_ops spec_actor_table = {
    .propose = propose,
    .hints = hints,
    .chosen = chosen,
    .names = names,
};
