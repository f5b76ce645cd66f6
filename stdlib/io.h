// How a program ends, and where it shows how far it is.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace rille {

// In the State, as a part: what io.exit was given. It raises error[interrupt], which nothing
// catches; a host that sees that error and finds a number here ends with it.
struct AskedExit {
  std::optional<int> status;
};

// Likewise: where io.progress writes; nowhere: where the State's output goes.
struct ProgressPlace {
  std::function<void(std::string_view)> write;
  bool is_terminal = false;
};

}  // namespace rille
