// The table of functions that compiled code calls.
#include "backends/host/symbols.h"

#include <dlfcn.h>

#include <algorithm>
#include <string_view>

#include "backends/host/runtime.h"

namespace rille {
namespace {

struct Symbol {
  std::string_view name;
  const void* address;
};

template <class F>
Symbol symbol(std::string_view name, F* function) {
  return {name, reinterpret_cast<const void*>(function)};
}

const Symbol* begin_of_ours() {
  static const Symbol ours[] = {
      symbol("rille_fail", rille_fail),
      symbol("rille_failed", rille_failed),
      symbol("rille_stopping", rille_stopping),
      symbol("rille_scratch", rille_scratch),
      symbol("rille_sin", rille_sin),
      symbol("rille_cos", rille_cos),
      symbol("rille_tan", rille_tan),
#define SPECIAL1(name) symbol("rille_" #name, rille_##name),
#define SPECIAL2(name) symbol("rille_" #name, rille_##name),
#define SPECIAL3(name) symbol("rille_" #name, rille_##name),
#include "vm/numbers/special.def"
      {"", nullptr},
  };
  return ours;
}

}  // namespace

const void* runtime_symbol(const char* name) {
  const Symbol* at = begin_of_ours();
  while (at->address != nullptr && at->name != name) ++at;
  return at->address != nullptr ? at->address : dlsym(RTLD_DEFAULT, name);
}

}  // namespace rille
