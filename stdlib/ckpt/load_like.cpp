// ckpt.load with `like`: into the structure of a tree.
#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/entries.h"
#include "stdlib/ckpt/part.h"
#include "stdlib/ckpt/settings.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/spec.h"
#include "vm/call.h"
#include "vm/run/stack.h"
#include "vm/state.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Whether u32[..., 2] is to be loaded as a key: other programs do not mark keys.
bool is_key_of(const Type& found, const Type& like) {
  if (like.dtype() != Dtype::key || found.dtype() != Dtype::u32) return false;
  Shape shape = like.shape();
  shape.emplace_back(2);
  return found.shape() == shape;
}

// What a leaf is loaded as: the type of the array in `like`, or of the spec in its place.
struct LeafForm {
  Type type;
  bool is_weak;  // a host scalar
  Value like;    // the array, number, or `tree.Spec`
};

// Whether `like` is a host scalar and the file has a number of the same kind, float or int, of any
// width.
bool is_number_of(const Type& found, const LeafForm& like) {
  Dtype dtype = like.type.dtype();
  bool is_number = like.is_weak && like.type.rank() == 0 && found.rank() == 0;
  bool are_floats = is_float(dtype) && is_float(found.dtype());
  bool are_ints = is_integer(dtype) && is_integer(found.dtype());
  return is_number && (are_floats || are_ints);
}

// Maps the names of a file that was written under former names of fields to the present ones.
class FormerNames {
 public:
  explicit FormerNames(const std::vector<TreeSlot>& slots) {
    for (const TreeSlot& slot : slots) {
      if (!slot.former.empty()) present_.emplace(plain_name(slot.former), slot.name);
    }
  }

  // A slot may hold a container of the file, so `name` may continue a former name.
  std::string present(const std::string& name) const {
    if (present_.empty()) return name;
    for (size_t end = name.size(); end != name.npos && end > 0;) {
      auto found = present_.find(plain_name(name.substr(0, end)));
      if (found != present_.end()) return found->second + name.substr(end);
      end = name.find_last_of(".[", end - 1);
    }
    return name;
  }

  std::vector<NamedEntry> present(const std::vector<NamedEntry>& named) const {
    std::vector<NamedEntry> out = named;
    for (NamedEntry& item : out) item.first = present(item.first);
    return out;
  }

 private:
  std::map<std::string, std::string> present_;
};

// Finds values by name, or by equal path components: a record's `a.w` also finds a dict's `a["w"]`,
// because other programs have only one of the two.
class NameIndex {
 public:
  NameIndex(const std::vector<NamedEntry>& named, const std::optional<Value>& skeleton,
            const FormerNames& former) {
    if (skeleton) note_empty(*skeleton, "", former);
    for (const NamedEntry& item : named) {
      exact_[item.first] = &item;
      auto [place, is_new] = plain_.try_emplace(plain_name(item.first), &item);
      if (!is_new) place->second = nullptr;
    }
  }
  // The empty tuple, record, or dict at a path; null if there is none. Empty containers have no
  // leaf and therefore no name in the file.
  const Value* empty_at(const std::string& name) const {
    auto found = empty_.find(name);
    return found == empty_.end() ? nullptr : &found->second;
  }
  // The values below a name, with the rest of their names: arrays, then empty containers.
  std::vector<NamedEntry> below(const std::string& name) const {
    std::vector<NamedEntry> out;
    for_below(exact_, name, [&](const std::string& rest, const NamedEntry* found) {
      out.emplace_back(rest, found->second);
    });
    for_below(empty_, name,
              [&](const std::string& rest, const Value& empty) { out.emplace_back(rest, empty); });
    return out;
  }
  const NamedEntry* find(const std::string& name) const {
    auto found = exact_.find(name);
    if (found != exact_.end()) return found->second;
    auto other = plain_.find(plain_name(name));
    return other == plain_.end() ? nullptr : other->second;
  }

 private:
  // Calls f(rest of the name, value) for each value below `name`.
  template <class Map, class F>
  static void for_below(const Map& all, const std::string& name, F f) {
    for (auto at = all.lower_bound(name); at != all.end() && at->first.starts_with(name); ++at) {
      std::string rest = at->first.substr(name.size());
      if (rest.starts_with('.')) f(rest.substr(1), at->second);
      if (rest.starts_with('[')) f(rest, at->second);
    }
  }
  void note_empty(const Value& tree, const std::string& name, const FormerNames& former) {
    if (!tree.is_branch()) return;
    check_stack();
    if (tree.items().empty()) empty_.emplace(former.present(name), tree);
    for (size_t i = 0; i < tree.items().size(); ++i) {
      note_empty(tree.items()[i], step(name, tree.branch(), i), former);
    }
  }

  std::map<std::string, const NamedEntry*> exact_, plain_;
  std::map<std::string, Value> empty_;
};

class TreeLoader {
 public:
  TreeLoader(State& state, EntryReader& reader, const LoadOptions& wish, const std::string& path)
      : state_(state),
        reader_(reader),
        wish_(wish),
        path_(path),
        like_(without_parts(wish.like, Specs::replace)) {}

  Value run(const std::vector<NamedEntry>& in_file, const std::optional<Value>& skeleton) {
    std::vector<TreeSlot> slots = slots_of(like_.tree);
    FormerNames former(slots);
    std::vector<NamedEntry> named = former.present(in_file);
    NameIndex there(named, skeleton, former);
    std::vector<std::string> lacking;
    for (const TreeSlot& slot : slots) {
      const NamedEntry* found = there.find(slot_name(slot.name));
      bool has =
          found != nullptr && (entry_in(found->second) != nullptr || found->second.is_static());
      if (slot.is_stored_leaf() && !has) lacking.push_back(slot_name(slot.name));
      if (slot.is_stored_leaf() && has) wanted_.insert(found->first);
      if (slot.is_data || slot.is_const) taken_whole_.push_back(slot_name(slot.name));
    }
    refuse_missing(lacking);
    refuse_extra(named);
    read_alike(slots, there);
    Values values;
    for (size_t i = 0; i < slots.size(); ++i) {
      auto part = like_.parts.find(i);
      bool is_part = part != like_.parts.end();
      values.push_back(is_part ? part_for(part->second, there.find(slot_name(slots[i].name)))
                               : value_for(i, slots[i], there));
    }
    return with_slots(like_.tree, values);
  }

 private:
  bool keeps_missing() const { return wish_.keeps_missing || !wish_.only.is_nil(); }

  static std::string list_text(const std::vector<std::string>& names) {
    constexpr size_t most = 5;
    std::string out;
    for (size_t i = 0; i < names.size() && i < most; ++i) out += str(i > 0 ? ", " : "", names[i]);
    return names.size() > most ? str(out, ", and ", names.size() - most, " more") : out;
  }

  void refuse_missing(const std::vector<std::string>& names) const {
    if (names.empty() || keeps_missing()) return;
    throw Error(Code::io, str("\"", path_, "\" has no array ", list_text(names)))
        .help(
            "`rename` maps names of the file to names of `like`; `on_missing = \"keep\"` keeps the "
            "values of `like`");
  }

  void refuse_extra(const std::vector<NamedEntry>& named) const {
    if (wish_.skips_extra) return;
    std::vector<std::string> names;
    for (const auto& [name, value] : named) {
      bool is_extra =
          entry_in(value) != nullptr && !wanted_.contains(name) && !is_taken_whole(name);
      if (is_extra) names.push_back(name);
    }
    if (names.empty()) return;
    throw Error(Code::io,
                str("\"", path_, "\" has arrays that are not in `like`: ", list_text(names)))
        .help("`on_extra = \"skip\"` ignores extra arrays; `only` selects the arrays to load");
  }

  // Reads all arrays whose type equals that of `like` in one call. Nothing is read if a type
  // differs and cannot be converted, because value_for() then raises an error.
  void read_alike(const std::vector<TreeSlot>& slots, const NameIndex& there) {
    std::vector<int64_t> wanted;
    for (size_t i = 0; i < slots.size(); ++i) {
      const TreeSlot& slot = slots[i];
      const NamedEntry* found = slot.is_stored_leaf() ? there.find(slot_name(slot.name)) : nullptr;
      const int64_t* entry = found == nullptr ? nullptr : entry_in(found->second);
      if (entry == nullptr) continue;
      const Type& type = reader_.entry(*entry).type;
      LeafForm like = form_of(i, slot.value);
      bool is_other = !is_number_of(type, like) && !is_key_of(type, like.type);
      if (type == like.type) wanted.push_back(*entry);
      if (type != like.type && is_other && !wish_.change) return;
    }
    reader_.read_ahead(wanted);
  }

  // Whether an array belongs to the data of a stream, which older files contain, or to the value of
  // a `const` field, which other programs store as arrays.
  bool is_taken_whole(std::string_view name) const {
    return std::ranges::any_of(taken_whole_, [&](const std::string& whole) {
      bool begins = name.starts_with(whole);
      return begins && (name.size() == whole.size() || name[whole.size()] == '.' ||
                        name[whole.size()] == '[');
    });
  }

  LeafForm form_of(size_t slot, const Value& leaf) const {
    Array x = leaf.as_array();
    auto spec = like_.specs.find(slot);
    if (spec == like_.specs.end()) return {x.type(), x.is_weak(), leaf};
    return {type_of_spec(spec->second).value_or(x.type()), x.is_weak(), spec->second};
  }

  Value value_for(size_t at, const TreeSlot& slot, const NameIndex& there) {
    if (slot.is_data) return slot.value;
    if (slot.is_const) return constant_for(slot, there);
    const NamedEntry* found = there.find(slot_name(slot.name));
    if (slot.value.is_leaf()) {
      LeafForm like = form_of(at, slot.value);
      if (found == nullptr) return like.like;
      if (found->second.is_static()) return number_as(slot, like, found->second.unwrapped());
      const int64_t* entry = entry_in(found->second);
      return entry == nullptr ? like.like : taken_as(like, *entry, found->first);
    }
    if (found == nullptr) return slot.value;
    const int64_t* entry = entry_in(found->second);
    bool is_kept = is_lost(found->second) || slot.value.is_function();
    return entry == nullptr && !is_kept ? Value(found->second.unwrapped()) : slot.value;
  }

  // The value of a leaf of `like` that was saved from a `const` field.
  Value number_as(const TreeSlot& slot, const LeafForm& like, const Value& found) const {
    if (found.is_number() && like.is_weak) {
      bool is_whole = is_integer(like.type.dtype());
      if (!is_whole) return Value(found.as_array().number());
      if (std::holds_alternative<int64_t>(found.any())) return found;
    }
    throw Error(Code::shape, str(slot.name, " is ", text(found), " in \"", path_,
                                 "\", saved from a const field, expected ",
                                 like.is_weak ? kind_text(slot.value) : text(like.type)));
  }

  // The value of the file with the structs of `like`, and with functions of `like` that the file
  // does not store. Where the structures differ, the value of the file is used as it is.
  static Value merged(const Value& like, const Value& found, const std::string& field) {
    if (found.is_absent()) return like.is_absent() ? Value() : like;
    bool takes_function = like.is_function() || like.is_nil() || like.is_absent();
    if (found.is_function() && !takes_function) {
      throw Error(Code::io,
                  str(field, " is ", text(found), ", a function, where `like` has ", text(like)));
    }
    if (!like.is_branch() || !found.is_branch()) return found;
    const Branch &form = like.branch(), &there = found.branch();
    bool has_names = form.layout != nullptr && there.layout != nullptr;
    bool is_alike = has_names ? form.layout->names == there.layout->names
                              : form.layout == nullptr && there.layout == nullptr &&
                                    (form.keys == nullptr) == (there.keys == nullptr);
    if (!is_alike) return found;
    Values items;
    for (size_t i = 0; i < there.items.size(); ++i) {
      const Value* own = own_item(form, there, i);
      const Value& item = there.items[i].unwrapped();
      items.push_back(own == nullptr ? item : merged(own->unwrapped(), item, field));
    }
    return Value::like(has_names ? form : there, std::move(items));
  }

  // The item of `form` with the same key or the same index.
  static const Value* own_item(const Branch& form, const Branch& there, size_t i) {
    size_t at = i;
    if (there.keys != nullptr) {
      const auto& keys = form.keys->list;
      at = static_cast<size_t>(std::ranges::find(keys, there.keys->list[i]) - keys.begin());
    }
    return at < form.items.size() ? &form.items[at] : nullptr;
  }

  Value constant_for(const TreeSlot& slot, const NameIndex& there) {
    Value found = constant_at(slot.name, there);
    if (found.is_absent() || slot.value.is_function()) return slot.value;
    try {
      found = merged(slot.value.unwrapped(), found, slot.name);
      found = const_value(found, slot.name);
    } catch (Error& error) {
      throw std::move(error).note(str("the value was read from \"", path_, "\""));
    }
    return slot.setting == nullptr ? found : setting_for(slot, found);
  }

  // A file has no structs in `const` fields: a record with the fields of a library struct that the
  // field accepts becomes its instance.
  Value instance_for(const Value& found, const Annotation& type) const {
    const Layout* from = found.layout();
    if (from == nullptr || struct_type(from) != nullptr) return found;
    const Struct* record = state_.struct_record(type.word);
    const Layout* to = record == nullptr ? nullptr : state_.layout_of_struct(*record);
    if (to != nullptr && to->names == from->names) return Value::branch(to, found.items());
    for (const Annotation& part : type.parts) {
      Value out = instance_for(found, part);
      if (struct_type(out.layout()) != nullptr) return out;
    }
    return found;
  }

  // Converts a value to what the field of a library struct accepts. Older files store numbers as
  // strings.
  Value setting_for(const TreeSlot& slot, const Value& found) const {
    std::optional<Value> out = setting_from(instance_for(found, slot.setting->type), *slot.setting);
    if (out) return *out;
    throw Error(Code::io, str("\"", path_, "\" has ", text(Value::tuple({found})).substr(1, 60),
                              " for ", slot.name, ", which is not a valid value of that field"));
  }

  // The constant with that name, or MissingArgument.
  Value constant_at(const std::string& name, const NameIndex& there) {
    auto read = [&](const Value& value) {
      const int64_t* entry = entry_in(value);
      return entry != nullptr ? reader_.leaf(*entry) : Value(value.unwrapped());
    };
    if (const NamedEntry* found = there.find(slot_name(name))) return read(found->second);
    if (const Value* empty = there.empty_at(name)) return *empty;
    std::vector<NamedEntry> below = there.below(name);
    for (NamedEntry& item : below) item.second = read(item.second);
    return below.empty() ? Value(MissingArgument()) : tree_of_names(state_, below);
  }

  // Loads a `ckpt.shard`: only the slice of the array is read.
  Value part_for(const Value& like, const NamedEntry* found) {
    const int64_t* entry = found == nullptr ? nullptr : entry_in(found->second);
    if (entry == nullptr) return like;
    ArrayPart part = part_from(like);
    Type whole = part.x.type().with(shape_of(part.shape));
    if (reader_.entry(*entry).type == whole) return part_with(like, reader_.box(*entry, part));
    throw Error(Code::shape, str(found->first, " is ", reader_.entry(*entry).type, " in \"", path_,
                                 "\", expected ", whole, " as in the `ckpt.shard`"));
  }

  Value taken_as(const LeafForm& like, int64_t number, const std::string& name) {
    reader_.need_readable(number);
    const Type found = reader_.entry(number).type;
    if (is_number_of(found, like)) {
      Array x = reader_.array(number);
      return is_float(like.type.dtype()) ? Value(x.number()) : Value(x.integer());
    }
    if (is_key_of(found, like.type)) {
      Array x = reader_.array(number), out(like.type);
      std::memcpy(out.edit_data(), x.data(), x.byte_size());
      return Value::from_array(out);
    }
    if (found == like.type) return Value::from_array(reader_.array(number).with_weak(like.is_weak));
    if (wish_.change) return changed(like, number, name);
    throw Error(Code::shape, str(name, " is ", found, " in \"", path_, "\", expected ", like.type))
        .help("`convert = (name, x, like) => …` converts an array to the type in `like`");
  }

  Value changed(const LeafForm& like, int64_t number, const std::string& name) {
    Value made = call(*wish_.change, {Value(name), Value(reader_.array(number)), like.like});
    bool fits = made.is_leaf() && made.as_array().type() == like.type;
    if (fits) return Value::from_array(made.as_array().with_weak(like.is_weak));
    throw Error(Code::shape, str("`convert` returned ", kind_text(made), " for ", name,
                                 ", expected ", like.type));
  }

  State& state_;
  EntryReader& reader_;
  const LoadOptions& wish_;
  const std::string& path_;
  TreeParts like_;
  std::set<std::string, std::less<>> wanted_;
  std::vector<std::string> taken_whole_;  // paths of stream data and constants in `like`
};

}  // namespace

// Whether the value is a function that the file does not store, or a constant that contains one.
bool is_lost(const Value& value) {
  const Value& seen = value.unwrapped();
  return seen.is_absent() || (seen.is_branch() && std::ranges::any_of(seen.items(), is_lost));
}

Value load_like(State& state, EntryReader& reader, const LoadOptions& wish, const std::string& path,
                const std::vector<NamedEntry>& named, const std::optional<Value>& skeleton) {
  return TreeLoader(state, reader, wish, path).run(named, skeleton);
}

}  // namespace rille
