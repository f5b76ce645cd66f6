// Rows of scripts: elementwise operations.
#include <algorithm>

#include "jit/graph/script_row.h"
#include "vm/text.h"

namespace rille {
namespace {

using Out = std::optional<ScriptExpr>;

bool of(const ScriptNode& n, DtypeKind which) { return kind(n.dtype()) == which; }
bool is_bool(const ScriptNode& n) { return of(n, DtypeKind::boolean); }
bool of_keys(const ScriptNode& n) { return of(n, DtypeKind::key); }
bool is_real(const ScriptNode& n) { return is_integer(n.dtype()) || is_float(n.dtype()); }

std::vector<std::string> texts(const std::vector<ScriptExpr>& pieces) {
  std::vector<std::string> out;
  for (const ScriptExpr& piece : pieces) out.push_back(piece.text);
  return out;
}

Out call(const ScriptNode& n) {
  if (n.in.size() == 1) return called(n.word, {n.exactly(0)});
  return called(n.word, texts(together(n.in, n.result().shape())));
}

// An infix operator; `right` is the precedence that the right operand requires.
Out infix(const ScriptNode& n, std::string_view sign, Precedence left, Precedence right,
          bool weak = false) {
  auto both = weak ? together_weak(n.in, n.result().shape()) : together(n.in, n.result().shape());
  return ScriptExpr{str(held(both[0], left), " ", sign, " ", held(both[1], right)), left};
}

Precedence above(Precedence hold) {
  return static_cast<Precedence>(static_cast<uint8_t>(hold) + 1);
}

Out arithmetic(const ScriptNode& n) {
  if (is_bool(n) || of_keys(n)) return {};
  return infix(n, n.word, n.hold, above(n.hold), n.in[0]->weak || n.in[1]->weak);
}

// For signed integers, the primitive truncates toward zero, and `//` rounds down.
Out quotient(const ScriptNode& n) {
  if (is_bool(n) || of(n, DtypeKind::integer)) return {};
  return infix(n, of(n, DtypeKind::natural) ? "//" : "/", Precedence::product, Precedence::unary);
}

Out remainder(const ScriptNode& n) {
  if (!of(n, DtypeKind::natural)) return {};
  return infix(n, "%", Precedence::product, Precedence::unary);
}

Out comparison(const ScriptNode& n) {
  bool has_order = !of_keys(n) && !is_complex(n.dtype());
  if (of_keys(n) || (!has_order && n.word != "==" && n.word != "!=")) return {};
  bool weak = n.in[0]->weak || n.in[1]->weak;
  auto both = weak ? together_weak(n.in, n.result().shape()) : together(n.in, n.result().shape());
  return ScriptExpr{
      str(held(both[0], Precedence::sum), " ", n.word, " ", held(both[1], Precedence::sum)),
      Precedence::compared};
}

// `and` and `or` of bools, if the left side has the axes of the result: a single bool would
// short-circuit.
Out bitwise(const ScriptNode& n) {
  bool is_left_whole =
      n.in[0]->form != Term::TermForm::spread && n.in[0]->form != Term::TermForm::literal;
  if (!is_bool(n) || !is_left_whole || n.word == "xor") {
    return called(str("bits.", n.word), texts(together(n.in, n.result().shape())));
  }
  return infix(n, n.word, n.hold, above(n.hold));
}

Out complement(const ScriptNode& n) {
  if (!is_bool(n)) return called("bits.not", {n.exactly(0)});
  return ScriptExpr{str("not ", n.exactly(0, Precedence::negated)), Precedence::negated};
}

Out negative(const ScriptNode& n) {
  if (is_bool(n)) return {};
  return ScriptExpr{str("-", n.exactly(0, Precedence::unary)), Precedence::unary};
}

Out of_numbers(const ScriptNode& n) {
  if (is_bool(n) || of_keys(n)) return {};
  return call(n);
}
Out of_reals(const ScriptNode& n) { return is_real(n) ? call(n) : Out(); }

// The primitive's exponent is an array, not a host scalar.
Out power(const ScriptNode& n) {
  if (is_bool(n)) return {};
  auto both = together(n.in, n.result().shape());
  if (is_integer(n.dtype()) && n.in[1]->form == Term::TermForm::literal) both[1] = exact(*n.in[1]);
  return ScriptExpr{str(held(both[0], Precedence::atom), " ^ ", held(both[1], Precedence::unary)),
                    Precedence::unary};
}

Out whole_power(const ScriptNode& n) {
  if (is_bool(n)) return {};
  return ScriptExpr{str(n.exactly(0, Precedence::atom), " ^ ", n.integer("exponent")),
                    Precedence::unary};
}

// From c64 to f32 the real part is kept, which is written as `real`.
Out conversion(const ScriptNode& n) {
  Dtype to = n.dtype_of("dtype");
  if (of_keys(n)) return {};
  if (to == Dtype::boolean) {
    TermRef zero = number_term(n.given(), int64_t{0});
    auto both = together({n.in[0], zero}, n.result().shape());
    return ScriptExpr{str(held(both[0], Precedence::sum), " != ", both[1].text),
                      Precedence::compared};
  }
  const Term& x = *n.in[0];
  return called(dtype_word(to), {x.weak ? x.piece.text : n.exactly(0)});
}

Out choice(const ScriptNode& n) {
  if (kind(n.given(1).dtype()) == DtypeKind::key) return {};
  auto all = together(n.in, n.result().shape());
  if (is_host(*n.in[1]) && is_host(*n.in[2])) all[1] = exact(*n.in[1]);
  return called("where", texts(all));
}

Out in_order(const ScriptNode& n) { return called(n.word, {str(n.integer("n")), n.exactly(0)}); }

Out named(const ScriptNode& n) {
  return called(n.word, {n.exactly(0), quoted_text(n.string("name"))});
}

constexpr ScriptRow rows[] = {
    {"abs", of_numbers, "abs"},
    {"acos", call, "acos"},
    {"acosh", call, "acosh"},
    {"add", arithmetic, "+", Precedence::sum},
    {"asin", call, "asin"},
    {"asinh", call, "asinh"},
    {"atan", call, "atan"},
    {"atan2", of_reals, "atan2"},
    {"atanh", call, "atanh"},
    {"beta", call, "special.beta"},
    {"betainc", call, "special.betainc"},
    {"betaln", call, "special.betaln"},
    {"bit_and", bitwise, "and", Precedence::both},
    {"bit_not", complement},
    {"bit_or", bitwise, "or", Precedence::either},
    {"bit_xor", bitwise, "xor"},
    {"cbrt", call, "cbrt"},
    {"ceil", of_reals, "ceil"},
    {"checkpoint_name", named, "checkpoint_name"},
    {"complex", call, "complex"},
    {"convert", conversion},
    {"cos", call, "cos"},
    {"cosh", call, "cosh"},
    {"digamma", call, "special.digamma"},
    {"div", quotient},
    {"eq", comparison, "=="},
    {"erf", call, "erf"},
    {"erf_inv", call, "erf_inv"},
    {"erfc", call, "special.erfc"},
    {"erfcx", call, "special.erfcx"},
    {"exp", call, "exp"},
    {"exp2", call, "exp2"},
    {"expi", call, "special.expi"},
    {"expm1", of_reals, "expm1"},
    {"expn", in_order, "special.expn"},
    {"floor", of_reals, "floor"},
    {"gamma", call, "special.gamma"},
    {"gammainc", call, "special.gammainc"},
    {"gammaincc", call, "special.gammaincc"},
    {"gammaln", call, "special.gammaln"},
    {"ge", comparison, ">="},
    {"gt", comparison, ">"},
    {"i0", call, "special.i0"},
    {"i0e", call, "special.i0e"},
    {"i1", call, "special.i1"},
    {"i1e", call, "special.i1e"},
    {"imag", call, "imag"},
    {"integer_pow", whole_power},
    {"is_finite", call, "isfinite"},
    {"le", comparison, "<="},
    {"log", call, "log"},
    {"log10", of_reals, "log10"},
    {"log1p", of_reals, "log1p"},
    {"log2", of_reals, "log2"},
    {"log_ndtr", call, "special.log_ndtr"},
    {"logistic", call, "sigmoid"},
    {"lt", comparison, "<"},
    {"max", of_reals, "maximum"},
    {"min", of_reals, "minimum"},
    {"mul", arithmetic, "*", Precedence::product},
    {"ndtri", call, "special.ndtri"},
    {"ne", comparison, "!="},
    {"neg", negative},
    {"nextafter", call, "nextafter"},
    {"poch", call, "special.poch"},
    {"polygamma", call, "special.polygamma"},
    {"pow", power},
    {"real", call, "real"},
    {"rem", remainder},
    {"round", of_reals, "round"},
    {"rsqrt", call, "rsqrt"},
    {"sech_squared", call, "grad(t => sum(tanh(t)))"},
    {"select", choice, "where"},
    {"shift_left", call, "bits.shift_left"},
    {"shift_right", call, "bits.shift_right"},
    {"sign", of_reals, "sign"},
    {"sin", call, "sin"},
    {"sinh", call, "sinh"},
    {"spence", call, "special.spence"},
    {"sqrt", call, "sqrt"},
    {"stop_gradient", call, "stop_gradient"},
    {"sub", arithmetic, "-", Precedence::sum},
    {"tan", call, "tan"},
    {"tanh", call, "tanh"},
    {"zeta", call, "special.zeta"},
};

}  // namespace

std::span<const ScriptRow> script_elementwise() { return rows; }

}  // namespace rille
