// Opens the plugins with their first use, not before.
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "jit/codegen.h"
#include "jit/key.h"
#include "jit/plugin.h"
#include "jit/plugin/build_id.h"
#include "jit/plugin/imports.h"
#include "vm/error.h"

// A program that opens no plugin has no table.
extern "C" [[gnu::weak]] const RilleExport rille_exports[];

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

std::string& plugin_folder() {
  static std::string folder;
  return folder;
}

std::string program() {
  std::string self(4096, '\0');
  ssize_t size = readlink("/proc/self/exe", self.data(), self.size());
  self.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return self;
}

// The file that this code was loaded from; a program has no name there.
std::string own_file() {
  Dl_info info{};
  void* map = nullptr;
  auto* here = reinterpret_cast<const void*>(&program);
  bool is_known = dladdr1(here, &info, &map, RTLD_DL_LINKMAP) != 0 && map != nullptr;
  std::string name = is_known ? static_cast<const link_map*>(map)->l_name : "";
  return name.empty() ? program() : name;
}

const void* exported(const char* name) {
  if (rille_exports == nullptr) return nullptr;
  std::string_view wanted = name;
  for (const RilleExport* at = rille_exports; at->name != nullptr; ++at) {
    if (at->name == wanted) return at->address;
  }
  return nullptr;
}

}  // namespace

void set_plugin_folder(std::string folder) { plugin_folder() = std::move(folder); }

std::string path_beside(std::string_view file, const char* variable) {
  if (const char* asked = std::getenv(variable)) return asked;
  std::string self = own_file(), here = self.substr(0, self.rfind('/') + 1);
  std::string first = plugin_folder().empty() ? here : plugin_folder() + "/";
  for (const std::string& folder : {first, here, here + "rille/", here + "../lib/rille/"}) {
    std::string path = folder + std::string(file);
    if (access(path.c_str(), R_OK) == 0) return path;
  }
  return first + std::string(file);
}

std::string missing_import(void* library, FindSymbol find) {
  auto meet = reinterpret_cast<decltype(&rille_meet)>(dlsym(library, "rille_meet"));
  const char* missing = meet == nullptr ? "rille_meet" : meet(find);
  return missing == nullptr ? "" : missing;
}

void* open_beside(std::string_view file, const char* variable) {
  std::string path = path_beside(file, variable);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Error(Code::device, str("this needs ", file, ": ", dlerror()))
        .help(str("`", variable, "` names such a file that is elsewhere"));
  }
  std::string missing = missing_import(library, exported);
  if (missing.empty()) return library;
  throw Error(Code::device, str(path, " is of another build, or another copy of Rille in this ",
                                "process uses it: it wants ", missing));
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
