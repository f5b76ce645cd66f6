// data.prefetch: items are made on threads, ahead of need.
#include <algorithm>

#include "stdlib/data/streams/ahead.h"
#include "stdlib/data/streams/stages.h"
#include "vm/run/observer.h"

namespace rille {
namespace {

constexpr int64_t most_threads = 64;

struct PrefetchStream {
  static const Struct& record();
  Value source;  // of items without numbers where it is
  int64_t n = 1, threads = 1, at = 0;
  std::optional<Stream> plain = {};  // read by the State
  std::shared_ptr<Readers> readers = {};
  mutable std::optional<Stream> for_items = {};
  int64_t asked = 0;  // of this object: the first item is made when it is asked for, alone

  Value next(State& state) {
    need_count(at, "data.prefetch", "at");
    if (!plain) plain = Stream(source);
    // A stream without numbers that was moved on stays one: its cursor is the source.
    ItemNumbers numbers = plain->numbers(state);
    if (readers == nullptr && !begin(state, numbers)) return own_next(state, numbers);
    Ahead ahead = readers->next();
    if (ahead.fault != nullptr) {
      readers = nullptr;  // which are ahead of the place that the next try begins at
      plain.reset();
      std::rethrow_exception(ahead.fault);
    }
    if (ahead.needs_state) ahead.item = plain->item(state, at);
    if (ahead.item.is_nil()) return {};
    if (!numbers.dense()) source = std::move(ahead.cursor);
    ++at;
    return std::move(ahead.item);
  }

  ItemNumbers numbers(State& state) const {
    return at == 0 ? first(state).numbers(state) : ItemNumbers();
  }
  Value item(State& state, int64_t number) const { return first(state).item(state, number); }
  bool is_free(State& state) const { return first(state).is_free(state); }

 private:
  Stream& first(State&) const {
    if (!for_items) for_items = Stream(source);
    return *for_items;
  }

  Value own_next(State& state, const ItemNumbers& numbers) {
    if (numbers.dense()) return at >= numbers.count ? Value() : plain->item(state, at++);
    Value out = plain->next(state);
    source = plain->value();
    if (!out.is_nil()) ++at;
    return out;
  }

  // Whether threads were started. Items of a trace are the State's, those that are measured too.
  bool begin(State& state, const ItemNumbers& numbers) {
    bool is_early = asked++ == 0;
    bool is_watched = state.observers().want(Topic::stream);
    bool can = n > 0 && threads > 0 && state.tracing == 0 && !is_watched && plain->is_free(state);
    if (is_early || !can) return false;
    readers = numbers.dense()
                  ? std::make_shared<Readers>(state, source, n, threads, at, numbers.count)
                  : std::make_shared<Readers>(state, source, n, threads);
    return true;
  }
};

Value prefetch(State& state, const Value& source, int64_t n, int64_t threads);

// Stages that go through their source one item after the other, whatever that is: what they read
// may be read ahead where they themselves run code of a script.
constexpr std::string_view passing[] = {"data.Batch",   "data.Enumerate", "data.Filter",
                                        "data.FlatMap", "data.Map",       "data.RandomMap",
                                        "data.Seed",    "data.Take"};

Value pushed(State& state, const Value& stage, int64_t n, int64_t threads) {
  const Struct* record = struct_of(stage);
  bool passes = record != nullptr && std::ranges::find(passing, record->name) != std::end(passing);
  if (Stream(stage).is_free(state) || !passes) {
    return make_instance(state, PrefetchStream{stage, n, threads});
  }
  const Layout& layout = *stage.layout();
  Values items = stage.items();
  auto at = static_cast<size_t>(layout.find("source"));
  items[at] = pushed(state, items[at], n, threads);
  return Value::like(stage.branch(), std::move(items));
}

Value prefetch(State& state, const Value& source, int64_t n, int64_t threads) {
  constexpr std::string_view who = "data.prefetch";
  need_above_zero(n, who, "n");
  if (threads < 0 || threads > most_threads) {
    throw Error(Code::value, str(who, ": `threads` needs 0 to ", most_threads, ", got ", threads))
        .label(2);
  }
  return pushed(state, stream_of(state, source, who).value(), n, threads);
}

}  // namespace

Value prefetched_stream(State& state, const Value& source, int64_t n, int64_t threads) {
  return prefetch(state, source, n, threads);
}

extern const Struct data_prefetch_struct = {
    .name = "data.Prefetch",
    .brief = "The stream of another's items, made on threads before they are asked for.",
    .fields = {field<&PrefetchStream::source>("source: stream"),
               field<&PrefetchStream::n>("n: int = 1", "how many are made ahead"),
               field<&PrefetchStream::threads>("threads: int = 1", "0: none is made ahead"),
               field<&PrefetchStream::at>("var at: int = 0", "how many it has given")},
    .methods = {STREAM_METHODS(PrefetchStream)},
    .example = "(i for i in data.Prefetch(data.Range(0, 4), 2, 2))  #> (0, 1, 2, 3)",
    .source = "Grain's ThreadPrefetchIterDataset",
    .open = open_stream<PrefetchStream>,
};
const Struct& PrefetchStream::record() { return data_prefetch_struct; }

extern const Builtin data_prefetch_builtin = {
    .signature = "data.prefetch(source: any, n: int = 16, threads: int = 2) -> stream",
    .brief = "The stream of the same items, which threads make before they are asked for.",
    .params = {{"source",
                "a stream, or what data.stream takes. What the library alone does goes to threads: "
                "reading, unpacking, decoding, shuffling, cutting, stacking. A script's functions "
                "stay where the script runs: behind a map or a filter of one it is what they read "
                "that is made ahead"},
               {"n", "how many items at most wait to be taken, > 0; of batches few"},
               {"threads",
                "as many where the items have numbers, else one; each opens its files itself; 0: "
                "none"}},
    .returns =
        "the same items in the same order, whatever `threads` is. A position that is saved is "
        "behind "
        "the items that were given, in a loop `for b in &s` too. By `next!` alone nothing is made "
        "ahead",
    .errors = "error[value] where n is not above 0; what the source raises, when its item is due",
    .example =
        "(b for b in data.stream(0..5) |> data.batch(2) |> data.prefetch)  #> ([0, 1], [2, 3], "
        "[4])",
    .source = "Grain's ThreadPrefetchIterDataset and ReadOptions",
    .call = bind<&prefetch>,
};

}  // namespace rille
