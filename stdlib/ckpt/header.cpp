// Reads and writes headers of safetensors files.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/ckpt/foreign.h"
#include "stdlib/ckpt/safetensors.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using Json = nlohmann::json;

struct SafetensorsDtype {
  Dtype dtype;
  std::string_view name;
};
constexpr SafetensorsDtype rows[] = {
    {Dtype::boolean, "BOOL"}, {Dtype::i8, "I8"},          {Dtype::i16, "I16"},
    {Dtype::i32, "I32"},      {Dtype::i64, "I64"},        {Dtype::u8, "U8"},
    {Dtype::u16, "U16"},      {Dtype::u32, "U32"},        {Dtype::u64, "U64"},
    {Dtype::f16, "F16"},      {Dtype::bf16, "BF16"},      {Dtype::f32, "F32"},
    {Dtype::f64, "F64"},      {Dtype::f8e4m3, "F8_E4M3"}, {Dtype::f8e5m2, "F8_E5M2"},
    {Dtype::c64, "C64"},
};

std::string_view word_of(Dtype dtype) {
  const auto* row = std::ranges::find(rows, dtype, &SafetensorsDtype::dtype);
  RILLE_CHECK(row != std::end(rows), "safetensors has no dtype for ", dtype);
  return row->name;
}

// The type under which an array is stored: a key as u32[2], c128 as f64[2], i4 as i8, u4 as u8.
Type stored_as(const Type& type) {
  Shape shape = type.shape();
  switch (type.dtype()) {
    case Dtype::key: shape.emplace_back(2); return {Dtype::u32, shape};
    case Dtype::c128: shape.emplace_back(2); return {Dtype::f64, shape};
    case Dtype::i4: return {Dtype::i8, shape};
    case Dtype::u4: return {Dtype::u8, shape};
    default: return type;
  }
}

// The fields of one array in the header, as far as they have been read.
struct HeaderEntry {
  std::string name;
  std::optional<std::string> dtype = {};
  std::optional<std::vector<uint64_t>> shape = {}, places = {};
};

// Parses the header as a stream of JSON events: {name: {dtype, shape, data_offsets}, __metadata__:
// {string: string}}. No JSON tree is built, so a header needs no more memory than its names, and
// deeper nesting is rejected immediately.
class SafetensorsHeaderParser : public nlohmann::json_sax<Json> {
 public:
  explicit SafetensorsHeaderParser(const std::string& path) : path_(path) {}

  std::vector<HeaderEntry> said;
  MetadataMap metadata;

  bool start_object(size_t) override {
    skip_odd_metadata();
    if (skips()) return enter();
    if (++depth_ > 2) unlike("object");
    if (depth_ == 2 && !in_metadata_) said.push_back({.name = name_});
    return true;
  }
  bool end_object() override {
    if (skips()) return leave();
    if (--depth_ == 0) return true;
    if (!in_metadata_ && (!here().dtype || !here().shape || !here().places)) lacks();
    in_metadata_ = false;
    return true;
  }
  bool key(string_t& word) override {
    if (skips()) return true;
    if (depth_ == 1) {
      held_ += sizeof(HeaderEntry) + sizeof(ArrayEntry) + 2 * word.size();
      poll(held_);
      name_ = word;
      if (word.find('\0') != std::string::npos)
        refuse_file(path_, "a name contains a NUL character");
      in_metadata_ = word == "__metadata__";
      if (in_metadata_ && std::exchange(seen_metadata_, true)) twice(word);
    } else {
      key_ = word;
      is_more_ = !in_metadata_ && key_ != "dtype" && key_ != "shape" && key_ != "data_offsets";
    }
    return true;
  }
  bool string(string_t& word) override {
    if (skips()) return pass();
    if (depth_ != 2 || array_ != nullptr) unlike("string");
    if (in_metadata_) {
      if (!metadata.emplace(key_, word).second) twice(key_);
    } else if (key_ == "dtype") {
      once(here().dtype) = word;
    } else {
      unlike("string");
    }
    return true;
  }
  bool start_array(size_t) override {
    skip_odd_metadata();
    if (skips()) return enter();
    if (depth_ != 2 || in_metadata_ || array_ != nullptr) unlike("list");
    if (key_ != "shape" && key_ != "data_offsets") unlike("list");
    array_ = &once(key_ == "shape" ? here().shape : here().places);
    return true;
  }
  bool end_array() override {
    if (skips()) return leave();
    if (key_ == "data_offsets" && array_->size() != 2) lacks();
    array_ = nullptr;
    return true;
  }
  bool number_unsigned(number_unsigned_t number) override {
    skip_odd_metadata();
    if (skips()) return pass();
    constexpr size_t max_axes = 1000;
    if (array_ == nullptr) unlike("number");
    if (array_->size() == max_axes) {
      refuse_file(path_, str("\"", name_, "\" has more than ", max_axes, " axes"));
    }
    array_->push_back(number);
    held_ += 2 * (sizeof(number) + sizeof(Extent));
    return true;
  }
  bool number_integer(number_integer_t) override {
    skip_odd_metadata();
    return skips() ? pass() : no_number();
  }
  bool number_float(number_float_t, const string_t&) override {
    skip_odd_metadata();
    return skips() ? pass() : no_number();
  }
  // `__metadata__` may be null, which means no metadata.
  bool null() override {
    skip_odd_metadata();
    if (skips()) return pass();
    if (depth_ != 1 || !std::exchange(in_metadata_, false)) unlike("null");
    return true;
  }
  bool boolean(bool) override {
    skip_odd_metadata();
    return skips() ? pass() : unlike("bool");
  }
  bool binary(binary_t&) override { unlike("bytes"); }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    refuse_file(path_, "the header is not a JSON object");
  }

 private:
  HeaderEntry& here() { return said.back(); }
  // Unknown fields, which later versions of the format may add, are ignored with their contents.
  bool skips() const { return is_more_; }
  // The format allows only strings as metadata, but other programs also write numbers and objects.
  void skip_odd_metadata() {
    if (in_metadata_ && depth_ == 2) is_more_ = true;
  }
  bool pass() {
    is_more_ = within_ > 0;
    return true;
  }
  bool enter() {
    if (++within_ > 100) refuse_file(path_, "the header exceeds the maximum nesting depth");
    return true;
  }
  bool leave() {
    --within_;
    return pass();
  }
  template <class T>
  T& once(std::optional<T>& held) {
    if (held) twice(str(name_, ".", key_));
    return held.emplace();
  }
  [[noreturn]] void twice(const std::string& name) {
    refuse_file(path_, str("duplicate name \"", name, "\""));
  }
  [[noreturn]] bool unlike(std::string_view what) {
    if (depth_ == 0) refuse_file(path_, "the header is not a JSON object");
    if (depth_ > 2) refuse_file(path_, "the header exceeds the maximum nesting depth");
    refuse_file(path_, str("unexpected ", what, " in the header, at \"", name_, "\""));
  }
  [[noreturn]] void lacks() {
    refuse_file(path_, str("\"", name_, "\" must have dtype, shape, and two data_offsets"));
  }
  [[noreturn]] bool no_number() {
    refuse_file(path_,
                str("\"", name_, "\" has a size or an offset that is not a nonnegative integer"));
  }

  const std::string& path_;
  int depth_ = 0;
  bool in_metadata_ = false, seen_metadata_ = false;
  bool is_more_ = false;  // whether the reader is inside of an unknown field
  int within_ = 0;        // the nesting depth within that field
  std::string name_, key_;
  std::vector<uint64_t>* array_ = nullptr;
  size_t held_ = 0;  // estimated bytes of what was read and of what is built from it
};

SafetensorsHeaderParser parsed(std::string_view text, const std::string& path) {
  // The format requires `{` as the first byte; padding is allowed only at the end.
  if (!text.starts_with('{')) refuse_file(path, "the header is not a JSON object");
  SafetensorsHeaderParser reader(path);
  Json::sax_parse(text.begin(), text.end(), &reader);
  std::ranges::sort(reader.said, {}, &HeaderEntry::name);
  auto same = std::ranges::adjacent_find(reader.said, {}, &HeaderEntry::name);
  if (same != reader.said.end()) {
    refuse_file(path, str("duplicate name \"", same->name, "\""));
  }
  return reader;
}

// The type of the stored array. If no dtype represents the elements, the type after conversion to
// f32, or u8 if the format is unknown.
Type stored_type(const HeaderEntry& said, const std::string& path) {
  const auto* row = std::ranges::find(rows, *said.dtype, &SafetensorsDtype::name);
  bool is_widened = foreign_form(*said.dtype) != nullptr;
  Dtype dtype = row != std::end(rows) ? row->dtype : is_widened ? Dtype::f32 : Dtype::u8;
  Shape shape;
  int64_t count = 1;
  for (uint64_t size : *said.shape) {
    bool wraps = size > (uint64_t{1} << 62) ||
                 __builtin_mul_overflow(count, static_cast<int64_t>(size), &count);
    if (wraps || count > (int64_t{1} << 56)) {
      refuse_file(path, str("\"", said.name, "\": element count overflows"));
    }
    shape.emplace_back(static_cast<int64_t>(size));
  }
  return {dtype, shape};
}

// The size of the elements in bytes, or nothing if the element format is unknown.
std::optional<uint64_t> bytes_needed(const ArrayEntry& piece) {
  auto count = static_cast<uint64_t>(piece.stored.count());
  if (!piece.is_foreign()) return count * bytes(piece.stored.dtype());
  if (piece.form == nullptr) return {};
  return (count * static_cast<uint64_t>(piece.form->bits) + 7) / 8;
}

const std::string* word(const MetadataMap& words, std::string_view mark, std::string_view name) {
  auto found = words.find(str(mark, name));
  return found == words.end() ? nullptr : &found->second;
}

// The type of the array in Rille, from the stored type and the metadata.
Type meant_type(const MetadataMap& words, const std::string& name, const Type& stored,
                const std::string& path) {
  const std::string *key = word(words, key_mark, name), *other = word(words, dtype_mark, name);
  if (key == nullptr && other == nullptr) return stored;
  std::optional<Dtype> dtype = key != nullptr ? Dtype::key : dtype_named(*other);
  bool is_known = dtype && (key == nullptr || *key == key_kind);
  Shape shape = stored.shape();
  bool is_pair = dtype == Dtype::key || dtype == Dtype::c128;
  if (is_pair && !shape.empty()) shape.pop_back();
  Type out(dtype.value_or(Dtype::key), shape);
  if (is_known && stored_as(out) == stored && out != stored) return out;
  refuse_file(path, str("\"", name, "\" is ", stored, ", which cannot represent ",
                        key != nullptr ? str("a ", key_kind, " key") : *other));
}

std::vector<uint32_t> read_sums(std::string_view text, size_t count, const std::string& name,
                                const std::string& path) {
  std::vector<uint32_t> out;
  for (size_t at = 0; at + 8 <= text.size(); at += 8) {
    uint32_t sum = 0;
    const char* begin = text.data() + at;
    auto [end, error] = std::from_chars(begin, begin + 8, sum, 16);
    if (error != std::errc() || end != begin + 8) break;
    out.push_back(sum);
  }
  if (out.size() != count || text.size() != 8 * count) {
    refuse_file(path, str("expected ", count, " checksums of 8 hex digits for \"", name, "\""));
  }
  return out;
}

// Builds the piece of an array and checks that `data_offsets` matches the type and shape.
ArrayEntry settled(const HeaderEntry& said, const MetadataMap& words, const std::string& path) {
  ArrayEntry out{.name = said.name, .type = {}, .stored = stored_type(said, path)};
  out.begin = (*said.places)[0];
  out.end = (*said.places)[1];
  if (std::ranges::find(rows, *said.dtype, &SafetensorsDtype::name) == std::end(rows))
    out.word = *said.dtype;
  out.form = foreign_form(out.word);
  std::optional<uint64_t> needed = bytes_needed(out);
  if (out.end < out.begin || (needed && out.end - out.begin != *needed)) {
    refuse_file(
        path, str("\"", out.name, "\" is ", out.word, out.is_foreign() ? " " : "", out.stored, ", ",
                  needed.value_or(0), " bytes, but data_offsets is ", out.begin, "..", out.end));
  }
  out.type = out.is_foreign() ? out.stored : meant_type(words, said.name, out.stored, path);
  return out;
}

// Reads one checksum per chunk. The offsets must have been checked against the file size before,
// so that the number of chunks is bounded.
void take_sums(ArrayEntry& piece, const MetadataMap& words, const std::string& path) {
  const std::string* sums = word(words, chunks_mark, piece.name);
  if (sums != nullptr) piece.sums = read_sums(*sums, piece.chunks(), piece.name, path);
}

void check_places(const std::vector<ArrayEntry>& pieces, uint64_t size, const std::string& path) {
  std::vector<const ArrayEntry*> order;
  for (const ArrayEntry& piece : pieces) order.push_back(&piece);
  std::ranges::sort(order, {}, [](const ArrayEntry* p) { return std::pair(p->begin, p->end); });
  uint64_t at = 0;
  for (const ArrayEntry* piece : order) {
    if (piece->end > size) refuse_file(path, str("\"", piece->name, "\" ends beyond the file"));
    if (piece->begin < at) refuse_file(path, str("\"", piece->name, "\" overlaps another array"));
    if (piece->begin > at) {
      refuse_file(path, str("bytes ", at, "..", piece->begin, " belong to no array"));
    }
    at = piece->end;
  }
  if (at != size) refuse_file(path, str("bytes ", at, "..", size, " belong to no array"));
}

// Marks the pieces that the metadata lists as host scalars.
void mark_host(std::vector<ArrayEntry>& pieces, const MetadataMap& words, const std::string& path) {
  auto found = words.find(host_mark);
  if (found == words.end()) return;
  const char *at = found->second.data(), *end = at + found->second.size();
  while (at != end) {
    size_t place = 0;
    auto [next, error] = std::from_chars(at, end, place);
    bool fits = error == std::errc() && place < pieces.size() && pieces[place].type.rank() == 0;
    if (!fits) refuse_file(path, str(host_mark, " must list indices of rank-0 arrays"));
    pieces[place].is_weak = true;
    at = next == end ? end : next + 1;
  }
}

constexpr std::string_view no_sum = "\"rille.sum\":\"00000000\"";
constexpr size_t sum_digits = 8;

// The position of the digits of the header checksum. The quoted key occurs nowhere else in the
// JSON, because quotes inside of strings are escaped.
size_t sum_place(std::string_view text) {
  size_t found = text.find(no_sum.substr(0, no_sum.size() - sum_digits - 1));
  return found == std::string_view::npos ? found : found + no_sum.size() - sum_digits - 1;
}

std::string hex(uint32_t sum) {
  std::array<char, 9> out{};
  std::snprintf(out.data(), out.size(), "%08x", sum);
  return out.data();
}

// The checksum of a header and its length, computed with zeros as the digits at `place`.
std::string header_sum(std::string_view text, size_t place) {
  uint64_t size = text.size();
  uint32_t sum = crc32c(0, &size, sizeof size);
  sum = crc32c(text.substr(0, place), sum);
  sum = crc32c("00000000", sum);
  return hex(crc32c(text.substr(place + sum_digits), sum));
}

// Verifies the header checksum of a file written by Rille. The version and the checksum must both
// be present or both be absent, so that a flipped bit cannot disable the check.
void check_header(std::string_view text, const MetadataMap& words, const std::string& path) {
  auto version = words.find(version_mark);
  bool is_ours = version != words.end(), has_sum = words.contains(sum_mark);
  if (!is_ours && !has_sum) return;
  size_t place = sum_place(text);
  bool is_sound = is_ours && has_sum && place < text.size() && text.size() - place >= sum_digits &&
                  header_sum(text, place) == text.substr(place, sum_digits);
  if (!is_sound) {
    throw Error(Code::io, str("the header checksum of \"", path,
                              "\" does not match: the file is corrupted, or another program "
                              "rewrote it with Rille's metadata"));
  }
  if (version->second == "2") return;
  refuse_file(path, str("the format version is ", version->second, ", expected 2"));
}

// The JSON is formatted without a JSON tree: destroying a tree allocates memory, and a
// failure of that allocation would end the process.
std::string object_text(const MetadataMap& values) {
  std::string out = "{";
  for (const auto& [name, value] : values) {
    out += str(out.size() > 1 ? "," : "", Json(name).dump(), ":", value);
  }
  return out + "}";
}

// The metadata as it is written to the header; each value is JSON text.
MetadataMap metadata_of(const std::vector<ArrayEntry>& pieces, const MetadataMap& words) {
  MetadataMap out;
  for (const auto& [name, text] : words) out[name] = Json(text).dump();
  out[std::string(version_mark)] = "\"2\"";
  out[std::string(sum_mark)] = "\"00000000\"";
  for (const ArrayEntry& piece : pieces) {
    poll();
    Dtype dtype = piece.type.dtype();
    if (dtype == Dtype::key) {
      out[str(key_mark, piece.name)] = str("\"", key_kind, "\"");
    } else if (piece.stored != piece.type) {
      out[str(dtype_mark, piece.name)] = str("\"", name(dtype), "\"");
    }
    std::string sums;
    for (uint32_t sum : piece.sums) sums += hex(sum);
    out[str(chunks_mark, piece.name)] = str("\"", sums, "\"");
  }
  return out;
}

}  // namespace

void refuse_file(const std::string& path, const std::string& why) {
  throw Error(Code::io, str("\"", path, "\" is not a valid safetensors file: ", why));
}

uint32_t sum_of_place(const ArrayEntry& piece, size_t chunk) {
  return crc32c(str(piece.name, '\0', piece.type, '\0', chunk, '\0'));
}
uint32_t sum_of_chunk(const ArrayEntry& piece, size_t chunk, const void* data, size_t size) {
  return crc32c(sum_of_place(piece, chunk), data, size);
}

std::vector<ArrayEntry> pieces_of(std::vector<NamedArray>& arrays) {
  std::ranges::stable_sort(arrays, std::greater(), [](const NamedArray& x) {
    return bytes(stored_as(x.array.type()).dtype());
  });
  std::vector<ArrayEntry> out;
  uint64_t at = 0;
  for (const NamedArray& named : arrays) {
    ArrayEntry piece{.name = named.name,
                     .type = named.array.type(),
                     .stored = stored_as(named.array.type()),
                     .begin = at,
                     .end = at + named.array.byte_size(),
                     .is_weak = named.array.is_weak()};
    piece.sums.resize(piece.chunks());
    at = piece.end;
    out.push_back(std::move(piece));
  }
  return out;
}

std::string header_of(const std::vector<ArrayEntry>& pieces, const MetadataMap& words) {
  MetadataMap header;
  for (const ArrayEntry& piece : pieces) {
    if (header.contains(piece.name) || piece.name == "__metadata__") {
      throw Error(Code::value, str("duplicate array name \"", piece.name, "\""));
    }
    header[piece.name] =
        str("{\"data_offsets\":[", piece.begin, ",", piece.end, "],\"dtype\":\"",
            word_of(piece.stored.dtype()), "\",\"shape\":[", join(piece.stored.ints(), ","), "]}");
  }
  header["__metadata__"] = object_text(metadata_of(pieces, words));
  std::string text = object_text(header);
  // Padding aligns the first array to a cache line of 64 bytes.
  text.resize((text.size() + 8 + 63) / 64 * 64 - 8, ' ');
  size_t place = sum_place(text);
  text.replace(place, sum_digits, header_sum(text, place));
  uint64_t size = text.size();
  return std::string(reinterpret_cast<const char*>(&size), 8) + text;
}

uint64_t header_size(std::string_view eight, uint64_t size, const std::string& path) {
  constexpr uint64_t most = 100'000'000;
  uint64_t out = 0;
  if (size < 8 || eight.size() < 8) refuse_file(path, "the file is shorter than 8 bytes");
  std::memcpy(&out, eight.data(), 8);
  if (out > most || out > size - 8) {
    refuse_stranger(eight, path);
    refuse_file(path, str("the header size of ", out, " bytes exceeds the file or the limit of ",
                          most, " bytes"));
  }
  return out + 8;
}

SafetensorsHeader read_header(std::string_view bytes, uint64_t size, const std::string& path) {
  SafetensorsHeader out{.pieces = {}, .words = {}, .size = header_size(bytes, size, path)};
  std::string_view text = bytes.substr(8, out.size - 8);
  SafetensorsHeaderParser reader = parsed(text, path);
  check_header(text, reader.metadata, path);
  for (const HeaderEntry& said : reader.said)
    out.pieces.push_back(settled(said, reader.metadata, path));
  check_places(out.pieces, size - out.size, path);
  for (ArrayEntry& piece : out.pieces) take_sums(piece, reader.metadata, path);
  mark_host(out.pieces, reader.metadata, path);
  out.words = std::move(reader.metadata);
  return out;
}

}  // namespace rille
