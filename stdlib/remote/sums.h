// Checksums: digests and checksums, computed and reported.
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
struct Checksums {
  std::optional<uint32_t> crc32c = {};
  std::string md5 = "";  // 16 raw bytes

  bool is_known() const { return crc32c || !md5.empty(); }
};

Checksums sums_of(const HttpResponse& answer, bool etag_is_md5);

// Computes the checksum of bytes that arrive in order.
class RunningChecksum {
 public:
  explicit RunningChecksum(const Checksums& said);
  ~RunningChecksum();
  RunningChecksum(const RunningChecksum&) = delete;
  RunningChecksum& operator=(const RunningChecksum&) = delete;
  void add(std::string_view bytes);
  bool is_as_said() const;  // whether the checksum of all bytes matches; must be the last call

 private:
  struct Digest;
  Checksums said_;
  uint32_t sum_ = 0;
  std::unique_ptr<Digest> digest_;
};

}  // namespace rille
