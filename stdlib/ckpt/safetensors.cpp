// safetensors: the format of named arrays in a file.
#include "stdlib/ckpt/safetensors.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

namespace rille {
namespace {

using Json = nlohmann::json;

struct Row {
  Dtype dtype;
  std::string_view name;
};
constexpr Row rows[] = {
    {Dtype::boolean, "BOOL"}, {Dtype::i8, "I8"},          {Dtype::i16, "I16"},
    {Dtype::i32, "I32"},      {Dtype::i64, "I64"},        {Dtype::u8, "U8"},
    {Dtype::u16, "U16"},      {Dtype::u32, "U32"},        {Dtype::u64, "U64"},
    {Dtype::f16, "F16"},      {Dtype::bf16, "BF16"},      {Dtype::f32, "F32"},
    {Dtype::f64, "F64"},      {Dtype::f8e4m3, "F8_E4M3"}, {Dtype::f8e5m2, "F8_E5M2"},
    {Dtype::c64, "C64"},
};

std::string_view name_of(Dtype dtype, const std::string& array) {
  for (const Row& row : rows) {
    if (row.dtype == dtype) return row.name;
  }
  throw Error(Code::dtype, str("\"", array, "\" is ", dtype, ", which safetensors has no word for"))
      .help("convert it first, a key by its bits");
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(Code::io, str("\"", path, "\" is no sound safetensors file: ", why));
}

uint32_t checksum(const std::byte* data, size_t size) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(data), static_cast<z_size_t>(size)));
}

// Stops at the limit of depth, so that no header can run the stack full; sees double names.
Json parse_header(std::string_view text, const std::string& path) {
  std::vector<std::set<std::string>> seen;
  auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > 8) refuse(path, "its header nests too deep");
    if (event == Json::parse_event_t::object_start) seen.emplace_back();
    if (event == Json::parse_event_t::object_end) seen.pop_back();
    if (event == Json::parse_event_t::key && !seen.back().insert(value.get<std::string>()).second) {
      refuse(path, str("the name \"", value.get<std::string>(), "\" stands there twice"));
    }
    return true;
  };
  Json out = Json::parse(text.begin(), text.end(), watch, false);
  if (out.is_discarded() || !out.is_object()) refuse(path, "its header is no JSON object");
  return out;
}

struct Piece {
  std::string name;
  Type type;
  uint64_t begin, end;
};

uint64_t natural(const Json& value, const std::string& path, const std::string& name) {
  if (!value.is_number_unsigned()) refuse(path, str("\"", name, "\" has a size that is no number"));
  return value.get<uint64_t>();
}

Piece piece_of(const std::string& name, const Json& entry, const std::string& path) {
  bool whole = entry.is_object() && entry.contains("dtype") && entry["dtype"].is_string() &&
               entry.contains("shape") && entry["shape"].is_array() &&
               entry.contains("data_offsets") && entry["data_offsets"].is_array() &&
               entry["data_offsets"].size() == 2;
  if (!whole) refuse(path, str("\"", name, "\" lacks dtype, shape or data_offsets"));
  auto word = entry["dtype"].get<std::string>();
  const auto* row = std::ranges::find(rows, word, &Row::name);
  if (row == std::end(rows)) refuse(path, str("\"", name, "\" has the unknown dtype ", word));
  if (name.find('\0') != std::string::npos) refuse(path, "a name holds a NUL");
  Shape shape;
  int64_t count = 1;
  for (const Json& extent : entry["shape"]) {
    uint64_t size = natural(extent, path, name);
    if (size > (uint64_t{1} << 62)) refuse(path, str("\"", name, "\": element count overflows"));
    if (__builtin_mul_overflow(count, static_cast<int64_t>(size), &count) ||
        count > (int64_t{1} << 56)) {
      refuse(path, str("\"", name, "\": element count overflows"));
    }
    shape.push_back(static_cast<int64_t>(size));
  }
  Piece out{name, Type(row->dtype, shape), natural(entry["data_offsets"][0], path, name),
            natural(entry["data_offsets"][1], path, name)};
  auto needed =
      static_cast<uint64_t>(checked_product(count, static_cast<int64_t>(bytes(row->dtype))));
  if (out.end < out.begin || out.end - out.begin != needed) {
    refuse(path, str("\"", name, "\" is ", out.type, ", ", needed, " bytes, but has the place ",
                     out.begin, "..", out.end));
  }
  return out;
}

void check_places(std::vector<Piece> pieces, uint64_t size, const std::string& path) {
  std::ranges::sort(pieces, {}, [](const Piece& p) { return std::pair(p.begin, p.end); });
  uint64_t at = 0;
  for (const Piece& piece : pieces) {
    if (piece.end > size) refuse(path, str("\"", piece.name, "\" ends after the file"));
    if (piece.begin < at) refuse(path, str("\"", piece.name, "\" overlaps another array"));
    if (piece.begin > at) refuse(path, str("bytes ", at, "..", piece.begin, " belong to no array"));
    at = piece.end;
  }
  if (at != size) refuse(path, str("bytes ", at, "..", size, " belong to no array"));
}

void check_sum(const Json& header, const Piece& piece, const Array& array,
               const std::string& path) {
  auto meta = header.find("__metadata__");
  if (meta == header.end() || !meta->is_object()) return;
  auto sum = meta->find("crc32:" + piece.name);
  if (sum == meta->end() || !sum->is_string()) return;
  if (sum->get<std::string>() != std::to_string(checksum(array.data(), array.byte_size()))) {
    refuse(path, str("the checksum of \"", piece.name, "\" differs: the file is damaged"));
  }
}

}  // namespace

std::string write_safetensors(const std::vector<NamedArray>& arrays) {
  std::vector<const NamedArray*> order;
  for (const NamedArray& item : arrays) order.push_back(&item);
  std::ranges::stable_sort(order, std::greater(),
                           [](const NamedArray* x) { return bytes(x->array.dtype()); });
  Json header = Json::object(), meta = Json::object();
  uint64_t at = 0;
  for (const NamedArray* item : order) {
    if (header.contains(item->name)) {
      throw Error(Code::value, str("the name \"", item->name, "\" stands there twice"));
    }
    uint64_t end = at + item->array.byte_size();
    header[item->name] = {{"dtype", name_of(item->array.dtype(), item->name)},
                          {"shape", item->array.type().ints()},
                          {"data_offsets", {at, end}}};
    auto sum = checksum(item->array.data(), item->array.byte_size());
    meta["crc32:" + item->name] = std::to_string(sum);
    at = end;
  }
  header["__metadata__"] = meta;
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  uint64_t size = text.size();
  std::string out(reinterpret_cast<const char*>(&size), 8);
  out += text;
  for (const NamedArray* item : order) {
    out.append(reinterpret_cast<const char*>(item->array.data()), item->array.byte_size());
  }
  return out;
}

std::vector<NamedArray> read_safetensors(const std::string& bytes, const std::string& path) {
  constexpr uint64_t most = 100'000'000;
  uint64_t size = 0;
  if (bytes.size() < 8) refuse(path, "it is shorter than 8 bytes");
  std::memcpy(&size, bytes.data(), 8);
  if (size > most || size > bytes.size() - 8) {
    refuse(path, str("a header of ", size, " bytes does not fit"));
  }
  Json header = parse_header(std::string_view(bytes).substr(8, size), path);
  std::vector<Piece> pieces;
  for (const auto& [name, entry] : header.items()) {
    if (name != "__metadata__") pieces.push_back(piece_of(name, entry, path));
  }
  check_places(pieces, bytes.size() - 8 - size, path);
  std::vector<NamedArray> out;
  for (const Piece& piece : pieces) {
    Array array(piece.type);
    std::memcpy(array.edit_data(), bytes.data() + 8 + size + piece.begin, piece.end - piece.begin);
    check_sum(header, piece, array, path);
    out.push_back({piece.name, array});
  }
  return out;
}

}  // namespace rille
