// Output: the scopes of a thread.
#include "jit/output.h"

#include <cstdio>

namespace rille {
namespace {

// Runs print on the thread that started them, so a scope is a matter of that thread.
thread_local OutputScope* innermost = nullptr;  // NOLINT(*-global-variables)

}  // namespace

OutputScope::OutputScope(std::function<void(std::string_view)> write)
    : write_(std::move(write)), outer_(innermost) {
  innermost = this;
}

OutputScope::~OutputScope() { innermost = outer_; }

void write_output(std::string_view text) {
  if (innermost != nullptr) return innermost->write_(text);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace rille
