// JsonCursor: access to JSON of a file, with checks.
#include "stdlib/ckpt/json_at.h"

#include "stdlib/json.h"

namespace rille {

Value json_of(std::string_view text, const FileLocation& whence) {
  return json_value(text, [&](const std::string& why) { whence.fail(str("JSON: ", why)); });
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
  need(is_object(), "is not an object");
  const std::vector<DictKey>& keys = value_->branch().keys->list;
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto* word = std::get_if<std::string>(&keys[i]);
    if (word == nullptr || *word != key) continue;
    return JsonCursor(value_->items()[i], *whence_, std::string(key));
  }
  return {};
}

JsonCursor JsonCursor::operator[](std::string_view key) const {
  std::optional<JsonCursor> found = find(key);
  need(found.has_value(), str("has no field \"", key, "\""));
  return *found;
}

std::vector<JsonCursor> JsonCursor::items() const {
  need(value_->is_tuple(), "is not a list");
  std::vector<JsonCursor> out;
  for (size_t i = 0; i < value_->items().size(); ++i) {
    out.emplace_back(value_->items()[i], *whence_, str(name_, "[", i, "]"));
  }
  return out;
}

std::vector<std::pair<std::string, JsonCursor>> JsonCursor::fields() const {
  need(is_object(), "is not an object");
  std::vector<std::pair<std::string, JsonCursor>> out;
  const std::vector<DictKey>& keys = value_->branch().keys->list;
  for (size_t i = 0; i < keys.size(); ++i) {
    const std::string& key = std::get<std::string>(keys[i]);
    out.emplace_back(key, JsonCursor(value_->items()[i], *whence_, key));
  }
  return out;
}

const std::string& JsonCursor::string() const {
  need(is_string(), "is not a string");
  return value_->string();
}

int64_t JsonCursor::integer() const {
  const auto* number = std::get_if<int64_t>(&value_->any());
  need(number != nullptr, "is not an int");
  return *number;
}

bool JsonCursor::boolean() const {
  const auto* truth = std::get_if<bool>(&value_->any());
  need(truth != nullptr, "is not a bool");
  return *truth;
}

Ints JsonCursor::sizes(int64_t least) const {
  Ints out;
  for (const JsonCursor& item : items()) {
    int64_t size = item.integer();
    item.need(size >= least && size < int64_t{1} << 56,
              str("is ", size, ", expected an int from ", least, " to 2^56 - 1"));
    out.push_back(size);
  }
  return out;
}

}  // namespace rille
