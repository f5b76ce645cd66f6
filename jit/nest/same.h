// Equality and hashes of the parts of a nest.
#pragma once

#include "jit/nest.h"

namespace rille {

uint64_t mix(uint64_t hash, uint64_t word);

bool same_access(const Access& a, const Access& b);
bool same_step(const NestStep& a, const NestStep& b);
uint64_t hash_of(const Access& access);
uint64_t hash_of(const NestStep& step);

}  // namespace rille
