// rille fmt: files in the one look of a program.
#include <cstdio>
#include <filesystem>

#include "lang/format.h"
#include "repl/commands.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "vm/visible.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> scripts_in(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      out.push_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() == ".rille") out.push_back(entry.path().string());
    }
  }
  return out;
}

}  // namespace

// Writes the files anew, or where `only_check` is set names those that it would change.
Status fmt_command(const Shared& shared, const std::vector<std::string>& paths, bool only_check) {
  Session session(shared);
  Status status = Status::success;
  for (const std::string& path : scripts_in(paths)) {
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
