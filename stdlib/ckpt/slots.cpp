// Slots of trees: listed, and put back.
#include "stdlib/ckpt/slots.h"

#include <algorithm>
#include <iterator>

#include "vm/call.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/stream.h"
#include "vm/tree.h"

namespace rille {
namespace {

struct DataField {
  std::string_view stream, field;
};
constexpr DataField data_fields[] = {
    {"data.Rows", "tree"}, {"data.Items", "items"}, {"data.Tokenise", "tokenizer"}};

// The tree with f(value, whether it is data) in the place of each slot.
template <class F>
Value mapped(const Value& tree, F& f, Polls& polls) {
  check_stack();
  polls.step();
  if (!tree.is_branch()) return f(tree, false);
  int data = data_item(tree), at = 0;
  Values items;
  for (const Value& item : tree.items()) {
    items.push_back(at++ == data ? f(item, true) : mapped(item, f, polls));
  }
  return Value::like(tree.branch(), std::move(items));
}

}  // namespace

int data_item(const Value& branch) {
  const Struct* record = is_stream(branch) ? struct_of(branch) : nullptr;
  if (record == nullptr) return -1;
  const auto* found = std::ranges::find(data_fields, record->name, &DataField::stream);
  return found == std::end(data_fields) ? -1 : branch.layout()->find(found->field);
}

// paths() names leaves alone, so each slot becomes one.
std::vector<TreeSlot> slots_of(const Value& tree) {
  std::vector<TreeSlot> out;
  Polls polls;
  auto note = [&](const Value& value, bool is_data) {
    out.push_back({"", value, is_data});
    return Value(0);
  };
  std::vector<std::string> names = paths(mapped(tree, note, polls));
  RILLE_CHECK(names.size() == out.size(), "a tree of ", out.size(), " slots has ", names.size());
  for (size_t i = 0; i < out.size(); ++i) out[i].name = std::move(names[i]);
  return out;
}

Value saved_form(const Value& tree) {
  Polls polls;
  size_t slot = 0;
  auto form = [&](const Value& value, bool is_data) -> Value {
    ++slot;
    if (is_data) return Value();
    const auto* object = std::get_if<Opaque>(&value.any());
    if (object == nullptr) return value;
    bool is_iterable = object->kind == "iterable";
    Value bounds = contents_of(*object);
    auto is_int = [](const Value& x) { return std::holds_alternative<int64_t>(x.any()); };
    bool is_range =
        !is_iterable && bounds.is_tuple() && std::ranges::all_of(bounds.items(), is_int);
    if (is_range) return value;
    std::string name = slots_of(tree)[slot - 1].name;
    Error error(Code::type, str(name.empty() ? "the tree" : name, " is of type ", object->kind,
                                ", which no checkpoint can hold"));
    if (is_iterable) error.help("`(x for x in e)` is the tuple of its items");
    throw error;
  };
  return mapped(tree, form, polls);
}

Value with_tuples(const Value& tree) {
  Polls polls;
  auto form = [](const Value& value, bool is_data) -> Value {
    const auto* object = std::get_if<Opaque>(&value.any());
    bool is_iterable = !is_data && object != nullptr && object->kind == "iterable";
    return is_iterable ? with_tuples(items_of(*object)) : value;
  };
  return mapped(tree, form, polls);
}

namespace {

std::string key_text(const Branch& branch, size_t item) {
  if (branch.keys == nullptr && branch.layout == nullptr) return std::to_string(item);
  if (branch.keys == nullptr) return branch.layout->names[item];
  const DictKey& key = branch.keys->list[item];
  const auto* number = std::get_if<int64_t>(&key);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(key);
}

void put_dotted(const Value& tree, const std::string& name, bool is_root, Polls& polls,
                std::vector<TreeSlot>& out) {
  check_stack();
  polls.step();
  if (!tree.is_branch()) {
    out.push_back({name, tree});
    return;
  }
  for (size_t i = 0; i < tree.items().size(); ++i) {
    std::string key = key_text(tree.branch(), i);
    put_dotted(tree.items()[i], is_root ? key : str(name, ".", key), false, polls, out);
  }
}

}  // namespace

std::vector<TreeSlot> dotted_slots(const Value& tree) {
  Polls polls;
  std::vector<TreeSlot> out;
  put_dotted(tree, "", true, polls, out);
  return out;
}

Value with_slots(const Value& tree, const Values& values) {
  size_t at = 0;
  Polls polls;
  auto next = [&](const Value&, bool) { return values.at(at++); };
  return mapped(tree, next, polls);
}

}  // namespace rille
