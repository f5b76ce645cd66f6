// Scalar: one operation of scalar code, with its properties.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace rille {

enum class Scalar : uint8_t {
#define SCALAR(name, ...) name,
#include "jit/scalars.def"
#undef SCALAR
};

// The columns of a row of jit/scalars.def.
struct ScalarFacts {
  enum class ResultDtype : uint8_t { same, truth };
  enum class Reproducibility : uint8_t { one, ours, floats };

  std::string_view text;
  int operands;
  ResultDtype gives;
  int cost;
  Reproducibility answer;
  double low, high;
};

namespace detail {
inline constexpr ScalarFacts scalar_table[] = {
#define SCALAR(name, text, operands, gives, cost, answer, low, high)                            \
  {text, operands, ScalarFacts::ResultDtype::gives, cost, ScalarFacts::Reproducibility::answer, \
   low,  high},
#include "jit/scalars.def"
#undef SCALAR
};
}  // namespace detail

constexpr const ScalarFacts& facts_of(Scalar scalar) {
  return detail::scalar_table[static_cast<size_t>(scalar)];
}

constexpr std::string_view text(Scalar scalar) { return facts_of(scalar).text; }

// The operation with this text; none if it does not exist.
inline std::optional<Scalar> scalar_named(std::string_view text) {
  auto* found = std::ranges::find(detail::scalar_table, text, &ScalarFacts::text);
  if (found == std::end(detail::scalar_table)) return std::nullopt;
  return static_cast<Scalar>(found - std::begin(detail::scalar_table));
}

// Properties of combiners: whether the order of terms matters if their dtype rounds; whether the
// result is the index of a term instead of its value.
constexpr bool accumulates(Scalar combiner) {
  return combiner == Scalar::add || combiner == Scalar::mul;
}
constexpr bool gives_place(Scalar combiner) {
  return combiner == Scalar::argmax || combiner == Scalar::argmin;
}

}  // namespace rille
