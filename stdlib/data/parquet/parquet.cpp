// data.parquet: rows of Parquet files, or their row groups.
#include <algorithm>
#include <list>
#include <mutex>
#include <numeric>
#include <set>

#include "stdlib/data/parquet/meta.h"
#include "stdlib/data/records/record_file.h"
#include "stdlib/data/streams.h"
#include "vm/memory/account.h"

namespace rille {
namespace {

constexpr std::string_view form = "Parquet file";
constexpr std::string_view groups_word = "*groups";  // an option: items are row groups

// The columns of a row group that are asked for.
struct Decoded {
  size_t group;
  std::vector<ParquetValues> columns;
  Charge charge = {};  // of what they hold beside arrays
};

size_t held_by(const ParquetValues& v) {
  return v.places.capacity() * sizeof(v.places[0]) + v.ends.capacity() * sizeof(v.ends[0]) +
         v.text_ends.capacity() * sizeof(v.text_ends[0]) + v.defined.capacity() +
         v.repeated.capacity();
}

class ParquetFile final : public RecordFile {
 public:
  ParquetFile(State& state, const std::string& path, std::vector<std::string> wanted)
      : path_(path), file_(path) {
    gives_groups_ = !wanted.empty() && wanted[0] == groups_word;
    if (gives_groups_) wanted.erase(wanted.begin());
    read_meta();
    choose(wanted);
    std::vector<std::pair<std::string, Value>> fields;
    for (size_t at : chosen_) fields.emplace_back(meta_.columns[at].name, Value());
    form_ = Value::record(state, std::move(fields));
    int64_t all = 0;
    for (const ParquetGroup& group : meta_.groups) ends_.push_back(all += group.rows);
  }

  int64_t count() const override {
    if (gives_groups_) return std::ssize(meta_.groups);
    return ends_.empty() ? 0 : ends_.back();
  }

  Value record(int64_t number) const override {
    auto group = static_cast<size_t>(number);
    int64_t row = 0;
    if (!gives_groups_) {
      group = static_cast<size_t>(std::ranges::upper_bound(ends_, number) - ends_.begin());
      row = number - (group == 0 ? 0 : ends_[group - 1]);
    }
    Whence whence = where(group);
    std::shared_ptr<const Decoded> here = decoded(group);
    Values items;
    for (size_t i = 0; i < chosen_.size(); ++i) {
      const ParquetColumn& column = meta_.columns[chosen_[i]];
      const ParquetValues& values = here->columns[i];
      items.push_back(gives_groups_
                          ? parquet_batch(column, values, meta_.groups[group].rows, whence)
                          : parquet_item(column, values, row, whence));
    }
    return Value::like(form_.branch(), std::move(items));
  }

 private:
  Whence where(size_t group) const { return {path_, form, str("row group ", group)}; }

  // The last bytes are the length of what the file says of itself, and the magic word.
  void read_meta() {
    Whence whence{path_, form};
    auto all = static_cast<uint64_t>(file_.bytes());
    whence.need(all >= 12, "it is cut off");
    std::string tail = read_there(file_, all - 8, 8, whence);
    whence.need(!tail.ends_with("PARE"), "it is encrypted");
    bool begins = read_there(file_, 0, 4, whence) == "PAR1" && tail.ends_with("PAR1");
    whence.need(begins, "it does not begin and end with PAR1");
    uint64_t size = little(tail, 4);
    whence.need(size <= all - 12, "its head is longer than the file");
    meta_ = parquet_meta(read_there(file_, all - 8 - size, size, whence), whence);
    // Runs pack any number of equal values into some bytes: what no writer makes is refused.
    uint64_t most = (uint64_t{1} << 26) + 64 * all, rows = 0;
    for (const ParquetGroup& group : meta_.groups) {
      rows += static_cast<uint64_t>(group.rows);
      bool fits = static_cast<uint64_t>(group.rows) <= most && rows <= uint64_t{1} << 62;
      for (const ParquetChunk& chunk : group.chunks) {
        fits = fits && chunk.values >= 0 && static_cast<uint64_t>(chunk.values) <= most;
      }
      whence.need(fits, str("no ", group.rows, " rows stand in one group of ", all, " bytes"));
    }
  }

  void choose(const std::vector<std::string>& wanted) {
    std::vector<std::string> known;
    for (const ParquetColumn& column : meta_.columns) known.push_back(column.name);
    std::set<std::string> there(known.begin(), known.end()), asked(wanted.begin(), wanted.end());
    for (const std::string& name : wanted) {
      if (!there.contains(name)) {
        throw Error(Code::value, str("\"", path_, "\" has no column \"", name, "\""))
            .help(str("it has ", join(known)));
      }
    }
    for (size_t i = 0; i < known.size(); ++i) {
      bool is_wanted = wanted.empty() || asked.contains(known[i]);
      if (is_wanted) chosen_.push_back(i);
    }
    // A record has its names in the order of their bytes.
    std::ranges::sort(chosen_, {}, [&](size_t at) -> const std::string& { return known[at]; });
    for (size_t at : chosen_) {
      const ParquetColumn& column = meta_.columns[at];
      if (column.refusal.empty()) continue;
      throw Error(Code::io, str("\"", path_, "\": column ", column.name, ": ", column.refusal))
          .help("`columns = (…)` names those that are wanted");
    }
  }

  Decoded decode(size_t group) const {
    Decoded out{group, {}};
    for (size_t at : chosen_) {
      const ParquetColumn& column = meta_.columns[at];
      const ParquetChunk& chunk = meta_.groups[group].chunks[at];
      Whence whence{path_, form, str("row group ", group, ", column ", column.name)};
      std::string bytes = read_there(file_, chunk.begin, chunk.size, whence);
      out.columns.push_back(parquet_values(bytes, column, chunk, meta_.groups[group].rows, whence));
      out.charge.grow(held_by(out.columns.back()));
    }
    return out;
  }

  // The last two row groups stay, the newest first.
  std::shared_ptr<const Decoded> decoded(size_t group) const {
    constexpr size_t kept = 2;
    std::lock_guard lock(mutex_);
    auto found = std::ranges::find(recent_, group, [](const auto& d) { return d->group; });
    if (found != recent_.end()) return *found;
    auto made = std::make_shared<Decoded>(decode(group));
    if (gives_groups_) return made;
    if (recent_.size() == kept) recent_.pop_back();
    recent_.push_front(made);
    return made;
  }

  std::string path_;
  OpenFile file_;
  bool gives_groups_ = false;
  ParquetMeta meta_;
  std::vector<size_t> chosen_;
  std::vector<int64_t> ends_;  // the number behind the last row of each group
  Value form_;
  mutable std::mutex mutex_;
  mutable std::list<std::shared_ptr<const Decoded>> recent_;
};

std::unique_ptr<RecordFile> open_parquet(State& state, const std::string& path,
                                         const RecordOptions& options) {
  return std::make_unique<ParquetFile>(state, path, options);
}

Value parquet(State& state, const Value& path, const Value& columns, bool groups) {
  RecordOptions options;
  if (groups) options.emplace_back(groups_word);
  if (!columns.is_nil()) {
    for (const Value& name : columns.items()) options.push_back(name.string());
  }
  return stream_of_records(state, parquet_form, path, std::move(options));
}

}  // namespace

extern const RecordForm parquet_form = {"parquet", "data.parquet", &open_parquet};

extern const Builtin data_parquet_builtin = {
    .signature =
        "data.parquet(path: str or (str, ...), columns: (str, ...) = nil, groups: bool = false) -> "
        "stream",
    .brief = "The stream of the rows of Parquet files, whose items have numbers.",
    .params =
        {{"path", "a file, or several, which follow each other"},
         {"columns",
          "the names of those that are read; nil: all. A struct's field is `a.b`, of a list of "
          "structs a list of it; a map is the lists `m.key` and `m.value`"},
         {"groups", "the items are row groups, of which each column is an array or a tuple"}},
    .returns =
        "records: numbers, bools, strings, u8[n] of bytes, of a list an array, or a tuple of texts "
        "or lists; null is "
        "nil, and nan within an array, which is f64 where ints have one. Dates and times are the "
        "ints that stand there, those of 96 bits nanoseconds since 1970, i64; a decimal is the f64 "
        "next to it. A row group is unpacked at once, two of them are kept: where rows "
        "are drawn from all over a file, small row groups or `data.shuffled(…, window = n)` help",
    .errors =
        "error[io] with row group and column where a file is cut off, damaged, encrypted, packed "
        "by LZO, or cannot be read, of a column that has another's name; "
        "error[value] where there is no such column; error[trace] in a trace",
    .example = "try(() => data.parquet(\"none.parquet\")).ok  #> false",
    .source = "parquet-format 2.11; plain, dictionary, run-length, delta and split encodings",
    .call = bind<&parquet>,
    .purity = Purity::host,
};

}  // namespace rille
