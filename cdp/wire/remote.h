/* Words for values that live in the page, from what the protocol tells of them
 * (Runtime.RemoteObject): what a person sees of them in a console. */
#ifndef WEIR_CDP_WIRE_REMOTE_H
#define WEIR_CDP_WIRE_REMOTE_H

#include "base/buf.h"
#include "base/json.h"

/* Texts as they are, errors by their first line, objects by a few of their
 * properties. */
void remote_add(struct buf *buf, const struct json *object);

/* The arguments of a call such as console.log: joined by spaces; where the
 * first is a text with %s, %d, %i, %f, %o, %O, %c in it, filled in. */
void remote_add_arguments(struct buf *buf, const struct json *arguments);

#endif
