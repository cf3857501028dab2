/* What the example systems have in common: JSON lines in and out
 * (docs/MODELS.md, "A program"), read with yajl.
 *
 * A system gives a table of commands; each takes its arguments, whole numbers
 * or texts, and answers with one of the functions below.
 *
 * With PORT=N in the environment it is an HTTP API instead, on 127.0.0.1:
 * `POST /<command>` with the list of arguments, `POST /reset` to begin as new
 * (0: any free port, which is told on the standard output). */
#ifndef WEIR_EXAMPLES_MODELS_LINES_H
#define WEIR_EXAMPLES_MODELS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINES_ARGUMENTS = 8 };

struct request {
    bool is_http;
    FILE *out; /* where the answer goes */
    long long id, process;
    char *op;
    size_t count;
    long long numbers[LINES_ARGUMENTS];
    char *texts[LINES_ARGUMENTS]; /* NULL: a number */
};

void answer_null(const struct request *request);
void answer_number(const struct request *request, long long number);
void answer_text(const struct request *request, const char *text);
void answer_error(const struct request *request, const char *text);
/* The command certainly had no effect. */
void answer_fail(const struct request *request, const char *text);
/* `json` is a JSON text. */
void answer_json(const struct request *request, const char *json);

struct command {
    const char *name;
    void (*run)(const struct request *request);
};

/* Answers until the end of the input. `reset` begins as new. Returns the exit
 * status of the program. */
int lines_serve(const struct command *commands, size_t count,
                void (*reset)(void));

/* The same, each command in a thread of its own. */
int lines_serve_threads(const struct command *commands, size_t count,
                        void (*reset)(void));

/* A scheduling point: the command goes on when weir says so, over HTTP after
 * others have had their turn. Only for lines_serve_threads. */
void lines_yield(const struct request *request, const char *label);

/* Between the two other commands have their turn: round a call of something
 * that runs elsewhere. Nothing of the program may be touched. Only for
 * lines_serve_threads. */
void lines_leave(void);
void lines_enter(void);

/* A lock whose waiting weir sees. */
struct lines_lock {
    bool is_held;
};
void lines_take(struct lines_lock *lock, const struct request *request);
void lines_release(struct lines_lock *lock);

#endif
