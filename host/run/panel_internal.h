/* What the files of the panel (panel.h) share.
 *
 *     panel.c        the panel, as a checker and as an actor
 *     panel_end.c    the end of a member
 */
#ifndef WEIR_RUN_PANEL_INTERNAL_H
#define WEIR_RUN_PANEL_INTERNAL_H

#include "run/panel.h"

/* NULL after the last one. */
static inline struct panel_member *panel_first(const struct panel *panel)
{
    return panel->members.count == 0 ? NULL : panel->members.items;
}

static inline struct panel_member *panel_next(const struct panel *panel,
                                              struct panel_member *member)
{
    struct panel_member *end = panel->members.items + panel->members.count;
    return member + 1 == end ? NULL : member + 1;
}

/* Where the member's test would have ended, if it ended now. */
struct panel_mark panel_mark_now(const struct panel *panel,
                                 const struct panel_member *member);

/* The member is out, with this verdict; or with this error, after which the
 * command goes on or does not. */
void panel_leave(struct panel *panel, struct panel_member *member,
                 struct verdict verdict);
void panel_leave_with(struct panel *panel, struct panel_member *member,
                      const struct error *error, bool goes_on);

/* Nothing is awaited: the rule by which its test alone would end here. */
void panel_settle(struct panel *panel, struct panel_member *member);

#endif
