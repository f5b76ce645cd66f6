// data.filter: the items that a function takes.
#include "stdlib/data/streams.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr int64_t checked_together = 1000;  // as Grain has it

struct FilterStream {
  static const Struct& record();
  Stream source;
  Value f;
  std::optional<double> most_dropped;
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
    if (!most_dropped || share <= *most_dropped) return;
    throw Error(Code::value,
                str("data.filter left out ", share, " of the items from ", at - checked_together,
                    " to ", at - 1, ", more than most_dropped = ", *most_dropped))
        .help("see what the function answers, or filter before what is dear to make");
  }

  bool takes(State& state, const Value& item, int64_t number) const {
    Value taken = at_item("data.filter", number, [&]() -> Value {
      return known_truth(state, call_value(state, f, item), "data.filter");
    });
    return std::get<bool>(taken.any());
  }
};

FilterStream filtered(State& state, const Value& source, const Value& f,
                      std::optional<double> most_dropped) {
  if (most_dropped && (!(*most_dropped >= 0) || *most_dropped > 1)) {
    throw labelled(Error(Code::value, str("data.filter: `most_dropped` needs a share from 0 to 1, "
                                          "got ",
                                          *most_dropped)),
                   "most_dropped");
  }
  return {stream_of(state, source, "data.filter"), f, most_dropped};
}

}  // namespace

extern const Struct data_filter_struct = {
    .name = "data.Filter",
    .brief = "The stream of those items of another that a function takes.",
    .fields = {field<&FilterStream::source>("source: stream"),
               field<&FilterStream::f>("f: fn(x)", "whether an item is taken"),
               field<&FilterStream::at>("var at: int = 0", "how many items it has looked at"),
               field<&FilterStream::most_dropped>("most_dropped: real = nil", "of each 1000 items"),
               field<&FilterStream::dropped>("var dropped: int = 0",
                                             "how many of the last at % 1000 it left out")},
    .methods = {STREAM_METHODS(FilterStream)},
    .example = "(i for i in data.Filter(data.Range(0, 6), i => i % 2 == 0))  #> (0, 2, 4)",
    .source = "Python's filter",
    .open = open_stream<FilterStream>,
};
const Struct& FilterStream::record() { return data_filter_struct; }

extern const Builtin data_filter_builtin = {
    .signature = "data.filter(source: any, f: fn(x), most_dropped: real = nil) -> stream",
    .brief = "The stream of the items that f takes.",
    .params = {{"source", "a stream, or what data.stream takes"},
               {"f", "whether an item is taken, a bool; in a trace it has to be known"},
               {"most_dropped",
                "the share, 0 to 1, of 1000 items one behind the other that may be left out; nil: "
                "all may"}},
    .errors =
        "error[type] where f gives no bool; error[value] where it leaves out more than "
        "most_dropped, with the numbers of the items; what f raises, with the number of the item",
    .example = "(x for x in data.filter(0..9, i => i % 3 == 0))  #> (0, 3, 6)",
    .source = "Python's filter; Grain's filter_raise_threshold_ratio",
    .call = bind<&filtered>,
};

}  // namespace rille
