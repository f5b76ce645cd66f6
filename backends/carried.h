// Carried kernels: kernels in the executable of a program.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "jit/ir.h"
#include "jit/machine_code.h"

namespace rille {

// A kernel in a program made by `rille build`, with its key by key_of() (jit/key.h).
struct EmbeddedKernel {
  std::string_view key, object;
};

// Uses only these kernels: none is read from disk or compiled from now on. A graph without code
// runs operation by operation, with eager kernels and the reference loops of the ops. This is
// slower, and sums of more than a few numbers may differ in the last bits. `missing` is called for
// the first such graph, on the thread that requested its code, but not for small and infrequent
// eager operations.
void carry_kernels(std::vector<EmbeddedKernel> kernels, std::function<void(const Graph&)> missing);

// Records all kernels, except those of packs, that this process requests from now on: the kernels
// that a program must carry to do the same work. noted_kernels() returns them by key.
void note_kernels();
std::map<std::string, ObjectCode> noted_kernels();

}  // namespace rille
