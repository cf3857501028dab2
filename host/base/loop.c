/* In this file: tasks, the wait, cancelling, then watches, then the start. */
#include "base/loop.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/base_internal.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"

struct loop {
    struct lws_context *context;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t alarm; /* ends a wait at the caller's deadline */
    bool active;                  /* a handler ran since the wait began */
    int cancel_fd;                /* an eventfd, readable once cancelled */
    volatile sig_atomic_t cancelled;
    struct loop_watch *cancel_watch;
    struct loop_watch *resting;   /* those that are left alone */
    struct loop_task *first_task; /* in the order in which they came */
    struct loop_task *due_task;   /* of those that are being run */
};

struct loop_watch {
    struct loop *loop;
    struct lws *wsi; /* NULL once the library let go of it */
    loop_ready ready;
    void *data;
    int64_t rest_ms;   /* after each call of the handler */
    int64_t rested_ms; /* until when it is left alone */
    struct loop_watch *next_resting;
    bool in_handler;
    bool dead; /* destroyed in its own handler */
};

void loop_task_init(struct loop_task *task, void (*run)(void *data), void *data)
{
    *task = (struct loop_task){.run = run, .data = data};
}

void loop_task_schedule(struct loop *loop, struct loop_task *task)
{
    if (task->loop != NULL)
        return;
    struct loop_task **end = &loop->first_task;
    while (*end != NULL)
        end = &(*end)->next;
    *end = task;
    task->loop = loop;
    task->next = NULL;
}

static bool unlink_task(struct loop_task **list, struct loop_task *task)
{
    while (*list != NULL && *list != task)
        list = &(*list)->next;
    if (*list == NULL)
        return false;
    *list = task->next;
    return true;
}

void loop_task_cancel(struct loop_task *task)
{
    struct loop *loop = task->loop;
    if (loop != NULL && !unlink_task(&loop->first_task, task))
        unlink_task(&loop->due_task, task);
    task->loop = NULL;
}

/* The list is taken over first: what is scheduled meanwhile is for the next
 * round. What is cancelled meanwhile is found in whichever list it is. */
static void run_tasks(struct loop *loop)
{
    loop->due_task = loop->first_task;
    loop->first_task = NULL;
    while (loop->due_task != NULL) {
        struct loop_task *task = loop->due_task;
        loop_task_cancel(task);
        task->run(task->data);
    }
}

static void stop_resting(struct loop_watch *watch)
{
    struct loop_watch **at = &watch->loop->resting;
    while (*at != NULL && *at != watch)
        at = &(*at)->next_resting;
    if (*at != NULL)
        *at = watch->next_resting;
}

/* Looks at those again that have rested, and gives the moment when the next one
 * has. No timer of the library's: it would be up and about in the last
 * millisecond of each. */
static int64_t end_rests(struct loop *loop, int64_t now_ms)
{
    int64_t next_ms = LOOP_FOREVER;
    struct loop_watch *next;
    for (struct loop_watch *watch = loop->resting; watch != NULL;
         watch = next) {
        next = watch->next_resting;
        if (watch->rested_ms > now_ms) {
            if (watch->rested_ms < next_ms)
                next_ms = watch->rested_ms;
            continue;
        }
        stop_resting(watch);
        if (watch->wsi != NULL)
            lws_rx_flow_control(watch->wsi, 1);
    }
    return next_ms;
}

/* Longest single wait; also keeps the sum of microseconds far from overflow. */
enum { WAIT_LIMIT_MS = 3600 * 1000 };

/* The library runs what is due before it waits, and then waits for the next
 * alarm only. Ours may be due by then, when the machine is busy: that wait
 * would have no end. */
static void ring(lws_sorted_usec_list_t *alarm)
{
    struct loop *loop = lws_container_of(alarm, struct loop, alarm);
    lws_cancel_service(loop->context);
}

/* The library computes its own time to wait from its timers, so the deadline
 * has to be one of them. */
static int serve(struct loop *loop, int64_t wait_ms)
{
    if (wait_ms <= 0)
        return lws_service(loop->context, -1);
    if (wait_ms > WAIT_LIMIT_MS)
        wait_ms = WAIT_LIMIT_MS;
    lws_sul_schedule(loop->context, 0, &loop->alarm, ring, wait_ms * 1000);
    int status = lws_service(loop->context, 0);
    lws_sul_cancel(&loop->alarm);
    return status;
}

enum loop_result loop_run_once(struct loop *loop, int64_t deadline_ms)
{
    loop->active = false;
    run_tasks(loop);
    for (;;) {
        if (loop->cancelled)
            return LOOP_CANCELLED;
        int64_t now_ms = clock_now_ms();
        int64_t until_ms = end_rests(loop, now_ms);
        if (deadline_ms < until_ms)
            until_ms = deadline_ms;
        int64_t wait_ms =
            until_ms == LOOP_FOREVER ? WAIT_LIMIT_MS : until_ms - now_ms;
        if (loop->active) /* a task has called a handler */
            wait_ms = 0;
        errno = 0;
        int status = serve(loop, wait_ms);
        bool stirred = loop->active || status < 0 || errno == EINTR;
        if (loop->cancelled)
            return LOOP_CANCELLED;
        /* Also when something happened: a peer that never stops talking must
         * not hold up the deadline. */
        if (clock_now_ms() >= deadline_ms)
            return LOOP_DEADLINE;
        if (stirred)
            return LOOP_ACTIVE;
    }
}

void loop_cancel(struct loop *loop)
{
    int saved = errno;
    loop->cancelled = 1;
    uint64_t one = 1;
    ssize_t written = write(loop->cancel_fd, &one, sizeof one);
    (void)written; /* fails only when it is readable already */
    errno = saved;
}

bool loop_is_cancelled(const struct loop *loop)
{
    return loop->cancelled != 0;
}

void loop_resume(struct loop *loop)
{
    uint64_t count;
    loop->cancelled = 0;
    ssize_t got = read(loop->cancel_fd, &count, sizeof count);
    (void)got; /* fails only when nobody cancelled */
}

bool loop_gave_up(const struct loop *loop, enum error_code code,
                  const char *what, struct error *error)
{
    if (loop_is_cancelled(loop))
        return error_set(error, ERROR_CANCELLED, "interrupted");
    return error_set(error, code, "%s took longer than the time allowed", what);
}

struct lws_context *loop_context(struct loop *loop)
{
    return loop->context;
}

void loop_mark_active(struct loop *loop)
{
    loop->active = true;
}

static void rest(struct loop_watch *watch)
{
    if (watch->rest_ms <= 0 || watch->wsi == NULL)
        return;
    lws_rx_flow_control(watch->wsi, 0);
    stop_resting(watch);
    watch->rested_ms = clock_now_ms() + watch->rest_ms;
    watch->next_resting = watch->loop->resting;
    watch->loop->resting = watch;
}

/* Runs the handler; non-zero tells the library to close its descriptor. */
static int call_ready(struct loop_watch *watch)
{
    watch->in_handler = true;
    loop_mark_active(watch->loop);
    watch->ready(watch->data);
    watch->in_handler = false;
    if (!watch->dead) {
        rest(watch);
        return 0;
    }
    stop_resting(watch);
    if (watch->wsi != NULL)
        lws_set_opaque_user_data(watch->wsi, NULL);
    free(watch);
    return -1;
}

static int watch_callback(struct lws *wsi, enum lws_callback_reasons reason,
                          void *user, void *in, size_t length)
{
    (void)user, (void)in, (void)length;
    struct loop_watch *watch = lws_get_opaque_user_data(wsi);
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
    case LWS_CALLBACK_RAW_WRITEABLE_FILE:
        return watch == NULL ? -1 : call_ready(watch);
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        /* The other side hung up: let the owner read the end of file. */
        if (watch != NULL) {
            lws_set_opaque_user_data(wsi, NULL);
            watch->wsi = NULL;
            call_ready(watch);
        }
        return 0;
    default:
        return 0;
    }
}

struct loop_watch *loop_watch_create(struct loop *loop, int fd,
                                     loop_ready ready, void *data,
                                     struct error *error)
{
    /* The library closes what it watches, so it gets a descriptor of its own.
     */
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) {
        error_set(error, ERROR_IO, "cannot watch a descriptor: %s",
                  strerror(errno));
        return NULL;
    }
    struct loop_watch *watch = MEMORY_NEW(struct loop_watch);
    *watch = (struct loop_watch){.loop = loop, .ready = ready, .data = data};
    lws_sock_file_fd_type adopted = {.filefd = copy};
    watch->wsi = lws_adopt_descriptor_vhost(
        loop->vhost, LWS_ADOPT_RAW_FILE_DESC, adopted, "weir-watch", NULL);
    if (watch->wsi == NULL) {
        error_set(error, ERROR_IO, "cannot watch one more descriptor");
        free(watch);
        return NULL;
    }
    lws_set_opaque_user_data(watch->wsi, watch);
    return watch;
}

void loop_watch_destroy(struct loop_watch *watch)
{
    if (watch == NULL)
        return;
    if (watch->in_handler) {
        watch->dead = true;
        return;
    }
    stop_resting(watch);
    if (watch->wsi != NULL) {
        lws_set_opaque_user_data(watch->wsi, NULL);
        lws_set_timeout(watch->wsi, 1, LWS_TO_KILL_SYNC);
    }
    free(watch);
}

void loop_watch_rest(struct loop_watch *watch, int64_t rest_ms)
{
    watch->rest_ms = rest_ms;
}

void loop_watch_writable(struct loop_watch *watch)
{
    assert(!watch->in_handler);
    if (watch->wsi != NULL)
        lws_callback_on_writable(watch->wsi);
}

static void emit_log(int level, const char *line)
{
    (void)level;
    size_t length = strcspn(line, "\n");
    log_debug("libwebsockets: %.*s", (int)length, line);
}

static const struct lws_protocols protocols[] = {
    {.name = "weir-watch", .callback = watch_callback},
    {.name = "weir-ws",
     .callback = ws_callback,
     .rx_buffer_size = LOOP_RECEIVE_BYTES},
    {.name = "weir-http", .callback = http_callback},
    {.name = NULL},
};

/* No pings of our own: a browser that stands in a debugger is not dead, and a
 * local peer that dies closes its socket. */
static const lws_retry_bo_t no_idle_checks = {.secs_since_valid_ping = 0,
                                              .secs_since_valid_hangup = 0};

/* Descriptors at a time. Without a limit the library allocates tables for
 * every descriptor the process may open. */
enum { DESCRIPTOR_LIMIT = 256 };

static bool create_context(struct loop *loop)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .pt_serv_buf_size = LOOP_RECEIVE_BYTES,
        .fd_limit_per_thread = DESCRIPTOR_LIMIT,
        .retry_and_idle_policy = &no_idle_checks,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .gid = -1,
        .uid = -1,
        /* Not NULL, or $http_proxy would be used for browsers, too. */
        .http_proxy_address = "",
    };
    loop->context = lws_create_context(&info);
    if (loop->context == NULL)
        return false;
    loop->vhost = lws_create_vhost(loop->context, &info);
    return loop->vhost != NULL;
}

static void nothing(void *data)
{
    (void)data;
}

struct loop *loop_create(struct error *error)
{
    lws_set_log_level(LLL_ERR | LLL_WARN, emit_log);
    struct loop *loop = MEMORY_NEW(struct loop);
    loop->cancel_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->cancel_fd < 0 || !create_context(loop)) {
        error_set(error, ERROR_IO, "cannot create an event loop: %s",
                  strerror(errno));
        loop_destroy(loop);
        return NULL;
    }
    loop->cancel_watch =
        loop_watch_create(loop, loop->cancel_fd, nothing, NULL, error);
    if (loop->cancel_watch == NULL) {
        loop_destroy(loop);
        return NULL;
    }
    return loop;
}

void loop_destroy(struct loop *loop)
{
    if (loop == NULL)
        return;
    loop_watch_destroy(loop->cancel_watch);
    if (loop->context != NULL)
        lws_context_destroy(loop->context);
    if (loop->cancel_fd >= 0)
        close(loop->cancel_fd);
    free(loop);
}
