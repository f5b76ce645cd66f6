// ScriptBlock: updates, checks, and prints as statements.
#include <algorithm>

#include "jit/graph/script_block.h"
#include "vm/text.h"

namespace rille {

// x with some elements changed; in its own variable if it has one reader.
void ScriptBlock::update(const Node& node, const Idiom& idiom) {
  TermReads in = terms(idiom.reads);
  TermRef x = in[0];
  std::string name;
  bool is_own =
      x->form == Term::TermForm::named && places_.contains(x.get()) && uses(idiom.reads[0]) == 1;
  if (is_own) {
    name = x->piece.text;
  } else {
    name = scope_.fresh();
    std::string first = fitting({x}, [&] { return str("var ", name, " = ", exact(*x).text); });
    line(first);
  }
  std::string text = fitting(in, [&] {
    ScriptNode n(graph_, node, in);
    auto out = idiom.write(idiom, n);
    return name + (out && n.told_all() ? out->text : " = " + general(node, in).text);
  });
  line(text);
  define(node.out[0], name);
  places_.insert(term(node.out[0]).get());
}

// Padding between elements is written as strided assignment to an array of the padding value.
bool ScriptBlock::spaced(const Node& node) {
  const Ints &low = node.attrs.ints("low"), &high = node.attrs.ints("high"),
             &interior = node.attrs.ints("interior");
  auto is_negative = [](int64_t x) { return x < 0; };
  const Type &from = graph_.type(node.in[0]), &to = graph_.type(node.out[0]);
  const AttrValue* value = makers_.number(node.in[1]);
  bool fits = node.attrs.items().size() == 3 && value != nullptr && from.known() &&
              std::ranges::any_of(interior, [](int64_t x) { return x > 0; }) &&
              std::ranges::none_of(low, is_negative) && std::ranges::none_of(high, is_negative) &&
              from.count() > 0;
  if (!fits) return false;
  std::vector<std::string> subs;
  for (size_t i = 0; i < low.size(); ++i) {
    int64_t step = interior[i] + 1, end = low[i] + (from.ints()[i] - 1) * step + 1;
    subs.push_back(str(low[i], ":", end, step == 1 ? "" : str(":", step)));
  }
  TermRef x = term(node.in[0]);
  std::string name = scope_.fresh();
  line(str("var ", name, " = ", exact(*number_term(to, *value)).text));
  line(fitting({x}, [&] { return str(name, "[", join(subs), "] = ", exact(*x).text); }));
  define(node.out[0], name);
  places_.insert(term(node.out[0]).get());
  return true;
}

namespace {

// An axis of `count` elements after interior and edge padding (negative: cropped): which elements
// remain, and their positions.
struct PaddedAxis {
  int64_t size, first, end, at;  // elements [first, end), the first one at index `at`
};
PaddedAxis spaced_axis(int64_t count, int64_t step, int64_t low, int64_t high) {
  int64_t whole = (count - 1) * step + 1, size = whole + low + high;
  int64_t first = low >= 0 ? 0 : (-low + step - 1) / step;
  int64_t last = (size - 1 - low) / step;  // of the array's own indices within `size`
  return {size, first, std::min(count, last + 1), low + first * step};
}

}  // namespace

// A convolution over an array with base dilation: first the dilated array, then the convolution.
bool ScriptBlock::spaced_conv(const Node& node) {
  const Attrs& attrs = node.attrs;
  const Type &x = graph_.type(node.in[0]), &w = graph_.type(node.in[1]);
  const Ints &low = attrs.ints("low"), &high = attrs.ints("high"),
             &base = attrs.ints("base_dilation");
  ScriptNode plain(graph_, node, terms(node.in));
  bool is_plain = !script_row("conv")->fn(plain) && x.known() && w.known() && x.count() > 0 &&
                  w.count() > 0 && !base.empty() && attrs.integer("batch_groups") == 1 &&
                  attrs.dtype("dtype") == x.dtype() && attrs.items().size() == 8;
  if (!is_plain) return false;
  Shape shape = x.shape();
  std::string from, to;
  for (size_t i = 0; i < base.size(); ++i) {
    PaddedAxis axis = spaced_axis(x.ints()[i + 1], base[i], low[i], high[i]);
    if (axis.size <= 0 || axis.first >= axis.end) return false;
    shape[i + 1] = Extent(axis.size);
    int64_t end = axis.at + (axis.end - axis.first - 1) * base[i] + 1;
    from += str(", ", axis.first, ":", axis.end);
    to += str(", ", axis.at, ":", end, base[i] == 1 ? "" : str(":", base[i]));
  }
  Ints none(base.size(), 0), ones(base.size(), 1);
  Attrs tight = attrs.with("low", none).with("high", none).with("base_dilation", ones);
  TermRef array = term(node.in[0]);
  std::string name = scope_.fresh();
  line(str("var ", name, " = ", exact(*number_term(x.with(shape), int64_t{0})).text));
  line(fitting({array}, [&] {
    return str(name, "[:", to, "] = ", exact(*array, Precedence::atom), "[:", from, "]");
  }));
  auto spread = std::make_shared<Term>();
  spread->piece = {name};
  spread->type = x.with(shape);
  Node moved = node;
  moved.attrs = tight;
  TermReads in{spread, term(node.in[1])};
  ScriptExpr piece;
  fitting(in, [&] {
    ScriptNode n(graph_, moved, in);
    piece = *script_row("conv")->fn(n);
    return "let xx = " + piece.text;
  });
  give(node, piece);
  return true;
}

// The format string of a print or check, with the fields replaced by the expressions of their
// values.
std::string ScriptBlock::filled(const std::string& format, const TermReads& values, size_t first) {
  std::string out, plain;
  auto flush = [&] {
    out += escaped_text(plain);
    plain.clear();
  };
  for (size_t i = 0; i < format.size(); ++i) {
    bool is_double = i + 1 < format.size() && format[i] == format[i + 1];
    if (format[i] != '{' || is_double) {
      plain += format[i];
      if ((format[i] == '{' || format[i] == '}') && is_double) plain += format[i++];
      continue;
    }
    flush();
    size_t end = format.find_first_of(":}", i);
    size_t k = std::stoul(format.substr(i + 1, end - i - 1));
    out += str("{", exact(*values[first + k]).text);
    i = end - 1;
    if (format[end] == '}') {
      out += "}";
      i = end;
    } else {
      size_t close = format.find('}', end);
      out += format.substr(end, close - end + 1);
      i = close;
    }
  }
  flush();
  return str("\"", out, "\"");
}

void ScriptBlock::statement(const Node& node) {
  TermReads in = terms(node.in);
  if (node.op == &print_op) {
    return line(fitting(
        in, [&] { return str("print(", filled(node.attrs.string("format"), in, 0), ")"); }));
  }
  const std::string& kind = node.attrs.string("kind");
  const AttrValue* mask = makers_.number(node.in[1]);
  bool is_always = mask != nullptr && std::get_if<bool>(mask) != nullptr && std::get<bool>(*mask);
  line(fitting(in, [&] {
    std::string message = filled(node.attrs.string("message"), in, 2);
    ScriptExpr holds = exact(*in[0]);
    if (!is_always)
      holds = called("bits.or", {holds.text, "not " + exact(*in[1], Precedence::negated)});
    if (kind == "value") return str("assert ", holds.text, ", ", message);
    if (in[0]->type.rank() > 0) holds = called("all", {holds.text});
    std::string fails = str("if not ", held(holds, Precedence::negated));
    return str(fails, " { error(", message, ", kind = ", quoted_text(kind), ") }");
  }));
}

}  // namespace rille
