#include "lines.h"
#include "lines_http.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yajl/yajl_tree.h>

/* Lines are written whole, and shared data are looked at by one thread at a
 * time; between scheduling points a command has the lock. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone_on = PTHREAD_COND_INITIALIZER;

static void begin(const struct request *request)
{
    if (!request->is_http)
        fprintf(request->out, "{\"id\":%lld,\"ok\":", request->id);
}

static void end(const struct request *request)
{
    if (!request->is_http)
        fputs("}\n", request->out);
    fflush(request->out);
}

static void print_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void answer_json(const struct request *request, const char *json)
{
    begin(request);
    fputs(json, request->out);
    end(request);
}

void answer_null(const struct request *request)
{
    answer_json(request, "null");
}

void answer_number(const struct request *request, long long number)
{
    begin(request);
    fprintf(request->out, "%lld", number);
    end(request);
}

void answer_text(const struct request *request, const char *text)
{
    begin(request);
    print_text(request->out, text);
    end(request);
}

void answer_error(const struct request *request, const char *text)
{
    begin(request);
    fputs("{\"error\":", request->out);
    print_text(request->out, text);
    fputc('}', request->out);
    end(request);
}

void answer_fail(const struct request *request, const char *text)
{
    if (request->is_http) {
        answer_error(request, text);
        return;
    }
    fprintf(request->out, "{\"id\":%lld,\"fail\":", request->id);
    print_text(request->out, text);
    end(request);
}

static yajl_val field(yajl_val object, const char *name)
{
    const char *path[] = {name, NULL};
    return yajl_tree_get(object, path, yajl_t_any);
}

void lines_read_arguments(struct request *request, yajl_val list)
{
    for (size_t i = 0; list != NULL && YAJL_IS_ARRAY(list) &&
                       i < list->u.array.len && i < LINES_ARGUMENTS;
         i++) {
        yajl_val item = list->u.array.values[i];
        if (YAJL_IS_INTEGER(item))
            request->numbers[i] = YAJL_GET_INTEGER(item);
        else if (YAJL_IS_STRING(item))
            request->texts[i] = YAJL_GET_STRING(item);
        request->count = i + 1;
    }
}

void lines_dispatch(const struct request *request,
                    const struct command *commands, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(commands[i].name, request->op) == 0) {
            commands[i].run(request);
            return;
        }
    }
    if (request->is_http)
        answer_error(request, "no such command");
    else
        printf("{\"id\":%lld,\"fail\":\"no such command\"}\n", request->id);
    fflush(stdout);
}

/* ---- a line ------------------------------------------------------------- */

/* The tree owns the texts of the request. */
struct job {
    yajl_val tree;
    struct request request;
    const struct command *commands;
    size_t count;
    bool may_go; /* from where it waits */
    struct job *next, *next_queued;
};

static struct job *jobs; /* under way */

static struct job *read_job(const char *line)
{
    yajl_val tree = yajl_tree_parse(line, NULL, 0);
    if (tree == NULL || !YAJL_IS_INTEGER(field(tree, "id"))) {
        fprintf(stderr, "no command: %s", line);
        exit(1);
    }
    struct job *job = calloc(1, sizeof *job);
    struct request *request = &job->request;
    job->tree = tree;
    request->out = stdout;
    request->id = YAJL_GET_INTEGER(field(tree, "id"));
    if (YAJL_IS_INTEGER(field(tree, "process")))
        request->process = YAJL_GET_INTEGER(field(tree, "process"));
    if (YAJL_IS_STRING(field(tree, "op")))
        request->op = YAJL_GET_STRING(field(tree, "op"));
    lines_read_arguments(request, field(tree, "args"));
    return job;
}

static void free_job(struct job *job)
{
    yajl_tree_free(job->tree);
    free(job);
}

static bool is_reset(const struct job *job)
{
    return job->request.op != NULL && strcmp(job->request.op, "reset") == 0;
}

int lines_serve(const struct command *commands, size_t count,
                void (*reset)(void))
{
    char *line = NULL;
    size_t size = 0;
    if (getenv("PORT") != NULL)
        return lines_serve_http(commands, count, reset, &mutex);
    reset();
    while (getline(&line, &size, stdin) > 0) {
        struct job *job = read_job(line);
        if (is_reset(job)) {
            reset();
            answer_null(&job->request);
        } else {
            lines_dispatch(&job->request, commands, count);
        }
        free_job(job);
    }
    free(line);
    return 0;
}

/* ---- threads ------------------------------------------------------------ */

static struct job *job_of(long long id)
{
    struct job *job = jobs;
    while (job != NULL && job->request.id != id)
        job = job->next;
    return job;
}

static void forget(struct job *job)
{
    struct job **link = &jobs;
    while (*link != job)
        link = &(*link)->next;
    *link = job->next;
    free_job(job);
}

/* Threads stay for the next command: starting one takes longer than most
 * commands do. */
static struct job *queue; /* not begun yet, the last one first */
static size_t queued, idle;
static pthread_cond_t there_is_work = PTHREAD_COND_INITIALIZER;

static struct job *next_job(void)
{
    idle++;
    while (queue == NULL)
        pthread_cond_wait(&there_is_work, &mutex);
    idle--;
    queued--;
    struct job *job = queue;
    queue = job->next_queued;
    return job;
}

static void *work(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&mutex);
    for (;;) {
        struct job *job = next_job();
        lines_dispatch(&job->request, job->commands, job->count);
        forget(job);
    }
    return NULL;
}

static void start(struct job *job, const struct command *commands, size_t count)
{
    pthread_t thread;
    job->commands = commands;
    job->count = count;
    job->next = jobs;
    jobs = job;
    job->next_queued = queue;
    queue = job;
    if (++queued <= idle)
        pthread_cond_signal(&there_is_work);
    else if (pthread_create(&thread, NULL, work, NULL) != 0)
        exit(1);
    else
        pthread_detach(thread);
}

static void wait_to_go(const struct request *request, const char *kind,
                       const char *label)
{
    if (request->is_http) {
        lines_pause(&mutex);
        return;
    }
    struct job *job = job_of(request->id);
    printf("{\"id\":%lld,\"%s\":", request->id, kind);
    print_text(stdout, label);
    end(request);
    job->may_go = false;
    while (!job->may_go)
        pthread_cond_wait(&gone_on, &mutex);
}

void lines_leave(void)
{
    pthread_mutex_unlock(&mutex);
}

void lines_enter(void)
{
    pthread_mutex_lock(&mutex);
}

void lines_yield(const struct request *request, const char *label)
{
    wait_to_go(request, "yield", label);
}

void lines_take(struct lines_lock *lock, const struct request *request)
{
    while (lock->is_held)
        wait_to_go(request, "blocked", "lock");
    lock->is_held = true;
}

void lines_release(struct lines_lock *lock)
{
    lock->is_held = false;
}

int lines_serve_threads(const struct command *commands, size_t count,
                        void (*reset)(void))
{
    char *line = NULL;
    size_t size = 0;
    if (getenv("PORT") != NULL)
        return lines_serve_http(commands, count, reset, &mutex);
    reset();
    while (getline(&line, &size, stdin) > 0) {
        struct job *job = read_job(line);
        pthread_mutex_lock(&mutex);
        if (job->request.op == NULL) { /* {"id", "go"} */
            struct job *waiting = job_of(job->request.id);
            if (waiting != NULL)
                waiting->may_go = true;
            pthread_cond_broadcast(&gone_on);
            free_job(job);
        } else if (is_reset(job)) {
            reset();
            answer_null(&job->request);
            free_job(job);
        } else {
            start(job, commands, count);
        }
        pthread_mutex_unlock(&mutex);
    }
    free(line);
    return 0;
}
