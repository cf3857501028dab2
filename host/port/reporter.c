#include "port/reporter.h"

void run_summary_count(struct run_summary *summary, struct verdict verdict)
{
    if (verdict_is_pass(verdict))
        summary->passed++;
    else if (verdict_is_failure(verdict))
        summary->failed++;
    else if (verdict.kind == VERDICT_INCONCLUSIVE)
        summary->inconclusive++;
    else
        summary->errored++;
}
