// base64: bytes as printable characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rille {

// RFC 4648: the alphabet of section 4, or that of section 5, which is safe in URLs and file names.
enum class Base64Alphabet : uint8_t { plain, for_names };
std::string base64(std::string_view bytes, Base64Alphabet letters = Base64Alphabet::plain);

}  // namespace rille
