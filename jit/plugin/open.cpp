// Opens plugins on first use.
#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <optional>

#include "jit/codegen.h"
#include "jit/key.h"
#include "jit/plugin.h"
#include "jit/plugin/build_id.h"
#include "jit/plugin/imports.h"
#include "vm/error.h"

// A program that opens no plugin does not define the table.
#pragma weak rille_exports

namespace rille {
namespace {

// The code generator, loaded once.
std::atomic<Codegen*> open_one{nullptr};  // NOLINT(*-global-variables)

constexpr std::string_view generator_file = "librille-llvm.so";
constexpr const char* generator_variable = "RILLE_LLVM";

std::optional<EmbeddedLibraries>& carried() {
  static std::optional<EmbeddedLibraries> all;
  return all;
}

Codegen* open_codegen() {
  if (is_carried()) {
    throw Error(Code::device, "a program built by `rille build` cannot compile kernels");
  }
  void* library = open_beside(generator_file, generator_variable);
  auto make = reinterpret_cast<Codegen* (*)()>(dlsym(library, "rille_codegen"));
  if (make == nullptr) {
    throw Error(Code::device,
                "librille-llvm.so is not a code generator: `rille_codegen` is missing");
  }
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
  // Without /proc: the path passed by the operating system.
  const char* told = reinterpret_cast<const char*>(getauxval(AT_EXECFN));  // NOLINT: a number
  return self.empty() && told != nullptr ? told : self;
}

// The file that contains this code. The loader reports an empty name for the main program.
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

bool written(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t put = write(file, bytes.data(), bytes.size());
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

// The library of this name inside the program; empty if it does not exist.
std::string_view inside(std::string_view file) {
  if (!is_carried()) return "";
  auto found = carried()->libraries.find(file);
  return found == carried()->libraries.end() ? "" : found->second;
}

// The loader identifies libraries by path, so the file descriptor in this path stays open.
void* open_in_memory(const std::string& file, std::string_view bytes) {
  int number = memfd_create(file.c_str(), MFD_CLOEXEC);
  bool is_there = number >= 0 && written(number, bytes);
  std::string path = "/proc/self/fd/" + std::to_string(number);
  void* library = is_there ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (library == nullptr && number >= 0) close(number);
  return library;
}

// Used if /proc does not exist or memory files cannot be executed.
void* open_from_folder(std::string_view bytes) {
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder == nullptr ? "/tmp" : folder) + "/rille-XXXXXX";
  int number = mkstemp(path.data());
  if (number < 0) return nullptr;
  bool is_there = written(number, bytes);
  close(number);
  void* library = is_there ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  unlink(path.c_str());
  return library;
}

}  // namespace

void set_carried(EmbeddedLibraries all) { carried() = std::move(all); }
bool is_carried() { return carried().has_value(); }

void set_plugin_folder(std::string folder) { plugin_folder() = std::move(folder); }

std::vector<std::string> plugin_folders() {
  std::string self = own_file(), here = self.substr(0, self.rfind('/') + 1);
  std::string first = plugin_folder().empty() ? here : plugin_folder() + "/";
  return {first, here, here + "rille/", here + "../lib/rille/"};
}

std::string path_beside(std::string_view file, const char* variable) {
  if (const char* asked = std::getenv(variable)) return asked;
  std::vector<std::string> folders = plugin_folders();
  for (const std::string& folder : folders) {
    std::string path = folder + std::string(file);
    if (access(path.c_str(), R_OK) == 0) return path;
  }
  return folders.front() + std::string(file);
}

std::string missing_import(void* library, FindSymbol find) {
  auto meet = reinterpret_cast<decltype(&rille_meet)>(dlsym(library, "rille_meet"));
  const char* missing = meet == nullptr ? "rille_meet" : meet(find);
  return missing == nullptr ? "" : missing;
}

void* open_library(std::string_view file, const char* variable) {
  std::string_view bytes = std::getenv(variable) == nullptr ? inside(file) : "";
  if (bytes.empty()) return dlopen(path_beside(file, variable).c_str(), RTLD_NOW | RTLD_LOCAL);
  void* library = open_in_memory(std::string(file), bytes);
  return library != nullptr ? library : open_from_folder(bytes);
}

void* open_beside(std::string_view file, const char* variable) {
  void* library = open_library(file, variable);
  if (library == nullptr) {
    throw Error(Code::device, str("cannot load ", file, ": ", dlerror()))
        .help(str("`", variable, "` is the path of the library, if it is in another directory"));
  }
  std::string missing = missing_import(library, exported);
  if (missing.empty()) return library;
  std::string path = path_beside(file, variable);
  throw Error(Code::device,
              str(path, " belongs to another build, or another copy of Rille in this ",
                  "process uses it: import `", missing, "` is missing or differs"));
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
  static const std::string mark =
      is_carried() ? carried()->mark : build_id(path_beside(generator_file, generator_variable));
  return mark;
}

}  // namespace rille
