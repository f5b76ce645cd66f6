// Sequence packing: items of several fields in rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/array.h"
#include "stdlib/data/streams.h"

namespace rille {

// Fields of an item to pack: arrays that are packed along axis 0. A number is an array of one
// element.
struct PackedItem {
  std::vector<Array> parts;  // in the order of the field names

  int64_t length(size_t field) const { return parts[field].type().extent(0).number(); }
};

// Fields of a packed row, each with its capacity: the maximum number of elements.
class PackedFields {
 public:
  // `length` is an int for all fields, or a record with one int for each field. An item is a record
  // or a struct of arrays, or one array, whose only field has an empty name.
  PackedFields(const Value& item, const Value& length);

  size_t count() const { return names_.size(); }
  int64_t room(size_t field) const { return rooms_[field]; }
  std::string text(size_t field) const;
  // Raises error[type] if the item lacks a field of the first item.
  PackedItem read(const Value& item) const;
  // First element of each piece of a field: `bos` itself, or the value for the field if `bos` is a
  // record. Null if the record has no value for the field.
  const Value* beginning(size_t field, const Value& bos) const;
  void check_beginnings(const Value& bos) const;  // error[value] if `bos` names an unknown field
  // A row: the fields, and for each field the segment ids, counted from 1, and the positions within
  // the segments. The rest of a row is filled with `padding`, segment id 0, and position 0.
  Value row(State& state, const std::vector<PackedItem>& items, const Array& padding) const;

 private:
  std::vector<std::string> names_;
  std::vector<int64_t> rooms_;
  Value form_;
};

// Raises error[value] if a length is not above 0, and error[type] if it is not an int.
void check_rooms(const Value& length);

}  // namespace rille
