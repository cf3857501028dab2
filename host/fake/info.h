/* What a model says of itself, checked. */
#ifndef WEIR_FAKE_INFO_H
#define WEIR_FAKE_INFO_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "port/model.h"
#include "trace/value.h"

/* Fills *info from the answer to "info". Texts are copied to the arena, values
 * are borrowed from `given`. `name` is the model's when it has none. False:
 * ERROR_SPEC, without the name of the model. */
bool info_read(const struct value *given, const char *name, struct arena *arena,
               struct model_info *info, struct error *error);

/* Leaves out what has a `page` and no `real`, where other commands have one
 * (fake.h: fake_keep_to_api). False: ERROR_USAGE, no command is left. */
bool info_keep_to_api(struct model_info *info, struct arena *arena,
                      struct error *error);

#endif
