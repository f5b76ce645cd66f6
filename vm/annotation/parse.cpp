// Parses annotations of records and of emitted text.
#include <charconv>

#include "vm/annotation/text_source.h"
#include "vm/numbers/dtype.h"

namespace rille {

bool is_element_word(std::string_view word) {
  return word == "float" || word == "int" || word == "number" || word == "real" ||
         word == "complex" || word == "array" || dtype_named(word).has_value();
}

bool has_elements(std::string_view word, Dtype dtype) {
  if (word == "any" || word == "array") return true;
  if (word == "float") return is_float(dtype);
  if (word == "int") return is_integer(dtype);
  if (word == "complex") return is_complex(dtype);
  if (word == "number") return kind(dtype) != DtypeKind::key;
  if (word == "real") return kind(dtype) != DtypeKind::key && !is_complex(dtype);
  return word == name(dtype);
}

namespace {

constexpr std::string_view kinds[] = {"tuple", "record", "dict",  "range",
                                      "dtype", "shape",  "stream"};

}  // namespace

std::vector<std::string> annotation_words() {
  std::vector<std::string> out = {
#define DTYPE(name, type, bits, kind, text) text,
#include "vm/numbers/dtypes.def"
#undef DTYPE
      "float", "int", "number", "real", "complex", "array", "any", "tree", "str", "fn", "nil"};
  out.insert(out.end(), std::begin(kinds), std::end(kinds));
  return out;
}

// --- TextSource -----------------------------------------------------------------------------

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

char TextSource::next() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool TextSource::at(std::string_view token) {
  next();
  if (text_.substr(at_, token.size()) != token) return false;
  if (!is_letter(token[0])) return true;
  size_t end = at_ + token.size();
  return end >= text_.size() || !(is_letter(text_[end]) || is_digit(text_[end]));
}

bool TextSource::take(std::string_view token) {
  if (!at(token)) return false;
  at_ += token.size();
  return true;
}

bool TextSource::at_name() {
  char c = next();
  return is_letter(c) || c == '@';
}

bool TextSource::at_label() {
  if (!is_letter(next())) return false;
  size_t end = at_;
  while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
  while (end < text_.size() && text_[end] == ' ') ++end;
  return end < text_.size() && text_[end] == '=';
}

std::string TextSource::take_word() {
  next();
  size_t from = at_;
  while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
  return std::string(text_.substr(from, at_ - from));
}

int64_t TextSource::take_number() {
  next();
  int64_t out = 0;
  auto [end, fault] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
  if (fault != std::errc()) throw wrong("a number");
  at_ = static_cast<size_t>(end - text_.data());
  return out;
}

Value TextSource::take_float() {
  next();
  double out = 0;
  auto [end, fault] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
  if (fault != std::errc()) throw wrong("a number");
  auto stop = static_cast<size_t>(end - text_.data());
  std::string_view digits = text_.substr(at_, stop - at_);
  at_ = stop;
  bool whole = digits.find_first_of(".en") == std::string_view::npos;
  return whole ? Value(static_cast<int64_t>(out)) : Value(out);
}

Bug TextSource::wrong(std::string_view wanted) const {
  return Bug(str("expected ", wanted, " at ", at_, " of `", text_, "`"));
}

std::string TextSource::take_label() {
  std::string out = take_word();
  take("=");
  return out;
}

void TextSource::expect(std::string_view token) {
  if (!take(token)) throw wrong(token);
}

Annotation TextSource::path(size_t) {
  Annotation out;
  if (take("@")) {
    out.word = "@";
    return out;
  }
  out.word = take_word();
  while (take(".")) out.word += str(".", take_word());
  return out;
}

// axis = '...' | '_' | '?' | '$' | INT [ '*' NAME [ '+' INT ] ] | NAME [ ( '+' | '-' ) INT ] .
void TextSource::axis(Annotation& type, size_t) {
  AnnotatedAxis out;
  if (take("...")) {
    out.kind = AnnotatedAxis::rest;
  } else if (take("?")) {
    out.kind = AnnotatedAxis::bound;
  } else if (take("$")) {
    out.kind = AnnotatedAxis::given;
  } else {
    out.kind = AnnotatedAxis::sized;
    bool has_name = !is_digit(next());
    if (!has_name) {
      out.number = take_number();
      has_name = take("*");
      if (has_name) out.factor = std::exchange(out.number, 0);
    }
    if (has_name) out.name = take_word();
    if (has_name && take("+")) out.number = take_number();
    if (has_name && take("-")) out.number = -take_number();
    if (out.name == "_") out = {};
  }
  type.axes.push_back(std::move(out));
}

Annotation TextSource::close(Annotation type, size_t first) {
  using Form = Annotation::Form;
  bool is_kind = std::find(std::begin(kinds), std::end(kinds), type.word) != std::end(kinds);
  if (type.has_axes || is_element_word(type.word)) {
    type.form = Form::numbers;
  } else if (type.word == "any" || type.word == "tree") {
    type.form = Form::any;
  } else if (type.word == "str") {
    type.form = Form::text;
  } else {
    type.form = is_kind ? Form::kind : Form::instance;
  }
  return finished(std::move(type), first);
}

Annotation TextSource::literal(size_t first) {
  size_t end = text_.find('"', first + 1);
  if (end == std::string_view::npos) throw wrong("a string");
  at_ = end + 1;
  Annotation out;
  out.form = Annotation::Form::literal;
  out.word = std::string(text_.substr(first + 1, end - first - 1));
  return finished(std::move(out), first);
}

Annotation TextSource::nil(size_t first) {
  Annotation out;
  out.form = Annotation::Form::nil;
  return finished(std::move(out), first);
}

Annotation TextSource::function(std::vector<std::string> names, bool is_told, size_t first) {
  Annotation out;
  out.form = Annotation::Form::function;
  out.labels = std::move(names);
  out.has_axes = is_told;
  return finished(std::move(out), first);
}

Annotation TextSource::group(std::vector<std::string> labels, std::vector<Annotation> parts,
                             bool is_open, size_t first) {
  Annotation out;
  out.form = Annotation::Form::group;
  out.labels = std::move(labels);
  out.parts = std::move(parts);
  out.is_open = is_open;
  return finished(std::move(out), first);
}

Annotation TextSource::either(std::vector<Annotation> parts, size_t first) {
  Annotation out;
  out.form = Annotation::Form::either;
  out.parts = std::move(parts);
  return finished(std::move(out), first);
}

Annotation TextSource::finished(Annotation type, size_t first) const {
  std::string_view text = text_.substr(first, at_ - first);
  type.text = std::string(text.substr(0, text.find_last_not_of(" \n") + 1));
  return type;
}

Annotation parse_annotation(std::string_view text, size_t& at) {
  TextSource source(text, at);
  Annotation out = AnnotationGrammar(source).type();
  at = source.begin();
  return out;
}

Annotation parse_annotation(std::string_view text) {
  size_t at = 0;
  Annotation out = parse_annotation(text, at);
  RILLE_CHECK(at == text.size(), "more than an annotation: ", text);
  return out;
}

}  // namespace rille
