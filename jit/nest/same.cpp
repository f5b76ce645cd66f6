// Whether two nests have the same machine code.
#include "jit/nest/same.h"

#include <algorithm>
#include <bit>

namespace rille {
namespace {

uint64_t hash_of(Size size) {
  return static_cast<uint64_t>(size.number) * 31 + static_cast<uint64_t>(size.arg + 1);
}

uint64_t hash_of(const AttrValue& value) {
  if (auto* number = std::get_if<double>(&value)) return std::bit_cast<uint64_t>(*number);
  if (auto* number = std::get_if<int64_t>(&value)) return static_cast<uint64_t>(*number) * 3;
  if (auto* truth = std::get_if<bool>(&value)) return *truth ? 11 : 7;
  return value.index();
}

bool same_value(const AttrValue& a, const AttrValue& b) {
  if (a.index() != b.index()) return false;
  auto* x = std::get_if<double>(&a);  // by bits: -0.0 differs from 0.0, a NaN equals itself
  if (x != nullptr) {
    return std::bit_cast<uint64_t>(*x) == std::bit_cast<uint64_t>(std::get<double>(b));
  }
  return a == b;
}

bool same_store(const Store& a, const Store& b) {
  return a.step == b.step && same_access(a.access, b.access);
}

bool same_check(const NestCheck& a, const NestCheck& b) {
  return a.failed == b.failed && a.check == b.check && a.payload == b.payload;
}

}  // namespace

uint64_t mix(uint64_t hash, uint64_t word) {
  hash ^= word + 0x9e3779b97f4a7c15ull + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdull;
}

bool same_access(const Access& a, const Access& b) {
  return a.buffer == b.buffer && a.offset == b.offset && a.strides == b.strides &&
         a.computed == b.computed && a.guard == b.guard;
}

bool same_step(const NestStep& a, const NestStep& b) {
  return a.name == b.name && a.dtype == b.dtype && a.in == b.in && a.loop == b.loop &&
         same_value(a.value, b.value) && same_access(a.access, b.access);
}

uint64_t hash_of(const Access& access) {
  uint64_t hash = mix(static_cast<uint64_t>(access.buffer), static_cast<uint64_t>(access.offset));
  for (Size stride : access.strides) hash = mix(hash, hash_of(stride));
  return mix(mix(hash, static_cast<uint64_t>(access.computed)),
             static_cast<uint64_t>(access.guard));
}

uint64_t hash_of(const NestStep& step) {
  uint64_t hash = mix(static_cast<uint64_t>(step.dtype), static_cast<uint64_t>(step.name));
  for (int in : step.in) hash = mix(hash, static_cast<uint64_t>(in));
  hash = mix(mix(hash, hash_of(step.value)), static_cast<uint64_t>(step.loop));
  return step.name == Scalar::load ? mix(hash, hash_of(step.access)) : hash;
}

namespace {

uint64_t hash_of(const Stage& stage) {
  auto hash = static_cast<uint64_t>(stage.form);
  for (Size loop : stage.loops) hash = mix(hash, hash_of(loop));
  for (const NestStep& step : stage.code) hash = mix(hash, rille::hash_of(step));
  for (const Store& store : stage.stores) {
    hash = mix(mix(hash, static_cast<uint64_t>(store.step)), rille::hash_of(store.access));
  }
  for (const NestCheck& check : stage.checks) {
    hash = mix(mix(hash, static_cast<uint64_t>(check.failed)), static_cast<uint64_t>(check.check));
  }
  for (int64_t word : {int64_t{stage.kept}, int64_t{stage.folded}, int64_t{stage.reverse},
                       int64_t{stage.sums_outer_products}, static_cast<int64_t>(stage.precision),
                       static_cast<int64_t>(stage.sum_dtype)}) {
    hash = mix(hash, static_cast<uint64_t>(word));
  }
  for (const Stage& operand : stage.operands) hash = mix(hash, hash_of(operand));
  return mix(hash, static_cast<uint64_t>(stage.combiner));
}

bool same_stage(const Stage& a, const Stage& b) {
  return a.form == b.form && a.loops == b.loops && a.kept == b.kept &&
         std::ranges::equal(a.code, b.code, same_step) &&
         std::ranges::equal(a.stores, b.stores, same_store) &&
         std::ranges::equal(a.checks, b.checks, same_check) && a.combiner == b.combiner &&
         a.folded == b.folded && a.sum_dtype == b.sum_dtype && a.reverse == b.reverse &&
         a.sums_outer_products == b.sums_outer_products && a.precision == b.precision &&
         std::ranges::equal(a.operands, b.operands, same_stage);
}

}  // namespace

uint64_t structural_hash(const Nest& nest) {
  auto hash = static_cast<uint64_t>(2 * nest.shared + (nest.keeps_results_cached ? 1 : 0));
  for (const Stage& stage : nest.stages) hash = mix(hash, hash_of(stage));
  for (Dtype dtype : nest.buffers) hash = mix(hash, static_cast<uint64_t>(dtype));
  for (const Local& local : nest.locals) hash = mix(hash, static_cast<uint64_t>(local.elements));
  return hash;
}

bool same_code(const Nest& a, const Nest& b) {
  return a.shared == b.shared && a.keeps_results_cached == b.keeps_results_cached &&
         std::ranges::equal(a.stages, b.stages, same_stage) && a.buffers == b.buffers &&
         a.constants == b.constants && a.locals == b.locals;
}

}  // namespace rille
