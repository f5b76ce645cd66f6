// Terminal: termios, poll, SIGWINCH.
#include "repl/line/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace rille::line {
namespace {

// The ends of a pipe that gets a byte for each change of the size.
std::atomic<int> resized_read{-1}, resized_write{-1};  // NOLINT(*-global-variables)

void on_resize(int) {
  int error = errno;
  ssize_t written = ::write(resized_write.load(), "", 1);
  static_cast<void>(written);  // a full pipe is readable already
  errno = error;
}

void hear_resizes() {
  int ends[2];
  if (resized_read.load() >= 0 || pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return;
  resized_read = ends[0];
  resized_write = ends[1];
}

}  // namespace

struct Terminal::Modes {
  termios before = {};
  bool are_known = false;
};

bool Terminal::is_there() {
  const char* term = std::getenv("TERM");
  bool is_able = term != nullptr && term[0] != '\0' && std::string_view(term) != "dumb";
  return is_able && isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

Terminal::Terminal() : modes_(std::make_unique<Modes>()) {
  hear_resizes();
  resized_ = resized_read.load();
  struct sigaction act = {};
  act.sa_handler = on_resize;
  act.sa_flags = SA_RESTART;
  sigaction(SIGWINCH, &act, nullptr);
}

Terminal::~Terminal() { std::signal(SIGWINCH, SIG_DFL); }

void Terminal::enter() {
  modes_->are_known = tcgetattr(STDIN_FILENO, &modes_->before) == 0;
  if (!modes_->are_known) return;
  termios raw = modes_->before;
  raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
  raw.c_oflag |= OPOST | ONLCR;
  raw.c_cflag |= CS8;
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  write("\x1b[?2004h");  // enables bracketed paste
}

void Terminal::leave() {
  if (!modes_->are_known) return;
  write("\x1b[?2004l");
  tcsetattr(STDIN_FILENO, TCSADRAIN, &modes_->before);
}

Terminal::RawMode::RawMode(Terminal& terminal) : terminal_(terminal) { terminal_.enter(); }
Terminal::RawMode::~RawMode() { terminal_.leave(); }

ScreenSize size_of_terminal() {
  winsize size = {};
  bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? ScreenSize{size.ws_col, size.ws_row > 0 ? size.ws_row : 24} : ScreenSize{};
}

Terminal::Event Terminal::wait(int ms, int wake) {
  pollfd on[] = {{STDIN_FILENO, POLLIN, 0}, {resized_, POLLIN, 0}, {wake, POLLIN, 0}};
  if (poll(on, 3, ms) <= 0) return Event::nothing;
  if (on[2].revents != 0) return Event::woken;
  if (on[1].revents != 0) {
    char bytes[64];
    while (::read(resized_, bytes, sizeof bytes) > 0) continue;
    return Event::resized;
  }
  return Event::input;
}

std::optional<std::string> Terminal::read() {
  char bytes[1 << 16];
  ssize_t size = ::read(STDIN_FILENO, bytes, sizeof bytes);
  if (size < 0 && (errno == EINTR || errno == EAGAIN)) return "";
  if (size <= 0) return std::nullopt;
  return std::string(bytes, static_cast<size_t>(size));
}

void Terminal::write(std::string_view text) {
  while (!text.empty()) {
    ssize_t done = ::write(STDOUT_FILENO, text.data(), text.size());
    if (done < 0 && errno == EAGAIN) {
      pollfd on = {STDOUT_FILENO, POLLOUT, 0};
      poll(&on, 1, 1000);
      continue;
    }
    if (done < 0 && errno != EINTR) return;  // the terminal was closed: read() reports it
    if (done > 0) text.remove_prefix(static_cast<size_t>(done));
  }
}

void Terminal::suspend() {
  leave();
  ::kill(0, SIGTSTP);
  enter();
}

}  // namespace rille::line
