// Products of 8-bit and 16-bit operands by dot instructions.
#include <algorithm>

#include "jit/loops/product.h"

namespace rille {

// The values of k in the current panels.
Register ProductLoops::deep_here() {
  return schedule_.chunk == 0 ? deep_count_ : b_.minus(chunk_to_, chunk_from_);
}

// The index of the group of k + more.
Register ProductLoops::in_groups(Register k, int64_t more) {
  if (!is_grouped()) return k;
  return b_.quotient(b_.plus(k, b_.i64(more)), b_.i64(schedule_.group));
}

// Whether both operands are 8-bit integers with integer sums. 16-bit multiplications with two
// products per lane, of which the second one is 0, are faster than 32-bit ones.
bool ProductLoops::are_small() const {
  bool has_lanes = lanes_ == 4 || lanes_ == 8 || lanes_ == 16;
  bool sums_words = is_integer(stage_.sum_dtype) && bits(stage_.sum_dtype) == 32;
  if (is_grouped() || !target_.units.pairs || !has_lanes || !sums_words) return false;
  return std::ranges::all_of(stage_.operands, [](const Stage& operand) {
    Dtype from = unconverted(operand).dtype;
    return is_integer(from) && bits(from) <= 8;
  });
}

// The contribution of the added 128 is summed separately and subtracted at the end, modulo 2^32
// like the sums.
void ProductLoops::grouped(const Tile& tile, Register from, Register to, const Sums& sums) {
  Register all_128 = b_.constant(type_, int64_t{static_cast<int32_t>(0x80808080u)});
  std::vector<Register> extra;
  if (left_.panels->adds_128()) {
    Register zero = b_.constant(type_, int64_t{0});
    for (int64_t v = 0; v < vectors_; ++v) {
      extra.push_back(b_.add(type_, {.kind = LoopOpKind::variable, .in = {zero}}));
    }
  }
  LoopBuilder::Loop all{
      .from = in_groups(from), .to = in_groups(to, schedule_.group - 1), .is_nonempty = true};
  b_.loop(all, [&](Register k) {
    products(tile, k, 0, sums);
    for (size_t v = 0; v < extra.size(); ++v) {
      add_product(extra[v], all_128, column_vector(tile, static_cast<int64_t>(v), k, 0));
    }
  });
  for (size_t i = 0; !extra.empty() && i < sums.size(); ++i) {
    Register more = get(extra[i % extra.size()]);
    set(sums[i], b_.compute(Scalar::sub, type_.dtype, {get(sums[i]), more}));
  }
}

}  // namespace rille
