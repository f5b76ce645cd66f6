// rille check: what is wrong with scripts, without a run.
#include <cstdio>

#include "repl/commands.h"
#include "repl/sandbox.h"
#include "repl/scripts.h"
#include "repl/session.h"
#include "repl/shape_check.h"

namespace rille {

Status check_command(const Shared& shared, const std::vector<std::string>& paths) {
  Session session(shared);
  Status status = Status::success;
  auto scripts = reported_scripts(session, paths);
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

}  // namespace rille
