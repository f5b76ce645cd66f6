// Rules of ops that pass their first operand on.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/movement.h"

namespace rille {

// The operand as it stands: what such an op says of it concerns transforms alone.
Lowering passed_lower(const Call& call);
void passed_reference(const Node& node, std::span<const Array> in, std::span<Array> out);

// The op itself, of the tangent; what is known stays as it is.
Vars first_jvp(Builder& b, const Node& node, const Vars& dx);

}  // namespace rille
