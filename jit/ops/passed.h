// Rules of ops that return their first operand.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/movement.h"

namespace rille {

// The operand unchanged: such an op only concerns transforms.
Lowering passed_lower(const OpCall& call);
void passed_reference(const Node& node, std::span<const Array> in, std::span<Array> out);

// The op applied to the tangent; the other operands stay.
Vars first_jvp(Builder& b, const Node& node, const Vars& dx);

}  // namespace rille
