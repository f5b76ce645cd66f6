// Session: standard output, the interrupt signal, errors.
#include "repl/session.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "jit/precision.h"
#include "repl/alike.h"
#include "repl/sandbox.h"
#include "stdlib/array.h"
#include "stdlib/debug.h"
#include "stdlib/io.h"
#include "vm/run/warnings.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// The State that Ctrl-C interrupts. A signal handler can access only global variables.
std::atomic<State*> interrupted{nullptr};  // NOLINT(*-global-variables)

// The ends of a pipe that gets a byte for each Ctrl-C. A wait for input also waits for the pipe, so
// it notices a signal that came just before the wait.
std::atomic<int> wake_read{-1}, wake_write{-1};  // NOLINT(*-global-variables)

void on_interrupt(int) {
  State* state = interrupted.load();
  if (state != nullptr) state->interrupt_now();
  ssize_t written = ::write(wake_write.load(), "", 1);
  static_cast<void>(written);  // a full pipe is readable already
}

void open_pipe() {
  int ends[2];
  if (wake_read.load() >= 0 || pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return;
  wake_read = ends[0];
  wake_write = ends[1];
}

// Raises error[io] if the reader has closed the stream or the disk is full.
void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size()) throw output_error();
}

void write_error(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

Status status_of(Code code) {
  switch (code) {
    case Code::limit:
    case Code::interrupt: return Status::limit;
    default: return Status::script;
  }
}

std::string json_of(const Error& error, std::span<const Source> sources, std::string_view kind) {
  nlohmann::json out = {{"kind", kind}, {"message", shown_message(error.what())}};
  if (!error.span().empty()) {
    const Source& source = sources[static_cast<size_t>(error.span().file)];
    Line line = line_at(source, error.span().begin);
    out["file"] = source.name;
    out["line"] = line.number;
    out["column"] = line.column;
  }
  if (!error.help().empty()) out["help"] = error.help();
  for (const auto& note : error.notes()) out["notes"].push_back(note.text);
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Error output_error() {
  int why = errno;
  return {Code::io, str("cannot write to standard output: ", std::strerror(why))};
}

bool SharedOptions::are_limits() const {
  constexpr double most = 1e12;
  return time_s >= 0 && time_s <= most && memory_mb >= 0 && memory_mb <= most;
}

Limits SharedOptions::limits() const {
  Limits out;
  out.wall_s = time_s;
  if (memory_mb > 0) out.memory_bytes = std::max<int64_t>(1, static_cast<int64_t>(memory_mb * 1e6));
  return out;
}

void SharedOptions::give_limits(State& state) const {
  if (time_s == 0 && memory_mb == 0) return;
  state.set_limits(limits());
}

using WriteFn = std::function<void(std::string_view)>;

Session::Session(const SharedOptions& shared, OutputSink sink, Prints prints)
    : shared_(shared),
      sink_(std::move(sink)),
      interpreter_(has_sink() ? sink_.out
                              : WriteFn(prints == Prints::errors ? write_error : write_out)) {
  shared.give_limits(interpreter_.state());
  if (shared.sandbox != nullptr) give_sandbox(*shared.sandbox, interpreter_);
  if (shared.check_nans) check_nans(interpreter_.state());
  if (auto precision = precision_named(shared.precision)) {
    set_precision(interpreter_.state(), *precision);
  }
  interpreter_.state().part<Warnings>().show = [this](const Error& warning) { warn(warning); };
}

Session::Session(const SharedOptions& shared, OutputSink sink)
    : Session(shared, std::move(sink), Prints::output) {}

Session::Session(const SharedOptions& shared, Prints prints)
    : Session(shared, OutputSink(), prints) {
  interrupted = &interpreter_.state();
  interpreter_.state().part<ProgressSink>() = {write_error, ::isatty(STDERR_FILENO) != 0};
  open_pipe();
  std::signal(SIGINT, on_interrupt);
}

Session::~Session() {
  if (has_sink()) return;
  std::signal(SIGINT, SIG_DFL);
  interrupted = nullptr;
}

bool Session::forget_interrupts() {
  char bytes[64];
  bool any = false;
  while (::read(wake_read.load(), bytes, sizeof bytes) > 0) any = true;
  if (any) interpreter_.state().resume();
  return any;
}

int Session::wake_file() { return wake_read.load(); }

Session::WaitResult Session::wait_for_input() {
  pollfd on[] = {{wake_read.load(), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  while (poll(on, 2, -1) < 0) continue;  // EINTR: the byte is in the pipe
  return on[0].revents != 0 && forget_interrupts() ? WaitResult::interrupted : WaitResult::input;
}

std::string Session::shown(std::span<const Error> errors, std::span<const Source> sources) const {
  if (!shared_.json) return shown_once(errors, sources);
  std::string out;
  for (const Error& error : errors) out += json_of(error, sources, name(error.code())) + "\n";
  return out;
}

void Session::warn(const Error& warning) {
  std::span<const Source> sources = interpreter_.state().sources();
  std::string text = shared_.json ? json_of(warning, sources, "warning") + "\n"
                                  : as_warning(render_all({&warning, 1}, sources)[0]);
  complain(text);
}

void Session::complain(std::string_view text) const {
  sink_.err ? sink_.err(text) : write_error(text);
}

Status Session::report(const Outcome& outcome) {
  return report(outcome.errors, interpreter_.state().sources());
}

Status Session::report(std::vector<Error> errors, std::span<const Source> sources) {
  if (!errors.empty()) interpreter_.state().begin_output();
  if (std::fflush(stdout) != 0 && errors.empty()) errors.push_back(output_error());
  if (sink_.failed && !errors.empty()) {
    sink_.failed(errors, sources);
  } else {
    complain(shown(errors, sources));
  }
  return errors.empty() ? Status::success : status_of(errors.front().code());
}

}  // namespace rille
