// poly: arithmetic, values, and calculus of polynomials.
#include <algorithm>

#include "stdlib/array/apply_op.h"
#include "vm/run/running.h"

namespace rille {
namespace {

int64_t size_of(const Array& p) { return p.type().count(); }

Arrays of_one_dtype(const Array& p, const Array& q) {
  Arrays both{strong(p), strong(q)};
  promote_together(both);
  for (Array& x : both) {
    if (x.dtype() == Dtype::boolean) x = convert(x, Dtype::i32);
  }
  return both;
}

Array zeros_before(const Array& p, int64_t count) { return pad(p, Ints{count}, Ints{0}); }

// The highest power comes first, so the shorter polynomial is padded in front.
Array with_sign(const Array& p, const Array& q, bool minus) {
  Arrays both = of_one_dtype(p, q);
  int64_t most = std::max(size_of(both[0]), size_of(both[1]));
  for (Array& x : both) x = zeros_before(x, most - size_of(x));
  return minus ? sub(both[0], both[1]) : add(both[0], both[1]);
}

Array poly_add(const Array& p, const Array& q) { return with_sign(p, q, false); }
Array poly_sub(const Array& p, const Array& q) { return with_sign(p, q, true); }

void need_coefficients(const Array& p, std::string_view name) {
  if (size_of(p) > 0) return;
  Error error(Code::value, str(calling_name("poly"), ": `", name,
                               "` is empty, expected at least one coefficient"));
  throw labelled(std::move(error), name);
}

Array element(const Array& p, int64_t at) { return reshape_to(slice_axis(p, 0, at, 1), Shape{}); }

Array poly_mul(const Array& given_p, const Array& given_q) {
  Arrays both = of_one_dtype(given_p, given_q);
  need_coefficients(both[0], "p");
  need_coefficients(both[1], "q");
  if (size_of(both[0]) < size_of(both[1])) std::swap(both[0], both[1]);
  int64_t few = size_of(both[1]);
  Array padded = pad(both[0], Ints{few - 1}, Ints{few - 1});
  Attrs attrs{{"axes", Ints{0}}, {"size", Ints{few}}, {"strides", Ints{1}}, {"dilation", Ints{1}}};
  return matmul(apply1(windows_op, {padded}, attrs), flip(both[1]));
}

// Horner's rule: one product and one sum per coefficient.
Array poly_value(const Array& given_p, const Array& given_x) {
  Array p = strong(given_p), x = strong(given_x);
  if (p.dtype() == Dtype::boolean) p = convert(p, Dtype::i32);
  Arrays both{p, x};
  promote_together(both);
  Array out = zeros(both[1].shape(), both[1].dtype());
  PollCounter polls;
  for (int64_t i = 0; i < size_of(p); ++i) {
    polls.step();
    out = add(mul(out, both[1]), element(both[0], i));
  }
  return out;
}

// Long division: each step eliminates the leading coefficient of the remainder.
Arrays poly_div(const Array& given_p, const Array& given_q) {
  Arrays both = of_one_dtype(inexact(given_p), inexact(given_q));
  Array rest = both[0], q = both[1];
  need_coefficients(rest, "p");
  need_coefficients(q, "q");
  int64_t steps = size_of(rest) - size_of(q) + 1;
  if (steps < 1) return {zeros({1}, rest.dtype()), rest};
  Arrays quotient;
  Array lead = element(q, 0);
  PollCounter polls;
  for (int64_t i = 0; i < steps; ++i) {
    polls.step();
    Array factor = div(element(rest, i), lead);
    quotient.push_back(factor);
    int64_t behind = size_of(rest) - size_of(q) - i;
    rest = sub(rest, pad(mul(q, factor), Ints{i}, Ints{behind}));
  }
  int64_t left = size_of(q) - 1;
  Array low =
      left == 0 ? zeros({1}, rest.dtype()) : slice_axis(rest, 0, size_of(rest) - left, left);
  return {stack(quotient), low};
}

void need_order(int64_t m) {
  if (m >= 0) return;
  throw labelled(Error(Code::value, str(calling_name("poly"), ": `m` is ", m, ", expected >= 0")),
                 "m");
}

Array poly_derivative(const Array& given, int64_t m) {
  Array p = strong(given);
  need_order(m);
  if (p.dtype() == Dtype::boolean) p = convert(p, Dtype::i32);
  for (int64_t i = 0; i < m && size_of(p) > 0; ++i) {
    int64_t degree = size_of(p) - 1;
    Array powers = convert(arange(degree, 0, -1), p.dtype());
    p = mul(slice_axis(p, 0, 0, degree), powers);
  }
  return p;
}

Array poly_integral(const Array& given, int64_t m, const Array& constant) {
  Array p = strong(inexact(given));
  need_order(m);
  if (m > 1000) {
    throw labelled(Error(Code::limit, str("poly.integral: `m` is ", m, ", expected at most 1000")),
                   "m");
  }
  for (int64_t i = 0; i < m; ++i) {
    Array powers = convert(arange(size_of(p), 0, -1), p.dtype());
    Array last = expand(convert(strong(constant), p.dtype()), {0});
    p = concat({div(p, powers), last});
  }
  return p;
}

constexpr std::string_view empty = "error[value] if a polynomial has no coefficients";
constexpr std::string_view p_text = "Coefficients of the polynomial, highest power first.";
constexpr std::string_view q_text = "Coefficients of the other polynomial, highest power first.";

}  // namespace

extern const Builtin poly_add_builtin = {
    .signature = "poly.add(p: number[n], q: number[m]) -> number[...]",
    .brief = "Adds two polynomials.",
    .params = {{"p", p_text}, {"q", q_text}},
    .returns = "the coefficients of the sum, highest power first",
    .errors = "none",
    .example = "poly.add([1, 2, 3], [10])  #> [1, 2, 13]",
    .source = "numpy.polyadd",
    .call = bind<&poly_add>,
};

extern const Builtin poly_sub_builtin = {
    .signature = "poly.sub(p: number[n], q: number[m]) -> number[...]",
    .brief = "Subtracts one polynomial from another: p - q.",
    .params = {{"p", p_text}, {"q", q_text}},
    .returns = "the coefficients of the difference, highest power first",
    .errors = "none",
    .example = "poly.sub([1, 2, 3], [10])  #> [1, 2, -7]",
    .source = "numpy.polysub",
    .call = bind<&poly_sub>,
};

extern const Builtin poly_mul_builtin = {
    .signature = "poly.mul(p: number[n], q: number[m]) -> number[...]",
    .brief = "Multiplies two polynomials.",
    .params = {{"p", p_text}, {"q", q_text}},
    .returns = "the coefficients of the product, highest power first",
    .errors = empty,
    .example = "poly.mul([1, 1], [1, -1])  #> [1, 0, -1]",
    .source = "numpy.polymul",
    .call = bind<&poly_mul>,
};

extern const Builtin poly_div_builtin = {
    .signature = "poly.div(p: number[n], q: number[m]) -> (number[...], number[...])",
    .brief = "Divides two polynomials with remainder: p = quotient * q + remainder.",
    .params = {{"p", "Coefficients of the dividend, highest power first."},
               {"q",
                "Coefficients of the divisor, highest power first. The first one must not be 0."}},
    .returns =
        "(quotient, remainder), each with the highest power first; the remainder keeps its leading "
        "zeros",
    .errors = empty,
    .example = "poly.div([1, 0, -1], [1, 1])  #> ([1, -1], [0])",
    .source = "numpy.polydiv",
    .call = bind<&poly_div>,
};

extern const Builtin poly_value_builtin = {
    .signature = "poly.value(p: number[n], x: number[...]) -> number[...]",
    .brief = "Evaluates a polynomial at `x` by Horner's rule.",
    .params = {{"p", p_text}, {"x", "Points at which the polynomial is evaluated."}},
    .returns = "the values in the shape of `x`",
    .errors = "error[shape] if `p` is not a vector",
    .example = "poly.value([1, 0, 1], [2, 3])  #> [5, 10]",
    .source = "numpy.polyval",
    .call = bind<&poly_value>,
};

extern const Builtin poly_derivative_builtin = {
    .signature = "poly.derivative(p: number[n], m: int = 1) -> number[...]",
    .brief = "Computes the derivative of a polynomial.",
    .params = {{"p", p_text}, {"m", "Order of the derivative, ≥ 0."}},
    .returns = "the coefficients of the derivative, highest power first",
    .errors = "error[value] if `m` is negative",
    .example = "poly.derivative([1, 0, 5])  #> [2, 0]",
    .source = "numpy.polyder",
    .call = bind<&poly_derivative>,
};

extern const Builtin poly_integral_builtin = {
    .signature = "poly.integral(p: number[n], m: int = 1, constant: number = 0) -> number[...]",
    .brief = "Computes the antiderivative (indefinite integral) of a polynomial.",
    .params = {{"p", p_text},
               {"m", "Number of integrations, 0 ≤ m ≤ 1000."},
               {"constant", "Constant of each integration: the value at 0."}},
    .returns = "the coefficients of the antiderivative, highest power first",
    .errors = "error[value] if `m` is negative; error[limit] if `m` is above 1000",
    .example = "poly.integral([2.0, 0.0])  #> [1, 0, 0]",
    .source = "numpy.polyint",
    .call = bind<&poly_integral>,
};

}  // namespace rille
