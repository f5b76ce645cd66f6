// data.slice, data.shard: some of the items, by number.
#include <algorithm>

#include "stdlib/data/streams/stages.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Where a slice of so many begins and how many it has, as Python counts.
struct Cut {
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
  int64_t at = 0;  // of the items that it gives, or that it has read where they have no numbers

  Value next(State& state) {
    need_step();
    need_count(at, "data.slice", "at");
    ItemNumbers all = source.numbers(state);
    if (all.dense()) return next_numbered(state, *this, cut_of(all.count).count, at);
    bool counts_back = begin.value_or(0) < 0 || end.value_or(0) < 0 || step < 0;
    if (counts_back) {
      throw Error(Code::value,
                  "data.slice: what counts from the end needs a stream whose items have numbers");
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
    if (at != 0 || !all.dense()) return {};  // what a filter leaves out is not counted
    return {cut_of(all.count).count};
  }
  Value item(State& state, int64_t number) const {
    int64_t all = source.numbers(state).count;
    Cut cut = cut_of(all);
    auto [epoch, place] = place_of(number, cut.count);
    int64_t before = all == ItemNumbers::endless ? 0 : number_in(epoch, all, 0);
    return source.item(state, before + cut.begin + place * step);
  }

 private:
  void need_step() const {
    if (step != 0) return;
    throw labelled(Error(Code::value, "data.slice: `step` needs a number other than 0"), "step");
  }

  Cut cut_of(int64_t all) const {
    bool is_back = step < 0, is_endless = all == ItemNumbers::endless;
    bool needs_end = is_endless && (is_back || begin.value_or(0) < 0 || end.value_or(0) < 0);
    if (needs_end) {
      throw Error(Code::value, "data.slice: a stream that has no end has none to count from");
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

// The first shards have one item more where they cannot all have as many.
SliceStream shard(State& state, const Value& source, int64_t index, int64_t count, bool contiguous,
                  bool drop_remainder) {
  need_above_zero(count, "data.shard", "count");
  if (index < 0 || index >= count) {
    throw labelled(Error(Code::value, str("data.shard: `index` needs a number from 0 to ",
                                          count - 1, ", got ", index)),
                   "index");
  }
  Stream from = stream_of(state, source, "data.shard");
  ItemNumbers numbers = from.numbers(state);
  int64_t all = numbers.dense() ? numbers.count : -1;
  bool is_known = all >= 0 && all != ItemNumbers::endless;
  if ((contiguous || drop_remainder) && !is_known) {
    throw Error(Code::value, "data.shard: how many items there are has to be known").label(0);
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

Value part_stream(State& state, const Value& source, const Part& part) {
  return make_instance(state,
                       shard(state, source, part.index, part.count, true, part.drop_remainder));
}

extern const Struct data_slice_struct = {
    .name = "data.Slice",
    .brief = "The stream of some of another's items.",
    .fields = {field<&SliceStream::source>("source: stream"),
               field<&SliceStream::begin>("begin: int = nil", "the first; nil: the very first"),
               field<&SliceStream::end>("end: int = nil", "is left out; nil: behind the last"),
               field<&SliceStream::step>("step: int = 1", "to the next, not 0"),
               field<&SliceStream::at>("var at: int = 0", "how far it is")},
    .methods = {STREAM_METHODS(SliceStream)},
    .example = "(i for i in data.Slice(data.Range(0, 9), 1, 6, 2))  #> (1, 3, 5)",
    .source = "Python's slices",
    .open = open_stream<SliceStream>,
};
const Struct& SliceStream::record() { return data_slice_struct; }

extern const Builtin data_slice_builtin = {
    .signature =
        "data.slice(source: any, begin: int = nil, end: int = nil, step: int = 1) -> "
        "stream",
    .brief = "The stream of the items from begin up to end, which is left out, in steps.",
    .params = {{"source", "a stream, or what data.stream takes"},
               {"begin", "below 0: from the end, of a stream whose items have numbers"},
               {"end", "likewise"},
               {"step", "not 0; below 0: backwards"}},
    .errors =
        "error[value] where step is 0, or where it counts from an end that there is not, or that "
        "has to be gone to",
    .example = "(i for i in data.slice(0..9, -1, step = -3))  #> (8, 5, 2)",
    .source = "Python's slices; itertools.islice of what has no numbers",
    .call = bind<&sliced>,
};

extern const Builtin data_shard_builtin = {
    .signature =
        "data.shard(source: any, index: int, count: int, contiguous: bool = false, "
        "drop_remainder: bool = false) -> stream",
    .brief = "One of `count` parts of a stream, which together are the whole.",
    .params = {{"source", "a stream, or what data.stream takes"},
               {"index", "which part, 0 to count - 1"},
               {"count", "how many parts, > 0"},
               {"contiguous", "items that stand together, not each count-th one"},
               {"drop_remainder",
                "all parts have as many items, what is left of them is left out"}},
    .errors =
        "error[value] where index or count is out of range, or where how many items there are has "
        "to be known and is not",
    .example =
        "(i for i in data.shard(0..7, 1, 3))  #> (1, 4)\n"
        "(i for i in data.shard(0..7, 1, 3, contiguous = true))  #> (3, 4)",
    .source = "Grain's slices [index::count] and ShardOptions",
    .call = bind<&shard>,
};

}  // namespace rille
