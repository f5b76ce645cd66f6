// data.pick_prefetch: how many items fit, measured.
#include <algorithm>
#include <chrono>
#include <thread>

#include "stdlib/data/streams/stages.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view pick_prefetch_who = "data.pick_prefetch";
constexpr int64_t most_picked_threads = 64;  // of data.prefetch

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value picked(State& state, const Value& source, int64_t memory, int64_t most,
             std::optional<int64_t> threads, int64_t samples) {
  need_above_zero(memory, pick_prefetch_who, "memory");
  need_above_zero(most, pick_prefetch_who, "most");
  need_above_zero(samples, pick_prefetch_who, "samples");
  if (threads) need_count(*threads, pick_prefetch_who, "threads");
  int64_t cores = std::clamp<int64_t>(std::thread::hardware_concurrency(), 1, most_picked_threads);
  Stream stream = stream_of(state, source, pick_prefetch_who);
  auto begin = std::chrono::steady_clock::now();
  size_t bytes = 0;
  int64_t seen = 0;
  Polls polls;
  for (; seen < samples; ++seen) {
    polls.step();
    Value item = stream.next(state);
    if (item.is_nil()) break;
    bytes += bytes_in(item);
  }
  if (seen == 0)
    throw Error(Code::value, str(pick_prefetch_who, " has no item to measure")).label(0);
  std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  double mean = static_cast<double>(bytes) / static_cast<double>(seen);
  double room = mean > 0 ? static_cast<double>(memory) / mean : static_cast<double>(most);
  auto n = static_cast<int64_t>(std::min(room, static_cast<double>(most)));
  return Value::record(state,
                       {{"bytes", mean},
                        {"n", std::max<int64_t>(n, 1)},
                        {"seconds", taken.count() / static_cast<double>(seen)},
                        {"threads", std::min({n, threads.value_or(cores), most_picked_threads})}});
}

}  // namespace

extern const Builtin data_pick_prefetch_builtin = {
    .signature =
        "data.pick_prefetch(source: any, memory: int, most: int = 1000, threads: int = nil, "
        "samples: int = 5) -> (bytes = float, n = int, seconds = float, threads = int)",
    .brief = "How many items data.prefetch may make ahead within some memory, by measured ones.",
    .params = {{"source", "a stream, or what data.stream takes; it stays where it is"},
               {"memory", "bytes that the items which wait may take, > 0"},
               {"most", "no more items than this, > 0"},
               {"threads", "no more than these; nil: as many as there are cores"},
               {"samples", "items that are made and measured, > 0, fewer where it ends before"}},
    .returns =
        "n and threads for data.prefetch, n being 1 and threads 0 where not one item has room; the "
        "mean of bytes and of seconds that an item took to make",
    .errors =
        "error[value] where a number is not above 0 or there is no item; what the stream raises",
    .example =
        "let p = data.pick_prefetch(data.stream(zeros((9, 100))), memory = 2000)\n"
        "p.n  #> 5\n"
        "data.pick_prefetch(data.stream(zeros((9, 100))), 399).threads  #> 0",
    .source = "Grain's pick_performance_config",
    .call = bind<&picked>,
    .purity = Purity::host,
};

}  // namespace rille
