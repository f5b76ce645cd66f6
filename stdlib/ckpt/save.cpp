// ckpt.save: writes a tree to a file or directory.
#include "stdlib/ckpt/save.h"

#include <algorithm>
#include <map>

#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/ckpt/orbax/write.h"
#include "stdlib/ckpt/part.h"
#include "stdlib/ckpt/parts.h"
#include "stdlib/ckpt/shards.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/ckpt/structure.h"
#include "stdlib/ckpt/tree_text.h"
#include "stdlib/json.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/recorder.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Smaller aliased arrays are stored once for each leaf, which is cheaper.
constexpr size_t min_shared_bytes = 4096;

// The rank of each name in sorted order.
std::vector<int64_t> ranks_of(const std::vector<std::string>& names) {
  std::vector<size_t> order(names.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](size_t i) -> const std::string& { return names[i]; });
  std::vector<int64_t> out(names.size());
  for (size_t i = 0; i < order.size(); ++i) out[order[i]] = static_cast<int64_t>(i);
  return out;
}

std::string leaf_name(const std::string& path) {
  return path.empty() ? std::string(whole_tree) : path;
}

// The metadata: the skeleton, with an index for each leaf, and the user's metadata.
MetadataMap tree_words(State& state, const Value& tree, const std::vector<TreeSlot>& slots,
                       const std::vector<int64_t>& of_leaf, const Value& meta) {
  Values places;
  size_t leaf = 0;
  for (const TreeSlot& slot : slots) {
    if (slot.is_stored_leaf()) {
      places.emplace_back(of_leaf[leaf++]);
    } else {
      places.push_back(slot.is_data ? Value() : slot.value);
    }
  }
  MetadataMap out{{std::string(tree_mark), tree_text(with_slots(tree, places))}};
  if (!meta.is_nil()) out[std::string(meta_mark)] = json_text(state, meta);
  return out;
}

// The address and the type of the elements of an array.
using ElementsKey = std::pair<const void*, const void*>;

// The arrays of a snapshot, with aliased arrays once, and the index of the array of each leaf.
struct SharedArrays {
  std::vector<NamedArray> arrays = {};
  std::vector<size_t> of_leaf = {};
  std::map<ElementsKey, size_t> known = {};

  void add(const std::string& name, const Array& array) {
    size_t at = arrays.size();
    bool is_shared = array.byte_size() >= min_shared_bytes;
    if (is_shared) {
      at = known.try_emplace({array.data(), array.type().id()}, at).first->second;
    }
    if (at == arrays.size()) arrays.push_back({leaf_name(name), array});
    of_leaf.push_back(at);
  }
};

std::string host_text(const std::vector<NamedArray>& arrays, const std::vector<int64_t>& ranks) {
  std::string out;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].array.is_weak()) out += str(out.empty() ? "" : ",", ranks[i]);
  }
  return out;
}

// Raises error[value] if metadata is given for a format that cannot store any.
void refuse_meta(const Value& meta, std::string_view format) {
  if (meta.is_nil()) return;
  throw labelled(Error(Code::value, str("`meta` cannot be saved in ", format)), "meta");
}

// The text of the structure of the tree; "" if it can be derived from the names of the arrays.
std::string structure_of(State& state, const Value& tree, const std::vector<TreeSlot>& slots) {
  std::vector<std::string> names;
  for (const TreeSlot& slot : slots) {
    if (slot.value.is_leaf()) names.push_back(leaf_name(slot.name));
  }
  std::ranges::sort(names);
  Values ranks;
  std::vector<size_t> host;
  for (const TreeSlot& slot : slots) {
    auto rank = std::ranges::lower_bound(names, leaf_name(slot.name)) - names.begin();
    bool is_leaf = slot.value.is_leaf();
    ranks.push_back(is_leaf ? Value(static_cast<int64_t>(rank)) : slot.value);
    if (is_leaf && slot.value.as_array().is_weak()) host.push_back(static_cast<size_t>(rank));
  }
  std::vector<std::pair<std::string, Value>> named;
  for (size_t i = 0; i < names.size(); ++i) {
    named.emplace_back(names[i], static_cast<int64_t>(i));
  }
  Value skeleton = with_slots(tree, ranks);
  bool is_told = host.empty() && tree_text(skeleton) == tree_text(tree_of_names(state, named));
  return is_told ? "" : structure_text(names, host, skeleton);
}

void save_shards(State& state, const std::string& path, const Value& tree, int64_t most) {
  if (most < 1) {
    throw labelled(
        Error(Code::value, str("`max_shard_bytes` is ", most, ", expected at least 1 byte")),
        "max_shard_bytes");
  }
  std::vector<TreeSlot> slots = slots_of(tree);
  std::vector<NamedArray> arrays;
  for (const TreeSlot& slot : slots) {
    if (slot.value.is_leaf()) arrays.push_back({leaf_name(slot.name), slot.value.as_array()});
  }
  std::string structure = structure_of(state, tree, slots);
  write_shards(path, std::move(arrays), static_cast<uint64_t>(most), structure);
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
void save(State& state, std::string path, Value tree, Value meta, std::string format, int64_t zarr,
          bool ocdbt, std::string item, std::string packing, int64_t shard) {
  RecordedSpan recorded(SpanCategory::checkpoint, "ckpt.save");
  tree = whole_form(saved_form(tree));
  if (format == "gguf") return write_gguf(state, path, tree, packing, meta);
  if (format == "orbax") {
    refuse_meta(meta, "an Orbax checkpoint");
    if (zarr != 2 && zarr != 3) {
      throw labelled(Error(Code::value, str("`zarr` is ", zarr, ", expected 2 or 3")), "zarr");
    }
    return write_orbax(state, path, tree,
                       {.is_third = zarr == 3, .is_database = ocdbt, .item = std::move(item)});
  }
  if (path.ends_with(shards_end)) {
    refuse_meta(meta, "a sharded checkpoint");
    return save_shards(state, path, tree, shard);
  }
  TreeSnapshot snapshot = snapshot_of(state, tree, meta);
  write_safetensors(path, std::move(snapshot.arrays), std::move(snapshot.words));
}

}  // namespace

uint64_t TreeSnapshot::bytes() const {
  uint64_t out = 0;
  for (const NamedArray& named : arrays) out += named.array.byte_size();
  return out;
}

TreeSnapshot snapshot_of(State& state, const Value& given, const Value& meta) {
  Value tree = whole_form(saved_form(given));
  SharedArrays stored;
  std::vector<TreeSlot> slots = slots_of(tree);
  for (const TreeSlot& slot : slots) {
    if (slot.is_stored_leaf()) stored.add(slot.name, slot.value.as_array());
  }
  std::vector<std::string> names;
  for (const NamedArray& named : stored.arrays) names.push_back(named.name);
  std::vector<int64_t> ranks = ranks_of(names), of_leaf;
  for (size_t at : stored.of_leaf) of_leaf.push_back(ranks[at]);
  TreeSnapshot out{.arrays = std::move(stored.arrays),
                   .words = tree_words(state, tree, slots, of_leaf, meta)};
  std::string host = host_text(out.arrays, ranks);
  if (!host.empty()) out.words[std::string(host_mark)] = host;
  return out;
}

// An array that is the same in all processes is saved by the process with the fewest bytes so far.
// Every process computes the same assignment.
TreeSnapshot share_of(State& state, const Value& tree, const Value& meta, size_t process,
                      size_t processes) {
  TreeParts given = without_parts(saved_form(tree));
  std::vector<TreeSlot> slots = slots_of(given.tree);
  std::vector<uint64_t> loads(processes, 0);
  TreeSnapshot out;
  for (size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].is_stored_leaf()) continue;
    Array x = slots[i].value.as_array();
    const std::string& name = out.names.emplace_back(leaf_name(slots[i].name));
    auto found = given.parts.find(i);
    if (found != given.parts.end()) {
      ArrayPart part = part_from(found->second);
      if (part.copy != 0) continue;
      out.boxes[str(box_mark, name)] = box_text(part.start, part.shape);
      out.arrays.push_back({name, x});
      continue;
    }
    auto least = std::ranges::min_element(loads);
    *least += x.byte_size() + 1;
    if (least - loads.begin() == static_cast<ptrdiff_t>(process)) out.arrays.push_back({name, x});
  }
  out.words = tree_words(state, given.tree, slots, ranks_of(out.names), meta);
  std::vector<std::string> own;
  for (const NamedArray& named : out.arrays) own.push_back(named.name);
  std::string host = host_text(out.arrays, ranks_of(own));
  if (!host.empty()) out.boxes[std::string(host_mark)] = host;
  return out;
}

extern const Builtin ckpt_save_builtin = {
    .signature =
        "ckpt.save(path: str, tree: tree, meta: any = nil, format: \"safetensors\" or \"orbax\" or "
        "\"gguf\" = \"safetensors\", zarr: int = 2, ocdbt: bool = true, item: str = \"\", "
        "quantization: \"\" or \"q8_0\" or \"q4_0\" or \"q4_k\" or \"q6_k\" = \"\", "
        "max_shard_bytes: int = 5000000000) -> nil",
    .brief =
        "Writes a tree to a safetensors file, an Orbax directory, or a GGUF file. A safetensors "
        "file has the structure of the tree and a CRC-32C of each MiB in its metadata.",
    .params =
        {{"path",
          "File or directory to write. An existing file or Orbax checkpoint is replaced "
          "atomically. If the path ends in .safetensors.index.json, the arrays are written to "
          "several safetensors files, and the index last."},
         {"tree",
          "Tree to save. Arrays, keys, numbers, strings, bools, nil, ranges, and functions of the "
          "library are stored. Functions of a script are not stored, and `ckpt.load` takes them "
          "from `like`. Modules, files, results of `zip`, `enumerate`, and `rows`, and a "
          "`ckpt.shard` that does not cover its array raise an error. In a single safetensors "
          "file, a shared (aliased) array of 4 KiB or more is stored once."},
         {"meta",
          "Metadata that `ckpt.meta` returns: numbers, strings, bools, nil, arrays, and trees of "
          "them. In GGUF, floats are stored as f32 if that is exact and otherwise as f64, ints as "
          "u32, i32, u64, or i64, and arrays in their own dtypes. Orbax and sharded checkpoints "
          "cannot store metadata. If nil, none is stored."},
         {"format",
          "File format: `\"safetensors\"`; `\"orbax\"`, a directory that StandardCheckpointer and "
          "CheckpointManager of Orbax restore as NumPy arrays; or `\"gguf\"`, with names of at "
          "most 63 bytes, joined by dots, and arrays of at most 4 axes in reverse order."},
         {"zarr", "Version of the zarr format that Orbax arrays are stored in, 2 or 3."},
         {"ocdbt",
          "If true, all Orbax arrays are stored in one OCDBT database. If false, each array has "
          "its own directory."},
         {"item",
          "Name of the Orbax item under which the tree is stored in the step `path`. "
          "CheckpointManager "
          "uses \"default\". If empty, the tree is not stored as an item."},
         {"max_shard_bytes",
          "Maximum number of bytes of arrays in each file if `path` ends in "
          ".safetensors.index.json. A larger array has its own file. The files are in the "
          "directory of the index and contain only arrays and numbers."},
         {"quantization",
          "GGUF block quantization of float arrays that have at least two axes, and a last axis "
          "that is a multiple of the block size. If empty, arrays are not quantized."}},
    .errors =
        "error[io] if the path cannot be written or contains other files, which stay unchanged; "
        "error[value], error[type], or error[dtype] if the format cannot represent a value",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros(3), b = 0.5, name = \"first\"))\n"
        "ckpt.load(\"model.safetensors\")  #> (b = 0.5, name = \"first\", w = [0, 0, 0])\n"
        "ckpt.save(\"step_1\", (w = zeros(3), b = 0.5), format = \"orbax\")\n"
        "ckpt.load(\"step_1\")  #> (b = 0.5, w = [0, 0, 0])",
    .source = "the safetensors format; Orbax 0.12.8; zarr and OCDBT of TensorStore; GGUF 3",
    .call = bind<&save>,
    .purity = Purity::host,
};

}  // namespace rille
