/* Redis behind JSON lines, in one of two ways:
 *
 *   atomic   adding is one command of the server (INCRBY)
 *   apart    adding is reading and then writing (GET, SET)
 *
 *     redis HOW SOCKET     the server listens at the Unix socket SOCKET */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "../lines.h"

static const char *how = "atomic", *place;

/* ---- the server --------------------------------------------------------- */

static FILE *connect_to_server(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", place);
    if (fd < 0 ||
        connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        fprintf(stderr, "redis: nobody is at %s\n", place);
        exit(1);
    }
    return fdopen(fd, "r+");
}

/* A reply as JSON (protocol 2: +text -error :number $length *count). Texts are
 * those that we have put there. */
static void read_reply(FILE *server, FILE *json)
{
    char line[256];
    if (fgets(line, sizeof line, server) == NULL) {
        fputs("redis: the server has gone\n", stderr);
        exit(1);
    }
    line[strcspn(line, "\r\n")] = '\0';
    long number = strtol(line + 1, NULL, 10);
    if (line[0] == ':') {
        fprintf(json, "%ld", number);
    } else if (line[0] == '-') {
        fprintf(json, "{\"error\":\"%s\"}", line + 1);
    } else if (line[0] == '+') {
        fprintf(json, "\"%s\"", line + 1);
    } else if (number < 0) {
        fputs("null", json);
    } else if (line[0] == '$') {
        if (fgets(line, sizeof line, server) != NULL)
            fprintf(json, "\"%.*s\"", (int)number, line);
    } else {
        fputc('[', json);
        for (long i = 0; i < number; i++) {
            if (i > 0)
                fputc(',', json);
            read_reply(server, json);
        }
        fputc(']', json);
    }
}

/* Asks the server, each time over a connection of its own, and gives the reply
 * as JSON on the heap. */
static char *ask_server(const char *const *words, size_t count)
{
    char *json = NULL;
    size_t length;
    FILE *server = connect_to_server(), *out = open_memstream(&json, &length);
    fprintf(server, "*%zu\r\n", count);
    for (size_t i = 0; i < count; i++)
        fprintf(server, "$%zu\r\n%s\r\n", strlen(words[i]), words[i]);
    fflush(server);
    read_reply(server, out);
    fclose(out);
    fclose(server);
    return json;
}

/* The same while others have their turn. */
static char *ask(const char *word, const char *key, const char *third,
                 const char *fourth)
{
    const char *words[] = {word, key, third, fourth};
    size_t count = third == NULL ? 2 : fourth == NULL ? 3 : 4;
    lines_leave();
    char *json = ask_server(words, count);
    lines_enter();
    return json;
}

static void answer(const struct request *request, char *json)
{
    answer_json(request, json);
    free(json);
}

/* ---- commands ----------------------------------------------------------- */

/* A number that the server keeps as a text. */
static long long number_at(const char *key)
{
    char *json = ask("GET", key, NULL, NULL);
    long long number = json[0] == '"' ? strtoll(json + 1, NULL, 10) : 0;
    free(json);
    return number;
}

static const char *key(const struct request *request, const char *kind,
                       char *room)
{
    snprintf(room, 64, "%s:%s", kind, request->texts[0]);
    return room;
}

static void add(const struct request *request)
{
    char room[64], number[32];
    const char *counter = key(request, "counter", room);
    if (strcmp(how, "atomic") == 0) {
        snprintf(number, sizeof number, "%lld", request->numbers[1]);
        answer(request, ask("INCRBY", counter, number, NULL));
        return;
    }
    long long sum = number_at(counter) + request->numbers[1];
    lines_yield(request, "read");
    snprintf(number, sizeof number, "%lld", sum);
    free(ask("SET", counter, number, NULL));
    answer_number(request, sum);
}

static void count(const struct request *request)
{
    char room[64];
    answer_number(request, number_at(key(request, "counter", room)));
}

static void push(const struct request *request)
{
    char room[64];
    answer(request,
           ask("RPUSH", key(request, "list", room), request->texts[1], NULL));
}

static void pop(const struct request *request)
{
    char room[64];
    answer(request, ask("RPOP", key(request, "list", room), NULL, NULL));
}

static void shift(const struct request *request)
{
    char room[64];
    answer(request, ask("LPOP", key(request, "list", room), NULL, NULL));
}

static void items(const struct request *request)
{
    char room[64];
    answer(request, ask("LRANGE", key(request, "list", room), "0", "-1"));
}

static void join(const struct request *request)
{
    char room[64];
    answer(request,
           ask("SADD", key(request, "set", room), request->texts[1], NULL));
}

static void leave(const struct request *request)
{
    char room[64];
    answer(request,
           ask("SREM", key(request, "set", room), request->texts[1], NULL));
}

static void size(const struct request *request)
{
    char room[64];
    answer(request, ask("SCARD", key(request, "set", room), NULL, NULL));
}

static void reset(void)
{
    static const char *const all[] = {"FLUSHALL"};
    free(ask_server(all, 1));
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {
        {"Add", add},   {"Count", count}, {"Push", push},
        {"Pop", pop},   {"Shift", shift}, {"Items", items},
        {"Join", join}, {"Leave", leave}, {"Size", size}};
    if (argc != 3) {
        fputs("usage: redis atomic|apart SOCKET\n", stderr);
        return 2;
    }
    how = argv[1];
    place = argv[2];
    return lines_serve_threads(commands, sizeof commands / sizeof *commands,
                               reset);
}
