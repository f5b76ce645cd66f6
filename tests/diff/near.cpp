// How far two results of one node may differ.
#include "tests/diff/near.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>

#include "jit/exact.h"
#include "jit/graph.h"
#include "tests/diff/catalog.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

template <class T>
bool alike(T a, T b) {
  if constexpr (requires { a.imag(); }) {
    return alike(a.real(), b.real()) && alike(a.imag(), b.imag());
  } else if constexpr (!std::integral<T> && requires { static_cast<double>(a); }) {
    if (std::isnan(static_cast<double>(a)) && std::isnan(static_cast<double>(b))) return true;
  }
  using Bits = std::array<std::byte, sizeof a>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

Fault differ(size_t result, size_t at, const Array& got, const Array& want) {
  auto one = [&](const Array& x) {
    Type scalar(x.dtype(), Shape{});
    return format(x.view(scalar, at * bytes(x.dtype())), ".17g");
  };
  std::string is = is_float(got.dtype()) ? one(got) : text(got);
  std::string should = is_float(want.dtype()) ? one(want) : text(want);
  return str("result ", result, " of ", text(want.type()), ", element ", at, ": ", is, " for ",
             should);
}

Fault same(size_t result, const Array& got, const Array& want) {
  if (got.is_none() && want.is_none()) return {};
  if (got.type() != want.type()) return str(text(got.type()), " for ", text(want.type()));
  if (want.type().form() != TypeForm::array) return {};
  return with_type(want.dtype(), [&](auto zero) -> Fault {
    using T = decltype(zero);
    auto x = got.as<T>(), y = want.as<T>();
    for (size_t i = 0; i < x.size(); ++i) {
      if (!alike(x[i], y[i])) return differ(result, i, got, want);
    }
    return {};
  });
}

struct Format {
  int digits, least;  // bits of the fraction; exponent of the least normal number
  double most;
};

Format format_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64: return {52, -1022, std::numeric_limits<double>::max()};
    case Dtype::f16: return {10, -14, 65504};
    case Dtype::bf16: return {7, -126, 0x1.fep127};
    case Dtype::f8e4m3: return {3, -6, 448};
    case Dtype::f8e5m2: return {2, -14, 57344};
    default: return {23, -126, std::numeric_limits<float>::max()};
  }
}

double ulp(double x, Dtype dtype) {
  Format f = format_of(dtype);
  if (!std::isfinite(x)) return 0;
  int exponent = x == 0 ? f.least : std::max(std::ilogb(x), f.least);
  return std::ldexp(1, exponent - f.digits);
}

// The dtype in which sums are kept.
Dtype kept_in(Dtype dtype) {
  if (is_complex(dtype)) return part_of(dtype);
  return dtype == Dtype::f64 ? Dtype::f64 : Dtype::f32;
}

std::complex<double> at(const Array& x, size_t i) {
  if (x.dtype() == Dtype::c64) return x.as<std::complex<float>>()[i];
  if (x.dtype() == Dtype::c128) return x.as<std::complex<double>>()[i];
  return real_at(x, i);
}

// The same elements in f64 or c128, or their sizes.
Array widened(const Array& x) {
  if (!is_inexact(x.dtype())) return x;
  Array out(x.type().with(diff::widened(x.dtype())));
  for (size_t i = 0; i < x.size(); ++i) {
    if (is_complex(x.dtype())) {
      out.edit<std::complex<double>>()[i] = at(x, i);
    } else {
      out.edit<double>()[i] = real_at(x, i);
    }
  }
  return out;
}

template <class Bound>
Array sizes_by(const Array& x, Bound bound) {
  if (!is_inexact(x.dtype())) return x;
  Array out(x.type().with(Dtype::f64));
  for (size_t i = 0; i < x.size(); ++i) out.edit<double>()[i] = bound(std::abs(at(x, i)));
  return out;
}

Array sizes(const Array& x) {
  return sizes_by(x, [](double y) { return y; });
}

// None above 1: what they come to is the least that any order of a product passes; none below 1:
// the most.
Array shrinking(const Array& x) {
  return sizes_by(x, [](double y) { return std::min(y, 1.0); });
}
Array growing(const Array& x) {
  return sizes_by(x, [](double y) { return std::max(y, 1.0); });
}

// The node with other inputs, by the reference; nothing where it does not take them.
Arrays again(const Node& node, std::span<const Array> in, Array (*to)(const Array&)) {
  Arrays args;
  Types types;
  for (const Array& x : in) {
    args.push_back(to(x));
    types.push_back(args.back().type());
  }
  Node other = node;
  if (node.attrs.find("dtype") != nullptr && is_inexact(node.attrs.dtype("dtype"))) {
    Dtype given = node.attrs.dtype("dtype");
    bool are_sizes = to == sizes || to == shrinking || to == growing;
    other.attrs = node.attrs.with("dtype", are_sizes ? Dtype::f64 : diff::widened(given));
  }
  if (!accepts(*node.op, types, other.attrs)) return {};
  return reference(other, args);
}

// How often numbers are added or multiplied for one element of the result.
double terms(const Node& node, std::span<const Array> in, const Array& out) {
  auto each = static_cast<double>(std::max<size_t>(out.size(), 1));
  double most = 1;
  for (const Array& x : in) most = std::max(most, static_cast<double>(x.size()));
  if (in.size() == 2 && node.attrs.find("left_batch") != nullptr) {
    double count = 1;
    for (int64_t axis : node.attrs.ints("left_contracted")) {
      count *= static_cast<double>(in[0].type().extent(static_cast<int>(axis)).number());
    }
    return count;
  }
  return node.op->name.starts_with("reduce") || node.op == &sum_op || node.op == &prod_op
             ? most / each
             : most;
}

bool is_equal(std::complex<double> a, std::complex<double> b) {
  auto one = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return one(a.real(), b.real()) && one(a.imag(), b.imag());
}

bool is_whole(std::complex<double> x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }

// Sums and products: n roundings of terms whose sizes come to `size`, whatever the order.
Fault within_terms(const Node& node, std::span<const Array> in, const Array& got,
                   const Array& want) {
  Arrays size = again(node, in, sizes), least, most;
  bool is_product = node.op->name.ends_with("prod");
  if (is_product) {
    least = again(node, in, shrinking);
    most = again(node, in, growing);
  }
  if (size.empty() || size[0].dtype() != Dtype::f64) return str("no sizes of ", node.op->name);
  Dtype part = is_complex(want.dtype()) ? part_of(want.dtype()) : want.dtype();
  Dtype kept = kept_in(want.dtype());
  bool rounds_each = node.op != &dot_general_op && node.op != &conv_op;
  if (rounds_each) kept = part;
  double n = terms(node, in, want) + 4;
  if (is_complex(want.dtype())) n *= 3;
  for (size_t i = 0; i < want.size(); ++i) {
    std::complex<double> x = at(got, i), y = at(want, i);
    if (is_equal(x, y)) continue;
    double s = real_at(size[0], i);
    // Where sizes pass what the dtype holds, or fall below it, another order may meet an infinity,
    // or lose all digits.
    if (!(s < format_of(kept).most / 2 && s < format_of(part).most / 2)) continue;
    if (is_product && real_at(least[0], i) < std::ldexp(1, format_of(part).least)) continue;
    if (is_product && !(real_at(most[0], i) < format_of(part).most / 2)) continue;
    double bound = n * ulp(s, kept) + 2 * ulp(std::abs(y), part);
    if (is_whole(x) && is_whole(y) && std::abs(x - y) <= bound) continue;
    return differ(0, i, got, want);
  }
  return {};
}

// What a function gives for inputs one unit further: inputs are rounded numbers, and a
// function of the shelf is held in units of what that moves (docs/accuracy.md).
Array next_up(const Array& x) {
  if (!is_inexact(x.dtype())) return x;
  Array out = widened(x);
  if (is_complex(x.dtype())) return out;
  for (double& y : out.edit<double>()) y += ulp(y, x.dtype());
  return out;
}

// Infinite parts, of which formulas and C++ make different things: ours are NumPy's, as
// docs/numerics.md says, and laws/complex.py holds them.
bool has_no_size(std::span<const Array> in, size_t i) {
  return std::ranges::any_of(in, [&](const Array& x) {
    return i < x.size() && is_complex(x.dtype()) && !is_whole(at(x, i));
  });
}

// Complex powers. Of e^(w log z) what the exponent is rounded by grows with it; of a product of n
// factors each adds its rounding, and where n < 0 they are multiplied before they divide: a result
// near what is least may be 0.
bool is_power_near(const Node& node, std::span<const Array> in, size_t i, std::complex<double> x,
                   std::complex<double> y, double bound) {
  double size = std::abs(y);
  if (node.op == &pow_op) {
    double exponent = std::abs(at(in[1], i) * std::log(at(in[0], i)));
    return is_whole(x) && is_whole(y) && std::abs(x - y) <= (1 + exponent / 8) * bound;
  }
  bool is_whole_one = node.op == &whole_pow_op, is_fixed = node.op == &integer_pow_op;
  if (!is_whole_one && !is_fixed) return false;
  auto n = static_cast<double>(is_fixed ? node.attrs.integer("exponent") : in[1].as<int64_t>()[i]);
  double most = format_of(part_of(in[0].dtype())).most;
  if (n < 0 && size < 4 / most) return true;
  return is_whole(x) && is_whole(y) && std::abs(x - y) <= (1 + std::abs(n) / 8) * bound;
}

// Functions: some units in the last place of the true value, which is that of wider inputs.
Fault within_units(const Node& node, std::span<const Array> in, const Array& got,
                   const Array& want) {
  bool is_complex_one = is_complex(want.dtype());
  Dtype part = is_complex_one ? part_of(want.dtype()) : want.dtype();
  Arrays wide = again(node, in, widened), moved;
  const Array& truth = wide.empty() ? want : wide[0];
  double units = part == Dtype::f64 ? 6 : part == Dtype::f32 ? 4 : 1.01;
  if (is_complex_one) units = 64;
  Format format = format_of(part);
  for (size_t i = 0; i < want.size(); ++i) {
    std::complex<double> x = at(got, i), y = at(truth, i);
    if (is_equal(x, y)) continue;
    double size = std::abs(y);
    if (is_whole(x) && is_whole(y) && std::abs(x - y) <= units * ulp(size, part)) continue;
    if (is_complex_one && is_power_near(node, in, i, x, y, units * ulp(size, part))) continue;
    double edge = format.most * (1 - units * std::ldexp(1, -format.digits));
    bool is_beyond = !is_complex_one && std::abs(y) >= edge;
    if (is_beyond && part == Dtype::f8e4m3 && std::isnan(x.real())) continue;  // it has no infinity
    if (is_beyond && std::abs(x.real()) >= edge &&
        std::signbit(x.real()) == std::signbit(y.real())) {
      continue;
    }
    if (is_complex_one && (!is_whole(y) || size >= edge || has_no_size(in, i))) continue;
    if (moved.empty()) moved = again(node, in, next_up);
    if (!moved.empty() && is_whole(x)) {
      double by = std::abs(at(moved[0], i) - y);
      if (std::abs(x - y) <= 8 * (by + ulp(size, part))) continue;
    }
    return differ(0, i, got, truth);
  }
  return {};
}

enum class Rule : uint8_t { one_answer, terms, units, none };

Rule rule_of(const Node& node, std::span<const Array> in) {
  const Op& op = *node.op;
  if (is_decomposition(op)) return Rule::none;
  Types types;
  for (const Array& x : in) types.push_back(x.type());
  bool has_complex =
      std::ranges::any_of(types, [](const Type& t) { return is_complex(t.dtype()); });
  bool is_inexact_sum = &op == &conv_op || &op == &window_sum_op || &op == &window_place_op;
  if (is_inexact_sum) return Rule::terms;
  if (!op.lower) return has_complex ? Rule::units : Rule::one_answer;
  Lowering lowering = op.lower.fn({types, node.attrs, node.regions, {}});
  Dtype first = types.empty() ? Dtype::i32 : types[0].dtype();
  if (std::holds_alternative<Contraction>(lowering)) {
    return is_inexact(first) || is_inexact(node.attrs.dtype("dtype")) ? Rule::terms
                                                                      : Rule::one_answer;
  }
  if (std::holds_alternative<Reduce>(lowering)) {
    return has_one_answer(lowering, first) ? Rule::one_answer : Rule::terms;
  }
  bool is_one = has_one_answer(lowering, first);
  bool is_pointwise = std::holds_alternative<Pointwise>(lowering);
  if (is_one && !(has_complex && is_pointwise)) return Rule::one_answer;
  return Rule::units;
}

}  // namespace

bool is_decomposition(const Op& op) {
  constexpr std::string_view names[] = {
      "cholesky",         "eig", "eigh", "lu", "qr", "schur", "svd", "triangular_solve",
      "tridiagonal_solve"};
  return std::ranges::find(names, op.name) != std::end(names);
}

double real_at(const Array& x, size_t i) {
  return with_type(x.dtype(), [&](auto zero) -> double {
    using T = decltype(zero);
    if constexpr (requires(T t) { static_cast<double>(t); }) {
      return static_cast<double>(x.as<T>()[i]);
    } else {
      return 0;
    }
  });
}

Arrays reference(const Node& node, std::span<const Array> in) {
  Types types;
  for (const Array& x : in) types.push_back(x.type());
  Arrays out;
  for (const Type& type : node.op->type({types, node.attrs, node.regions, {}})) {
    out.push_back(type.form() == TypeForm::array ? Array(type) : Array());
  }
  node.op->reference(node, in, out);
  return out;
}

Fault same(std::span<const Array> got, std::span<const Array> want) {
  if (got.size() != want.size()) return str(got.size(), " results for ", want.size());
  for (size_t i = 0; i < want.size(); ++i) {
    if (Fault fault = same(i, got[i], want[i])) return fault;
  }
  return {};
}

Fault near(const Node& node, std::span<const Array> in, std::span<const Array> got,
           std::span<const Array> want) {
  Rule rule = rule_of(node, in);
  if (rule == Rule::none) return {};
  if (rule == Rule::one_answer) return same(got, want);
  for (size_t i = 0; i < want.size(); ++i) {
    if (!is_inexact(want[i].dtype())) {
      if (Fault fault = same(i, got[i], want[i])) return fault;
      continue;
    }
    if (i > 0) continue;  // no function of this kind has two
    Fault fault = rule == Rule::terms ? within_terms(node, in, got[i], want[i])
                                      : within_units(node, in, got[i], want[i]);
    if (fault) return fault;
  }
  return {};
}

}  // namespace rille::diff
