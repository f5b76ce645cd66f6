// Descriptor: closing, waiting, and errors.
#include "stdlib/file/descriptor.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
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

namespace {

// What to write in place of a path that looks like a URL of a scheme that is not read; "" for
// others.
std::string scheme_help(std::string_view path) {
  constexpr std::string_view file = "file://";
  size_t end = path.find("://");
  auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '-'; };
  bool has_scheme =
      end != std::string_view::npos && end > 0 &&
      std::all_of(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(end), is_part);
  if (!has_scheme) return "";
  if (path.starts_with(file))
    return str("write the path alone: \"", path.substr(file.size()), "\"");
  return "URLs begin with s3://, gs://, https:// or http://, in lower case";
}

}  // namespace

void fail_io(std::string_view doing, const std::string& path) {
  int why = errno;
  throw Error(Code::io, str("cannot ", doing, " \"", path, "\": ", std::strerror(why)))
      .help(scheme_help(path));
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
