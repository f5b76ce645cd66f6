// data.Records: streams of files with indexed records.
#include "stdlib/data/records/record_file.h"

#include <algorithm>

#include "stdlib/data/streams.h"

namespace rille {
namespace {

constexpr const RecordFormat* forms[] = {&array_record_form, &bagz_form, &images_form,
                                         &parquet_form, &rows_form};

struct RecordsStream {
  static const Struct& record();
  std::string form;
  PathList paths;
  std::vector<int64_t> counts;  // number of records in each file
  std::vector<std::string> options;
  int64_t at = 0;
  mutable std::vector<std::unique_ptr<RecordFile>> files = {};  // opened by open()
  mutable std::vector<int64_t> ends = {};  // number of records up to the end of each file

  Value next(State& state) {
    need_count(at, "data.Records", "position");
    open(state);
    return at >= total() ? Value() : there(at++);
  }

  bool is_free(State& state) const {
    open(state);
    return true;
  }
  ItemNumbers numbers(State& state) const {
    if (at != 0) return {};
    open(state);
    return {total()};
  }
  Value item(State& state, int64_t number) const {
    open(state);
    return there(place_of(number, total()).at);
  }

  Values items(State& state, std::span<const int64_t> numbers) const {
    std::vector<int64_t> within = all_within(state, numbers);
    if (files.size() == 1) return files[0]->records(within);
    Values out;
    for (int64_t number : within) out.push_back(there(number));
    return out;
  }
  Value stacked(State& state, std::span<const int64_t> numbers) const {
    std::vector<int64_t> within = all_within(state, numbers);
    return files.size() == 1 ? files[0]->stacked(within) : Value();
  }

  const RecordFormat& known_form() const {
    const auto* found =
        std::ranges::find(forms, form, [](const RecordFormat* f) { return f->name; });
    if (found != std::end(forms)) return **found;
    throw Error(
        Code::value,
        str("data.Records: `format` is \"", form,
            "\", expected \"array_record\", \"bagz\", \"images\", \"parquet\", or \"rows\""));
  }

  void open(State& state) const {
    if (!ends.empty()) return;
    need_no_trace(state, "records of a file");
    const RecordFormat& known = known_form();
    std::vector<std::unique_ptr<RecordFile>> made;
    std::vector<int64_t> sums;
    for (size_t i = 0; i < paths.size(); ++i) {
      made.push_back(known.open(state, paths[i], options));
      int64_t now = made.back()->count(), was = i < counts.size() ? counts[i] : now;
      if (now != was) {
        throw Error(Code::io, str("\"", paths[i], "\" has ", now, " records, expected ", was,
                                  ": the file has changed since the stream was created"));
      }
      sums.push_back((sums.empty() ? 0 : sums.back()) + now);
    }
    files = std::move(made);
    ends = std::move(sums);
  }

 private:
  std::vector<int64_t> all_within(State& state, std::span<const int64_t> numbers) const {
    open(state);
    std::vector<int64_t> out;
    for (int64_t number : numbers) out.push_back(place_of(number, total()).at);
    return out;
  }
  int64_t total() const { return ends.empty() ? 0 : ends.back(); }
  Value there(int64_t number) const {
    auto file = static_cast<size_t>(std::ranges::upper_bound(ends, number) - ends.begin());
    return files[file]->record(number - (file == 0 ? 0 : ends[file - 1]));
  }
};

}  // namespace

Values RecordFile::records(std::span<const int64_t> numbers) const {
  Values out;
  for (int64_t number : numbers) out.push_back(record(number));
  return out;
}

Value stream_of_records(State& state, const RecordFormat& form, const Value& path,
                        RecordOptions options) {
  RecordsStream out{std::string(form.name), paths_of(path, form.builtin), {}, std::move(options)};
  out.open(state);
  for (const auto& file : out.files) out.counts.push_back(file->count());
  return make_instance(state, out);
}

void need_there(const OpenFile& file, uint64_t at, uint64_t size, const FileLocation& whence) {
  auto all = static_cast<uint64_t>(file.bytes());
  bool is_there = at <= all && size <= all - at;
  if (!is_there) {
    whence.fail(
        str("expected ", size, " bytes at byte ", at, ", but the file has ", all, " bytes"));
  }
}

std::string read_there(const OpenFile& file, uint64_t at, uint64_t size,
                       const FileLocation& whence) {
  need_there(file, at, size, whence);
  std::string out = file.read(static_cast<int64_t>(at), size);
  whence.need(out.size() == size, "the file is truncated");
  return out;
}

extern const Struct data_records_struct = {
    .name = "data.Records",
    .brief = "Stream of the records of files with random access.",
    .fields = {field<&RecordsStream::form>("format: str",
                                           "File format: one of `\"array_record\"`, `\"bagz\"`, "
                                           "`\"images\"`, `\"parquet\"`, `\"rows\"`."),
               field<&RecordsStream::paths>(
                   "paths: (str, ...)", "Paths of the files, in the order in which they are read."),
               field<&RecordsStream::counts>("counts: (int, ...)",
                                             "Number of records in each file."),
               field<&RecordsStream::options>(
                   "options: (str, ...) = ()",
                   "Names of the columns of Parquet files, or mode, height, and width of images."),
               field<&RecordsStream::at>("var position: int = 0",
                                         "Iterator position: number of records already returned.")},
    .methods = {STREAM_METHODS(RecordsStream)},
    .example = "data.Records(\"bagz\", (\"none.bagz\",), (5,)).position  #> 0",
    .source = "Grain's random-access sources",
    .open = open_stream<RecordsStream>,
};
const Struct& RecordsStream::record() { return data_records_struct; }

}  // namespace rille
