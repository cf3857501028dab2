/* A command of a page's model: the actions of one person, one request after the
 * other until the last has been performed. What the files of page_command.c
 * share. */
#ifndef WEIR_EXEC_PAGE_PAGE_COMMAND_H
#define WEIR_EXEC_PAGE_PAGE_COMMAND_H

#include "exec/page/page_internal.h"

/* ---- how it ends (page_command_end.c): *event is filled, and it is forgotten
 * -- */

/* Takes the words. */
enum system_next page_command_end(struct page_system *page,
                                  enum system_event_kind kind, char *words,
                                  struct system_event *event);

/* All has been done. */
enum system_next page_command_end_well(struct page_system *page,
                                       struct system_event *event);

/* What an error of the executor means for this run. SYSTEM_FAILED: it is none
 * of the page, and *error stays. */
enum system_next page_command_end_in_trouble(struct page_system *page,
                                             struct system_event *event,
                                             struct error *error);

/* ---- requests (page_command_act.c): false, the executor has failed ----------
 */

/* The action at hand, or what lets the command stop (stops.h). */
bool page_command_send(struct page_system *page, struct error *error);

/* The answer to a dialog that the command's next action is not for; the
 * caller's. NULL: none is open, or that action is next. */
struct value *page_command_answer_of_ours(const struct page_system *page);
bool page_command_send_answer(struct page_system *page,
                              const struct value *answer, struct error *error);

#endif
