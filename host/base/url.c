#include "base/url.h"

#include <string.h>

#include "base/memory.h"

char *url_hide_password(const char *text)
{
    const char *authority = strstr(text, "://");
    if (authority == NULL)
        return memory_copy_string(text, strlen(text));
    authority += strlen("://");
    const char *at = NULL;
    size_t length = strcspn(authority, "/?#");
    for (size_t i = 0; i < length; i++)
        if (authority[i] == '@')
            at = authority + i; /* browsers take the last one */
    const char *colon =
        at == NULL ? NULL : memchr(authority, ':', (size_t)(at - authority));
    if (colon == NULL)
        return memory_copy_string(text, strlen(text));
    return memory_format("%.*s…%s", (int)(colon + 1 - text), text, at);
}
