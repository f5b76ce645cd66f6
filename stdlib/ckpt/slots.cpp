// Slots of trees: lists and replaces them.
#include "stdlib/ckpt/slots.h"

#include <algorithm>
#include <iterator>

#include "vm/call.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/state.h"
#include "vm/stream.h"
#include "vm/tree.h"
#include "vm/words/renamed.h"

namespace rille {
namespace {

struct DataField {
  std::string_view stream, field;
};
constexpr DataField data_fields[] = {
    {"data.Rows", "tree"}, {"data.Items", "items"}, {"data.Tokenize", "tokenizer"}};

// Replaces each slot of the tree by f(value, whether it is data of a stream).
template <class F>
Value mapped(const Value& tree, F& f, PollCounter& polls) {
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

namespace {

// Lists the slots in the order of mapped().
class SlotLister {
 public:
  // `former` is the path by the former names of fields; nothing where it is `name`.
  void add(const Value& tree, const std::string& name, const std::optional<std::string>& former) {
    check_stack();
    polls_.step(out.size() * (sizeof(TreeSlot) + name.size()));
    if (!tree.is_branch()) return put({.name = name, .value = tree}, former);
    const Branch& branch = tree.branch();
    const Struct* record = struct_of(tree);
    int data = data_item(tree);
    for (size_t i = 0; i < branch.items.size(); ++i) {
      bool is_const = branch.layout != nullptr && branch.layout->is_const(i);
      std::string place = step(name, branch, i);
      auto before = former_step(former ? *former : name, former.has_value(), branch, i, record);
      if (static_cast<int>(i) == data) {
        put({.name = place, .value = branch.items[i], .is_data = true}, before);
      } else if (is_const) {
        put({.name = place,
             .value = branch.items[i],
             .is_const = true,
             .setting = setting_of(tree, branch.layout->names[i])},
            before);
      } else {
        add(branch.items[i], place, before);
      }
    }
  }

  std::vector<TreeSlot> out = {};

 private:
  void put(TreeSlot slot, const std::optional<std::string>& former) {
    if (former) slot.former = *former;
    out.push_back(std::move(slot));
  }

  // The former path of item i below `path`; nothing if neither the path nor the item has another
  // name, which is so in nearly all trees.
  static std::optional<std::string> former_step(const std::string& path, bool is_other,
                                                const Branch& branch, size_t i,
                                                const Struct* record) {
    std::string_view field;
    if (record != nullptr) field = former_field(record->name, branch.layout->names[i]);
    if (field.empty()) return is_other ? std::optional(step(path, branch, i)) : std::nullopt;
    return path.empty() ? std::string(field) : str(path, ".", field);
  }

  static const Signature::Parameter* setting_of(const Value& instance, std::string_view name) {
    const Struct* record = struct_of(instance);
    if (record == nullptr) return nullptr;
    const auto& params = record->typed().maker.params;
    return &*std::ranges::find(params, name, &Signature::Parameter::name);
  }

  PollCounter polls_;
};

}  // namespace

std::vector<TreeSlot> slots_of(const Value& tree) {
  SlotLister listing;
  listing.add(tree, "", {});
  return std::move(listing.out);
}

Value with_plain_constants(State& state, const Value& tree) {
  check_stack();
  if (!tree.is_branch()) return tree;
  const Branch& branch = tree.branch();
  Values items;
  for (const Value& item : branch.items) {
    items.push_back(with_plain_constants(state, item.unwrapped()));
  }
  bool is_plain = branch.layout == nullptr || branch.layout->constants.empty();
  return is_plain ? Value::like(branch, std::move(items))
                  : Value::branch(state.layout(branch.layout->names), std::move(items));
}

Value saved_form(const Value& tree) {
  PollCounter polls;
  size_t slot = 0;
  auto form = [&](const Value& value, bool is_data) -> Value {
    ++slot;
    if (is_data) return Value();
    if (value.is_static()) saved_form(value.unwrapped());  // only for its error
    const auto* object = std::get_if<OpaqueValue>(&value.any());
    if (object == nullptr) return value;
    bool is_iterable = object->kind == "iterable";
    Value bounds = contents_of(*object);
    auto is_int = [](const Value& x) { return std::holds_alternative<int64_t>(x.any()); };
    bool is_range =
        !is_iterable && bounds.is_tuple() && std::ranges::all_of(bounds.items(), is_int);
    if (is_range) return value;
    std::string name = slots_of(tree)[slot - 1].name;
    Error error(Code::type, str(name.empty() ? "the tree" : name, " is of type ", object->kind,
                                ", which cannot be saved in a checkpoint"));
    if (is_iterable) error.help("`(x for x in e)` collects the items in a tuple");
    throw error;
  };
  return mapped(tree, form, polls);
}

Value with_tuples(const Value& tree) {
  PollCounter polls;
  auto form = [](const Value& value, bool is_data) -> Value {
    const auto* object = std::get_if<OpaqueValue>(&value.any());
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

void put_dotted(const Value& tree, const std::string& name, bool is_root, PollCounter& polls,
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
  PollCounter polls;
  std::vector<TreeSlot> out;
  put_dotted(tree, "", true, polls, out);
  return out;
}

Value with_slots(const Value& tree, const Values& values) {
  size_t at = 0;
  PollCounter polls;
  auto next = [&](const Value&, bool) { return values.at(at++); };
  return mapped(tree, next, polls);
}

}  // namespace rille
