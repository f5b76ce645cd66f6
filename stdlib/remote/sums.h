// Sums: digests of bytes, and what servers say of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "stdlib/remote/http.h"

namespace rille {

std::string sha256(std::string_view bytes);  // 32 bytes, as they are
std::string md5(std::string_view bytes);     // 16
std::string hmac_sha256(std::string_view key, std::string_view bytes);
std::string hex(std::string_view bytes);
std::string base64_text(std::string_view bytes);
std::string base64_bytes(std::string_view text);  // "" where it is none

// What a server says of an object's bytes: empty where it says nothing.
struct Sums {
  std::optional<uint32_t> crc32c = {};
  std::string md5 = "";  // 16 bytes

  bool is_known() const { return crc32c || !md5.empty(); }
};

Sums sums_of(const Answer& answer, bool etag_is_md5);

// The sums of bytes that come in order.
class RunningSums {
 public:
  explicit RunningSums(const Sums& said);
  ~RunningSums();
  RunningSums(const RunningSums&) = delete;
  RunningSums& operator=(const RunningSums&) = delete;
  void add(std::string_view bytes);
  bool is_as_said() const;  // of all bytes; ends it

 private:
  struct Digest;
  Sums said_;
  uint32_t sum_ = 0;
  std::unique_ptr<Digest> digest_;
};

}  // namespace rille
