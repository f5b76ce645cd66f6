// data.skip: drops the first items.
#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct SkipStream {
  static const Struct& record();
  Stream source;
  int64_t n = 0, at = 0;

  Value next(State& state) {
    for (; at < n; ++at) {
      if (source.next(state).is_nil()) return {};
    }
    return source.next(state);
  }

  bool is_free(State& state) const { return source.is_free(state); }
  ItemNumbers numbers(State& state) const {
    need_count(n, "data.Skip", "n");
    ItemNumbers all = source.numbers(state);
    if (at != 0 || !all.dense()) return {};
    return {all.count == ItemNumbers::endless ? all.count : std::max<int64_t>(all.count - n, 0)};
  }
  Value item(State& state, int64_t number) const {
    int64_t all = source.numbers(state).count;
    need_count(n, "data.Skip", "n");
    if (all == ItemNumbers::endless) return source.item(state, number_in(1, n, number));
    auto [epoch, place] = place_of(number, all - n);
    return source.item(state, number_in(epoch, all, n + place));
  }
};

SkipStream skipped(State& state, const Value& source, int64_t n) {
  need_count(n, "data.skip", "n");
  return {stream_of(state, source, "data.skip"), n};
}

}  // namespace

extern const Struct data_skip_struct = {
    .name = "data.Skip",
    .brief = "Stream without the first items of another stream.",
    .fields = {field<&SkipStream::source>("source: stream", "Stream of the items."),
               field<&SkipStream::n>("n: int", "Number of items to skip, ≥ 0."),
               field<&SkipStream::at>("var position: int = 0", "Number of items already skipped.")},
    .methods = {STREAM_METHODS(SkipStream)},
    .example = "(i for i in data.Skip(data.Range(0, 5), 3))  #> (3, 4)",
    .source = "Rust's Iterator::skip",
    .open = open_stream<SkipStream>,
};
const Struct& SkipStream::record() { return data_skip_struct; }

extern const Builtin data_skip_builtin = {
    .signature = "data.skip(source: any, n: int) -> stream",
    .brief = "Skips the first `n` items of a stream. A sequential stream is read past them.",
    .params = {{"source", "Stream, or a value that `data.stream` accepts."},
               {"n", "Number of items to skip, ≥ 0."}},
    .errors = "error[value] if `n` is below 0",
    .example = "(i for i in data.skip(0..5, 3))  #> (3, 4)",
    .source = "Rust's Iterator::skip",
    .call = bind<&skipped>,
};

}  // namespace rille
