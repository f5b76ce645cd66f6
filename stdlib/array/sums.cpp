// Sums, products, means and what is made of them.
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

constexpr std::string_view errors = "error[shape] where an axis is not one of x's";

// Bools and ints below 32 bits are counted in i32 and u32, as JAX does.
Array counted(const Array& x) {
  Dtype d = x.dtype();
  if (d == Dtype::boolean) return as_dtype(x, x.is_weak() ? Dtype::i64 : Dtype::i32);
  if (!is_integer(d) || bits(d) >= 32) return wide(x);
  return convert(x, kind(d) == Kind::natural ? Dtype::u32 : Dtype::i32);
}

Dtype result_of(const Array& given, const Array& used) {
  return is_float(given.dtype()) ? given.dtype() : used.dtype();
}

Array folded(const Op& op, const Array& x, const Axes& axis, bool keep) {
  if (kind(x.dtype()) == Kind::key) {
    throw Error(Code::dtype, str(op.name, " needs numbers, got ", x.type()));
  }
  Array used = counted(x);
  return as_dtype(reduce(op, used, axes_of(axis, x), keep), result_of(x, used));
}

// Of complex numbers those of their sizes.
Array squares(const Array& x) {
  if (!is_complex(x.dtype())) return mul(x, x);
  return add(mul(real(x), real(x)), mul(imag(x), imag(x)));
}

}  // namespace

Array sum(const Array& x, const Axes& axis, bool keep) { return folded(sum_op, x, axis, keep); }
Array prod(const Array& x, const Axes& axis, bool keep) { return folded(prod_op, x, axis, keep); }

Array mean(const Array& x, const Axes& axis, bool keep) {
  Array used = wide(inexact(x));
  Ints axes = axes_of(axis, x);
  Array total = reduce(sum_op, used, axes, keep);
  Array out = div(total, static_cast<double>(folded_count(x, axes)));
  return is_inexact(x.dtype()) ? as_dtype(out, x.dtype()) : out;
}

Array var(const Array& x, const Axes& axis, bool keep, int64_t ddof) {
  Array used = wide(inexact(x));
  Ints axes = axes_of(axis, x);
  Array apart = sub(used, mean(used, axes, true));
  auto count = static_cast<double>(folded_count(x, axes) - ddof);
  Array out = div(reduce(sum_op, squares(apart), axes, keep), count);
  return is_float(x.dtype()) ? as_dtype(out, x.dtype()) : out;
}

Array std_of(const Array& x, const Axes& axis, bool keep, int64_t ddof) {
  return sqrt(var(x, axis, keep, ddof));
}

Array norm(const Array& x, const Axes& axis, bool keep) {
  return sqrt(sum(squares(inexact(x)), axis, keep));
}

extern const Builtin sum_builtin = {
    .signature =
        "sum(x: number[...], axis: int or (int, ...) = nil, keep: bool = false) -> number[...]",
    .brief = "The sum of the elements along the axes; bools count as 0 and 1.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = errors,
    .example = "sum([[1, 2], [3, 4]], axis = 0)  #> [4, 6]",
    .source = "numpy.sum; f16 and bf16 are summed in f32",
    .call = bind<&sum>,
};

extern const Builtin prod_builtin = {
    .signature =
        "prod(x: number[...], axis: int or (int, ...) = nil, keep: bool = false) -> number[...]",
    .brief = "The product of the elements along the axes.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = errors,
    .example = "prod([2, 3, 4])  #> 24",
    .source = "numpy.prod",
    .call = bind<&prod>,
};

extern const Builtin mean_builtin = {
    .signature =
        "mean(x: number[...], axis: int or (int, ...) = nil, keep: bool = false) -> number[...]",
    .brief = "The average of the elements along the axes.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = errors,
    .example = "mean([1, 2, 6])  #> 3",
    .source = "numpy.mean",
    .call = bind<&mean>,
};

extern const Builtin var_builtin = {
    .signature =
        "var(x: number[...], axis: int or (int, ...) = nil, keep: bool = false, ddof: int = 0) -> "
        "float[...]",
    .brief = "The average squared distance from the mean.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"},
               {"ddof", "the sum of squares is divided by the count minus this"}},
    .errors = errors,
    .example = "[1.0, 3.0].var()  #> 1",
    .source = "numpy.var",
    .call = bind<&var>,
};

extern const Builtin std_builtin = {
    .signature =
        "std(x: number[...], axis: int or (int, ...) = nil, keep: bool = false, ddof: int = 0) -> "
        "float[...]",
    .brief = "The standard deviation: the square root of var.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"},
               {"ddof", "the sum of squares is divided by the count minus this"}},
    .errors = errors,
    .example = "std([1.0, 3.0])  #> 1",
    .source = "numpy.std",
    .call = bind<&std_of>,
};

extern const Builtin norm_builtin = {
    .signature =
        "norm(x: number[...], axis: int or (int, ...) = nil, keep: bool = false) -> float[...]",
    .brief = "The square root of the sum of squares along the axes.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = errors,
    .example = "norm([3.0, 4.0])  #> 5",
    .source = "numpy.linalg.norm, of vectors",
    .call = bind<&norm>,
};

}  // namespace rille
