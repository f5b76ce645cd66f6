// Sequences of several fields, laid behind each other in rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/array.h"
#include "stdlib/data/streams.h"

namespace rille {

// The fields of an item that is packed: arrays whose axis 0 is packed, a number as one element.
struct PackedItem {
  std::vector<Array> parts;  // in the order of the names

  int64_t length(size_t field) const { return parts[field].type().extent(0).number(); }
};

// What a row holds of each field: how many elements at most.
class PackedFields {
 public:
  // `length`: an int for all fields, or a record of one for each. An item is a record, a dict or a
  // struct of arrays; or an array, whose only field has no name.
  PackedFields(const Value& item, const Value& length);

  size_t count() const { return names_.size(); }
  int64_t room(size_t field) const { return rooms_[field]; }
  std::string text(size_t field) const;
  // error[type] where it has not the fields of the first item.
  PackedItem read(const Value& item) const;
  // What the pieces of a field begin with: `bos` itself, or what a record says of the field; null
  // where it says nothing.
  const Value* beginning(size_t field, const Value& bos) const;
  void check_beginnings(const Value& bos) const;  // error[value] where it names another field
  // A row: the fields, and for each of them which item an element is of, from 1 on, and its place
  // within that. What is left is `padding`, item 0, place 0.
  Value row(State& state, const std::vector<PackedItem>& items, const Array& padding) const;

 private:
  std::vector<std::string> names_;
  std::vector<int64_t> rooms_;
  Value form_;
};

// error[value] where a room is not above 0; error[type] where it is none.
void check_rooms(const Value& length);

}  // namespace rille
