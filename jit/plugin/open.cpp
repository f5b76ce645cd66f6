// Opens the plugins with their first use, not before.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "jit/codegen.h"
#include "jit/key.h"
#include "jit/plugin.h"
#include "jit/plugin/build_id.h"
#include "vm/error.h"

namespace rille {
namespace {

// One library, opened once.
std::atomic<Codegen*> open_one{nullptr};  // NOLINT(*-global-variables)

constexpr std::string_view generator_file = "librille-llvm.so";
constexpr const char* generator_variable = "RILLE_LLVM";

Codegen* open_codegen() {
  void* library = open_beside(generator_file, generator_variable);
  auto make = reinterpret_cast<Codegen* (*)()>(dlsym(library, "rille_codegen"));
  if (make == nullptr) throw Error(Code::device, "librille-llvm.so is no code generator");
  return make();
}

}  // namespace

std::string path_beside(std::string_view file, const char* variable) {
  if (const char* asked = std::getenv(variable)) return asked;
  std::string self(4096, '\0');
  ssize_t size = readlink("/proc/self/exe", self.data(), self.size());
  self.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return self.substr(0, self.rfind('/') + 1) + std::string(file);
}

void* open_beside(std::string_view file, const char* variable) {
  std::string path = path_beside(file, variable);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) return library;
  throw Error(Code::device, str("this needs ", file, ": ", dlerror()))
      .help(str("`", variable, "` names such a file that is elsewhere"));
}

Codegen& codegen() {
  static std::mutex mutex;
  if (Codegen* ready = open_one.load()) return *ready;
  std::lock_guard lock(mutex);
  if (open_one.load() == nullptr) open_one = open_codegen();
  return *open_one.load();
}

bool codegen_is_open() { return open_one.load() != nullptr; }

const std::string& generator_mark() {
  static const std::string mark = build_id(path_beside(generator_file, generator_variable));
  return mark;
}

}  // namespace rille
