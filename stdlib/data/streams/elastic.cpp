// data.elastic: batches for a changing number of hosts.
#include <numeric>

#include "stdlib/data/streams.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view elastic_who = "data.elastic";

struct ElasticStream {
  static const Struct& record();
  Stream source;
  int64_t size = 1;              // of the global batch
  int64_t index = 0, count = 1;  // index of this host, and number of hosts
  int64_t at = 0;                // index of the first item of the next global batch

  Value next(State& state) {
    need_count(at, elastic_who, "position");
    if (at > numbers_of(state).count - size) return {};
    Value out = batch(state, at);
    at += size;
    return out;
  }

  bool is_free(State& state) const { return source.is_free(state); }
  ItemNumbers numbers(State& state) const {
    if (at != 0) return {};
    ItemNumbers all = numbers_of(state);
    if (all.count != ItemNumbers::endless) all.count /= size;
    return all;
  }
  Value item(State& state, int64_t number) const {
    int64_t all = numbers_of(state).count;
    auto [epoch, place] = place_of(number, numbers(state).count);
    int64_t before = all == ItemNumbers::endless ? 0 : number_in(epoch, all, 0);
    return batch(state, before + place * size);
  }

  // The fields are checked again because a script may have changed them.
  void check() const {
    need_above_zero(size, elastic_who, "global_batch_size");
    need_above_zero(count, elastic_who, "count");
    if (index < 0 || index >= count) {
      throw labelled(Error(Code::value, str(elastic_who, ": `index` is ", index,
                                            ", expected an integer from 0 to ", count - 1)),
                     "index");
    }
    if (size % count == 0) return;
    throw labelled(Error(Code::value, str(elastic_who, ": `global_batch_size` is ", size,
                                          ", expected a multiple of ", count, ", the `count`")),
                   "global_batch_size");
  }

  ItemNumbers numbers_of(State& state) const {
    check();
    ItemNumbers all = source.numbers(state);
    if (all.dense()) return all;
    throw Error(Code::value, str(elastic_who,
                                 ": `source` is sequential or has filtered items, expected a "
                                 "random-access stream without filtered items"))
        .help("filter after `data.elastic`, or mark the unwanted items with `data.map`");
  }

 private:
  // Host i receives items i, i + count, … of the global batch.
  Value batch(State& state, int64_t begin) const {
    std::vector<int64_t> which;
    for (int64_t k = index; k < size; k += count) which.push_back(begin + k);
    return at_item(elastic_who, begin / size, [&] { return batch_of(source.items(state, which)); });
  }
};

ElasticStream elastic(State& state, const Value& source, int64_t size, int64_t index,
                      int64_t count) {
  ElasticStream out{stream_of(state, source, elastic_who), size, index, count};
  out.numbers_of(state);
  return out;
}

}  // namespace

extern const Struct data_elastic_struct = {
    .name = "data.Elastic",
    .brief = "Stream of one host's data shard, with an iterator state common to all hosts.",
    .fields = {field<&ElasticStream::source>("source: stream",
                                             "Random-access stream without filtered items."),
               field<&ElasticStream::size>(
                   "global_batch_size: int",
                   "Global batch size: number of items in a batch over all hosts."),
               field<&ElasticStream::index>("index: int = 0",
                                            "Index of this host, 0 ≤ index < count."),
               field<&ElasticStream::count>("count: int = 1",
                                            "Number of hosts, > 0; divides `global_batch_size`."),
               field<&ElasticStream::at>(
                   "var position: int = 0",
                   "Iterator position: index of the first item of the next global batch.")},
    .methods = {STREAM_METHODS(ElasticStream)},
    .example = "(b for b in data.Elastic(data.Range(0, 8), 4, 1, 2))  #> ([1, 3], [5, 7])",
    .source = "Grain's ElasticIterator",
    .open = open_stream<ElasticStream>,
};
const Struct& ElasticStream::record() { return data_elastic_struct; }

extern const Builtin data_elastic_builtin = {
    .signature =
        "data.elastic(source: any, global_batch_size: int, index: int = 0, count: int = 1) -> "
        "stream",
    .brief =
        "Returns the shard of one host of every global batch. The number of hosts may change "
        "between runs.",
    .params = {{"source",
                "Random-access stream without filtered items, or a value that `data.stream` "
                "accepts. It is neither batched nor sharded."},
               {"global_batch_size",
                "Global batch size: number of items in a batch over all hosts, > 0; a multiple of "
                "`count`."},
               {"index", "Index of this host, 0 ≤ index < count."},
               {"count", "Number of hosts, > 0."}},
    .returns =
        "a stream of stacked batches of `global_batch_size / count` items. Its iterator state is "
        "one number, "
        "`position`, which is the same on all hosts after the same number of steps. A run with any "
        "number of hosts and any batch size can resume from the checkpoint of any host: "
        "`ckpt.load(path, like = data.elastic(…), only = \"position\")`. Over all hosts, each "
        "remaining "
        "item is then read once, except those of an incomplete last batch, which is dropped",
    .errors =
        "error[value] if `global_batch_size` is not above 0 or not a multiple of `count`; "
        "error[value] if `index` is out of range, or `source` is sequential or has filtered items",
    .example =
        "var two = data.elastic(0..12, 4, 1, 2); two.next!()  #> [1, 3]\n"
        "var three = data.elastic(0..12, 3, 2, 3); three.position = two.position; three.next!()  "
        "#> [6]",
    .source = "Grain's ElasticIterator",
    .call = bind<&elastic>,
};

}  // namespace rille
