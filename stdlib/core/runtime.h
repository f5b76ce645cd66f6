// The part of R that is written in C++.
#pragma once

#include <span>

#include "vm/operators.h"
#include "vm/state.h"

namespace rille {

// operators.cpp
Array apply_operator(Operator op, const Array& a, const Array& b);
Array apply_with_number(State& state, Operator op, const Array& x, HostScalar number);
Value apply_to_trees(State& state, Operator op, const Value& a, const Value& b);
Value field_of_leaf(State& state, const Value& x, std::string_view name);

// indexing.cpp
Array index_array(const Array& x, std::string_view form, const Values& parts);
void update_array(Array& x, std::string_view op, const Array& value, std::string_view form,
                  const Values& parts);

// The functions of R from trees.cpp, statements.cpp, and regions.cpp. They are called like
// builtins.
std::span<const Builtin* const> runtime_functions();
std::vector<const Builtin*> tree_functions();
std::vector<const Builtin*> statement_functions();
std::vector<const Builtin*> region_functions();

}  // namespace rille
