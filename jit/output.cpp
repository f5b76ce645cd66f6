// Output of the State that runs.
#include "jit/output.h"

#include <cstdio>

#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {

void write_output(std::string_view text) {
  if (State* state = running().state) return state->write(text);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace rille
