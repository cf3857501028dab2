#include "cli/replay_report.h"

#include "base/buf.h"
#include "report/show.h"
#include "report/text.h"
#include "report/words.h"

enum { INDENT = 2, STATE_INDENT = 6 };

/* "  4. click `#toggle`" */
static void add_step(struct ink *ink, const char *when,
                     const struct step *steps, size_t at)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s: ", when);
    words_add_step(&text, &steps[at], at == 0 ? NULL : &steps[at - 1],
                   ink->unicode);
    ink_line(ink, INDENT + 2, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void add_states(struct ink *ink, const struct replay *replay,
                       bool in_full)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "The state differs, recorded %s now:", text_arrow(ink->unicode));
    ink_line(ink, INDENT + 2, INK_PLAIN, buf_text(&text));
    show_difference(ink, STATE_INDENT, replay->before, replay->after, NULL,
                    in_full);
    buf_finish(&text);
}

static void add_difference(struct ink *ink, const struct trace *trace,
                           const struct replay *replay, bool in_full)
{
    const struct step *now = replay->result.kept.steps;
    size_t at = replay->at;
    switch (replay->difference) {
    case REPLAY_NOT_OFFERED:
        add_step(ink,
                 replay->is_refused ? "The action is turned down"
                                    : "The action is not on offer",
                 trace->items, replay->stuck);
        break;
    case REPLAY_OTHER_STEP:
        add_step(ink, "recorded", trace->items, at);
        add_step(ink, "now", now, at);
        break;
    case REPLAY_OTHER_STATE:
        add_step(ink, "Step", trace->items, at);
        add_states(ink, replay, in_full);
        break;
    case REPLAY_SHORTER:
        add_step(ink, "It ended before this", trace->items, at);
        break;
    case REPLAY_LONGER:
        add_step(ink, "It goes on with", now, at);
        break;
    case REPLAY_SAME:
    case REPLAY_VERDICT:
        break;
    }
}

/* What is to be said of the verdicts when they are not the same, or when the
 * run came to no end. */
static void add_verdicts(struct ink *ink, const struct trace *trace,
                         const struct replay *replay)
{
    struct buf text;
    buf_init(&text);
    const struct session_result *now = &replay->result;
    buf_addf(&text, "recorded: %s; now: %s",
             trace->has_ending ? verdict_text(trace->ending.verdict)
                               : "cut off",
             verdict_text(now->verdict));
    if (now->verdict.kind == VERDICT_ERRORED)
        buf_addf(&text, " (%s)", now->error.message);
    if (replay->stuck != SIZE_MAX)
        buf_addf(&text, ", stopped before step %zu, whose action is %s",
                 replay->stuck + 1,
                 replay->is_refused ? "turned down" : "not on offer");
    ink_line(ink, INDENT + 2, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

/* Who repeats a failure wants to know first whether it came again. */
static bool is_verdict_again(const struct trace *trace,
                             const struct session_result *now)
{
    struct verdict was = trace->ending.verdict;
    return trace->has_ending && was.kind != VERDICT_ERRORED &&
           was.kind == now->verdict.kind && was.value == now->verdict.value;
}

void replay_report_add(struct ink *ink, const struct trace *trace,
                       const struct replay *replay, int64_t duration_ms,
                       bool in_full)
{
    const struct session_result *now = &replay->result;
    bool is_same = replay->difference == REPLAY_SAME;
    struct buf text;
    buf_init(&text);
    ink_begin(ink, 0, 5);
    ink_words(ink, is_same ? INK_GREEN : INK_RED, is_same ? "same" : "DIFF");
    buf_addf(&text, " %s%s%s%s", trace->header.property,
             trace->header.run == NULL ? "" : " (",
             trace->header.run == NULL ? "" : trace->header.run,
             trace->header.run == NULL ? "" : ")");
    ink_words(ink, INK_BOLD, buf_text(&text));
    buf_clear(&text);
    if (is_same)
        buf_addf(&text, " %s, as recorded", verdict_text(now->verdict));
    else if (replay->difference == REPLAY_VERDICT)
        buf_add_text(&text, " the same steps, another verdict");
    else if (is_verdict_again(trace, now))
        buf_addf(&text,
                 " %s again, as recorded, by other states or steps from step "
                 "%zu of %zu on",
                 verdict_text(now->verdict), replay->at + 1, trace->count);
    else
        buf_addf(&text, " diverged at step %zu of %zu", replay->at + 1,
                 trace->count);
    ink_words(ink, INK_PLAIN, buf_text(&text));
    buf_clear(&text);
    buf_add_text(&text, " (");
    text_add_count(&text, (int64_t)now->kept.count, "state");
    buf_add_text(&text, ", ");
    text_add_count(&text, now->actions, "action");
    buf_add_text(&text, ", ");
    text_add_duration_ms(&text, duration_ms);
    buf_add_char(&text, ')');
    ink_words(ink, INK_DIM, buf_text(&text));
    ink_end(ink);
    if (!is_same) {
        add_difference(ink, trace, replay, in_full);
        add_verdicts(ink, trace, replay);
    }
    buf_finish(&text);
}
