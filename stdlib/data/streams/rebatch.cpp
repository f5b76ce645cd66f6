// data.rebatch: batches of another size.
#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct RebatchStream {
  static const Struct& record();
  Value source;  // where the batch stands of which some rows were given
  int64_t size = 1;
  bool drop_last = false;
  int64_t at = 0;  // how many of its rows were given
  std::optional<Stream> reader = {};
  Value batch = {};
  int64_t rows = 0;

  Value next(State& state) {
    need_above_zero(size, "data.rebatch", "size");
    need_count(at, "data.rebatch", "at");
    if (!reader) {
      reader = Stream(source);
      read(state);
    }
    Values parts;
    int64_t needed = size;
    while (needed > 0 && !batch.is_nil()) {
      int64_t taken = std::min(needed, std::max<int64_t>(rows - at, 0));
      if (taken > 0) parts.push_back(rows_of_batch(batch, at, at + taken));
      needed -= taken;
      at += taken;
      if (at < rows) continue;
      source = reader->value();
      at = 0;
      read(state);
    }
    bool is_left_out = needed > 0 && drop_last;
    return parts.empty() || is_left_out ? Value() : joined_batch(parts);
  }

 private:
  void read(State& state) {
    batch = reader->next(state);
    rows = batch.is_nil() ? 0 : size_of_batch(batch);
  }
};

RebatchStream rebatched(State& state, const Value& source, int64_t size, bool drop_last) {
  need_above_zero(size, "data.rebatch", "size");
  return {stream_of(state, source, "data.rebatch").value(), size, drop_last};
}

}  // namespace

extern const Struct data_rebatch_struct = {
    .name = "data.Rebatch",
    .brief = "The stream of another's batches, cut and joined to another size.",
    .fields = {field<&RebatchStream::source>("var source: stream", "where the batch stands"),
               field<&RebatchStream::size>("size: int", "items in a batch, > 0"),
               field<&RebatchStream::drop_last>("drop_last: bool = false",
                                                "leave out a last batch that is too small"),
               field<&RebatchStream::at>("var at: int = 0", "how many of its items were given")},
    .methods = {STREAM_NEXT(RebatchStream)},
    .example = "(b for b in data.Rebatch(data.batch(0..5, 2), 3))  #> ([0, 1, 2], [3, 4])",
    .source = "Grain's RebatchIterDataset",
    .open = open_stream<RebatchStream>,
};
const Struct& RebatchStream::record() { return data_rebatch_struct; }

extern const Builtin data_rebatch_builtin = {
    .signature = "data.rebatch(source: any, size: int, drop_last: bool = false) -> stream",
    .brief = "The stream of the batches' items in batches of `size`.",
    .params = {{"source", "a stream of batches, as data.batch gives them, of any sizes"},
               {"size", "items in a batch, > 0"},
               {"drop_last", "leave out a last batch that is too small"}},
    .errors =
        "error[value] where size is not above 0; error[shape] where the leaves of a batch differ "
        "in their number of items",
    .example = "(b for b in data.rebatch(([1, 2, 3], [4, 5]), 4))  #> ([1, 2, 3, 4], [5])",
    .source = "Grain's RebatchIterDataset",
    .call = bind<&rebatched>,
};

}  // namespace rille
