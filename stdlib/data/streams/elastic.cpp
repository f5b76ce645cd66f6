// data.elastic: batches of hosts that come and go.
#include <numeric>

#include "stdlib/data/streams.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr std::string_view elastic_who = "data.elastic";

struct ElasticStream {
  static const Struct& record();
  Stream source;
  int64_t size = 1;              // of the batch of all hosts
  int64_t index = 0, count = 1;  // this host, and how many there are
  int64_t at = 0;                // the item that the next batch of all begins with

  Value next(State& state) {
    need_count(at, elastic_who, "at");
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

  // A script may have put other numbers into the fields.
  void check() const {
    need_above_zero(size, elastic_who, "size");
    need_above_zero(count, elastic_who, "count");
    if (index < 0 || index >= count) {
      throw labelled(Error(Code::value, str(elastic_who, ": `index` needs a number from 0 to ",
                                            count - 1, ", got ", index)),
                     "index");
    }
    if (size % count == 0) return;
    throw labelled(Error(Code::value, str(elastic_who, ": `size` is divided among ", count,
                                          " hosts, got ", size)),
                   "size");
  }

  ItemNumbers numbers_of(State& state) const {
    check();
    ItemNumbers all = source.numbers(state);
    if (all.dense()) return all;
    throw Error(Code::value,
                str(elastic_who, " needs a stream whose items have numbers, with none left out"))
        .help("filter behind it, or mark in data.map what is not wanted");
  }

 private:
  // Host i has item i, i + count, … of the batch of all.
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
    .brief = "The stream of one host's share of batches, whose place is the same on all hosts.",
    .fields = {field<&ElasticStream::source>("source: stream", "its items have numbers"),
               field<&ElasticStream::size>("size: int", "of the batch of all hosts"),
               field<&ElasticStream::index>("index: int = 0", "which host this is"),
               field<&ElasticStream::count>("count: int = 1", "how many hosts there are"),
               field<&ElasticStream::at>("var at: int = 0",
                                         "the item that the next batch of all begins with")},
    .methods = {STREAM_METHODS(ElasticStream)},
    .example = "(b for b in data.Elastic(data.Range(0, 8), 4, 1, 2))  #> ([1, 3], [5, 7])",
    .source = "Grain's ElasticIterator",
    .open = open_stream<ElasticStream>,
};
const Struct& ElasticStream::record() { return data_elastic_struct; }

extern const Builtin data_elastic_builtin = {
    .signature = "data.elastic(source: any, size: int, index: int = 0, count: int = 1) -> stream",
    .brief = "The stream of one host's share of each batch, for hosts that come and go.",
    .params = {{"source",
                "a stream whose items have numbers, or what data.stream takes; neither cut into "
                "batches nor into shards"},
               {"size", "items in a batch of all hosts together, > 0, divided by count"},
               {"index", "which host this is, 0 to count - 1"},
               {"count", "how many hosts there are, > 0"}},
    .returns =
        "batches of size / count items, stacked. Its place `at` is one number, the same on all "
        "hosts that took as many steps: what any of them saved, any number of hosts with batches "
        "of any size goes on from, `ckpt.load(path, like = data.elastic(…), only = \"at\")`, with "
        "the items that are left, once each. It ends before a batch that is not whole",
    .errors =
        "error[value] where size is not divided by count, index is out of range, or the items have "
        "no numbers or gaps",
    .example =
        "var two = data.elastic(0..12, 4, 1, 2); two.next!()  #> [1, 3]\n"
        "var three = data.elastic(0..12, 3, 2, 3); three.at = two.at; three.next!()  #> [6]",
    .source = "Grain's ElasticIterator",
    .call = bind<&elastic>,
};

}  // namespace rille
