// data.map: applies a function to each item.
#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct MapStream {
  static const Struct& record();
  Stream source;
  Value f;
  int64_t at = 0;

  Value next(State& state) {
    Value item = source.next(state);
    if (item.is_nil()) return item;
    Value out = mapped(state, item, at);
    ++at;
    return out;
  }

  ItemNumbers numbers(State& state) const {
    return at == 0 ? source.numbers(state) : ItemNumbers();
  }
  Value item(State& state, int64_t number) const {
    Value item = source.item(state, number);
    return item.is_nil() ? item : mapped(state, item, number);
  }

 private:
  Value mapped(State& state, const Value& item, int64_t number) const {
    Value out = at_item("data.map", number, [&] { return call_value(state, f, item); });
    return not_nil(std::move(out), "data.map", number);
  }
};

MapStream mapped(State& state, const Value& source, const Value& f) {
  return {stream_of(state, source, "data.map"), f};
}

}  // namespace

extern const Struct data_map_struct = {
    .name = "data.Map",
    .brief = "Stream of the results of a function applied to each item.",
    .fields = {field<&MapStream::source>("source: stream", "Stream of the items to transform."),
               field<&MapStream::f>("f: fn(x)", "Function of an item. It must not return nil."),
               field<&MapStream::at>("var position: int = 0",
                                     "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(MapStream)},
    .example = "(i for i in data.Map(data.Range(0, 3), i => i + 1))  #> (1, 2, 3)",
    .source = "Python's map",
    .open = open_stream<MapStream>,
};
const Struct& MapStream::record() { return data_map_struct; }

extern const Builtin data_map_builtin = {
    .signature = "data.map(source: any, f: fn(x)) -> stream",
    .brief = "Applies `f` to each item of a stream, lazily.",
    .params =
        {{"source", "Stream, or a value that `data.stream` accepts."},
         {"f",
          "Function of an item. It runs when the item is requested, and must not return nil."}},
    .errors =
        "error[type] if `f` returns nil; the errors of `f`, with the index of the item, counted "
        "from 0",
    .example = "(x for x in data.map(0..4, i => i * i))  #> (0, 1, 4, 9)",
    .source = "Python's map",
    .call = bind<&mapped>,
};

}  // namespace rille
