// Metadata of zarr version 2: .zarray.
#include <algorithm>
#include <charconv>
#include <numeric>

#include "stdlib/ckpt/zarr/meta.h"

namespace rille {
namespace {

struct ElementFormat {
  Dtype dtype;
  bool is_big_endian;
  std::string word = {};  // name of a type that no dtype represents
};

// The element type of a NumPy name such as "<f4", or of a JAX name.
ElementFormat form_of(const JsonCursor& at) {
  if (!at.is_string()) return {Dtype::u8, false, "a structured dtype"};
  const std::string& word = at.string();
  if (word.empty() || std::string_view("<>|").find(word[0]) == std::string_view::npos) {
    std::optional<Dtype> dtype = zarr_dtype(word);
    return {dtype.value_or(Dtype::u8), false, dtype ? "" : word};
  }
  struct TypestrDtype {
    std::string_view word;
    Dtype dtype;
  };
  static constexpr TypestrDtype rows[] = {
      {"b1", Dtype::boolean}, {"i1", Dtype::i8},    {"i2", Dtype::i16}, {"i4", Dtype::i32},
      {"i8", Dtype::i64},     {"u1", Dtype::u8},    {"u2", Dtype::u16}, {"u4", Dtype::u32},
      {"u8", Dtype::u64},     {"f2", Dtype::f16},   {"f4", Dtype::f32}, {"f8", Dtype::f64},
      {"c8", Dtype::c64},     {"c16", Dtype::c128},
  };
  const auto* row = std::ranges::find(rows, std::string_view(word).substr(1), &TypestrDtype::word);
  if (row != std::end(rows)) return {row->dtype, word[0] == '>'};
  return {Dtype::u8, false, word};
}

void read_compressor(ZarrMetadata& out, const JsonCursor& compressor) {
  const std::string& id = compressor["id"].string();
  if (id == "zstd") out.chunk.packings = {Compression::zstd};
  if (id == "gzip") out.chunk.packings = {Compression::gzip};
  if (id == "zlib") out.chunk.packings = {Compression::zlib};
  if (id == "blosc") out.chunk.packings = {Compression::blosc};
  if (id == "lz4") out.chunk.packings = {Compression::lz4};
  if (!out.chunk.packings.empty()) return;
  out.unread = str("the compressor is ", id, ", expected zstd, gzip, zlib, blosc, or lz4");
}

std::string_view word_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::boolean: return "|b1";
    case Dtype::i8: return "|i1";
    case Dtype::i16: return "<i2";
    case Dtype::i32: return "<i4";
    case Dtype::i64: return "<i8";
    case Dtype::u8: return "|u1";
    case Dtype::u16: return "<u2";
    case Dtype::u32:
    case Dtype::key: return "<u4";
    case Dtype::u64: return "<u8";
    case Dtype::f16: return "<f2";
    case Dtype::f32: return "<f4";
    case Dtype::f64: return "<f8";
    case Dtype::c64: return "<c8";
    case Dtype::c128: return "<c16";
    default: return zarr_name(dtype);
  }
}

}  // namespace

ZarrMetadata read_zarr2(std::string_view text, const FileLocation& whence) {
  Value value = json_of(text, whence);
  JsonCursor root(value, whence);
  root.need(root["zarr_format"].integer() == 2, "must have zarr_format 2");
  ZarrMetadata out;
  out.shape = root["shape"].sizes(0);
  out.chunk.shape = root["chunks"].sizes(1);
  ElementFormat form = form_of(root["dtype"]);
  out.chunk.dtype = form.dtype;
  out.word = form.word;
  out.chunk.is_big_endian = form.is_big_endian;
  out.chunk.order.resize(out.shape.size());
  std::iota(out.chunk.order.begin(), out.chunk.order.end(), 0);
  const std::string& order = root["order"].string();
  root["order"].need(order == "C" || order == "F", str("is ", order, ", expected C or F"));
  if (order == "F") std::ranges::reverse(out.chunk.order);
  JsonCursor compressor = root["compressor"];
  if (!compressor.is_null()) read_compressor(out, compressor);
  if (auto filters = root.find("filters"); filters && !filters->is_null()) {
    std::string names;
    for (const JsonCursor& filter : filters->items()) {
      auto id = filter.find("id");
      bool has_name = id && id->is_string();
      names += str(names.empty() ? "" : ", ", has_name ? id->string() : "an unnamed filter");
    }
    if (!names.empty()) out.unread = str("unsupported filters: ", names);
  }
  if (auto between = root.find("dimension_separator"); between && !between->is_null()) {
    const std::string& word = between->string();
    between->need(word == "." || word == "/", str("is ", word, ", expected . or /"));
    out.between = word[0];
  }
  out.fill = out.word.empty() ? fill_bytes(form.dtype, root["fill_value"]) : std::string(1, '\0');
  check_zarr(out, whence);
  return out;
}

std::string zarr2_text(const Type& type) {
  return str("{\"chunks\":", list_text(chunk_sizes(type)),
             ",\"compressor\":{\"id\":\"zstd\",\"level\":1},",
             "\"dimension_separator\":\".\",\"dtype\":\"", word_of(type.dtype()),
             "\",\"fill_value\":null,\"filters\":null,\"order\":\"C\",\"shape\":",
             list_text(stored_sizes(type)), ",\"zarr_format\":2}");
}

}  // namespace rille
