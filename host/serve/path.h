/* From what a request asks for to a path below the served folder: decode once,
 * then normalise. */
#ifndef WEIR_SERVE_PATH_H
#define WEIR_SERVE_PATH_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

/* Appends the path with its percent-encoded bytes replaced, once. False, and
 * nothing appended, when a '%' is not followed by two hexadecimal digits. */
bool serve_path_decode(struct buf *out, struct str encoded);

/* Appends the decoded path in its shortest form, relative to the served folder:
 * no slash at either end, no empty, "." or ".." segment; the folder itself is
 * the empty path. ".." at the top stays at the top (RFC 3986, 5.2.4). False,
 * and nothing appended, when the path does not begin with '/' or holds a NUL,
 * which no file name can. */
bool serve_path_normalise(struct buf *out, struct str decoded);

/* Whether the request names a folder: it ends with '/', "/." or "/..". */
bool serve_path_is_folder(struct str decoded);

/* Appends the text percent-encoded for a Location header; '/' stays. */
void serve_path_encode(struct buf *out, struct str decoded);

/* Appends a query as it was sent, except bytes that would end or split a
 * header line. */
void serve_path_encode_query(struct buf *out, struct str encoded);

/* Appends the text so that it is text in HTML. */
void serve_path_add_html(struct buf *out, struct str text);

#endif
