// rille doctor: checks the installation.
#include <cstdio>
#include <thread>

#include "backends/backend.h"
#include "backends/cache.h"
#include "jit/op.h"
#include "repl/commands/command.h"
#include "repl/session.h"

namespace rille {
namespace {

std::string device_text(const Device& device) {
  std::string out = str("device: ", device.name(), " (", device.target().name, ")\n");
  std::string ops;
  for (const Op* op : device.structured()) ops += str(ops.empty() ? "" : ", ", op->name);
  return str(out, "  native code for ", ops, "; reference loops for other structured primitives\n");
}

Status look_around() {
  std::string out = str("threads: ", host_threads(), " of ", std::thread::hardware_concurrency(),
                        " cores\n", device_text(default_device()));
  Session session({});
  Outcome outcome = session.interpreter().run_cell("let x = jit(x => x * 2.0)(21.0)");
  out += str("compiler: ", outcome.ok() ? "works" : outcome.errors[0].what(), "\n");
  const DiskCache& cache = DiskCache::standard();
  out += cache.folder().empty() ? str("cache: off\n")
                                : str("cache: ", cache.folder(), ", ", cache.bytes() >> 20, " of ",
                                      cache.limit() >> 20, " MB\n");
  std::fputs(out.c_str(), stdout);
  return outcome.ok() ? Status::success : Status::script;
}

}  // namespace

void add_doctor_command(CLI::App& app, Invocation& invocation) {
  auto* doctor =
      app.add_subcommand("doctor", "check the installation, the compiler, and the caches");
  set_act(*doctor, invocation, look_around);
}

}  // namespace rille
