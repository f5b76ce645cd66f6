// data.shuffle: global shuffle, or shuffle in windows.
#include <algorithm>

#include "stdlib/data/shuffle.h"
#include "stdlib/data/streams/stages.h"

namespace rille {
namespace {

// The order of an epoch depends on the seed and on the number of the epoch.
struct ShuffledStream {
  static const Struct& record();
  Stream source;
  int64_t seed = 0;
  int64_t at = 0;
  mutable ShuffleCache order = {};

  Value next(State& state) {
    need_count(at, "data.shuffle", "position");
    return next_numbered(state, *this, count_of(state), at);
  }

  bool is_free(State& state) const { return source.is_free(state); }
  ItemNumbers numbers(State& state) const {
    return at == 0 ? source.numbers(state) : ItemNumbers();
  }
  Value item(State& state, int64_t number) const {
    return source.item(state, number_of(number, count_of(state)));
  }
  Values items(State& state, std::span<const int64_t> numbers) const {
    return source.items(state, numbers_of(numbers, count_of(state)));
  }
  Value stacked(State& state, std::span<const int64_t> numbers) const {
    return source.stacked(state, numbers_of(numbers, count_of(state)));
  }

 private:
  std::vector<int64_t> numbers_of(std::span<const int64_t> numbers, int64_t all) const {
    std::vector<int64_t> out;
    out.reserve(numbers.size());
    std::vector<uint64_t> places;
    while (out.size() < numbers.size()) {
      poll();  // the cipher needs many rounds for an epoch of few items
      int64_t epoch = place_of(numbers[out.size()], all).epoch;
      places.clear();
      for (int64_t number : numbers.subspan(out.size())) {
        auto [its, place] = place_of(number, all);
        if (its != epoch) break;
        places.push_back(static_cast<uint64_t>(place));
      }
      order_of(epoch, all)(places);
      for (uint64_t place : places)
        out.push_back(number_in(epoch, all, static_cast<int64_t>(place)));
    }
    return out;
  }

  // Index in the source of the item with index `number` in this stream.
  int64_t number_of(int64_t number, int64_t all) const {
    auto [epoch, place] = place_of(number, all);
    uint64_t from = order_of(epoch, all)(static_cast<uint64_t>(place));
    return number_in(epoch, all, static_cast<int64_t>(from));
  }
  const IndexShuffle& order_of(int64_t epoch, int64_t all) const {
    return order.of(static_cast<uint64_t>(all - 1), static_cast<uint32_t>(seed + epoch));
  }

  int64_t count_of(State& state) const {
    int64_t all = source.numbers(state).count;
    if (all >= 0 && all != ItemNumbers::endless) return all;
    std::string_view why = all < 0 ? "sequential" : "infinite";
    throw Error(Code::value, str("data.shuffle: `source` is ", why,
                                 ", expected a finite random-access stream, or a `window_size`"))
        .help("pass `window_size`, the number of items that are shuffled together");
  }
};

// The iterator state holds the stream before the window instead of the items, which are read again
// after a restore. Its structure is therefore constant, and any checkpoint can be restored.
struct WindowShuffledStream {
  static const Struct& record();
  Value source;  // the stream before the current window
  int64_t window = 1;
  int64_t seed = 0;
  int64_t number = 0;  // index of the current window
  int64_t at = 0;      // number of items of the window already returned
  std::optional<Stream> reader = {};
  Values items = {};
  mutable ShuffleCache order = {};
  mutable std::optional<Stream> first = {};  // not advanced: before the first window

  Value next(State& state) {
    need_above_zero(window, "data.shuffle", "window_size");
    need_count(at, "data.shuffle", "position");
    if (!reader) {
      reader = Stream(source);
      items = next_items(state, *reader, window);
    }
    if (is_over() && std::ssize(items) == window) {
      source = reader->value();
      at = 0;
      ++number;
      items = next_items(state, *reader, window);
    }
    return is_over() ? Value() : items[place_in_window(at++, std::ssize(items), number)];
  }

  ItemNumbers numbers(State& state) const {
    if (!first) first = Stream(source);
    bool is_at_start = at == 0 && number == 0 && window > 0;
    ItemNumbers all = first->numbers(state);
    return is_at_start && all.dense() ? all : ItemNumbers();
  }
  Value item(State& state, int64_t asked) const {
    int64_t all = numbers(state).count;
    auto [epoch, place] = place_of(asked, all);
    int64_t begin = place - place % window, size = std::min(window, all - begin);
    int64_t windows = all / window + (all % window == 0 ? 0 : 1);
    size_t from = place_in_window(place - begin, size, number_in(epoch, windows, place / window));
    return first->item(state, asked - place + begin + static_cast<int64_t>(from));
  }

 private:
  bool is_over() const { return at >= std::ssize(items); }

  // Index within a window of the item that is returned as item k. The order of the cipher is
  // reversed, as in Grain.
  size_t place_in_window(int64_t k, int64_t size, int64_t which) const {
    return order.at(static_cast<uint64_t>(size - 1 - k), static_cast<uint64_t>(size - 1),
                    static_cast<uint32_t>(seed + which));
  }
};

Value shuffled(State& state, const Value& source, std::optional<int64_t> seed,
               std::optional<int64_t> window) {
  if (window) need_above_zero(*window, "data.shuffle", "window_size");
  Stream from = stream_of(state, source, "data.shuffle");
  int64_t known = seed_of(from.value(), seed, "data.shuffle");
  if (window) return make_instance(state, WindowShuffledStream{from.value(), *window, known});
  return make_instance(state, ShuffledStream{std::move(from), known});
}

}  // namespace

Value shuffled_stream(State& state, const Value& source, int64_t seed) {
  return shuffled(state, source, seed, {});
}

extern const Struct data_shuffled_struct = {
    .name = "data.Shuffled",
    .brief = "Stream that shuffles all items, in a different order in each epoch.",
    .fields = {field<&ShuffledStream::source>("source: stream", "Finite random-access stream."),
               field<&ShuffledStream::seed>("seed: int",
                                            "Seed of the shuffle, from 0 to 2^32 - 1."),
               field<&ShuffledStream::at>("var position: int = 0",
                                          "Iterator position: index of the next item.")},
    .methods = {STREAM_METHODS(ShuffledStream)},
    .example = "(i for i in data.Shuffled(data.Range(0, 4), 1))  #> (1, 2, 3, 0)",
    .source = "Grain's MapDataset.shuffle",
    .open = open_stream<ShuffledStream>,
};
const Struct& ShuffledStream::record() { return data_shuffled_struct; }

extern const Struct data_window_shuffled_struct = {
    .name = "data.WindowShuffled",
    .brief = "Stream that shuffles the items within consecutive windows.",
    .fields = {field<&WindowShuffledStream::source>("var source: stream",
                                                    "Stream before the current window."),
               field<&WindowShuffledStream::window>("window_size: int",
                                                    "Number of items in a window, > 0."),
               field<&WindowShuffledStream::seed>("seed: int",
                                                  "Seed of the shuffle, from 0 to 2^32 - 1."),
               field<&WindowShuffledStream::number>("var number: int = 0",
                                                    "Index of the current window."),
               field<&WindowShuffledStream::at>("var position: int = 0",
                                                "Number of items of the window already returned.")},
    .methods = {STREAM_METHODS(WindowShuffledStream)},
    .example = "(i for i in data.WindowShuffled(data.Range(0, 3), 1, 7))  #> (0, 1, 2)",
    .source = "Grain's WindowShuffleIterDataset",
    .open = open_stream<WindowShuffledStream>,
};
const Struct& WindowShuffledStream::record() { return data_window_shuffled_struct; }

extern const Builtin data_shuffle_builtin = {
    .signature = "data.shuffle(source: any, seed: int = nil, window_size: int = nil) -> stream",
    .brief = "Shuffles the items of a stream, in a different order in each epoch.",
    .params = {{"source", "Stream, or a value that `data.stream` accepts."},
               {"seed",
                "Seed of the shuffle, from 0 to 2^32 - 1. The same seed gives the same order on "
                "every machine. If nil, the seed is derived from the upstream `data.seed`."},
               {"window_size",
                "Shuffle window, > 0: items are shuffled within consecutive windows of this many "
                "items, which are held in memory. If nil, all items are shuffled; this requires a "
                "finite random-access stream and holds no items in memory."}},
    .errors =
        "error[value] if `window_size` is not above 0, or the seed is missing or out of range; "
        "error[value] at the first item if `window_size` is nil and the stream is sequential or "
        "infinite",
    .example = "[i for i in data.shuffle(0..6, seed = 1)]  #> [5, 2, 3, 0, 4, 1]",
    .source = "Grain's MapDataset.shuffle; with a window its WindowShuffleIterDataset",
    .call = bind<&shuffled>,
};

}  // namespace rille
