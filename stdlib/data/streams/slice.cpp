// data.slice, data.shard: items selected by index.
#include <algorithm>

#include "stdlib/data/streams/stages.h"
#include "vm/calling.h"

namespace rille {
namespace {

// First index and length of a slice, with the rules of Python.
struct SliceSpan {
  int64_t begin = 0, count = 0;
};

int64_t clamped(int64_t x, int64_t all, bool is_back) {
  int64_t least = is_back ? -1 : 0, last = is_back ? all - 1 : all;
  return x < 0 ? std::max(x + all, least) : std::min(x, last);
}

struct SliceStream {
  static const Struct& record();
  Stream source;
  std::optional<int64_t> begin, end;
  int64_t step = 1;
  int64_t at = 0;  // index of the next item with random access, else number of items read

  Value next(State& state) {
    need_step();
    need_count(at, "data.slice", "position");
    ItemNumbers all = source.numbers(state);
    if (all.dense()) return next_numbered(state, *this, cut_of(all.count).count, at);
    bool counts_back = begin.value_or(0) < 0 || end.value_or(0) < 0 || step < 0;
    if (counts_back) {
      throw Error(Code::value,
                  "data.slice: `source` is sequential, so `begin` and `end` must be >= 0 and "
                  "`step` above 0");
    }
    for (;;) {
      if (end && at >= *end) return {};
      Value item = source.next(state);
      if (item.is_nil()) return item;
      int64_t number = at++ - begin.value_or(0);
      if (number >= 0 && number % step == 0) return item;
    }
  }

  bool is_free(State& state) const { return source.is_free(state); }
  ItemNumbers numbers(State& state) const {
    need_step();
    ItemNumbers all = source.numbers(state);
    if (at != 0 || !all.dense()) return {};  // filtered items must not be counted
    return {cut_of(all.count).count};
  }
  Value item(State& state, int64_t number) const {
    int64_t all = source.numbers(state).count;
    SliceSpan cut = cut_of(all);
    auto [epoch, place] = place_of(number, cut.count);
    int64_t before = all == ItemNumbers::endless ? 0 : number_in(epoch, all, 0);
    return source.item(state, before + cut.begin + place * step);
  }

 private:
  void need_step() const {
    if (step != 0) return;
    throw labelled(Error(Code::value, "data.slice: `step` is 0, expected another integer"), "step");
  }

  SliceSpan cut_of(int64_t all) const {
    bool is_back = step < 0, is_endless = all == ItemNumbers::endless;
    bool needs_end = is_endless && (is_back || begin.value_or(0) < 0 || end.value_or(0) < 0);
    if (needs_end) {
      throw Error(
          Code::value,
          "data.slice: `source` is infinite, so `begin` and `end` must be >= 0 and `step` above 0");
    }
    int64_t from = begin ? clamped(*begin, all, is_back) : is_back ? all - 1 : 0;
    int64_t to = end ? clamped(*end, all, is_back) : is_back ? -1 : all;
    if (is_endless && !end) return {from, all};
    int64_t span = is_back ? from - to : to - from, by = is_back ? -step : step;
    return {from, span <= 0 ? 0 : (span - 1) / by + 1};
  }
};

SliceStream sliced(State& state, const Value& source, std::optional<int64_t> begin,
                   std::optional<int64_t> end, int64_t step) {
  SliceStream out{stream_of(state, source, "data.slice"), begin, end, step};
  out.numbers(state);
  return out;
}

// If `count` does not divide the number of items, the first shards have one more item.
SliceStream shard(State& state, const Value& source, int64_t index, int64_t count, bool contiguous,
                  bool drop_remainder) {
  need_above_zero(count, "data.shard", "count");
  if (index < 0 || index >= count) {
    throw labelled(Error(Code::value, str("data.shard: `index` is ", index,
                                          ", expected an integer from 0 to ", count - 1)),
                   "index");
  }
  Stream from = stream_of(state, source, "data.shard");
  ItemNumbers numbers = from.numbers(state);
  int64_t all = numbers.dense() ? numbers.count : -1;
  bool is_known = all >= 0 && all != ItemNumbers::endless;
  if ((contiguous || drop_remainder) && !is_known) {
    throw Error(Code::value,
                "data.shard: the length of `source` is unknown, expected a finite random-access "
                "stream without filtered items")
        .label(0);
  }
  int64_t each = all / count, more = drop_remainder ? 0 : all % count;
  if (!contiguous) {
    std::optional<int64_t> end;
    if (drop_remainder) end = each * count;
    return {std::move(from), index, end, count};
  }
  int64_t begin = each * index + std::min(index, more);
  return {std::move(from), begin, begin + each + (index < more ? 1 : 0), 1};
}

}  // namespace

Value part_stream(State& state, const Value& source, const DataShard& part) {
  return make_instance(state,
                       shard(state, source, part.index, part.count, true, part.drop_remainder));
}

extern const Struct data_slice_struct = {
    .name = "data.Slice",
    .brief = "Stream of a slice of the items of another stream.",
    .fields = {field<&SliceStream::source>("source: stream", "Stream of the items."),
               field<&SliceStream::begin>(
                   "begin: int = nil",
                   "Index of the first item; a negative index counts from the end. If nil, the "
                   "slice starts at the first item, or at the last if `step` is negative."),
               field<&SliceStream::end>(
                   "end: int = nil",
                   "Index at which the slice stops, exclusive; a negative index counts from the "
                   "end. If nil, the slice includes all remaining items."),
               field<&SliceStream::step>("step: int = 1", "Step between indices, not 0."),
               field<&SliceStream::at>("var position: int = 0",
                                       "Iterator position: index of the next item of the slice "
                                       "with random access, otherwise number of items read.")},
    .methods = {STREAM_METHODS(SliceStream)},
    .example = "(i for i in data.Slice(data.Range(0, 9), 1, 6, 2))  #> (1, 3, 5)",
    .source = "Python's slices",
    .open = open_stream<SliceStream>,
};
const Struct& SliceStream::record() { return data_slice_struct; }

extern const Builtin data_slice_builtin = {
    .signature =
        "data.slice(source: any, begin: int = nil, end: int = nil, step: int = 1) -> stream",
    .brief =
        "Slices a stream: returns the items `begin` to `end`, exclusive, in steps of `step`. The "
        "rules are those of Python's slices.",
    .params = {{"source", "Stream, or a value that `data.stream` accepts."},
               {"begin",
                "Index of the first item. A negative index counts from the end and requires a "
                "finite random-access stream. If nil, the slice starts at the first item, or at "
                "the last if `step` is negative."},
               {"end",
                "Index at which the slice stops, exclusive. A negative index counts from the end "
                "and requires a finite random-access stream. If nil, the slice includes all "
                "remaining items."},
               {"step",
                "Step between indices, not 0. A negative step reverses the order and requires a "
                "finite random-access stream."}},
    .errors =
        "error[value] if `step` is 0, or if `begin`, `end`, or `step` is negative and the stream "
        "is infinite or sequential",
    .example = "(i for i in data.slice(0..9, -1, step = -3))  #> (8, 5, 2)",
    .source = "Python's slices; itertools.islice of what has no numbers",
    .call = bind<&sliced>,
};

extern const Builtin data_shard_builtin = {
    .signature =
        "data.shard(source: any, index: int, count: int, contiguous: bool = false, even_shards: "
        "bool = false) -> stream",
    .brief = "Returns one of `count` disjoint data shards of a stream.",
    .params =
        {{"source", "Stream, or a value that `data.stream` accepts."},
         {"index", "Index of the shard, 0 ≤ index < count."},
         {"count", "Number of shards, > 0."},
         {"contiguous",
          "If true, a shard is a contiguous range of items; the first shards have one more item if "
          "the split is uneven. If false, a shard has every `count`-th item. True requires a "
          "finite random-access stream without filtered items."},
         {"even_shards",
          "If true, drops the items that remain after an even split, so that all shards have the "
          "same length. True requires a finite random-access stream without filtered items."}},
    .errors =
        "error[value] if `index` or `count` is out of range, or if the length of the stream is "
        "needed and unknown",
    .example =
        "(i for i in data.shard(0..7, 1, 3))  #> (1, 4)\n"
        "(i for i in data.shard(0..7, 1, 3, contiguous = true))  #> (3, 4)",
    .source = "Grain's slices [index::count] and ShardOptions",
    .call = bind<&shard>,
};

}  // namespace rille
