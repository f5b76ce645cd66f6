// RetriedRequest: retries with backoff; errors of requests.
#include "stdlib/remote/retry.h"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>

#include "stdlib/remote/services.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int first_ms = 200, longest_ms = 10'000;

int max_tries() { return setting_number("RILLE_REMOTE_TRIES", 5, 1, 20); }

// A random number from half of `most` to `most`: splitmix64 with a seed from the environment or the
// system.
int64_t by_chance(int64_t most) {
  static std::atomic<uint64_t> state = [] {
    uint64_t bits = 0;
    if (!setting("RILLE_REMOTE_SEED").empty()) {
      return static_cast<uint64_t>(setting_number("RILLE_REMOTE_SEED", 0, 0, 1 << 30));
    }
    return ::getrandom(&bits, sizeof bits, 0) == sizeof bits ? bits : 1;
  }();
  uint64_t x = state += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  x ^= x >> 31;
  return most / 2 + static_cast<int64_t>(x % static_cast<uint64_t>(most / 2 + 1));
}

// The pause before the next try: the Retry-After of the server, or exponential backoff with jitter.
int64_t pause_ms(int tries, const HttpResponse& answer) {
  std::string asked = answer.header("retry-after");
  int64_t seconds = 0;
  auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), seconds);
  bool is_number = error == std::errc() && end == asked.data() + asked.size() && seconds >= 0;
  if (is_number) return std::min<int64_t>(seconds, longest_ms / 1000) * 1000;
  return by_chance(std::min(longest_ms, first_ms << std::min(tries - 1, 10)));
}

void pause(int64_t milliseconds) {
  constexpr int64_t turn = 20;
  Clock::time_point end = Clock::now() + std::chrono::milliseconds(milliseconds);
  while (Clock::now() < end) {
    poll();
    ::usleep(turn * 1000);
  }
  poll();
}

std::string_view reason_of(int status) {
  switch (status) {
    case 301:
    case 302:
    case 307:
    case 308: return "moved";
    case 400: return "bad request";
    case 401: return "unauthorized";
    case 403: return "forbidden";
    case 404: return "no such object";
    case 412: return "the object has changed";
    case 416: return "range not satisfiable";
    case 429: return "too many requests";
    default: return status >= 500 ? "server error" : "";
  }
}

// The message of the server: one short line, without secrets of the environment.
std::string said_by(const HttpResponse& answer) {
  std::string text = without_secrets(message_of(answer));
  std::string out;
  for (char c : text) {
    bool is_blank = static_cast<unsigned char>(c) <= ' ';
    if (!is_blank) out += c;
    if (is_blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  constexpr size_t most = 200;
  bool is_long = out.size() > most;
  size_t end = std::min(out.size(), most);
  while (is_long && end > 0 && (static_cast<unsigned char>(out[end]) & 0xc0) == 0x80) --end;
  return visible(str(std::string_view(out).substr(0, end), is_long ? "…" : ""));
}

}  // namespace

RetriedRequest::RetriedRequest(std::function<HttpRequest()> make)
    : make_(std::move(make)), exchange_(std::make_unique<HttpExchange>(make_())) {}

HttpResponse& RetriedRequest::wait() {
  for (;;) {
    HttpResponse& answer = exchange_->wait();
    if (!answer.is_passing() || tries_ >= max_tries()) return answer;
    pause(pause_ms(tries_, answer));
    ++tries_;
    exchange_ = std::make_unique<HttpExchange>(make_());
  }
}

HttpResponse answer_of(std::function<HttpRequest()> make) {
  return std::move(RetriedRequest(std::move(make)).wait());
}

void fail_remote(std::string_view doing, const Url& url, const HttpResponse& answer) {
  std::string head = str("cannot ", doing, " \"", url.shown, "\": ");
  std::string tries = answer.is_passing() ? str(" (", max_tries(), " tries)") : "";
  if (!answer.fault.empty()) {
    throw Error(Code::io, str(head, without_secrets(answer.fault), tries));
  }
  std::string_view reason = reason_of(answer.status);
  std::string said = said_by(answer);
  Error error(Code::io, str(head, answer.status, reason.empty() ? "" : " ", reason,
                            said.empty() ? "" : ": ", said, tries));
  std::string way = way_out(url, answer);
  if (way.empty()) throw error;
  throw std::move(error).note(way);
}

void fail_remote(const Url& url, std::string_view why) {
  throw Error(Code::io, str("\"", url.shown, "\" ", why));
}

}  // namespace rille
