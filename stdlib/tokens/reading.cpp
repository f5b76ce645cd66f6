// Checks of the values in a tokenizer.json.
#include "stdlib/tokens/reading.h"

#include "stdlib/text/unicode.h"

namespace rille {

void JsonNode::refuse(std::string_view needs) const {
  bool is_short = value_.is_primitive() && !(value_.is_string() && value_.size() > 40);
  std::string given = is_short ? value_.dump() : str("a ", value_.type_name());
  throw Error(Code::value, str("`", path_, "` is ", given, ", expected ", needs));
}

JsonNode JsonNode::field(std::string_view name) const {
  std::string path = path_.empty() ? std::string(name) : str(path_, ".", name);
  auto found = value_.is_object() ? value_.find(name) : value_.end();
  if (found == value_.end()) throw Error(Code::value, str("`", path, "` is missing"));
  return {*found, path};
}

const std::string& JsonNode::text() const {
  if (!value_.is_string()) refuse("a string");
  return value_.get_ref<const std::string&>();
}

bool JsonNode::truth() const {
  if (!value_.is_boolean()) refuse("true or false");
  return value_.get<bool>();
}

int64_t JsonNode::whole(int64_t low, int64_t high) const {
  bool fits = value_.is_number_integer() &&
              !(value_.is_number_unsigned() && value_.get<uint64_t>() > INT64_MAX);
  int64_t x = fits ? value_.get<int64_t>() : 0;
  if (!fits || x < low || x > high) refuse(str("an integer from ", low, " to ", high));
  return x;
}

double JsonNode::number() const {
  if (!value_.is_number()) refuse("a number");
  return value_.get<double>();
}

char32_t JsonNode::character() const {
  const std::string& all = text();
  if (all.empty() || character_at(all, 0).size != all.size()) refuse("one character");
  return character_at(all, 0).code;
}

JsonNode JsonNode::list() const {
  if (!value_.is_array()) refuse("a list");
  return *this;
}

JsonNode JsonNode::object() const {
  if (!value_.is_object()) refuse("an object");
  return *this;
}

}  // namespace rille
