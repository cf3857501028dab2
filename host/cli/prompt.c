#include "cli/prompt.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

#ifdef WEIR_HAS_EDIT
#include <histedit.h>
#endif

enum { HISTORY_LINES = 200 };

struct prompt {
    const char *text;
    char *line; /* of getline */
    size_t capacity;
#ifdef WEIR_HAS_EDIT
    EditLine *editor; /* NULL: no terminal */
    History *history;
#endif
};

static bool take(struct str *line, const char *bytes, long length)
{
    if (bytes == NULL || length <= 0)
        return false;
    *line = str_from(bytes, (size_t)length);
    while (line->length > 0 && (line->data[line->length - 1] == '\n' ||
                                line->data[line->length - 1] == '\r'))
        line->length--;
    return true;
}

#ifdef WEIR_HAS_EDIT

static char *prompt_text(EditLine *editor)
{
    void *text = NULL;
    el_get(editor, EL_CLIENTDATA, &text);
    return text;
}

static void open_editor(struct prompt *prompt)
{
    HistEvent event;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return;
    prompt->editor = el_init("weir", stdin, stdout, stderr);
    prompt->history = history_init();
    if (prompt->editor == NULL || prompt->history == NULL)
        return;
    history(prompt->history, &event, H_SETSIZE, HISTORY_LINES);
    el_set(prompt->editor, EL_CLIENTDATA, prompt->text);
    el_set(prompt->editor, EL_PROMPT, prompt_text);
    el_set(prompt->editor, EL_EDITOR, "emacs");
    el_set(prompt->editor, EL_SIGNAL, 1);
    el_set(prompt->editor, EL_HIST, history, prompt->history);
}

static void close_editor(struct prompt *prompt)
{
    if (prompt->history != NULL)
        history_end(prompt->history);
    if (prompt->editor != NULL)
        el_end(prompt->editor);
}

static bool edit(struct prompt *prompt, struct str *line, bool *done)
{
    HistEvent event;
    int length = 0;
    if (prompt->editor == NULL)
        return false;
    const char *bytes = el_gets(prompt->editor, &length);
    *done = take(line, bytes, length);
    if (*done && line->length > 0)
        history(prompt->history, &event, H_ENTER, bytes);
    return true;
}

#else

static void open_editor(struct prompt *prompt)
{
    (void)prompt;
}

static void close_editor(struct prompt *prompt)
{
    (void)prompt;
}

static bool edit(struct prompt *prompt, struct str *line, bool *done)
{
    (void)prompt, (void)line, (void)done;
    return false;
}

#endif

struct prompt *prompt_create(const char *text)
{
    struct prompt *prompt = MEMORY_NEW(struct prompt);
    prompt->text = text;
    open_editor(prompt);
    return prompt;
}

void prompt_destroy(struct prompt *prompt)
{
    close_editor(prompt);
    free(prompt->line);
    free(prompt);
}

bool prompt_read(struct prompt *prompt, struct str *line)
{
    bool done = false;
    if (edit(prompt, line, &done))
        return done;
    if (isatty(STDIN_FILENO))
        fputs(prompt->text, stdout);
    fflush(stdout);
    ssize_t length = getline(&prompt->line, &prompt->capacity, stdin);
    return take(line, prompt->line, length);
}
