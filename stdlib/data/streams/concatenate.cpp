// data.concatenate: one stream after another.
#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct ConcatenateStream {
  static const Struct& record();
  std::vector<Stream> sources;
  int64_t at = 0;  // index of the next item with random access, else index of the current source

  Value next(State& state) {
    need_count(at, "data.concatenate", "position");
    ItemNumbers all = all_numbers(state);
    if (all.known()) return next_numbered(state, *this, all.count, at);
    for (; at < std::ssize(sources); ++at) {
      Value item = sources[static_cast<size_t>(at)].next(state);
      if (!item.is_nil()) return item;
    }
    return {};
  }

  bool is_free(State& state) const { return are_free(state, sources); }
  ItemNumbers numbers(State& state) const { return at == 0 ? all_numbers(state) : ItemNumbers(); }
  // Epoch n is the concatenation of epoch n of each source.
  Value item(State& state, int64_t number) const {
    auto [epoch, place] = place_of(number, all_numbers(state).count);
    for (const Stream& source : sources) {
      int64_t count = source.numbers(state).count;
      if (place < count) return source.item(state, number_in(epoch, count, place));
      place -= count;
    }
    return {};
  }

 private:
  ItemNumbers all_numbers(State& state) const {
    ItemNumbers out{0};
    for (const Stream& source : sources) {
      ItemNumbers each = source.numbers(state);
      if (!each.known() || each.count >= ItemNumbers::endless - out.count) return {};
      out.count += each.count;
      out.has_gaps = out.has_gaps || each.has_gaps;
    }
    return out;
  }
};

ConcatenateStream joined(State& state, const Values& sources) {
  ConcatenateStream out;
  int at = 0;
  for (const Value& source : sources) {
    out.sources.push_back(stream_of(state, source, "data.concatenate", at++));
  }
  return out;
}

}  // namespace

Value concatenated(State& state, const Values& sources) {
  return make_instance(state, joined(state, sources));
}

extern const Struct data_concatenate_struct = {
    .name = "data.Concatenate",
    .brief = "Stream of the items of several streams, one stream after another.",
    .fields = {field<&ConcatenateStream::sources>("sources: (stream, ...)",
                                                  "Streams in the order in which they are read."),
               field<&ConcatenateStream::at>(
                   "var position: int = 0",
                   "Iterator position: index of the next item if all sources have random access, "
                   "otherwise index of the current source.")},
    .methods = {STREAM_METHODS(ConcatenateStream)},
    .example =
        "(i for i in data.Concatenate((data.Range(0, 2), data.Range(7, 9))))  #> (0, 1, 7, 8)",
    .source = "Grain's MapDataset.concatenate",
    .open = open_stream<ConcatenateStream>,
};
const Struct& ConcatenateStream::record() { return data_concatenate_struct; }

extern const Builtin data_concatenate_builtin = {
    .signature = "data.concatenate(...sources: any) -> stream",
    .brief = "Concatenates streams: returns the items of the first source, then of the second.",
    .params = {{"sources", "Streams, or values that `data.stream` accepts."}},
    .errors = "error[type] if a source is neither a stream nor accepted by `data.stream`",
    .example = "(x for x in data.concatenate(0..2, (\"a\", \"b\")))  #> (0, 1, \"a\", \"b\")",
    .source = "Grain's MapDataset.concatenate; Python's itertools.chain",
    .call = bind<&joined>,
};

}  // namespace rille
