/* The answers that requests still ask for, in the order of the requests. */
#ifndef WEIR_EXEC_PROCESS_OWED_H
#define WEIR_EXEC_PROCESS_OWED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "port/executor.h"

struct owed {
    bool is_performed;  /* Performed; otherwise Events or Timeout */
    int64_t timeout_ms; /* after Performed, Events or Timeout within this time;
                           ACTION_NO_TIMEOUT: nothing more */
};

/* Zeroed memory is empty; vec_finish. */
typedef VEC(struct owed) owed_list;

void owed_add(owed_list *list, bool is_performed, int64_t timeout_ms);

/* No answer is awaited any more. */
void owed_forget(owed_list *list);

/* What a message answers is not owed any more. False: it says Performed, and
 * nothing was to be performed. */
bool owed_settle(owed_list *list, enum executor_message_kind kind);

bool owed_has_performed(const owed_list *list);
bool owed_has_timeout(const owed_list *list);

/* The longest time of any of them; 0: none has one. */
int64_t owed_longest_ms(const owed_list *list);

#endif
