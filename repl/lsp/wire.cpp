// MessageChannel: reads and writes frames with Content-Length.
#include "repl/lsp/wire.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace rille::lsp {

bool MessageChannel::more() {
  char some[1 << 16];
  for (;;) {
    ssize_t got = ::read(in_, some, sizeof some);
    if (got > 0) held_.append(some, static_cast<size_t>(got));
    if (got >= 0) return got > 0;
    if (errno == EAGAIN) {
      pollfd wait{.fd = in_, .events = POLLIN, .revents = 0};
      ::poll(&wait, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
}

std::optional<std::string> MessageChannel::read() {
  constexpr std::string_view end = "\r\n\r\n", head = "content-length:";
  constexpr size_t max_head = 1 << 14;
  size_t stop = 0;
  while ((stop = held_.find(end)) == std::string::npos) {
    if (held_.size() > max_head || !more()) return {};
  }
  std::string lower = held_.substr(0, stop);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  size_t at = lower.find(head);
  if (at == std::string::npos) return {};
  at += head.size();
  while (at < lower.size() && lower[at] == ' ') ++at;
  size_t length = 0;
  auto [behind, failed] = std::from_chars(lower.data() + at, lower.data() + lower.size(), length);
  if (failed != std::errc() || length > max_bytes) return {};
  stop += end.size();
  while (held_.size() < stop + length) {
    if (!more()) return {};
  }
  std::string out = held_.substr(stop, length);
  held_.erase(0, stop + length);
  return out;
}

void MessageChannel::write(const Json& message) {
  // Invalid UTF-8 in a text is replaced, so that the message can always be sent.
  std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string all = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  std::lock_guard lock(mutex_);
  for (size_t at = 0; at < all.size();) {
    ssize_t put = ::write(out_, all.data() + at, all.size() - at);
    if (put < 0 && errno != EINTR && errno != EAGAIN) return;
    if (put > 0) at += static_cast<size_t>(put);
  }
}

}  // namespace rille::lsp
