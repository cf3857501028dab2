#include "base/intern.h"

void intern_init(struct intern *table)
{
    arena_init(&table->arena);
    map_init(&table->names);
}

void intern_finish(struct intern *table)
{
    map_finish(&table->names);
    arena_finish(&table->arena);
}

intern_t intern_str(struct intern *table, struct str text)
{
    struct intern_name *name = map_find(&table->names, text);
    if (name != NULL)
        return name;
    name = ARENA_NEW(&table->arena, struct intern_name);
    name->length = text.length;
    name->text = arena_copy_string(&table->arena, text.data, text.length);
    map_set(&table->names, text, name);
    return name;
}

intern_t intern_text(struct intern *table, const char *text)
{
    return intern_str(table, str_text(text));
}
