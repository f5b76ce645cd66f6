// data.load: a complete input pipeline in one call.
#include "stdlib/data/streams/stages.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view load_who = "data.load";
constexpr int64_t ahead_of_need = 16;  // the default buffer size of data.prefetch

Value operated(State& state, Value stream, const Values& operations) {
  for (size_t i = 0; i < operations.size(); ++i) {
    if (!is_callable(state, operations[i])) {
      throw labelled(
          Error(Code::type, str(load_who, ": operation ", i, " is ", kind_text(operations[i]),
                                ", expected a function of a stream")),
          "operations");
    }
    stream = call_value(state, operations[i], stream);
    if (is_stream(stream)) continue;
    throw labelled(Error(Code::type, str(load_who, ": operation ", i, " returned ",
                                         kind_text(stream), ", expected a stream"))
                       .help("s => s |> data.map(f)"),
                   "operations");
  }
  return stream;
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value loaded(State& state, const Value& source, std::optional<int64_t> epochs, bool shuffle,
             std::optional<int64_t> seed, int64_t index, int64_t count, bool drop_remainder,
             const Value& operations, std::optional<int64_t> batch, bool drop_last,
             int64_t threads) {
  Value out = stream_of(state, source, load_who).value();
  if (shuffle && !seed) {
    throw labelled(
        Error(Code::value, str(load_who, ": `shuffle` is true but `seed` is nil, expected a seed")),
        "shuffle");
  }
  need_above_zero(count, load_who, "count");
  if (seed) out = seed_stream(state, out, *seed);
  if (drop_last && !batch) {
    throw labelled(
        Error(Code::value, str(load_who, ": `drop_remainder` is true without `batch_size`"))
            .help("`even_shards` drops the remainder of the shards"),
        "drop_remainder");
  }
  if (count != 1 || index != 0) out = part_stream(state, out, {index, count, drop_remainder});
  if (shuffle) out = shuffled_stream(state, out, *seed);
  if (!epochs || *epochs != 1) out = repeated_stream(state, out, epochs);
  out = operated(state, out, operations.items());
  if (batch) out = batched_stream(state, out, *batch, drop_last);
  return threads == 0 ? out : prefetched_stream(state, out, ahead_of_need, threads);
}

}  // namespace

extern const Builtin data_load_builtin = {
    .signature =
        "data.load(source: any, epochs: int = nil, shuffle: bool = false, seed: int = nil, index: "
        "int = 0, count: int = 1, even_shards: bool = false, operations: tuple = (), batch_size: "
        "int = nil, drop_remainder: bool = false, threads: int = 0) -> stream",
    .brief =
        "Creates a complete input pipeline: shards, shuffles, repeats, transforms, batches, and "
        "prefetches a source.",
    .params =
        {{"source",
          "Random-access stream, or a value that `data.stream` accepts. A sequential stream is "
          "accepted if it is neither shuffled nor sharded."},
         {"epochs", "Number of epochs, ≥ 0. If nil, the stream repeats without end."},
         {"shuffle", "If true, shuffles the items, in a different order in each epoch."},
         {"seed",
          "Seed of the shuffle and, as with `data.seed`, of the random stages of the operations, "
          "from 0 to 2^32 - 1. If nil, no seed is set; `shuffle` then raises an error."},
         {"index", "Index of this host, 0 ≤ index < count."},
         {"count", "Number of hosts, > 0. Each host reads one contiguous data shard of the items."},
         {"even_shards",
          "If true, drops the items that remain after an even split, so that all shards have the "
          "same length."},
         {"operations",
          "Tuple of functions, applied in order, each of which maps a stream to a stream: `s => s "
          "|> data.map(f)`."},
         {"batch_size", "Batch size, > 0. If nil, the items are not batched."},
         {"drop_remainder",
          "If true, drops the last batch if it has fewer than `batch_size` items."},
         {"threads",
          "Number of threads that prefetch the items, from 0 to 64. If 0, nothing is prefetched."}},
    .returns =
        "a stream that chains `data.shard` (contiguous), `data.shuffle`, `data.repeat`, the "
        "operations, `data.batch`, and `data.prefetch`",
    .errors =
        "error[value] if `shuffle` is true and `seed` is nil, or if an argument is out of range "
        "for its stage; error[type] if an operation is not a function or does not return a stream, "
        "with its index",
    .example =
        "let s = data.load(0..6, epochs = 1, shuffle = true, seed = 1, batch_size = 4,\n"
        "                  operations = (s => s |> data.map(i => 10 * i),))\n"
        "(b for b in s)  #> ([50, 20, 30, 0], [40, 10])",
    .source = "Grain's load, IndexSampler and DataLoader",
    .call = bind<&loaded>,
};

}  // namespace rille
