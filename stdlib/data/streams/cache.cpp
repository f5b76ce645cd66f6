// data.cache: items that were made once stay in memory.
#include "stdlib/data/streams.h"
#include "stdlib/data/streams/disk_cache.h"

namespace rille {
namespace {

struct CacheStream {
  static const Struct& record();
  Stream source;
  int64_t at = 0;
  mutable Values kept = {};  // nil: not made yet, or left out by a filter
  mutable bool is_open = false, has_numbers = false;
  mutable size_t texts = 0;

  Value next(State& state) {
    need_count(at, "data.cache", "at");
    open(state);
    return next_numbered(state, *this, std::ssize(kept), at);
  }

  ItemNumbers numbers(State& state) const {
    if (at != 0) return {};
    open(state);
    return {std::ssize(kept), has_numbers && !source.numbers(state).dense()};
  }
  // Of the first epoch alone: what draws anew in each does so before it is kept.
  Value item(State& state, int64_t number) const {
    open(state);
    int64_t place = place_of(number, std::ssize(kept)).at;
    Value& here = kept[static_cast<size_t>(place)];
    if (here.is_nil() && has_numbers) here = seen(source.item(state, place));
    return here;
  }

 private:
  // A stream whose items have no numbers is read whole: then they have.
  void open(State& state) const {
    if (is_open) return;
    ItemNumbers all = source.numbers(state);
    if (all.count == ItemNumbers::endless) {
      throw Error(Code::value, "data.cache: a stream that has no end cannot be kept");
    }
    has_numbers = all.known();
    if (has_numbers) {
      poll(static_cast<size_t>(all.count) * sizeof(Value));
      kept.resize(static_cast<size_t>(all.count));
    } else {
      Stream reader(source.value());
      for (Value item = reader.next(state); !item.is_nil(); item = reader.next(state)) {
        kept.push_back(seen(std::move(item)));
      }
    }
    is_open = true;
  }

  Value seen(Value item) const {
    if (item.is_string()) texts += item.string().size();
    poll(kept.capacity() * sizeof(Value) + texts);
    return item;
  }
};

Value cached(State& state, const Value& source, const std::optional<std::string>& folder,
             int64_t chunk) {
  Stream from = stream_of(state, source, "data.cache");
  if (folder) return disk_cache(state, std::move(from), *folder, chunk);
  return make_instance(state, CacheStream{std::move(from)});
}

}  // namespace

extern const Struct data_cache_struct = {
    .name = "data.Cache",
    .brief = "The stream of another's items, each made once and kept.",
    .fields = {field<&CacheStream::source>("source: stream"),
               field<&CacheStream::at>("var at: int = 0", "how many it has gone through")},
    .methods = {STREAM_METHODS(CacheStream)},
    .example = "(i for i in data.Cache(data.Range(0, 3)))  #> (0, 1, 2)",
    .source = "Grain's CacheIterDataset",
    .open = open_stream<CacheStream>,
};
const Struct& CacheStream::record() { return data_cache_struct; }

extern const Builtin data_cache_builtin = {
    .signature = "data.cache(source: any, folder: str = nil, chunk: int = 64) -> stream",
    .brief = "The stream of the same items, made once and kept in memory, or in a folder.",
    .params = {{"source",
                "a stream, or what data.stream takes, with an end. One whose items have no numbers "
                "is read whole at its first item, and its items have numbers from then on: "
                "`data.tfrecord(path) |> data.cache |> data.shuffled(seed = 1) |> data.repeat`"},
               {"folder",
                "nil: in memory, while a loop goes on. Else checkpoints of `chunk` items each, "
                "checksummed, which a run that was stopped goes on filling and later ones read; "
                "several processes may use one. It is made for this stream; what only a function "
                "of it does otherwise is not seen. Instances come back as records"},
               {"chunk", "items in a file of the folder, > 0: these are made and read together"}},
    .errors =
        "error[value] of a stream without an end, of the folder of another stream; error[memory] "
        "where they do not fit; error[io] of a file of the folder that cannot be read",
    .example =
        "io.write(\"c.txt\", \"a\\nb\\n\"); data.cache(data.lines(\"c.txt\")).count()  #> 2\n"
        "(x for x in data.cache((1, 2) |> data.map(x => x + 1), \"kept\"))  #> (2, 3)",
    .source = "Grain's CacheIterDataset",
    .call = bind<&cached>,
};

}  // namespace rille
