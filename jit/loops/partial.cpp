// Partial results of reductions, as registers hold them.
#include "jit/loops/partial.h"

#include <bit>
#include <limits>

#include "jit/loops/order.h"

namespace rille {
namespace {

// What combines to the bits 0 and 1 of two of these.
bool keeps_bools(Scalar combiner) {
  switch (combiner) {
    case Scalar::bit_and:
    case Scalar::bit_or:
    case Scalar::bit_xor:
    case Scalar::max:
    case Scalar::min:
    case Scalar::argmax:
    case Scalar::argmin: return true;
    default: return false;
  }
}

}  // namespace

PartialResult::PartialResult(LoopBuilder& builder, Scalar combiner, Dtype dtype)
    : b_(builder),
      combiner_(combiner),
      dtype_(dtype),
      float_(dtype == Dtype::f64 ? Dtype::f64 : Dtype::f32),
      kept_(dtype),
      is_max_(combiner == Scalar::max || combiner == Scalar::argmax),
      gives_position_(gives_place(combiner)) {
  bool is_extreme = is_max_ || combiner == Scalar::min || combiner == Scalar::argmin;
  is_ordered_ = is_extreme && is_float(dtype);
  is_byte_ = dtype == Dtype::boolean && keeps_bools(combiner);
  if (is_ordered_) kept_ = dtype == Dtype::f64 ? Dtype::i64 : Dtype::i32;
  if (is_byte_) kept_ = Dtype::u8;
}

Register PartialResult::start(int lanes) {
  AttrValue value = identity_value(combiner_, dtype_);
  if (is_byte_) value = int64_t{std::get<bool>(value) ? 1 : 0};
  if (is_ordered_) value = ordered(std::get<double>(value));
  // Before the infinity, which may be the only term.
  if (is_ordered_ && gives_position_) value = is_max_ ? -others() - 1 : others();
  return b_.constant({kept_, lanes}, value);
}

Register PartialResult::of(Register term) {
  if (is_byte_) return b_.compute(Scalar::convert, Dtype::u8, {term});
  if (!is_ordered_) return term;
  if (dtype_ != float_) term = b_.compute(Scalar::convert, float_, {term});
  int64_t nan = bits_of(std::numeric_limits<double>::quiet_NaN());
  if (!is_max_) nan = ~nan;
  Register own = term;
  if (gives_position_) {  // -0 becomes 0
    own = b_.compute(Scalar::add, float_, {term, b_.constant({float_, 1}, 0.0)});
  }
  Register number = turned(b_.compute(Scalar::bitcast, kept_, {own}));
  Register is_nan = b_.compute(Scalar::ne, Dtype::boolean, {term, term});
  return b_.compute(Scalar::select, kept_, {is_nan, integer(nan), number});
}

Register PartialResult::result(Register x) {
  if (is_byte_) return b_.compute(Scalar::ne, Dtype::boolean, {x, integer(0)});
  if (!is_ordered_) return x;
  Register out = b_.compute(Scalar::bitcast, float_, {turned(x)});
  // The integer of NaN among the smallest ones becomes a NaN whose other bits are ones.
  if (!is_max_) {
    Register nan = b_.constant({float_, 1}, std::numeric_limits<double>::quiet_NaN());
    Register is_nan = b_.compute(Scalar::ne, Dtype::boolean, {out, out});
    out = b_.compute(Scalar::select, float_, {is_nan, nan, out});
  }
  return dtype_ == float_ ? out : b_.compute(Scalar::convert, dtype_, {out});
}

Register PartialResult::beats(Register x, Register y) {
  if (is_max_) std::swap(x, y);
  return b_.compute(Scalar::lt, Dtype::boolean, {x, y});
}

int64_t PartialResult::bits_of(double value) const {
  if (width() == 64) return std::bit_cast<int64_t>(value);
  return std::bit_cast<int32_t>(static_cast<float>(value));
}

int64_t PartialResult::ordered(double value) const {
  int64_t bits = bits_of(value);
  return bits < 0 ? bits ^ others() : bits;
}

// A float with a sign counts from below: its other bits are flipped. The same flips them back.
Register PartialResult::turned(Register bits) {
  Register sign = b_.compute(Scalar::shift_right, kept_, {bits, integer(width() - 1)});
  Register mask = b_.compute(Scalar::bit_and, kept_, {sign, integer(others())});
  return b_.compute(Scalar::bit_xor, kept_, {bits, mask});
}

}  // namespace rille
