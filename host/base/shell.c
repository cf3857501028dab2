#include "base/shell.h"

#include <string.h>

void shell_add_word(struct buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~/:=,+@%";
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        buf_add_text(out, word);
        return;
    }
    buf_add_char(out, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            buf_add_text(out, "'\\''");
        else
            buf_add_char(out, *word);
    buf_add_char(out, '\'');
}
