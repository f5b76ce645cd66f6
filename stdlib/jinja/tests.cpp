// The tests of Jinja.
#include <cmath>

#include "stdlib/jinja/arguments.h"
#include "stdlib/jinja/filters.h"
#include "stdlib/jinja/python_strings.h"
#include "vm/error.h"

namespace rille::jinja_test {
namespace {

bool has_items(const JinjaValue& x) {
  bool is_dict = x.dict() != nullptr && !x.dict()->is_namespace;
  return x.string() != nullptr || x.items() != nullptr || is_dict || x.is_undefined();
}

double remainder(const JinjaValue& x, double by, std::string_view test) {
  if (!x.is_number()) {
    throw Error(Code::type, str("`", test, "`: the value is ", kind_of(x), ", expected a number"));
  }
  if (x.is_integer() && std::abs(by) == 1) return 0;
  return x.is_integer() && by == std::floor(by) && std::abs(by) < 9e15
             ? static_cast<double>(x.integer() % static_cast<int64_t>(by))
             : std::fmod(x.number(), by);
}

const JinjaValue& other(const JinjaArguments& args) { return needed(args, 0, "other"); }

int order(const JinjaValue& x, const JinjaArguments& args) { return order_of(x, other(args)); }

}  // namespace

bool is_defined(const JinjaValue& x, const JinjaArguments&) { return !x.is_undefined(); }
bool is_undefined(const JinjaValue& x, const JinjaArguments&) { return x.is_undefined(); }
bool is_none(const JinjaValue& x, const JinjaArguments&) { return x.is_none(); }

bool is_boolean(const JinjaValue& x, const JinjaArguments&) { return x.get<bool>() != nullptr; }

bool is_true(const JinjaValue& x, const JinjaArguments&) {
  return x.get<bool>() != nullptr && rille::is_true(x);
}

bool is_false(const JinjaValue& x, const JinjaArguments&) {
  return x.get<bool>() != nullptr && !rille::is_true(x);
}

bool is_integer(const JinjaValue& x, const JinjaArguments&) { return x.get<int64_t>() != nullptr; }
bool is_float(const JinjaValue& x, const JinjaArguments&) { return x.get<double>() != nullptr; }
bool is_number(const JinjaValue& x, const JinjaArguments&) { return x.is_number(); }
bool is_string(const JinjaValue& x, const JinjaArguments&) { return x.string() != nullptr; }

bool is_mapping(const JinjaValue& x, const JinjaArguments&) {
  return x.dict() != nullptr && !x.dict()->is_namespace;
}

bool is_iterable(const JinjaValue& x, const JinjaArguments&) { return has_items(x); }

// Undefined values are callable in Jinja; the call raises the error.
bool is_callable(const JinjaValue& x, const JinjaArguments&) {
  return x.get<JinjaFunctionRef>() != nullptr || x.is_undefined();
}

bool is_lower(const JinjaValue& x, const JinjaArguments&) {
  std::string text = string_of(x);
  return lower_text(text) == text && upper_text(text) != text;
}

bool is_upper(const JinjaValue& x, const JinjaArguments&) {
  std::string text = string_of(x);
  return upper_text(text) == text && lower_text(text) != text;
}

bool is_odd(const JinjaValue& x, const JinjaArguments&) {
  return std::abs(remainder(x, 2, "odd")) == 1;
}

bool is_even(const JinjaValue& x, const JinjaArguments&) { return remainder(x, 2, "even") == 0; }

bool is_divisible(const JinjaValue& x, const JinjaArguments& args) {
  const JinjaValue& by = other(args);
  if (!by.is_number() || by.number() == 0) {
    throw Error(Code::value, "`divisibleby`: the divisor must be a nonzero number");
  }
  return remainder(x, by.number(), "divisibleby") == 0;
}

bool is_in(const JinjaValue& x, const JinjaArguments& args) { return is_contained(x, other(args)); }

bool is_same(const JinjaValue& x, const JinjaArguments& args) {
  const JinjaValue& y = other(args);
  return x.any().index() == y.any().index() && is_equal(x, y);
}

bool is_equal_to(const JinjaValue& x, const JinjaArguments& args) {
  return is_equal(x, other(args));
}

bool is_not_equal_to(const JinjaValue& x, const JinjaArguments& args) {
  return !is_equal(x, other(args));
}

bool is_less(const JinjaValue& x, const JinjaArguments& args) { return order(x, args) < 0; }
bool is_at_most(const JinjaValue& x, const JinjaArguments& args) { return order(x, args) <= 0; }
bool is_greater(const JinjaValue& x, const JinjaArguments& args) { return order(x, args) > 0; }
bool is_at_least(const JinjaValue& x, const JinjaArguments& args) { return order(x, args) >= 0; }

}  // namespace rille::jinja_test
