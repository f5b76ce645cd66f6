// rille kernel: our place among the kernels of Jupyter.
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

// Of `install` and `uninstall`.
struct KernelOptions {
  bool sys_prefix = false;  // below the environment that is active
  std::string prefix;       // below this folder; neither: for this user
  std::string name = "rille", display_name = "Rille";
  bool by_message = false;  // interrupts come as messages, not as SIGINT
};

struct KernelRunOptions {
  std::string connection;  // the file that says where to listen
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

// The folder of a user's data, as Jupyter finds it.
fs::path user_data() {
  if (std::string folder = setting("JUPYTER_DATA_DIR"); !folder.empty()) return folder;
  if (std::string data = setting("XDG_DATA_HOME"); !data.empty()) return fs::path(data) / "jupyter";
  std::string home = setting("HOME");
  if (home.empty()) throw Error(Code::io, "no HOME says where kernels go").help("give --prefix");
  return fs::path(home) / ".local/share/jupyter";
}

// The folder of a virtual environment, or of conda's.
fs::path environment() {
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (std::string folder = setting(name); !folder.empty()) return folder;
  }
  throw Error(Code::io,
              "--sys-prefix needs an environment, and neither VIRTUAL_ENV nor "
              "CONDA_PREFIX names one")
      .help("activate it, or give --prefix FOLDER");
}

fs::path folder_of(const KernelOptions& options) {
  bool is_name = !options.name.empty() && options.name.find_first_not_of(
                                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789._-") == std::string::npos;
  if (!is_name || options.name.starts_with('.')) {
    throw Error(Code::value, str("a kernel's name has letters, digits, `.`, `_` and `-`, got \"",
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
  if (failed) throw Error(Code::io, str("cannot tell where rille is: ", failed.message()));
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
  throw Error(Code::io, str("cannot make ", folder.string(), ": ", failed.message()))
      .help("--user installs for you alone, --prefix FOLDER below another folder");
}

void need_plugin() {
  std::string path = path_beside(kernel_file, kernel_variable);
  if (::access(path.c_str(), R_OK) == 0) return;
  throw Error(Code::device, str("this rille has no kernel for notebooks: ", path, " is missing"))
      .help("it was built without xeus; on Debian: apt-get install xeus-dev, then build again");
}

// What `act` says when it is done, or its error.
Status said(const std::function<std::string()>& act) {
  Session session({});
  std::string text;
  Outcome outcome = session.interpreter().act([&] { text = act(); });
  std::fputs(text.c_str(), stdout);
  return session.report(outcome);
}

using Run = int (*)(const SharedOptions& shared, const char* connection);

// The kernel of a package (cmake/carry.py) needs ZeroMQ's functions and names no library for them:
// it takes them from the process. This opens the machine's, or the one of a Python package.
void open_zmq() {
  std::string asked = setting(zmq_variable);
  dlopen(asked.empty() ? "libzmq.so.5" : asked.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

Run opened() {
  need_plugin();
  open_zmq();
  void* library = open_beside(kernel_file, kernel_variable);
  auto run = reinterpret_cast<Run>(dlsym(library, "rille_kernel"));
  if (run == nullptr) throw Error(Code::device, str(kernel_file, " is no kernel"));
  return run;
}

Status install_kernel(const KernelOptions& options) {
  return said([&] {
    fs::path folder = folder_of(options);
    need_plugin();
    make_folder(folder);
    write_file(folder / "kernel.json", spec(options));
    write_file(folder / "logo-svg.svg", logo);
    return str("the kernel ", options.name, " is in ", folder.string(), "\n");
  });
}

Status uninstall_kernel(const KernelOptions& options) {
  return said([&] {
    fs::path folder = folder_of(options);
    if (!fs::exists(folder / "kernel.json")) {
      throw Error(Code::io, str("there is no kernel ", folder.string()))
          .help("`jupyter kernelspec list` says where kernels are");
    }
    std::error_code failed;
    for (const char* file : {"kernel.json", "logo-svg.svg"}) fs::remove(folder / file, failed);
    if (!failed) fs::remove(folder, failed);  // what others put there stays, and the folder
    if (failed && fs::exists(folder / "kernel.json")) {
      throw Error(Code::io, str("cannot remove ", folder.string(), ": ", failed.message()));
    }
    return str("removed ", folder.string(), "\n");
  });
}

// Until Jupyter ends it.
Status run_kernel(const SharedOptions& shared, const std::string& connection) {
  Run run = nullptr;
  Status status = said([&] {
    read_text(connection);  // what cannot be read is told as any file is
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
  auto* all = app.add_subcommand("kernel", "the Jupyter kernel");
  all->require_subcommand(1);
  auto options = std::make_shared<KernelOptions>();
  auto* install = all->add_subcommand("install", "install the Jupyter kernel");
  add_kernel_folder(*install, *options);
  install->add_option("--display-name", options->display_name, "the name in menus; default: Rille");
  install->add_flag("--interrupt-by-message", options->by_message,
                    "let Jupyter interrupt it by a message, not by a signal");
  set_act(*install, invocation, [options] { return install_kernel(*options); });
  auto* uninstall = all->add_subcommand("uninstall", "uninstall the Jupyter kernel");
  add_kernel_folder(*uninstall, *options);
  set_act(*uninstall, invocation, [options] { return uninstall_kernel(*options); });
  auto run_options = std::make_shared<KernelRunOptions>();
  auto* run = all->add_subcommand("run", "serve a notebook; Jupyter runs this");
  run->add_option("CONNECTION_FILE", run_options->connection, "the connection file of Jupyter")
      ->required();
  set_act(*run, invocation, [run_options, &invocation] {
    return run_kernel(invocation.shared, run_options->connection);
  });
}

}  // namespace rille
