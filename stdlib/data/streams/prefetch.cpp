// data.prefetch: threads compute items in advance.
#include <algorithm>

#include "stdlib/data/streams/prefetch_threads.h"
#include "stdlib/data/streams/stages.h"
#include "vm/run/observer.h"

namespace rille {
namespace {

constexpr int64_t max_threads = 64;

struct PrefetchStream {
  static const Struct& record();
  Value source;  // for a sequential stream, moved to the current position
  int64_t n = 1, threads = 1, at = 0;
  std::optional<Stream> plain = {};  // read on the thread of the State
  std::shared_ptr<PrefetchThreads> readers = {};
  mutable std::optional<Stream> for_items = {};
  int64_t asked = 0;  // number of calls of next(); the first call starts no threads

  Value next(State& state) {
    need_count(at, "data.prefetch", "position");
    if (!plain) plain = Stream(source);
    // The cursor of a sequential stream is `source` itself. A stream that was advanced has no
    // random access, so a restored stream stays sequential.
    ItemNumbers numbers = plain->numbers(state);
    if (readers == nullptr && !begin(state, numbers)) return own_next(state, numbers);
    PrefetchedItem ahead = readers->next();
    if (ahead.fault != nullptr) {
      readers = nullptr;  // the threads are ahead of the position from which a retry starts
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

  // Starts the threads and returns true if prefetching is possible. While tracing and while
  // stages are observed, the thread of the State makes the items.
  bool begin(State& state, const ItemNumbers& numbers) {
    bool is_early = asked++ == 0;
    bool is_watched = state.observers().want(Topic::stream);
    bool can = n > 0 && threads > 0 && state.tracing == 0 && !is_watched && plain->is_free(state);
    if (is_early || !can) return false;
    readers = numbers.dense()
                  ? std::make_shared<PrefetchThreads>(state, source, n, threads, at, numbers.count)
                  : std::make_shared<PrefetchThreads>(state, source, n, threads);
    return true;
  }
};

Value prefetch(State& state, const Value& source, int64_t n, int64_t threads);

// Stages that read their source sequentially. If such a stage runs code of a script, its source can
// still be prefetched.
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
  if (threads < 0 || threads > max_threads) {
    throw Error(Code::value, str(who, ": `threads` is ", threads,
                                 ", expected an integer from 0 to ", max_threads))
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
    .brief = "Stream whose items are prefetched by threads.",
    .fields = {field<&PrefetchStream::source>("source: stream", "Stream of the items to prefetch."),
               field<&PrefetchStream::n>("n: int = 1", "Maximum number of prefetched items."),
               field<&PrefetchStream::threads>("threads: int = 1",
                                               "Number of threads. If 0, nothing is prefetched."),
               field<&PrefetchStream::at>("var position: int = 0",
                                          "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(PrefetchStream)},
    .example = "(i for i in data.Prefetch(data.Range(0, 4), 2, 2))  #> (0, 1, 2, 3)",
    .source = "Grain's ThreadPrefetchIterDataset",
    .open = open_stream<PrefetchStream>,
};
const Struct& PrefetchStream::record() { return data_prefetch_struct; }

extern const Builtin data_prefetch_builtin = {
    .signature = "data.prefetch(source: any, n: int = 16, threads: int = 2) -> stream",
    .brief = "Prefetches the items of a stream on background threads.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts. The threads run the stages of the "
                "library: reading, decompressing, decoding, shuffling, slicing, and stacking. "
                "Functions of a script run on the main thread; if a `data.map` or `data.filter` "
                "calls such a function, the threads prefetch the input of that stage."},
               {"n", "Maximum number of prefetched items, > 0. A few are enough for batches."},
               {"threads",
                "Number of threads, from 0 to 64. A sequential source is read by one thread. Each "
                "thread opens its files itself. If 0, nothing is prefetched."}},
    .returns =
        "a stream of the same items in the same order for any number of `threads`. A saved "
        "position counts only items that were returned, also in a loop `for b in &s`. Calls of "
        "`next!` outside of a loop prefetch nothing",
    .errors =
        "error[value] if `n` is not above 0 or `threads` is not in 0 to 64; the errors of the "
        "source, raised when the item is requested",
    .example =
        "(b for b in data.stream(0..5) |> data.batch(2) |> data.prefetch)  #> ([0, 1], [2, 3], "
        "[4])",
    .source = "Grain's ThreadPrefetchIterDataset and ReadOptions",
    .call = bind<&prefetch>,
};

}  // namespace rille
