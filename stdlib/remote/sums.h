// Sums: digests and checksums, computed and reported.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "stdlib/remote/http.h"

namespace rille {

std::string sha256(std::string_view bytes);  // 32 raw bytes
std::string md5(std::string_view bytes);     // 16 raw bytes
std::string hmac_sha256(std::string_view key, std::string_view bytes);
std::string hex(std::string_view bytes);
std::string base64_text(std::string_view bytes);
std::string base64_bytes(std::string_view text);  // "" if the text is not base64

// The checksums that a server reports for an object; empty if it reports none.
struct Sums {
  std::optional<uint32_t> crc32c = {};
  std::string md5 = "";  // 16 raw bytes

  bool is_known() const { return crc32c || !md5.empty(); }
};

Sums sums_of(const Answer& answer, bool etag_is_md5);

// Computes the checksum of bytes that arrive in order.
class RunningSums {
 public:
  explicit RunningSums(const Sums& said);
  ~RunningSums();
  RunningSums(const RunningSums&) = delete;
  RunningSums& operator=(const RunningSums&) = delete;
  void add(std::string_view bytes);
  bool is_as_said() const;  // whether the checksum of all bytes matches; must be the last call

 private:
  struct Digest;
  Sums said_;
  uint32_t sum_ = 0;
  std::unique_ptr<Digest> digest_;
};

}  // namespace rille
