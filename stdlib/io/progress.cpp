// io.progress, io.monotonic: progress bar and monotonic clock.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "stdlib/io.h"
#include "vm/bind.h"
#include "vm/run/grants.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view clear_line = "\r\x1b[K";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The state of the progress bar. A call with an earlier step begins a new bar.
struct ProgressBar {
  Clock::time_point start, drawn;
  int64_t first = 0, last = -1;
};

std::string bar_text(double share, int width) {
  constexpr std::array<std::string_view, 9> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
  int parts = static_cast<int>(share * width * 8);
  std::string out;
  for (int i = 0; i < parts / 8; ++i) out += eighths[8];
  out += eighths[static_cast<size_t>(parts % 8)];
  for (int i = (parts + 7) / 8; i < width; ++i) out += ' ';
  return out;
}

std::string rate_text(double per_second) {
  std::array<char, 48> text{};
  bool slow = per_second > 0 && per_second < 1;
  std::snprintf(text.data(), text.size(), slow ? "%.2f s/step" : "%.0f steps/s",
                slow ? 1 / per_second : per_second);
  return text.data();
}

// On a terminal or in a notebook, redraws the bar in place, at most 20 times a second. Elsewhere,
// prints a line for each 10 % of the steps or every 10 seconds.
void progress(State& state, int64_t done, int64_t total, std::string text) {
  if (total <= 0) {
    throw Error(Code::value, str("io.progress: `total` is ", total, ", expected an int above 0"))
        .label(1);
  }
  need_grant(Grant::clock, "io.progress");
  ProgressBar& bar = state.part<ProgressBar>();
  bool begins = done <= bar.last || bar.last < 0;
  if (begins) bar = {Clock::now(), {}, done - 1, done - 1};
  const auto& place = state.part<ProgressSink>();
  bool terminal = place.draw || (place.write && place.is_terminal), end = done >= total;
  double waited = seconds_since(bar.drawn);
  bool tenth = done * 10 / total > bar.last * 10 / total;
  bar.last = done;
  if (!end && !(terminal ? waited >= 0.05 : tenth || waited >= 10)) return;
  bar.drawn = Clock::now();
  double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
  double per_second =
      static_cast<double>(done - bar.first) / std::max(1e-9, seconds_since(bar.start));
  // The first step is not timed, since it may include compilation and its start is unknown.
  bool rated = done - bar.first > 1;
  std::string line = str(done, "/", total, text.empty() ? "" : "  ", visible(text));
  if (rated) line += "  " + rate_text(per_second);
  if (end) bar.last = -1;
  if (place.draw) return place.draw({done, total, line, begins, end});
  state.before_output(nullptr);
  if (terminal && !end) state.before_output([&place] { place.write(clear_line); });
  if (terminal) line = str(clear_line, "▕", bar_text(share, 24), "▏ ", line);
  if (!terminal || end) line += "\n";
  place.write ? place.write(line) : state.write(line);
}

double seconds_now() {
  need_grant(Grant::clock, "io.monotonic");
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

}  // namespace

extern const Builtin io_progress_builtin = {
    .signature = "io.progress(done: int, total: int, text: str = \"\") -> nil",
    .brief = "Shows a progress bar with the rate of steps, on the stream of error messages.",
    .params = {{"done", "Number of steps done, from 1."},
               {"total", "Total number of steps, > 0."},
               {"text", "Text shown next to the count, such as \"loss {l:.3f}\"."}},
    .errors = "error[value] if `total` is not above 0",
    .example = "io.progress(1, 1)  #> 1/1",
    .source = "ours",
    .call = bind<&progress>,
    .purity = Purity::host,
};

extern const Builtin io_monotonic_builtin = {
    .signature = "io.monotonic() -> float",
    .brief =
        "Returns the time of a monotonic clock, in seconds. Only differences between two calls are "
        "meaningful.",
    .errors = "none",
    .example = "let start = io.monotonic(); io.monotonic() - start >= 0.0  #> true",
    .source = "ours",
    .call = bind<&seconds_now>,
    .purity = Purity::host,
};

}  // namespace rille
