// Near: how far two results of one node may differ.
#pragma once

#include <optional>
#include <string>

#include "jit/op.h"
#include "tests/diff/chance.h"

namespace rille::diff {

// What is wrong, or nothing.
using Fault = std::optional<std::string>;

// The same types and bits; any NaN is like any other.
Fault same(std::span<const Array> got, std::span<const Array> want);

// What a device made of a node, against the reference on the same inputs: the same bits where
// there is one answer, else within a bound that is computed from the inputs. So nothing adds up
// from node to node, and no tolerance is a guess about a whole graph.
Fault near(const Node& node, std::span<const Array> in, std::span<const Array> got,
           std::span<const Array> want);

// Whether any two right results may differ in more than roundings.
bool is_decomposition(const Op& op);

double real_at(const Array& x, size_t i);  // of floats
Arrays reference(const Node& node, std::span<const Array> in);

}  // namespace rille::diff
