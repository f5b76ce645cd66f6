// rille fmt: files in the one look of a program.
#include <cstdio>

#include "lang/format.h"
#include "repl/commands.h"
#include "repl/scripts.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "vm/words/visible.h"

namespace rille {

// Writes the files anew, or where `only_check` is set names those that it would change.
Status fmt_command(const Shared& shared, const std::vector<std::string>& paths, bool only_check) {
  Session session(shared);
  Status status = Status::success;
  auto scripts = reported_scripts(session, paths);
  if (!scripts) return Status::file;
  for (const std::string& path : *scripts) {
    try {
      State& state = session.interpreter().state();
      int file = state.add_source({path, read_source(path)});
      const Source source = state.sources()[static_cast<size_t>(file)];
      std::string text = lang::format(source, file);
      if (text == source.text) continue;
      std::printf("%s\n", visible(path).c_str());
      if (only_check) status = Status::script;
      if (!only_check) write_file(path, text);
    } catch (const Error& error) {
      status = session.report({.errors = {error}});
    }
  }
  return status;
}

}  // namespace rille
