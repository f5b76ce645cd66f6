// ckpt.save: a tree as a file.
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
#include "vm/tree.h"

namespace rille {
namespace {

// Of smaller arrays a copy in each place is cheaper.
constexpr size_t least_shared_bytes = 4096;

// The place of each name among all in their order.
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

// The skeleton of the slots, a number for each leaf, and the user's metadata.
Words tree_words(State& state, const Value& tree, const std::vector<TreeSlot>& slots,
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
  Words out{{std::string(tree_mark), tree_text(with_slots(tree, places))}};
  if (!meta.is_nil()) out[std::string(meta_mark)] = json_text(state, meta);
  return out;
}

// Where an array's elements stand, and as what.
using Elements = std::pair<const void*, const void*>;

// The arrays that a snapshot holds, those in several places once, and which of them each leaf is.
struct SharedArrays {
  std::vector<NamedArray> arrays = {};
  std::vector<size_t> of_leaf = {};
  std::map<Elements, size_t> known = {};

  void add(const std::string& name, const Array& array) {
    size_t at = arrays.size();
    bool is_shared = array.byte_size() >= least_shared_bytes;
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

// What other layouts have no word for is refused, not left out.
void refuse_meta(const Value& meta, std::string_view format) {
  if (meta.is_nil()) return;
  throw labelled(Error(Code::value, str("a checkpoint of ", format, " has no place for `meta`")),
                 "meta");
}

// What the names of arrays do not tell of the tree; "" where they tell all.
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
    throw labelled(Error(Code::value, str("a file holds a byte at least, got ", most)), "shard");
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
  tree = whole_form(saved_form(tree));
  if (format == "gguf") return write_gguf(state, path, tree, packing, meta);
  if (format == "orbax") {
    refuse_meta(meta, "Orbax");
    if (zarr != 2 && zarr != 3) {
      throw labelled(Error(Code::value, str("zarr has versions 2 and 3, got ", zarr)), "zarr");
    }
    return write_orbax(state, path, tree,
                       {.is_third = zarr == 3, .is_database = ocdbt, .item = std::move(item)});
  }
  if (path.ends_with(shards_end)) {
    refuse_meta(meta, "several files");
    return save_shards(state, path, tree, shard);
  }
  Snapshot snapshot = snapshot_of(state, tree, meta);
  write_safetensors(path, std::move(snapshot.arrays), std::move(snapshot.words));
}

}  // namespace

uint64_t Snapshot::bytes() const {
  uint64_t out = 0;
  for (const NamedArray& named : arrays) out += named.array.byte_size();
  return out;
}

Snapshot snapshot_of(State& state, const Value& given, const Value& meta) {
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
  Snapshot out{.arrays = std::move(stored.arrays),
               .words = tree_words(state, tree, slots, of_leaf, meta)};
  std::string host = host_text(out.arrays, ranks);
  if (!host.empty()) out.words[std::string(host_mark)] = host;
  return out;
}

// What is the same in all is saved by whoever has the least of it so far: all of them reckon alike.
Snapshot share_of(State& state, const Value& tree, const Value& meta, size_t process,
                  size_t processes) {
  TreeParts given = without_parts(saved_form(tree));
  std::vector<TreeSlot> slots = slots_of(given.tree);
  std::vector<uint64_t> loads(processes, 0);
  Snapshot out;
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
        "ckpt.save(path: str, tree: tree, meta: any = nil, format: \"safetensors\" or \"orbax\" "
        "or \"gguf\" = \"safetensors\", zarr: int = 2, ocdbt: bool = true, item: str = "
        "\"\", packing: \"\" or \"q8_0\" or \"q4_0\" or \"q4_k\" or \"q6_k\" = \"\", shard: int = "
        "5000000000) -> nil",
    .brief = "Writes a tree to a safetensors file, a folder of Orbax or a file of GGUF.",
    .params =
        {{"path", "a file or a checkpoint of Orbax that is there is replaced in one step"},
         {"tree",
          "its arrays, keys, numbers, strings, bools, nil, ranges and functions of the library are "
          "saved; of functions of a script only the place is, so that loading takes those of "
          "`like`; modules, files, and zip, enumerate and rows of arrays are "
          "refused, as is a `ckpt.part` without the rest of its array. An array of 4 KiB or more "
          "that stands in several "
          "places is stored once"},
         {"meta",
          "numbers, strings, bools, nil, arrays and trees of them, which `ckpt.meta` "
          "returns; of GGUF its metadata, where floats are f32 if that is exact and else f64, ints "
          "u32, i32, u64 or i64, and arrays have their own types; Orbax has none"},
         {"format",
          "\"orbax\": a folder that Orbax' StandardCheckpointer and CheckpointManager restore, "
          "arrays as NumPy's; \"gguf\": names of up to 63 bytes joined by dots, up to 4 axes the "
          "other "
          "way round"},
         {"zarr", "2 or 3: how Orbax keeps arrays"},
         {"ocdbt", "true: in one database, false: in a folder for each array"},
         {"item", "Orbax: the tree is this item of the step `path`; a manager's is \"default\""},
         {"shard",
          "where `path` ends in .safetensors.index.json: bytes of arrays in each of the files "
          "beside it, which hold arrays and numbers alone"},
         {"packing",
          "GGUF: blocks of few bits for floats of two axes and more whose last axis they "
          "divide; \"\": as they are"}},
    .errors =
        "error[io] where it cannot be written, or other things are there; these stay as they are. "
        "error[value], error[type] or error[dtype] where the format has no word for something",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros(3), b = 0.5, name = \"first\"))\n"
        "ckpt.load(\"model.safetensors\")  #> (b = 0.5, name = \"first\", w = [0, 0, 0])\n"
        "ckpt.save(\"step_1\", (w = zeros(3), b = 0.5), format = \"orbax\")\n"
        "ckpt.load(\"step_1\")  #> (b = 0.5, w = [0, 0, 0])",
    .source =
        "the safetensors format; its metadata hold the tree and a CRC-32C of each megabyte. "
        "Orbax 0.12.8, TensorStore's zarr and OCDBT; GGUF 3",
    .call = bind<&save>,
    .purity = Purity::host,
};

}  // namespace rille
