// data.flat_map: several items for each item.
#include "stdlib/data/streams.h"

namespace rille {
namespace {

// The result of f is not part of the iterator state: after a restore f runs again for its item.
struct FlatMapStream {
  static const Struct& record();
  Value source;  // the stream before the current item
  Value f;
  int64_t number = 0;  // index of the current item
  int64_t at = 0;      // number of items of f(item) already returned
  std::optional<Stream> reader = {}, parts = {};

  Value next(State& state) {
    need_count(at, "data.flat_map", "position");
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
  // Opens the stream of f(item) for the next item. `parts` is empty after the last item.
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
    .brief = "Stream of the concatenated results of a function applied to each item.",
    .fields =
        {field<&FlatMapStream::source>("var source: stream", "Stream before the current item."),
         field<&FlatMapStream::f>(
             "f: fn(x)",
             "Function that maps an item to a stream or to a value that `data.stream` accepts."),
         field<&FlatMapStream::number>("var number: int = 0", "Index of the current item."),
         field<&FlatMapStream::at>("var position: int = 0",
                                   "Number of items already returned from the current `f(x)`.")},
    .methods = {STREAM_NEXT(FlatMapStream)},
    .example = "(i for i in data.FlatMap(data.Range(0, 4), i => 0..i))  #> (0, 0, 1, 0, 1, 2)",
    .source = "Grain's FlatMapIterDataset",
    .open = open_stream<FlatMapStream>,
};
const Struct& FlatMapStream::record() { return data_flat_map_struct; }

extern const Builtin data_flat_map_builtin = {
    .signature = "data.flat_map(source: any, f: fn(x)) -> stream",
    .brief = "Maps each item to a stream and concatenates the results.",
    .params = {{"source", "Stream, or a value that `data.stream` accepts."},
               {"f",
                "Function that maps an item to a stream or to a value that `data.stream` accepts. "
                "The result may be empty."}},
    .errors =
        "error[type] if `f` returns another value; the errors of `f`, with the index of the item",
    .example = "(w for w in data.flat_map((\"a b\", \"c\"), words))  #> (\"a\", \"b\", \"c\")",
    .source = "Grain's FlatMapIterDataset",
    .call = bind<&flat_mapped>,
};

}  // namespace rille
