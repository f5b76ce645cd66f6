// Script: runs Lua text like emitted chunks, for tests.
#pragma once

#include <string>

#include "vm/call.h"
#include "vm/operators.h"
#include "vm/state.h"

namespace rille {

inline const char* const head = "local R, B, M, K, END, ABSENT = ...; ";

// A state with one chunk. The source is the Lua text itself, line for line, so that spans in errors
// refer to its lines.
struct Script {
  std::string written;
  State state{[this](std::string_view text) { written += text; }};
  int module = state.new_module("test");

  Chunk chunk(const std::string& body) {
    Chunk out = {.name = "test.rille", .lua = head + body};
    int file = state.add_source({"test.rille", body});
    for (size_t begin = 0; begin <= body.size();) {
      size_t end = std::min(body.find('\n', begin), body.size());
      out.lines.push_back({.span = {file, static_cast<int>(begin), static_cast<int>(end)}});
      begin = end + 1;
    }
    return out;
  }

  Value run(const std::string& body) { return call(state.load(chunk(body), module), {}); }

  // "kind: message" of the error that the text raises.
  std::string fails(const std::string& body) {
    try {
      run(body);
    } catch (const Error& error) {
      return str(name(error.code()), ": ", error.what());
    }
    return "nothing was raised";
  }
};

}  // namespace rille
