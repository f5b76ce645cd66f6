// safetensors: the format of named arrays in a file.
#include "stdlib/ckpt/safetensors.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "vm/running.h"

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

// A key is written as its two words; the metadata say so, and by which algorithm it gives others.
constexpr std::string_view key_mark = "key:", key_kind = "threefry2x32";

std::string_view name_of(Dtype dtype, const std::string& array) {
  if (dtype == Dtype::key) return "U32";
  for (const Row& row : rows) {
    if (row.dtype == dtype) return row.name;
  }
  throw Error(Code::dtype, str("\"", array, "\" is ", dtype, ", which safetensors has no word for"))
      .help("convert it first");
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(Code::io, str("\"", path, "\" is no sound safetensors file: ", why));
}

uint32_t checksum(const Array& array) {
  constexpr size_t piece = size_t{1} << 20;
  const std::byte* data = array.data();
  uLong sum = crc32_z(0, nullptr, 0);
  for (size_t at = 0; at < array.byte_size(); at += piece) {
    poll();
    size_t size = std::min(piece, array.byte_size() - at);
    sum = crc32_z(sum, reinterpret_cast<const Bytef*>(data + at), size);
  }
  return static_cast<uint32_t>(sum);
}

// What the header says of one array, and whether it said it.
struct Piece {
  std::string name;
  std::optional<std::string> dtype;
  std::optional<std::vector<uint64_t>> shape, places;
  Type type = {};
  size_t begin() const { return (*places)[0]; }
  size_t end() const { return (*places)[1]; }
};

// Takes the header's JSON word by word: {name: {dtype, shape, data_offsets}, __metadata__:
// {word: word}}. No tree of it is made, so a header takes no more memory than its names, and one
// that nests deeper ends at once.
class HeaderReader : public nlohmann::json_sax<Json> {
 public:
  explicit HeaderReader(const std::string& path) : path_(path) {}

  std::vector<Piece> pieces;
  std::map<std::string, std::string, std::less<>> metadata;

  bool start_object(size_t) override {
    if (++depth_ > 2) unlike("an object");
    if (depth_ == 2 && !in_metadata_) pieces.push_back({.name = name_});
    return true;
  }
  bool end_object() override {
    if (--depth_ == 0) return true;
    if (!in_metadata_ && (!here().dtype || !here().shape || !here().places)) lacks();
    in_metadata_ = false;
    return true;
  }
  bool key(string_t& word) override {
    if (depth_ == 1) {
      poll();
      name_ = word;
      if (word.find('\0') != std::string::npos) refuse(path_, "a name holds a NUL");
      in_metadata_ = word == "__metadata__";
      if (in_metadata_ && std::exchange(seen_metadata_, true)) twice(word);
    } else {
      key_ = word;
    }
    return true;
  }
  bool string(string_t& word) override {
    if (depth_ != 2 || array_ != nullptr) unlike("a string");
    if (in_metadata_) {
      if (!metadata.emplace(key_, word).second) twice(key_);
    } else if (key_ == "dtype") {
      once(here().dtype) = word;
    } else {
      unlike("a string");
    }
    return true;
  }
  bool start_array(size_t) override {
    if (depth_ != 2 || in_metadata_ || array_ != nullptr) unlike("a list");
    if (key_ != "shape" && key_ != "data_offsets") unlike("a list");
    array_ = &once(key_ == "shape" ? here().shape : here().places);
    return true;
  }
  bool end_array() override {
    if (key_ == "data_offsets" && array_->size() != 2) lacks();
    array_ = nullptr;
    return true;
  }
  bool number_unsigned(number_unsigned_t number) override {
    if (array_ == nullptr) unlike("a number");
    array_->push_back(number);
    return true;
  }
  bool number_integer(number_integer_t) override { no_number(); }
  bool number_float(number_float_t, const string_t&) override { no_number(); }
  bool null() override { unlike("null"); }
  bool boolean(bool) override { unlike("a bool"); }
  bool binary(binary_t&) override { unlike("bytes"); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    refuse(path_, "its header is no JSON object");
  }

 private:
  Piece& here() { return pieces.back(); }
  template <class T>
  T& once(std::optional<T>& held) {
    if (held) twice(str(name_, ".", key_));
    return held.emplace();
  }
  [[noreturn]] void twice(const std::string& name) {
    refuse(path_, str("the name \"", name, "\" stands there twice"));
  }
  [[noreturn]] void unlike(std::string_view what) {
    if (depth_ == 0) refuse(path_, "its header is no JSON object");
    if (depth_ > 2) refuse(path_, "its header nests too deep");
    refuse(path_, str("its header has ", what, " where none belongs, at \"", name_, "\""));
  }
  [[noreturn]] void lacks() {
    refuse(path_, str("\"", name_, "\" lacks dtype, shape or data_offsets"));
  }
  [[noreturn]] void no_number() {
    refuse(path_, str("\"", name_, "\" has a size that is no number"));
  }

  const std::string& path_;
  int depth_ = 0;
  bool in_metadata_ = false, seen_metadata_ = false;
  std::string name_, key_;
  std::vector<uint64_t>* array_ = nullptr;
};

HeaderReader read_header(std::string_view text, const std::string& path) {
  HeaderReader reader(path);
  Json::sax_parse(text.begin(), text.end(), &reader);
  std::ranges::sort(reader.pieces, {}, &Piece::name);
  auto same = std::ranges::adjacent_find(reader.pieces, {}, &Piece::name);
  if (same != reader.pieces.end()) {
    refuse(path, str("the name \"", same->name, "\" stands there twice"));
  }
  return reader;
}

// The type, and that it takes the place which it is given.
void settle(Piece& piece, const std::string& path) {
  const auto* row = std::ranges::find(rows, *piece.dtype, &Row::name);
  if (row == std::end(rows)) {
    refuse(path, str("\"", piece.name, "\" has the unknown dtype ", *piece.dtype));
  }
  Shape shape;
  int64_t count = 1;
  for (uint64_t size : *piece.shape) {
    bool wraps = size > (uint64_t{1} << 62) ||
                 __builtin_mul_overflow(count, static_cast<int64_t>(size), &count);
    if (wraps || count > (int64_t{1} << 56)) {
      refuse(path, str("\"", piece.name, "\": element count overflows"));
    }
    shape.push_back(static_cast<int64_t>(size));
  }
  piece.type = Type(row->dtype, shape);
  auto needed =
      static_cast<uint64_t>(checked_product(count, static_cast<int64_t>(bytes(row->dtype))));
  if (piece.end() < piece.begin() || piece.end() - piece.begin() != needed) {
    refuse(path, str("\"", piece.name, "\" is ", piece.type, ", ", needed,
                     " bytes, but has the place ", piece.begin(), "..", piece.end()));
  }
}

void check_places(const std::vector<Piece>& pieces, uint64_t size, const std::string& path) {
  std::vector<const Piece*> order;
  for (const Piece& piece : pieces) order.push_back(&piece);
  std::ranges::sort(order, {}, [](const Piece* p) { return std::pair(p->begin(), p->end()); });
  uint64_t at = 0;
  for (const Piece* piece : order) {
    if (piece->end() > size) refuse(path, str("\"", piece->name, "\" ends after the file"));
    if (piece->begin() < at) refuse(path, str("\"", piece->name, "\" overlaps another array"));
    if (piece->begin() > at) {
      refuse(path, str("bytes ", at, "..", piece->begin(), " belong to no array"));
    }
    at = piece->end();
  }
  if (at != size) refuse(path, str("bytes ", at, "..", size, " belong to no array"));
}

void check_sum(const HeaderReader& header, const Piece& piece, const Array& array,
               const std::string& path) {
  auto sum = header.metadata.find("crc32:" + piece.name);
  if (sum == header.metadata.end() || sum->second == std::to_string(checksum(array))) return;
  refuse(path, str("the checksum of \"", piece.name, "\" differs: the file is damaged"));
}

// Every other byte would be true where it is printed and 255 where it is summed.
void check_bools(const Piece& piece, const Array& array, const std::string& path) {
  if (array.dtype() != Dtype::boolean) return;
  for (std::byte x : std::span(array.data(), array.byte_size())) {
    if (x <= std::byte{1}) continue;
    refuse(path, str("\"", piece.name, "\" has a bool of byte ", static_cast<int>(x)));
  }
}

// What a piece is for us: u32[..., 2] that the metadata mark is a key.
Type type_of(const HeaderReader& header, const Piece& piece, const std::string& path) {
  auto mark = header.metadata.find(str(key_mark, piece.name));
  if (mark == header.metadata.end()) return piece.type;
  const Shape& shape = piece.type.shape();
  bool is_key = piece.type.dtype() == Dtype::u32 && !shape.empty() && shape.back() == Extent(2);
  if (!is_key || mark->second != key_kind) {
    refuse(path, str("\"", piece.name, "\" is no key of ", key_kind));
  }
  return {Dtype::key, Shape(shape.begin(), shape.end() - 1)};
}

Array array_of(const Piece& piece, const Type& type, std::string_view data) {
  constexpr size_t part = size_t{1} << 20;
  Array out(type);
  for (size_t at = piece.begin(); at < piece.end(); at += part) {
    poll();
    size_t size = std::min(part, piece.end() - at);
    std::memcpy(out.edit_data() + (at - piece.begin()), data.data() + at, size);
  }
  return out;
}

}  // namespace

namespace {

// No tree of JSON is made: to destroy one takes memory, and where there is none ends the process.
std::string object_text(const std::map<std::string, std::string>& values) {
  std::string out = "{";
  for (const auto& [name, value] : values) {
    out += str(out.size() > 1 ? "," : "", Json(name).dump(), ":", value);
  }
  return out + "}";
}

}  // namespace

std::string safetensors_header(std::vector<NamedArray>& arrays) {
  std::ranges::stable_sort(arrays, std::greater(),
                           [](const NamedArray& x) { return bytes(x.array.dtype()); });
  std::map<std::string, std::string> header, meta;
  uint64_t at = 0;
  for (const NamedArray& named : arrays) {
    if (header.contains(named.name)) {
      throw Error(Code::value, str("the name \"", named.name, "\" stands there twice"));
    }
    uint64_t end = at + named.array.byte_size();
    Ints shape = named.array.type().ints();
    if (named.array.dtype() == Dtype::key) {
      shape.push_back(2);
      meta[str(key_mark, named.name)] = str("\"", key_kind, "\"");
    }
    header[named.name] =
        str("{\"data_offsets\":[", at, ",", end, "],\"dtype\":\"",
            name_of(named.array.dtype(), named.name), "\",\"shape\":[", join(shape, ","), "]}");
    meta["crc32:" + named.name] = str("\"", checksum(named.array), "\"");
    at = end;
  }
  header["__metadata__"] = object_text(meta);
  std::string text = object_text(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  uint64_t size = text.size();
  std::string out(reinterpret_cast<const char*>(&size), 8);
  return out + text;
}

std::vector<NamedArray> read_safetensors(std::string_view bytes, const std::string& path) {
  constexpr uint64_t most = 100'000'000;
  uint64_t size = 0;
  if (bytes.size() < 8) refuse(path, "it is shorter than 8 bytes");
  std::memcpy(&size, bytes.data(), 8);
  if (size > most || size > bytes.size() - 8) {
    refuse(path, str("a header of ", size, " bytes does not fit"));
  }
  HeaderReader header = read_header(bytes.substr(8, size), path);
  for (Piece& piece : header.pieces) settle(piece, path);
  std::string_view data = bytes.substr(8 + size);
  check_places(header.pieces, data.size(), path);
  std::vector<NamedArray> out;
  for (const Piece& piece : header.pieces) {
    Array array = array_of(piece, type_of(header, piece, path), data);
    check_bools(piece, array, path);
    check_sum(header, piece, array, path);
    out.push_back({piece.name, array});
  }
  return out;
}

}  // namespace rille
