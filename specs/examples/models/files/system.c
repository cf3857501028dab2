/* Files with one of these faults:
 *
 *   tail    updating does not shorten the file
 *   torn    updating empties the file first and writes it later: a reader in
 *           between sees an empty one
 *   right   updating shortens the file, and is locked, as reading is
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../lines.h"

enum { FILES = 256, TEXT_LIMIT = 64 };

static FILE *files[FILES]; /* without a name; NULL: deleted */
static size_t count;
static const char *fault = "right";
static struct lines_lock lock;

static void forget(size_t file)
{
    if (files[file] != NULL)
        fclose(files[file]);
    files[file] = NULL;
}

static void reset(void)
{
    for (size_t i = 0; i < count; i++)
        forget(i);
    count = 0;
    lock.is_held = false;
}

static bool has_fault(const char *name)
{
    return strcmp(fault, name) == 0;
}

static void take(const struct request *request)
{
    if (!has_fault("torn"))
        lines_take(&lock, request);
}

static void release(void)
{
    if (!has_fault("torn"))
        lines_release(&lock);
}

static void empty(FILE *file)
{
    if (ftruncate(fileno(file), 0) != 0)
        perror("ftruncate");
}

static void write_text(FILE *file, const char *text)
{
    rewind(file);
    fputs(text, file);
    fflush(file);
}

static void answer_gone(const struct request *request)
{
    answer_error(request, "no such file");
}

static void create(const struct request *request)
{
    FILE *file = count < FILES ? tmpfile() : NULL;
    if (file == NULL) {
        answer_error(request, "no more files");
        return;
    }
    files[count] = file;
    write_text(file, request->texts[0]);
    answer_number(request, (long long)count++);
}

static void read_file(const struct request *request)
{
    char text[TEXT_LIMIT + 1];
    take(request);
    FILE *file = files[request->numbers[0]];
    if (file == NULL) {
        release();
        answer_gone(request);
        return;
    }
    rewind(file);
    text[fread(text, 1, TEXT_LIMIT, file)] = '\0';
    release();
    answer_text(request, text);
}

/* In between others may delete the file. */
static void update(const struct request *request)
{
    long long number = request->numbers[0];
    take(request);
    bool is_there = files[number] != NULL;
    if (is_there && !has_fault("tail"))
        empty(files[number]);
    lines_yield(request, "emptied");
    if (is_there && files[number] != NULL)
        write_text(files[number], request->texts[1]);
    release();
    if (is_there)
        answer_null(request);
    else
        answer_gone(request);
}

static void delete_file(const struct request *request)
{
    take(request);
    bool is_there = files[request->numbers[0]] != NULL;
    forget((size_t)request->numbers[0]);
    release();
    if (is_there)
        answer_null(request);
    else
        answer_gone(request);
}

int main(int argc, char **argv)
{
    static const struct command commands[] = {{"Create", create},
                                              {"Read", read_file},
                                              {"Update", update},
                                              {"Delete", delete_file}};
    if (argc > 1)
        fault = argv[1];
    return lines_serve_threads(commands, 4, reset);
}
