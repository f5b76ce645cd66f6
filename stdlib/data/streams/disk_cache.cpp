// data.DiskCache: keeps the items of a stream in a directory.
#include "stdlib/data/streams/disk_cache.h"

#include <charconv>
#include <filesystem>
#include <list>

#include "stdlib/ckpt/load.h"
#include "stdlib/ckpt/save.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/data/records/paths.h"
#include "stdlib/data/streams.h"
#include "stdlib/file.h"
#include "stdlib/file/descriptor.h"
#include "stdlib/remote.h"
#include "vm/run/grants.h"
#include "vm/words/renamed.h"

// The directory holds `stream.txt`, which identifies the stream; checksummed checkpoints of `chunk`
// items each, written atomically; and, for a sequential stream, `end.txt` with the number of items.
// Two processes that fill one directory write the same files.
namespace rille {
namespace {

struct DiskCacheStream {
  static const Struct& record();
  Stream source;
  std::string folder;
  int64_t chunk = 64;
  int64_t at = 0;
  mutable int64_t count = -1;
  mutable bool has_gaps = false, has_numbers = false;
  mutable std::list<std::pair<int64_t, Values>> recent = {};  // chunks, most recent first

  Value next(State& state) {
    need_count(at, "data.cache", "position");
    open(state);
    return next_numbered(state, *this, count, at);
  }

  ItemNumbers numbers(State& state) const {
    if (at != 0) return {};
    open(state);
    return {count, has_gaps};
  }
  // Items of the first epoch are cached and returned in every epoch. A random stage upstream of
  // the cache therefore samples only once.
  Value item(State& state, int64_t number) const {
    open(state);
    if (count == 0) return {};
    int64_t place = place_of(number, count).at;
    const Values& items = chunk_of(state, place / chunk);
    auto within = static_cast<size_t>(place % chunk);
    if (within < items.size()) return items[within];
    throw Error(Code::io, str("data.cache: \"", path(place / chunk), "\" has ", items.size(),
                              " items, expected more than ", within));
  }

 private:
  std::string path(int64_t number) const { return str(folder, "/", number, ".safetensors"); }
  std::string end_path() const { return str(folder, "/end.txt"); }

  void open(State& state) const {
    if (count >= 0) return;
    need_no_trace(state, "items of a directory");
    need_above_zero(chunk, "data.cache", "chunk");
    ItemNumbers all = source.numbers(state);
    if (all.count == ItemNumbers::endless) {
      throw Error(Code::value, "data.cache: cannot cache an infinite stream")
          .help("limit the stream with `data.take(n)` before the cache");
    }
    claim();
    has_numbers = all.known();
    has_gaps = has_numbers && !all.dense();
    count = has_numbers ? all.count : count_of_folder(state);
  }

  // Assigns the directory to this stream. Raises error[value] if it belongs to another stream.
  void claim() const {
    std::error_code none;
    std::filesystem::create_directories(c_path(folder, PathAccess::write),
                                        none);  // a failure is reported by the first write
    std::string mine = str("rille cache 1, ", chunk, " items a file\n", text(source.value()), "\n");
    std::string place = str(folder, "/stream.txt");
    if (!file_exists(place)) return write_file(place, mine);
    if (with_present_names(read_text(place)) == mine) return;
    throw Error(Code::value, str("data.cache: \"", folder, "\" holds the items of another stream"))
        .help(str("use another directory, or remove this one; \"", place,
                  "\" describes the stream that it belongs to"));
  }

  const Values& chunk_of(State& state, int64_t number) const {
    constexpr size_t kept = 2;
    auto found = std::ranges::find(recent, number, [](const auto& c) { return c.first; });
    if (found != recent.end()) return found->second;
    Values items;
    if (file_exists(path(number))) {
      items = loaded(state, number).field("items")->items();
    } else if (has_numbers) {
      for (int64_t i = number * chunk; i < std::min(count, (number + 1) * chunk); ++i) {
        items.push_back(source.item(state, i));
      }
      store(state, number, items, Value());
    } else {
      throw Error(Code::io,
                  str("\"", path(number), "\" is missing: remove the directory to fill it again"));
    }
    if (recent.size() == kept) recent.pop_back();
    recent.emplace_front(number, std::move(items));
    return recent.front().second;
  }

  Value loaded(State& state, int64_t number) const {
    std::string from = path(number);
    Value out = load_tree(state, *open_safetensors(from), {}, from);
    bool is_chunk = out.field("items") && out.field("items")->is_tuple() && out.field("cursor");
    if (is_chunk) return out;
    throw Error(Code::io, str("\"", from, "\" does not contain items of data.cache"));
  }

  void store(State& state, int64_t number, const Values& items, const Value& cursor) const {
    Value tree = Value::record(state, {{"cursor", without_functions(cursor)},
                                       {"items", with_tuples(Value::tuple(items))}});
    TreeSnapshot snapshot = snapshot_of(state, tree, Value());
    write_safetensors(path(number), std::move(snapshot.arrays), std::move(snapshot.words));
  }

  // --- sequential streams ---------------------------------------------------------------------

  // Writes all items that the directory lacks, and returns the number of items.
  int64_t count_of_folder(State& state) const {
    if (file_exists(end_path())) return count_from(read_text(end_path()));
    int64_t number = 0;
    while (file_exists(path(number))) ++number;
    Stream reader(source.value());
    if (number > 0) {
      Value last = loaded(state, number - 1);
      int64_t size = std::ssize(last.field("items")->items());
      if (size < chunk) return ended((number - 1) * chunk + size);
      reader = reader_behind(state, number, *last.field("cursor"));
    }
    for (;; ++number) {
      Values items = next_items(state, reader, chunk);
      store(state, number, items, reader.value());
      if (std::ssize(items) < chunk) return ended(number * chunk + std::ssize(items));
    }
  }
  int64_t ended(int64_t all) const {
    write_file(end_path(), str(all, "\n"));
    return all;
  }

  int64_t count_from(std::string_view said) const {
    int64_t out = -1;
    std::from_chars(said.data(), said.data() + said.size(), out);
    if (out >= 0) return out;
    throw Error(Code::io, str("\"", end_path(), "\" does not contain a number of items"));
  }

  // The stream after its first `chunks` chunks. The position is restored from the cursor in the
  // last of these chunks; if the structure of the stream has changed, the items are read again.
  Stream reader_behind(State& state, int64_t chunks, const Value& kept) const {
    Value begin = source.value();
    std::vector<TreeSlot> slots = slots_of(begin), there = slots_of(kept);
    bool fits = slots.size() == there.size();
    Values values;
    for (size_t i = 0; fits && i < slots.size(); ++i) {
      fits = slots[i].name == there[i].name;
      bool is_kept = slots[i].value.is_function() || slots[i].is_data;
      values.push_back(is_kept ? slots[i].value : there[i].value);
    }
    if (fits) return Stream(with_slots(begin, values));
    Stream out(begin);
    for (int64_t i = 0; i < chunks; ++i) next_items(state, out, chunk);
    return out;
  }

  static Value without_functions(const Value& tree) {
    Values values;
    for (const TreeSlot& slot : slots_of(tree)) {
      values.push_back(slot.value.is_function() || slot.is_data ? Value() : slot.value);
    }
    return with_slots(tree, values);
  }
};

}  // namespace

Value disk_cache(State& state, Stream source, std::string folder, int64_t chunk) {
  need_above_zero(chunk, "data.cache", "chunk");
  if (is_url(folder)) {
    throw Error(Code::io,
                str("data.cache: `dir` is the URL \"", folder, "\", expected a local directory"))
        .help("use a directory of this machine");
  }
  return make_instance(state, DiskCacheStream{std::move(source), std::move(folder), chunk});
}

extern const Struct data_disk_cache_struct = {
    .name = "data.DiskCache",
    .brief = "Stream whose items are computed once and cached in a directory.",
    .fields = {field<&DiskCacheStream::source>("source: stream", "Stream of the items to cache."),
               field<&DiskCacheStream::folder>("dir: str", "Directory of the cache."),
               field<&DiskCacheStream::chunk>("chunk: int = 64", "Number of items in a file, > 0."),
               field<&DiskCacheStream::at>(
                   "var position: int = 0",
                   "Iterator position: index of the next item, filtered items included.")},
    .methods = {STREAM_METHODS(DiskCacheStream)},
    .example = "(i for i in data.DiskCache(data.Range(0, 3), \"kept_range\"))  #> (0, 1, 2)",
    .source = "tf.data.Dataset.cache with a file",
    .open = open_stream<DiskCacheStream>,
};
const Struct& DiskCacheStream::record() { return data_disk_cache_struct; }

}  // namespace rille
