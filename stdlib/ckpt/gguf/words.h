// GgufMetadata, GgufMetadataWriter: metadata of a GGUF file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/value.h"

namespace rille {

// The types of metadata values, with the numbers of the format.
enum class GgufValueType : uint32_t {
  u8,
  i8,
  u16,
  i16,
  u32,
  i32,
  f32,
  truth,
  text,
  list,
  u64,
  i64,
  f64
};
inline constexpr size_t gguf_widths[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};  // in bytes

// The metadata of a file in file order, stored as bytes and decoded on access. The bytes are
// checked when they are added, so that decoding cannot run past the end.
struct GgufMetadata {
  struct MetadataEntry {
    std::string name;
    GgufValueType kind;
    size_t begin, end;  // range in `bytes`
  };
  std::string bytes;
  std::vector<MetadataEntry> rows = {};

  const MetadataEntry* find(std::string_view name) const;
  // Decodes a value to an int, float, string, or bool. Lists of numbers and bools become arrays, as
  // do numbers to which gguf_word_kind() would assign a different type. Lists of strings and of
  // lists become tuples.
  Value value(const MetadataEntry& row) const;
  // The value of a key, if it exists and has that type.
  std::optional<std::string> text(std::string_view name) const;
  std::optional<int64_t> integer(std::string_view name) const;  // bools count as 0 and 1
  std::optional<double> number(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;  // empty if not a list of strings
  Value list(std::string_view name) const;                      // an array or a tuple, or nil
};

// The type under which a host scalar is written: f32 if that is exact and otherwise f64; u32, i32,
// u64, or i64.
GgufValueType gguf_word_kind(int64_t x);
GgufValueType gguf_word_kind(double x);

// Encodes a record or dict as GGUF metadata; keys of nested records are joined by dots. error[type]
// or error[value] with the key of a value that GGUF cannot represent, or of a duplicate.
class GgufMetadataWriter {
 public:
  void put_all(const Value& meta);
  void put(const std::string& name, const Value& value);
  const Value* find(std::string_view name) const;
  const std::string& bytes() const { return out_; }
  uint64_t count() const { return seen_.size(); }

 private:
  void put_below(const std::string& before, const Value& meta);

  std::string out_;
  std::vector<std::pair<std::string, Value>> seen_;
};

}  // namespace rille
