// Writes GGUF files.
#include <algorithm>

#include "stdlib/array.h"
#include "stdlib/bytes/scan.h"
#include "stdlib/ckpt/gguf/blocks.h"
#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/ckpt/gguf/words.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/ckpt/structure.h"
#include "stdlib/ckpt/tree_text.h"
#include "stdlib/file.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// GGML_MAX_DIMS, and GGML_MAX_NAME without the terminating NUL.
constexpr uint64_t max_axes = 4, max_of_name = 63;

void put_text(std::string& out, std::string_view text) {
  put_little(out, text.size(), 8);
  out += text;
}

struct TensorToWrite {
  std::string name;
  Array array;
  const GgufFormat* form;
  uint64_t bytes;
};

TensorToWrite tensor_of(const std::string& name, const Array& array, const std::string& packing) {
  Array x = array.with_weak(false);
  if (x.rank() > static_cast<int>(max_axes)) {
    throw Error(Code::value, str("\"", name, "\" is ", x.type(), ", expected at most ", max_axes,
                                 " axes in GGUF"));
  }
  if (name.size() > max_of_name) {
    throw Error(Code::value, str("the name \"", name, "\" has ", name.size(),
                                 " bytes, expected at most ", max_of_name, " in GGUF"));
  }
  const GgufFormat* packed = packing.empty() ? nullptr : gguf_form(packing);
  int64_t line = x.rank() == 0 ? 1 : x.type().extent(x.rank() - 1).number();
  bool is_packed =
      packed != nullptr && is_float(x.dtype()) && x.rank() >= 2 && line % packed->elements == 0;
  const GgufFormat* form = is_packed ? packed : gguf_form_of(x.dtype());
  if (form == nullptr) {
    throw Error(Code::dtype, str("\"", name, "\" is ", x.type(), ", which GGUF cannot represent"))
        .help("convert the array to another dtype first");
  }
  if (is_packed) x = convert(x, Dtype::f32);
  return {name, x, form, x.size() / form->elements * form->bytes};
}

std::string packed_bytes(const TensorToWrite& tensor) {
  std::string out(tensor.bytes, '\0');
  const auto* from = tensor.array.as<float>().data();
  auto* to = reinterpret_cast<uint8_t*>(out.data());
  const GgufFormat& form = *tensor.form;
  PollCounter polls;
  for (uint64_t i = 0; i < tensor.bytes / form.bytes; ++i) {
    polls.step(out.size());
    form.pack(from + i * form.elements, to + i * form.bytes);
  }
  return out;
}

struct GgufFilePlan {
  std::vector<TensorToWrite> tensors;
  std::string words;
  uint64_t count = 0, align = 32;

  uint64_t padded(uint64_t size) const { return (size + align - 1) / align * align; }
};

// The tree that a reader would derive from the names in file order, with ranks in place of arrays.
Value tree_of_dotted(State& state, const std::vector<std::string>& names,
                     const std::vector<size_t>& ranks) {
  StoreNode root;
  std::vector<StoreNode*> places = places_of_dotted(root, names);
  for (size_t i = 0; i < places.size(); ++i) places[i]->leaf.zarr.stored = ranks[i];
  make_dotted_lists(root);
  return tree_of(state, root,
                 [](const StoreLeaf& leaf) { return static_cast<int64_t>(leaf.zarr.stored); });
}

// The text of the structure of the tree; "" if it can be derived from the names.
std::string structure_of(State& state, const Value& tree, const std::vector<TreeSlot>& slots) {
  std::vector<std::string> in_file;
  for (const TreeSlot& slot : slots) {
    if (slot.value.is_leaf()) in_file.push_back(slot.name);
  }
  std::vector<std::string> names = in_file;
  std::ranges::sort(names);
  auto same = std::ranges::adjacent_find(names);
  if (same != names.end()) {
    throw Error(Code::value, str("two leaves have the name \"", *same,
                                 "\" in GGUF, which joins keys with dots"));
  }
  Values values;
  std::vector<size_t> host, ranks;
  for (const TreeSlot& slot : slots) {
    auto rank = std::ranges::lower_bound(names, slot.name) - names.begin();
    bool is_leaf = slot.value.is_leaf();
    values.push_back(is_leaf ? Value(static_cast<int64_t>(rank)) : slot.value);
    if (!is_leaf) continue;
    ranks.push_back(static_cast<size_t>(rank));
    if (slot.value.as_array().is_weak()) host.push_back(ranks.back());
  }
  Value skeleton = with_slots(tree, values);
  bool is_told =
      host.empty() && tree_text(skeleton) == tree_text(tree_of_dotted(state, in_file, ranks));
  return is_told ? "" : structure_text(names, host, skeleton);
}

// The alignment of the arrays: `general.alignment` of the metadata, or 32.
uint64_t alignment_of(const GgufMetadataWriter& words) {
  const Value* given = words.find("general.alignment");
  if (given == nullptr) return 32;
  bool is_int =
      given->is_leaf() && given->as_array().rank() == 0 && is_integer(given->as_array().dtype());
  int64_t align = is_int ? given->as_array().integer() : 0;
  if (align > 0 && align <= 1 << 20 && (align & (align - 1)) == 0 && align % 8 == 0) {
    return static_cast<uint64_t>(align);
  }
  throw Error(Code::value, str("`general.alignment` is ", text(*given),
                               ", expected a power of 2 from 8 to 1048576"));
}

GgufFilePlan plan_of(State& state, const Value& tree, const std::string& packing,
                     const Value& meta) {
  GgufFilePlan out;
  std::vector<TreeSlot> slots = dotted_slots(tree);
  for (TreeSlot& slot : slots) {
    bool is_whole = slots.size() == 1 && !tree.is_branch();
    if (is_whole) slot.name = whole_tree;
    if (slot.value.is_leaf()) {
      out.tensors.push_back(tensor_of(slot.name, slot.value.as_array(), packing));
    }
  }
  GgufMetadataWriter words;
  words.put_all(meta);
  constexpr std::string_view needed = "general.architecture";  // readers require this key
  if (words.find(needed) == nullptr) words.put(std::string(needed), Value("rille"));
  if (words.find(structure_mark) != nullptr) {
    throw Error(Code::value, str("`meta` has the key \"", structure_mark, "\", which is reserved"));
  }
  std::string structure = structure_of(state, tree, slots);
  if (!structure.empty()) words.put(std::string(structure_mark), Value(structure));
  out.align = alignment_of(words);
  out.words = words.bytes();
  out.count = words.count();
  return out;
}

std::string head_of(const GgufFilePlan& plan) {
  uint64_t at = 0;
  std::string out = "GGUF";
  put_little(out, 3, 4);  // the version
  put_little(out, plan.tensors.size(), 8);
  put_little(out, plan.count, 8);
  out += plan.words;
  for (const TensorToWrite& tensor : plan.tensors) {
    Ints sizes = tensor.array.type().ints();
    std::ranges::reverse(sizes);
    put_text(out, tensor.name);
    put_little(out, sizes.size(), 4);
    for (int64_t size : sizes) put_little(out, static_cast<uint64_t>(size), 8);
    put_little(out, tensor.form->number, 4);
    put_little(out, at, 8);
    at += plan.padded(tensor.bytes);
  }
  out.resize(plan.padded(out.size()), '\0');
  return out;
}

}  // namespace

void write_gguf(State& state, const std::string& path, const Value& tree,
                const std::string& packing, const Value& meta) {
  GgufFilePlan plan = plan_of(state, tree, packing, meta);
  std::string head = head_of(plan), zeros(plan.align, '\0');
  std::vector<std::string> packed(plan.tensors.size());
  std::vector<std::string_view> parts = {head};
  for (size_t i = 0; i < plan.tensors.size(); ++i) {
    const TensorToWrite& tensor = plan.tensors[i];
    bool is_packed = tensor.form->pack != nullptr;
    if (is_packed) packed[i] = packed_bytes(tensor);
    parts.push_back(is_packed ? std::string_view(packed[i]) : bytes_of(tensor.array));
    parts.emplace_back(zeros.data(), plan.padded(tensor.bytes) - tensor.bytes);
  }
  write_file(path, parts);
}

}  // namespace rille
