// Decodes and encodes GGUF metadata values.
#include "stdlib/ckpt/gguf/words.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "stdlib/array.h"
#include "stdlib/bytes/scan.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

constexpr size_t max_of_name = 65535;  // maximum bytes of a key, by the format

struct GgufNumberType {
  GgufValueType kind;
  Dtype dtype;
};
constexpr GgufNumberType numbers[] = {
    {GgufValueType::u8, Dtype::u8},         {GgufValueType::i8, Dtype::i8},
    {GgufValueType::u16, Dtype::u16},       {GgufValueType::i16, Dtype::i16},
    {GgufValueType::u32, Dtype::u32},       {GgufValueType::i32, Dtype::i32},
    {GgufValueType::f32, Dtype::f32},       {GgufValueType::u64, Dtype::u64},
    {GgufValueType::i64, Dtype::i64},       {GgufValueType::f64, Dtype::f64},
    {GgufValueType::truth, Dtype::boolean},
};

// An array of the bytes. For bools, every byte except 0 is true.
Array array_of(GgufValueType kind, const Shape& shape, std::string_view bytes) {
  const auto* row = std::ranges::find(numbers, kind, &GgufNumberType::kind);
  Array out(Type(row->dtype, shape));
  if (bytes.empty()) return out;
  std::memcpy(out.edit_data(), bytes.data(), bytes.size());
  if (kind != GgufValueType::truth) return out;
  for (size_t i = 0; i < bytes.size(); ++i) {
    out.edit_data()[i] = bytes[i] == 0 ? std::byte{0} : std::byte{1};
  }
  return out;
}

// A host scalar if it would be written with the same type again, otherwise an array.
Value number_of(GgufValueType kind, std::string_view bytes) {
  Array x = array_of(kind, {}, bytes);
  if (kind == GgufValueType::truth) return x.as<bool>()[0];
  if (kind == GgufValueType::f32 || kind == GgufValueType::f64) {
    double number = x.number();
    return gguf_word_kind(number) == kind ? Value(number) : Value(x);
  }
  bool is_huge = kind == GgufValueType::u64 && x.as<uint64_t>()[0] > INT64_MAX;
  if (is_huge || gguf_word_kind(x.integer()) != kind) return x;
  return x.integer();
}

// Decodes values from bytes that read_word() has checked.
class GgufValueReader {
 public:
  explicit GgufValueReader(std::string_view rest) : rest_(rest) {}

  Value value(GgufValueType kind) {
    if (kind == GgufValueType::text) return text();
    if (kind != GgufValueType::list)
      return number_of(kind, take(gguf_widths[static_cast<size_t>(kind)]));
    auto each = static_cast<GgufValueType>(little(take(4), 4));
    auto count = static_cast<size_t>(little(take(8), 8));
    size_t width = gguf_widths[static_cast<size_t>(each)];
    if (width > 0) {
      Shape shape = {static_cast<int64_t>(count)};
      return array_of(each, shape, take(count * width));
    }
    Values items;
    PollCounter polls;
    for (size_t i = 0; i < count; ++i) {
      polls.step(items.size() * sizeof(Value));
      items.push_back(value(each));
    }
    return Value::tuple(std::move(items));
  }

 private:
  std::string_view take(size_t size) {
    std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }
  std::string text() {
    auto size = static_cast<size_t>(little(take(8), 8));
    return lossy_text(take(size));
  }

  std::string_view rest_;
};

// --- writing --------------------------------------------------------------------------------

[[noreturn]] void refuse(const std::string& name, const Value& value) {
  throw Error(Code::type,
              str("GGUF metadata cannot represent \"", name, "\", which is ", kind_text(value)))
      .help(
          "use numbers, strings, bools, arrays of numbers or bools with one axis, or tuples of "
          "strings, of numbers of one kind, or of such lists");
}

void put_kind(std::string& out, GgufValueType kind) {
  put_little(out, static_cast<uint32_t>(kind), 4);
}

void put_text(std::string& out, std::string_view text) {
  put_little(out, text.size(), 8);
  out += text;
}

std::string_view bytes_in(const Array& x) {
  return {reinterpret_cast<const char*>(x.data()), x.byte_size()};
}

void put_real(std::string& out, double x, GgufValueType kind) {
  auto narrow = static_cast<float>(x);
  const void* bytes = kind == GgufValueType::f32 ? static_cast<const void*>(&narrow) : &x;
  out.append(static_cast<const char*>(bytes), gguf_widths[static_cast<size_t>(kind)]);
}

// Appends the value without its type and returns the type.
GgufValueType put_value(std::string& out, const std::string& name, const Value& value);

GgufValueType put_array(std::string& out, const std::string& name, const Array& x) {
  const auto* row = std::ranges::find(numbers, x.dtype(), &GgufNumberType::dtype);
  if (row == std::end(numbers) || x.rank() > 1) refuse(name, x);
  if (x.rank() == 1) {
    put_kind(out, row->kind);
    put_little(out, x.size(), 8);
  }
  out += bytes_in(x);
  return x.rank() == 1 ? GgufValueType::list : row->kind;
}

// The common type of the items of a tuple: i32 for ints if all fit and otherwise i64, f32 for
// floats if all are exact and otherwise f64.
std::optional<GgufValueType> kind_of_items(const Values& items) {
  if (items.empty()) return GgufValueType::text;
  bool are_texts = true, are_truths = true, are_ints = true, are_reals = true, are_lists = true;
  bool are_narrow = true, are_exact = true;
  for (const Value& item : items) {
    const auto* whole = std::get_if<int64_t>(&item.any());
    const auto* real = std::get_if<double>(&item.any());
    are_texts &= item.is_string();
    are_truths &= std::holds_alternative<bool>(item.any());
    are_ints &= whole != nullptr;
    are_reals &= real != nullptr;
    are_lists &= item.is_tuple() || (item.is_array() && item.array().rank() == 1);
    are_narrow &= whole == nullptr || (*whole >= INT32_MIN && *whole <= INT32_MAX);
    are_exact &= real == nullptr || gguf_word_kind(*real) == GgufValueType::f32;
  }
  if (are_texts) return GgufValueType::text;
  if (are_truths) return GgufValueType::truth;
  if (are_ints) return are_narrow ? GgufValueType::i32 : GgufValueType::i64;
  if (are_reals) return are_exact ? GgufValueType::f32 : GgufValueType::f64;
  return are_lists ? std::optional(GgufValueType::list) : std::nullopt;
}

void put_tuple(std::string& out, const std::string& name, const Value& value) {
  std::optional<GgufValueType> kind = kind_of_items(value.items());
  if (!kind) refuse(name, value);
  put_kind(out, *kind);
  put_little(out, value.items().size(), 8);
  PollCounter polls;
  for (const Value& item : value.items()) {
    polls.step(out.size());
    const auto* whole = std::get_if<int64_t>(&item.any());
    const auto* real = std::get_if<double>(&item.any());
    if (whole != nullptr) {
      put_little(out, static_cast<uint64_t>(*whole), gguf_widths[static_cast<size_t>(*kind)]);
    } else if (real != nullptr) {
      put_real(out, *real, *kind);
    } else {
      put_value(out, name, item);
    }
  }
}

GgufValueType put_value(std::string& out, const std::string& name, const Value& value) {
  check_stack();
  if (value.is_array()) return put_array(out, name, value.array());
  if (const bool* whether = std::get_if<bool>(&value.any())) {
    out += *whether ? '\1' : '\0';
    return GgufValueType::truth;
  }
  if (const auto* whole = std::get_if<int64_t>(&value.any())) {
    GgufValueType kind = gguf_word_kind(*whole);
    put_little(out, static_cast<uint64_t>(*whole), gguf_widths[static_cast<size_t>(kind)]);
    return kind;
  }
  if (const auto* real = std::get_if<double>(&value.any())) {
    GgufValueType kind = gguf_word_kind(*real);
    put_real(out, *real, kind);
    return kind;
  }
  if (value.is_string()) {
    put_text(out, value.string());
    return GgufValueType::text;
  }
  if (!value.is_tuple()) refuse(name, value);
  put_tuple(out, name, value);
  return GgufValueType::list;
}

}  // namespace

GgufValueType gguf_word_kind(int64_t x) {
  if (x >= 0)
    return x <= UINT32_MAX ? GgufValueType::u32 : GgufValueType::u64;  // most files have u32 sizes
  return x >= INT32_MIN ? GgufValueType::i32 : GgufValueType::i64;
}

GgufValueType gguf_word_kind(double x) {
  bool fits = std::isnan(x) || static_cast<double>(static_cast<float>(x)) == x;
  return fits ? GgufValueType::f32 : GgufValueType::f64;
}

const GgufMetadata::MetadataEntry* GgufMetadata::find(std::string_view name) const {
  auto found = std::ranges::find(rows, name, &MetadataEntry::name);
  return found == rows.end() ? nullptr : &*found;
}

Value GgufMetadata::value(const MetadataEntry& row) const {
  return GgufValueReader(std::string_view(bytes).substr(row.begin, row.end - row.begin))
      .value(row.kind);
}

std::optional<std::string> GgufMetadata::text(std::string_view name) const {
  const MetadataEntry* row = find(name);
  if (row == nullptr || row->kind != GgufValueType::text) return {};
  return value(*row).string();
}

std::optional<double> GgufMetadata::number(std::string_view name) const {
  const MetadataEntry* row = find(name);
  if (row == nullptr || row->kind == GgufValueType::text || row->kind == GgufValueType::list)
    return {};
  Value found = value(*row);
  if (const bool* truth = std::get_if<bool>(&found.any())) return *truth ? 1 : 0;
  return found.as_array().number();
}

std::optional<int64_t> GgufMetadata::integer(std::string_view name) const {
  std::optional<double> found = number(name);
  bool is_int = found && std::trunc(*found) == *found && std::abs(*found) < 0x1p53;
  return is_int ? std::optional(static_cast<int64_t>(*found)) : std::nullopt;
}

std::vector<std::string> GgufMetadata::texts(std::string_view name) const {
  std::vector<std::string> out;
  Value all = list(name);
  if (!all.is_tuple()) return out;
  for (const Value& item : all.items()) {
    if (!item.is_string()) return {};
    out.push_back(item.string());
  }
  return out;
}

Value GgufMetadata::list(std::string_view name) const {
  const MetadataEntry* row = find(name);
  return row == nullptr || row->kind != GgufValueType::list ? Value() : value(*row);
}

void GgufMetadataWriter::put_all(const Value& meta) {
  if (meta.is_nil()) return;
  bool is_named = meta.is_branch() && (meta.is_dict() || meta.layout() != nullptr);
  if (!is_named) {
    throw Error(Code::type, str("GGUF metadata must be a record or a dict, got ", kind_text(meta)));
  }
  put_below("", meta);
}

void GgufMetadataWriter::put_below(const std::string& before, const Value& meta) {
  check_stack();
  for (size_t i = 0; i < meta.items().size(); ++i) {
    const Branch& branch = meta.branch();
    std::string name = before;
    if (branch.keys != nullptr) {
      const auto* key = std::get_if<std::string>(&branch.keys->list[i]);
      if (key == nullptr) throw Error(Code::type, "GGUF metadata keys must be strings, got an int");
      name += *key;
    } else {
      name += branch.layout->names[i];
    }
    const Value& value = meta.items()[i];
    bool is_below = value.is_branch() && !value.is_tuple();
    if (is_below && value.items().empty()) refuse(name, value);
    is_below ? put_below(name + ".", value) : put(name, value);
  }
}

void GgufMetadataWriter::put(const std::string& name, const Value& value) {
  if (name.empty() || name.size() > max_of_name) {
    throw Error(Code::value, str("a GGUF metadata key has ", name.size(), " bytes, expected 1 to ",
                                 max_of_name));
  }
  if (find(name) != nullptr) {
    throw Error(Code::value, str("two metadata values have the key \"", name, "\" in GGUF"));
  }
  std::string bytes;
  GgufValueType kind = put_value(bytes, name, value);
  put_text(out_, name);
  put_kind(out_, kind);
  out_ += bytes;
  seen_.emplace_back(name, value);
}

const Value* GgufMetadataWriter::find(std::string_view name) const {
  auto found = std::ranges::find(seen_, name, &std::pair<std::string, Value>::first);
  return found == seen_.end() ? nullptr : &found->second;
}

}  // namespace rille
