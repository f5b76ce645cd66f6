// Descriptor: closing, waiting, and errors.
#include "stdlib/file/descriptor.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void fail_io(std::string_view doing, const std::string& path) {
  int why = errno;
  throw Error(Code::io, str("cannot ", doing, " \"", path, "\": ", std::strerror(why)));
}

const char* c_path(const std::string& path, PathAccess access) {
  need_path(path, access);
  if (path.find('\0') == std::string::npos) return path.c_str();
  throw Error(Code::io, str("the path contains a NUL character after \"", path.c_str(), "\""));
}

// Waits in short intervals: a time limit only sets a flag, which does not wake the thread.
void wait_for(const Descriptor& file, short events) {
  constexpr int turn_ms = 20;
  pollfd on{*file, events, 0};
  while (::poll(&on, 1, turn_ms) <= 0) poll();
  poll();
}

}  // namespace rille
