// ckpt.save: a tree as a file.
#include "stdlib/ckpt/save.h"

#include <algorithm>
#include <map>

#include "stdlib/ckpt/slots.h"
#include "stdlib/ckpt/tree_text.h"
#include "stdlib/json.h"
#include "vm/bind.h"

namespace rille {
namespace {

constexpr size_t least_shared = 4096;  // bytes; of smaller arrays a copy in each place is cheaper

// Where an array's elements stand, and as what.
using Place = std::pair<const void*, const void*>;

// The arrays that a snapshot holds, those in several places once, and which of them each leaf is.
struct Stored {
  std::vector<NamedArray> arrays = {};
  std::vector<size_t> of_leaf = {};
  std::map<Place, size_t> known = {};

  void add(const std::string& name, const Array& array) {
    size_t at = arrays.size();
    bool is_shared = array.byte_size() >= least_shared;
    if (is_shared) {
      at = known.try_emplace({array.data(), array.type().id()}, at).first->second;
    }
    if (at == arrays.size())
      arrays.push_back({name.empty() ? std::string(whole_tree) : name, array});
    of_leaf.push_back(at);
  }
};

// The place of each array among all in the order of their names.
std::vector<int64_t> ranks_of(const std::vector<NamedArray>& arrays) {
  std::vector<size_t> order(arrays.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](size_t i) -> const std::string& { return arrays[i].name; });
  std::vector<int64_t> out(arrays.size());
  for (size_t i = 0; i < order.size(); ++i) out[order[i]] = static_cast<int64_t>(i);
  return out;
}

std::string host_text(const std::vector<NamedArray>& arrays, const std::vector<int64_t>& ranks) {
  std::string out;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].array.is_weak()) out += str(out.empty() ? "" : ",", ranks[i]);
  }
  return out;
}

void save(State& state, std::string path, Value tree, Value meta) {
  Snapshot snapshot = snapshot_of(state, tree, meta);
  write_safetensors(path, std::move(snapshot.arrays), std::move(snapshot.words));
}

}  // namespace

uint64_t Snapshot::bytes() const {
  uint64_t out = 0;
  for (const NamedArray& named : arrays) out += named.array.byte_size();
  return out;
}

Snapshot snapshot_of(State& state, const Value& tree, const Value& meta) {
  Stored stored;
  std::vector<TreeSlot> slots = slots_of(tree);
  for (const TreeSlot& slot : slots) {
    if (slot.value.is_leaf()) stored.add(slot.name, slot.value.as_array());
  }
  std::vector<int64_t> ranks = ranks_of(stored.arrays);
  Values places;
  size_t leaf = 0;
  for (const TreeSlot& slot : slots) {
    if (slot.value.is_leaf()) {
      places.emplace_back(ranks[stored.of_leaf[leaf++]]);
    } else {
      places.push_back(slot.value);
    }
  }
  Snapshot out{.arrays = std::move(stored.arrays), .words = {}};
  out.words[std::string(tree_mark)] = tree_text(with_slots(tree, places));
  std::string host = host_text(out.arrays, ranks);
  if (!host.empty()) out.words[std::string(host_mark)] = host;
  if (!meta.is_nil()) out.words[std::string(meta_mark)] = json_text(state, meta);
  return out;
}

extern const Builtin ckpt_save_builtin = {
    .signature = "ckpt.save(path: str, tree: tree, meta: any = nil) -> nil",
    .brief = "Writes a tree to a safetensors file, its arrays named by their paths.",
    .params = {{"path", "a file that is there is replaced in one step"},
               {"tree",
                "its arrays, keys, numbers, strings, bools and nil are kept; functions are not. An "
                "array of 4 KiB or more that stands in several places is stored once"},
               {"meta",
                "numbers, strings, bools, nil, arrays and trees of them, which `ckpt.meta` "
                "gives back"}},
    .errors =
        "error[io] where the file cannot be written; what is there stays as it is then. "
        "error[value] or error[type] where JSON has no word for something in `meta`",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros(3), b = 0.5, name = \"first\"))\n"
        "ckpt.load(\"model.safetensors\")  #> (b = 0.5, name = \"first\", w = [0, 0, 0])",
    .source = "the safetensors format; its metadata hold the tree and a CRC-32C of each megabyte",
    .call = bind<&save>,
    .purity = Purity::host,
};

}  // namespace rille
