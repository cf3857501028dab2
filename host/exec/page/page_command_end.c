#include "exec/page/page_command.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "exec/page/meant.h"
#include "exec/page/stops.h"

void page_forget_command(struct page_system *page)
{
    value_unref(page->command.actions);
    value_unref(page->command.settle);
    free(page->command.refused);
    stops_finish(&page->command.stops);
    page->command = (struct command){0};
}

/* {"requests": [...]}, and what else is known of the state. */
static struct value *detail_of(const struct page_system *page)
{
    struct value *requests =
        value_list(page->requests.items, page->requests.count);
    for (size_t i = 0; i < page->requests.count; i++)
        value_ref(page->requests.items[i]);
    if (page->evidence != NULL &&
        value_field_named(page->evidence, "requests") != NULL)
        return value_with_field(page->evidence, STR("requests"), requests);
    struct value_field field = value_named("requests", requests);
    return value_object(&field, 1);
}

enum system_next page_command_end(struct page_system *page,
                                  enum system_event_kind kind, char *words,
                                  struct system_event *event)
{
    *event = (struct system_event){
        .kind = kind,
        .process = page->command.process,
        .number = page->command.number,
        .call_ns = page->command.call_ns,
        .time_ns = clock_now_us() * 1000,
        .text = words,
    };
    event->detail = detail_of(page);
    if (kind == SYSTEM_OK)
        event->answer = page_view(page);
    page_forget_command(page);
    return SYSTEM_EVENT;
}

enum system_next page_command_end_well(struct page_system *page,
                                       struct system_event *event)
{
    char *words = NULL;
    if (page->broken != NULL) {
        words = memory_format("the page had an error that nothing caught: %s",
                              page->broken);
        free(page->told_broken);
        page->told_broken = page->broken;
        page->broken = NULL;
    }
    return page_command_end(page, SYSTEM_OK, words, event);
}

/* The mistake of a model, which is in what a command does. */
static void in_its_words(const struct page_system *page, struct error *error)
{
    const struct command *command = &page->command;
    char *words = meant_words(command->actions, command->at, error->message);
    error_set(error, error->code, "\"page\" of %s: %s", command->name, words);
    free(words);
}

enum system_next page_command_end_in_trouble(struct page_system *page,
                                             struct system_event *event,
                                             struct error *error)
{
    enum system_event_kind kind = SYSTEM_ERROR;
    if (error->code == ERROR_SPEC && page->command.name != NULL)
        in_its_words(page, error);
    if (error->code == ERROR_LOST)
        kind = SYSTEM_LOST;
    else if (error->code == ERROR_SILENT)
        kind = SYSTEM_SILENT;
    else if (error->code != ERROR_RUN && error->code != ERROR_ORIGIN)
        return SYSTEM_FAILED;
    char *words = memory_format("%s", error->message);
    *error = ERROR_NONE;
    return page_command_end(page, kind, words, event);
}
