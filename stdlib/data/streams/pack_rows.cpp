// Rows of packed items.
#include <algorithm>
#include <numeric>

#include "stdlib/data/streams/pack.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/tree.h"

namespace rille {
namespace {

int64_t room_of(const Value& length) {
  const auto* room = std::get_if<int64_t>(&length.any());
  if (room == nullptr) {
    throw labelled(Error(Code::type, str("data.pack: `length` is ", kind_text(length),
                                         ", expected an int or a record of ints")),
                   "length");
  }
  need_above_zero(*room, "data.pack", "length");
  return *room;
}

std::vector<std::string> names_of(const Value& item) {
  if (item.is_array() || item.is_number()) return {""};
  if (!item.is_branch() || item.is_tuple() || item.is_dict()) {
    throw Error(Code::type, str("data.pack: an item is ", kind_text(item),
                                ", expected an array or a record of arrays"));
  }
  return item.layout()->names;
}

Array filled_row(const std::vector<Array>& parts, int64_t room, const Array& padding) {
  Array all = parts.size() == 1 ? parts[0] : concat(parts, 0);
  int64_t left = room - all.type().extent(0).number();
  if (left == 0) return all;
  Ints low(static_cast<size_t>(all.rank()), 0), high = low;
  high[0] = left;
  return pad(all, low, high, padding);
}

Array counted_row(const std::vector<int64_t>& lengths, int64_t room, bool is_place) {
  Array out(Type(Dtype::i32, {Extent(room)}));
  std::span<int32_t> to = out.edit<int32_t>();
  std::ranges::fill(to, 0);
  auto at = to.begin();
  int32_t number = 0;
  for (int64_t length : lengths) {
    ++number;
    if (is_place) std::iota(at, at + length, 0);
    if (!is_place) std::fill_n(at, length, number);
    at += length;
  }
  return out;
}

}  // namespace

void check_rooms(const Value& length) {
  if (!length.is_branch()) {
    room_of(length);
    return;
  }
  for (const Value& each : length.items()) room_of(each);
}

PackedFields::PackedFields(const Value& item, const Value& length)
    : names_(names_of(item)), form_(item) {
  for (const std::string& name : names_) {
    poll();
    const Value* given = &length;
    if (length.is_branch()) given = length.is_tuple() ? nullptr : length.field(name);
    if (given == nullptr) {
      throw labelled(
          Error(Code::value, str("data.pack: `length` has no entry for the field `", name, "`")),
          "length");
    }
    rooms_.push_back(room_of(*given));
  }
}

std::string PackedFields::text(size_t field) const {
  return names_[field].empty() ? "an item" : str("`", names_[field], "`");
}

PackedItem PackedFields::read(const Value& item) const {
  PackedItem out;
  for (const std::string& name : names_) {
    poll();
    const Value* part = &item;
    if (!name.empty()) part = item.is_branch() && !item.is_dict() ? item.field(name) : nullptr;
    if (part == nullptr || !(part->is_array() || part->is_number())) {
      throw Error(Code::type, str("data.pack: the items differ in structure: the first is ",
                                  form_text(form_), ", another is ", form_text(item)));
    }
    Array x = strong(part->as_array());
    out.parts.push_back(x.rank() == 0 ? reshape(x, {1}) : x);
  }
  return out;
}

const Value* PackedFields::beginning(size_t field, const Value& bos) const {
  if (bos.is_nil()) return nullptr;
  return bos.is_branch() ? bos.field(names_[field]) : &bos;
}

void PackedFields::check_beginnings(const Value& bos) const {
  if (!bos.is_branch()) return;
  for (size_t i = 0; i < bos.items().size(); ++i) {
    poll();
    const std::string& name = bos.layout()->names[i];
    if (std::ranges::find(names_, name) == names_.end()) {
      throw labelled(Error(Code::value, str("data.pack: `bos` has an entry for `", name,
                                            "`, which is not a field of the items")),
                     "bos");
    }
    if (!bos.items()[i].is_leaf()) {
      throw labelled(Error(Code::type, str("data.pack: `bos` for the field `", name, "` is ",
                                           kind_text(bos.items()[i]), ", expected a number")),
                     "bos");
    }
  }
}

Value PackedFields::row(State& state, const std::vector<PackedItem>& items,
                        const Array& padding) const {
  std::vector<std::pair<std::string, Value>> out;
  for (size_t field = 0; field < count(); ++field) {
    std::vector<Array> parts;
    std::vector<int64_t> lengths;
    for (const PackedItem& item : items) {
      parts.push_back(item.parts[field]);
      lengths.push_back(item.length(field));
    }
    const std::string& name = names_[field];
    std::string before = name.empty() ? "" : str(name, "_");
    int64_t room = rooms_[field];
    out.emplace_back(name.empty() ? "values" : name,
                     Value::from_array(filled_row(parts, room, padding)));
    out.emplace_back(before + "segment_ids", counted_row(lengths, room, false));
    out.emplace_back(before + "positions", counted_row(lengths, room, true));
  }
  return Value::record(state, std::move(out));
}

}  // namespace rille
