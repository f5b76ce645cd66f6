// data.pick_prefetch: buffer size for data.prefetch.
#include <algorithm>
#include <chrono>
#include <thread>

#include "stdlib/data/streams/stages.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view pick_prefetch_who = "data.pick_prefetch";
constexpr int64_t max_picked_threads = 64;  // the limit of data.prefetch

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value picked(State& state, const Value& source, int64_t memory, int64_t most,
             std::optional<int64_t> threads, int64_t samples) {
  need_above_zero(memory, pick_prefetch_who, "memory_bytes");
  need_above_zero(most, pick_prefetch_who, "max_buffer");
  need_above_zero(samples, pick_prefetch_who, "samples");
  if (threads) need_count(*threads, pick_prefetch_who, "threads");
  int64_t cores = std::clamp<int64_t>(std::thread::hardware_concurrency(), 1, max_picked_threads);
  Stream stream = stream_of(state, source, pick_prefetch_who);
  auto begin = std::chrono::steady_clock::now();
  size_t bytes = 0;
  int64_t seen = 0;
  PollCounter polls;
  for (; seen < samples; ++seen) {
    polls.step();
    Value item = stream.next(state);
    if (item.is_nil()) break;
    bytes += bytes_in(item);
  }
  if (seen == 0) {
    throw Error(Code::value,
                str(pick_prefetch_who, ": `source` is empty, expected at least one item"))
        .label(0);
  }
  std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  double mean = static_cast<double>(bytes) / static_cast<double>(seen);
  double room = mean > 0 ? static_cast<double>(memory) / mean : static_cast<double>(most);
  auto n = static_cast<int64_t>(std::min(room, static_cast<double>(most)));
  return Value::record(state,
                       {{"bytes", mean},
                        {"n", std::max<int64_t>(n, 1)},
                        {"seconds", taken.count() / static_cast<double>(seen)},
                        {"threads", std::min({n, threads.value_or(cores), max_picked_threads})}});
}

}  // namespace

extern const Builtin data_pick_prefetch_builtin = {
    .signature =
        "data.pick_prefetch(source: any, memory_bytes: int, max_buffer: int = 1000, threads: int = "
        "nil, samples: int = 5) -> (bytes = float, n = int, seconds = float, threads = int)",
    .brief =
        "Computes the buffer size and the number of threads for `data.prefetch`. Reads a few items "
        "of a copy of the stream and measures them.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts. Its position does not change."},
               {"memory_bytes", "Memory for the prefetched items, in bytes, > 0."},
               {"max_buffer", "Maximum number of prefetched items, > 0."},
               {"threads",
                "Maximum number of threads, ≥ 0; more than 64 count as 64. If nil, the number of "
                "cores is the maximum."},
               {"samples", "Number of items to measure, > 0; fewer if the stream ends earlier."}},
    .returns =
        "a record. `n` and `threads` are arguments for `data.prefetch`: if `memory_bytes` does not "
        "hold one item, `n` is 1 and `threads` is 0. `bytes` is the mean size of an item, and "
        "`seconds` the mean time to compute it",
    .errors =
        "error[value] if `memory_bytes`, `max_buffer`, or `samples` is not above 0, `threads` is "
        "below 0, or the stream is empty; the errors of the stream",
    .example =
        "let p = data.pick_prefetch(data.stream(zeros((9, 100))), memory_bytes = 2000)\n"
        "p.n  #> 5\n"
        "data.pick_prefetch(data.stream(zeros((9, 100))), 399).threads  #> 0",
    .source = "Grain's pick_performance_config",
    .call = bind<&picked>,
    .purity = Purity::host,
};

}  // namespace rille
