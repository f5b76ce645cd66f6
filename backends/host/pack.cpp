// Finds kernels in librille-eager-ISA.so.
#include "backends/host/pack.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "backends/host/symbols.h"
#include "jit/isa.h"
#include "jit/key.h"
#include "jit/plugin.h"
#include "vm/text.h"

namespace rille {
namespace {

// Null if there is no usable pack, so that all kernels are compiled.
const Pack* open_pack() {
  static constexpr const char* variable = "RILLE_EAGER";
  const char* asked = std::getenv(variable);
  if (asked != nullptr && std::string_view(asked) == "off") return nullptr;
  void* library = open_library(str("librille-eager-", isa_of(host_target()), ".so"), variable);
  bool is_open = library != nullptr && missing_import(library, runtime_symbol).empty();
  if (!is_open) return nullptr;
  auto find = reinterpret_cast<decltype(&rille_pack)>(dlsym(library, "rille_pack"));
  if (find == nullptr) return nullptr;
  const Pack* pack = find();
  bool is_ours = !pack->mark.empty() && pack->mark == generator_mark();
  return is_ours ? pack : nullptr;
}

}  // namespace

KernelFn packed_kernel(std::string_view key) {
  static const Pack* const pack = open_pack();
  if (pack == nullptr) return nullptr;
  auto found = std::ranges::lower_bound(pack->kernels, key, {}, &PackedKernel::key);
  return found != pack->kernels.end() && found->key == key ? found->kernel : nullptr;
}

}  // namespace rille
