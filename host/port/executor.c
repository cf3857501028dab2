#include "port/executor.h"

#include <stdlib.h>

void executor_message_init(struct executor_message *message)
{
    *message = (struct executor_message){.kind = EXECUTOR_STALE};
}

void executor_message_finish(struct executor_message *message)
{
    action_list_finish(&message->events);
    value_unref(message->state);
    value_unref(message->target);
    value_unref(message->evidence);
    free(message->text);
    executor_message_init(message);
}

void executor_rest(struct executor *executor)
{
    if (executor->ops->rest != NULL)
        executor->ops->rest(executor);
}
