/* The page as an entrance of a model: the options of pages that `weir check
 * MODEL.js` takes, whether a page is meant, and the page as a system. */
#ifndef WEIR_CLI_MODEL_PAGE_H
#define WEIR_CLI_MODEL_PAGE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/loop.h"
#include "cli/model_options.h"
#include "cli/page_words.h"
#include "cli/under_test.h"
#include "port/model.h"
#include "port/system.h"

/* Rows of a table of options: name, letter, argument (NULL: none), help. */
#define MODEL_PAGE_FLAGS(O)                                                    \
    PAGE_TIME_FLAG(O)                                                          \
    PAGE_FLAGS(O, "ADDRESS", "program")

/* Takes the option with this name; *taken: it is one of these. False:
 * ERROR_USAGE. */
bool model_page_take(struct model_options *options, const char *name,
                     const char *text, bool *taken, struct error *error);

/* Whether the model's entrance is a page, by what the options and the model
 * say. False: ERROR_USAGE, it cannot be told, or an option of pages is given
 * for what is none. */
bool model_page_is_meant(const struct model_options *options,
                         const struct model_info *info, bool *is_page,
                         struct error *error);

/* Whether nobody resets the server of a page: it is at an address, and there is
 * no --reset. */
bool model_page_is_left_alone(const struct check_options *options);

/* How many users the page has at the same time: as --processes says, else the
 * model; 1 unless either does. */
size_t model_page_users(const struct model_options *options,
                        const struct model_info *info);

/* The page as a system, of so many users; `tested`, all zero, holds what it
 * needs and is closed (under_test_close) after it. NULL: *error. */
struct system *model_page_open(struct under_test *tested,
                               struct check_options *options,
                               const struct model_info *info, size_t users,
                               struct loop *loop, struct error *error);

#endif
