// Plain: prints a prompt on a terminal, then calls read().
#include "repl/prompt/plain.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace rille {

std::optional<std::string> PlainInput::cell() {
  for (;;) {
    lang::OpenText cell;
    ReadResult got = line("> ", cell);
    while (got == ReadResult::line && cell.goes_on()) got = line(". ", cell);
    if (got == ReadResult::end && cell.text().empty()) return std::nullopt;
    if (got != ReadResult::interrupted) return cell.text();
    std::fputs("\n", stdout);
  }
}

PlainInput::ReadResult PlainInput::line(const char* prompt, lang::OpenText& to) {
  if (isatty(STDIN_FILENO) != 0) std::fputs(prompt, stdout);
  std::fflush(stdout);
  size_t end = 0, seen = 0;
  while ((end = waiting_.find('\n', seen)) == std::string::npos) {
    seen = waiting_.size();
    if (session_.wait_for_input() == Session::WaitResult::interrupted) {
      waiting_.clear();
      return ReadResult::interrupted;
    }
    char bytes[4096];
    ssize_t size = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (size <= 0) {
      if (waiting_.empty()) return ReadResult::end;
      to.add(std::exchange(waiting_, ""));
      return ReadResult::line;
    }
    waiting_.append(bytes, static_cast<size_t>(size));
  }
  to.add(std::string_view(waiting_).substr(0, end));
  waiting_.erase(0, end + 1);
  return ReadResult::line;
}

}  // namespace rille
