// JsonAt: a place in JSON of a file, and what it holds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/bytes/scan.h"
#include "vm/value.h"

namespace rille {

// The JSON of a file, or error[io] by `whence`.
Value json_of(std::string_view text, const Whence& whence);

// What is asked of it and is not there is error[io] that names the place: "chunks[1] is no int".
class JsonAt {
 public:
  JsonAt(const Value& value, const Whence& whence, std::string name = "it")
      : value_(&value), whence_(&whence), name_(std::move(name)) {}

  const Value& value() const { return *value_; }
  const Whence& whence() const { return *whence_; }
  const std::string& name() const { return name_; }
  bool is_null() const { return value_->is_nil(); }
  bool is_string() const { return value_->is_string(); }
  bool is_object() const { return value_->is_dict(); }

  std::optional<JsonAt> find(std::string_view key) const;  // of an object; null counts as there
  JsonAt operator[](std::string_view key) const;
  std::vector<JsonAt> items() const;                           // of a list
  std::vector<std::pair<std::string, JsonAt>> fields() const;  // of an object
  const std::string& string() const;
  int64_t integer() const;
  bool boolean() const;
  Ints sizes(int64_t least) const;  // a list of ints that are at least so large, below 2^56

  [[noreturn]] void fail(std::string_view what) const { whence_->fail(str(name_, " ", what)); }
  void need(bool holds, std::string_view what) const {
    if (!holds) fail(what);
  }

 private:
  const Value* value_;
  const Whence* whence_;
  std::string name_;
};

}  // namespace rille
