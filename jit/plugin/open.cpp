// Opens the plugin with the first compile, not before.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "jit/codegen.h"
#include "vm/error.h"

namespace rille {
namespace {

// One library, opened once.
std::atomic<Codegen*> open_one{nullptr};  // NOLINT(*-global-variables)

std::string plugin_path() {
  if (const char* asked = std::getenv("RILLE_LLVM")) return asked;
  std::string self(4096, '\0');
  ssize_t size = readlink("/proc/self/exe", self.data(), self.size());
  self.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return self.substr(0, self.rfind('/') + 1) + "librille-llvm.so";
}

Codegen* open_plugin() {
  std::string path = plugin_path();
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Error(Code::device, str("compiling needs the code generator: ", dlerror()))
        .help("`RILLE_LLVM` names the file of a code generator that is elsewhere");
  }
  auto make = reinterpret_cast<Codegen* (*)()>(dlsym(library, "rille_codegen"));
  if (make == nullptr) throw Error(Code::device, str(path, " is no code generator"));
  return make();
}

}  // namespace

Codegen& codegen() {
  static std::mutex mutex;
  if (Codegen* ready = open_one.load()) return *ready;
  std::lock_guard lock(mutex);
  if (open_one.load() == nullptr) open_one = open_plugin();
  return *open_one.load();
}

bool codegen_is_open() { return open_one.load() != nullptr; }

}  // namespace rille
