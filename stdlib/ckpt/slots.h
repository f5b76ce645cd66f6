// Slots: the leaves and other non-branch values of a tree.
#pragma once

#include <string>
#include <vector>

#include "vm/signature.h"
#include "vm/value.h"

namespace rille {

// A leaf, string, bool, nil, or function, and its path, which is "" if the tree is that value. The
// data of a stream are one slot, whatever their type: checkpoints do not store them.
struct TreeSlot {
  std::string name;
  Value value;
  std::string former = {};  // the path by the former names of fields; "" if it is the same
  bool is_data = false;
  bool is_const = false;                          // whether it is the value of a `const` field
  const Signature::Parameter* setting = nullptr;  // that field, if the struct is a library struct
  bool is_stored_leaf() const { return !is_data && value.is_leaf(); }
};
std::vector<TreeSlot> slots_of(const Value& tree);

// The index of the item that is the data of a stream of the library, or -1.
int data_item(const Value& branch);

// The tree as it is saved, with nil for the data of streams. error[type] with the path of a value
// that cannot be saved, such as a module, a file, or a `zip` of arrays.
Value saved_form(const Value& tree);

// The tree with a tuple in place of each `zip`, `enumerate`, and `rows` value.
Value with_tuples(const Value& tree);

// The tree with a record in place of each instance that has `const` fields, whose numbers become
// leaves.
Value with_plain_constants(State& state, const Value& tree);

// The slots of a tree, named by their keys joined with dots.
std::vector<TreeSlot> dotted_slots(const Value& tree);

// The tree with its slots replaced by `values`, in the order of slots_of().
Value with_slots(const Value& tree, const Values& values);

}  // namespace rille
