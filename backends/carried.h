// Carried kernels: those that are in a program's own file.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "jit/ir.h"
#include "jit/machine_code.h"

namespace rille {

// What a program that `rille build` made has for a kernel, by key_of() (jit/key.h).
struct CarriedKernel {
  std::string_view key, object;
};

// From now on no kernel is read from the disk or compiled. What has no code inside runs one
// operation after the other, by eager kernels and the ops' reference loops, which takes longer;
// sums of more than a few numbers may have other last bits. `missing` is told of the first such
// graph, on the thread that asked for its code; not of an operation of eager code that is small and
// comes seldom.
void carry_kernels(std::vector<CarriedKernel> kernels, std::function<void(const Graph&)> missing);

// All kernels but those of the packs that this process asks for from now on, by their keys: what a
// program has to carry to do the same.
void note_kernels();
std::map<std::string, ObjectCode> noted_kernels();

}  // namespace rille
