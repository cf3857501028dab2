/* The paper's strategy: every proposal is as likely as any other. */
#ifndef WEIR_RUN_UNIFORM_H
#define WEIR_RUN_UNIFORM_H

#include <stdint.h>

#include "port/strategy.h"

struct strategy *uniform_create(uint64_t seed);

#endif
