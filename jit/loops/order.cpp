// The order of sums, as it is defined.
#include "jit/loops/order.h"

#include <limits>
#include <optional>

#include "jit/nest.h"

namespace rille {

AttrValue identity_value(Scalar combiner, Dtype dtype) {
  bool is_max = combiner == Scalar::max || combiner == Scalar::argmax;
  bool is_min = combiner == Scalar::min || combiner == Scalar::argmin;
  if (dtype == Dtype::boolean) return combiner == Scalar::bit_and || is_min;
  bool floats = is_float(dtype);
  auto number = [&](double real, int64_t whole) -> AttrValue {
    if (floats) return real;
    return whole;
  };
  constexpr double max_f8e4m3 = 448;  // which has no infinity
  double limit = dtype == Dtype::f8e4m3 ? max_f8e4m3 : std::numeric_limits<double>::infinity();
  bool is_signed = kind(dtype) == DtypeKind::integer;
  int width = bits(dtype);
  int64_t greatest = is_signed     ? static_cast<int64_t>((uint64_t{1} << (width - 1)) - 1)
                     : width == 64 ? int64_t{-1}
                                   : (int64_t{1} << width) - 1;
  if (is_max) return number(-limit, is_signed ? -greatest - 1 : 0);
  if (is_min) return number(limit, greatest);
  switch (combiner) {
    case Scalar::add: return number(-0.0, 0);
    case Scalar::mul: return number(1, 1);
    case Scalar::bit_and: return is_signed ? int64_t{-1} : greatest;
    default: return int64_t{0};
  }
}

bool has_blocks(const LoopOp& fold) {
  int64_t most = std::get<int64_t>(fold.value);
  return fold.flag && (most == 0 || most > SumOrder::block);
}

int64_t max_blocks(const LoopOp& fold) {
  constexpr int64_t many_blocks = int64_t{1} << 32;  // more than memory holds
  int64_t most = std::get<int64_t>(fold.value);
  return most == 0 ? many_blocks : (most - 1) / SumOrder::block + 1;
}

namespace {

// Sums of 1, 2, 4 ... blocks, kept as a counter.
class BlockCounter {
 public:
  explicit BlockCounter(const Join& join) : join_(join) {}

  void add(Array block) {
    size_t level = 0;
    for (; level < levels_.size() && levels_[level]; ++level) {
      block = join_(*levels_[level], block);
      levels_[level].reset();
    }
    if (level == levels_.size()) levels_.emplace_back();
    levels_[level] = std::move(block);
  }

  Array total(Array sum) const {
    for (const auto& level : levels_) {
      if (level) sum = join_(*level, sum);
    }
    return sum;
  }

 private:
  const Join& join_;
  std::vector<std::optional<Array>> levels_;
};

}  // namespace

Array ordered_total(const std::vector<Array>& terms, int64_t number, const Array& start,
                    const Join& join) {
  auto lanes = static_cast<size_t>(SumOrder::lanes_of(number));
  auto block = static_cast<size_t>(SumOrder::block);
  bool is_long = number == 0 || number > SumOrder::block;
  std::vector<Array> sums(lanes, start);
  std::vector<BlockCounter> blocks(lanes, BlockCounter(join));
  auto end_block = [&] {
    for (size_t lane = 0; lane < lanes; ++lane) {
      blocks[lane].add(sums[lane]);
      sums[lane] = start;
    }
  };
  for (size_t i = 0; i < terms.size(); ++i) {
    sums[i % lanes] = join(sums[i % lanes], terms[i]);
    if (is_long && (i + 1) % block == 0) end_block();
  }
  if (is_long && terms.size() % block != 0) end_block();
  for (size_t lane = 0; is_long && lane < lanes; ++lane) sums[lane] = blocks[lane].total(start);
  for (size_t half = lanes / 2; half >= 1; half /= 2) {
    for (size_t lane = 0; lane < half; ++lane) sums[lane] = join(sums[lane], sums[lane + half]);
  }
  return sums[0];
}

Array blocks_total(const std::vector<Array>& factors, int64_t block, const Array& start,
                   const AddProduct& added, const Join& join) {
  BlockCounter blocks(join);
  Array sum = start;
  auto count = std::ssize(factors) / 2;
  for (int64_t p = 0; p < count; ++p) {
    auto at = static_cast<size_t>(2 * p);
    sum = added(sum, factors[at], factors[at + 1]);
    if (count <= block || ((p + 1) % block != 0 && p + 1 < count)) continue;
    blocks.add(sum);
    sum = start;
  }
  return count <= block ? sum : blocks.total(start);
}

}  // namespace rille
