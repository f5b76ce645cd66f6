// data.repeat: the same items again.
#include <algorithm>

#include "stdlib/data/streams/stages.h"

namespace rille {
namespace {

struct RepeatStream {
  static const Struct& record();
  Stream source;
  std::optional<int64_t> times;
  std::optional<Stream> now = {};  // none: the constructor was called without
  int64_t round = 0, at = 0;

  // By numbers where the source has them: what draws anew for each epoch does so in each round.
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
      if (at == 0) return {};  // there is none, however often it is asked
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
    need_count(at, "data.Repeat", "at");
    Polls polls;
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
    .brief = "The stream that begins another anew whenever it has ended.",
    .fields = {field<&RepeatStream::source>("source: stream", "from where each round begins"),
               field<&RepeatStream::times>("times: int = nil", "how many rounds; nil: no end"),
               field<&RepeatStream::now>("var now: stream = nil", "this round's; nil: not begun"),
               field<&RepeatStream::round>("var round: int = 0", "how many rounds it has ended"),
               field<&RepeatStream::at>("var at: int = 0", "how many items of this round")},
    .methods = {STREAM_METHODS(RepeatStream)},
    .example = "(i for i in data.Repeat(data.Range(0, 2), 2))  #> (0, 1, 0, 1)",
    .source = "ours",
    .open = open_stream<RepeatStream>,
};
const Struct& RepeatStream::record() { return data_repeat_struct; }

extern const Builtin data_repeat_builtin = {
    .signature = "data.repeat(source: any, times: int = nil) -> stream",
    .brief = "The stream of the items again and again.",
    .params =
        {{"source",
          "a stream, or what data.stream takes; each round begins where it is now, and is an epoch "
          "of its own where its items have numbers: data.shuffled draws another order"},
         {"times", "how many rounds, 0 or more; nil: no end, unless there is no item"}},
    .errors = "error[value] where times is below 0",
    .example = "(i for i in data.repeat((1, 2), times = 2))  #> (1, 2, 1, 2)",
    .source = "tf.data.Dataset.repeat",
    .call = bind<&repeated>,
};

}  // namespace rille
