// rille kernel: installs and runs the Jupyter kernel.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "jit/plugin.h"
#include "repl/commands/command.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

// Options of `install` and `uninstall`. Without `sys_prefix` and `prefix`, the kernel is installed
// for the current user.
struct KernelOptions {
  bool sys_prefix = false;  // install into the active environment
  std::string prefix;       // install below this directory
  std::string name = "rille", display_name = "Rille";
  bool by_message = false;  // interrupts are messages instead of SIGINT
};

struct KernelRunOptions {
  std::string connection;  // the connection file of Jupyter
};

constexpr std::string_view kernel_file = "librille-kernel.so";
constexpr const char* kernel_variable = "RILLE_KERNEL";
constexpr const char* zmq_variable = "RILLE_ZMQ";

constexpr std::string_view logo =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect width="64" height="64" rx="12" fill="#1f3a5f"/>
<path d="M8 24q8-9 16 0t16 0 16 0M8 36q8-9 16 0t16 0 16 0M8 48q8-9 16 0t16 0 16 0"
 fill="none" stroke="#7fc8f8" stroke-width="4" stroke-linecap="round"/>
</svg>
)";

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Returns the directory of Jupyter's user data.
fs::path user_data() {
  if (std::string folder = setting("JUPYTER_DATA_DIR"); !folder.empty()) return folder;
  if (std::string data = setting("XDG_DATA_HOME"); !data.empty()) return fs::path(data) / "jupyter";
  std::string home = setting("HOME");
  if (home.empty()) {
    throw Error(Code::io, "cannot find the user's kernels: HOME is not set")
        .help("pass --prefix DIR");
  }
  return fs::path(home) / ".local/share/jupyter";
}

// Returns the directory of the active virtual or conda environment.
fs::path environment() {
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (std::string folder = setting(name); !folder.empty()) return folder;
  }
  throw Error(Code::io,
              "--sys-prefix requires an active environment, but neither VIRTUAL_ENV nor "
              "CONDA_PREFIX is set")
      .help("activate an environment, or pass --prefix DIR");
}

fs::path folder_of(const KernelOptions& options) {
  bool is_name = !options.name.empty() && options.name.find_first_not_of(
                                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789._-") == std::string::npos;
  if (!is_name || options.name.starts_with('.')) {
    throw Error(Code::value, str("--name may contain letters, digits, `_`, `-`, and `.`, and must "
                                 "not begin with `.`, got \"",
                                 visible(options.name), "\""));
  }
  bool has_prefix = options.sys_prefix || !options.prefix.empty();
  fs::path prefix = options.sys_prefix ? environment() : fs::path(options.prefix);
  fs::path data = has_prefix ? prefix / "share/jupyter" : user_data();
  return fs::absolute(data / "kernels" / options.name);
}

std::string own_path() {
  std::error_code failed;
  fs::path self = fs::read_symlink("/proc/self/exe", failed);
  if (failed) throw Error(Code::io, str("cannot find the path of rille: ", failed.message()));
  return self;
}

std::string spec(const KernelOptions& options) {
  OrderedJson out = {{"argv", {own_path(), "kernel", "run", "{connection_file}"}},
                     {"display_name", options.display_name},
                     {"language", "rille"},
                     {"interrupt_mode", options.by_message ? "message" : "signal"},
                     {"metadata", {{"debugger", false}}}};
  return out.dump(1) + "\n";
}

void make_folder(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (!failed) return;
  throw Error(Code::io, str("cannot create ", folder.string(), ": ", failed.message()))
      .help("--user installs for the current user, --prefix DIR below another directory");
}

void need_plugin() {
  std::string path = path_beside(kernel_file, kernel_variable);
  if (::access(path.c_str(), R_OK) == 0) return;
  throw Error(Code::device,
              str("this build of rille has no Jupyter kernel: ", path, " does not exist"))
      .help("install xeus (on Debian: apt-get install xeus-dev), then build rille again");
}

// Prints the text that `act` returns, or its error.
Status said(const std::function<std::string()>& act) {
  Session session({});
  std::string text;
  Outcome outcome = session.interpreter().act([&] { text = act(); });
  std::fputs(text.c_str(), stdout);
  return session.report(outcome);
}

using KernelMain = int (*)(const SharedOptions& shared, const char* connection);

// Opens ZeroMQ: that of the system, or the library that RILLE_ZMQ names. The kernel of a package
// (cmake/pack.py) is not linked with ZeroMQ and finds its functions in the process.
void open_zmq() {
  std::string asked = setting(zmq_variable);
  dlopen(asked.empty() ? "libzmq.so.5" : asked.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

KernelMain opened() {
  need_plugin();
  open_zmq();
  void* library = open_beside(kernel_file, kernel_variable);
  auto run = reinterpret_cast<KernelMain>(dlsym(library, "rille_kernel"));
  if (run == nullptr) throw Error(Code::device, str(kernel_file, " has no function rille_kernel"));
  return run;
}

Status install_kernel(const KernelOptions& options) {
  return said([&] {
    fs::path folder = folder_of(options);
    need_plugin();
    make_folder(folder);
    write_file(folder / "kernel.json", spec(options));
    write_file(folder / "logo-svg.svg", logo);
    return str("installed the kernel ", options.name, " in ", folder.string(), "\n");
  });
}

Status uninstall_kernel(const KernelOptions& options) {
  return said([&] {
    fs::path folder = folder_of(options);
    if (!fs::exists(folder / "kernel.json")) {
      throw Error(Code::io, str("no kernel is installed in ", folder.string()))
          .help("`jupyter kernelspec list` lists the installed kernels");
    }
    std::error_code failed;
    for (const char* file : {"kernel.json", "logo-svg.svg"}) fs::remove(folder / file, failed);
    if (!failed) fs::remove(folder, failed);  // fails if it has other files: they stay
    if (failed && fs::exists(folder / "kernel.json")) {
      throw Error(Code::io, str("cannot remove ", folder.string(), ": ", failed.message()));
    }
    return str("removed ", folder.string(), "\n");
  });
}

// Runs the kernel until Jupyter shuts it down.
Status run_kernel(const SharedOptions& shared, const std::string& connection) {
  KernelMain run = nullptr;
  Status status = said([&] {
    read_text(connection);  // raises error[io] if the file cannot be read
    run = opened();
    return std::string();
  });
  return run == nullptr ? status : static_cast<Status>(run(shared, connection.c_str()));
}

void add_kernel_folder(CLI::App& command, KernelOptions& options) {
  command.add_flag_callback("--user", [] {}, "install for the current user (the default)");
  auto* active = command.add_flag("--sys-prefix", options.sys_prefix,
                                  "install into the active virtual or conda environment");
  command
      .add_option("--prefix", options.prefix,
                  "install below this directory, in share/jupyter/kernels")
      ->excludes(active);
  command.add_option("--name", options.name, "the name of the kernel; default: rille");
}

}  // namespace

void add_kernel_command(CLI::App& app, Invocation& invocation) {
  auto* all = app.add_subcommand("kernel", "install, uninstall, or run the Jupyter kernel");
  all->require_subcommand(1);
  auto options = std::make_shared<KernelOptions>();
  auto* install = all->add_subcommand("install", "install the Jupyter kernel");
  add_kernel_folder(*install, *options);
  install->add_option("--display-name", options->display_name, "the name in menus; default: Rille");
  install->add_flag("--interrupt-by-message", options->by_message,
                    "let Jupyter interrupt the kernel by a message, not by a signal");
  set_act(*install, invocation, [options] { return install_kernel(*options); });
  auto* uninstall = all->add_subcommand("uninstall", "uninstall the Jupyter kernel");
  add_kernel_folder(*uninstall, *options);
  set_act(*uninstall, invocation, [options] { return uninstall_kernel(*options); });
  auto run_options = std::make_shared<KernelRunOptions>();
  auto* run = all->add_subcommand("run", "serve a notebook; called by Jupyter");
  run->add_option("CONNECTION_FILE", run_options->connection, "the connection file of Jupyter")
      ->required();
  set_act(*run, invocation, [run_options, &invocation] {
    return run_kernel(invocation.shared, run_options->connection);
  });
}

}  // namespace rille
