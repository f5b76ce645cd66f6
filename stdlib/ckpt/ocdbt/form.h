// Frames of an OCDBT database, for reading and writing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"

namespace rille {

enum class OcdbtFrame : uint32_t { manifest = 0x0cdb3a2a, node = 0x0cdb20de };

// The framed body: magic number, length, version, and compression before it, and CRC-32C after it.
std::string ocdbt_wrapped(OcdbtFrame part, std::string_view body);
// The decompressed body; error[io] if the frame or the checksum is not valid.
std::string ocdbt_unwrapped(OcdbtFrame part, std::string_view bytes, const FileLocation& whence);

}  // namespace rille
