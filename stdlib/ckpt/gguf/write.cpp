// Writes a GGUF file.
#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "stdlib/array.h"
#include "stdlib/ckpt/gguf/blocks.h"
#include "stdlib/ckpt/gguf/gguf.h"
#include "stdlib/data/records/scan.h"
#include "stdlib/file.h"
#include "vm/running.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr size_t align = 32;
enum Word : uint32_t {
  i32 = 5,
  f32 = 6,
  truth = 7,
  text_word = 8,
  list = 9,
  i64 = 11,
  f64 = 12,
  none = 255
};

void put_text(std::string& out, std::string_view text) {
  put_little(out, text.size(), 8);
  out += text;
}

[[noreturn]] void refuse(const std::string& name, const Value& value) {
  throw Error(Code::type, str("GGUF has no word for ", name, ", ", kind_text(value)))
      .help(
          "it takes numbers, strings, bools, arrays of i32, i64, f32 and f64 of one axis, and "
          "tuples of strings");
}

void put_array_word(std::string& out, const std::string& name, const Array& x) {
  Dtype dtype = x.dtype();
  uint32_t kind = dtype == Dtype::i32   ? i32
                  : dtype == Dtype::i64 ? i64
                  : dtype == Dtype::f32 ? f32
                  : dtype == Dtype::f64 ? f64
                                        : none;
  if (kind == none || x.rank() > 1) refuse(name, x);
  if (x.rank() == 1) put_little(out, list, 4);
  put_little(out, kind, 4);
  if (x.rank() == 1) put_little(out, x.size(), 8);
  out.append(reinterpret_cast<const char*>(x.data()), x.byte_size());
}

void put_word(std::string& out, const std::string& name, const Value& value) {
  if (value.is_array()) return put_array_word(out, name, value.array());
  if (const bool* whether = std::get_if<bool>(&value.any())) {
    put_little(out, truth, 4);
    out += *whether ? '\1' : '\0';
  } else if (const auto* whole = std::get_if<int64_t>(&value.any())) {
    bool is_narrow = *whole >= 0 && *whole <= UINT32_MAX;  // sizes are u32 in most files
    put_little(out, is_narrow ? 4 : static_cast<uint32_t>(i64), 4);
    put_little(out, static_cast<uint64_t>(*whole), is_narrow ? 4 : 8);
  } else if (const auto* real = std::get_if<double>(&value.any())) {
    auto narrow = static_cast<float>(*real);
    uint32_t bits = 0;
    std::memcpy(&bits, &narrow, 4);
    put_little(out, f32, 4);
    put_little(out, bits, 4);
  } else if (value.is_string()) {
    put_little(out, text_word, 4);
    put_text(out, value.string());
  } else if (value.is_tuple()) {
    put_little(out, list, 4);
    put_little(out, text_word, 4);
    put_little(out, value.items().size(), 8);
    for (const Value& item : value.items()) {
      if (!item.is_string()) refuse(name, value);
      put_text(out, item.string());
    }
  } else {
    refuse(name, value);
  }
}

// Records and dicts by their names: general.architecture may be a dict in one.
void put_words(std::string& out, uint64_t& count, const std::string& before, const Value& meta) {
  for (size_t i = 0; i < meta.items().size(); ++i) {
    const Branch& branch = meta.branch();
    std::string name = before;
    if (branch.keys != nullptr) {
      const auto* key = std::get_if<std::string>(&branch.keys->list[i]);
      if (key == nullptr) throw Error(Code::type, "GGUF names its words by strings, got an int");
      name += *key;
    } else {
      name += branch.layout->names[i];
    }
    const Value& value = meta.items()[i];
    if (value.is_branch() && !value.is_tuple()) {
      put_words(out, count, name + ".", value);
    } else {
      put_text(out, name);
      put_word(out, name, value);
      ++count;
    }
  }
}

// "layers[2].w" and "a[\"b\"]" as GGUF has them: layers.2.w, a.b.
std::string dotted(std::string_view path) {
  std::string out;
  for (size_t i = 0; i < path.size(); ++i) {
    bool is_quote = path[i] == '"' && (path[i - 1] == '[' || path.substr(i + 1).starts_with(']'));
    if (path[i] == ']' || is_quote) continue;
    if (path[i] != '[') out += path[i];
    if (path[i] == '[' && !out.empty()) out += '.';
  }
  return out;
}

struct Tensor {
  std::string name;
  Array array;
  const GgufForm* form;
  uint64_t bytes;
};

Tensor tensor_of(const std::string& name, const Array& array, const std::string& packing) {
  Array x = array.is_weak() ? strong(array) : array;
  const GgufForm* packed = packing.empty() ? nullptr : gguf_form(packing);
  int64_t line = x.rank() == 0 ? 1 : x.type().extent(x.rank() - 1).number();
  bool is_packed =
      packed != nullptr && is_float(x.dtype()) && x.rank() >= 2 && line % packed->elements == 0;
  const GgufForm* form = is_packed ? packed : gguf_form_of(x.dtype());
  if (form == nullptr) {
    throw Error(Code::dtype, str("\"", name, "\" is ", x.type(), ", which GGUF has no word for"))
        .help("convert it first");
  }
  if (is_packed) x = convert(x, Dtype::f32);
  return {name, x, form, x.size() / form->elements * form->bytes};
}

std::string packed_bytes(const Tensor& tensor) {
  std::string out(tensor.bytes, '\0');
  const auto* from = tensor.array.as<float>().data();
  auto* to = reinterpret_cast<uint8_t*>(out.data());
  const GgufForm& form = *tensor.form;
  Polls polls;
  for (uint64_t i = 0; i < tensor.bytes / form.bytes; ++i) {
    polls.step(out.size());
    form.pack(from + i * form.elements, to + i * form.bytes);
  }
  return out;
}

uint64_t padded(uint64_t size) { return (size + align - 1) / align * align; }

std::vector<Tensor> tensors_of(const Value& tree, const std::string& packing) {
  std::vector<std::string> names = paths(tree);
  std::vector<Array> leaves = flatten(tree).leaves;
  std::vector<Tensor> out;
  std::set<std::string> seen;
  for (size_t i = 0; i < leaves.size(); ++i) {
    std::string name = names[i].empty() ? std::string(whole_tree) : dotted(names[i]);
    out.push_back(tensor_of(name, leaves[i], packing));
    if (seen.insert(name).second) continue;
    throw Error(Code::value,
                str("two leaves have the name \"", name, "\" in GGUF, which joins them by dots"));
  }
  return out;
}

// The metadata, with the one word that every reader asks for.
std::string words_of(const Value& meta, uint64_t& count) {
  std::string out;
  if (!meta.is_nil()) put_words(out, count, "", meta);
  constexpr std::string_view needed = "general.architecture";
  if (out.find(needed) != std::string::npos) return out;
  put_text(out, needed);
  put_word(out, std::string(needed), Value("rille"));
  ++count;
  return out;
}

std::string head_of(const std::vector<Tensor>& tensors, const Value& meta) {
  uint64_t count = 0, at = 0;
  std::string words = words_of(meta, count), out = "GGUF";
  put_little(out, 3, 4);  // the version
  put_little(out, tensors.size(), 8);
  put_little(out, count, 8);
  out += words;
  for (const Tensor& tensor : tensors) {
    Ints sizes = tensor.array.type().ints();
    std::ranges::reverse(sizes);
    put_text(out, tensor.name);
    put_little(out, sizes.size(), 4);
    for (int64_t size : sizes) put_little(out, static_cast<uint64_t>(size), 8);
    put_little(out, tensor.form->number, 4);
    put_little(out, at, 8);
    at += padded(tensor.bytes);
  }
  out.resize(padded(out.size()), '\0');
  return out;
}

}  // namespace

void write_gguf(const std::string& path, const Value& tree, const std::string& packing,
                const Value& meta) {
  std::vector<Tensor> tensors = tensors_of(tree, packing);
  std::string head = head_of(tensors, meta);
  std::vector<std::string> packed(tensors.size());
  std::vector<std::string_view> parts = {head};
  static constexpr std::array<char, align> zeros = {};
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& tensor = tensors[i];
    bool is_packed = tensor.form->pack != nullptr;
    if (is_packed) packed[i] = packed_bytes(tensor);
    parts.push_back(is_packed ? std::string_view(packed[i]) : bytes_of(tensor.array));
    parts.emplace_back(zeros.data(), padded(tensor.bytes) - tensor.bytes);
  }
  write_file(path, parts);
}

}  // namespace rille
