// The words of an OCDBT database that reader and writer share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"

namespace rille {

enum class OcdbtPart : uint32_t { manifest = 0x0cdb3a2a, node = 0x0cdb20de };

// Magic number, length, version and packing in front, CRC-32C behind.
std::string ocdbt_wrapped(OcdbtPart part, std::string_view body);
// What stands between them, unpacked; error[io] where the frame or the sum is not sound.
std::string ocdbt_unwrapped(OcdbtPart part, std::string_view bytes, const Whence& whence);

}  // namespace rille
