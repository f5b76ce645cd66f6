// Builds trees from GGUF names, whose parts dots separate.
#include <algorithm>
#include <numeric>

#include "stdlib/ckpt/gguf/gguf.h"

namespace rille {
namespace {

// The node of a name. Nothing can be placed below an array: the rest of such a name becomes a
// single key next to the array.
StoreNode& node_of(StoreNode& root, const std::string& name) {
  StoreNode *node = &root, *before = &root;
  size_t begin = 0;  // position of the key that led to the node
  for (size_t from = 0; from <= name.size();) {
    size_t dot = std::min(name.find('.', from), name.size());
    if (node->form == StoreNode::Kind::leaf) return before->at(name.substr(begin));
    before = node;
    begin = from;
    node = &node->at(name.substr(from, dot - from));
    from = dot + 1;
  }
  return *node;
}

}  // namespace

// Converts a dict with the keys 0, 1, 2 … to a list, because GGUF names have no brackets.
void make_dotted_lists(StoreNode& node) {
  bool is_list = !node.below.empty();
  for (size_t i = 0; i < node.below.size(); ++i) {
    make_dotted_lists(node.below[i].second);
    is_list &= node.places.contains(std::to_string(i));
  }
  if (!is_list) return;
  node.form = StoreNode::Kind::list;
  std::ranges::sort(node.below, {}, [](const auto& part) {
    return std::pair(part.first.size(), std::string_view(part.first));
  });
}

// Inserts names with few dots first, so that an array precedes names that begin with its name.
std::vector<StoreNode*> places_of_dotted(StoreNode& root, const std::vector<std::string>& names) {
  std::vector<size_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](size_t i) { return std::ranges::count(names[i], '.'); });
  std::vector<bool> is_placed(names.size());
  for (size_t i : order) {
    StoreNode& node = node_of(root, names[i]);
    is_placed[i] = node.below.empty() && node.form == StoreNode::Kind::dict;
    if (is_placed[i]) node.form = StoreNode::Kind::leaf;
  }
  std::vector<StoreNode*> out(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    out[i] = is_placed[i] ? &node_of(root, names[i]) : nullptr;
  }
  return out;
}

}  // namespace rille
