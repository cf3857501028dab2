#include "exec/prepared/command.h"

#include <signal.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/last_words.h"

enum {
    END_MS = 2000,     /* between asking for the end and killing */
    TAIL_BYTES = 4000, /* of what was written that messages look at */
    LINE_BYTES = 200,  /* of them that they tell */
};

bool shell_command_start(struct shell_command *command, const char *text,
                         const char *zone, struct guardian *guardian,
                         struct error *error)
{
    /* The shell takes its output from the descriptor 3. */
    static const char script[] = "exec >&3 2>&1 3>&-; eval \"$1\"";
    const char *const argv[] = {"sh", "-c", script, "sh", text, NULL};
    const char *const environment[] = {"TZ", zone, NULL};
    FILE *output = tmpfile();
    if (output == NULL)
        return error_set(error, ERROR_SETUP, "cannot make a temporary file");
    const int more[] = {fileno(output)};
    *command = (struct shell_command){.output = output};
    if (process_spawn(&command->process,
                      &(struct process_options){
                          .argv = argv,
                          .environment = zone == NULL ? NULL : environment,
                          .input = PROCESS_STREAM_NULL,
                          .output = PROCESS_STREAM_NULL,
                          .errors = PROCESS_STREAM_NULL,
                          .more = more,
                          .more_count = 1,
                          .guardian = guardian,
                      },
                      error))
        return true;
    fclose(output);
    command->output = NULL;
    return false;
}

bool shell_command_has_ended(struct shell_command *command)
{
    return process_has_ended(&command->process);
}

void shell_command_add_words(struct buf *out,
                             const struct shell_command *command)
{
    char tail[TAIL_BYTES];
    if (fseek(command->output, 0, SEEK_END) != 0)
        return;
    long size = ftell(command->output);
    long from = size > TAIL_BYTES ? size - TAIL_BYTES : 0;
    if (size <= 0 || fseek(command->output, from, SEEK_SET) != 0)
        return;
    size_t count = fread(tail, 1, sizeof tail, command->output);
    struct str line = last_words(str_from(tail, count));
    if (line.length > LINE_BYTES)
        line.length = LINE_BYTES;
    if (line.length > 0)
        buf_addf(out, ": %.*s", STR_ARGS(line));
}

void shell_command_end(struct shell_command *command)
{
    if (command->output == NULL)
        return;
    if (!process_has_ended(&command->process)) {
        kill(-command->process.pid, SIGTERM);
        process_wait(&command->process, clock_now_ms() + END_MS);
    }
    process_finish(&command->process);
    fclose(command->output);
    command->output = NULL;
}
