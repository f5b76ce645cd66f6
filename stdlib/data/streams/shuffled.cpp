// data.shuffled: a random order, of all or in windows.
#include <algorithm>

#include "stdlib/data/shuffle.h"
#include "stdlib/data/streams/stages.h"

namespace rille {
namespace {

// Each epoch has an order of its own: of the seed and its number.
struct ShuffledStream {
  static const Struct& record();
  Stream source;
  int64_t seed = 0;
  int64_t at = 0;
  mutable KeptShuffle order = {};

  Value next(State& state) {
    need_count(at, "data.shuffled", "at");
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
      poll();  // an order of an epoch is long to find where it has few items
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

  // Which of the source's items that one is.
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
    std::string_view why = all < 0 ? "whose items have no numbers" : "that has no end";
    throw Error(Code::value, str("data.shuffled: a stream ", why, " needs a window"))
        .help("give `window`, the number of items that change places with each other");
  }
};

// Its cursor has one form from the first item to the last, so that a checkpoint of it fits in one
// that is made anew: it keeps no items, but from where they are read again.
struct WindowShuffledStream {
  static const Struct& record();
  Value source;  // where the window begins
  int64_t window = 1;
  int64_t seed = 0;
  int64_t number = 0;  // of the window
  int64_t at = 0;      // how many of the window it has given
  std::optional<Stream> reader = {};
  Values items = {};
  mutable KeptShuffle order = {};
  mutable std::optional<Stream> first = {};  // stays where the first window begins

  Value next(State& state) {
    need_above_zero(window, "data.shuffled", "window");
    need_count(at, "data.shuffled", "at");
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

  // Which item of a window is given as its k-th: the last place of the cipher's order first.
  size_t place_in_window(int64_t k, int64_t size, int64_t which) const {
    return order.at(static_cast<uint64_t>(size - 1 - k), static_cast<uint64_t>(size - 1),
                    static_cast<uint32_t>(seed + which));
  }
};

Value shuffled(State& state, const Value& source, std::optional<int64_t> window,
               std::optional<int64_t> seed) {
  if (window) need_above_zero(*window, "data.shuffled", "window");
  Stream from = stream_of(state, source, "data.shuffled");
  int64_t known = seed_of(from.value(), seed, "data.shuffled");
  if (window) return make_instance(state, WindowShuffledStream{from.value(), *window, known});
  return make_instance(state, ShuffledStream{std::move(from), known});
}

}  // namespace

Value shuffled_stream(State& state, const Value& source, int64_t seed) {
  return shuffled(state, source, {}, seed);
}

extern const Struct data_shuffled_struct = {
    .name = "data.Shuffled",
    .brief = "The stream of another's numbered items in a random order, in each epoch another.",
    .fields = {field<&ShuffledStream::source>("source: stream", "its items have numbers"),
               field<&ShuffledStream::seed>("seed: int", "0 to 2^32 - 1"),
               field<&ShuffledStream::at>("var at: int = 0", "how far it is")},
    .methods = {STREAM_METHODS(ShuffledStream)},
    .example = "(i for i in data.Shuffled(data.Range(0, 4), 1))  #> (1, 2, 3, 0)",
    .source = "Grain's MapDataset.shuffle",
    .open = open_stream<ShuffledStream>,
};
const Struct& ShuffledStream::record() { return data_shuffled_struct; }

extern const Struct data_window_shuffled_struct = {
    .name = "data.WindowShuffled",
    .brief = "The stream of another's items, a window at a time in a random order.",
    .fields = {field<&WindowShuffledStream::source>("var source: stream",
                                                    "where the window begins"),
               field<&WindowShuffledStream::window>("window: int", "items in a window, > 0"),
               field<&WindowShuffledStream::seed>("seed: int", "0 to 2^32 - 1"),
               field<&WindowShuffledStream::number>("var number: int = 0", "of the window"),
               field<&WindowShuffledStream::at>("var at: int = 0",
                                                "how many of the window it has given")},
    .methods = {STREAM_METHODS(WindowShuffledStream)},
    .example = "(i for i in data.WindowShuffled(data.Range(0, 3), 1, 7))  #> (0, 1, 2)",
    .source = "Grain's WindowShuffleIterDataset",
    .open = open_stream<WindowShuffledStream>,
};
const Struct& WindowShuffledStream::record() { return data_window_shuffled_struct; }

extern const Builtin data_shuffled_builtin = {
    .signature = "data.shuffled(source: any, window: int = nil, seed: int = nil) -> stream",
    .brief = "The stream of the items in a random order, in each epoch another.",
    .params = {{"source", "a stream, or what data.stream takes"},
               {"window",
                "items that change places with each other, > 0; nil: all, of a stream whose items "
                "have numbers. Nothing is kept in memory without a window"},
               {"seed",
                "0 to 2^32 - 1: the same one gives the same order on every machine; nil: that of "
                "data.seed"}},
    .errors =
        "error[value] where window is not above 0, where there is no seed, and, when it is gone "
        "through, where there is no window and the items have no numbers or no end",
    .example = "[i for i in data.shuffled(0..6, seed = 1)]  #> [5, 2, 3, 0, 4, 1]",
    .source = "Grain's MapDataset.shuffle; with a window its WindowShuffleIterDataset",
    .call = bind<&shuffled>,
};

}  // namespace rille
