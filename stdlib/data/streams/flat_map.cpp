// data.flat_map: several items of each.
#include "stdlib/data/streams.h"

namespace rille {
namespace {

// What f gave is not kept: from a saved place f is run again.
struct FlatMapStream {
  static const Struct& record();
  Value source;  // where the item stands of which some were given
  Value f;
  int64_t number = 0;  // of that item
  int64_t at = 0;      // how many of its own were given
  std::optional<Stream> reader = {}, parts = {};

  Value next(State& state) {
    need_count(at, "data.flat_map", "at");
    if (!reader) {
      reader = Stream(source);
      open(state);
      for (int64_t i = 0; parts && i < at; ++i) parts->next(state);
    }
    while (parts) {
      Value item = at_item("data.flat_map", number, [&] { return parts->next(state); });
      if (!item.is_nil()) {
        ++at;
        return item;
      }
      source = reader->value();
      at = 0;
      ++number;
      open(state);
    }
    return {};
  }

 private:
  // Of the next item; none behind the last.
  void open(State& state) {
    parts.reset();
    Value item = reader->next(state);
    if (item.is_nil()) return;
    at_item("data.flat_map", number, [&] {
      parts = stream_of(state, call_value(state, f, item), "data.flat_map");
      return Value();
    });
  }
};

FlatMapStream flat_mapped(State& state, const Value& source, const Value& f) {
  return {stream_of(state, source, "data.flat_map").value(), f};
}

}  // namespace

extern const Struct data_flat_map_struct = {
    .name = "data.FlatMap",
    .brief = "The stream of the items of what a function makes of each item of another.",
    .fields = {field<&FlatMapStream::source>("var source: stream", "where the item stands"),
               field<&FlatMapStream::f>("f: fn(x)", "of an item"),
               field<&FlatMapStream::number>("var number: int = 0", "of the item"),
               field<&FlatMapStream::at>("var at: int = 0", "how many of its own were given")},
    .methods = {STREAM_NEXT(FlatMapStream)},
    .example = "(i for i in data.FlatMap(data.Range(0, 4), i => 0..i))  #> (0, 0, 1, 0, 1, 2)",
    .source = "Grain's FlatMapIterDataset",
    .open = open_stream<FlatMapStream>,
};
const Struct& FlatMapStream::record() { return data_flat_map_struct; }

extern const Builtin data_flat_map_builtin = {
    .signature = "data.flat_map(source: any, f: fn(x)) -> stream",
    .brief = "The stream of the items of f of each item, one after another.",
    .params = {{"source", "a stream, or what data.stream takes"},
               {"f", "of an item; it gives what data.stream takes, also of no item"}},
    .errors = "error[type] where f gives none of these; what f raises, with the number of the item",
    .example = "(w for w in data.flat_map((\"a b\", \"c\"), words))  #> (\"a\", \"b\", \"c\")",
    .source = "Grain's FlatMapIterDataset",
    .call = bind<&flat_mapped>,
};

}  // namespace rille
