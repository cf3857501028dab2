/* A web server for one folder of static files on 127.0.0.1.
 *
 * It runs in a process of its own (base/worker.h), so that pages load while the
 * caller is busy or waits. A thread would not do: whoever forks with threads
 * about gets a copy in which a lock may be held for ever (decision 0017). It
 * dies with the caller. It answers GET and HEAD; a folder is its index.html.
 * Scripts, style sheets, fonts and pictures of a document may be cached for an
 * hour (each test has a cache of its own, so it sees the files as they are when
 * it begins), documents and what scripts fetch may not.
 * Symbolic links are followed wherever they point (applications are made of
 * them), but no request path leads out of the folder by "..".
 *
 *     struct serve *serve;
 *     if (!serve_start(&serve, "dist", error))
 *         return false;
 *     ... serve_url(serve) ...
 *     serve_stop(serve);
 */
#ifndef WEIR_SERVE_SERVE_H
#define WEIR_SERVE_SERVE_H

#include <stdbool.h>

#include "base/error.h"

struct serve;

/* Addresses that a page shows, and a trace holds, are the same in every run as
 * long as this port is free. (Below those that Linux gives to connections.) */
enum { SERVE_USUAL_PORT = 18737 };

/* Starts the process, which opens the folder and listens on the usual port, or
 * where that is taken on any free one. The folder is held open: later changes
 * of the working directory do not matter. False leaves *out NULL: ERROR_ORIGIN
 * when the folder cannot be opened, ERROR_SETUP when no port can be had,
 * ERROR_IO when no process can. */
bool serve_start(struct serve **out, const char *folder, struct error *error);

/* Ends the process and with it every connection, and frees the server. NULL is
 * fine. */
void serve_stop(struct serve *serve);

int serve_port(const struct serve *serve);

/* "http://127.0.0.1:PORT/"; lives as long as the server. */
const char *serve_url(const struct serve *serve);

#endif
