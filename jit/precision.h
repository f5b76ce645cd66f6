// Precision: how products of 16-bit floats may be computed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "jit/attrs.h"

namespace rille {

// standard: the documented order of products, the same bits on every machine. fast: the machine's
// own instructions for bf16 operands, if it has any (docs/numerics.md); other operands are not
// affected.
enum class Precision : uint8_t { standard, fast };

inline std::string_view text(Precision precision) {
  return precision == Precision::fast ? "fast" : "default";
}

// None for another name.
inline std::optional<Precision> precision_named(std::string_view name) {
  for (Precision precision : {Precision::standard, Precision::fast}) {
    if (text(precision) == name) return precision;
  }
  return {};
}

// The attribute `precision` of a product. A product without it has the standard precision, unless
// with_precision() (jit/transform.h) sets another one.
inline std::optional<Precision> precision_of(const Attrs& attrs) {
  const AttrValue* found = attrs.find("precision");
  return found == nullptr ? std::nullopt : precision_named(std::get<std::string>(*found));
}
inline Attrs with_precision(const Attrs& attrs, std::optional<Precision> precision) {
  return precision ? attrs.with("precision", std::string(text(*precision))) : attrs;
}

}  // namespace rille
