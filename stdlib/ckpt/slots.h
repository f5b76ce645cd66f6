// Slots: everything in a tree that is no branch.
#pragma once

#include <string>
#include <vector>

#include "vm/signature.h"
#include "vm/value.h"

namespace rille {

// A leaf, or a string, bool, nil or function, and its path; "" where the tree is no more than it.
// The data of a stream are one slot, whatever they are: no checkpoint holds them.
struct TreeSlot {
  std::string name;
  Value value;
  bool is_data = false;
  bool is_const = false;                          // it is what a `const` field holds
  const Signature::Parameter* setting = nullptr;  // the field, of a struct of the library
  bool is_stored_leaf() const { return !is_data && value.is_leaf(); }
};
std::vector<TreeSlot> slots_of(const Value& tree);

// Which item of a branch is the data of a stream of the library; -1: none.
int data_item(const Value& branch);

// The tree as a checkpoint has it: with nil for the data of streams. error[type] with the path of
// what no checkpoint has a word for: a module, a file, a `zip` of arrays.
Value saved_form(const Value& tree);

// The tree with tuples in the places of a `zip`, an `enumerate` or the rows of arrays.
Value with_tuples(const Value& tree);

// The tree with records for instances that have `const` fields, in which numbers are leaves.
Value with_plain_constants(State& state, const Value& tree);

// The leaves and other slots of a tree under the keys that lead to them, joined by dots.
std::vector<TreeSlot> dotted_slots(const Value& tree);

// The tree with these in the places of its slots, in their order.
Value with_slots(const Value& tree, const Values& values);

}  // namespace rille
