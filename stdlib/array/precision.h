// The precision of products: of a call, or of the script.
#pragma once

#include <optional>
#include <string>

#include "jit/attrs.h"
#include "jit/precision.h"

namespace rille {

// The precision that the argument `precision` names; none if it is none. error[value] if there is
// no such precision.
std::optional<Precision> precision_named_by(const std::optional<std::string>& name);

// The attributes of a product with that precision, or else that of the script.
Attrs with_chosen_precision(const Attrs& attrs, const std::optional<std::string>& name);

}  // namespace rille
