// SandboxAccess: grants for scripts, modules, and options.
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

// The files that the program itself reads: libraries, time zones, and descriptions of the
// processor.
constexpr const char* own_reads[] = {
    "/lib",           "/lib64",           "/usr/lib",       "/usr/lib64",
    "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/dev/null",      "/dev/zero",        "/dev/urandom",   "/sys/devices/system/cpu",
    "/proc/cpuinfo",  "/proc/meminfo"};
// The files for host names and certificates.
constexpr const char* net_reads[] = {
    "/etc/resolv.conf", "/etc/hosts",           "/etc/nsswitch.conf",
    "/etc/gai.conf",    "/etc/services",        "/etc/host.conf",
    "/etc/ssl/certs",   "/etc/ssl/openssl.cnf", "/usr/share/ca-certificates"};

// Adds the plugins of the installation, and those that environment variables name instead.
void add_plugins(std::vector<PathRule>& out) {
  for (const std::string& folder : plugin_folders()) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
      std::string name = entry.path().filename().string();
      bool is_plugin = name.starts_with("librille") && name.find(".so") != std::string::npos;
      if (is_plugin || name == "rille") out.push_back({entry.path().string()});
    }
  }
  for (const char* variable : {"RILLE_LLVM", "RILLE_EAGER", "RILLE_MATRIX", "RILLE_REMOTE"}) {
    if (const char* path = std::getenv(variable)) out.push_back({path});
  }
}

bool is_below(const fs::path& real, const std::vector<fs::path>& folders) {
  return std::ranges::any_of(folders, [&](const fs::path& folder) {
    return std::ranges::mismatch(folder, real).in1 == folder.end();
  });
}

}  // namespace

SandboxAccess::SandboxAccess(const SandboxOptions& options, const Scripts& scripts)
    : scripts_(scripts) {
  for (const char* path : own_reads) running_.push_back({path});
  if (options.net) {
    for (const char* path : net_reads) running_.push_back({path});
  }
  add_plugins(running_);
  grants_ = {.net = options.net, .sandbox = true};
  grants_.paths.emplace();  // an empty list: only the paths that are added below
  grants_.writable.emplace();
  for (const auto* named : {&scripts, &options.reads, &options.writes}) add_known(*named);
  add_known(module_path());
  for (const std::string& script : scripts) add_script(script);
  if (!scripts.empty()) {
    for (const std::string& folder : module_path()) add_modules(open_path(folder));
  }
  for (const std::string& path : options.reads) add_grant(path, "--allow-read", false);
  for (const std::string& path : options.writes) add_grant(path, "--allow-write", true);
  reading_.insert(reading_.end(), running_.begin(), running_.end());
  for (const fs::path& folder : modules_) grants_.modules.push_back(folder.string());
}

void SandboxAccess::add_known(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    for (std::string& folder : folders_left(path)) grants_.known.push_back(std::move(folder));
  }
}

PathRule SandboxAccess::open(PathHandle file, PathRule grant) {
  grant.descriptor = opened_.emplace_back(std::move(file)).descriptor();
  return grant;
}

// Grants access to a script or a directory of scripts. The texts of a directory are read before its
// scripts run; while they run, only its names can be listed. A script that is a file may be read
// while it runs.
void SandboxAccess::add_script(const std::string& script) {
  if (script == standard_input) return running_.push_back({script});
  std::optional<PathHandle> beside;
  std::optional<PathHandle> file = open_without_links(script, "the script", &beside);
  if (!file) return;  // the run reports that the file does not exist
  std::optional<fs::path> real = file->real_path();
  if (!real) throw Error(Code::io, str("the real path of \"", script, "\" is too long"));
  if (file->is_folder()) {
    PathRule folder = open(std::move(*file), {.path = script});
    reading_.push_back(folder);
    folder.reads = false;
    running_.push_back(folder);
    return modules_.push_back(*real);
  }
  script_files_[script] = file->path_of_descriptor();
  running_.push_back(open(std::move(*file), {.path = script}));
  granted_.push_back(*real);
  grants_.paths->push_back(script);
  add_modules(std::move(beside));
}

void SandboxAccess::add_modules(std::optional<PathHandle> folder) {
  std::optional<fs::path> real = folder ? folder->real_path() : std::nullopt;
  if (!real) return;
  reading_.push_back(open(std::move(*folder), {.path = real->string(), .lists = false}));
  modules_.push_back(*real);
}

void SandboxAccess::add_grant(const std::string& path, const char* option, bool writes) {
  std::optional<PathHandle> file = open_without_links(path, option);
  if (!file) throw Error(Code::io, str(option, " \"", path, "\": no such file or directory"));
  std::optional<fs::path> real = file->real_path();
  if (!real) throw Error(Code::io, str(option, " \"", path, "\": the real path is too long"));
  running_.push_back(open(std::move(*file), {.path = path, .writes = writes}));
  granted_.push_back(*real);
  grants_.paths->push_back(path);
  if (writes) grants_.writable->push_back(path);
}

// Returns the text of a file with this extension that is granted, or that is in a directory of
// modules. The file is opened once: the file that is checked is the file that is read.
std::optional<std::string> SandboxAccess::text_below(const std::string& path,
                                                     std::string_view ending) const {
  std::optional<PathHandle> file = open_path(path);
  std::optional<fs::path> real = file ? file->real_path() : std::nullopt;
  if (!real || !file->is_regular() || real->extension() != ending) return {};
  if (!is_below(*real, modules_) && !is_below(*real, granted_)) return {};
  return read_module(file->path_of_descriptor());
}

// Returns whether an import of a path is granted, without accessing the file.
bool SandboxAccess::may_import(const std::string& path) const {
  Grants real = grants_;
  real.paths.emplace();
  for (const fs::path& each : granted_) real.paths->push_back(each.string());
  return may_ask(real, path);
}

// Returns the text of a script: the file that the command line named when it was opened, or a file
// of a directory of scripts.
std::optional<std::string> SandboxAccess::script_text(const std::string& script) const {
  if (script == standard_input) return read_source(script);
  auto file = script_files_.find(script);
  return file == script_files_.end() ? text_below(script, ".rille") : read_source(file->second);
}

ImportedTexts SandboxAccess::read_texts(size_t max_bytes) const {
  ImportedTexts out;
  out.is_complete = false;
  TextReader reader{.text =
                        [&](const std::string& path, bool is_script) {
                          return is_script ? script_text(path) : text_below(path, ".rille");
                        },
                    .room = max_bytes};
  reader.may_import = [&](const std::string& path) { return may_import(path); };
  auto has_texts = [](const fs::path& file) {
    return file.extension() == ".rille" || file.extension() == ".md";
  };
  for (const std::string& script : scripts_) {
    for (const std::string& path : files_under(script, has_texts)) {
      bool is_page = path != script && path.ends_with(".md");
      if (!is_page) gather_texts(path, reader, out);
      auto text = is_page ? text_below(path, ".md") : std::nullopt;
      if (!text) continue;
      take_room(path, *text, reader);
      out.pages[path] = std::move(*text);
    }
  }
  return out;
}

}  // namespace rille
