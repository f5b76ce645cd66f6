// data.seed: the seed of the downstream random stages.
#include <deque>
#include <utility>

#include "stdlib/data/shuffle.h"
#include "stdlib/data/streams/stages.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct SeedStream {
  static const Struct& record();
  Stream source;
  int64_t seed = 0;

  Value next(State& state) { return source.next(state); }
  bool is_free(State& state) const { return source.is_free(state); }
  ItemNumbers numbers(State& state) const { return source.numbers(state); }
  Value item(State& state, int64_t number) const { return source.item(state, number); }
  Values items(State& state, std::span<const int64_t> numbers) const {
    return source.items(state, numbers);
  }
  Value stacked(State& state, std::span<const int64_t> numbers) const {
    return source.stacked(state, numbers);
  }
};

SeedStream seeded(State& state, const Value& source, int64_t seed) {
  need_seed(seed, "data.seed");
  return {stream_of(state, source, "data.seed"), seed};
}

// Streams that a stage reads. For a stage of the library these are in its first field, for a stage
// of a script in any field.
Values sources_of(const Value& stage) {
  Values out;
  auto add = [&](const Value& part) {
    if (is_stream(part)) out.push_back(part);
    if (!part.is_tuple()) return;
    for (const Value& each : part.items()) {
      if (is_stream(each)) out.push_back(each);
    }
  };
  if (const Struct* ours = struct_of(stage)) {
    add(*stage.field(ours->typed().maker.params[0].name));
  } else {
    for (const Value& part : stage.items()) add(part);
  }
  return out;
}

}  // namespace

void need_seed(int64_t seed, std::string_view who) {
  if (seed >= 0 && seed <= std::numeric_limits<uint32_t>::max()) return;
  throw labelled(Error(Code::value,
                       str(who, ": `seed` is ", seed, ", expected an integer from 0 to 2^32 - 1")),
                 "seed");
}

int64_t seed_of(const Value& source, std::optional<int64_t> given, std::string_view who) {
  if (given) {
    need_seed(*given, who);
    return *given;
  }
  std::vector<uint64_t> words;
  std::deque<std::pair<Value, uint64_t>> waiting{{source, 1}};
  while (!waiting.empty()) {
    auto [stage, depth] = std::move(waiting.front());
    waiting.pop_front();
    if (struct_of(stage) == &SeedStream::record()) {
      auto seed = record_from<SeedStream>(stage).seed;
      words.insert(words.end(), {static_cast<uint64_t>(seed), depth});
      continue;
    }
    for (Value& each : sources_of(stage)) waiting.emplace_back(std::move(each), depth + 1);
  }
  if (!words.empty()) return mixed_seed(words);
  throw labelled(Error(Code::value, str(who, ": `seed` is nil and no upstream stage sets a seed")),
                 "seed")
      .help("pass `seed`, or set the seed of all downstream stages with `stream |> data.seed(1)`");
}

Value seed_stream(State& state, const Value& source, int64_t seed) {
  return make_instance(state, seeded(state, source, seed));
}

extern const Struct data_seed_struct = {
    .name = "data.Seed",
    .brief = "Stream that sets the seed of all downstream random stages. The items are unchanged.",
    .fields = {field<&SeedStream::source>("source: stream", "Stream of the items."),
               field<&SeedStream::seed>("seed: int", "Seed, from 0 to 2^32 - 1.")},
    .methods = {STREAM_METHODS(SeedStream)},
    .example = "(i for i in data.Seed(data.Range(0, 3), 1))  #> (0, 1, 2)",
    .source = "Grain's MapDataset.seed",
    .open = open_stream<SeedStream>,
};
const Struct& SeedStream::record() { return data_seed_struct; }

extern const Builtin data_seed_builtin = {
    .signature = "data.seed(source: any, seed: int) -> stream",
    .brief = "Sets the seed of all downstream random stages. The items are unchanged.",
    .params =
        {{"source", "Stream, or a value that `data.stream` accepts."},
         {"seed",
          "Seed, from 0 to 2^32 - 1. A downstream stage without a seed derives one from this seed "
          "and the number of stages between them, so every stage has a different seed."}},
    .errors = "error[value] if `seed` is below 0 or above 2^32 - 1",
    .example =
        "[i for i in data.seed(0..10, 42) |> data.shuffle]  #> [1, 7, 6, 9, 0, 8, 4, 5, 3, 2]",
    .source = "Grain's MapDataset.seed; numpy.random.SeedSequence mixes",
    .call = bind<&seeded>,
};

}  // namespace rille
