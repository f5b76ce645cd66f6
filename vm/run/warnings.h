// Warnings: what a host may show though nothing has failed.
#pragma once

#include <functional>

#include "vm/error.h"

namespace rille {

// Part of a State. A host that shows warnings sets `show`; else they are lost.
struct Warnings {
  std::function<void(const Error&)> show;
};

}  // namespace rille
