// data.zip: tuples of the items of several streams.
#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct ZipStream {
  static const Struct& record();
  std::vector<Stream> sources;

  Value next(State& state) {
    Values items;
    for (Stream& source : sources) {
      Value item = source.next(state);
      if (item.is_nil()) return {};
      items.push_back(std::move(item));
    }
    if (items.empty()) return {};
    return Value::tuple(std::move(items));
  }

  bool is_free(State& state) const { return are_free(state, sources); }
  ItemNumbers numbers(State& state) const {
    if (sources.empty()) return {};
    ItemNumbers out{ItemNumbers::endless};
    for (const Stream& source : sources) {
      ItemNumbers each = source.numbers(state);
      if (!each.dense()) return {};
      out.count = std::min(out.count, each.count);
    }
    return out;
  }
  Value item(State& state, int64_t number) const {
    auto [epoch, place] = place_of(number, numbers(state).count);
    Values items;
    for (const Stream& source : sources) {
      int64_t all = source.numbers(state).count;
      bool is_endless = all == ItemNumbers::endless;
      items.push_back(source.item(state, is_endless ? number : number_in(epoch, all, place)));
    }
    return Value::tuple(std::move(items));
  }
};

ZipStream zipped(State& state, const Values& sources) {
  if (sources.empty()) {
    throw Error(Code::type, "data.zip: no source is given, expected at least one stream");
  }
  ZipStream out;
  int at = 0;
  for (const Value& source : sources) {
    out.sources.push_back(stream_of(state, source, "data.zip", at++));
  }
  return out;
}

}  // namespace

extern const Struct data_zip_struct = {
    .name = "data.Zip",
    .brief = "Stream of tuples with one item of each source. It ends with the shortest source.",
    .fields = {field<&ZipStream::sources>("sources: (stream, ...)", "Streams to combine.")},
    .methods = {STREAM_METHODS(ZipStream)},
    .example = "(x for x in data.Zip((data.Range(0, 2), data.Range(5, 9))))  #> ((0, 5), (1, 6))",
    .source = "Python's zip",
    .open = open_stream<ZipStream>,
};
const Struct& ZipStream::record() { return data_zip_struct; }

extern const Builtin data_zip_builtin = {
    .signature = "data.zip(...sources: any) -> stream",
    .brief =
        "Combines streams into tuples with one item of each. The stream ends with the shortest "
        "source.",
    .params = {{"sources", "Streams, or values that `data.stream` accepts."}},
    .errors =
        "error[type] if no source is given, or if a source is neither a stream nor accepted by "
        "`data.stream`",
    .example =
        "(x for x in data.zip((\"a\", \"b\"), data.repeat(0..9)))  #> ((\"a\", 0), (\"b\", 1))",
    .source = "Python's zip",
    .call = bind<&zipped>,
};

}  // namespace rille
