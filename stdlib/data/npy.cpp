// data.npy, data.npz, data.save_npy: NumPy's files.
#include "stdlib/data/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "stdlib/array.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/state.h"

namespace rille {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct Row {
  std::string_view descr;
  Dtype dtype;
};
constexpr Row rows[] = {{"|b1", Dtype::boolean}, {"|i1", Dtype::i8},   {"<i2", Dtype::i16},
                        {"<i4", Dtype::i32},     {"<i8", Dtype::i64},  {"|u1", Dtype::u8},
                        {"<u2", Dtype::u16},     {"<u4", Dtype::u32},  {"<u8", Dtype::u64},
                        {"<f2", Dtype::f16},     {"<f4", Dtype::f32},  {"<f8", Dtype::f64},
                        {"<c8", Dtype::c64},     {"<c16", Dtype::c128}};

[[noreturn]] void fail(const std::string& name, std::string_view why) {
  throw Error(Code::io, str("\"", name, "\" is no array file: ", why));
}

// What stands behind a key of the header, a Python dict of three entries.
std::string_view entry(std::string_view header, std::string_view key, const std::string& name) {
  size_t at = header.find(str("'", key, "':"));
  if (at == std::string_view::npos) fail(name, str("its header has no ", key));
  std::string_view rest = header.substr(at + key.size() + 3);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  return rest;
}

Dtype dtype_of_header(std::string_view header, const std::string& name) {
  std::string_view rest = entry(header, "descr", name);
  if (!rest.starts_with('\'')) fail(name, "records are not read");
  std::string_view word = rest.substr(1, rest.find('\'', 1) - 1);
  for (const Row& row : rows) {
    if (row.descr == word) return row.dtype;
  }
  if (word.ends_with('O')) fail(name, "it holds Python's objects");
  fail(name, str("no dtype is like ", word));
}

Shape shape_of_header(std::string_view header, const std::string& name) {
  std::string_view rest = entry(header, "shape", name);
  size_t close = rest.find(')');
  if (!rest.starts_with('(') || close == std::string_view::npos) {
    fail(name, "its shape is no tuple");
  }
  rest = rest.substr(1, close - 1);
  Shape shape;
  int64_t count = 1;
  while (!rest.empty()) {
    int64_t extent = 0;
    auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), extent);
    if (fault != std::errc{} || extent < 0) fail(name, "its shape holds what is no size");
    if (__builtin_mul_overflow(count, std::max(extent, int64_t{1}), &count)) {
      fail(name, "the sizes of its shape are too large");
    }
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
    shape.emplace_back(extent);
    size_t next = rest.find_first_not_of(", ");
    bool parted =
        next == std::string_view::npos || rest.substr(0, next).find(',') != std::string_view::npos;
    if (!parted) fail(name, "its shape holds what is no size");
    rest.remove_prefix(std::min(next, rest.size()));
  }
  return shape;
}

// The header's length stands in two bytes, from version 2 on in four.
std::pair<std::string_view, std::string_view> divided(std::string_view bytes,
                                                      const std::string& name) {
  if (!bytes.starts_with(magic) || bytes.size() < 12) fail(name, "it begins otherwise");
  if (bytes[6] < 1 || bytes[6] > 3) fail(name, str("its version is ", int{bytes[6]}));
  size_t width = bytes[6] == 1 ? 2 : 4, length = 0;
  for (size_t i = 0; i < width; ++i) {
    length |= static_cast<size_t>(static_cast<unsigned char>(bytes[8 + i])) << (8 * i);
  }
  size_t begin = 8 + width;
  if (length > bytes.size() - begin) fail(name, "its header is cut off");
  return {bytes.substr(begin, length), bytes.substr(begin + length)};
}

}  // namespace

Array read_npy(std::string_view bytes, const std::string& name) {
  auto [header, data] = divided(bytes, name);
  Shape shape = shape_of_header(header, name);
  std::string_view order = entry(header, "fortran_order", name);
  bool columns = order.starts_with("True");
  if (!columns && !order.starts_with("False")) fail(name, "its fortran_order is no bool");
  if (columns) shape = Shape(shape.rbegin(), shape.rend());
  Type type(dtype_of_header(header, name), shape);
  auto wanted = static_cast<size_t>(
      checked_product(type.count(), static_cast<int64_t>(rille::bytes(type.dtype()))));
  if (data.size() < wanted)
    fail(name, str(type, " needs ", wanted, " bytes, it has ", data.size()));
  Array out(type);
  if (wanted > 0) std::memcpy(out.edit_data(), data.data(), wanted);
  return columns ? transpose(out) : out;
}

std::string write_npy(const Array& array) {
  std::optional<std::string_view> descr;
  for (const Row& row : rows) {
    if (row.dtype == array.dtype()) descr = row.descr;
  }
  if (!descr) {
    throw Error(Code::dtype, str("a .npy file cannot hold ", array.type()))
        .help("convert first: f32(x)");
  }
  std::string header = str("{'descr': '", *descr,
                           "', 'fortran_order': False, 'shape': ", text(array.shape()), ", }");
  header.append(63 - (magic.size() + 4 + header.size()) % 64, ' ');
  header += '\n';
  std::string out(magic);
  out +=
      {'\1', '\0', static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  out += header;
  out.append(reinterpret_cast<const char*>(array.data()), array.byte_size());
  return out;
}

namespace {

Array npy(std::string path) { return read_npy(read_file(path), path); }

void save_npy(std::string path, Array array) { write_file(path, write_npy(strong(array))); }

Value npz(State& state, std::string path) {
  std::vector<std::pair<std::string, Value>> fields;
  for (const auto& [file, bytes] : read_zip(read_file(path), path)) {
    std::string field = file.ends_with(".npy") ? file.substr(0, file.size() - 4) : file;
    if (std::ranges::count(fields, field, &std::pair<std::string, Value>::first) > 0) {
      fail(path, str("the name \"", field, "\" stands there twice"));
    }
    fields.emplace_back(field, Value(read_npy(bytes, str(path, ":", file))));
  }
  return Value::record(state, std::move(fields));
}

const std::vector<Param> read_params = {{"path", "str", "", "a file as NumPy saves it"}};
const std::vector<Param> save_params = {
    {"path", "str", "", "replaced where it exists"},
    {"x", "array", "", "of a dtype that NumPy has"},
};

}  // namespace

extern const Builtin data_npy_builtin = {
    .name = "data.npy",
    .brief = "The array of a .npy file.",
    .params = read_params,
    .returns = "array of the file's dtype",
    .errors = "error[io] where the file cannot be read or is not whole",
    .example = "data.npy(\"x.npy\")",
    .source = "numpy.lib.format, versions 1 to 3, little-endian",
    .call = bind<&npy>,
    .purity = Purity::host,
};

extern const Builtin data_npz_builtin = {
    .name = "data.npz",
    .brief = "The arrays of an .npz file, by name.",
    .params = read_params,
    .returns = "record of arrays",
    .errors = "error[io] where the file cannot be read or is not whole",
    .example = "data.npz(\"set.npz\").train",
    .source = "numpy.savez and savez_compressed",
    .call = bind<&npz>,
    .purity = Purity::host,
};

extern const Builtin data_save_npy_builtin = {
    .name = "data.save_npy",
    .brief = "Writes an array as a .npy file.",
    .params = save_params,
    .returns = "nil",
    .errors = "error[io] where the file cannot be written; error[dtype] where NumPy lacks it",
    .example = "data.save_npy(\"x.npy\", [1.0, 2.0])",
    .source = "numpy.save",
    .call = bind<&save_npy>,
    .purity = Purity::host,
};

}  // namespace rille
