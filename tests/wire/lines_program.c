/* A program under test that behaves as badly as its caller asks, over JSON
 * lines. Its commands are in the table at the end; options:
 *
 *   --no-reset     `reset` is not answered
 *   --end-at-reset it ends at the first `reset`
 *   --refuse-reset `reset` is answered with "fail" */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"

static const char *option = "";
static long long count;
static long long waiting; /* the id of the command at a scheduling point */

static void say(long long id, const char *kind, const char *json)
{
    printf("{\"id\":%lld,\"%s\":%s}\n", id, kind, json);
}

static void echo(long long id, const struct json *args)
{
    struct buf json = {0};
    json_add(&json, args);
    say(id, "ok", buf_text(&json));
    buf_finish(&json);
}

static void count_up(long long id, const struct json *args)
{
    char number[30];
    (void)args;
    snprintf(number, sizeof number, "%lld", ++count);
    say(id, "ok", number);
}

static void fail(long long id, const struct json *args)
{
    (void)args;
    say(id, "fail", "\"it is full\"");
}

static void info(long long id, const struct json *args)
{
    (void)args;
    say(id, "info", "\"perhaps\"");
}

static void end(long long id, const struct json *args)
{
    (void)id;
    (void)args;
    fprintf(stderr, "first words\nno room left\n");
    exit(3);
}

static void hang(long long id, const struct json *args)
{
    (void)id;
    (void)args;
}

static void twice(long long id, const struct json *args)
{
    echo(id, args);
    echo(id, args);
}

static void unasked(long long id, const struct json *args)
{
    echo(id + 1000, args);
}

static void no_json(long long id, const struct json *args)
{
    (void)id;
    (void)args;
    puts("Listening on port 80");
}

static void no_meaning(long long id, const struct json *args)
{
    (void)args;
    say(id, "result", "1");
}

static void two_meanings(long long id, const struct json *args)
{
    (void)args;
    printf("{\"id\":%lld,\"ok\":1,\"fail\":\"x\"}\n", id);
}

static void at_point(long long id, const struct json *args)
{
    (void)args;
    waiting = id;
    say(id, "yield", "\"read\"");
}

static void at_lock(long long id, const struct json *args)
{
    (void)args;
    waiting = id;
    say(id, "blocked", "\"lock\"");
}

/* A process of its group that would stay. */
static void leave(long long id, const struct json *args)
{
    char number[30];
    (void)args;
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    snprintf(number, sizeof number, "%d", (int)child);
    say(id, "ok", number);
}

/* More than a pipe holds, to both ends, before it reads on. */
static void much(long long id, const struct json *args)
{
    enum { LENGTH = 1 << 20 };
    char *text = malloc(LENGTH + 3);
    (void)args;
    memset(text, 'x', LENGTH + 2);
    text[0] = text[LENGTH + 1] = '"';
    text[LENGTH + 2] = '\0';
    fputs(text, stderr);
    say(id, "ok", text);
    free(text);
}

static void close_output(long long id, const struct json *args)
{
    (void)id;
    (void)args;
    fflush(stdout);
    close(1);
    for (;;)
        pause();
}

static void endless(long long id, const struct json *args)
{
    enum { BLOCK = 1 << 20 };
    char *text = malloc(BLOCK);
    (void)id;
    (void)args;
    memset(text, 'x', BLOCK);
    for (;;)
        fwrite(text, 1, BLOCK, stdout);
}

static void stop_reading(long long id, const struct json *args)
{
    (void)id;
    (void)args;
    for (;;)
        pause();
}

static void reset(long long id)
{
    if (strcmp(option, "--end-at-reset") == 0)
        exit(1);
    count = 0;
    if (strcmp(option, "--refuse-reset") == 0)
        say(id, "fail", "\"what is reset?\"");
    else if (strcmp(option, "--no-reset") != 0)
        say(id, "ok", "null");
}

static void go(const struct json *label)
{
    struct buf json = {0};
    json_add(&json, label);
    say(waiting, "ok", buf_text(&json));
    buf_finish(&json);
}

static const struct {
    const char *name;
    void (*run)(long long id, const struct json *args);
} commands[] = {
    {"Echo", echo},        {"Count", count_up},
    {"Fail", fail},        {"Info", info},
    {"End", end},          {"Hang", hang},
    {"Twice", twice},      {"Unasked", unasked},
    {"NoJson", no_json},   {"NoMeaning", no_meaning},
    {"Two", two_meanings}, {"Point", at_point},
    {"Lock", at_lock},     {"Leave", leave},
    {"Much", much},        {"Close", close_output},
    {"Endless", endless},  {"StopReading", stop_reading},
};

static void run(const char *line, size_t length)
{
    struct json *request = json_parse(str_from(line, length), NULL);
    long long id = json_read_field_int(request, "id");
    struct str op = json_read_string(json_read_field(request, "op"));
    if (json_read_field(request, "go") != NULL)
        go(json_read_field(request, "go"));
    else if (str_is(op, "reset"))
        reset(id);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (str_is(op, commands[i].name))
            commands[i].run(id, json_read_field(request, "args"));
    json_destroy(request);
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    if (argc > 1)
        option = argv[1];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while ((length = getline(&line, &size, stdin)) > 0)
        run(line, (size_t)length);
    free(line);
    return 0;
}
