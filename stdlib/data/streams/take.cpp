// data.take: the first items of a stream.
#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct TakeStream {
  static const Struct& record();
  Stream source;
  int64_t n = 0, at = 0;

  Value next(State& state) {
    if (at >= n) return {};
    Value item = source.next(state);
    if (!item.is_nil()) ++at;
    return item;
  }

  bool is_free(State& state) const { return source.is_free(state); }
  // No random access if items are filtered: the filter must run to count the items it keeps.
  ItemNumbers numbers(State& state) const {
    ItemNumbers all = source.numbers(state);
    if (at != 0 || !all.dense()) return {};
    return {std::min(all.count, std::max<int64_t>(n, 0))};
  }
  Value item(State& state, int64_t number) const {
    int64_t all = source.numbers(state).count;
    auto [epoch, place] = place_of(number, std::min(all, n));
    return source.item(state, all == ItemNumbers::endless ? place : number_in(epoch, all, place));
  }
};

TakeStream taken(State& state, const Value& source, int64_t n) {
  need_count(n, "data.take", "n");
  return {stream_of(state, source, "data.take"), n};
}

}  // namespace

extern const Struct data_take_struct = {
    .name = "data.Take",
    .brief = "Stream of the first items of another stream.",
    .fields = {field<&TakeStream::source>("source: stream", "Stream of the items."),
               field<&TakeStream::n>("n: int", "Maximum number of items."),
               field<&TakeStream::at>("var position: int = 0",
                                      "Iterator position: number of items already returned.")},
    .methods = {STREAM_METHODS(TakeStream)},
    .example = "(i for i in data.Take(data.Range(0, 9), 2))  #> (0, 1)",
    .source = "Rust's Iterator::take",
    .open = open_stream<TakeStream>,
};
const Struct& TakeStream::record() { return data_take_struct; }

extern const Builtin data_take_builtin = {
    .signature = "data.take(source: any, n: int) -> stream",
    .brief = "Returns the first `n` items of a stream. No further items are read.",
    .params = {{"source", "Stream, or a value that `data.stream` accepts."},
               {"n", "Maximum number of items, ≥ 0."}},
    .errors = "error[value] if `n` is below 0",
    .example = "(i for i in data.take(data.repeat(0..2), 5))  #> (0, 1, 0, 1, 0)",
    .source = "Rust's Iterator::take",
    .call = bind<&taken>,
};

}  // namespace rille
