// StoreNode: names of leaves, and conversion to values.
#include "stdlib/ckpt/orbax/store_tree.h"

#include <algorithm>
#include <charconv>

#include "stdlib/ckpt/slots.h"
#include "stdlib/ckpt/structure.h"
#include "vm/run/stack.h"
#include "vm/state.h"

namespace rille {
namespace {

bool is_word(std::string_view key) {
  auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !key.empty() && is_letter(key[0]) && std::ranges::all_of(key, is_part);
}

std::optional<int64_t> int_of(std::string_view key) {
  int64_t number = 0;
  auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
  bool is_plain = error == std::errc() && end == key.data() + key.size();
  if (!is_plain || std::to_string(number) != key) return {};
  return number;
}

std::string quoted(const std::string& key) {  // the key as a tuple prints it: "w" of ("w",)
  std::string out = text(Value::tuple({Value(key)}));
  return out.substr(1, out.size() - 3);
}

std::string step(const std::string& path, const StoreNode& node, DictKeyKind keys,
                 const std::string& key) {
  if (node.form == StoreNode::Kind::list || keys == DictKeyKind::ints)
    return str(path, "[", key, "]");
  if (keys == DictKeyKind::words) return str(path, path.empty() ? "" : ".", key);
  return str(path, "[", quoted(key), "]");
}

void name_all(StoreNode& node, const std::string& path, std::vector<StoreLeaf*>& out) {
  check_stack();
  if (node.form == StoreNode::Kind::leaf) {
    node.leaf.name = path.empty() ? std::string(whole_tree) : path;
    out.push_back(&node.leaf);
  }
  DictKeyKind keys = keys_of(node);
  for (auto& [key, below] : node.below) name_all(below, step(path, node, keys, key), out);
}

}  // namespace

StoreNode& StoreNode::at(const std::string& key) {
  auto [place, is_new] = places.try_emplace(key, below.size());
  if (is_new) below.emplace_back(key, StoreNode{});
  return below[place->second].second;
}

DictKeyKind keys_of(const StoreNode& node) {
  auto all = [&](auto holds) {
    return std::ranges::all_of(node.below, [&](const auto& part) { return holds(part.first); });
  };
  if (node.below.empty()) return DictKeyKind::strings;
  if (all([](const std::string& key) { return is_word(key); })) return DictKeyKind::words;
  if (all([](const std::string& key) { return int_of(key).has_value(); })) return DictKeyKind::ints;
  return DictKeyKind::strings;
}

std::vector<StoreLeaf*> named_leaves(StoreNode& root) {
  std::vector<StoreLeaf*> out;
  name_all(root, "", out);
  std::ranges::stable_sort(out, {},
                           [](const StoreLeaf* leaf) -> const std::string& { return leaf->name; });
  return out;
}

namespace {

void params_below(const StoreNode& node, std::map<std::string, const StoreLeaf*>& out) {
  check_stack();
  if (node.form == StoreNode::Kind::leaf) out[node.leaf.param] = &node.leaf;
  for (const auto& [key, below] : node.below) params_below(below, out);
}

// The tree of the stored structure, with `number` of each leaf in place of the rank of its name.
std::optional<Value> told_tree(State& state, const StoreNode& node,
                               const std::function<int64_t(const StoreLeaf&)>& number) {
  std::map<std::string, const StoreLeaf*> leaves;
  params_below(node, leaves);
  std::vector<std::string> names;
  std::vector<int64_t> numbers;
  for (const auto& [name, leaf] : leaves) {
    names.push_back(name);
    numbers.push_back(number(*leaf));
  }
  std::optional<Value> tree = structure_tree(state, node.structure, names, "_METADATA");
  if (!tree) return {};
  Values slots;
  for (TreeSlot& slot : slots_of(*tree)) {
    const auto* rank = std::get_if<int64_t>(&slot.value.any());
    bool is_leaf = rank != nullptr;
    slots.push_back(is_leaf ? Value(numbers[static_cast<size_t>(*rank)]) : std::move(slot.value));
  }
  return with_slots(*tree, slots);
}

}  // namespace

Value tree_of(State& state, const StoreNode& node,
              const std::function<int64_t(const StoreLeaf&)>& number) {
  check_stack();
  if (!node.structure.empty()) {
    std::optional<Value> told = told_tree(state, node, number);
    if (told) return *told;
  }
  if (node.form == StoreNode::Kind::leaf) return number(node.leaf);
  if (node.form == StoreNode::Kind::fixed) return node.fixed;
  Values items;
  for (const auto& [key, below] : node.below) items.push_back(tree_of(state, below, number));
  if (node.form == StoreNode::Kind::list) return Value::tuple(std::move(items));
  DictKeyKind keys = keys_of(node);
  if (keys == DictKeyKind::words) {
    std::vector<std::pair<std::string, Value>> fields;
    for (size_t i = 0; i < items.size(); ++i) {
      fields.emplace_back(node.below[i].first, std::move(items[i]));
    }
    return Value::record(state, std::move(fields));
  }
  auto list = std::make_shared<DictKeys>();
  for (const auto& [key, below] : node.below) {
    if (keys == DictKeyKind::ints) {
      list->list.emplace_back(*int_of(key));
    } else {
      list->list.emplace_back(key);
    }
  }
  return Value::dict(std::move(list), std::move(items));
}

StoreNode held_of_json(const Value& json) {
  check_stack();
  StoreNode out;
  if (json.is_number()) {
    out.form = StoreNode::Kind::leaf;
    out.leaf.held = json.as_array();
    out.leaf.type = out.leaf.held.type();
    out.leaf.is_number = true;
  } else if (json.is_tuple()) {
    out.form = StoreNode::Kind::list;
    for (size_t i = 0; i < json.items().size(); ++i) {
      out.below.emplace_back(std::to_string(i), held_of_json(json.items()[i]));
    }
  } else if (json.is_dict()) {
    for (size_t i = 0; i < json.items().size(); ++i) {
      const std::string& key = std::get<std::string>(json.branch().keys->list[i]);
      out.below.emplace_back(key, held_of_json(json.items()[i]));
    }
  } else {
    out.form = StoreNode::Kind::fixed;
    out.fixed = json;
  }
  return out;
}

}  // namespace rille
