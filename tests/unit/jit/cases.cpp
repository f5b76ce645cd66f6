// Cases: their graphs, names, and random inputs.
#include "tests/unit/jit/cases.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "vm/error.h"
#include "vm/text.h"

namespace rille {

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const Op* op : all_ops()) {
    int number = 0;
    for (const Sample& sample : op->samples()) all.push_back({op, sample, number++});
  }
  return all;
}

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.op->name << " of " << join(c.sample.in) << "\n" << print(graph_of(c));
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  return str(info.param.op->name, "_", info.param.number);
}

const Op& op_of(Scalar name) {
  switch (name) {
    case Scalar::bit_and: return bit_and_op;
    case Scalar::bit_or: return bit_or_op;
    case Scalar::bit_xor: return bit_xor_op;
    case Scalar::bit_not: return bit_not_op;
    default: break;
  }
  const Op* op = op_named(text(name));
  RILLE_CHECK(op != nullptr, "no op is named ", name);
  return *op;
}

// x x* plus twice the identity: a positive definite matrix, which a random x almost never is.
static Var definite(Builder& b, Var x) {
  Type type = b.type(x), places = type.with(Dtype::i64);
  int64_t row = type.rank() - 2, column = row + 1;
  Ints batch(static_cast<size_t>(row));
  std::iota(batch.begin(), batch.end(), 0);
  bool is_real = !is_complex(type.dtype());
  Var conjugate = is_real ? x : op::complex(b, op::real(b, x), op::neg(b, op::imag(b, x)));
  Contraction rows{batch, batch, {column}, {column}};
  Var square = op::dot_general(b, x, conjugate, rows, type.dtype());
  Var on_diagonal = op::eq(b, op::iota(b, places, row), op::iota(b, places, column));
  Var twice = op::select(b, on_diagonal, op::fill(b, type, 2.0), op::fill(b, type, 0.0));
  return op::add(b, square, twice);
}

static Graph graph_on(Builder b, const Case& c, Vars in) {
  if (c.op == &cholesky_op) in[0] = definite(b, in[0]);
  Vars out = b.emit(*c.op, in, c.sample.attrs, c.sample.regions);
  return std::move(b).finish(out);
}

Graph graph_of(const Case& c) {
  Builder b;
  Vars in;
  for (Type type : c.sample.in) in.push_back(b.param(type));
  return graph_on(std::move(b), c, in);
}

Graph repeated_graph(const Case& c) {
  Builder b;
  Vars in;
  for (size_t i = 0; i < c.sample.in.size(); ++i) {
    size_t first = 0;
    while (c.sample.in[first] != c.sample.in[i]) ++first;
    in.push_back(first == i ? b.param(c.sample.in[i]) : in[first]);
  }
  return graph_on(std::move(b), c, in);
}

Array Draws::draw(Type type) {
  Array out(type);
  std::uniform_real_distribution<double> real(low_, high_);
  std::uniform_int_distribution<int64_t> whole(-3, 6);
  with_type(type.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (T& x : out.edit<T>()) {
      if constexpr (std::same_as<T, bool>) {
        x = whole(rng_) > 1;
      } else if constexpr (std::same_as<T, KeyBits>) {
        x = {static_cast<uint32_t>(rng_()), static_cast<uint32_t>(rng_())};
      } else if constexpr (std::integral<T>) {
        x = static_cast<T>(whole(rng_));
      } else if constexpr (std::same_as<T, Int4> || std::same_as<T, UInt4>) {
        x = T(whole(rng_));
      } else if constexpr (requires { x.imag(); }) {
        using Part = typename T::value_type;
        x = T(static_cast<Part>(real(rng_)), static_cast<Part>(real(rng_)));
      } else {
        x = static_cast<T>(real(rng_));
      }
    }
  });
  return out;
}

std::vector<Array> Draws::draw(const Types& types) {
  std::vector<Array> out;
  for (Type type : types) out.push_back(draw(type));
  return out;
}

namespace {

template <class T>
bool same(T a, T b) {
  if constexpr (requires { a.imag(); }) {
    return same(a.real(), b.real()) && same(a.imag(), b.imag());
  } else if constexpr (requires { static_cast<float>(a); }) {
    if constexpr (!std::integral<T>) {
      if (std::isnan(static_cast<double>(a)) && std::isnan(static_cast<double>(b))) return true;
    }
  }
  using Bits = std::array<std::byte, sizeof a>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

}  // namespace

testing::AssertionResult same_bits(const Array& a, const Array& b) {
  if (a.type() != b.type()) return testing::AssertionFailure() << text(a.type()) << text(b.type());
  bool equal = true;
  with_type(a.dtype(), [&](auto zero) {
    using T = decltype(zero);
    auto x = a.as<T>(), y = b.as<T>();
    for (size_t i = 0; i < x.size(); ++i) equal = equal && same(x[i], y[i]);
  });
  if (equal) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text(a) << "\nagainst\n" << text(b);
}

}  // namespace rille
