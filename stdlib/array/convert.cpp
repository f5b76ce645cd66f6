// Conversions: a builtin per dtype, and the host scalars.
#include <charconv>
#include <optional>

#include "stdlib/array/apply_op.h"
#include "vm/run/recorder.h"
#include "vm/tree.h"

namespace rille {
namespace {

// The string in quotes, as it is printed in a tuple, truncated to 40 bytes.
std::string quoted(std::string_view said) {
  std::string shown = text(Value::tuple({std::string(said.substr(0, 40))}));
  return shown.substr(1, shown.size() - 3);
}

constexpr std::string_view errors =
    "error[value] if a host scalar is out of range; error[dtype] if `x` is a key; error[type] if "
    "`x` is a string";

// Strings inside a tree are kept; a string alone is an error, because a number is expected.
template <Dtype dtype>
Value converted(const Value& x) {
  if (x.is_string()) {
    Error error(Code::type, str(name(dtype), ": `x` is the string ", quoted(x.string()),
                                ", expected a number, an array, or a tree of them"));
    throw std::move(error).label(0).help("`float(x)` and `int(x)` parse a string");
  }
  if (std::holds_alternative<bool>(x.any())) return Value(convert(x.as_array(), dtype));
  return map_leaves(x, [](const Value& leaf) { return Value(convert(leaf.as_array(), dtype)); });
}

Array one_element(const Array& x, std::string_view word) {
  if (x.is_traced() && x.is_weak()) return x;
  if (x.is_traced()) {
    throw Error(Code::trace, str(word, ": `x` is a traced ", x.type(),
                                 ", expected a number that is known at trace time"));
  }
  if (x.size() != 1) {
    throw labelled(
        Error(Code::shape, str(word, ": `x` is ", x.type(), ", expected a single number")), "x");
  }
  return x.rank() == 0 ? x : x.view(Type(x.dtype(), Shape{}), 0);
}

// A host scalar. A weak traced scalar stays traced.
Array host(const Array& given, Dtype dtype, std::string_view word) {
  Array x = one_element(given, word);
  if (kind(x.dtype()) == DtypeKind::key || is_complex(x.dtype())) {
    throw Error(Code::dtype, str(word, ": `x` is ", x.type(), ", expected a real number"));
  }
  if (x.is_traced()) return as_dtype(x, dtype);
  std::optional<RecordedSpan> read;
  if (!is_host_scalar(x)) read.emplace(SpanCategory::transfer, word);
  if (dtype == Dtype::f64) return x.number();
  if (dtype == Dtype::boolean) return x.number() != 0;
  if (!is_float(x.dtype())) return x.integer();
  return convert(Array(x.number()), Dtype::i64).with_weak(true);
}

// Parses the number in a string, without leading and trailing blanks.
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
  Error error(Code::value,
              str(word, ": ", quoted(text), is_large ? " is out of range" : " is not a valid ",
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

// Also converts arrays with axes: `bool` is a dtype too.
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
        "Converts a number, a one-element array, or a string to a host int. Floats are truncated "
        "toward zero.",
    .params = {{"x", "Number, array of one element, or string that spells an integer."}},
    .errors =
        "error[shape] if `x` has more than one element; error[value] if `x` is not finite or a "
        "string is not a valid int",
    .example = "int(2.9)  #> 2",
    .source = "ours",
    .call = bind<&to_int>,
    .form = CallForm::to_int,
};

extern const Builtin float_builtin = {
    .signature = "float(x: real[...] or str) -> float",
    .brief = "Converts a number, a one-element array, or a string to a host float.",
    .params = {{"x", "Number, array of one element, or string that spells a number."}},
    .errors =
        "error[shape] if `x` has more than one element; error[value] if a string is not a valid "
        "float",
    .example = "float(3) / 2  #> 1.5",
    .source = "ours",
    .call = bind<&to_float>,
    .form = CallForm::to_float,
};

extern const Builtin bool_builtin = {
    .signature = "bool(x: number[...]) -> bool or bool[...]",
    .brief = "Tests whether `x` is nonzero. One element gives a host bool, an array a bool array.",
    .params = {{"x", "Number or array."}},
    .errors = "error[dtype] if `x` is a key",
    .example = "bool([0, 2])  #> [false, true]",
    .source = "ours",
    .call = bind<&to_bool>,
};

#define CONVERT(word, shown)                                                            \
  extern const Builtin word##_builtin = {                                               \
      .signature = #word "(x: tree) -> tree",                                           \
      .brief = "Converts numbers, arrays, and trees to " #word ".",                     \
      .params = {{"x", "Number, array, or tree of them. Strings in a tree are kept."}}, \
      .returns = "`x` in " #word,                                                       \
      .errors = errors,                                                                 \
      .example = #word "([1, 2])  #> " shown,                                           \
      .source = "numpy.ndarray.astype",                                                 \
      .call = bind<&converted<Dtype::word>>,                                            \
  };
#include "stdlib/array/convert.def"
#undef CONVERT

}  // namespace rille
