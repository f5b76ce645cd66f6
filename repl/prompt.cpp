// rille repl: cells line by line, values shown.
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "repl/commands.h"
#include "repl/session.h"
#include "stdlib/core.h"

namespace rille {
namespace {

// A line of standard input without its end; nothing at the end of the input.
std::optional<std::string> read_line(const char* prompt) {
  if (isatty(STDIN_FILENO) != 0) std::fputs(prompt, stdout);
  std::fflush(stdout);
  std::string line;
  for (;;) {
    int c = std::getchar();
    if (c == EOF && line.empty()) return std::nullopt;
    if (c == EOF || c == '\n') return line;
    line += static_cast<char>(c);
  }
}

// A whole cell: lines follow while a bracket or a string is open.
std::optional<std::string> read_cell() {
  auto cell = read_line("> ");
  while (cell && Interpreter::is_unfinished(*cell)) {
    auto more = read_line(". ");
    if (!more) return cell;
    *cell += "\n" + *more;
  }
  return cell;
}

bool is_word(std::string_view line, std::string_view word) {
  size_t first = line.find_first_not_of(' ');
  size_t last = line.find_last_not_of(' ');
  return first != std::string_view::npos && line.substr(first, last - first + 1) == word;
}

}  // namespace

Status prompt_command(const Shared& shared) {
  Session session(shared);
  State& state = session.interpreter().state();
  core_hooks(state).show = [&](const Value& value) {
    if (!value.is_nil()) state.write(text(value) + "\n");
  };
  while (auto cell = read_cell()) {
    if (is_word(*cell, ":quit") || is_word(*cell, ":q")) break;
    if (is_word(*cell, "help") || is_word(*cell, "?")) {
      state.write("help(f) or ?f tells about a function or a module, `:quit` ends. There are\n");
      state.write(session.interpreter().help("").value_or(""));
      continue;
    }
    if (cell->starts_with("?")) {
      std::string name = cell->substr(1);
      auto text = session.interpreter().help(name);
      if (text) std::fputs(text->c_str(), stdout);
      if (!text) session.report(session.interpreter().run_cell(str("help(", name, ")")));
      continue;
    }
    session.report(session.interpreter().run_cell(*cell));
  }
  if (isatty(STDIN_FILENO) != 0) std::fputs("\n", stdout);
  return Status::success;
}

}  // namespace rille
