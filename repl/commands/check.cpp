// rille check: finds errors of scripts without running them.
#include <algorithm>
#include <utility>

#include "repl/commands/command.h"
#include "repl/sandbox.h"
#include "repl/scripts.h"
#include "repl/session.h"
#include "repl/shape_check.h"
#include "stdlib/file.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct CheckOptions {
  std::vector<std::string> paths = {"."};
  bool fixes = false;  // former names of the library are replaced in the files
};

Status fix_names(Session& session, const std::string& path) {
  Interpreter::Renamed renamed;
  Outcome outcome = session.interpreter().rename(path, renamed);
  if (!outcome.ok()) return Status::success;  // the check reports the errors
  if (renamed.count == 0) return Status::success;
  try {
    write_file(path, renamed.text);
  } catch (const Error& error) {
    return session.report({.errors = {error}});
  }
  std::printf("%s: %zu former name%s replaced\n", visible(path).c_str(), renamed.count,
              renamed.count == 1 ? "" : "s");
  return Status::success;
}

// Drops the errors of lines about which the trace of a function reported an error already.
void drop_traced(std::vector<Error>& certain, std::span<const Source> sources,
                 const ShapeFaults& faults) {
  auto place = [](const Error& error, std::span<const Source> of) {
    bool is_known = error.span().file >= 0 && std::cmp_less(error.span().file, of.size());
    if (!is_known) return std::pair(std::string(), 0);
    const Source& source = of[static_cast<size_t>(error.span().file)];
    return std::pair(source.name, line_at(source, error.span().begin).number);
  };
  std::erase_if(certain, [&](const Error& error) {
    return std::ranges::any_of(faults.errors, [&](const Error& fault) {
      return place(fault, faults.sources) == place(error, sources);
    });
  });
}

Status check_script(const SharedOptions& shared, Session& session, const std::string& path) {
  Interpreter& interpreter = session.interpreter();
  FileFindings findings;
  Status status = session.report(interpreter.check_file(path, findings));
  if (status == Status::script && !file_exists(path)) return Status::file;
  if (status == Status::success) {
    ShapeFaults faults = shape_faults({path, script_text(shared, path)});
    drop_traced(findings.certain, interpreter.state().sources(), faults);
    status = session.report(faults.errors, faults.sources);
    Status certain = session.report(findings.certain, interpreter.state().sources());
    if (status == Status::success) status = certain;
  }
  session.complain(findings.warnings);
  return status;
}

Status check_scripts(const SharedOptions& shared, const CheckOptions& options) {
  Session session(shared);
  Status status = Status::success;
  auto scripts = reported_scripts(session, options.paths);
  if (!scripts) return Status::file;
  for (const std::string& path : *scripts) {
    Status fixed = options.fixes ? fix_names(session, path) : Status::success;
    if (fixed != Status::success) status = fixed;
    Status found = check_script(shared, session, path);
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
  checks->add_flag("--fix", options->fixes,
                   "replace former names of functions, parameters, and fields in the scripts");
  checks->callback([options, &invocation] {
    invocation.guarded = options->paths;
    invocation.act = [options, &invocation] { return check_scripts(invocation.shared, *options); };
  });
}

}  // namespace rille
