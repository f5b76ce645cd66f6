// ArrayPart: a box of an array whose rest others hold.
#pragma once

#include <map>

#include "vm/struct.h"

namespace rille {

struct ArrayPart {
  static const Struct& record();
  Array x;
  Ints shape, start;  // of the whole array, and where x begins in it
  int64_t copy = 0;   // of equal boxes in several processes that of copy 0 is saved

  Ints stop() const;
  void check() const;  // error[shape] where x does not lie within the whole
};

// A tree with x in the place of each part, and the parts by the number of their slot
// (stdlib/ckpt/slots.h).
struct TreeParts {
  Value tree;
  std::map<size_t, Value> parts = {};
};
TreeParts without_parts(const Value& tree);

// What one process saves alone: a part that is the whole of its array is that array; error[value]
// with the path of any other.
Value whole_form(const Value& tree);

// The part of that instance, its fields checked.
ArrayPart part_from(const Value& instance);
// The same with another box.
Value part_with(const Value& instance, const Array& x);

}  // namespace rille
