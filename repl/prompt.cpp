// rille repl: cells line by line, values shown.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>

#include "repl/commands.h"
#include "repl/session.h"
#include "stdlib/core.h"

namespace rille {
namespace {

enum class Read : uint8_t { line, interrupted, end };

// Appends a line of standard input without its end. Ctrl-C ends the wait for it.
Read read_line(const char* prompt, std::string& line) {
  if (isatty(STDIN_FILENO) != 0) std::fputs(prompt, stdout);
  std::fflush(stdout);
  siginterrupt(SIGINT, 1);
  size_t before = line.size();
  int c = 0;
  while ((c = std::getchar()) != EOF && c != '\n') line += static_cast<char>(c);
  bool interrupted = c == EOF && std::ferror(stdin) != 0 && errno == EINTR;
  siginterrupt(SIGINT, 0);
  if (interrupted) std::clearerr(stdin);
  if (interrupted) return Read::interrupted;
  return c == EOF && line.size() == before ? Read::end : Read::line;
}

// A whole cell: lines follow while a bracket or a string is open. Ctrl-C drops what was written.
std::optional<std::string> read_cell(State& state) {
  std::string cell;
  Read got = read_line("> ", cell);
  while (got == Read::interrupted || (got == Read::line && Interpreter::is_unfinished(cell))) {
    bool again = got == Read::interrupted;
    if (again) {
      state.resume();
      std::fputs("\n", stdout);
      cell.clear();
    } else {
      cell += '\n';
    }
    got = read_line(again ? "> " : ". ", cell);
  }
  if (got == Read::end && cell.empty()) return std::nullopt;
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
  while (auto cell = read_cell(state)) {
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
