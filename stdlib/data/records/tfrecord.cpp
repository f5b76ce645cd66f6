// data.tfrecord, data.save_tfrecord: TFRecord files.
#include "stdlib/data/records/example.h"
#include "stdlib/data/records/gzip_reader.h"
#include "stdlib/data/records/paths.h"
#include "stdlib/data/records/sums.h"
#include "stdlib/data/streams.h"

// Layout of a record: 8 bytes with its length, the masked CRC of these 8 bytes, the bytes of the
// record, and the masked CRC of the record.
namespace rille {
namespace {

constexpr std::string_view tfrecord_title = "TFRecord file";
constexpr size_t head = 12, tail = 4;

struct TfrecordStream {
  static const Struct& record();
  PathList paths;
  std::vector<int64_t> bytes;  // size of each file
  bool examples = false;
  int64_t file = 0, offset = 0;
  int64_t at = 0;  // number of records already returned
  std::optional<SequentialFile> open = {};
  std::unique_ptr<GzipReader> unzipped = {};  // used instead of `open` for a compressed file

  Value next(State& state) {
    need_no_trace(state, "records of a file");
    if (!open && !unzipped && !begin()) return {};
    while (view(offset, 1).empty()) {
      ++file;
      offset = 0;
      if (!begin()) return {};
    }
    FileLocation whence{path(), tfrecord_title, place()};
    std::string_view found = whole(whence);
    Value out = examples ? read_example(found, whence) : Value(bytes_array(found));
    offset += static_cast<int64_t>(head + found.size() + tail);
    ++at;
    return out;
  }

  bool is_free(State&) const { return true; }

 private:
  const std::string& path() const { return paths[static_cast<size_t>(file)]; }

  // Opens the current file. Returns false after the last file.
  bool begin() {
    need_count(file, "data.tfrecord", "file");
    need_count(offset, "data.tfrecord", "offset");
    open.reset();
    unzipped.reset();
    if (file >= std::ssize(paths)) return false;
    SequentialFile now(path());
    int64_t was = file < std::ssize(bytes) ? bytes[static_cast<size_t>(file)] : -1;
    bool is_packed = is_zipped(now.view(0, head));
    if (now.bytes() != was || (offset > was && !is_packed)) {
      throw Error(Code::io, str("\"", path(), "\" has ", now.bytes(), " bytes, expected ", was,
                                ": the file has changed since the stream was created"));
    }
    if (is_packed) {
      unzipped = std::make_unique<GzipReader>(std::move(now));
    } else {
      open = std::move(now);
    }
    return true;
  }

  // The magic bytes of gzip may also be the length of a record, whose checksum is then correct.
  static bool is_zipped(std::string_view front) {
    bool is_plain =
        front.size() == head && little(front.substr(8), 4) == masked_crc32c(front.substr(0, 8));
    return !is_plain && GzipReader::is_packed(front);
  }

  std::string place() const { return str("the record at byte ", offset); }
  std::string_view view(int64_t from, size_t size) {
    if (open) return open->view(from, size);
    return unzipped->view(from, size, FileLocation{path(), tfrecord_title, place()});
  }

  std::string_view whole(const FileLocation& whence) {
    std::string_view front = view(offset, head);
    whence.need(front.size() == head, "the file is truncated within the length");
    bool is_length = little(front.substr(8), 4) == masked_crc32c(front.substr(0, 8));
    whence.need(is_length, "the checksum of the length is wrong");
    uint64_t size = little(front, 8);
    if (open) {
      auto left = static_cast<uint64_t>(open->bytes() - offset) - head;
      whence.need(left >= tail && size <= left - tail,
                  str("the length is ", size, " bytes, but the file ends after ", left));
    }
    whence.need(size <= largest_file,
                str("the length is ", size, " bytes, expected at most ", largest_file));
    std::string_view all = view(offset, head + size + tail);
    whence.need(all.size() == head + size + tail, "the file is truncated within the record");
    all.remove_prefix(head);
    std::string_view found = all.substr(0, size);
    if (little(all.substr(size), 4) == masked_crc32c(found)) return found;
    offset += static_cast<int64_t>(head + size + tail);  // data.skip_bad resumes after the record
    ++at;
    whence.fail("the checksum of the record is wrong");
  }
};

TfrecordStream opened(const Value& path, bool examples, std::string_view who) {
  TfrecordStream out{paths_of(path, who), {}, examples};
  for (const std::string& each : out.paths) out.bytes.push_back(OpenFile(each).bytes());
  return out;
}
TfrecordStream tfrecord(const Value& path) { return opened(path, false, "data.tfrecord"); }
TfrecordStream tfexample(const Value& path) { return opened(path, true, "data.tfexample"); }

void save_tfrecord(State& state, const std::string& path, const Value& records,
                   const std::optional<std::string>& packed) {
  constexpr std::string_view who = "data.save_tfrecord";
  std::string out;
  Values items = all_items(state, records, who);
  for (size_t i = 0; i < items.size(); ++i) {
    bool is_tree = items[i].is_branch() && !items[i].is_tuple();
    std::string made = is_tree ? example_bytes(items[i], who) : "";
    std::string_view bytes = is_tree ? made : record_bytes(items[i], who, i);
    std::string front;
    put_little(front, bytes.size(), 8);
    put_little(front, masked_crc32c(front), 4);
    out += front;
    out += bytes;
    put_little(out, masked_crc32c(bytes), 4);
    poll(out.capacity());
  }
  if (packed) out = zipped(out, *packed == "gzip");
  write_file(path, out);
}

}  // namespace

extern const Struct data_tfrecord_struct = {
    .name = "data.Tfrecord",
    .brief = "Stream of the records of TFRecord files, one file after another.",
    .fields = {field<&TfrecordStream::paths>("paths: (str, ...)", "Paths of the files."),
               field<&TfrecordStream::bytes>("bytes: (int, ...)", "Size of each file in bytes."),
               field<&TfrecordStream::examples>("examples: bool = false",
                                                "If true, parses the records as tf.Examples."),
               field<&TfrecordStream::file>("var file: int = 0", "Index of the current file."),
               field<&TfrecordStream::offset>(
                   "var offset: int = 0",
                   "Byte of the current file at which the next record begins."),
               field<&TfrecordStream::at>(
                   "var position: int = 0",
                   "Iterator position: number of records already returned.")},
    .methods = {STREAM_NEXT(TfrecordStream)},
    .example = "data.Tfrecord((\"none.tfrecord\",), (5,)).position  #> 0",
    .source = "TensorFlow's record_io",
    .open = open_stream<TfrecordStream>,
};
const Struct& TfrecordStream::record() { return data_tfrecord_struct; }

extern const Builtin data_tfrecord_builtin = {
    .signature = "data.tfrecord(path: str or (str, ...)) -> stream",
    .brief = "Reads the records of TFRecord files sequentially and verifies the checksums.",
    .params = {{"path",
                "Path of a file, or several paths, whose files are read one after another. A file "
                "may be compressed by gzip or zlib."}},
    .returns =
        "a sequential stream of u8[n] arrays. The iterator state holds the index of the file, the "
        "byte offset, and the number of records. The offset in a compressed file counts "
        "decompressed bytes; to resume there decompresses all bytes before it",
    .errors =
        "error[io] with the byte offset if a record is truncated or a checksum is wrong; error[io] "
        "if a file cannot be read or has a different size when the stream is resumed; error[trace] "
        "while tracing",
    .example =
        "data.save_tfrecord(\"t.tfrecord\", (u8([1, 2]), \"abc\"))\n"
        "(r for r in data.tfrecord(\"t.tfrecord\"))  #> ([1, 2], [97, 98, 99])",
    .source = "tf.data.TFRecordDataset",
    .call = bind<&tfrecord>,
    .purity = Purity::host,
};

extern const Builtin data_tfexample_builtin = {
    .signature = "data.tfexample(path: str or (str, ...)) -> stream",
    .brief = "Reads the tf.Examples of TFRecord files sequentially.",
    .params = {{"path",
                "Path of a file, or several paths, whose files are read one after another. A file "
                "may be compressed by gzip or zlib."}},
    .returns = "a sequential stream of dicts, with the layout of `data.example`",
    .errors =
        "error[io] with the byte offset if a record is truncated, has a wrong checksum, or is not "
        "a tf.Example; error[io] if a file cannot be read or has a different size when the stream "
        "is resumed; error[trace] while tracing",
    .example =
        "data.save_tfrecord(\"e.tfrecord\", ((x = [0.5, 2.0], label = 3),))\n"
        "(r for r in data.tfexample(\"e.tfrecord\"))  #> (dict(label = [3], x = [0.5, 2]),)",
    .source = "tf.io.parse_single_example",
    .call = bind<&tfexample>,
    .purity = Purity::host,
};

extern const Builtin data_save_tfrecord_builtin = {
    .signature =
        "data.save_tfrecord(path: str, records: any, compression: \"gzip\" or \"zlib\" or nil = "
        "nil) -> nil",
    .brief = "Writes a TFRecord file.",
    .params = {{"path", "Path of the file. An existing file is replaced."},
               {"records",
                "Tuple or stream of u8[n] arrays, strings, or records and dicts. Records and dicts "
                "are written as tf.Examples, as by `data.example_bytes`."},
               {"compression",
                "Compression of the file, `\"gzip\"` or `\"zlib\"`. If nil, the file is not "
                "compressed."}},
    .errors =
        "error[io] if the file cannot be written; error[type] if an item has another type, with "
        "its index",
    .example =
        "data.save_tfrecord(\"w.tfrecord\", (\"a\", \"b\"))\n"
        "(r[0] for r in data.tfrecord(\"w.tfrecord\"))  #> (97, 98)",
    .source = "tf.io.TFRecordWriter",
    .call = bind<&save_tfrecord>,
    .purity = Purity::host,
};

}  // namespace rille
