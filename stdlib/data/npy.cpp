// data.npy, data.npz, data.save_npy: NumPy's files.
#include "stdlib/data/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>
#include <span>

#include "stdlib/array.h"
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/running.h"
#include "vm/state.h"

namespace rille {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct Row {
  std::string_view descr;  // without the order of bytes
  Dtype dtype;
};
constexpr Row rows[] = {{"b1", Dtype::boolean}, {"i1", Dtype::i8},   {"i2", Dtype::i16},
                        {"i4", Dtype::i32},     {"i8", Dtype::i64},  {"u1", Dtype::u8},
                        {"u2", Dtype::u16},     {"u4", Dtype::u32},  {"u8", Dtype::u64},
                        {"f2", Dtype::f16},     {"f4", Dtype::f32},  {"f8", Dtype::f64},
                        {"c8", Dtype::c64},     {"c16", Dtype::c128}};

[[noreturn]] void fail(const std::string& name, std::string_view why) {
  throw Error(Code::io, str("\"", name, "\" is no array file: ", why));
}

// What a file says of its array.
struct Header {
  Dtype dtype = Dtype::f32;
  bool swapped = false;  // its bytes are in the order of other machines
  bool columns = false;  // the first axis runs fastest
  Shape shape;
};

// Reads the header, a Python dict of three entries in any order, and nothing else.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Header read() {
    need('{');
    while (!take('}')) {
      entry();
      if (!take(',') && !sees('}')) fail(name_, "its header is no dict");
    }
    skip();
    if (!text_.empty()) fail(name_, "its header goes on behind the dict");
    for (std::string_view key : {"descr", "fortran_order", "shape"}) {
      if (!seen_.contains(key)) fail(name_, str("its header has no ", key));
    }
    return std::move(out_);
  }

 private:
  void skip() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n')) text_.remove_prefix(1);
  }
  bool sees(char c) {
    skip();
    return text_.starts_with(c);
  }
  bool take(char c) {
    bool is_there = sees(c);
    if (is_there) text_.remove_prefix(1);
    return is_there;
  }
  void need(char c) {
    if (!take(c)) fail(name_, str("its header lacks a `", c, "`"));
  }
  bool take(std::string_view word) {
    skip();
    bool is_there = text_.starts_with(word);
    if (is_there) text_.remove_prefix(word.size());
    return is_there;
  }

  std::string_view quoted() {
    skip();
    if (text_.starts_with("u'")) text_.remove_prefix(1);  // a unicode string of Python 2
    char quote = text_.empty() ? ' ' : text_[0];
    size_t end = quote == '\'' || quote == '"' ? text_.find(quote, 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail(name_, "its header holds what is no string");
    std::string_view word = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return word;
  }

  void entry() {
    std::string_view key = quoted();
    need(':');
    if (!seen_.insert(std::string(key)).second) fail(name_, str("its header has two ", key));
    if (key == "descr") {
      descr();
    } else if (key == "shape") {
      shape();
    } else if (key == "fortran_order") {
      out_.columns = take("True");
      if (!out_.columns && !take("False")) fail(name_, "its fortran_order is no bool");
    } else {
      fail(name_, str("its header has the unknown entry \"", key, "\""));
    }
  }

  void descr() {
    if (sees('[')) fail(name_, "records are not read");
    std::string_view word = quoted();
    std::string_view kind = word.substr(std::min<size_t>(1, word.size()));
    char order = word.empty() ? ' ' : word[0];
    const auto* row = std::ranges::find(rows, kind, &Row::descr);
    bool is_known = row != std::end(rows) && (order == '<' || order == '>' || order == '|');
    bool has_order = is_known && order != '|';
    if (word.ends_with('O')) fail(name_, "it holds Python's objects");
    if (!is_known || (!has_order && rille::bytes(row->dtype) > 1)) {
      fail(name_, str("no dtype is like ", word));
    }
    out_.dtype = row->dtype;
    out_.swapped = order == '>';
  }

  void shape() {
    if (!take('(')) fail(name_, "its shape is no tuple");
    int64_t count = 1;
    while (!take(')')) {
      skip();
      int64_t extent = 0;
      auto [end, fault] = std::from_chars(text_.data(), text_.data() + text_.size(), extent);
      if (fault != std::errc{} || extent < 0) fail(name_, "its shape holds what is no size");
      if (__builtin_mul_overflow(count, std::max(extent, int64_t{1}), &count)) {
        fail(name_, "the sizes of its shape are too large");
      }
      text_.remove_prefix(static_cast<size_t>(end - text_.data()));
      if (text_.starts_with('L')) text_.remove_prefix(1);  // a long of Python 2
      out_.shape.emplace_back(extent);
      if (!take(',') && !sees(')')) fail(name_, "its shape holds what is no size");
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::set<std::string, std::less<>> seen_;
  Header out_;
};

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

namespace {

// Numbers of machines that store the highest byte first; a complex number is two.
void swap_bytes(std::span<std::byte> all, Dtype dtype) {
  size_t width = bytes(dtype);
  if (dtype == Dtype::c64 || dtype == Dtype::c128) width /= 2;
  for (size_t at = 0; at < all.size() && width > 1; at += width) {
    std::ranges::reverse(all.subspan(at, width));
  }
}

}  // namespace

void check_bools(const Array& array, const std::string& name) {
  if (array.dtype() != Dtype::boolean) return;
  for (std::byte x : std::span(array.data(), array.byte_size())) {
    if (x > std::byte{1}) fail(name, str("it has a bool of byte ", static_cast<int>(x)));
  }
}

Array read_npy(std::string_view bytes, const std::string& name) {
  auto [text, data] = divided(bytes, name);
  Header header = HeaderReader(text, name).read();
  Shape shape = header.shape;
  if (header.columns) shape = Shape(shape.rbegin(), shape.rend());
  Type type(header.dtype, shape);
  auto wanted = static_cast<size_t>(
      checked_product(type.count(), static_cast<int64_t>(rille::bytes(type.dtype()))));
  if (data.size() != wanted) {
    fail(name, str(type, " needs ", wanted, " bytes, it has ", data.size()));
  }
  Array out(type);
  std::byte* to = wanted > 0 ? out.edit_data() : nullptr;
  constexpr size_t piece = size_t{1} << 20;  // a multiple of every width
  for (size_t at = 0; at < wanted; at += piece) {
    poll();
    size_t size = std::min(piece, wanted - at);
    std::memcpy(to + at, data.data() + at, size);
    if (header.swapped) swap_bytes({to + at, size}, header.dtype);
  }
  check_bools(out, name);
  return header.columns ? transpose(out) : out;
}

NpyPlace npy_place(std::string_view bytes, const std::string& name) {
  auto [text, data] = divided(bytes, name);
  Header header = HeaderReader(text, name).read();
  Type type(header.dtype, header.shape);
  return {type, bytes.size() - data.size(), !header.columns && !header.swapped};
}

std::string npy_header(const Array& array) {
  const auto* row = std::ranges::find(rows, array.dtype(), &Row::dtype);
  if (row == std::end(rows)) {
    Error error(Code::dtype, str("a .npy file cannot hold ", array.type()));
    if (kind(array.dtype()) != Kind::key) error.help("convert first: f32(x)");
    throw std::move(error).label(1);
  }
  char order = bytes(array.dtype()) == 1 ? '|' : '<';
  std::string header = str("{'descr': '", order, row->descr,
                           "', 'fortran_order': False, 'shape': ", text(array.shape()), ", }");
  header.append(63 - (magic.size() + 4 + header.size()) % 64, ' ');
  header += '\n';
  std::string out(magic);
  out +=
      {'\1', '\0', static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  return out + header;
}

namespace {

Array npy(std::string path) { return read_npy(read_file(path).view(), path); }

void save_npy(std::string path, Array x) {
  Array array = strong(x);
  std::string header = npy_header(array);
  const auto* data = reinterpret_cast<const char*>(array.data());
  std::string_view parts[] = {header, {data, array.byte_size()}};
  write_file(path, parts);
}

// What is not wanted is not looked at: an array of a dtype that is not known closes no file.
Value npz(State& state, std::string path, const Value& only) {
  std::vector<std::string> wanted;
  if (only.is_string()) wanted.push_back(only.string());
  if (only.is_branch()) {
    for (const Value& name : only.items()) wanted.push_back(name.string());
  }
  Contents contents = read_file(path);
  std::vector<std::pair<std::string, Value>> fields;
  std::set<std::string> seen;
  read_zip(contents.view(), path, [&](const std::string& file, std::string_view bytes) {
    std::string field = file.ends_with(".npy") ? file.substr(0, file.size() - 4) : file;
    if (!seen.insert(field).second) fail(path, str("the name \"", field, "\" stands there twice"));
    bool is_wanted = only.is_nil() || std::ranges::find(wanted, field) != wanted.end();
    if (!is_wanted) return;
    fields.emplace_back(field, Value(read_npy(bytes, str(path, ":", file))));
  });
  auto is_lacking = [&](const std::string& name) { return !seen.contains(name); };
  auto lacking = std::ranges::find_if(wanted, is_lacking);
  if (lacking == wanted.end()) return Value::record(state, std::move(fields));
  throw labelled(Error(Code::io, str("\"", path, "\" has no array ", *lacking)), "only");
}

}  // namespace

extern const Builtin data_npy_builtin = {
    .signature = "data.npy(path: str) -> array",
    .brief = "The array of a .npy file.",
    .params = {{"path", "a file as NumPy saves it"}},
    .returns = "an array of the file's dtype",
    .errors = "error[io] where the file cannot be read or is not whole",
    .example = "data.save_npy(\"x.npy\", [1.0, 2.0]); data.npy(\"x.npy\")  #> [1, 2]",
    .source = "numpy.lib.format, versions 1 to 3, both orders of bytes",
    .call = bind<&npy>,
    .purity = Purity::host,
};

extern const Builtin data_npz_builtin = {
    .signature = "data.npz(path: str, only: str or (str, ...) = nil) -> record",
    .brief = "The arrays of an .npz file, by name.",
    .params =
        {{"path", "a file as NumPy saves it"},
         {"only",
          "names of the arrays that are read; nil: all. Others may be of dtypes that cannot be "
          "read"}},
    .returns = "a record of arrays",
    .errors =
        "error[io] if the file cannot be read, is not complete, or has no array of a name in "
        "`only`",
    .example = "try(() => data.npz(\"none.npz\")).ok  #> false",
    .source = "numpy.savez and savez_compressed",
    .call = bind<&npz>,
    .purity = Purity::host,
};

extern const Builtin data_save_npy_builtin = {
    .signature = "data.save_npy(path: str, x: array) -> nil",
    .brief = "Writes an array as a .npy file.",
    .params = {{"path", "replaced where it exists"}, {"x", "of a dtype that NumPy has"}},
    .errors = "error[io] where the file cannot be written; error[dtype] where NumPy lacks it",
    .example = "data.save_npy(\"y.npy\", [[1, 2]]); data.npy(\"y.npy\").shape  #> (1, 2)",
    .source = "numpy.save",
    .call = bind<&save_npy>,
    .purity = Purity::host,
};

}  // namespace rille
