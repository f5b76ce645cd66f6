// rille fmt: formats scripts.
#include <cstdio>

#include "lang/format.h"
#include "repl/commands/command.h"
#include "repl/scripts.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct FmtOptions {
  std::vector<std::string> paths;
  bool only_check = false;  // print the files that would change, and change nothing
};

Status format_scripts(const SharedOptions& shared, const FmtOptions& options) {
  Session session(shared);
  Status status = Status::success;
  auto scripts = reported_scripts(session, options.paths);
  if (!scripts) return Status::file;
  for (const std::string& path : *scripts) {
    try {
      State& state = session.interpreter().state();
      int file = state.add_source({path, read_source(path)});
      const Source source = state.sources()[static_cast<size_t>(file)];
      std::string text = lang::format(source, file);
      if (text == source.text) continue;
      std::printf("%s\n", visible(path).c_str());
      if (options.only_check) status = Status::script;
      if (!options.only_check) write_file(path, text);
    } catch (const Error& error) {
      status = session.report({.errors = {error}});
    }
  }
  return status;
}

}  // namespace

void add_fmt_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<FmtOptions>();
  auto* fmt = app.add_subcommand("fmt", "format scripts");
  fmt->add_option("PATH", options->paths, "scripts and directories")->required();
  fmt->add_flag("--check", options->only_check, "only list the files that would change");
  set_act(*fmt, invocation,
          [options, &invocation] { return format_scripts(invocation.shared, *options); });
}

}  // namespace rille
