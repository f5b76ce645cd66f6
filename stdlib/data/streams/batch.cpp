// data.batch: stacks items into batches.
#include <algorithm>

#include "stdlib/data/streams/stages.h"
#include "vm/run/running.h"

namespace rille {

std::vector<int64_t> numbers_from(int64_t first, int64_t count, Charge& charge) {
  charge.grow(static_cast<size_t>(count) * sizeof(int64_t));
  std::vector<int64_t> out;
  out.reserve(static_cast<size_t>(count));
  PollCounter polls;
  for (int64_t i = 0; i < count; ++i) {
    polls.step();
    out.push_back(first + i);
  }
  return out;
}

namespace {

struct BatchStream {
  static const Struct& record();
  Stream source;
  int64_t size = 1;
  bool drop_last = false;
  Value pad;
  int64_t at = 0;

  Value next(State& state) {
    need_above_zero(size, "data.batch", "batch_size");
    Values items = next_items(state, source, size);
    bool is_short = items.size() < static_cast<size_t>(size);
    if (items.empty() || (is_short && drop_last)) return {};
    Value out = joined(items, at);
    ++at;
    return out;
  }

  // A batch does not cross the end of an epoch. A prefetch thread can make batches only of a
  // random-access source: the State may have to make an item again, by its index.
  bool is_free(State& state) const {
    return source.is_free(state) && source.numbers(state).dense();
  }
  ItemNumbers numbers(State& state) const {
    need_above_zero(size, "data.batch", "batch_size");
    ItemNumbers all = source.numbers(state);
    if (at != 0 || !all.dense()) return {};
    if (all.count == ItemNumbers::endless) return all;
    return {all.count / size + (!drop_last && all.count % size != 0 ? 1 : 0)};
  }
  Value item(State& state, int64_t number) const {
    int64_t all = source.numbers(state).count;
    auto [epoch, place] = place_of(number, numbers(state).count);
    int64_t begin = place * size, end = begin + std::min(size, all - begin);
    int64_t before = all == ItemNumbers::endless ? 0 : number_in(epoch, all, 0);
    Charge charge;
    std::vector<int64_t> which = numbers_from(before + begin, end - begin, charge);
    Value whole = source.stacked(state, which);
    if (whole.is_nil()) return joined(source.items(state, which), number);
    return at_item("data.batch", number,
                   [&] { return padded(std::move(whole), std::ssize(which)); });
  }

 private:
  Value joined(const Values& items, int64_t number) const {
    return at_item("data.batch", number,
                   [&] { return padded(batch_of(items), std::ssize(items)); });
  }
  Value padded(Value batch, int64_t count) const {
    int64_t left = size - count;
    return pad.is_nil() || left == 0 ? batch : padded_batch(batch, left, pad.as_array());
  }
};

BatchStream batched(State& state, const Value& source, int64_t size, bool drop_last,
                    const Value& pad) {
  need_above_zero(size, "data.batch", "batch_size");
  return {stream_of(state, source, "data.batch"), size, drop_last, pad};
}

}  // namespace

Value batched_stream(State& state, const Value& source, int64_t size, bool drop_last) {
  return make_instance(state, batched(state, source, size, drop_last, Value()));
}

extern const Struct data_batch_struct = {
    .name = "data.Batch",
    .brief = "Stream of batches of stacked items.",
    .fields = {field<&BatchStream::source>("source: stream", "Stream of the items to stack."),
               field<&BatchStream::size>("batch_size: int", "Number of items in a batch, > 0."),
               field<&BatchStream::drop_last>(
                   "drop_remainder: bool = false",
                   "If true, drops the last batch if it has fewer than `batch_size` items."),
               field<&BatchStream::pad>(
                   "pad: real = nil",
                   "Padding value that fills the last batch up to `batch_size` items. If nil, the "
                   "last batch may be smaller."),
               field<&BatchStream::at>("var position: int = 0",
                                       "Iterator position: number of batches already returned.")},
    .methods = {STREAM_METHODS(BatchStream)},
    .example = "(b for b in data.Batch(data.Range(0, 5), 2, true))  #> ([0, 1], [2, 3])",
    .source = "ours",
    .open = open_stream<BatchStream>,
};
const Struct& BatchStream::record() { return data_batch_struct; }

extern const Builtin data_batch_builtin = {
    .signature =
        "data.batch(source: any, batch_size: int, drop_remainder: bool = false, pad: real = nil) "
        "-> stream",
    .brief = "Stacks every `batch_size` consecutive items of a stream into one batch.",
    .params = {{"source",
                "Stream, or a value that `data.stream` accepts. All items have the same tree "
                "structure. Each leaf is stacked along a new axis 0; strings become a tuple."},
               {"batch_size", "Number of items in a batch, > 0."},
               {"drop_remainder",
                "If true, drops the last batch if it has fewer than `batch_size` items."},
               {"pad",
                "Padding value that fills each leaf of the last batch up to `batch_size` items. If "
                "nil, the last batch may be smaller."}},
    .errors =
        "error[value] if `batch_size` is not above 0; error[shape] or error[type] if the items of "
        "a batch differ in shape or structure, with the index of the batch",
    .example =
        "(b for b in data.batch(0..5, 2))  #> ([0, 1], [2, 3], [4])\n"
        "(b for b in data.batch(0..5, 2, pad = -1))  #> ([0, 1], [2, 3], [4, -1])",
    .source = "Grain's MapDataset.batch; pad is its batch_and_pad",
    .call = bind<&batched>,
};

}  // namespace rille
