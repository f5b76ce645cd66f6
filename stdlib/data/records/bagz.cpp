// data.bagz, data.save_bagz: Bagz files.
#include <algorithm>
#include <charconv>
#include <set>

#include "stdlib/bytes/packed.h"
#include "stdlib/bytes/packing.h"
#include "stdlib/data/records/record_file.h"
#include "stdlib/data/streams.h"
#include "stdlib/file/folder.h"
#include "stdlib/remote.h"

// Layout: the concatenated records, each a zstd frame if the name of the file ends in .bagz; then
// the limits, 8 bytes for each record with the byte at which it ends. The last limit is also the
// byte at which the limits begin.
namespace rille {
namespace {

constexpr std::string_view bagz_title = "Bagz file";

// Path of a separate limits file, in the directory of the records, with the name that bagz uses.
std::string limits_path(const std::string& path) {
  size_t name = path.rfind('/') + 1;
  return path.substr(0, name) + "limits." + path.substr(name);
}

class BagzFile final : public RecordFile {
 public:
  explicit BagzFile(const std::string& path)
      : path_(path), file_(path), is_packed_(path.ends_with(".bagz")) {
    FileLocation whence{path_, bagz_title};
    auto all = static_cast<uint64_t>(file_.bytes());
    std::string beside = limits_path(path_);
    if (!is_url(path_) && is_regular_file(beside)) {
      ends_.emplace(beside);
      auto ends = static_cast<uint64_t>(ends_->bytes());
      whence.need(ends % 8 == 0, str("the limits file \"", beside, "\" is truncated"));
      data_ = all;
      count_ = static_cast<int64_t>(ends / 8);
      return;
    }
    if (all == 0) return;
    whence.need(all >= 8, "the file is truncated");
    limits_ = little(read_there(file_, all - 8, 8, whence), 8);
    bool fits = limits_ <= all - 8 && (all - limits_) % 8 == 0;
    whence.need(fits, str("the limits begin at byte ", limits_,
                          ", expected a multiple of 8 bytes "
                          "before the end at ",
                          all));
    data_ = limits_;
    count_ = static_cast<int64_t>((all - limits_) / 8);
  }

  int64_t count() const override { return count_; }

  Value record(int64_t number) const override {
    FileLocation whence{path_, bagz_title, str("record ", number)};
    auto at = static_cast<uint64_t>(number);
    bool is_first = at == 0;
    std::string ends = read_there(ends_ ? *ends_ : file_, limits_ + 8 * (is_first ? 0 : at - 1),
                                  is_first ? 8 : 16, whence);
    uint64_t begin = is_first ? 0 : little(ends, 8);
    uint64_t end = little(std::string_view(ends).substr(is_first ? 0 : 8), 8);
    whence.need(begin <= end && end <= data_,
                str("the limit is ", end, ", expected ", begin, " to ", data_));
    std::string bytes = read_there(file_, begin, end - begin, whence);
    if (!is_packed_ || bytes.empty()) return Value(bytes_array(bytes));
    BufferSlice out = unpack(Codec::zstd, bytes, zstd_size(bytes, whence), whence);
    return Value(out.part(0, out.size));
  }

 private:
  std::string path_;
  OpenFile file_;
  std::optional<OpenFile> ends_ = {};  // the separate limits file, if there is one
  bool is_packed_;
  uint64_t limits_ = 0;  // byte at which the limits begin
  uint64_t data_ = 0;    // number of bytes of all records
  int64_t count_ = 0;
};

std::unique_ptr<RecordFile> open_bagz(State&, const std::string& path, const RecordOptions&) {
  return std::make_unique<BagzFile>(path);
}

// Parts of a sharded path such as "s@3.bagz" or "s@*.bagz". `count` is empty for a single file.
struct ShardPattern {
  std::string before, count, after;
};

ShardPattern shards_of(const std::string& path) {
  size_t at = path.rfind('@');
  if (at == std::string::npos || path.find('/', at) != std::string::npos) return {};
  size_t end = path.find_first_not_of("0123456789", at + 1);
  end = path.substr(at + 1, 1) == "*" ? at + 2 : std::min(end, path.size());
  bool is_one = at > 0 && end > at + 1 && (end == path.size() || path[end] == '.');
  if (!is_one) return {};
  return {path.substr(0, at), path.substr(at + 1, end - at - 1), path.substr(end)};
}

std::string five_digits(int64_t number) {
  std::string out = std::to_string(number);
  constexpr size_t width = 5;
  return std::string(width - std::min(width, out.size()), '0') + out;
}

std::string shard_path(const ShardPattern& shards, int64_t number, int64_t count) {
  return str(shards.before, "-", five_digits(number), "-of-", five_digits(count), shards.after);
}

// Number of shards, from the names of the files in the directory.
int64_t count_there(const ShardPattern& shards, const std::string& path) {
  size_t name = shards.before.rfind('/') + 1;
  std::string folder = name == 0 ? "." : shards.before.substr(0, name);
  std::string begin = shards.before.substr(name) + "-" + five_digits(0) + "-of-";
  std::set<int64_t> counts;
  for (const FolderEntry& entry : entries_in(folder)) {
    if (!entry.name.starts_with(begin) || !entry.name.ends_with(shards.after)) continue;
    int64_t count = 0;
    const char* from = entry.name.data() + begin.size();
    const char* to = entry.name.data() + entry.name.size() - shards.after.size();
    bool is_one = from < to && std::from_chars(from, to, count).ptr == to && count > 0;
    if (is_one) counts.insert(count);
  }
  if (counts.size() == 1) return *counts.begin();
  throw Error(Code::io,
              str("\"", path, "\": found ", counts.empty() ? "no" : "more than one", " set of ",
                  "shards such as \"", shard_path(shards, 0, 3), "\", expected one"));
}

// Adds the files of a path: the path itself, or its shards in order.
void add_files(const std::string& path, PathList& out) {
  ShardPattern shards = shards_of(path);
  bool is_one = shards.count.empty() || (!is_url(path) && is_regular_file(path));
  if (is_one) return out.push_back(path);
  constexpr int64_t most = 99'999;
  int64_t count = 0;
  if (shards.count == "*") {
    count = count_there(shards, path);
  } else {
    std::from_chars(shards.count.data(), shards.count.data() + shards.count.size(), count);
  }
  if (count < 1 || count > most) {
    throw Error(Code::io, str("\"", path,
                              "\": the number of shards is out of range, expected 1 "
                              "to ",
                              most));
  }
  for (int64_t i = 0; i < count; ++i) out.push_back(shard_path(shards, i, count));
}

Value bagz(State& state, const Value& path) {
  PathList files;
  for (const std::string& each : paths_of(path, bagz_form.builtin)) add_files(each, files);
  Values out;
  for (std::string& file : files) out.emplace_back(std::move(file));
  return stream_of_records(state, bagz_form, Value::tuple(std::move(out)), {});
}

void save_bagz(State& state, const std::string& path, const Value& records) {
  constexpr std::string_view who = "data.save_bagz";
  constexpr int level = 3;
  bool is_packed = path.ends_with(".bagz");
  std::string out, ends;
  Values items = all_items(state, records, who);
  for (size_t i = 0; i < items.size(); ++i) {
    std::string_view bytes = record_bytes(items[i], who, i);
    if (is_packed) {
      out += packed_zstd(bytes, level);
    } else {
      out += bytes;
    }
    put_little(ends, out.size(), 8);
    poll(out.capacity() + ends.capacity());
  }
  std::string_view parts[] = {out, ends};
  write_file(path, parts);
}

}  // namespace

extern const RecordFormat bagz_form = {"bagz", "data.bagz", &open_bagz};

extern const Builtin data_bagz_builtin = {
    .signature = "data.bagz(path: str or (str, ...)) -> stream",
    .brief = "Creates a random-access stream of the records of Bagz files.",
    .params =
        {{"path",
          "Path of a file, or several paths, whose files are read one after another. The records "
          "of a `.bagz` file are zstd frames; those of a file with another name are uncompressed. "
          "The limits may be in a file `limits.NAME` in the same directory. `\"s@3.bagz\"` denotes "
          "the shards s-00000-of-00003.bagz to s-00002-of-00003.bagz, and `\"s@*.bagz\"` denotes "
          "all existing shards."}},
    .returns = "a random-access stream of u8[n] arrays",
    .errors =
        "error[io] with the index of the record if a file is truncated or corrupt; error[io] if a "
        "file cannot be read or has a different number of records when the stream is resumed; "
        "error[trace] while tracing",
    .example =
        "data.save_bagz(\"b.bagz\", (u8([1, 2]), \"abc\")); data.bagz(\"b.bagz\").item(1)"
        "  #> [97, 98, 99]",
    .source = "bagz.Reader",
    .call = bind<&bagz>,
    .purity = Purity::host,
};

extern const Builtin data_save_bagz_builtin = {
    .signature = "data.save_bagz(path: str, records: any) -> nil",
    .brief = "Writes a Bagz file.",
    .params = {{"path",
                "Path of the file. An existing file is replaced. The records are compressed by "
                "zstd if the path ends in `.bagz`."},
               {"records", "Tuple or stream of u8[n] arrays or strings."}},
    .errors =
        "error[io] if the file cannot be written; error[type] if an item has another type, with "
        "its index",
    .example =
        "data.save_bagz(\"w.bag\", (\"ab\", \"\")); (len(r) for r in data.bagz(\"w.bag\"))"
        "  #> (2, 0)",
    .source = "bagz.Writer",
    .call = bind<&save_bagz>,
    .purity = Purity::host,
};

}  // namespace rille
