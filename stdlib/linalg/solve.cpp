// linalg.qr, solve, lstsq, inv: systems of equations.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

// f32 or f64; of f16 and bf16 there are no factors.
Array matrix(const Array& given, std::string_view what) {
  Array x = strong(inexact(given));
  if (x.dtype() != Dtype::f32 && x.dtype() != Dtype::f64) {
    throw Error(Code::dtype, str(what, " needs f32 or f64, got ", x.type())).label(0);
  }
  return x;
}

Array triangular(const Array& a, const Array& right, bool transposed) {
  Attrs attrs{{"lower", false}, {"transposed", transposed}};
  return apply1(triangular_solve_op, {a, right}, attrs);
}

Arrays factors(const Array& x) { return rille::apply(qr_op, Arrays{x}); }

int64_t rows_of(const Array& x) { return x.type().extent(x.rank() - 2).number(); }
int64_t columns_of(const Array& x) { return x.shape().back().number(); }

// a and b of one dtype, b as columns; whether b was one vector.
struct System {
  Array a, b;
  bool vector;
};

System system_of(const Array& a, const Array& b, std::string_view what) {
  Arrays both{matrix(a, what), strong(inexact(b))};
  promote_together(both);
  bool vector = both[1].rank() == 1;
  if (vector) both[1] = expand(both[1], {-1});
  bool fits = both[1].rank() >= 2 && both[1].rank() <= both[0].rank() &&
              rows_of(both[0]) == rows_of(both[1]);
  if (!fits) {
    throw Error(Code::shape, str(what, ": ", arg(0, "a"), " is ", a.type(), " but ", arg(1, "b"),
                                 " is ", b.type()))
        .label(0)
        .label(1);
  }
  Shape shape(both[0].shape().begin(), both[0].shape().end() - 2);
  shape.insert(shape.end(), both[1].shape().end() - 2, both[1].shape().end());
  return {both[0], broadcast(both[1], shape), vector};
}

Array solved(const System& given) {
  Arrays qr = factors(given.a);
  Array x = triangular(qr[1], matmul(swap(qr[0], -1, -2), given.b), false);
  return given.vector ? squeeze(x, Ints{-1}) : x;
}

Array solve(const Array& a, const Array& b) {
  System given = system_of(a, b, "linalg.solve");
  return solved(given);
}

// Of a wide matrix the shortest of all solutions.
Array lstsq(const Array& a, const Array& b) {
  System given = system_of(a, b, "linalg.lstsq");
  if (rows_of(given.a) >= columns_of(given.a)) return solved(given);
  Arrays qr = factors(swap(given.a, -1, -2));
  Array x = matmul(qr[0], triangular(qr[1], given.b, true));
  return given.vector ? squeeze(x, Ints{-1}) : x;
}

Array inv(const Array& given) {
  Array a = matrix(given, "linalg.inv");
  Array one = broadcast(eye(rows_of(a), {}, a.dtype()), a.shape());
  return solved({a, one, false});
}

Arrays qr(const Array& given) {
  Array x = matrix(given, "linalg.qr");
  if (rows_of(x) >= columns_of(x)) return factors(x);
  Arrays square = factors(slice_axis(x, -1, 0, rows_of(x)));  // q comes from the first columns
  return {square[0], matmul(swap(square[0], -1, -2), x)};
}

constexpr std::string_view errors =
    "error[shape] where shapes do not fit; error[dtype] where they are not f32 or f64";

}  // namespace

extern const Builtin linalg_qr_builtin = {
    .signature = "linalg.qr(x: real[..., m, n]) -> (float[...], float[...])",
    .brief = "Orthonormal columns q and an upper triangle r with x = q @ r.",
    .returns = "(q, r)",
    .errors = errors,
    .example = "linalg.qr([[3.0], [4.0]])[1]  #> [[-5]]",
    .source = "numpy.linalg.qr, reduced",
    .call = bind<&qr>,
};

extern const Builtin linalg_solve_builtin = {
    .signature = "linalg.solve(a: real[..., n, n], b: real[...]) -> float[...]",
    .brief = "x where a @ x is b; inf or NaN where a is singular.",
    .params = {{"b", "or one vector f[n]"}},
    .returns = "as b",
    .errors = errors,
    .example = "linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 4.0])  #> [1, 1]",
    .source = "numpy.linalg.solve, by qr",
    .call = bind<&solve>,
};

extern const Builtin linalg_lstsq_builtin = {
    .signature = "linalg.lstsq(a: real[..., m, n], b: real[...]) -> float[...]",
    .brief = "x for which a @ x is nearest to b; of several the shortest.",
    .params = {{"a", "of full rank"}, {"b", "or one vector f[m]"}},
    .returns = "[..., n, k], or [n] for b of one axis",
    .errors = errors,
    .example = "linalg.lstsq([[1.0], [1.0]], [1.0, 3.0])  #> [2]",
    .source = "numpy.linalg.lstsq of full rank, by qr",
    .call = bind<&lstsq>,
};

extern const Builtin linalg_inv_builtin = {
    .signature = "linalg.inv(x: real[..., n, n]) -> float[..., n, n]",
    .brief = "The matrix that undoes x; inf or NaN where there is none.",
    .errors = errors,
    .example = "linalg.inv([[2.0, 0.0], [0.0, 4.0]])  #> [[0.5, 0],\n #>  [0, 0.25]]",
    .source = "numpy.linalg.inv, by qr",
    .call = bind<&inv>,
};

}  // namespace rille
