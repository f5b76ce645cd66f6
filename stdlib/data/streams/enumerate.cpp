// data.enumerate: items with their indices.
#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct EnumerateStream {
  static const Struct& record();
  Stream source;
  int64_t at = 0;

  Value next(State& state) {
    Value item = source.next(state);
    if (item.is_nil()) return item;
    return Value::tuple({Value(at++), std::move(item)});
  }

  bool is_free(State& state) const { return source.is_free(state); }
  ItemNumbers numbers(State& state) const {
    ItemNumbers all = source.numbers(state);
    return at == 0 && all.dense() ? all : ItemNumbers();
  }
  Value item(State& state, int64_t number) const {  // the index restarts at 0 in each epoch
    int64_t place = place_of(number, source.numbers(state).count).at;
    return Value::tuple({Value(place), source.item(state, number)});
  }
};

EnumerateStream enumerated(State& state, const Value& source) {
  return {stream_of(state, source, "data.enumerate")};
}

}  // namespace

extern const Struct data_enumerate_struct = {
    .name = "data.Enumerate",
    .brief = "Stream of (index, item) tuples.",
    .fields = {field<&EnumerateStream::source>("source: stream", "Stream of the items."),
               field<&EnumerateStream::at>("var position: int = 0",
                                           "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(EnumerateStream)},
    .example = "(x for x in data.Enumerate(data.Range(5, 7)))  #> ((0, 5), (1, 6))",
    .source = "Python's enumerate",
    .open = open_stream<EnumerateStream>,
};
const Struct& EnumerateStream::record() { return data_enumerate_struct; }

extern const Builtin data_enumerate_builtin = {
    .signature = "data.enumerate(source: any) -> stream",
    .brief =
        "Pairs each item with its index. The items are tuples (index, item); the index starts at 0 "
        "in each epoch.",
    .params = {{"source", "Stream, or a value that `data.stream` accepts."}},
    .errors = "error[type] if `source` is neither a stream nor accepted by `data.stream`",
    .example = "(\"{i}{s}\" for (i, s) in data.enumerate((\"a\", \"b\")))  #> (\"0a\", \"1b\")",
    .source = "Python's enumerate",
    .call = bind<&enumerated>,
};

}  // namespace rille
