// ProtoMessage: writes messages of protocol buffers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace rille::profile {

// The serialized fields of one message, in the order of the calls. Fields with the default value
// are omitted where proto3 omits them: put() and real() write no zero, text() no empty string.
class ProtoMessage {
 public:
  ProtoMessage() = default;
  explicit ProtoMessage(std::string data) : data_(std::move(data)) {}

  ProtoMessage& put(int field, int64_t value);
  ProtoMessage& put_always(int field, int64_t value);
  ProtoMessage& real(int field, double value);
  // Bytes that are not valid UTF-8 are replaced by U+FFFD, because parsers of proto3 reject them.
  ProtoMessage& text(int field, std::string_view value);
  ProtoMessage& bytes(int field, std::string_view value);
  ProtoMessage& message(int field, const ProtoMessage& value);
  ProtoMessage& packed(int field, std::span<const int64_t> values);

  const std::string& data() const { return data_; }
  // Appends the fields of another message of the same type.
  ProtoMessage& merge(const ProtoMessage& other);

  std::string take() { return std::move(data_); }
  void clear() { data_.clear(); }
  bool is_empty() const { return data_.empty(); }

 private:
  std::string data_;
};

// The text with U+FFFD in place of each byte that is not part of a valid UTF-8 character.
std::string valid_utf8(std::string_view text);

}  // namespace rille::profile
