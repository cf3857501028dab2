/* Ticket dispensers that keep their last number in a file, with one of these
 * faults:
 *
 *   take    taking reads the file first and writes it later: two customers get
 *           the same number
 *   reset   taking is locked, resetting is not: a reset is overwritten
 *   right   everything is locked
 */
#include <stdio.h>
#include <string.h>

#include "../lines.h"

enum { DISPENSERS = 256 };

static FILE *files[DISPENSERS]; /* without a name, gone with the program */
static size_t count;
static const char *fault = "right";
static struct lines_lock lock;

static void reset(void)
{
    for (size_t i = 0; i < count; i++)
        fclose(files[i]);
    count = 0;
    lock.is_held = false;
}

static bool has_fault(const char *name)
{
    return strcmp(fault, name) == 0;
}

static long long read_number(FILE *file)
{
    long long number = 0;
    rewind(file);
    if (fread(&number, sizeof number, 1, file) != 1)
        return 0;
    return number;
}

static void write_number(FILE *file, long long number)
{
    rewind(file);
    fwrite(&number, sizeof number, 1, file);
    fflush(file);
}

static void new (const struct request *request)
{
    FILE *file = count < DISPENSERS ? tmpfile() : NULL;
    if (file == NULL) {
        answer_error(request, "no more dispensers");
        return;
    }
    files[count] = file;
    write_number(file, 0);
    answer_number(request, (long long)count++);
}

static void take(const struct request *request)
{
    FILE *file = files[request->numbers[0]];
    bool is_locked = !has_fault("take");
    if (is_locked)
        lines_take(&lock, request);
    long long number = read_number(file) + 1;
    lines_yield(request, "read");
    write_number(file, number);
    if (is_locked)
        lines_release(&lock);
    answer_number(request, number);
}

static void reset_dispenser(const struct request *request)
{
    bool is_locked = has_fault("right");
    if (is_locked)
        lines_take(&lock, request);
    write_number(files[request->numbers[0]], 0);
    if (is_locked)
        lines_release(&lock);
    answer_null(request);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {
        {"New", new}, {"Take", take}, {"Reset", reset_dispenser}};
    if (argc > 1)
        fault = argv[1];
    return lines_serve_threads(commands, 3, reset);
}
