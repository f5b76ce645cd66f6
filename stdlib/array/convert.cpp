// Conversions: one builtin per dtype, and the host scalars.
#include "stdlib/array/apply_op.h"
#include "vm/tree.h"

namespace rille {
namespace {

const std::vector<Param> params = {{"x", "tree", "", "a number, an array or a tree of them"}};
const std::vector<Param> scalar_params = {{"x", "array[]", "", "a number, or an array of one"}};
constexpr std::string_view errors =
    "error[value] where a host number does not fit; error[dtype] where x is a key";

template <Dtype dtype>
Value converted(const Value& x) {
  if (std::holds_alternative<bool>(x.any())) return Value(convert(x.as_array(), dtype));
  return map_leaves(x, [](const Value& leaf) { return Value(convert(leaf.as_array(), dtype)); });
}

Array one_element(const Array& x, std::string_view word) {
  if (x.is_traced() && x.is_weak()) return x;
  if (x.is_traced()) {
    throw Error(Code::trace, str(word, "(x) needs a known number, got a traced ", x.type()));
  }
  if (x.size() != 1) {
    throw Error(Code::shape, str(word, "(x) needs a single number, got ", x.type()));
  }
  return x.rank() == 0 ? x : x.view(Type(x.dtype(), Shape{}), 0);
}

// A host scalar; a weak traced number stays one.
Array host(const Array& given, Dtype dtype, std::string_view word) {
  Array x = one_element(given, word);
  if (kind(x.dtype()) == Kind::key || kind(x.dtype()) == Kind::complex) {
    throw Error(Code::dtype, str(word, "(x) needs a real number, got ", x.type()));
  }
  if (x.is_traced()) return as_dtype(x, dtype);
  if (dtype == Dtype::f64) return x.number();
  if (dtype == Dtype::boolean) return x.number() != 0;
  if (!is_float(x.dtype())) return x.integer();
  return convert(Array(x.number()), Dtype::i64).with_weak(true);
}

Array to_int(const Array& x) { return host(x, Dtype::i64, "int"); }
Array to_float(const Array& x) { return host(x, Dtype::f64, "float"); }

// Converts arrays of more elements too: `bool` is a dtype as well.
Value to_bool(const Value& x) {
  if (x.is_array() && !x.array().is_none() && !is_host_scalar(x.array()) &&
      (x.array().is_traced() || x.array().size() != 1)) {
    return Value(convert(x.array(), Dtype::boolean));
  }
  return Value::from_array(host(x.as_array(), Dtype::boolean, "bool"));
}

}  // namespace

extern const Builtin int_builtin = {
    .name = "int",
    .brief = "The host int of a number or an array of one element, cut towards zero.",
    .params = scalar_params,
    .returns = "int",
    .errors = "error[shape] where x has more elements; error[value] where it is not finite",
    .example = "int(2.9)  #> 2",
    .source = "ours",
    .call = bind<&to_int>,
};

extern const Builtin float_builtin = {
    .name = "float",
    .brief = "The host float of a number or an array of one element.",
    .params = scalar_params,
    .returns = "float",
    .errors = "error[shape] where x has more elements",
    .example = "float(3) / 2  #> 1.5",
    .source = "ours",
    .call = bind<&to_float>,
};

extern const Builtin bool_builtin = {
    .name = "bool",
    .brief = "Whether x is not 0: a host bool of one element, a bool array of more.",
    .params = scalar_params,
    .returns = "bool",
    .errors = "error[dtype] where x is a key",
    .example = "bool([0, 2])  #> [false, true]",
    .source = "ours",
    .call = bind<&to_bool>,
};

#define CONVERT(word, shown)                              \
  extern const Builtin word##_builtin = {                 \
      .name = #word,                                      \
      .brief = "Numbers, arrays and trees in " #word ".", \
      .params = params,                                   \
      .returns = "array " #word "[...]",                  \
      .errors = errors,                                   \
      .example = #word "([1, 2])  #> " shown,             \
      .source = "numpy.ndarray.astype",                   \
      .call = bind<&converted<Dtype::word>>,              \
  };
#include "stdlib/array/convert.def"
#undef CONVERT

}  // namespace rille
