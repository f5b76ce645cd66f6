// Devices of a StableHLO program as rows of a named axis.
#pragma once

#include "jit/stablehlo/scope.h"

namespace rille {

// The axis of a body that many devices run; its rows are they, in the order of their numbers.
inline constexpr std::string_view devices_axis = "devices";
inline constexpr int64_t most_devices = 4096;

}  // namespace rille
