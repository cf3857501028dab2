#include "trace/verdict.h"

const char *verdict_text(struct verdict verdict)
{
    switch (verdict.kind) {
    case VERDICT_NONE:
        return "Undecided";
    case VERDICT_DEFINITELY:
        return verdict.value ? "Definitely true" : "Definitely false";
    case VERDICT_PROBABLY:
        return verdict.value ? "Probably true" : "Probably false";
    case VERDICT_INCONCLUSIVE:
        return "Inconclusive";
    case VERDICT_ERRORED:
        return "Errored";
    }
    return "Undecided";
}
