// Parser of the header of a .npy file, a Python dict.
#include "stdlib/data/npy/header.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "vm/error.h"
#include "vm/numbers/rank.h"
#include "vm/run/running.h"

namespace rille {
namespace {

struct NumpyDtypeCode {
  std::string_view word;  // without the byte order
  Dtype dtype;
};
constexpr NumpyDtypeCode rows[] = {{"b1", Dtype::boolean}, {"i1", Dtype::i8},   {"i2", Dtype::i16},
                                   {"i4", Dtype::i32},     {"i8", Dtype::i64},  {"u1", Dtype::u8},
                                   {"u2", Dtype::u16},     {"u4", Dtype::u32},  {"u8", Dtype::u64},
                                   {"f2", Dtype::f16},     {"f4", Dtype::f32},  {"f8", Dtype::f64},
                                   {"c8", Dtype::c64},     {"c16", Dtype::c128}};

// Other names of these dtypes in NumPy, which some programs write.
constexpr NumpyDtypeCode others[] = {
    {"?", Dtype::boolean},   {"bool", Dtype::boolean},  {"b", Dtype::i8},
    {"B", Dtype::u8},        {"h", Dtype::i16},         {"H", Dtype::u16},
    {"i", Dtype::i32},       {"I", Dtype::u32},         {"l", Dtype::i64},
    {"L", Dtype::u64},       {"q", Dtype::i64},         {"Q", Dtype::u64},
    {"e", Dtype::f16},       {"f", Dtype::f32},         {"d", Dtype::f64},
    {"F", Dtype::c64},       {"D", Dtype::c128},        {"int8", Dtype::i8},
    {"int16", Dtype::i16},   {"int32", Dtype::i32},     {"int64", Dtype::i64},
    {"uint8", Dtype::u8},    {"uint16", Dtype::u16},    {"uint32", Dtype::u32},
    {"uint64", Dtype::u64},  {"float16", Dtype::f16},   {"float32", Dtype::f32},
    {"float64", Dtype::f64}, {"complex64", Dtype::c64}, {"complex128", Dtype::c128}};

std::optional<Dtype> dtype_of(std::string_view word) {
  for (const NumpyDtypeCode& row : rows) {
    if (row.word == word) return row.dtype;
  }
  for (const NumpyDtypeCode& row : others) {
    if (row.word == word) return row.dtype;
  }
  return {};
}

// Types of NumPy that cannot be read, by their first letter.
struct UnsupportedDtype {
  char letter;
  std::string_view why, out;
};
constexpr UnsupportedDtype foreign[] = {
    {'O', "contains Python objects", "save numbers in Python: x.astype(float)"},
    {'M', "contains dates, which no dtype represents", "save ints in Python: x.astype(\"int64\")"},
    {'m', "contains durations, which no dtype represents",
     "save ints in Python: x.astype(\"int64\")"},
    {'f', "contains floats of an unsupported size", "save in Python: x.astype(\"float64\")"},
    {'c', "contains complex numbers of an unsupported size",
     "save in Python: x.astype(\"complex128\")"},
    {'V', "contains raw bytes, as NumPy saves the dtypes of ml_dtypes",
     "save in Python: x.astype(\"float32\"), or use safetensors, which supports bfloat16"}};

// Number of bytes of an element without a dtype: the number after the letter of its type.
uint64_t size_behind(std::string_view word) {
  uint64_t out = 0;
  for (char c : word.substr(std::min<size_t>(1, word.size()))) {
    if (c < '0' || c > '9' || out > (uint64_t{1} << 32)) break;
    out = out * 10 + static_cast<uint64_t>(c - '0');
  }
  return out;
}

NpyDtype form_of(std::string_view word) {
  NpyDtype out{.word = std::string(word)};
  char order = word.empty() ? ' ' : word[0];
  bool has_order = std::string_view("<>=|").find(order) != std::string_view::npos;
  std::string_view kind = word.substr(has_order ? 1 : 0);
  out.dtype = dtype_of(kind);
  out.is_swapped = order == '>';
  if (out.dtype) {
    out.size = bytes(*out.dtype);
    return out;
  }
  char letter = kind.empty() ? ' ' : kind[0];
  out.size = size_behind(kind);
  if (letter == 'S' || letter == 'a' || letter == 'U') {
    out.character = letter == 'U' ? 'U' : 'S';
    if (letter == 'U') out.size *= 4;
    return out;
  }
  const auto* row = std::ranges::find(foreign, letter, &UnsupportedDtype::letter);
  bool is_known = row != std::end(foreign);
  if (letter == 'M' || letter == 'm' || letter == 'O') out.size = 8;
  out.why_not = is_known ? row->why : "has an unknown dtype";
  out.way_out = is_known ? row->out : "";
  return out;
}

class NpyHeaderParser {
 public:
  NpyHeaderParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  NpyHeader read() {
    need('{');
    while (!take('}')) {
      entry();
      if (!take(',') && !sees('}')) fail_npy(name_, "the header is not a dict");
    }
    skip();
    if (!text_.empty()) fail_npy(name_, "the header has text after the dict");
    for (std::string_view key : {"descr", "fortran_order", "shape"}) {
      if (!seen_.contains(key)) fail_npy(name_, str("the header has no entry \"", key, "\""));
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
    if (!take(c)) fail_npy(name_, str("the header lacks a `", c, "`"));
  }
  bool take(std::string_view word) {
    skip();
    bool is_there = text_.starts_with(word);
    if (is_there) text_.remove_prefix(word.size());
    return is_there;
  }

  // Reads a string literal of Python. Escapes are not decoded: the backslash is kept.
  std::string quoted() {
    skip();
    if (text_.starts_with("u'")) text_.remove_prefix(1);  // a unicode string of Python 2
    char quote = text_.empty() ? ' ' : text_[0];
    size_t end = quote == '\'' || quote == '"' ? text_.find(quote, 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail_npy(name_, "the header lacks a string");
    std::string word(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return word;
  }

  void entry() {
    std::string key = quoted();
    need(':');
    if (!seen_.insert(key).second) fail_npy(name_, str("the header has two entries \"", key, "\""));
    if (key == "descr") {
      out_.form = form(0);
    } else if (key == "shape") {
      out_.shape = shape();
    } else if (key == "fortran_order") {
      out_.is_columns = take("True");
      if (!out_.is_columns && !take("False"))
        fail_npy(name_, "the entry \"fortran_order\" is not a bool");
    } else {
      fail_npy(name_, str("the header has the unknown entry \"", key, "\""));
    }
  }

  // Reads a type string or a list of fields.
  NpyDtype form(int depth) {
    constexpr int deepest = 32;
    if (depth > deepest) fail_npy(name_, "the fields exceed the maximum depth of 32");
    if (!take('[')) return form_of(quoted());
    PollCounter polls;
    std::set<std::string> names;
    NpyDtype out{.word = "a structured dtype"};
    while (!take(']')) {
      polls.step();
      field(out, depth);
      const std::string& name = out.fields.back().first;
      if (!name.empty() && !names.insert(name).second) {
        fail_npy(name_, str("the header has two fields named \"", name, "\""));
      }
      if (!take(',') && !sees(']')) fail_npy(name_, "the fields are not a list");
    }
    return out;
  }

  // Reads a field: ('x', '<f4'), (('title', 'x'), '<f4'), or ('x', '<f4', (2,)). A field such as
  // ('', '|V3') is padding.
  void field(NpyDtype& out, int depth) {
    need('(');
    std::string name;
    if (take('(')) {
      quoted();
      need(',');
      name = quoted();
      need(')');
    } else {
      name = quoted();
    }
    need(',');
    NpyDtype inner = form(depth + 1);
    if (take(',') && !sees(')')) inner.shape = shape();
    take(',');
    need(')');
    uint64_t size = inner.size;
    for (const Extent& extent : inner.shape) {
      auto count = static_cast<uint64_t>(extent.number());
      if (__builtin_mul_overflow(size, count, &size)) too_large();
    }
    if (__builtin_add_overflow(out.size, size, &out.size)) too_large();
    out.fields.emplace_back(std::move(name), std::move(inner));
  }

  [[noreturn]] void too_large() { fail_npy(name_, "the shape is too large"); }

  Shape shape() {
    Shape out;
    if (!take('(')) fail_npy(name_, "the shape is not a tuple");
    int64_t count = 1;
    while (!take(')')) {
      skip();
      int64_t extent = 0;
      auto [end, fault] = std::from_chars(text_.data(), text_.data() + text_.size(), extent);
      if (fault != std::errc{} || extent < 0) fail_npy(name_, "the shape contains an invalid size");
      if (__builtin_mul_overflow(count, std::max(extent, int64_t{1}), &count)) too_large();
      text_.remove_prefix(static_cast<size_t>(end - text_.data()));
      if (text_.starts_with('L')) text_.remove_prefix(1);  // a long of Python 2
      out.emplace_back(extent);
      if (out.size() > max_axes)
        fail_npy(name_, str("the shape has more than ", max_axes, " axes"));
      if (!take(',') && !sees(')')) fail_npy(name_, "the shape contains an invalid size");
    }
    return out;
  }

  std::string_view text_;
  const std::string& name_;
  std::set<std::string, std::less<>> seen_;
  NpyHeader out_;
};

}  // namespace

void fail_npy(const std::string& name, std::string_view why) {
  throw Error(Code::io, str("\"", name, "\" is not a valid array file: ", why));
}

void refuse_npy(const NpyDtype& form, const std::string& name) {
  bool is_strings = form.character != 0;
  std::string_view why = is_strings             ? "contains strings"
                         : !form.fields.empty() ? "contains records"
                                                : std::string_view(form.why_not);
  Error error(Code::io, str("\"", name, "\" ", why, " (", form.word, ")"));
  if (is_strings || !form.fields.empty()) {
    error.help("`data.load_npy` and `data.load_npz` read strings and records");
  }
  if (!form.way_out.empty()) error.help(form.way_out);
  throw error;
}

std::optional<std::string_view> npy_word(Dtype dtype) {
  const auto* row = std::ranges::find(rows, dtype, &NumpyDtypeCode::dtype);
  if (row == std::end(rows)) return {};
  return row->word;
}

NpyHeader read_npy_header(std::string_view text, const std::string& name) {
  return NpyHeaderParser(text, name).read();
}

}  // namespace rille
