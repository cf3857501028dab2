/* From the bottom up: headers, the kinds of answers, which one a path gets. */
#include "serve/answer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/mime.h"
#include "serve/path.h"

/* What the functions below hand to each other. */
struct asked {
    struct serve_answer *answer;
    const struct serve_request *request;
    int folder;      /* descriptor of the served folder */
    struct str path; /* decoded */
    struct str name; /* normalised */
};

/* Each test has a browser context, and so a cache, of its own. Within one, a
 * document that is loaded anew finds its parts there. */
#define CACHED "max-age=3600"
#define NOT_CACHED "no-store"

static void add_headers(struct serve_answer *answer, const char *status,
                        const char *type, off_t length_bytes, const char *cache)
{
    buf_addf(&answer->start,
             "HTTP/1.1 %s\r\n"
             "Server: weir\r\n"
             "Content-Type: %s\r\n"
             "Content-Length: %lld\r\n"
             "Cache-Control: %s\r\n"
             "Connection: %s\r\n",
             status, type, (long long)length_bytes, cache,
             answer->keep_alive ? "keep-alive" : "close");
}

static void end_headers(struct serve_answer *answer)
{
    buf_add_text(&answer->start, "\r\n");
}

/* A page of our own; `header` is one more header with its line end, or "". */
static void answer_page(struct serve_answer *answer, const char *status,
                        const char *header, struct str about, bool head_only)
{
    struct buf page;
    buf_init(&page);
    buf_addf(&page,
             "<!doctype html>\n<meta charset=\"utf-8\">\n"
             "<title>%s</title>\n<h1>%s</h1>\n<p><code>",
             status, status);
    serve_path_add_html(&page, about);
    buf_add_text(&page, "</code></p>\n");
    add_headers(answer, status, "text/html; charset=utf-8", (off_t)page.length,
                NOT_CACHED);
    buf_add_text(&answer->start, header);
    end_headers(answer);
    if (!head_only)
        buf_add_str(&answer->start, buf_str(&page));
    buf_finish(&page);
}

static void answer_not_found(const struct asked *asked)
{
    answer_page(asked->answer, "404 Not Found", "", asked->path,
                asked->request->method == SERVE_HEAD);
}

/* Takes `file`. */
static void answer_file(const struct asked *asked, int file, off_t bytes,
                        struct str name)
{
    struct serve_answer *answer = asked->answer;
    add_headers(answer, "200 OK", serve_mime_type(name), bytes,
                asked->request->is_part ? CACHED : NOT_CACHED);
    end_headers(answer);
    if (asked->request->method == SERVE_HEAD || bytes == 0) {
        close(file);
        return;
    }
    answer->has_file = true;
    answer->file = file;
    answer->left_bytes = bytes;
}

/* A folder asked for without a slash: relative links in its page would be
 * resolved one level too high. Made from the normalised name, so that the
 * location cannot begin with "//", which would name another host. */
static void answer_redirect(const struct asked *asked)
{
    struct buf header;
    buf_init(&header);
    buf_add_text(&header, "Location: /");
    serve_path_encode(&header, asked->name);
    buf_add_char(&header, '/');
    if (asked->request->has_query) {
        buf_add_char(&header, '?');
        serve_path_encode_query(&header, asked->request->query);
    }
    buf_add_text(&header, "\r\n");
    answer_page(asked->answer, "301 Moved Permanently", buf_text(&header),
                asked->path, asked->request->method == SERVE_HEAD);
    buf_finish(&header);
}

/* An open regular file or folder, or -1. Without O_NONBLOCK a named pipe would
 * stop the server. */
static int open_below(int folder, const char *name, struct stat *info)
{
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return -1;
    if (fstat(file, info) == 0 &&
        (S_ISREG(info->st_mode) || S_ISDIR(info->st_mode)))
        return file;
    close(file);
    return -1;
}

/* The file, when there is a regular one with this name. */
static void answer_regular(const struct asked *asked, const char *name)
{
    struct stat info;
    int file = open_below(asked->folder, name, &info);
    if (file >= 0 && S_ISREG(info.st_mode)) {
        answer_file(asked, file, info.st_size, str_text(name));
        return;
    }
    if (file >= 0)
        close(file);
    answer_not_found(asked);
}

static void answer_index(const struct asked *asked)
{
    struct buf index;
    buf_init(&index);
    buf_add_str(&index, asked->name);
    buf_add_text(&index,
                 asked->name.length == 0 ? "index.html" : "/index.html");
    answer_regular(asked, buf_text(&index));
    buf_finish(&index);
}

static void answer_name(const struct asked *asked)
{
    struct stat info;
    int file = open_below(
        asked->folder, asked->name.length == 0 ? "." : asked->name.data, &info);
    if (file < 0) {
        answer_not_found(asked);
        return;
    }
    bool is_folder = S_ISDIR(info.st_mode);
    bool asked_for_folder = serve_path_is_folder(asked->path);
    if (!is_folder && !asked_for_folder) {
        answer_file(asked, file, info.st_size, asked->name);
        return;
    }
    close(file);
    if (!is_folder)
        answer_not_found(asked);
    else if (!asked_for_folder)
        answer_redirect(asked);
    else
        answer_index(asked);
}

void serve_answer_init(struct serve_answer *answer, int folder,
                       const struct serve_request *request)
{
    *answer = (struct serve_answer){.keep_alive = request->keep_alive};
    if (request->method == SERVE_OTHER) {
        answer->keep_alive = false;
        answer_page(answer, "405 Method Not Allowed", "Allow: GET, HEAD\r\n",
                    request->path, false);
        return;
    }
    struct buf path, name;
    buf_init(&path);
    buf_init(&name);
    if (serve_path_decode(&path, request->path) &&
        serve_path_normalise(&name, buf_str(&path)))
        answer_name(&(struct asked){.answer = answer,
                                    .request = request,
                                    .folder = folder,
                                    .path = buf_str(&path),
                                    .name = buf_str(&name)});
    else
        answer_page(answer, "400 Bad Request", "", request->path,
                    request->method == SERVE_HEAD);
    buf_finish(&path);
    buf_finish(&name);
}

void serve_answer_init_bad(struct serve_answer *answer)
{
    *answer = (struct serve_answer){.keep_alive = false};
    answer_page(answer, "400 Bad Request", "", STR(""), false);
}

void serve_answer_finish(struct serve_answer *answer)
{
    if (answer->has_file)
        close(answer->file);
    buf_finish(&answer->start);
    *answer = (struct serve_answer){.has_file = false};
}

bool serve_answer_is_done(const struct serve_answer *answer)
{
    return answer->sent_bytes == answer->start.length &&
           answer->left_bytes == 0;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

ssize_t serve_answer_next(struct serve_answer *answer, char *room, size_t size)
{
    size_t used = smaller(answer->start.length - answer->sent_bytes, size);
    if (used > 0)
        memcpy(room, answer->start.data + answer->sent_bytes, used);
    answer->sent_bytes += used;
    if (answer->left_bytes == 0 || used == size)
        return (ssize_t)used;
    size_t wanted = size - used;
    if (answer->left_bytes < (off_t)wanted)
        wanted = (size_t)answer->left_bytes;
    ssize_t got =
        pread(answer->file, room + used, wanted, answer->offset_bytes);
    if (got <= 0) /* the file shrank: its Content-Length is a lie now */
        return -1;
    answer->offset_bytes += got;
    answer->left_bytes -= got;
    return (ssize_t)used + got;
}
