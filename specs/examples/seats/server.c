/* seats: the seats of a small cinema, for several people at a time; the server
 * of specs/examples/seats/README.md. In this file: the seats, what is asked,
 * news, the page, options. */
#include <arpa/inet.h>
#include <getopt.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <microhttpd.h>

enum {
    SEATS = 4,
    NAME_LIMIT = 16,
    BODY_LIMIT = 1000,
    TEXT_LIMIT = 1000,
    FILE_LIMIT = 100 * 1000,
    BEAT_MS = 200, /* so often a client that waits for news is looked after */
};

/* ---- the seats ----------------------------------------------------------- */

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    char names[SEATS][NAME_LIMIT]; /* "": free */
    int sold;
    long long version;
} seats = {.mutex = PTHREAD_MUTEX_INITIALIZER,
           .changed = PTHREAD_COND_INITIALIZER};

/* Those below are called with the mutex held. */
static void note_change(void)
{
    seats.version++;
    pthread_cond_broadcast(&seats.changed);
}

static void give(int seat, const char *name)
{
    snprintf(seats.names[seat], NAME_LIMIT, "%s", name);
}

/* False: it has been taken. */
static bool book(int seat, const char *name)
{
    if (seats.names[seat][0] != '\0')
        return false;
    give(seat, name);
    seats.sold++;
    return true;
}

static void give_back(int seat)
{
    seats.sold -= seats.names[seat][0] != '\0';
    give(seat, "");
}

/* "ann,,bob,": all of them. */
static void give_all(const char *names)
{
    seats.sold = 0;
    for (int i = 0; i < SEATS; i++) {
        size_t length = strcspn(names, ",");
        snprintf(seats.names[i], NAME_LIMIT, "%.*s", (int)length, names);
        seats.sold += length > 0;
        names += length;
        names += *names == ',';
    }
}

static void empty(void)
{
    give_all("");
}

static void print_state(char *out, size_t size)
{
    int length =
        snprintf(out, size, "{\"version\":%lld,\"sold\":%d,\"seats\":[",
                 seats.version, seats.sold);
    for (int i = 0; i < SEATS; i++)
        length += snprintf(out + length, size - (size_t)length, "%s\"%s\"",
                           i > 0 ? "," : "", seats.names[i]);
    snprintf(out + length, size - (size_t)length, "]}");
}

/* ---- what is asked ------------------------------------------------------- */

struct body {
    char text[BODY_LIMIT + 1];
    size_t length;
};

static enum MHD_Result respond(struct MHD_Connection *connection,
                               unsigned status, const char *type,
                               const char *text, size_t length)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(
        length, (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Cache-Control", "no-store");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* Letters only, so that a name is the same in a list and in JSON. */
static bool is_name(const char *text, const char *others)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    for (; *text != '\0'; text++)
        if (strchr(letters, *text) == NULL && strchr(others, *text) == NULL)
            return false;
    return true;
}

/* The status. `seat` -1: all of them. */
static unsigned obey(const char *method, int seat, const char *text)
{
    if (!is_name(text, seat < 0 ? "," : ""))
        return 400;
    if (strcmp(method, "PUT") == 0) {
        if (seat < 0)
            give_all(text);
        else
            give(seat, text);
        seats.sold += seat >= 0;
    } else if (strcmp(method, "POST") == 0 && seat >= 0) {
        if (!book(seat, text))
            return 409;
    } else if (strcmp(method, "DELETE") == 0) {
        if (seat < 0)
            empty();
        else
            give_back(seat);
    } else {
        return strcmp(method, "GET") == 0 ? 200 : 405;
    }
    note_change();
    return 200;
}

static enum MHD_Result answer_seats(struct MHD_Connection *connection,
                                    const char *method, int seat,
                                    const char *text)
{
    char state[TEXT_LIMIT];
    pthread_mutex_lock(&seats.mutex);
    unsigned status = obey(method, seat, text);
    print_state(state, sizeof state);
    pthread_mutex_unlock(&seats.mutex);
    return respond(connection, status, "application/json", state,
                   strlen(state));
}

/* ---- news ---------------------------------------------------------------- */

struct listener {
    long long told; /* the version that it knows; -1: none */
};

static bool await_news(const struct listener *listener)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += BEAT_MS * 1000L * 1000L;
    until.tv_sec += until.tv_nsec / (1000L * 1000L * 1000L);
    until.tv_nsec %= 1000L * 1000L * 1000L;
    while (listener->told == seats.version)
        if (pthread_cond_timedwait(&seats.changed, &seats.mutex, &until) != 0)
            return false;
    return true;
}

/* A comment goes to who waits in vain: so it is seen that a client has left. */
static ssize_t tell_news(void *context, uint64_t position, char *out,
                         size_t size)
{
    struct listener *listener = context;
    char state[TEXT_LIMIT], text[TEXT_LIMIT + 20];
    (void)position;
    pthread_mutex_lock(&seats.mutex);
    bool is_news = await_news(listener);
    listener->told = seats.version;
    print_state(state, sizeof state);
    pthread_mutex_unlock(&seats.mutex);
    int length = is_news ? snprintf(text, sizeof text, "data: %s\n\n", state)
                         : snprintf(text, sizeof text, ":\n\n");
    if ((size_t)length > size)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    memcpy(out, text, (size_t)length);
    return length;
}

static enum MHD_Result answer_events(struct MHD_Connection *connection)
{
    struct listener *listener = malloc(sizeof *listener);
    if (listener == NULL)
        return MHD_NO;
    listener->told = -1;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, 2 * (size_t)TEXT_LIMIT, tell_news, listener, free);
    MHD_add_response_header(response, "Content-Type", "text/event-stream");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    enum MHD_Result result = MHD_queue_response(connection, 200, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- the page ------------------------------------------------------------ */

static enum MHD_Result answer_file(struct MHD_Connection *connection,
                                   const char *folder, const char *path)
{
    char file_path[PATH_MAX];
    bool is_script = strcmp(path, "/page.js") == 0;
    snprintf(file_path, sizeof file_path, "%s%s", folder,
             is_script ? "/page.js" : "/index.html");
    FILE *file =
        !is_script && strcmp(path, "/") != 0 ? NULL : fopen(file_path, "re");
    char *text = file == NULL ? NULL : malloc(FILE_LIMIT);
    size_t length = text == NULL ? 0 : fread(text, 1, FILE_LIMIT, file);
    enum MHD_Result result =
        text == NULL ? respond(connection, 404, "text/plain", "", 0)
                     : respond(connection, 200,
                               is_script ? "text/javascript" : "text/html",
                               text, length);
    free(text);
    if (file != NULL)
        fclose(file);
    return result;
}

static enum MHD_Result answer(const char *folder,
                              struct MHD_Connection *connection,
                              const char *path, const char *method,
                              const struct body *body)
{
    static const char one[] = "/seats/";
    if (strcmp(path, "/events") == 0)
        return answer_events(connection);
    if (strcmp(path, "/seats") == 0)
        return answer_seats(connection, method, -1, body->text);
    if (strncmp(path, one, sizeof one - 1) == 0) {
        const char *number = path + sizeof one - 1;
        if (number[0] >= '0' && number[0] < '0' + SEATS && number[1] == '\0')
            return answer_seats(connection, method, number[0] - '0',
                                body->text);
    }
    return answer_file(connection, folder, path);
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection,
                              const char *path, const char *method,
                              const char *version, const char *data,
                              size_t *size, void **state)
{
    struct body *body = *state;
    (void)version;
    if (body == NULL) {
        *state = calloc(1, sizeof *body);
        return *state == NULL ? MHD_NO : MHD_YES;
    }
    if (*size > 0) {
        size_t room = BODY_LIMIT - body->length;
        size_t taken = *size < room ? *size : room;
        memcpy(body->text + body->length, data, taken);
        body->length += taken;
        *size = 0;
        return MHD_YES;
    }
    return answer(context, connection, path, method, body);
}

static void forget(void *context, struct MHD_Connection *connection,
                   void **state, enum MHD_RequestTerminationCode why)
{
    (void)context;
    (void)connection;
    (void)why;
    free(*state);
    *state = NULL;
}

/* ---- options ------------------------------------------------------------- */

static void await_signal(void)
{
    sigset_t set;
    int signal;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigwait(&set, &signal);
}

/* Before there are threads: they inherit it. */
static void block_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static int complain(void)
{
    fputs("Usage: seats --port PORT --page FOLDER\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"port", required_argument, NULL, 'p'},
        {"page", required_argument, NULL, 'f'},
        {NULL, 0, NULL, 0},
    };
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    char *folder = NULL;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'p')
            address.sin_port = htons((uint16_t)strtoul(optarg, NULL, 10));
        else if (option == 'f')
            folder = optarg;
        else
            return complain();
    }
    if (folder == NULL || address.sin_port == 0)
        return complain();
    block_signals();
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION |
            MHD_USE_POLL,
        0, NULL, NULL, handle, folder, MHD_OPTION_SOCK_ADDR, &address,
        MHD_OPTION_NOTIFY_COMPLETED, forget, NULL, MHD_OPTION_END);
    if (daemon == NULL) {
        fprintf(stderr, "seats: port %u is taken\n",
                (unsigned)ntohs(address.sin_port));
        return 1;
    }
    await_signal();
    MHD_stop_daemon(daemon);
    return 0;
}
