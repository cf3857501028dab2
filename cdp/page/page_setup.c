#include "cdp/page/page_setup.h"

#include "base/hash.h"
#include "cdp/page/page_internal.h"
#include "cdp/page/profiler.h"

struct page_setup page_setup_of(const struct page *page,
                                const struct page_options *options)
{
    return (struct page_setup){
        .hook = options->hook,
        .script = options->script,
        .worker = options->worker,
        .wants_log = journal_needs_log(&page->journal) || page->diary != NULL,
        .wants_network = journal_needs_network(&page->journal) ||
                         page->network.counts || page->diary != NULL,
    };
}

uint64_t page_setup_kind(const struct page_setup *setup,
                         const struct page_options *options)
{
    if (options->notices != NULL || options->profiled)
        return 0;
    uint64_t flags = 1 | (uint64_t)setup->wants_log << 1 |
                     (uint64_t)setup->wants_network << 2 |
                     (uint64_t)(setup->worker.length > 0) << 3;
    uint64_t kind = hash_mix(hash_mix(flags, str_hash(setup->hook)),
                             str_hash(setup->script));
    return kind == 0 ? 1 : kind;
}

static struct str kept(struct buf *copy, struct str text)
{
    buf_clear(copy);
    buf_add_str(copy, text);
    return buf_str(copy);
}

void page_setup_keep(struct page_setup_copy *copy, const struct page *page,
                     const struct page_options *options)
{
    struct page_setup setup = page_setup_of(page, options);
    uint64_t kind = page_setup_kind(&setup, options);
    if (kind == copy->kind)
        return;
    copy->changes++;
    copy->kind = kind;
    copy->setup = setup;
    copy->setup.hook = kept(&copy->hook, setup.hook);
    copy->setup.script = kept(&copy->script, setup.script);
}

uint64_t page_setup_next(const struct page_setup_copy *copy)
{
    enum { CHANGES = 4 }; /* properties of a file, one after the other */
    return copy->changes > CHANGES ? 0 : copy->kind;
}

void page_setup_finish(struct page_setup_copy *copy)
{
    buf_finish(&copy->hook);
    buf_finish(&copy->script);
    *copy = (struct page_setup_copy){.kind = 0};
}

void page_setup_send(struct page *page, const struct page_setup *setup,
                     const struct page_options *options)
{
    page_group_send(page, "Page.enable", STR(""));
    page_group_send(page, "Inspector.enable", STR(""));
    /* A document that is made known runs the scripts that are there by then.
     * The empty one of a fresh page needs none, and they cost milliseconds. */
    if (!page->is_tab)
        page_group_send(page, "Runtime.enable", STR(""));
    page_add_binding(page);
    if (options != NULL && options->notices != NULL)
        page_watch_for_notices(page);
    /* The hook first: it waits for a word of the page script. */
    if (setup->hook.length > 0)
        page_add_script(page, setup->hook, NULL);
    page_add_script(page, setup->script, PAGE_WORLD);
    if (setup->worker.length > 0)
        page_attach_workers(page);
    if (page->is_tab) {
        page_group_send(page, "Runtime.enable", STR(""));
        /* A document that has been there before gets it only now. */
        page_add_binding(page);
    }
    if (setup->wants_log)
        page_group_send(page, "Log.enable", STR(""));
    if (setup->wants_network)
        page_group_send(page, "Network.enable", STR(""));
    if (options != NULL && options->profiled)
        profiler_start(page);
}

void page_setup_post(const struct page_setup_copy *copy,
                     const struct cdp_session *session)
{
    struct page page = {.posts = true, .session = *session};
    page.workers.script = copy->setup.worker;
    page_setup_send(&page, &copy->setup, NULL);
}
