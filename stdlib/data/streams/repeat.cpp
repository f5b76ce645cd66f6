// data.repeat: several epochs of a stream.
#include <algorithm>

#include "stdlib/data/streams/stages.h"

namespace rille {
namespace {

struct RepeatStream {
  static const Struct& record();
  Stream source;
  std::optional<int64_t> times;
  std::optional<Stream> now = {};  // empty if the constructor was called without it
  int64_t round = 0, at = 0;

  // Reads by index if the source has random access. Random stages then sample again in each epoch.
  Value next(State& state) {
    int64_t all = source.numbers(state).count;
    if (all > 0 && all != ItemNumbers::endless) return next_of(state, all);
    for (;;) {
      if (times && round >= *times) return {};
      if (!now) now = Stream(source.value());
      Value item = now->next(state);
      if (!item.is_nil()) {
        ++at;
        return item;
      }
      if (at == 0) return {};  // the source is empty in every epoch
      ++round;
      at = 0;
      now = Stream(source.value());
    }
  }

  bool is_free(State& state) const { return source.is_free(state); }
  ItemNumbers numbers(State& state) const {
    ItemNumbers one = source.numbers(state);
    if (round != 0 || at != 0 || one.count <= 0) return one.count == 0 ? one : ItemNumbers();
    bool is_endless = !times || *times > ItemNumbers::endless / one.count;
    return {is_endless ? ItemNumbers::endless : std::max<int64_t>(*times, 0) * one.count,
            one.has_gaps};
  }
  Value item(State& state, int64_t number) const { return source.item(state, number); }
  Values items(State& state, std::span<const int64_t> numbers) const {
    return source.items(state, numbers);
  }
  Value stacked(State& state, std::span<const int64_t> numbers) const {
    return source.stacked(state, numbers);
  }

 private:
  Value next_of(State& state, int64_t all) {
    need_count(round, "data.Repeat", "round");
    need_count(at, "data.Repeat", "position");
    PollCounter polls;
    for (int64_t seen = 0; seen < all && !(times && round >= *times); ++seen) {
      polls.step();
      Value item = source.item(state, number_in(round, all, at));
      if (++at == all) {
        ++round;
        at = 0;
      }
      if (!item.is_nil()) return item;
    }
    return {};
  }
};

RepeatStream repeated(State& state, const Value& source, std::optional<int64_t> times) {
  if (times) need_count(*times, "data.repeat", "times");
  Value from = stream_of(state, source, "data.repeat").value();
  return {Stream(from), times, Stream(from)};
}

}  // namespace

Value repeated_stream(State& state, const Value& source, std::optional<int64_t> times) {
  return make_instance(state, repeated(state, source, times));
}

extern const Struct data_repeat_struct = {
    .name = "data.Repeat",
    .brief = "Stream that restarts another stream at the end of each epoch.",
    .fields = {field<&RepeatStream::source>("source: stream",
                                            "Stream from whose position each epoch starts."),
               field<&RepeatStream::times>(
                   "times: int = nil", "Number of epochs. If nil, the stream repeats without end."),
               field<&RepeatStream::now>(
                   "var now: stream = nil",
                   "Stream of the current epoch. If nil, the epoch has not started."),
               field<&RepeatStream::round>("var round: int = 0", "Number of completed epochs."),
               field<&RepeatStream::at>("var position: int = 0",
                                        "Number of items read in the current epoch.")},
    .methods = {STREAM_METHODS(RepeatStream)},
    .example = "(i for i in data.Repeat(data.Range(0, 2), 2))  #> (0, 1, 0, 1)",
    .source = "ours",
    .open = open_stream<RepeatStream>,
};
const Struct& RepeatStream::record() { return data_repeat_struct; }

extern const Builtin data_repeat_builtin = {
    .signature = "data.repeat(source: any, times: int = nil) -> stream",
    .brief = "Repeats a stream for a number of epochs.",
    .params =
        {{"source",
          "Stream, or a value that `data.stream` accepts. Each epoch starts at the present "
          "position of the stream. With random access, random stages sample again in each epoch: "
          "`data.shuffle` uses a new order."},
         {"times",
          "Number of epochs, ≥ 0. If nil, the stream repeats without end, unless it is empty."}},
    .errors = "error[value] if `times` is below 0",
    .example = "(i for i in data.repeat((1, 2), times = 2))  #> (1, 2, 1, 2)",
    .source = "tf.data.Dataset.repeat",
    .call = bind<&repeated>,
};

}  // namespace rille
