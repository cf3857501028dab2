#include "port/system.h"

#include <stdlib.h>

void system_event_finish(struct system_event *event)
{
    value_unref(event->answer);
    value_unref(event->detail);
    free(event->text);
    *event = (struct system_event){0};
}
