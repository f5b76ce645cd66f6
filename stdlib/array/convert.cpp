// Conversions: one builtin per dtype, and the host scalars.
#include <charconv>

#include "stdlib/array/apply_op.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Quoted, as within a tuple, and not too long.
std::string quoted(std::string_view said) {
  std::string shown = text(Value::tuple({std::string(said.substr(0, 40))}));
  return shown.substr(1, shown.size() - 3);
}

constexpr std::string_view errors =
    "error[value] where a host number does not fit; error[dtype] where x is a key; error[type] "
    "where x is a string";

// Strings within a tree stay what they are; of one alone a number is wanted.
template <Dtype dtype>
Value converted(const Value& x) {
  if (x.is_string()) {
    Error error(Code::type, str(name(dtype), "(x) converts numbers, arrays and trees, got ",
                                quoted(x.string())));
    throw std::move(error).label(0).help(
        "`float(x)` and `int(x)` read the number that a string spells");
  }
  if (std::holds_alternative<bool>(x.any())) return Value(convert(x.as_array(), dtype));
  return map_leaves(x, [](const Value& leaf) { return Value(convert(leaf.as_array(), dtype)); });
}

Array one_element(const Array& x, std::string_view word) {
  if (x.is_traced() && x.is_weak()) return x;
  if (x.is_traced()) {
    throw Error(Code::trace, str(word, "(x) needs a known number, got a traced ", x.type()));
  }
  if (x.size() != 1) {
    throw labelled(Error(Code::shape, str(word, "(x) needs a single number, got ", x.type())), "x");
  }
  return x.rank() == 0 ? x : x.view(Type(x.dtype(), Shape{}), 0);
}

// A host scalar; a weak traced number stays one.
Array host(const Array& given, Dtype dtype, std::string_view word) {
  Array x = one_element(given, word);
  if (kind(x.dtype()) == Kind::key || is_complex(x.dtype())) {
    throw Error(Code::dtype, str(word, "(x) needs a real number, got ", x.type()));
  }
  if (x.is_traced()) return as_dtype(x, dtype);
  if (dtype == Dtype::f64) return x.number();
  if (dtype == Dtype::boolean) return x.number() != 0;
  if (!is_float(x.dtype())) return x.integer();
  return convert(Array(x.number()), Dtype::i64).with_weak(true);
}

// The number that a string spells, blanks around it left out.
template <class T>
T spelled(std::string_view text, std::string_view word) {
  constexpr std::string_view blanks = " \t\r\n";
  size_t first = std::min(text.find_first_not_of(blanks), text.size());
  size_t last = text.find_last_not_of(blanks) + 1;
  std::string_view digits = text.substr(first, std::max(first, last) - first);
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  T out{};
  auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (fault == std::errc() && end == digits.data() + digits.size()) return out;
  bool is_large = fault == std::errc::result_out_of_range;
  Error error(Code::value, str(word, "(x): ", quoted(text), is_large ? " does not fit" : " is no ",
                               is_large ? "" : word));
  throw std::move(error).label(0);
}

Value to_int(const Value& x) {
  if (x.is_string()) return spelled<int64_t>(x.string(), "int");
  return Value::from_array(host(x.as_array(), Dtype::i64, "int"));
}

Value to_float(const Value& x) {
  if (x.is_string()) return spelled<double>(x.string(), "float");
  return Value::from_array(host(x.as_array(), Dtype::f64, "float"));
}

// Converts arrays with axes too: `bool` is a dtype as well.
Value to_bool(const Value& x) {
  if (x.is_array() && !x.array().is_none() && !is_host_scalar(x.array()) &&
      (x.array().is_traced() || x.array().rank() != 0)) {
    return Value(convert(x.array(), Dtype::boolean));
  }
  Array given = x.as_array();
  if (is_complex(given.dtype())) given = convert(given, Dtype::boolean);
  return Value::from_array(host(given, Dtype::boolean, "bool"));
}

}  // namespace

extern const Builtin int_builtin = {
    .signature = "int(x: real[...] or str) -> int",
    .brief =
        "The host int of a number or an array of one element, cut towards zero, or of a string.",
    .params = {{"x", "a number, an array of one, or a string that spells a number"}},
    .errors =
        "error[shape] where x has more elements; error[value] where it is not finite or its "
        "text is no int",
    .example = "int(2.9)  #> 2",
    .source = "ours",
    .call = bind<&to_int>,
    .form = CallForm::to_int,
};

extern const Builtin float_builtin = {
    .signature = "float(x: real[...] or str) -> float",
    .brief = "The host float of a number, an array of one element or a string.",
    .params = {{"x", "a number, an array of one, or a string that spells a number"}},
    .errors = "error[shape] where x has more elements; error[value] where its text is no float",
    .example = "float(3) / 2  #> 1.5",
    .source = "ours",
    .call = bind<&to_float>,
    .form = CallForm::to_float,
};

extern const Builtin bool_builtin = {
    .signature = "bool(x: number[...]) -> bool or bool[...]",
    .brief = "Whether x is not 0: a host bool of one element, a bool array of more.",
    .params = {{"x", "a number, or an array of one"}},
    .errors = "error[dtype] where x is a key",
    .example = "bool([0, 2])  #> [false, true]",
    .source = "ours",
    .call = bind<&to_bool>,
};

#define CONVERT(word, shown)                                     \
  extern const Builtin word##_builtin = {                        \
      .signature = #word "(x: tree) -> tree",                    \
      .brief = "Numbers, arrays and trees in " #word ".",        \
      .params = {{"x", "a number, an array or a tree of them"}}, \
      .returns = "what x is, in " #word,                         \
      .errors = errors,                                          \
      .example = #word "([1, 2])  #> " shown,                    \
      .source = "numpy.ndarray.astype",                          \
      .call = bind<&converted<Dtype::word>>,                     \
  };
#include "stdlib/array/convert.def"
#undef CONVERT

}  // namespace rille
