// data.rows: the rows of arrays in files.
#include "stdlib/array.h"
#include "stdlib/ckpt/safetensors.h"
#include "stdlib/data/npy.h"
#include "stdlib/data/records/record_file.h"
#include "stdlib/data/streams.h"

namespace rille {
namespace {

constexpr std::string_view rows_title = "array file";

// Rows of one array in row-major order, each read from the file when it is requested.
class NpyRows final : public RecordFile {
 public:
  NpyRows(const std::string& path, OpenFile file, const NpyLocation& place)
      : path_(path), file_(std::move(file)), place_(place) {
    Shape shape = place.type.shape();
    shape.erase(shape.begin());
    row_ = place.type.with(shape);
    auto width = static_cast<int64_t>(bytes(row_.dtype()));
    size_ = static_cast<uint64_t>(checked_product(row_.count(), width));
    int64_t wanted = checked_product(place.type.count(), width);
    int64_t there = file_.bytes() - static_cast<int64_t>(place.begin);
    FileLocation whence{path_, rows_title};
    whence.need(wanted == there,
                str("the data has ", there, " bytes, expected ", wanted, " for ", place.type));
  }

  int64_t count() const override { return place_.type.extent(0).number(); }

  Value record(int64_t number) const override {
    FileLocation whence{path_, rows_title, str("row ", number)};
    Array out(row_);
    uint64_t at = place_.begin + static_cast<uint64_t>(number) * size_;
    std::string bytes = read_there(file_, at, size_, whence);
    if (size_ > 0) copy_bytes(out.edit_data(), bytes.data(), bytes.size());
    check_bools(out, path_);
    return Value(std::move(out));
  }

 private:
  std::string path_;
  OpenFile file_;
  NpyLocation place_;
  Type row_;
  uint64_t size_ = 0;
};

// Rows of arrays in memory, all with the same size of axis 0.
class TreeRows final : public RecordFile {
 public:
  TreeRows(Value tree, const std::string& path) : tree_(std::move(tree)) {
    count_ = row_count(tree_);
    bool has_rows = !tree_.is_branch() || !tree_.items().empty();
    if (!has_rows) {
      throw Error(Code::io, str("\"", path, "\" has no arrays, expected at least one"));
    }
  }

  int64_t count() const override { return count_; }

  Value record(int64_t number) const override {
    if (tree_.is_array()) return row(tree_.array(), number);
    Values out;
    for (const Value& leaf : tree_.items()) out.push_back(row(leaf.array(), number));
    return Value::like(tree_.branch(), std::move(out));
  }

 private:
  static Value row(const Array& x, int64_t at) {
    Shape shape = x.shape();
    size_t bytes = x.byte_size() / static_cast<size_t>(shape[0].number());
    shape.erase(shape.begin());
    return Value(x.view(x.type().with(shape), static_cast<size_t>(at) * bytes));
  }

  Value tree_;
  int64_t count_ = 0;
};

Value npz_tree(State& state, std::string_view bytes, const std::string& path) {
  std::vector<std::pair<std::string, Value>> fields;
  auto all = [](const std::string&) { return true; };
  read_npz(bytes, path, all, [&](const std::string& name, std::string_view inner) {
    fields.emplace_back(name, Value(read_npy(inner, str(path, ":", name))));
  });
  return Value::record(state, std::move(fields));
}

Value safetensors_tree(State& state, const std::string& path) {
  std::vector<std::pair<std::string, Value>> fields;
  std::unique_ptr<Checkpoint> file = open_safetensors(path);
  for (size_t i = 0; i < file->entries().size(); ++i) {
    fields.emplace_back(file->entries()[i].name, Value(file->read(i)));
  }
  return Value::record(state, std::move(fields));
}

std::unique_ptr<RecordFile> open_rows(State& state, const std::string& path, const RecordOptions&) {
  constexpr size_t front_bytes = size_t{1} << 17;  // a version 1 header has at most 64 KiB
  OpenFile file(path);
  std::string front = file.read(0, std::min(front_bytes, static_cast<size_t>(file.bytes())));
  bool is_array = is_npy(front);
  if (is_array) {
    NpyLocation place = npy_place(front, path);
    FileLocation{path, rows_title}.need(place.type.rank() > 0,
                                        "the array has no axes, expected at least one");
    if (place.is_plain) return std::make_unique<NpyRows>(path, std::move(file), place);
  }
  if (!is_array && !front.starts_with("PK")) {
    return std::make_unique<TreeRows>(safetensors_tree(state, path), path);
  }
  FileContents contents = read_file(path);
  Value tree =
      is_array ? Value(read_npy(contents.view(), path)) : npz_tree(state, contents.view(), path);
  return std::make_unique<TreeRows>(std::move(tree), path);
}

Value rows(State& state, const Value& path) {
  return stream_of_records(state, rows_form, path, {});
}

}  // namespace

extern const RecordFormat rows_form = {"rows", "data.rows", &open_rows};

extern const Builtin data_rows_builtin = {
    .signature = "data.rows(path: str or (str, ...)) -> stream",
    .brief = "Creates a random-access stream of the rows of the arrays in files.",
    .params = {{"path",
                "Path of a .npy, .npz, or .safetensors file, or several paths, whose files are "
                "read one after another. All arrays of a file must have the same number of rows."}},
    .returns =
        "a stream of arrays for .npy files, of records of arrays for other files. Rows of a .npy "
        "file in row-major order and native byte order are read on request, so the file may be "
        "larger than memory; other files are read completely",
    .errors =
        "error[io] if a file cannot be read or is truncated, or has a different number of rows "
        "when the stream is resumed; error[shape] if arrays have different numbers of rows; "
        "error[trace] while tracing",
    .example =
        "data.save_npy(\"x.npy\", [[1, 2], [3, 4]]); data.rows(\"x.npy\").item(1)  #> [3, 4]",
    .source = "NumPy's memmap",
    .call = bind<&rows>,
    .purity = Purity::host,
};

}  // namespace rille
