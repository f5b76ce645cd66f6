// base64: encodes bytes as Base64.
#include "stdlib/base64.h"

#include <algorithm>

namespace rille {

std::string base64(std::string_view bytes, Base64Alphabet letters) {
  std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  digits += letters == Base64Alphabet::plain ? "+/" : "-_";
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t three = 0;
    size_t count = std::min<size_t>(3, bytes.size() - at);
    for (size_t i = 0; i < 3; ++i) {
      three = three << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (size_t i = 0; i < 4; ++i) out += i <= count ? digits[three >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

}  // namespace rille
