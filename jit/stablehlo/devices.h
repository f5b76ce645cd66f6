// Devices of a StableHLO program as a named mapped axis.
#pragma once

#include "jit/stablehlo/scope.h"

namespace rille {

// The axis of a body that many devices run; its mapped elements are the devices, in numeric order.
inline constexpr std::string_view devices_axis = "devices";
inline constexpr int64_t max_devices = 4096;

}  // namespace rille
