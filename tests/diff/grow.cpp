// Draws graphs: what there is, and how it is made to fit.
#include "tests/diff/grow.h"

#include <algorithm>

#include "tests/diff/catalog.h"

namespace rille::diff {
namespace {

constexpr Dtype floats[] = {Dtype::f32,  Dtype::f64, Dtype::f32,    Dtype::f64,
                            Dtype::bf16, Dtype::f16, Dtype::f8e4m3, Dtype::f8e5m2};
constexpr Dtype others[] = {Dtype::boolean, Dtype::i8,  Dtype::i16, Dtype::i32,
                            Dtype::i64,     Dtype::u8,  Dtype::u16, Dtype::u32,
                            Dtype::u64,     Dtype::c64, Dtype::c128};

int64_t count_of(const Shape& shape) {
  int64_t out = 1;
  for (Extent extent : shape) out *= extent.number();
  return out;
}

}  // namespace

Numbers numbers_of(uint64_t seed) { return seed % 4 == 3 ? Numbers::wild : Numbers::plain; }

Grower::Grower(Chance& chance, Builder& b, const Bounds& bounds, bool inside)
    : chance_(chance), b_(b), bounds_(bounds), inside_(inside) {
  if (inside) return;
  for (int64_t i = chance.from(1, 4); i > 0; --i) {
    values_.push_back(b.param({dtype(), shape(bounds.elements)}));
  }
}

void Grower::keep(Var v) {
  if (type(v).form() == TypeForm::array) values_.push_back(v);
}

void Grower::keep(const Vars& vars) {
  for (Var v : vars) keep(v);
}

// Half of all dtypes are one of floats, and half of those f32 or f64.
Dtype Grower::dtype() {
  Dtype out = chance_.once_in(2) ? chance_.one_of(floats) : chance_.one_of(others);
  if (chance_.once_in(3)) out = chance_.once_in(2) ? Dtype::f32 : Dtype::f64;
  return bounds_.wide ? widened(out) : out;
}

// Ranks 0 to 6; extents 0 to 17, and 1 more often; seldom none at all.
Shape Grower::shape(int64_t elements) {
  Shape out;
  int64_t left = elements;
  for (int64_t rank = chance_.from(0, chance_.once_in(4) ? 6 : 3); rank > 0; --rank) {
    int64_t most = std::min(bounds_.extent, left);
    int64_t n = chance_.once_in(4) ? 1 : chance_.from(1, std::max<int64_t>(most, 1));
    if (chance_.once_in(60)) n = 0;
    if (chance_.once_in(2)) n = std::min<int64_t>(n, 3);
    out.emplace_back(n);
    left /= std::max<int64_t>(n, 1);
  }
  return out;
}

Ints Grower::some_axes(Var x) {
  Ints out;
  for (int64_t axis = 0; axis < type(x).rank(); ++axis) {
    if (chance_.once_in(2)) out.push_back(axis);
  }
  if (chance_.once_in(4)) std::ranges::reverse(out);
  return out;
}

// The youngest half of the time.
Var Grower::some() {
  if (values_.empty()) return constant({dtype(), shape(20)});
  if (chance_.once_in(2)) {
    return values_[values_.size() - 1 -
                   static_cast<size_t>(chance_.below(std::min<int64_t>(3, std::ssize(values_))))];
  }
  return chance_.one_of(values_);
}

Var Grower::newest() { return values_.empty() ? some() : values_.back(); }

Var Grower::some(bool (*takes)(Dtype)) {
  for (int i = 0; i < 8; ++i) {
    Var x = some();
    if (takes(type(x).dtype())) return x;
  }
  Dtype to = dtype();
  while (!takes(to)) to = dtype();
  return converted(some(), to);
}

Var Grower::of_dtype(Dtype dtype) {
  for (int i = 0; i < 6; ++i) {
    Var x = some();
    if (type(x).dtype() == dtype) return x;
  }
  return converted(some(), dtype);
}

Var Grower::param(const Type& type) {
  Var out = b_.param(type);
  values_.push_back(out);
  return out;
}

// Numbers of 1 to 4, which divide, count and index.
Var Grower::constant(const Type& wanted) {
  if (wanted.dtype() == Dtype::key) {
    Type words(Dtype::u32, wanted.shape());
    Shape two = wanted.shape();
    two.emplace_back(2);
    return op::key_wrap(b_, op::fill(b_, words.with(two), chance_.from(1, 9)));
  }
  if (wanted.rank() > 0 && is_number(wanted.dtype()) && chance_.once_in(2)) {
    return op::iota(b_, wanted, chance_.below(wanted.rank()));
  }
  if (wanted.dtype() == Dtype::boolean) return op::fill(b_, wanted, chance_.once_in(2));
  return op::fill(b_, wanted, chance_.from(1, 4));
}

// Keys are made of numbers by no conversion; of complex numbers the real part is taken, since not
// all conversions of them are defined.
Var Grower::converted(Var x, Dtype dtype) {
  Dtype from = type(x).dtype();
  if (from == dtype) return x;
  if (dtype == Dtype::key || from == Dtype::key) {
    Type wanted = type(x).with(dtype);
    return inside_ || chance_.once_in(2) ? constant(wanted) : param(wanted);
  }
  if (is_complex(from) && !is_complex(dtype)) return converted(op::real(b_, x), dtype);
  return op::convert(b_, x, dtype);
}

// The first elements of x, or x again and again.
Var Grower::fitted(Var x, const Shape& shape) {
  if (type(x).shape() == shape) return x;
  int64_t want = count_of(shape), have = type(x).count();
  if (have == want) return op::reshape(b_, x, shape);
  if (have == 0) return constant(type(x).with(shape));
  Var flat = op::reshape(b_, x, {have});
  if (have < want) {
    int64_t times = (want + have - 1) / have;
    flat = op::reshape(b_, op::broadcast(b_, flat, {times, have}, {0}), {times * have});
  }
  int64_t all = type(flat).count();
  int64_t step = all >= 2 * want && want > 0 && chance_.once_in(2) ? 2 : 1;
  return op::reshape(b_, op::slice(b_, flat, {0}, {want}, {step}), shape);
}

Var Grower::made(const Type& wanted) {
  for (int i = 0; i < 6; ++i) {
    Var x = some();
    if (type(x) == wanted) return x;
  }
  if (!inside_ && chance_.once_in(8)) return param(wanted);
  return fitted(of_dtype(wanted.dtype()), wanted.shape());
}

Var Grower::like(Var x) { return made(type(x)); }

// Floats brought into a range, where an op asks for one.
Var Grower::within(Var x, double low, double high) {
  Type wanted = type(x);
  if (!is_float(wanted.dtype()) || wanted.dtype() == Dtype::f8e4m3 ||
      wanted.dtype() == Dtype::f8e5m2) {
    return x;
  }
  Var part = op::mul(b_, op::logistic(b_, x), op::fill(b_, wanted, high - low));
  return op::add(b_, part, op::fill(b_, wanted, low));
}

// Whole numbers, most of which are below the extent.
Var Grower::index_like(const Shape& shape, int64_t extent) {
  constexpr Dtype dtypes[] = {Dtype::i32, Dtype::i32, Dtype::i64, Dtype::u32, Dtype::i8};
  Type wanted(chance_.one_of(dtypes), shape);
  if (!inside_ && chance_.once_in(3)) return param(wanted);
  Var x = made(wanted);
  if (extent < 1 || chance_.once_in(3)) return x;
  return op::rem(b_, x, op::fill(b_, wanted, std::min<int64_t>(extent, 100)));
}

Graph grow(uint64_t seed, const Bounds& bounds) {
  Chance chance(seed);
  Builder b;
  Grower grower(chance, b, bounds, false);
  for (int64_t i = chance.from(1, bounds.steps); i > 0; --i) grower.step();
  Vars results{grower.newest()};
  for (int64_t i = chance.below(3); i > 0; --i) results.push_back(chance.one_of(grower.values()));
  return std::move(b).finish(results);
}

}  // namespace rille::diff
