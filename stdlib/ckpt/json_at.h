// JsonCursor: a position in the JSON of a file, with checks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/bytes/scan.h"
#include "vm/value.h"

namespace rille {

// Parses the JSON of a file; error[io] by `whence` if the text is not JSON.
Value json_of(std::string_view text, const FileLocation& whence);

// A JSON value and its name. An access that fails raises error[io] with the name: "chunks[1] is not
// an int".
class JsonCursor {
 public:
  JsonCursor(const Value& value, const FileLocation& whence, std::string name = "the JSON")
      : value_(&value), whence_(&whence), name_(std::move(name)) {}

  const Value& value() const { return *value_; }
  const FileLocation& whence() const { return *whence_; }
  const std::string& name() const { return name_; }
  bool is_null() const { return value_->is_nil(); }
  bool is_string() const { return value_->is_string(); }
  bool is_object() const { return value_->is_dict(); }

  std::optional<JsonCursor> find(std::string_view key) const;  // field of an object; null counts
  JsonCursor operator[](std::string_view key) const;
  std::vector<JsonCursor> items() const;                           // of a list
  std::vector<std::pair<std::string, JsonCursor>> fields() const;  // of an object
  const std::string& string() const;
  int64_t integer() const;
  bool boolean() const;
  Ints sizes(int64_t least) const;  // a list of ints n, `least` <= n < 2^56

  [[noreturn]] void fail(std::string_view what) const { whence_->fail(str(name_, " ", what)); }
  void need(bool holds, std::string_view what) const {
    if (!holds) fail(what);
  }

 private:
  const Value* value_;
  const FileLocation* whence_;
  std::string name_;
};

}  // namespace rille
