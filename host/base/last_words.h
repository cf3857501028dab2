/* What a program said before it ended. */
#ifndef WEIR_BASE_LAST_WORDS_H
#define WEIR_BASE_LAST_WORDS_H

#include "base/str.h"

/* The line of what a program wrote that tells most of why it ended; a part of
 * the text, empty where there is no line with something in it. That is the last
 * one; but where the text ends with a stack (lines that are indented, closing
 * brackets, the version that Node.js writes after one) the last line before
 * that names an error, or if none does, the last before the stack. */
struct str last_words(struct str text);

#endif
