// data.bagz, data.save_bagz: records and where each ends.
#include "stdlib/ckpt/codec/packing.h"
#include "stdlib/data/records/packed.h"
#include "stdlib/data/records/record_file.h"
#include "stdlib/data/streams.h"

// The records one behind the other, each a zstd frame where the file's name ends in .bagz; then for
// each, in 8 bytes, where it ends. The last of these is where they begin.
namespace rille {
namespace {

constexpr std::string_view form = "Bagz file";

class BagzFile final : public RecordFile {
 public:
  explicit BagzFile(const std::string& path)
      : path_(path), file_(path), is_packed_(path.ends_with(".bagz")) {
    Whence whence{path_, form};
    auto all = static_cast<uint64_t>(file_.bytes());
    if (all == 0) return;
    whence.need(all >= 8, "it is cut off");
    limits_ = little(read_there(file_, all - 8, 8, whence), 8);
    bool fits = limits_ <= all - 8 && (all - limits_) % 8 == 0;
    whence.need(fits, str("its ends would begin at byte ", limits_, " of ", all));
    count_ = static_cast<int64_t>((all - limits_) / 8);
  }

  int64_t count() const override { return count_; }

  Value record(int64_t number) const override {
    Whence whence{path_, form, str("record ", number)};
    auto at = static_cast<uint64_t>(number);
    bool is_first = at == 0;
    std::string ends =
        read_there(file_, limits_ + 8 * (is_first ? 0 : at - 1), is_first ? 8 : 16, whence);
    uint64_t begin = is_first ? 0 : little(ends, 8);
    uint64_t end = little(std::string_view(ends).substr(is_first ? 0 : 8), 8);
    whence.need(begin <= end && end <= limits_, str("it would end at byte ", end));
    std::string bytes = read_there(file_, begin, end - begin, whence);
    if (!is_packed_ || bytes.empty()) return Value(bytes_array(bytes));
    Unpacked out = unpack(Codec::zstd, bytes, zstd_size(bytes, whence), whence);
    return Value(out.part(0, out.size));
  }

 private:
  std::string path_;
  OpenFile file_;
  bool is_packed_;
  uint64_t limits_ = 0;
  int64_t count_ = 0;
};

std::unique_ptr<RecordFile> open_bagz(State&, const std::string& path, const RecordOptions&) {
  return std::make_unique<BagzFile>(path);
}

Value bagz(State& state, const Value& path) {
  return stream_of_records(state, bagz_form, path, {});
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

extern const RecordForm bagz_form = {"bagz", "data.bagz", &open_bagz};

extern const Builtin data_bagz_builtin = {
    .signature = "data.bagz(path: str or (str, ...)) -> stream",
    .brief = "The stream of the records of Bagz files, whose items have numbers.",
    .params = {{"path",
                "`.bagz`, whose records are zstd frames, or any other name, whose records stand as "
                "they are; several follow each other"}},
    .returns = "u8[n] each",
    .errors =
        "error[io] with the record where a file is cut off or damaged, cannot be read, or has "
        "another number of records when the stream is resumed; error[trace] in a trace",
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
    .params = {{"path", "replaced where it exists; records are packed where it ends in `.bagz`"},
               {"records", "a tuple or a stream of u8[n] or strings"}},
    .errors = "error[io] where it cannot be written; error[type] of another item, by its number",
    .example =
        "data.save_bagz(\"w.bag\", (\"ab\", \"\")); (len(r) for r in data.bagz(\"w.bag\"))"
        "  #> (2, 0)",
    .source = "bagz.Writer",
    .call = bind<&save_bagz>,
    .purity = Purity::host,
};

}  // namespace rille
