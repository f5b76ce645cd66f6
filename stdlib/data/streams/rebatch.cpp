// data.rebatch: changes the batch size.
#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

struct RebatchStream {
  static const Struct& record();
  Value source;  // the stream before the current batch
  int64_t size = 1;
  bool drop_last = false;
  int64_t at = 0;  // number of rows of the current batch already returned
  std::optional<Stream> reader = {};
  Value batch = {};
  int64_t rows = 0;

  Value next(State& state) {
    need_above_zero(size, "data.rebatch", "batch_size");
    need_count(at, "data.rebatch", "position");
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
  need_above_zero(size, "data.rebatch", "batch_size");
  return {stream_of(state, source, "data.rebatch").value(), size, drop_last};
}

}  // namespace

extern const Struct data_rebatch_struct = {
    .name = "data.Rebatch",
    .brief = "Stream that regroups batches into batches of another size.",
    .fields = {field<&RebatchStream::source>("var source: stream",
                                             "Stream of batches, before the current batch."),
               field<&RebatchStream::size>("batch_size: int", "Number of items in a batch, > 0."),
               field<&RebatchStream::drop_last>(
                   "drop_remainder: bool = false",
                   "If true, drops the last batch if it has fewer than `batch_size` items."),
               field<&RebatchStream::at>(
                   "var position: int = 0",
                   "Number of items of the current batch of `source` already returned.")},
    .methods = {STREAM_NEXT(RebatchStream)},
    .example = "(b for b in data.Rebatch(data.batch(0..5, 2), 3))  #> ([0, 1, 2], [3, 4])",
    .source = "Grain's RebatchIterDataset",
    .open = open_stream<RebatchStream>,
};
const Struct& RebatchStream::record() { return data_rebatch_struct; }

extern const Builtin data_rebatch_builtin = {
    .signature =
        "data.rebatch(source: any, batch_size: int, drop_remainder: bool = false) -> stream",
    .brief = "Regroups the items of batches into batches of `batch_size` items.",
    .params = {{"source", "Stream of batches of any size, with the structure of `data.batch`."},
               {"batch_size", "Number of items in a batch, > 0."},
               {"drop_remainder",
                "If true, drops the last batch if it has fewer than `batch_size` items."}},
    .errors =
        "error[value] if `batch_size` is not above 0; error[shape] if the leaves of a batch have "
        "different numbers of items",
    .example = "(b for b in data.rebatch(([1, 2, 3], [4, 5]), 4))  #> ([1, 2, 3, 4], [5])",
    .source = "Grain's RebatchIterDataset",
    .call = bind<&rebatched>,
};

}  // namespace rille
