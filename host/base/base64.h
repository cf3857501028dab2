/* Bytes as text (RFC 4648, section 4). */
#ifndef WEIR_BASE_BASE64_H
#define WEIR_BASE_BASE64_H

#include "base/buf.h"
#include "base/str.h"

void base64_add(struct buf *out, struct str bytes);

#endif
