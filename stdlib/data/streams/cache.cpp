// data.cache: keeps the items of a stream in memory.
#include "stdlib/data/streams.h"
#include "stdlib/data/streams/disk_cache.h"

namespace rille {
namespace {

struct CacheStream {
  static const Struct& record();
  Stream source;
  int64_t at = 0;
  mutable Values kept = {};  // nil for an item that is not cached yet or was filtered out
  mutable bool is_open = false, has_numbers = false;
  mutable size_t texts = 0;

  Value next(State& state) {
    need_count(at, "data.cache", "position");
    open(state);
    return next_numbered(state, *this, std::ssize(kept), at);
  }

  ItemNumbers numbers(State& state) const {
    if (at != 0) return {};
    open(state);
    return {std::ssize(kept), has_numbers && !source.numbers(state).dense()};
  }
  // Items of the first epoch are cached and returned in every epoch. A random stage upstream of
  // the cache therefore samples only once.
  Value item(State& state, int64_t number) const {
    open(state);
    int64_t place = place_of(number, std::ssize(kept)).at;
    Value& here = kept[static_cast<size_t>(place)];
    if (here.is_nil() && has_numbers) here = seen(source.item(state, place));
    return here;
  }

 private:
  // Reads all items of a sequential stream, which gives the cache random access.
  void open(State& state) const {
    if (is_open) return;
    ItemNumbers all = source.numbers(state);
    if (all.count == ItemNumbers::endless) {
      throw Error(Code::value, "data.cache: cannot cache an infinite stream")
          .help("limit the stream with `data.take(n)` before the cache");
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
    .brief = "Stream whose items are computed once and cached in memory.",
    .fields = {field<&CacheStream::source>("source: stream", "Stream of the items to cache."),
               field<&CacheStream::at>(
                   "var position: int = 0",
                   "Iterator position: index of the next item, filtered items included.")},
    .methods = {STREAM_METHODS(CacheStream)},
    .example = "(i for i in data.Cache(data.Range(0, 3)))  #> (0, 1, 2)",
    .source = "Grain's CacheIterDataset",
    .open = open_stream<CacheStream>,
};
const Struct& CacheStream::record() { return data_cache_struct; }

extern const Builtin data_cache_builtin = {
    .signature = "data.cache(source: any, dir: str = nil, chunk: int = 64) -> stream",
    .brief = "Caches the items of a stream, in memory or in a directory.",
    .params = {{"source",
                "Finite stream, or a value that `data.stream` accepts. A sequential source is read "
                "completely at the first item; the cache then has random access: "
                "`data.tfrecord(path) |> data.cache |> data.shuffle(seed = 1) |> data.repeat`."},
               {"dir",
                "Directory of the cache. If nil, the items stay in memory for the duration of the "
                "loop. The directory holds checksummed checkpoints of `chunk` items each. A run "
                "that was interrupted resumes filling it, later runs read it, and several "
                "processes may share it. It belongs to this stream; a change of only a function in "
                "the stream is not detected. Instances of structs come back as records."},
               {"chunk",
                "Number of items in a file of the directory, > 0. The items of a file are computed "
                "and read together."}},
    .errors =
        "error[value] if the stream is infinite or `dir` holds the items of another stream; "
        "error[memory] if the items do not fit in memory; error[io] if a file of the directory "
        "cannot be read",
    .example =
        "io.write(\"c.txt\", \"a\\nb\\n\"); data.cache(data.lines(\"c.txt\")).count()  #> 2\n"
        "(x for x in data.cache((1, 2) |> data.map(x => x + 1), \"kept\"))  #> (2, 3)",
    .source = "Grain's CacheIterDataset",
    .call = bind<&cached>,
};

}  // namespace rille
