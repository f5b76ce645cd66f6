// json.text: converts a value to JSON.
#include <fmt/format.h>

#include <cmath>

#include "stdlib/array.h"
#include "stdlib/json.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/state.h"

namespace rille {
namespace {

// Formats a float like Python: the shortest digits that round-trip, with ".0" after integers.
template <class T>
std::string float_text(T x, bool allow_nan) {
  if (!std::isfinite(x)) {
    if (allow_nan) return std::isnan(x) ? "NaN" : x > 0 ? "Infinity" : "-Infinity";
    throw Error(Code::value,
                str("json.text: JSON cannot represent ", std::isnan(x) ? "nan" : "infinity"))
        .help(
            "replace it first, for example by nil, or pass `allow_nan = true` to write NaN and "
            "Infinity");
  }
  std::string out = fmt::format("{}", x);
  bool is_whole = out.find_first_of(".e") == std::string::npos;
  return is_whole ? out + ".0" : out;
}

class JsonWriter {
 public:
  JsonWriter(State& state, std::optional<int64_t> indent, bool allow_nan)
      : state_(state), indent_(indent), allow_nan_(allow_nan) {}

  void put(const Value& x) {
    check_stack();
    polls_.step(64);
    if (x.is_nil()) {
      out += "null";
    } else if (x.is_string()) {
      put_string(x.string());
    } else if (const bool* truth = std::get_if<bool>(&x.any())) {
      out += *truth ? "true" : "false";
    } else if (const auto* whole = std::get_if<int64_t>(&x.any())) {
      out += std::to_string(*whole);
    } else if (const auto* real = std::get_if<double>(&x.any())) {
      out += float_text(*real, allow_nan_);
    } else if (x.is_array()) {
      put_array(x.array());
    } else if (x.is_tuple()) {
      put_all('[', x.items().size(), ']', [&](size_t i) { put(x.items()[i]); });
    } else if (x.is_branch()) {
      put_object(x);
    } else {
      throw Error(Code::type,
                  str("json.text: cannot convert ", kind_text(x),
                      ", expected numbers, strings, bools, nil, arrays, or trees of them"));
    }
  }

  std::string out;

 private:
  template <class F>
  void put_all(char begin, size_t count, char end, const F& each) {
    out += begin;
    ++depth_;
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) out += indent_ ? "," : ", ";
      break_line();
      each(i);
    }
    --depth_;
    if (count > 0) break_line();
    out += end;
  }

  void break_line() {
    if (indent_) out += '\n' + std::string(static_cast<size_t>(depth_ * *indent_), ' ');
  }

  void put_string(const std::string& x) { out += json_quoted(x); }

  void put_object(const Value& x) {
    put_all('{', x.items().size(), '}', [&](size_t i) {
      put_string(name_of(x.branch(), i));
      out += ": ";
      put(x.items()[i].unwrapped());
    });
  }

  static std::string name_of(const Branch& branch, size_t i) {
    if (branch.keys == nullptr) return branch.layout->names[i];
    const DictKey& key = branch.keys->list[i];
    const auto* number = std::get_if<int64_t>(&key);
    return number != nullptr ? std::to_string(*number) : std::get<std::string>(key);
  }

  void put_array(const Array& x) {
    if (x.is_traced()) throw unknown_value(state_, x, "json.text: the numbers must be static");
    if (is_complex(x.dtype()) || x.dtype() == Dtype::key) {
      throw Error(Code::dtype, str("json.text: JSON cannot represent numbers of ", x.type()));
    }
    // Narrow floats and ints are converted to a wider dtype exactly; an f32 keeps its own digits.
    Dtype wide = is_float(x.dtype()) ? (x.dtype() == Dtype::f64 ? Dtype::f64 : Dtype::f32)
                 : x.dtype() == Dtype::boolean || x.dtype() == Dtype::u64 ? x.dtype()
                                                                          : Dtype::i64;
    Array y = convert(x, wide);
    size_t at = 0;
    put_axis(y, 0, at);
  }

  void put_axis(const Array& x, int axis, size_t& at) {
    polls_.step(64);
    if (axis == x.rank()) return put_number(x, at++);
    auto count = static_cast<size_t>(x.type().extent(axis).number());
    put_all('[', count, ']', [&](size_t) { put_axis(x, axis + 1, at); });
  }

  void put_number(const Array& x, size_t at) {
    switch (x.dtype()) {
      case Dtype::f64: out += float_text(x.as<double>()[at], allow_nan_); break;
      case Dtype::f32: out += float_text(x.as<float>()[at], allow_nan_); break;
      case Dtype::boolean: out += x.as<bool>()[at] ? "true" : "false"; break;
      case Dtype::u64: out += std::to_string(x.as<uint64_t>()[at]); break;
      default: out += std::to_string(x.as<int64_t>()[at]);
    }
  }

  State& state_;
  std::optional<int64_t> indent_;
  bool allow_nan_;
  int64_t depth_ = 0;
  PollCounter polls_;
};

std::string written(State& state, Value x, std::optional<int64_t> indent, bool allow_nan) {
  if (indent && (*indent < 0 || *indent > 100)) {
    throw labelled(Error(Code::value, str("json.text: `indent` is ", *indent,
                                          ", expected an int from 0 to 100")),
                   "indent");
  }
  JsonWriter writer(state, indent, allow_nan);
  writer.put(x);
  return std::move(writer.out);
}

}  // namespace

std::string json_text(State& state, const Value& x, std::optional<int64_t> indent) {
  JsonWriter writer(state, indent, false);
  writer.put(x);
  return std::move(writer.out);
}

extern const Builtin json_text_builtin = {
    .signature = "json.text(x: any, indent: int = nil, allow_nan: bool = false) -> str",
    .brief = "Converts a value to JSON.",
    .params = {{"x",
                "Value of numbers, strings, bools, and nil. Arrays and tuples are written as JSON "
                "arrays; records, dicts, and structs as objects."},
               {"indent",
                "Number of spaces per level, 0 to 100, with each value on its own line. If nil, "
                "everything is on one line."},
               {"allow_nan",
                "If true, writes NaN, Infinity, and -Infinity like Python, although JSON does not "
                "define them."}},
    .errors =
        "error[value] if a number is nan or infinite and `allow_nan` is false; error[type] if `x` "
        "contains a function or another value that JSON cannot represent; error[trace] if a number "
        "is traced",
    .example = "json.text((a = [1.5, 2], b = nil))  #> {\"a\": [1.5, 2.0], \"b\": null}",
    .source = "RFC 8259; Python's json.dumps",
    .call = bind<&written>,
};

}  // namespace rille
