// data.filter: the items for which a function is true.
#include "stdlib/data/streams.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr int64_t checked_together = 1000;  // as in Grain

struct FilterStream {
  static const Struct& record();
  Stream source;
  Value f;
  std::optional<double> max_dropped;
  int64_t at = 0;
  int64_t dropped = 0;  // since the last check

  Value next(State& state) {
    for (;;) {
      Value item = source.next(state);
      if (item.is_nil()) return item;
      bool is_taken = takes(state, item, at);
      ++at;
      if (!is_taken) ++dropped;
      if (at % checked_together == 0) check();
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
  void check() {
    double share = static_cast<double>(dropped) / static_cast<double>(checked_together);
    dropped = 0;
    if (!max_dropped || share <= *max_dropped) return;
    throw Error(Code::value,
                str("data.filter: a fraction of ", share, " of items ", at - checked_together,
                    " to ", at - 1, " was dropped, expected at most ", *max_dropped,
                    ", the `max_dropped_fraction`"))
        .help("check the results of the function, or filter before the expensive stages");
  }

  bool takes(State& state, const Value& item, int64_t number) const {
    Value taken = at_item("data.filter", number, [&]() -> Value {
      return known_truth(state, call_value(state, f, item), "data.filter");
    });
    return std::get<bool>(taken.any());
  }
};

FilterStream filtered(State& state, const Value& source, const Value& f,
                      std::optional<double> max_dropped) {
  if (max_dropped && (!(*max_dropped >= 0) || *max_dropped > 1)) {
    throw labelled(Error(Code::value, str("data.filter: `max_dropped_fraction` is ", *max_dropped,
                                          ", expected a fraction from 0 to 1")),
                   "max_dropped_fraction");
  }
  return {stream_of(state, source, "data.filter"), f, max_dropped};
}

}  // namespace

extern const Struct data_filter_struct = {
    .name = "data.Filter",
    .brief = "Stream of the items for which a function returns true.",
    .fields = {field<&FilterStream::source>("source: stream", "Stream of the items to filter."),
               field<&FilterStream::f>("f: fn(x)",
                                       "Predicate: returns true for the items to keep."),
               field<&FilterStream::at>("var position: int = 0",
                                        "Iterator position: number of items read from `source`."),
               field<&FilterStream::max_dropped>(
                   "max_dropped_fraction: real = nil",
                   "Maximum fraction of every 1,000 consecutive items that may be dropped, from 0 "
                   "to 1. If nil, any number may be dropped."),
               field<&FilterStream::dropped>(
                   "var dropped: int = 0",
                   "Number of items dropped since the last multiple of 1,000 items.")},
    .methods = {STREAM_METHODS(FilterStream)},
    .example = "(i for i in data.Filter(data.Range(0, 6), i => i % 2 == 0))  #> (0, 2, 4)",
    .source = "Python's filter",
    .open = open_stream<FilterStream>,
};
const Struct& FilterStream::record() { return data_filter_struct; }

extern const Builtin data_filter_builtin = {
    .signature = "data.filter(source: any, f: fn(x), max_dropped_fraction: real = nil) -> stream",
    .brief = "Filters a stream: keeps the items for which `f` returns true.",
    .params = {{"source", "Stream, or a value that `data.stream` accepts."},
               {"f",
                "Predicate: a function of an item that returns a bool, true to keep the item. "
                "Under `jit` the bool must be static."},
               {"max_dropped_fraction",
                "Maximum fraction of every 1,000 consecutive items that may be dropped, from 0 to "
                "1. If nil, any number may be dropped."}},
    .errors =
        "error[type] if `f` does not return a bool; error[trace] if the bool is traced; "
        "error[value] if `max_dropped_fraction` is not in [0, 1] or a larger fraction is dropped, "
        "with the indices of the items; the errors of `f`, with the index of the item",
    .example = "(x for x in data.filter(0..9, i => i % 3 == 0))  #> (0, 3, 6)",
    .source = "Python's filter; Grain's filter_raise_threshold_ratio",
    .call = bind<&filtered>,
};

}  // namespace rille
