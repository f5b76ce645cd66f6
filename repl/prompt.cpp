// rille repl: cells line by line, values shown.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "lang/parse.h"
#include "repl/commands.h"
#include "repl/help.h"
#include "repl/session.h"
#include "stdlib/core.h"
#include "vm/visible.h"

namespace rille {
namespace {

// Standard input, cell by cell.
class Input {
 public:
  explicit Input(Session& session) : session_(session) {}

  // A whole cell: lines follow while a bracket or a string is open. Ctrl-C drops what was written.
  std::optional<std::string> cell() {
    for (;;) {
      lang::OpenText cell;
      Read got = line("> ", cell);
      while (got == Read::line && cell.goes_on()) got = line(". ", cell);
      if (got == Read::end && cell.text().empty()) return std::nullopt;
      if (got != Read::interrupted) return cell.text();
      std::fputs("\n", stdout);
    }
  }

 private:
  enum class Read : uint8_t { line, interrupted, end };

  // Appends a line without its end.
  Read line(const char* prompt, lang::OpenText& to) {
    if (isatty(STDIN_FILENO) != 0) std::fputs(prompt, stdout);
    std::fflush(stdout);
    size_t end = 0, seen = 0;
    while ((end = waiting_.find('\n', seen)) == std::string::npos) {
      seen = waiting_.size();
      if (session_.wait_for_input() == Session::Wait::interrupted) {
        waiting_.clear();
        return Read::interrupted;
      }
      char bytes[4096];
      ssize_t size = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (size <= 0) {
        if (waiting_.empty()) return Read::end;
        to.add(std::exchange(waiting_, ""));
        return Read::line;
      }
      waiting_.append(bytes, static_cast<size_t>(size));
    }
    to.add(std::string_view(waiting_).substr(0, end));
    waiting_.erase(0, end + 1);
    return Read::line;
  }

  Session& session_;
  std::string waiting_;  // read and not yet taken
};

bool is_word(std::string_view line, std::string_view word) {
  size_t first = line.find_first_not_of(' ');
  size_t last = line.find_last_not_of(' ');
  return first != std::string_view::npos && line.substr(first, last - first + 1) == word;
}

// The name in `?name`, `help name` and, of a word of the language, `help(name)`; else empty.
std::string asked_for(std::string_view cell) {
  if (cell.starts_with("?")) return std::string(cell.substr(1));
  if (cell.starts_with("help ") && cell.find_first_of("(=.,;\n", 5) == std::string_view::npos) {
    return std::string(cell.substr(5));
  }
  if (!cell.starts_with("help(") || !cell.ends_with(")")) return "";
  std::string name(cell.substr(5, cell.size() - 6));
  return std::ranges::count(language_words(), name) > 0 ? name : "";
}

}  // namespace

Status prompt_command(const Shared& shared) {
  Session session(shared);
  State& state = session.interpreter().state();
  core_hooks(state).show = [&](const Value& value) {
    if (!value.is_nil()) state.write(visible(text(value)) + "\n");
  };
  Input input(session);
  while (auto cell = input.cell()) {
    if (is_word(*cell, ":quit") || is_word(*cell, ":q")) break;
    if (is_word(*cell, ":help") || is_word(*cell, "help") || is_word(*cell, "?")) {
      state.write("?NAME or help(f) tells about a function, a module or a word. `:quit` or ");
      state.write("Ctrl-D ends the prompt. From the shell:\n");
      state.write(session.interpreter().help("").value_or(""));
      continue;
    }
    if (std::string name = asked_for(*cell); !name.empty()) {
      auto text = session.interpreter().help(name);
      if (text) std::fputs(text->c_str(), stdout);
      if (!text) session.report(session.interpreter().run_cell(str("help(", name, ")")));
      continue;
    }
    session.report(session.interpreter().run_cell(*cell));
    session.forget_interrupts();
  }
  if (isatty(STDIN_FILENO) != 0) std::fputs("\n", stdout);
  return Status::success;
}

}  // namespace rille
