// data.parquet: rows or row groups of Parquet files.
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
constexpr std::string_view groups_word = "*groups";  // option: the items are row groups

// Decoded columns of a row group.
struct RowGroupColumns {
  size_t group;
  std::vector<ParquetValues> columns;
  Charge charge = {};  // memory of the columns in addition to their arrays
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
    FileLocation whence = where(group);
    std::shared_ptr<const RowGroupColumns> here = decoded(group);
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
  FileLocation where(size_t group) const { return {path_, form, str("row group ", group)}; }

  // Reads the metadata. The last 8 bytes of the file are the size of the metadata and the magic
  // bytes.
  void read_meta() {
    FileLocation whence{path_, form};
    auto all = static_cast<uint64_t>(file_.bytes());
    whence.need(all >= 12, "the file is truncated");
    std::string tail = read_there(file_, all - 8, 8, whence);
    whence.need(!tail.ends_with("PARE"), "the file is encrypted");
    bool begins = read_there(file_, 0, 4, whence) == "PAR1" && tail.ends_with("PAR1");
    whence.need(begins, "the file does not begin and end with PAR1");
    uint64_t size = little(tail, 4);
    whence.need(size <= all - 12, "the metadata is longer than the file");
    meta_ = parquet_meta(read_there(file_, all - 8 - size, size, whence), whence);
    // Run-length encoding stores any number of equal values in a few bytes. Row counts that no
    // writer produces are rejected, to limit memory.
    uint64_t most = (uint64_t{1} << 26) + 64 * all, rows = 0;
    for (const ParquetGroup& group : meta_.groups) {
      rows += static_cast<uint64_t>(group.rows);
      bool fits = static_cast<uint64_t>(group.rows) <= most && rows <= uint64_t{1} << 62;
      for (const ParquetChunk& chunk : group.chunks) {
        fits = fits && chunk.values >= 0 && static_cast<uint64_t>(chunk.values) <= most;
      }
      whence.need(fits, str("a row group has ", group.rows, " rows, expected at most ", most,
                            " for a file of ", all, " bytes"));
    }
  }

  void choose(const std::vector<std::string>& wanted) {
    std::vector<std::string> known;
    for (const ParquetColumn& column : meta_.columns) known.push_back(column.name);
    std::set<std::string> there(known.begin(), known.end()), asked(wanted.begin(), wanted.end());
    for (const std::string& name : wanted) {
      if (!there.contains(name)) {
        throw Error(Code::value, str("\"", path_, "\" has no column \"", name, "\""))
            .help(str("the columns are ", join(known)));
      }
    }
    for (size_t i = 0; i < known.size(); ++i) {
      bool is_wanted = wanted.empty() || asked.contains(known[i]);
      if (is_wanted) chosen_.push_back(i);
    }
    // The fields of a record are sorted by name in byte order.
    std::ranges::sort(chosen_, {}, [&](size_t at) -> const std::string& { return known[at]; });
    for (size_t at : chosen_) {
      const ParquetColumn& column = meta_.columns[at];
      if (column.refusal.empty()) continue;
      throw Error(Code::io, str("\"", path_, "\": column ", column.name, ": ", column.refusal))
          .help("`columns = (…)` selects the columns to read");
    }
  }

  RowGroupColumns decode(size_t group) const {
    RowGroupColumns out{group, {}};
    for (size_t at : chosen_) {
      const ParquetColumn& column = meta_.columns[at];
      const ParquetChunk& chunk = meta_.groups[group].chunks[at];
      FileLocation whence{path_, form, str("row group ", group, ", column ", column.name)};
      std::string bytes = read_there(file_, chunk.begin, chunk.size, whence);
      out.columns.push_back(parquet_values(bytes, column, chunk, meta_.groups[group].rows, whence));
      out.charge.grow(held_by(out.columns.back()));
    }
    return out;
  }

  // Returns a decoded row group. The last two are cached, most recent first.
  std::shared_ptr<const RowGroupColumns> decoded(size_t group) const {
    constexpr size_t kept = 2;
    std::lock_guard lock(mutex_);
    auto found = std::ranges::find(recent_, group, [](const auto& d) { return d->group; });
    if (found != recent_.end()) return *found;
    auto made = std::make_shared<RowGroupColumns>(decode(group));
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
  std::vector<int64_t> ends_;  // number of rows up to the end of each group
  Value form_;
  mutable std::mutex mutex_;
  mutable std::list<std::shared_ptr<const RowGroupColumns>> recent_;
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

extern const RecordFormat parquet_form = {"parquet", "data.parquet", &open_parquet};

extern const Builtin data_parquet_builtin = {
    .signature =
        "data.parquet(path: str or (str, ...), columns: (str, ...) = nil, groups: bool = false) -> "
        "stream",
    .brief = "Creates a random-access stream of the rows of Parquet files.",
    .params = {{"path",
                "Path of a file, or several paths, whose files are read one after another."},
               {"columns",
                "Names of the columns to read. If nil, all columns are read. A field of a struct "
                "has the name `a.b`; in a list of structs it is a list. A map has two lists, "
                "`m.key` and `m.value`."},
               {"groups",
                "If true, the items are row groups, in which a column is an array or a tuple. If "
                "false, the items are rows."}},
    .returns =
        "a random-access stream of records. Values are numbers, bools, strings, and u8[n] for "
        "bytes; a list is an array, or a tuple of strings or lists. A null is nil, or NaN within "
        "an array, which is f64 for ints with nulls. Dates and times are the stored ints; 96-bit "
        "timestamps become nanoseconds since 1970, i64. A decimal becomes the nearest f64. A row "
        "group is decoded as a whole, and two row groups are cached. For shuffled reads use small "
        "row groups or `data.shuffle(…, window_size = n)`",
    .errors =
        "error[io] with row group and column if a file is truncated, corrupt, encrypted, "
        "compressed by LZO, or cannot be read; error[io] if the name of a column is not unique; "
        "error[value] if a column does not exist; error[trace] while tracing",
    .example = "try(() => data.parquet(\"none.parquet\")).ok  #> false",
    .source = "parquet-format 2.11; plain, dictionary, run-length, delta and split encodings",
    .call = bind<&parquet>,
    .purity = Purity::host,
};

}  // namespace rille
