// The metadata of a GGUF file: typed words, read and written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/value.h"

namespace rille {

// The kinds of values.
enum class GgufWord : uint32_t {
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

// The words of a file as they stand there, in their order, and what they mean when it is asked.
// Bytes are checked when they are added: text, lists and all lie within.
struct GgufMeta {
  struct Row {
    std::string name;
    GgufWord kind;
    size_t begin, end;  // in `bytes`
  };
  std::string bytes;
  std::vector<Row> rows = {};

  const Row* find(std::string_view name) const;
  // ints, floats, strings and bools; numbers that gguf_word_kind() would give another type, and
  // lists of numbers and bools, as arrays; lists of strings and of lists as tuples.
  Value value(const Row& row) const;
  // A word that is there and of that kind.
  std::optional<std::string> text(std::string_view name) const;
  std::optional<int64_t> integer(std::string_view name) const;  // bools count as 0 and 1
  std::optional<double> number(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;  // of a list; none: empty
  Value list(std::string_view name) const;                      // an array or a tuple, or nil
};

// What a host number is written as: f32 where that is exact, else f64; u32, i32, u64 or i64.
GgufWord gguf_word_kind(int64_t x);
GgufWord gguf_word_kind(double x);

// The metadata of a record or dict as GGUF has them, names of records in records joined by dots.
// error[type] or error[value] with the name of what GGUF has no word for, or that is there twice.
class GgufWords {
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
