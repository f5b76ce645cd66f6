// MessageChannel: messages of the language server protocol.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "repl/lsp/text.h"

namespace rille::lsp {

// JSON-RPC messages on two file descriptors. write() may be called from any thread, and writes
// messages without interleaving.
class MessageChannel {
 public:
  MessageChannel(int in, int out) : in_(in), out_(out) {}

  // Returns the body of the next message; nullopt at the end of the input, or if a message has no
  // length or is longer than `max_bytes`.
  std::optional<std::string> read();
  void write(const Json& message);

  static constexpr size_t max_bytes = size_t{1} << 28;

 private:
  bool more();

  int in_, out_;
  std::string held_;  // bytes that have been read, but not returned
  std::mutex mutex_;
};

}  // namespace rille::lsp
