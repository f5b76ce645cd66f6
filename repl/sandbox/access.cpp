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

// Our own plugins, wherever an installation puts them, and what a variable names in their place.
void add_plugins(std::vector<OpenPath>& out) {
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
  grants_.paths.emplace();  // empty lists: no path but those that follow
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

OpenPath SandboxAccess::open(Opened file, OpenPath grant) {
  grant.descriptor = opened_.emplace_back(std::move(file)).descriptor();
  return grant;
}

// Of a folder its scripts run, from the texts that were read before; while they run only the names
// in it are read. A script that is a file may read itself.
void SandboxAccess::add_script(const std::string& script) {
  if (script == standard_input) return running_.push_back({script});
  std::optional<Opened> beside;
  std::optional<Opened> file = open_without_links(script, "the script", &beside);
  if (!file) return;  // the run says that it is not there
  std::optional<fs::path> real = file->real_path();
  if (!real) throw Error(Code::io, str("the real path of \"", script, "\" is too long"));
  if (file->is_folder()) {
    OpenPath folder = open(std::move(*file), {.path = script});
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

void SandboxAccess::add_modules(std::optional<Opened> folder) {
  std::optional<fs::path> real = folder ? folder->real_path() : std::nullopt;
  if (!real) return;
  reading_.push_back(open(std::move(*folder), {.path = real->string(), .lists = false}));
  modules_.push_back(*real);
}

void SandboxAccess::add_grant(const std::string& path, const char* option, bool writes) {
  std::optional<Opened> file = open_without_links(path, option);
  if (!file) throw Error(Code::io, str(option, " \"", path, "\": there is no such file or folder"));
  std::optional<fs::path> real = file->real_path();
  if (!real) throw Error(Code::io, str(option, " \"", path, "\": its real path is too long"));
  running_.push_back(open(std::move(*file), {.path = path, .writes = writes}));
  granted_.push_back(*real);
  grants_.paths->push_back(path);
  if (writes) grants_.writable->push_back(path);
}

// Of a file with this ending that is granted, or below a folder of modules. What is asked and what
// is read is one file, links followed.
std::optional<std::string> SandboxAccess::text_below(const std::string& path,
                                                     std::string_view ending) const {
  std::optional<Opened> file = open_path(path);
  std::optional<fs::path> real = file ? file->real_path() : std::nullopt;
  if (!real || !file->is_regular() || real->extension() != ending) return {};
  if (!is_below(*real, modules_) && !is_below(*real, granted_)) return {};
  return read_module(file->path_of_descriptor());
}

// The same, before it is asked whether the file is there.
bool SandboxAccess::may_import(const std::string& path) const {
  Grants real = grants_;
  real.paths.emplace();
  for (const fs::path& each : granted_) real.paths->push_back(each.string());
  return may_ask(real, path);
}

// A script that the command line names is what it named; any other is one of a folder.
std::optional<std::string> SandboxAccess::script_text(const std::string& script) const {
  if (script == standard_input) return read_source(script);
  auto file = script_files_.find(script);
  return file == script_files_.end() ? text_below(script, ".rille") : read_source(file->second);
}

ImportedTexts SandboxAccess::read_texts(size_t most_bytes) const {
  ImportedTexts out;
  out.is_complete = false;
  TextReader reader{.text =
                        [&](const std::string& path, bool is_script) {
                          return is_script ? script_text(path) : text_below(path, ".rille");
                        },
                    .room = most_bytes};
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
