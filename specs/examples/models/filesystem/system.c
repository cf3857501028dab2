/* Directories and files in memory, with one of these faults:
 *
 *   again   opening a file that is there empties it
 *   open    opening looks whether the file is open first, and takes it later:
 *           two processes have it open
 *   right   opening is locked
 */
#include <stdlib.h>
#include <string.h>

#include "../lines.h"

enum { NODES = 512, HANDLES = 512, PATH_LIMIT = 32, TEXT_LIMIT = 1024 };

struct node {
    char path[PATH_LIMIT];
    char text[TEXT_LIMIT];
    size_t length;
    bool is_directory, is_open;
};

static struct node nodes[NODES];
static size_t node_count;
static struct node *handles[HANDLES]; /* NULL: closed */
static size_t handle_count;
static const char *fault = "right";
static struct lines_lock lock;

static struct node *add(const char *path, bool is_directory)
{
    if (node_count == NODES || strlen(path) >= PATH_LIMIT)
        return NULL;
    struct node *node = &nodes[node_count++];
    *node = (struct node){.is_directory = is_directory};
    strcpy(node->path, path);
    return node;
}

static void reset(void)
{
    node_count = handle_count = 0;
    lock.is_held = false;
    add("/", true);
}

static bool has_fault(const char *name)
{
    return strcmp(fault, name) == 0;
}

static struct node *find(const char *path, bool is_directory)
{
    for (size_t i = 0; i < node_count; i++)
        if (nodes[i].is_directory == is_directory &&
            strcmp(nodes[i].path, path) == 0)
            return &nodes[i];
    return NULL;
}

static bool has_parent(const char *path)
{
    char parent[PATH_LIMIT];
    const char *end = strrchr(path, '/');
    size_t length = end == NULL ? 0 : (size_t)(end - path);
    if (length >= PATH_LIMIT)
        return false;
    memcpy(parent, path, length);
    parent[length] = '\0';
    return find(length == 0 ? "/" : parent, true) != NULL;
}

static void make_directory(const struct request *request)
{
    const char *path = request->texts[0];
    if (find(path, true) != NULL)
        answer_error(request, "exists");
    else if (!has_parent(path))
        answer_error(request, "no such directory");
    else if (add(path, true) == NULL)
        answer_error(request, "full");
    else
        answer_null(request);
}

/* The file, which is made if it is not there. NULL: *why. */
static struct node *openable(const char *path, const char **why)
{
    struct node *node = find(path, false);
    if (node != NULL && node->is_open)
        *why = "busy";
    else if (!has_parent(path))
        *why = "no such directory";
    else if (handle_count == HANDLES || node_count == NODES)
        *why = "full";
    else
        return node != NULL ? node : add(path, false);
    return NULL;
}

static void take(const struct request *request)
{
    if (!has_fault("open"))
        lines_take(&lock, request);
}

static void release(void)
{
    if (!has_fault("open"))
        lines_release(&lock);
}

static void open_file(const struct request *request)
{
    const char *why = NULL;
    take(request);
    struct node *node = openable(request->texts[0], &why);
    lines_yield(request, "looked");
    size_t handle = handle_count;
    if (node != NULL) {
        node->is_open = true;
        if (has_fault("again"))
            node->length = 0;
        handles[handle_count++] = node;
    }
    release();
    if (node != NULL)
        answer_number(request, (long long)handle);
    else
        answer_error(request, why);
}

static void write_file(const struct request *request)
{
    struct node *node = handles[request->numbers[0]];
    const char *text = request->texts[1];
    size_t length = strlen(text);
    if (node == NULL) {
        answer_error(request, "closed");
    } else if (node->length + length >= TEXT_LIMIT) {
        answer_error(request, "full");
    } else {
        memcpy(node->text + node->length, text, length);
        node->length += length;
        answer_null(request);
    }
}

static void close_file(const struct request *request)
{
    struct node **handle = &handles[request->numbers[0]];
    if (*handle != NULL)
        (*handle)->is_open = false;
    *handle = NULL;
    answer_null(request);
}

/* Waits for whoever opens a file. */
static void read_file(const struct request *request)
{
    take(request);
    struct node *node = find(request->texts[0], false);
    release();
    if (node == NULL) {
        answer_error(request, "no such file");
    } else if (node->is_open) {
        answer_error(request, "busy");
    } else {
        node->text[node->length] = '\0';
        answer_text(request, node->text);
    }
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"MkDir", make_directory},
                                              {"Open", open_file},
                                              {"Write", write_file},
                                              {"Close", close_file},
                                              {"Read", read_file}};
    if (argc > 1)
        fault = argv[1];
    return lines_serve_threads(commands, 5, reset);
}
