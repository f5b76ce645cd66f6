// data.load_npy, load_npz, save_npy: NumPy's file formats.
#include "stdlib/data/npy.h"

#include <cstring>
#include <map>
#include <set>
#include <span>

#include "stdlib/array.h"
#include "stdlib/data/npy/cells.h"
#include "stdlib/data/npy/only.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

// Splits a file into header and data. The length of the header has two bytes in version 1, four
// bytes from version 2 on.
std::pair<std::string_view, std::string_view> divided(std::string_view bytes,
                                                      const std::string& name) {
  if (!bytes.starts_with(magic) || bytes.size() < 12) {
    fail_npy(name, "the magic bytes of a .npy file are missing");
  }
  if (bytes[6] < 1 || bytes[6] > 3) {
    fail_npy(name, str("the version is ", int{bytes[6]}, ", expected 1 to 3"));
  }
  size_t width = bytes[6] == 1 ? 2 : 4, length = 0;
  for (size_t i = 0; i < width; ++i) {
    length |= static_cast<size_t>(static_cast<unsigned char>(bytes[8 + i])) << (8 * i);
  }
  size_t begin = 8 + width;
  if (length > bytes.size() - begin) fail_npy(name, "the header is truncated");
  return {bytes.substr(begin, length), bytes.substr(begin + length)};
}

}  // namespace

void read_npz(std::string_view bytes, const std::string& name, const ZipFilter& wanted,
              const NpzVisitor& each) {
  auto field_of = [](const std::string& file) {
    return file.ends_with(".npy") ? file.substr(0, file.size() - 4) : file;
  };
  read_zip(
      bytes, name, [&](const std::string& file) { return wanted(field_of(file)); },
      [&](const std::string& file, std::string_view inner) {
        if (file.ends_with(".npy") || is_npy(inner)) each(field_of(file), inner);
      });
}

void check_bools(const Array& array, const std::string& name) {
  if (array.dtype() != Dtype::boolean) return;
  for (std::byte x : std::span(array.data(), array.byte_size())) {
    if (x > std::byte{1}) {
      fail_npy(name, str("a bool is stored as ", static_cast<int>(x), ", expected 0 or 1"));
    }
  }
}

namespace {

// Header and data of a complete file.
struct NpyContents {
  NpyHeader header;
  std::string_view data;
  int64_t count = 1;
};

NpyContents whole_of(std::string_view bytes, const std::string& name, const NpyOptions& wish) {
  auto [text, data] = divided(bytes, name);
  NpyContents out{read_npy_header(text, name), data};
  if (wish.only != nullptr) choose_fields(out.header.form, *wish.only, name);
  bool has_parts = !out.header.form.fields.empty() || !wish.is_alone;
  need_readable(out.header.form, name, has_parts ? wish.way : "");
  for (const Extent& extent : out.header.shape) out.count *= extent.number();
  auto wanted =
      static_cast<size_t>(checked_product(out.count, static_cast<int64_t>(out.header.form.size)));
  const NpyDtype& form = out.header.form;
  if (data.size() == wanted) return out;
  std::string what = form.dtype ? str(Type(*form.dtype, out.header.shape))
                                : str(out.count, " elements of ", form.word);
  fail_npy(name, str("the data has ", data.size(), " bytes, expected ", wanted, " for ", what));
}

Shape reversed(const Shape& shape) { return Shape(shape.rbegin(), shape.rend()); }

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with(magic); }

Array read_npy(std::string_view bytes, const std::string& name) {
  NpyContents whole = whole_of(bytes, name, {.way = ""});
  const NpyHeader& header = whole.header;
  NpyElements elements{whole.data, header.form.size, whole.count, name};
  if (!header.is_columns) return numbers_of(header.form, elements, header.shape);
  return transpose(numbers_of(header.form, elements, reversed(header.shape)));
}

Value read_npy_value(State& state, std::string_view bytes, const std::string& name,
                     const NpyOptions& wish) {
  NpyContents whole = whole_of(bytes, name, wish);
  const NpyHeader& header = whole.header;
  if (header.form.dtype) return Value(read_npy(bytes, name));
  if (header.is_columns && header.shape.size() > 1) {
    throw Error(Code::io, str("\"", name, "\" contains ", header.form.word,
                              " in Fortran order, which is supported only for numbers"))
        .help("save in Python: np.ascontiguousarray(x)");
  }
  NpyElements elements{whole.data, header.form.size, whole.count, name};
  return value_of(state, header.form, elements, header.shape);
}

NpyLocation npy_place(std::string_view bytes, const std::string& name) {
  auto [text, data] = divided(bytes, name);
  NpyHeader header = read_npy_header(text, name);
  if (!header.form.dtype) refuse_npy(header.form, name);
  Type type(*header.form.dtype, header.shape);
  return {type, bytes.size() - data.size(), !header.is_columns && !header.form.is_swapped};
}

std::string npy_header(const Array& array) {
  std::optional<std::string_view> word = npy_word(array.dtype());
  if (!word) {
    Error error(Code::dtype, str("a .npy file cannot hold ", array.type()));
    if (kind(array.dtype()) != DtypeKind::key) error.help("convert first: `f32(x)`");
    throw std::move(error).label(1);
  }
  char order = bytes(array.dtype()) == 1 ? '|' : '<';
  std::string header = str("{'descr': '", order, *word,
                           "', 'fortran_order': False, 'shape': ", text(array.shape()), ", }");
  header.append(63 - (magic.size() + 4 + header.size()) % 64, ' ');
  header += '\n';
  std::string out(magic);
  out +=
      {'\1', '\0', static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  return out + header;
}

namespace {

std::vector<std::string> names_in(const Value& only) {
  if (only.is_string()) return {only.string()};
  std::vector<std::string> out;
  for (const Value& name : only.items()) out.push_back(name.string());
  return out;
}

Value npy(State& state, std::string path, const Value& only) {
  FileContents contents = read_file(path);
  if (only.is_nil()) return read_npy_value(state, contents.view(), path);
  std::vector<std::string> names = names_in(only);
  return read_npy_value(state, contents.view(), path, {.only = &names});
}

void save_npy(std::string path, const Value& x) {
  Array array = npy_array(x, "data.save_npy: `x`");
  std::string header = npy_header(array);
  const auto* data = reinterpret_cast<const char*>(array.data());
  std::string_view parts[] = {header, {data, array.byte_size()}};
  write_file(path, parts);
}

// Selected arrays of an .npz file: complete arrays, and selected fields of other arrays.
struct NpzSelection {
  std::set<std::string> names, whole;
  std::map<std::string, std::vector<std::string>> fields;
};

// A name "a.b" that is not the name of an array selects the field b of the array a. If several
// splits are possible, the longest name of an array is used.
NpzSelection chosen(std::string_view bytes, const std::string& path,
                    const std::vector<std::string>& wanted) {
  std::set<std::string> there;
  auto note = [&](const std::string& field) {
    there.insert(field);
    return false;
  };
  read_npz(bytes, path, note, [](const std::string&, std::string_view) {});
  NpzSelection out;
  for (const std::string& name : wanted) {
    std::string array = name;
    while (!there.contains(array)) {
      size_t dot = array.rfind('.');
      if (dot == std::string::npos) {
        throw labelled(Error(Code::io, str("\"", path, "\" has no array ", name)), "only");
      }
      array.resize(dot);
    }
    out.names.insert(array);
    if (array == name) {
      out.whole.insert(name);
    } else {
      out.fields[array].push_back(name.substr(array.size() + 1));
    }
  }
  return out;
}

// Arrays that are not selected are not read, so an array of an unknown dtype does not make a file
// unreadable.
Value npz(State& state, std::string path, const Value& only) {
  FileContents contents = read_file(path);
  NpzSelection choice;
  if (!only.is_nil()) choice = chosen(contents.view(), path, names_in(only));
  std::vector<std::pair<std::string, Value>> fields;
  std::set<std::string> read;
  auto is_wanted = [&](const std::string& field) {
    return only.is_nil() || choice.names.contains(field);
  };
  read_npz(contents.view(), path, is_wanted, [&](const std::string& field, std::string_view bytes) {
    bool is_new = read.insert(field).second;
    if (!is_new) fail_npy(path, str("there are two arrays named \"", field, "\""));
    NpyOptions wish{.is_alone = false,
                    .way = "`only` selects other arrays, and fields by \"array.field\""};
    auto some = choice.fields.find(field);
    bool is_part = some != choice.fields.end() && !choice.whole.contains(field);
    if (is_part) wish.only = &some->second;
    fields.emplace_back(field, read_npy_value(state, bytes, str(path, ":", field), wish));
  });
  for (const std::string& name : choice.names) {
    if (read.contains(name)) continue;
    throw labelled(Error(Code::io, str("\"", path, "\" has no array ", name)), "only");
  }
  return Value::record(state, std::move(fields));
}

}  // namespace

extern const Builtin data_load_npy_builtin = {
    .signature =
        "data.load_npy(path: str, only: str or (str, ...) = nil) -> array or record or tuple or "
        "str",
    .brief = "Reads an array from a .npy file of NumPy.",
    .params =
        {{"path", "Path of the file."},
         {"only",
          "Names of the fields of a structured dtype to read; a nested field is \"a.b\". If nil, "
          "all fields are read. Fields that are not selected may have unsupported dtypes."}},
    .returns =
        "an array of the dtype of the file, a record of arrays for a structured dtype, or tuples "
        "of strings for a string dtype",
    .errors =
        "error[io] if the file cannot be read, is truncated, or lacks a field named in `only`; "
        "error[io] if the file contains Python objects, dates, or floats of an unsupported size",
    .example = "data.save_npy(\"x.npy\", [1.0, 2.0]); data.load_npy(\"x.npy\")  #> [1, 2]",
    .source = "numpy.lib.format, versions 1 to 3, both orders of bytes",
    .call = bind<&npy>,
    .purity = Purity::host,
};

extern const Builtin data_load_npz_builtin = {
    .signature = "data.load_npz(path: str, only: str or (str, ...) = nil) -> record",
    .brief = "Reads the named arrays of an .npz file of NumPy.",
    .params =
        {{"path", "Path of the file."},
         {"only",
          "Names of the arrays to read; \"array.field\" selects a field of a structured dtype. If "
          "nil, all arrays are read. Arrays that are not selected may have unsupported dtypes."}},
    .returns =
        "a record of the values by name, each as `data.load_npy` returns it. Files in the zip that "
        "are not .npy are skipped",
    .errors =
        "error[io] if the file cannot be read or is truncated, or lacks an array named in `only`",
    .example = "try(() => data.load_npz(\"none.npz\")).ok  #> false",
    .source = "numpy.savez and savez_compressed; zip64",
    .call = bind<&npz>,
    .purity = Purity::host,
};

extern const Builtin data_save_npy_builtin = {
    .signature = "data.save_npy(path: str, x: array or tuple) -> nil",
    .brief = "Writes an array as a .npy file.",
    .params = {{"path", "Path of the file. An existing file is replaced."},
               {"x",
                "Array of a dtype that NumPy has. A scalar or a nested tuple of scalars is written "
                "as an array of i64, f64, or bool."}},
    .errors =
        "error[io] if the file cannot be written; error[dtype] if NumPy lacks the dtype; "
        "error[shape] if the tuples differ in length; error[value] if an int among floats is not "
        "exactly representable in f64",
    .example = "data.save_npy(\"y.npy\", [[1, 2]]); data.load_npy(\"y.npy\").shape  #> (1, 2)",
    .source = "numpy.save",
    .call = bind<&save_npy>,
    .purity = Purity::host,
};

}  // namespace rille
