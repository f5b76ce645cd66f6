// The text of terms: literals, broadcasts, parentheses.
#include "jit/graph/script_text.h"

#include <algorithm>
#include <cmath>

#include "jit/attrs.h"
#include "vm/text.h"

namespace rille {
namespace {

std::string float_text(Dtype dtype, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (value == 0 && std::signbit(value)) return "-0.0";
  bool is_wide = dtype == Dtype::f64 || dtype == Dtype::c128;
  std::string out = is_wide ? number_text(value) : number_text(static_cast<float>(value));
  return out + (out.find_first_of(".e") == std::string::npos ? ".0" : "");
}

// The lexer reads signed 64-bit integers, which excludes the largest values of u64 and the smallest
// of i64.
std::string int_text(Dtype dtype, int64_t value) {
  bool is_huge = dtype == Dtype::u64 && value < 0;
  if (is_huge) return str("bits.not(u64(", ~value, "))");
  return value == INT64_MIN ? str("(", value + 1, " - 1)") : str(value);
}

double real_value(const AttrValue& value) {
  if (const auto* whole = std::get_if<int64_t>(&value)) return static_cast<double>(*whole);
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  return std::get<double>(value);
}

bool is_bool(const Term& term) { return term.type.dtype() == Dtype::boolean; }

ScriptExpr literal(const Term& term) {
  std::string text = number_literal(term.type.dtype(), term.value);
  return {text, text[0] == '-' ? Precedence::unary : Precedence::atom};
}

ScriptExpr exact_literal(const Term& term) {
  const Type& type = term.type;
  std::string number = literal(term).text, word = dtype_word(type.dtype());
  if (is_bool(term)) return called("full", {shape_text(type.shape()), number});
  if (type.rank() == 0) return called(word, {number});
  double value = real_value(term.value);
  std::string_view maker = value == 1 ? "ones" : value == 0 && !std::signbit(value) ? "zeros" : "";
  std::vector<std::string> args{shape_text(type.shape())};
  if (maker.empty()) args.push_back(number);
  if (type.dtype() != Dtype::f32 || maker.empty()) args.push_back("dtype = " + word);
  return called(maker.empty() ? "full" : maker, args);
}

Shape shape_with_ones(const Term& term) {
  Shape out = term.type.shape();
  for (int64_t axis : term.axes) out[static_cast<size_t>(axis)] = Extent(1);
  return out;
}

// The source of a broadcast with an axis of extent 1 for each new axis except leading ones.
ScriptExpr with_new_axes(const Term& term, Shape& shape) {
  std::vector<bool> fresh(static_cast<size_t>(term.type.rank()), false);
  for (int64_t axis : term.axes) fresh[static_cast<size_t>(axis)] = true;
  size_t first = 0;
  while (first < fresh.size() && fresh[first]) ++first;
  Shape ones = shape_with_ones(term);
  shape.assign(ones.begin() + static_cast<std::ptrdiff_t>(first), ones.end());
  size_t last = fresh.size();
  while (last > first && !fresh[last - 1]) --last;
  if (last == first || term.has_ones) return term.source->piece;
  std::string subs;
  for (size_t i = first; i < last; ++i) subs += str(i == first ? "" : ", ", fresh[i] ? "nil" : ":");
  return {str(held(term.source->piece, Precedence::atom), "[", subs, "]")};
}

ScriptExpr exact_spread(const Term& term) {
  Shape shape;
  ScriptExpr source = term.source->weak ? exact(*term.source) : with_new_axes(term, shape);
  return called("broadcast", {source.text, shape_text(term.type.shape())});
}

// Whether arrays of these shapes broadcast to exactly this shape.
bool fills(const std::vector<Shape>& shapes, const Shape& want) {
  for (size_t i = 1; i <= want.size(); ++i) {
    auto has = [&](const Shape& shape) {
      return i <= shape.size() && shape[shape.size() - i] == want[want.size() - i];
    };
    if (want[want.size() - i] != Extent(1) && std::ranges::none_of(shapes, has)) return false;
    bool is_there = std::ranges::any_of(shapes, [&](const Shape& s) { return i <= s.size(); });
    if (!is_there) return false;
  }
  return true;
}

// The shortest form of an operand.
ScriptExpr short_form(const Term& term, Shape& shape) {
  shape = term.type.shape();
  if (term.form == Term::TermForm::spread) return with_new_axes(term, shape);
  if (term.form != Term::TermForm::literal) return term.piece;
  shape.clear();
  return literal(term);
}

std::vector<ScriptExpr> all_together(const std::vector<TermRef>& terms, const Shape& want,
                                     bool weak) {
  std::vector<ScriptExpr> out;
  std::vector<Shape> shapes(terms.size());
  bool is_typed = weak;  // whether one of them is not a host scalar
  for (size_t i = 0; i < terms.size(); ++i) {
    out.push_back(short_form(*terms[i], shapes[i]));
    is_typed = is_typed || !is_host(*terms[i]);
  }
  for (size_t i = 0; i < terms.size() && (!fills(shapes, want) || !is_typed); ++i) {
    out[i] = exact(*terms[i]);
    shapes[i] = terms[i]->type.shape();
    is_typed = true;
  }
  return out;
}

}  // namespace

TermRef number_term(const Type& type, const AttrValue& value) {
  auto out = std::make_shared<Term>();
  out->form = Term::TermForm::literal;
  out->type = type;
  out->value = value;
  return out;
}

std::string held(const ScriptExpr& piece, Precedence least) {
  return piece.hold < least ? str("(", piece.text, ")") : piece.text;
}

bool is_host(const Term& term) { return term.form == Term::TermForm::literal || term.weak; }

ScriptExpr called(std::string_view word, const std::vector<std::string>& args) {
  return {str(word, "(", join(args), ")")};
}

std::string dtype_word(Dtype dtype) { return text(dtype); }

std::string shape_text(const Shape& shape) {
  return shape.size() == 1 ? str(shape[0]) : text(shape);
}

std::string tuple_text(const Ints& list) {
  return str("(", join(list), list.size() == 1 ? ",)" : ")");
}

std::string axes_text(const Ints& axes) {
  return axes.size() == 1 ? str(axes[0]) : tuple_text(axes);
}

std::string number_literal(Dtype dtype, const AttrValue& value) {
  if (dtype == Dtype::boolean) return real_value(value) != 0 ? "true" : "false";
  const auto* whole = std::get_if<int64_t>(&value);
  if (is_integer(dtype)) {
    return int_text(dtype, whole != nullptr ? *whole : static_cast<int64_t>(real_value(value)));
  }
  return float_text(dtype, real_value(value));
}

bool is_number(const Term& term, double value) {
  if (term.form == Term::TermForm::spread) return is_number(*term.source, value);
  if (term.form != Term::TermForm::literal || is_bool(term)) return false;
  double is = real_value(term.value);
  return is == value && std::signbit(is) == std::signbit(value);
}

std::string escaped_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool is_plain = c != '"' && c != '\\' && c != '\n' && c != '\t' && c != '\r' && c != '\0';
    if (is_plain) {
      out += c;
    } else {
      out += '\\';
      out += c == '\n' ? 'n' : c == '\t' ? 't' : c == '\r' ? 'r' : c == '\0' ? '0' : c;
    }
  }
  return out;
}

std::string quoted_text(std::string_view text) {
  std::string doubled;
  for (char c : text) doubled.append(c == '{' || c == '}' ? 2 : 1, c);
  return str("\"", escaped_text(doubled), "\"");
}

ScriptExpr exact(const Term& term) {
  if (term.form == Term::TermForm::literal) return exact_literal(term);
  if (term.form == Term::TermForm::spread) return exact_spread(term);
  if (term.weak) return called(dtype_word(term.type.dtype()), {term.piece.text});
  return term.piece;
}

std::string exact(const Term& term, Precedence least) { return held(exact(term), least); }

std::vector<ScriptExpr> together(const std::vector<TermRef>& terms, const Shape& shape) {
  return all_together(terms, shape, false);
}

std::vector<ScriptExpr> together_weak(const std::vector<TermRef>& terms, const Shape& shape) {
  return all_together(terms, shape, true);
}

}  // namespace rille
