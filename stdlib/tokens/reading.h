// Reading: a value of a tokenizer.json with its path.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "vm/error.h"

namespace rille {

// A value in the file with its path, such as "model.vocab", which errors name.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, std::string path) : value_(value), path_(std::move(path)) {}

  const nlohmann::json& value() const { return value_; }
  const std::string& path() const { return path_; }
  bool is_null() const { return value_.is_null(); }
  bool has(std::string_view name) const {  // a field that is not null
    auto found = value_.is_object() ? value_.find(name) : value_.end();
    return found != value_.end() && !found->is_null();
  }
  JsonNode field(std::string_view name) const;
  JsonNode item(size_t at) const { return {value_.at(at), str(path_, "[", at, "]")}; }
  size_t size() const { return value_.size(); }

  const std::string& text() const;
  const std::string& text(std::string_view name) const { return field(name).text(); }
  std::string text(std::string_view name, std::string_view otherwise) const {
    return has(name) ? field(name).text() : std::string(otherwise);
  }
  bool truth() const;
  bool truth(std::string_view name, bool otherwise) const {
    return has(name) ? field(name).truth() : otherwise;
  }
  int64_t whole(int64_t low, int64_t high) const;
  int32_t id() const { return static_cast<int32_t>(whole(0, INT32_MAX - 1)); }
  double number() const;
  char32_t character() const;
  JsonNode list() const;    // checks that the value is a list
  JsonNode object() const;  // checks that the value is an object

  // Raises "`normalizer.pattern` is a number, expected a string".
  [[noreturn]] void refuse(std::string_view needs) const;

 private:
  const nlohmann::json& value_;
  std::string path_;
};

}  // namespace rille
