// Warnings that a host may show.
#pragma once

#include <functional>

#include "vm/error.h"

namespace rille {

// Part of a State. A host that shows warnings sets `show`; otherwise they are discarded.
struct Warnings {
  std::function<void(const Error&)> show;
};

}  // namespace rille
