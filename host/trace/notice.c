#include "trace/notice.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

bool notice_list_add(struct notice_list *list, const char *kind,
                     const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].kind, kind) == 0)
            return false;
    struct notice notice = {.kind = memory_copy_string(kind, strlen(kind)),
                            .text = memory_copy_string(text, strlen(text))};
    vec_push(list, notice);
    return true;
}

void notice_list_drop(struct notice_list *list, const char *kind)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct notice notice = list->items[i];
        if (strcmp(notice.kind, kind) != 0) {
            list->items[kept++] = notice;
            continue;
        }
        free(notice.kind);
        free(notice.text);
    }
    list->count = kept;
}

void notice_list_finish(struct notice_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].kind);
        free(list->items[i].text);
    }
    vec_finish(list);
}
