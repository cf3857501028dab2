/* The commands of lines.h as an HTTP API, with libmicrohttpd: each connection
 * has a thread. */
#ifndef WEIR_EXAMPLES_MODELS_LINES_HTTP_H
#define WEIR_EXAMPLES_MODELS_LINES_HTTP_H

#include <pthread.h>

#include <yajl/yajl_tree.h>

#include "lines.h"

/* Serves until it is ended by a signal or by the end of the input. Commands
 * have the lock while they run. */
int lines_serve_http(const struct command *commands, size_t count,
                     void (*reset)(void), pthread_mutex_t *lock);

/* Gives the lock to others for a moment. */
void lines_pause(pthread_mutex_t *lock);

/* In lines.c. */
void lines_dispatch(const struct request *request,
                    const struct command *commands, size_t count);
void lines_read_arguments(struct request *request, yajl_val list);

#endif
