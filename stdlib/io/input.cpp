// io.input, io.stdin: reads standard input.
#include "stdlib/io/input.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "stdlib/io.h"
#include "vm/bind.h"
#include "vm/run/grants.h"
#include "vm/run/running.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// The part of standard input that was read and not returned yet.
struct StdinBuffer {
  std::string waiting;
  bool has_ended = false;
};

// Reads the available bytes. Polls for interrupts while it waits.
void read_more(StdinBuffer& input) {
  need_grant(Grant::input, "standard input");
  pollfd on{STDIN_FILENO, POLLIN, 0};
  for (;;) {
    poll();
    int got = ::poll(&on, 1, 100);
    if (got > 0) break;
    if (got < 0 && errno != EINTR) break;
  }
  char bytes[1 << 16];
  ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
  if (count < 0 && errno == EINTR) return;
  if (count < 0) throw Error(Code::io, str("cannot read standard input: ", std::strerror(errno)));
  input.has_ended = count == 0;
  poll(2 * (input.waiting.size() + static_cast<size_t>(count)));
  input.waiting.append(bytes, static_cast<size_t>(count));
}

std::string checked(std::string text) {
  if (first_bad(text) == text.size()) return text;
  throw Error(Code::io, "standard input is not valid UTF-8");
}

Value line(State& state, const std::string& prompt) {
  if (const auto& place = state.part<InputSource>(); place.ask) {
    std::optional<std::string> given = place.ask(prompt);
    return given ? Value(checked(std::move(*given))) : Value();
  }
  if (!prompt.empty()) state.write(prompt);
  return input_line(state);
}

}  // namespace

Value input_line(State& state) {
  StdinBuffer& input = state.part<StdinBuffer>();
  size_t seen = 0, end = 0;
  while ((end = input.waiting.find('\n', seen)) == std::string::npos && !input.has_ended) {
    seen = input.waiting.size();
    read_more(input);
  }
  if (end == std::string::npos && input.waiting.empty()) return {};
  std::string out = input.waiting.substr(0, end);
  input.waiting.erase(0, end == std::string::npos ? end : end + 1);
  if (out.ends_with('\r')) out.pop_back();
  return checked(std::move(out));
}

namespace {

std::string whole(State& state) {
  StdinBuffer& input = state.part<StdinBuffer>();
  while (!input.has_ended) read_more(input);
  return checked(std::exchange(input.waiting, ""));
}

}  // namespace

extern const Builtin io_input_builtin = {
    .signature = "io.input(prompt: str = \"\") -> str or nil",
    .brief =
        "Reads the next line of standard input, without the line break. The result is nil after "
        "the last line. A notebook shows an input field.",
    .params = {{"prompt", "Text to print before waiting for input."}},
    .errors =
        "error[io] if standard input cannot be read or is not valid UTF-8, or if the frontend does "
        "not support input",
    .example = "io.input(3)  #! error[type]",
    .source = "Python's input",
    .call = bind<&line>,
    .purity = Purity::host,
};

extern const Builtin io_stdin_builtin = {
    .signature = "io.stdin() -> str",
    .brief = "Reads the rest of standard input.",
    .errors = "error[io] if standard input cannot be read or is not valid UTF-8",
    .example = "io.stdin(\"x\")  #! error[type]",
    .source = "Python's sys.stdin.read",
    .call = bind<&whole>,
    .purity = Purity::host,
};

}  // namespace rille
