/* Steps in words: "click `#toggle`, the button 'Start'". */
#ifndef WEIR_REPORT_WORDS_H
#define WEIR_REPORT_WORDS_H

#include "base/buf.h"
#include "trace/step.h"
#include "trace/verdict.h"

/* Appends what happened in the step as one clause without a stop. `previous` is
 * the step before (the state in which an action was chosen), or NULL. Foreign
 * text in it is escaped and kept short. */
void words_add_step(struct buf *out, const struct step *step,
                    const struct step *previous, bool unicode);

/* "Enter" for the key code U+E007, "Space" for a space, 'a' in quotes. */
void words_add_key(struct buf *out, struct str key, bool unicode);

/* The same for one code point when it is a key without a letter, else NULL. */
const char *words_key_name(uint32_t code);

/* Appends the verdict as a sentence for somebody who does not know the logic.
 */
void words_add_verdict(struct buf *out, const char *property,
                       struct verdict verdict, bool unicode);

#endif
