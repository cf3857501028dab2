/* What a client sends to the embedded web server: any bytes are a request,
 * none, or the beginning of one; and no path leads out of the served folder. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "serve/path.h"
#include "serve/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool is_segment_inside(struct str segment)
{
    return segment.length > 0 && !str_equal(segment, STR(".")) &&
           !str_equal(segment, STR(".."));
}

/* Below the folder: no empty segment, none that goes up. */
static void must_be_inside(struct str path)
{
    size_t start = 0;
    for (size_t i = 0; path.length > 0 && i <= path.length; i++) {
        if (i < path.length && path.data[i] != '/')
            continue;
        must(is_segment_inside(str_from(path.data + start, i - start)));
        start = i + 1;
    }
}

static void must_come_back(struct str decoded)
{
    struct buf sent, again;
    buf_init(&sent);
    buf_init(&again);
    serve_path_encode(&sent, decoded);
    must(serve_path_decode(&again, buf_str(&sent)));
    must(str_equal(buf_str(&again), decoded));
    buf_finish(&sent);
    buf_finish(&again);
}

static void take_path(const struct serve_request *request)
{
    struct buf decoded, name, header;
    buf_init(&decoded);
    buf_init(&name);
    buf_init(&header);
    if (serve_path_decode(&decoded, request->path)) {
        must_come_back(buf_str(&decoded));
        if (serve_path_normalise(&name, buf_str(&decoded)))
            must_be_inside(buf_str(&name));
    }
    serve_path_encode_query(&header, request->query);
    for (size_t i = 0; i < header.length; i++)
        must(header.data[i] != '\r' && header.data[i] != '\n');
    buf_finish(&decoded);
    buf_finish(&name);
    buf_finish(&header);
}

/* As it comes in: a part, then all of it. What was wrong stays wrong, and what
 * was a request is the same one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct serve_request request, part;
    struct str bytes = str_from((const char *)data, size);
    enum serve_read all = serve_request_read(&request, bytes);
    enum serve_read half =
        serve_request_read(&part, str_from(bytes.data, size / 2));
    must(half == SERVE_READ_MORE || half == all);
    if (all != SERVE_READ_OK)
        return 0;
    must(request.bytes > 0 && request.bytes <= size);
    must(half == SERVE_READ_MORE || part.bytes == request.bytes);
    take_path(&request);
    return 0;
}
