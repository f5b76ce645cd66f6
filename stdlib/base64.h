// base64: bytes as letters that any text may hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rille {

// RFC 4648: its letters of section 4, or those of section 5, which URLs and names of files may
// hold.
enum class Base64 : uint8_t { plain, for_names };
std::string base64(std::string_view bytes, Base64 letters = Base64::plain);

}  // namespace rille
