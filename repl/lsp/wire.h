// Wire: messages of the protocol, one behind the other.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "repl/lsp/text.h"

namespace rille::lsp {

// Frames of JSON-RPC on two file descriptors. Whole messages are written, from any thread.
class Wire {
 public:
  Wire(int in, int out) : in_(in), out_(out) {}

  // The body of the next message; nothing at the end of the input, or of one that says no length or
  // more than `most_bytes`.
  std::optional<std::string> read();
  void write(const Json& message);

  static constexpr size_t most_bytes = size_t{1} << 28;

 private:
  bool more();

  int in_, out_;
  std::string held_;  // read, and not yet given
  std::mutex mutex_;
};

}  // namespace rille::lsp
