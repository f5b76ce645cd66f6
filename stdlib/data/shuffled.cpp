// data.shuffled: a stream in a random order, block by block.
#include "stdlib/data/streams.h"
#include "vm/running.h"

namespace rille {
namespace {

// Its cursor has one form from the first item to the last, so that a checkpoint of it fits in one
// that is made anew: it keeps no items, but from where they are read again.
struct ShuffledStream {
  static const Struct& record();
  Value source;  // where the block begins
  int64_t window = 1;
  int64_t seed = 0;  // of the block
  int64_t at = 0;    // how many of the block it has given
  std::optional<Stream> reader = {};
  Values block = {};
  uint64_t seed_after = 0;

  Value next(State& state) {
    need_above_zero(window, "data.shuffled", "window");
    need_count(at, "data.shuffled", "at");
    if (!reader) {
      reader = Stream(source);
      read_block(state);
    }
    if (is_over() && block.size() == static_cast<size_t>(window)) {
      source = reader->value();
      seed = static_cast<int64_t>(seed_after);
      at = 0;
      read_block(state);
    }
    return is_over() ? Value() : block[static_cast<size_t>(at++)];
  }

 private:
  bool is_over() const { return static_cast<size_t>(at) >= block.size(); }

  // Fisher and Yates.
  void read_block(State& state) {
    block = next_items(state, *reader, window);
    seed_after = static_cast<uint64_t>(seed);
    Polls polls;
    for (size_t i = block.size(); i > 1; --i) {
      polls.step();
      std::swap(block[i - 1], block[split_mix(seed_after) % i]);
    }
  }
};

ShuffledStream shuffled(State& state, const Value& source, int64_t window, int64_t seed) {
  need_above_zero(window, "data.shuffled", "window");
  return {stream_of(state, source, "data.shuffled").value(), window, seed};
}

}  // namespace

extern const Struct data_shuffled_struct = {
    .name = "data.Shuffled",
    .brief = "The stream of another's items, some at a time in a random order.",
    .fields = {field<&ShuffledStream::source>("var source: stream", "where the block begins"),
               field<&ShuffledStream::window>("window: int", "items in a block, > 0"),
               field<&ShuffledStream::seed>("var seed: int", "of the block's order"),
               field<&ShuffledStream::at>("var at: int = 0", "how many of the block it has given")},
    .methods = {STREAM_NEXT(ShuffledStream)},
    .example = "(i for i in data.Shuffled(data.Range(0, 3), 1, 7))  #> (0, 1, 2)",
    .source = "ours",
    .open = open_stream<ShuffledStream>,
};
const Struct& ShuffledStream::record() { return data_shuffled_struct; }

extern const Builtin data_shuffled_builtin = {
    .signature = "data.shuffled(source: any, window: int, seed: int) -> stream",
    .brief = "The stream of the items in a random order, `window` at a time.",
    .params = {{"source", "a stream, or what data.stream takes"},
               {"window",
                "items that change places with each other, > 0; of as many as there are every "
                "order is equally likely"},
               {"seed", "the same seed gives the same order on every machine"}},
    .errors = "error[value] where window is not above 0",
    .example = "sort([i for i in data.shuffled(0..4, 4, seed = 1)])  #> [0, 1, 2, 3]",
    .source = "Fisher and Yates over splitmix64",
    .call = bind<&shuffled>,
};

}  // namespace rille
