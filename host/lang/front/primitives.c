#include "lang/front/primitives.h"

const struct primitive_info primitive_infos[PRIMITIVE_COUNT] = {
#define P(name, text, arity, lazy, type) {text, arity, lazy, type},
    PRIMITIVE_LIST(P)
#undef P
};
