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
    value_unref(message->ticked);
    value_unref(message->broken);
    free(message->text);
    executor_message_init(message);
}

struct executor_message *executor_queue_add(struct executor_queue *queue)
{
    struct executor_message message;
    executor_message_init(&message);
    vec_push(&queue->messages, message);
    return &vec_last(&queue->messages);
}

size_t executor_queue_count(const struct executor_queue *queue)
{
    return queue->messages.count - queue->first;
}

bool executor_queue_take(struct executor_queue *queue,
                         struct executor_message *message)
{
    if (executor_queue_count(queue) == 0)
        return false;
    *message = queue->messages.items[queue->first++];
    if (executor_queue_count(queue) == 0)
        executor_queue_clear(queue); /* its room is used again */
    return true;
}

void executor_queue_clear(struct executor_queue *queue)
{
    for (size_t i = queue->first; i < queue->messages.count; i++)
        executor_message_finish(&queue->messages.items[i]);
    queue->first = 0;
    vec_clear(&queue->messages);
}

void executor_queue_finish(struct executor_queue *queue)
{
    executor_queue_clear(queue);
    vec_finish(&queue->messages);
}

void executor_rest(struct executor *executor)
{
    if (executor->ops->rest != NULL)
        executor->ops->rest(executor);
}
