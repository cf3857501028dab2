/* What a check tests: a page in a browser, an executor's program, a model in
 * CCS or a run that was recorded. */
#ifndef WEIR_CLI_UNDER_TEST_H
#define WEIR_CLI_UNDER_TEST_H

#include <stdbool.h>

#include "base/error.h"
#include "base/loop.h"
#include "cdp/browser.h"
#include "cdp/page/login.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "exec/ccs/executor.h"
#include "port/executor.h"
#include "serve/serve.h"

/* All zero at first. Its pointers are owned by it. */
struct under_test {
    struct serve *serve;         /* --serve, or NULL */
    char *url;                   /* of the page, or NULL */
    struct login login;          /* --cookie, --storage-state */
    struct ccs_model *model;     /* --ccs, or NULL */
    struct recording *recording; /* --from, or NULL */
    bool virtual_time;
    bool local;              /* the page is a file, or of our own server */
    bool excuses_starvation; /* of the browser (browser.h) */
    struct loop *loop;
    struct browser_options browser; /* for each browser of the run */
    struct browser_options another; /* the same for those beside the first,
                                       where a page has several users */
    struct executor *executor; /* NULL: several tests at a time, or --from */
};

/* Who is told what is being waited for (browser.h); `context` outlives
 * under_test_stop. */
struct under_test_activity {
    void (*tell)(void *context, const char *what);
    void *context;
};

/* Finds the page, the model or the recording; a recorded run brings its seed,
 * which goes into `options`. A page that weir serves can be reached from here
 * on. */
bool under_test_find(struct under_test *tested, struct check_options *options,
                     struct error *error);

/* Makes the loop and, for one test at a time, the executor; a browser begins to
 * come up. From here on signals end things in order (interrupt.h). `options`
 * outlive under_test_close. */
bool under_test_start(struct under_test *tested,
                      const struct check_options *options,
                      struct under_test_activity activity, struct error *error);

/* The same with a loop that is there already (tested->loop), whose signals are
 * somebody else's business. */
bool under_test_open(struct under_test *tested,
                     const struct check_options *options,
                     struct under_test_activity activity, struct error *error);

/* In words, for the reporters; borrowed from the options. */
const char *under_test_words(const struct check_options *options);

/* Ends the executor and the loop; whatever under_test_find did stays. */
void under_test_stop(struct under_test *tested);
void under_test_close(struct under_test *tested);

#endif
