// rille check: finds errors of scripts without running them.
#include <cstdio>

#include "repl/commands/command.h"
#include "repl/sandbox.h"
#include "repl/scripts.h"
#include "repl/session.h"
#include "repl/shape_check.h"

namespace rille {
namespace {

struct CheckOptions {
  std::vector<std::string> paths = {"."};
};

Status check_scripts(const SharedOptions& shared, const CheckOptions& options) {
  Session session(shared);
  Status status = Status::success;
  auto scripts = reported_scripts(session, options.paths);
  if (!scripts) return Status::file;
  for (const std::string& path : *scripts) {
    std::string warnings;
    Status found = session.report(session.interpreter().check_file(path, warnings));
    if (found == Status::success) {
      ShapeFaults faults = shape_faults({path, script_text(shared, path)});
      found = session.report(faults.errors, faults.sources);
    }
    std::fwrite(warnings.data(), 1, warnings.size(), stderr);
    if (found != Status::success) status = found;
  }
  return status;
}

}  // namespace

void add_check_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CheckOptions>();
  auto* checks = app.add_subcommand("check", "find errors in scripts without running them");
  checks->add_option("PATH", options->paths,
                     "scripts and directories; default: the current directory");
  checks->callback([options, &invocation] {
    invocation.guarded = options->paths;
    invocation.act = [options, &invocation] { return check_scripts(invocation.shared, *options); };
  });
}

}  // namespace rille
