// Grants: scripts, folders of modules, options.
#include "repl/sandbox/access.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "jit/plugin.h"
#include "repl/scripts.h"
#include "stdlib/file.h"
#include "vm/error.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view standard_input = "/dev/stdin";

// What the program itself reads: libraries, the clock's zones, the processor's own description.
constexpr const char* own_reads[] = {
    "/lib",           "/lib64",           "/usr/lib",       "/usr/lib64",
    "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/dev/null",      "/dev/zero",        "/dev/urandom",   "/sys/devices/system/cpu",
    "/proc/cpuinfo",  "/proc/meminfo"};
// What names of hosts and their certificates are looked up in.
constexpr const char* net_reads[] = {
    "/etc/resolv.conf", "/etc/hosts",           "/etc/nsswitch.conf",
    "/etc/gai.conf",    "/etc/services",        "/etc/host.conf",
    "/etc/ssl/certs",   "/etc/ssl/openssl.cnf", "/usr/share/ca-certificates"};

// Our own plugins lie beside the program, unless a variable names them.
void add_plugins(std::vector<OpenPath>& out) {
  std::error_code failed;
  fs::path folder = fs::path(path_beside("", "")).parent_path();
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    std::string name = entry.path().filename().string();
    bool is_plugin = name.starts_with("librille") && name.find(".so") != std::string::npos;
    if (is_plugin || name == "rille") out.push_back({entry.path().string()});
  }
  for (const char* variable : {"RILLE_LLVM", "RILLE_EAGER", "RILLE_REMOTE"}) {
    if (const char* path = std::getenv(variable)) out.push_back({path});
  }
}

// None where it cannot be told: such a path is nothing that is granted.
std::optional<fs::path> real_path(const std::string& path) {
  std::error_code failed;
  fs::path out = fs::canonical(path, failed);
  return failed ? std::nullopt : std::optional(out);
}

bool is_below(const fs::path& real, const std::vector<fs::path>& folders) {
  return std::ranges::any_of(folders, [&](const fs::path& folder) {
    return std::ranges::mismatch(folder, real).in1 == folder.end();
  });
}

// `folder/` and `folder/.` name what `folder` names, but for a link they name its target.
std::string without_end(const std::string& path) {
  std::string out = fs::path(path).lexically_normal().string();
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

void need_no_link(const std::string& path, const char* what) {
  std::error_code failed;
  std::string name = without_end(path);
  if (fs::symlink_status(name, failed).type() != fs::file_type::symlink) return;
  std::string target = fs::read_symlink(name, failed).string();
  throw Error(Code::io, str(what, " \"", path, "\" is a symbolic link, to \"", target,
                            "\": a sandbox grants no links"))
      .help("name the file or the folder itself");
}

}  // namespace

SandboxAccess::SandboxAccess(const SandboxWish& wish, const Scripts& scripts) : scripts_(scripts) {
  for (const char* path : own_reads) running_.push_back({path});
  if (wish.net) {
    for (const char* path : net_reads) running_.push_back({path});
  }
  add_plugins(running_);
  grants_ = {.paths = {{}}, .writable = {{}}, .net = wish.net, .sandbox = true};
  grants_.paths->clear();
  grants_.writable->clear();
  for (const std::string& script : scripts) add_script(script);
  if (!scripts.empty()) {
    for (const std::string& folder : module_path()) add_modules(folder);
  }
  for (const std::string& path : wish.reads) add_grant(path, "--allow-read", false);
  for (const std::string& path : wish.writes) add_grant(path, "--allow-write", true);
  reading_.insert(reading_.end(), running_.begin(), running_.end());
}

// Of a folder its scripts run, from the texts that were read before; while they run only the names
// in it are read. A script that is a file may read itself.
void SandboxAccess::add_script(const std::string& script) {
  if (script == standard_input) return running_.push_back({script});
  need_no_link(script, "the script");
  std::error_code failed;
  std::optional<fs::path> real = real_path(script);
  if (!real) return;  // the run says that it is not there
  if (fs::is_directory(*real, failed)) {
    running_.push_back({.path = script, .reads = false});
    reading_.push_back({.path = script});
    return modules_.push_back(*real);
  }
  running_.push_back({script});
  granted_.push_back(*real);
  grants_.paths->push_back(script);
  std::string folder = fs::path(script).parent_path().string();
  add_modules(folder.empty() ? "." : folder);
}

void SandboxAccess::add_modules(const std::string& folder) {
  std::optional<fs::path> real = real_path(folder);
  if (!real) return;
  reading_.push_back({.path = folder, .lists = false});
  modules_.push_back(*real);
}

void SandboxAccess::add_grant(const std::string& path, const char* option, bool writes) {
  need_no_link(path, option);
  std::optional<fs::path> real = real_path(path);
  if (!real) throw Error(Code::io, str(option, " \"", path, "\": there is no such file or folder"));
  running_.push_back({.path = path, .writes = writes});
  granted_.push_back(*real);
  grants_.paths->push_back(path);
  if (writes) grants_.writable->push_back(path);
}

bool SandboxAccess::may_import(const std::string& path) const {
  std::optional<fs::path> real = real_path(path);
  if (!real) return false;
  bool is_module = real->extension() == ".rille" && is_below(*real, modules_);
  return is_module || is_below(*real, granted_);
}

ImportedTexts SandboxAccess::read_texts(size_t most_bytes) const {
  ImportedTexts out;
  out.is_complete = false;
  TextReader reader{.may_read = [&](const std::string& path) { return may_import(path); },
                    .room = most_bytes};
  auto has_texts = [](const fs::path& file) {
    return file.extension() == ".rille" || file.extension() == ".md";
  };
  for (const std::string& script : scripts_) {
    for (const std::string& path : files_under(script, has_texts)) {
      bool is_page = path != script && path.ends_with(".md");
      is_page ? read_page(path, reader, out) : gather_texts(path, reader, out);
    }
  }
  return out;
}

}  // namespace rille
