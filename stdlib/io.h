// The end of a program that a script asks for.
#pragma once

#include <optional>

namespace rille {

// In the State, as a part: what io.exit was given. It raises error[interrupt], which nothing
// catches; a host that sees that error and finds a number here ends with it.
struct AskedExit {
  std::optional<int> status;
};

}  // namespace rille
