#include "cdp/wire/stock.h"

#include "base/clock.h"

/* Number 0 is the one that was begun first. */
static struct cdp_spare *spare_at(struct cdp_stock *stock, size_t number)
{
    return &stock->spares[(stock->next + number) % CDP_STOCK_SIZE];
}

/* One that has failed leaves a gap, which is filled like any other. */
void cdp_stock_fill(struct cdp_stock *stock, struct cdp_connection *connection,
                    const struct cdp_session_options *options, size_t count)
{
    for (size_t i = 0; i < count && i < CDP_STOCK_SIZE; i++)
        cdp_spare_begin(spare_at(stock, i), connection, options);
}

bool cdp_stock_has(const struct cdp_stock *stock)
{
    for (size_t i = 0; i < CDP_STOCK_SIZE; i++)
        if (stock->spares[i].stage != CDP_SPARE_NONE)
            return true;
    return false;
}

static void set_up(struct cdp_stock *stock, struct cdp_spare *spare)
{
    uint64_t kind = spare->options.kind;
    if (kind == 0)
        return;
    if (stock->set_up(stock->context, &spare->session, kind))
        spare->session.kind = kind;
    else
        cdp_spare_close(spare);
}

bool cdp_stock_hear(struct cdp_stock *stock, const struct cdp_record *record)
{
    for (size_t i = 0; i < CDP_STOCK_SIZE; i++) {
        struct cdp_spare *spare = &stock->spares[i];
        bool was_ready = spare->stage == CDP_SPARE_READY;
        if (!cdp_spare_hear(spare, record))
            continue;
        if (!was_ready && spare->stage == CDP_SPARE_READY)
            set_up(stock, spare);
        return true;
    }
    return false;
}

/* False: it is none any more. */
static bool await_ready(struct cdp_stock *stock, struct cdp_spare *spare,
                        int64_t deadline_ms)
{
    struct error unused = ERROR_NONE;
    while (spare->stage != CDP_SPARE_READY && spare->stage != CDP_SPARE_NONE &&
           clock_now_ms() < deadline_ms) {
        struct cdp_record record;
        cdp_record_init(&record);
        enum cdp_next next = cdp_connection_next(spare->session.connection,
                                                 deadline_ms, &record, &unused);
        if (next == CDP_NEXT_RECORD)
            cdp_stock_hear(stock, &record);
        cdp_record_finish(&record);
        if (next == CDP_NEXT_FAILED)
            return false;
    }
    return spare->stage == CDP_SPARE_READY;
}

bool cdp_stock_take(struct cdp_stock *stock, struct cdp_connection *connection,
                    const struct cdp_session_options *options,
                    int64_t deadline_ms, struct cdp_session *session)
{
    for (size_t i = 0; i < CDP_STOCK_SIZE; i++) {
        struct cdp_spare *spare = &stock->spares[stock->next];
        stock->next = (stock->next + 1) % CDP_STOCK_SIZE;
        if (cdp_spare_fits(spare, connection, options) &&
            await_ready(stock, spare, deadline_ms)) {
            *session = cdp_spare_give(spare);
            return true;
        }
        cdp_spare_close(spare);
    }
    return false;
}

void cdp_stock_close(struct cdp_stock *stock)
{
    for (size_t i = 0; i < CDP_STOCK_SIZE; i++)
        cdp_spare_close(&stock->spares[i]);
}
