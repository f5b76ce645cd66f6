// ArrayPart: a shard of an array.
#pragma once

#include <map>

#include "vm/struct.h"

namespace rille {

struct ArrayPart {
  static const Struct& record();
  Array x;
  Ints shape, start;  // the shape of the whole array, and the index at which x begins in it
  int64_t copy = 0;   // replica index: of identical shards, only replica 0 is saved

  Ints stop() const;
  void check() const;  // error[shape] if x does not lie within the whole array
};

// A tree in which each shard is replaced by its array x, and each `tree.Spec` by a scalar; and the
// shards and specs by the index of their slot (stdlib/ckpt/slots.h).
struct TreeParts {
  Value tree;
  std::map<size_t, Value> parts = {}, specs = {};
};
// The specs of a tree that is saved stay in it as instances.
enum class Specs : bool { keep, replace };
TreeParts without_parts(const Value& tree, Specs specs = Specs::keep);

// The tree as a single process saves it: a shard that covers its whole array becomes that array;
// error[value] with the path of any other shard.
Value whole_form(const Value& tree);

// The shard of an instance of ckpt.Shard; the fields are checked.
ArrayPart part_from(const Value& instance);
// The instance with another slice x.
Value part_with(const Value& instance, const Array& x);

}  // namespace rille
