// StableHLO rng_bit_generator: counter-based random bits.
#include <array>
#include <numeric>

#include "jit/op.h"
#include "jit/stablehlo/scope.h"
#include "jit/stablehlo/words.h"

namespace rille {
namespace {

using WordPair = std::array<Var, 2>;
using WordQuad = std::array<Var, 4>;

// The low and the high word of a u64, and the inverse.
WordPair words_of(Builder& b, Var x) {
  return {op::convert(b, x, Dtype::u32),
          op::convert(b, op::shift_right(b, x, whole_like(b, x, 32)), Dtype::u32)};
}
Var long_of(Builder& b, WordPair words) {
  Var low = op::convert(b, words[0], Dtype::u64), high = op::convert(b, words[1], Dtype::u64);
  return op::bit_or(b, low, op::shift_left(b, high, whole_like(b, high, 32)));
}

Var element(Builder& b, Var state, int64_t at) {
  return op::reshape(b, op::slice(b, state, {at}, Shape{Extent(1)}, {1}), Shape{});
}

// 0, 1, … in row-major order of a shape, u64.
Var counted(Builder& b, const Shape& shape) {
  int64_t count = 1;
  for (Extent extent : shape) count *= extent.number();
  return op::reshape(b, op::iota(b, Type(Dtype::u64, Shape{Extent(count)}), 0), shape);
}

WordPair threefry_words(Builder& b, Var key, Var counters) {
  Shape shape = b.type(counters).shape();
  WordArrayOps machine{b, shape};
  WordPair keys = words_of(b, spread(b, key, b.type(counters)));
  return threefry(machine, keys, words_of(b, counters));
}

// Random bits, and the counter after the used ones.
struct RandomBits {
  Var bits, counter;
};

// The axis that is split in halves, one for each word of a counter: the first axis of even size, or
// else the longest.
size_t axis_to_split(const Shape& shape) {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].number() % 2 == 0) return i;
  }
  auto longer = [](Extent x, Extent y) { return x.number() < y.number(); };
  return static_cast<size_t>(std::ranges::max_element(shape, longer) - shape.begin());
}

// source: XLA's ThreeFryBitGenerator, by its results
RandomBits threefry_bits(Builder& b, Var key, Var counter, const Shape& shape) {
  Shape half = shape;
  size_t axis = 0;
  if (shape.empty()) {
    half = {Extent(1)};
  } else {
    axis = axis_to_split(shape);
    half[axis] = Extent((shape[axis].number() + 1) / 2);
  }
  Var numbers = counted(b, half);
  Var counters = op::add(b, spread(b, counter, b.type(numbers)), numbers);
  WordPair out = threefry_words(b, key, counters);
  Var next = op::add(b, counter, whole_like(b, counter, b.type(numbers).count()));
  if (shape.empty()) return {op::reshape(b, out[0], shape), next};
  Shape one = half;
  one.insert(one.begin() + static_cast<std::ptrdiff_t>(axis) + 1, Extent(1));
  Var both = op::concatenate(b, {op::reshape(b, out[0], one), op::reshape(b, out[1], one)},
                             static_cast<int64_t>(axis) + 1);
  half[axis] = Extent(half[axis].number() * 2);
  both = op::reshape(b, both, half);
  Ints none(shape.size(), 0), ones(shape.size(), 1);
  return {half == shape ? both : op::slice(b, both, none, shape, ones), next};
}

RandomBits threefry_longs(Builder& b, Var key, Var counter, const Shape& shape) {
  Var numbers = counted(b, shape);
  Var counters = op::add(b, spread(b, counter, b.type(numbers)), numbers);
  Var next = op::add(b, counter, whole_like(b, counter, b.type(numbers).count()));
  return {long_of(b, threefry_words(b, key, counters)), next};
}

// Salmon et al., SC 2011: philox4x32 with 10 rounds.
WordQuad philox(Builder& b, WordPair key, WordQuad x) {
  auto product = [&](Var v, uint32_t factor) {
    Var wide = op::convert(b, v, Dtype::u64);
    return words_of(b, op::mul(b, wide, whole_like(b, wide, int64_t{factor})));
  };
  for (int round = 0; round < 10; ++round) {
    WordPair first = product(x[0], 0xD2511F53), second = product(x[2], 0xCD9E8D57);
    x = {op::bit_xor(b, op::bit_xor(b, second[1], x[1]), key[0]), second[0],
         op::bit_xor(b, op::bit_xor(b, first[1], x[3]), key[1]), first[0]};
    key = {op::add(b, key[0], whole_like(b, key[0], 0x9E3779B9)),
           op::add(b, key[1], whole_like(b, key[1], 0xBB67AE85))};
  }
  return x;
}

struct Philox {
  Var words;  // u32[n, 4]
  WordPair counter;
};

// The words for n 128-bit counters, four per counter.
Philox philox_words(Builder& b, Var key, WordPair counter, int64_t n) {
  auto raised = [&](WordPair from, Var by) -> WordPair {
    Var low = op::add(b, spread(b, from[0], b.type(by)), by);
    Var high = spread(b, from[1], b.type(by));
    Var carries = op::lt(b, low, spread(b, from[0], b.type(by)));
    return {low, op::select(b, carries, op::add(b, high, whole_like(b, high, 1)), high)};
  };
  Var numbers = counted(b, Shape{Extent(n)});
  WordPair all = raised(counter, numbers);
  WordPair low = words_of(b, all[0]), high = words_of(b, all[1]);
  WordQuad out =
      philox(b, words_of(b, spread(b, key, b.type(numbers))), {low[0], low[1], high[0], high[1]});
  Vars columns;
  for (Var v : out) columns.push_back(op::reshape(b, v, Shape{Extent(n), Extent(1)}));
  return {op::concatenate(b, columns, 1), raised(counter, whole_like(b, counter[0], n))};
}

// The first elements, as many as the shape has.
Var shaped(Builder& b, Var flat, const Type& type) {
  Var first = op::slice(b, flat, {0}, Shape{Extent(type.count())}, {1});
  return op::reshape(b, first, type.shape());
}

// The state is the key and the counter. With three numbers, the counter has 128 bits. With two, the
// key is used as its high half.
Vars philox_generator(Builder& b, const HloOp& op, Var state, const Type& type) {
  int64_t size = b.type(state).count();
  if (size != 2 && size != 3)
    refuse(op, str("the state of PHILOX has ", size, " elements, expected 2 or 3"));
  Var key = element(b, state, 0);
  WordPair counter{element(b, state, 1), size == 3 ? element(b, state, 2) : key};
  bool is_long = bits(type.dtype()) == 64;
  int64_t each = is_long ? 2 : 4, n = (type.count() + each - 1) / each;
  Philox made = philox_words(b, key, counter, n);
  Var flat;
  if (is_long) {
    auto column = [&](int64_t at) {
      Var one = op::slice(b, made.words, {0, at}, Shape{Extent(n), Extent(1)}, {1, 1});
      return op::reshape(b, one, Shape{Extent(n), Extent(1)});
    };
    Var pairs = op::concatenate(
        b, {long_of(b, {column(0), column(1)}), long_of(b, {column(2), column(3)})}, 1);
    flat = op::reshape(b, pairs, Shape{Extent(2 * n)});
  } else {
    flat = op::reshape(b, made.words, Shape{Extent(4 * n)});
  }
  Vars next;
  for (Var v : {key, made.counter[0], made.counter[1]}) {
    next.push_back(op::reshape(b, v, Shape{Extent(1)}));
  }
  if (size == 2) next.pop_back();
  return {op::concatenate(b, next, 0), shaped(b, flat, type)};
}

Vars threefry_generator(Builder& b, const HloOp& op, Var state, const Type& type) {
  if (b.type(state).count() != 2)
    refuse(op, str("the state of THREE_FRY has ", b.type(state).count(), " elements, expected 2"));
  Var key = element(b, state, 0), counter = element(b, state, 1);
  RandomBits drawn = bits(type.dtype()) == 64 ? threefry_longs(b, key, counter, type.shape())
                                              : threefry_bits(b, key, counter, type.shape());
  Shape one{Extent(1)};
  Var next = op::concatenate(b, {op::reshape(b, key, one), op::reshape(b, drawn.counter, one)}, 0);
  return {next, drawn.bits};
}

// DEFAULT is PHILOX, as in XLA on a CPU.
Vars rng_bit_generator(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Builder& b = scope.b;
  if (op.types.size() != 2)
    refuse(op, str("rng_bit_generator has ", op.types.size(), " results, expected 2"));
  Type type = op.types[1];
  if (b.type(in[0]).dtype() != Dtype::u64 || b.type(in[0]).rank() != 1) {
    refuse(op, str("the state is ", b.type(in[0]), ", expected u64[n]"));
  }
  if (!is_integer(type.dtype()) && !is_float(type.dtype())) {
    refuse(op, str("random bits of ", type, " are not supported"));
  }
  std::string how = word_of(op, "algorithm", 0);
  if (how.empty()) how = word_of(op, "rng_algorithm", 0);
  if (how != "THREE_FRY" && how != "PHILOX" && how != "DEFAULT")
    refuse(op, str("algorithm ", how, " is not supported"));
  Vars out = how == "THREE_FRY" ? threefry_generator(b, op, in[0], type)
                                : philox_generator(b, op, in[0], type);
  Dtype whole = unsigned_of(type.dtype());
  if (bits(type.dtype()) < 32) out[1] = op::convert(b, out[1], whole);
  if (whole != type.dtype()) out[1] = op::bitcast(b, out[1], type.dtype());
  return out;
}

constexpr HloRule random_table[] = {{"rng_bit_generator", rng_bit_generator}};

}  // namespace

std::span<const HloRule> random_rules() { return random_table; }

}  // namespace rille
