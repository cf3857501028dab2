/* The fields that elements of a page can have: those of the executor
 * (reference, 8.3), ours, and the properties that Chromium defines on any kind
 * of element. What scripts of the page put on elements is not among them: the
 * page script does not see it (inject/protocol.md). A later browser may know
 * more.
 */
#ifndef WEIR_LANG_DOC_ELEMENT_FIELDS_H
#define WEIR_LANG_DOC_ELEMENT_FIELDS_H

#include <stdbool.h>

bool element_field_is_known(const char *name);

/* The known field that is probably meant; NULL when the name is one itself, or
 * like none. A literal. */
const char *element_field_meant_by(const char *name);

/* The same of `::page` (inject/compiler/compiler_page.js; there, a field that
 * is not known is an error). */
bool page_field_is_known(const char *name);
const char *page_field_meant_by(const char *name);

#endif
