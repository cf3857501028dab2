/* What a page is told before it has a document and that is the same for each
 * page of a run: the scripts, what is listened to. It can be told to one that
 * was made before it is needed (wire/stock.h), while another test is under way;
 * nothing of it runs or is read until the page is navigated. What a test's seed
 * may choose (environment.h) and the clock come when it is taken.
 *
 * Lives: zeroed it holds nothing; page_setup_finish empties it. */
#ifndef WEIR_CDP_PAGE_PAGE_SETUP_H
#define WEIR_CDP_PAGE_PAGE_SETUP_H

#include "base/buf.h"
#include "cdp/page/page.h"

struct page_setup {
    struct str hook, script, worker; /* page.h: page_options; borrowed */
    bool wants_log, wants_network;
};

/* As the page, which is initialized, and its options want it. */
struct page_setup page_setup_of(const struct page *page,
                                const struct page_options *options);

/* A number for all of it, the same for the same; 0: it cannot be told before,
 * since a test's seed stands in it, or counting begins with it. */
uint64_t page_setup_kind(const struct page_setup *setup,
                         const struct page_options *options);

/* A copy that outlives the options. */
struct page_setup_copy {
    struct buf hook, script;
    struct page_setup setup;
    uint64_t kind;
    int changes; /* of the kind: where it is another one again and again,
                    nothing is told beforehand */
};
void page_setup_keep(struct page_setup_copy *copy, const struct page *page,
                     const struct page_options *options);
/* 0: nothing is to be told beforehand. */
uint64_t page_setup_next(const struct page_setup_copy *copy);
void page_setup_finish(struct page_setup_copy *copy);

/* Sends it, in the group under way; where counting begins with it
 * (page_options), or what does not repeat is watched for, that too. */
void page_setup_send(struct page *page, const struct page_setup *setup,
                     const struct page_options *options);

/* Sends it to a session that is nobody's page yet, and waits for nothing. */
void page_setup_post(const struct page_setup_copy *copy,
                     const struct cdp_session *session);

#endif
