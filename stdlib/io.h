// The exit status of a program, and its outputs to the host.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rille {

class Value;

// A part of the State: the argument of io.exit. io.exit raises error[interrupt], which no code
// catches. A host that receives the error and finds a status here exits with that status.
struct ExitRequest {
  std::optional<int> status;
};

// The progress of a run, as io.progress reports it.
struct Progress {
  int64_t done = 0, total = 1;
  std::string words = {};  // "3/10  loss 0.2  5 steps/s"
  bool begins = false, ends = false;
};

// A part of the State: the output of io.progress. Without `write`, progress goes to the output of
// the State. A host that can update its display receives each step through `draw` instead.
struct ProgressSink {
  std::function<void(std::string_view)> write;
  bool is_terminal = false;
  std::function<void(const Progress&)> draw = {};
};

// A part of the State: the display of io.show. Without `show`, a value is shown as text. A host
// that can replaces the previous value with the same id. `draws`: charts are shown as images.
struct DisplaySink {
  std::function<void(const Value& value, const std::string& id)> show;
  bool draws = false;
};

// A part of the State: the source of lines for io.input. Without `ask`, lines come from standard
// input. nullopt is the end of the input.
struct InputSource {
  std::function<std::optional<std::string>(const std::string& prompt)> ask;
};

// A part of the State: the directory that script names are relative to, for io.here; "" or a path
// that ends in `/`.
struct ScriptFolder {
  std::string folder;
};

}  // namespace rille
