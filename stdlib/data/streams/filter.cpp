// data.filter: the items that a function takes.
#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct FilterStream {
  static const Struct& record();
  Stream source;
  Value f;
  int64_t at = 0;

  Value next(State& state) {
    for (;;) {
      Value item = source.next(state);
      if (item.is_nil()) return item;
      bool is_taken = takes(state, item, at);
      ++at;
      if (is_taken) return item;
    }
  }

  ItemNumbers numbers(State& state) const {
    if (at != 0) return {};
    return {source.numbers(state).count, true};
  }
  Value item(State& state, int64_t number) const {
    Value item = source.item(state, number);
    return item.is_nil() || takes(state, item, number) ? item : Value();
  }

 private:
  bool takes(State& state, const Value& item, int64_t number) const {
    Value taken = at_item("data.filter", number, [&]() -> Value {
      return known_truth(state, call_value(state, f, item), "data.filter");
    });
    return std::get<bool>(taken.any());
  }
};

FilterStream filtered(State& state, const Value& source, const Value& f) {
  return {stream_of(state, source, "data.filter"), f};
}

}  // namespace

extern const Struct data_filter_struct = {
    .name = "data.Filter",
    .brief = "The stream of those items of another that a function takes.",
    .fields = {field<&FilterStream::source>("source: stream"),
               field<&FilterStream::f>("f: fn(x)", "whether an item is taken"),
               field<&FilterStream::at>("var at: int = 0", "how many items it has looked at")},
    .methods = {STREAM_METHODS(FilterStream)},
    .example = "(i for i in data.Filter(data.Range(0, 6), i => i % 2 == 0))  #> (0, 2, 4)",
    .source = "Python's filter",
    .open = open_stream<FilterStream>,
};
const Struct& FilterStream::record() { return data_filter_struct; }

extern const Builtin data_filter_builtin = {
    .signature = "data.filter(source: any, f: fn(x)) -> stream",
    .brief = "The stream of the items that f takes.",
    .params = {{"source", "a stream, or what data.stream takes"},
               {"f", "whether an item is taken, a bool; in a trace it has to be known"}},
    .errors = "error[type] where f gives no bool; what f raises, with the number of the item",
    .example = "(x for x in data.filter(0..9, i => i % 3 == 0))  #> (0, 3, 6)",
    .source = "Python's filter",
    .call = bind<&filtered>,
};

}  // namespace rille
