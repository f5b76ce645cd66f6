// CallWatch: who sees what instances with `call` give.
#pragma once

#include <functional>

#include "vm/value.h"

namespace rille {

// Part of a State. While `see` is set, each call of a library struct's `call` is told to it: the
// instance, what stands behind it in the call, and the result.
struct CallWatch {
  using See = std::function<void(const Value& self, const Values& args, const Value& out)>;
  See see;
};

}  // namespace rille
