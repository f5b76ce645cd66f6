// data.load: a whole pipeline by one call.
#include "stdlib/data/streams/stages.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view load_who = "data.load";
constexpr int64_t ahead_of_need = 16;  // as data.prefetch has it

Value operated(State& state, Value stream, const Values& operations) {
  for (size_t i = 0; i < operations.size(); ++i) {
    if (!is_callable(state, operations[i])) {
      throw labelled(
          Error(Code::type, str(load_who, ": operation ", i,
                                " is no function of a stream: ", kind_text(operations[i]))),
          "operations");
    }
    stream = call_value(state, operations[i], stream);
    if (is_stream(stream)) continue;
    throw labelled(Error(Code::type, str(load_who, ": operation ", i, " gives a stream, got ",
                                         kind_text(stream)))
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
    throw labelled(Error(Code::value, str(load_who, ": what is shuffled needs a `seed`")),
                   "shuffle");
  }
  need_above_zero(count, load_who, "count");
  if (seed) out = seed_stream(state, out, *seed);
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
        "int = 0, count: int = 1, drop_remainder: bool = false, operations: tuple = (), batch: int "
        "= nil, drop_last: bool = false, threads: int = 0) -> stream",
    .brief = "The stream of a whole pipeline by one call: order, rounds, operations, batches.",
    .params = {{"source",
                "a stream whose items have numbers, or what data.stream takes; others where there "
                "is neither an order nor a part of them"},
               {"epochs", "how many rounds, 0 or more; nil: no end"},
               {"shuffle", "in each round another order"},
               {"seed",
                "0 to 2^32 - 1, of the order, and by data.seed of what the operations draw"},
               {"index", "which of the hosts this is, 0 to count - 1"},
               {"count", "how many hosts share the items: each has some that stand together"},
               {"drop_remainder", "all hosts have as many, what is left of them is left out"},
               {"operations",
                "a tuple of functions that make a stream of a stream, s => s |> data.map(f)"},
               {"batch", "items in a batch, > 0; nil: items stay alone"},
               {"drop_last", "leave out a last batch that is too small"},
               {"threads", "that make batches before they are asked for; 0: none"}},
    .returns =
        "what data.shard (contiguous), data.shuffled, data.repeat, the operations, data.batch and "
        "data.prefetch give, one behind the other",
    .errors =
        "error[value] where it is shuffled without a seed, or as these stages have it; error[type] "
        "where an operation gives no stream, with its number",
    .example =
        "let s = data.load(0..6, epochs = 1, shuffle = true, seed = 1, batch = 4,\n"
        "                  operations = (s => s |> data.map(i => 10 * i),))\n"
        "(b for b in s)  #> ([50, 20, 30, 0], [40, 10])",
    .source = "Grain's load, IndexSampler and DataLoader",
    .call = bind<&loaded>,
};

}  // namespace rille
