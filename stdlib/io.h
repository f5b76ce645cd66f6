// How a program ends, and where it shows what it has.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rille {

class Value;

// In the State, as a part: what io.exit was given. It raises error[interrupt], which nothing
// catches; a host that sees that error and finds a number here ends with it.
struct AskedExit {
  std::optional<int> status;
};

// How far a run has come, as io.progress tells it.
struct Progress {
  int64_t done = 0, total = 1;
  std::string words = {};  // "3/10  loss 0.2  5 steps/s"
  bool begins = false, ends = false;
};

// Likewise: where io.progress writes; nowhere: where the State's output goes. A host that can
// change what it has shown takes each step of it by `draw` instead.
struct ProgressPlace {
  std::function<void(std::string_view)> write;
  bool is_terminal = false;
  std::function<void(const Progress&)> draw = {};
};

// Likewise: how io.show shows a value; none: as text. Of what is shown under the same id again, a
// host that can puts the newer in the place of the older. `draws`: charts are pictures there.
struct ShowPlace {
  std::function<void(const Value& value, const std::string& id)> show;
  bool draws = false;
};

// Likewise: who io.input asks for a line; nobody: standard input. Nothing is an end of input.
struct InputPlace {
  std::function<std::optional<std::string>(const std::string& prompt)> ask;
};

// Likewise: what the names of scripts are relative to, for io.here; "", or a folder and `/`.
struct ScriptPlace {
  std::string folder;
};

}  // namespace rille
