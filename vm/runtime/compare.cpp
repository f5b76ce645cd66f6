// R: comparisons, logic, conditions, // % ^ @.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "vm/call.h"
#include "vm/numbers/math.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/runtime/language.h"
#include "vm/runtime/raw.h"
#include "vm/tree.h"

namespace rille {
namespace {

bool is_leaf_at(lua_State* lua, int slot) {
  return lua_type(lua, slot) == LUA_TNUMBER || array_at(lua, slot) != nullptr;
}

// The host bool of a condition, which may be an array with one element.
bool truth_of(lua_State* lua, int slot) {
  if (lua_type(lua, slot) == LUA_TBOOLEAN) return lua_toboolean(lua, slot) != 0;
  const Array* array = array_at(lua, slot);
  if (array == nullptr || array->dtype() != Dtype::boolean) {
    throw Error(Code::type, str("a condition must be a bool, but ", arg(0, "the value"),
                                " is of type ", kind_at(lua, slot)))
        .at(0);
  }
  if (array->is_traced()) {
    State& state = state_of(lua);
    state.need_value(*array);
    throw Error(Code::trace, "the value of a condition is unknown at trace time").at(0);
  }
  if (array->size() != 1) {
    throw Error(Code::shape, str("a condition must be a single bool, but ", arg(0, "the value"),
                                 " is ", array->type()))
        .at(0)
        .help("use `all` or `any`");
  }
  RecordedSpan read(SpanCategory::transfer, "condition");
  return array->number() != 0;
}

int truth(lua_State* lua) {
  lua_pushboolean(lua, truth_of(lua, 1) ? 1 : 0);
  return 1;
}

void need_bool(lua_State* lua, int slot, std::string_view word) {
  if (lua_type(lua, slot) == LUA_TBOOLEAN) return;
  const Array* array = array_at(lua, slot);
  if (array != nullptr && array->dtype() == Dtype::boolean) return;
  int argument = word == "not" ? 0 : slot - 1;
  throw Error(Code::type, str("`", word, "` takes bools, but ", arg(argument, "an operand"),
                              " is of type ", kind_at(lua, slot)))
      .at(argument);
}

// Logic of a host bool and one other bool: static if the host bool decides, else the other bool.
template <Operator op>
bool push_decided(lua_State* lua) {
  int host = lua_type(lua, 1) == LUA_TBOOLEAN ? 1 : 2, other = 3 - host;
  const Array* array = array_at(lua, other);
  if (lua_type(lua, host) != LUA_TBOOLEAN || array == nullptr || array->rank() != 0) return false;
  bool decides = (lua_toboolean(lua, host) != 0) == (op == Operator::logical_or);
  lua_pushvalue(lua, decides ? host : other);
  return true;
}

template <Operator op>
int logic(lua_State* lua) {
  need_bool(lua, 1, symbol(op));
  need_bool(lua, 2, symbol(op));
  if (lua_type(lua, 1) == LUA_TBOOLEAN && lua_type(lua, 2) == LUA_TBOOLEAN) {
    bool a = lua_toboolean(lua, 1) != 0, b = lua_toboolean(lua, 2) != 0;
    lua_pushboolean(lua, (op == Operator::logical_and ? a && b : a || b) ? 1 : 0);
    return 1;
  }
  if (push_decided<op>(lua)) return 1;
  push_operation(lua, op, 1, 2);
  return 1;
}

int invert(lua_State* lua) {
  need_bool(lua, 1, "not");
  if (lua_type(lua, 1) == LUA_TBOOLEAN) {
    lua_pushboolean(lua, lua_toboolean(lua, 1) == 0);
  } else {
    push_operation(lua, Operator::logical_not, 1, 1);
  }
  return 1;
}

// decides(x, word): whether x is an array with a single bool that is equal to `word`.
int decides(lua_State* lua) {
  const Array* array = array_at(lua, 1);
  bool one = array != nullptr && !array->is_traced() && array->rank() == 0 &&
             array->dtype() == Dtype::boolean;
  lua_pushboolean(lua, one && (array->number() != 0) == (lua_toboolean(lua, 2) != 0) ? 1 : 0);
  return 1;
}

bool ordered(Operator op, int sign) {
  switch (op) {
    case Operator::lt: return sign < 0;
    case Operator::le: return sign <= 0;
    case Operator::gt: return sign > 0;
    default: return sign >= 0;
  }
}

template <Operator op>
int order(lua_State* lua) {
  if (lua_type(lua, 1) == LUA_TNUMBER && lua_type(lua, 2) == LUA_TNUMBER) {
    bool swap = op == Operator::gt || op == Operator::ge;
    int how = op == Operator::lt || op == Operator::gt ? LUA_OPLT : LUA_OPLE;
    lua_pushboolean(lua, swap ? lua_compare(lua, 2, 1, how) : lua_compare(lua, 1, 2, how));
    return 1;
  }
  if (lua_type(lua, 1) == LUA_TSTRING && lua_type(lua, 2) == LUA_TSTRING) {
    size_t sizes[2] = {};
    const char* left = lua_tolstring(lua, 1, &sizes[0]);
    const char* right = lua_tolstring(lua, 2, &sizes[1]);
    std::string_view a(left, sizes[0]), b(right, sizes[1]);
    lua_pushboolean(lua, ordered(op, a.compare(b)) ? 1 : 0);
    return 1;
  }
  push_operation(lua, op, 1, 2);
  return 1;
}

// A bool is broadcast to an array of bools, as a number is to an array.
bool is_elementwise(lua_State* lua) {
  const Array *a = array_at(lua, 1), *b = array_at(lua, 2);
  if (a == nullptr && b == nullptr) return false;
  if (is_leaf_at(lua, 1) && is_leaf_at(lua, 2)) return true;
  int other = lua_type(lua, a != nullptr ? 2 : 1);
  return other == LUA_TBOOLEAN && (a != nullptr ? a : b)->dtype() == Dtype::boolean;
}

// Raises for a string that contains traced values, whose text is known only when the graph runs.
void need_known_text(lua_State* lua) {
  for (int slot : {1, 2}) {
    if (what_at(lua, slot) != ObjectKind::text) continue;
    throw Error(Code::trace,
                "cannot compare a string that contains a traced value: the text is unknown at "
                "trace time")
        .label(slot - 1)
        .note("such strings can be used only in `print`, `assert`, and `error`")
        .help("compare the value instead");
  }
}

// `x.dtype == i32`: compares a string with the builtin of that name. If false, nothing was pushed.
bool is_dtype_named(lua_State* lua, int word, int function) {
  if (lua_type(lua, word) != LUA_TSTRING) return false;
  const FunctionInfo* info = info_at(lua, function);
  return info != nullptr && info->span == Span{} && info->name == lua_tostring(lua, word) &&
         dtype_named(info->name).has_value();
}

// The tree with iterables replaced by tuples of their items.
Value settled(const Value& tree) {
  check_stack();
  if (const auto* object = std::get_if<OpaqueValue>(&tree.any())) {
    Value items = items_of(*object);
    return items.is_nil() ? tree : items;
  }
  if (!tree.is_branch()) return tree;
  Values items;
  for (const Value& item : tree.items()) items.push_back(settled(item));
  return Value::like(tree.branch(), std::move(items));
}

bool holds_traced(const Value& tree) {
  if (tree.is_array()) return tree.array().is_traced();
  return tree.is_branch() && std::ranges::any_of(tree.items(), holds_traced);
}

// Compares trees that contain traced leaves. The result is a traced bool.
bool push_traced_equal(lua_State* lua, Operator op) {
  auto* hook = inside_of(lua).operators.trees;
  if (hook == nullptr || state_of(lua).tracing == 0) return false;
  Value a = settled(value_at(lua, 1)), b = settled(value_at(lua, 2));
  if (!holds_traced(a) && !holds_traced(b)) return false;
  push_value(lua, hook(state_of(lua), op, a, b));
  return true;
}

lua_Integer tuple_size(lua_State* lua, int slot) {
  lua_getfield(lua, slot, "n");
  lua_Integer size = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  return size;
}

// Whether the slot contains a tuple that has only strings.
bool is_tuple_of_strings(lua_State* lua, int slot) {
  if (what_at(lua, slot) != ObjectKind::tuple) return false;
  lua_Integer count = tuple_size(lua, slot);
  bool is = true;
  for (lua_Integer i = 1; is && i <= count; ++i) {
    is = lua_rawgeti(lua, slot, i) == LUA_TSTRING;
    lua_pop(lua, 1);
  }
  return is;
}

// Compares each string of a tuple with a string, and pushes an array of bools.
bool push_mask(lua_State* lua, Operator op) {
  int word = lua_type(lua, 1) == LUA_TSTRING ? 1 : 2, column = 3 - word;
  if (lua_type(lua, word) != LUA_TSTRING || !is_tuple_of_strings(lua, column)) return false;
  int64_t count = tuple_size(lua, column);
  Array mask(Type(Dtype::boolean, Shape{count}));
  std::span<bool> out = mask.edit<bool>();
  for (int64_t i = 0; i < count; ++i) {
    poll();  // strings may be long
    lua_rawgeti(lua, column, i + 1);
    out[static_cast<size_t>(i)] = (lua_rawequal(lua, -1, word) != 0) == (op == Operator::eq);
    lua_pop(lua, 1);
  }
  push_array(lua, std::move(mask));
  return true;
}

// Elementwise for an array and an array or number, and for a tuple of strings and a string;
// otherwise a single bool.
template <Operator op>
int equal(lua_State* lua) {
  if (is_elementwise(lua)) {
    push_operation(lua, op, 1, 2);
    return 1;
  }
  bool equal = false;
  int a = lua_type(lua, 1), b = lua_type(lua, 2);
  if (a == LUA_TTABLE || b == LUA_TTABLE) {
    need_known_text(lua);
    if (push_mask(lua, op)) return 1;
  }
  if (a == LUA_TNUMBER && b == LUA_TNUMBER) {
    equal = lua_compare(lua, 1, 2, LUA_OPEQ) != 0;
  } else if (lua_rawequal(lua, 1, 2) != 0 && a != LUA_TTABLE) {
    equal = true;
  } else if (a == b && a == LUA_TTABLE) {
    if (push_traced_equal(lua, op)) return 1;
    equal = same(value_at(lua, 1), value_at(lua, 2));
  } else {
    equal = is_dtype_named(lua, 1, 2) || is_dtype_named(lua, 2, 1);
  }
  lua_pushboolean(lua, equal == (op == Operator::eq) ? 1 : 0);
  return 1;
}

// The same algorithm as stdlib/array/arithmetic.cpp uses for arrays.
double floor_quotient(double x, double y) {
  double quotient = x / y, below = std::floor(quotient);
  if (y == 0) return quotient;
  if (std::isinf(x)) return std::numeric_limits<double>::quiet_NaN();
  double rest = std::isinf(y) ? x : std::fma(-below, y, x);
  bool above = (rest < 0 && y > 0) || (rest > 0 && y < 0);
  return above ? below - 1 : below;
}

[[noreturn]] void by_zero(const char* sign) {
  throw Error(Code::value, str("`", sign, "` by zero")).label(1);
}

// a // b, and a % b where b may be the integer 0. Lua's `//` of floats is the floor of the rounded
// quotient, so Lua's operator is used for integers only.
template <Operator op>
int divide(lua_State* lua) {
  const char* sign = op == Operator::mod ? "%" : "//";
  if (lua_type(lua, 1) == LUA_TNUMBER && lua_type(lua, 2) == LUA_TNUMBER) {
    bool ints = lua_isinteger(lua, 1) != 0 && lua_isinteger(lua, 2) != 0;
    if (ints && lua_tointeger(lua, 2) == 0) by_zero(sign);
    lua_settop(lua, 2);
    if (!ints && op == Operator::floordiv) {
      lua_pushnumber(lua, floor_quotient(lua_tonumber(lua, 1), lua_tonumber(lua, 2)));
      return 1;
    }
    double divisor = lua_tonumber(lua, 2);
    lua_arith(lua, op == Operator::mod ? LUA_OPMOD : LUA_OPIDIV);
    bool is_none = !ints && op == Operator::mod && lua_tonumber(lua, -1) == 0;
    // Lua's zero has the sign of a.
    if (is_none) lua_pushnumber(lua, std::copysign(0.0, divisor));
    return 1;
  }
  push_operation(lua, op, 1, 2);
  return 1;
}

// The common case needs no check.
int floor_divide(lua_State* lua) {
  if (lua_isinteger(lua, 1) != 0 && lua_isinteger(lua, 2) != 0 && lua_tointeger(lua, 2) != 0) {
    lua_settop(lua, 2);
    lua_arith(lua, LUA_OPIDIV);
    return 1;
  }
  return guard<divide<Operator::floordiv>>(lua);
}

lua_Integer integer_power(lua_Integer base, lua_Integer exponent) {
  auto result = lua_Unsigned{1}, factor = static_cast<lua_Unsigned>(base);
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= factor;
    factor *= factor;
  }
  return static_cast<lua_Integer>(result);
}

// Uses the multiplications of the primitive integer_pow, so that a compiled power is equal.
double whole_power(double base, lua_Integer exponent) {
  auto size = static_cast<lua_Unsigned>(exponent);
  if (exponent < 0) size = 0 - size;
  double result = 1;
  for (int bit = static_cast<int>(std::bit_width(size)) - 1; bit >= 0; --bit) {
    result *= result;
    if (size >> bit & 1) result *= base;
  }
  return exponent < 0 ? 1 / result : result;
}

int power(lua_State* lua) {
  if (lua_type(lua, 1) != LUA_TNUMBER || lua_type(lua, 2) != LUA_TNUMBER) {
    push_operation(lua, Operator::pow, 1, 2);
  } else if (lua_isinteger(lua, 1) && lua_isinteger(lua, 2)) {
    if (lua_tointeger(lua, 2) < 0) {
      throw Error(Code::value, "an integer cannot be raised to a negative power")
          .label(1)
          .help("convert the base to a float");
    }
    lua_pushinteger(lua, integer_power(lua_tointeger(lua, 1), lua_tointeger(lua, 2)));
  } else if (lua_isinteger(lua, 2)) {
    lua_pushnumber(lua, whole_power(lua_tonumber(lua, 1), lua_tointeger(lua, 2)));
  } else {
    lua_pushnumber(lua, host::pow(lua_tonumber(lua, 1), lua_tonumber(lua, 2)));
  }
  return 1;
}

int product(lua_State* lua) {
  push_operation(lua, Operator::matmul, 1, 2);
  return 1;
}

lua_Integer bound_at(lua_State* lua, int slot) {
  if (lua_isinteger(lua, slot)) return lua_tointeger(lua, slot);
  const Array* array = array_at(lua, slot);
  if (array == nullptr || !is_integer(array->dtype()) || array->rank() != 0) {
    throw Error(Code::type, str("the bounds of a range must be integers, but ",
                                arg(slot - 1, "a bound"), " is of type ", kind_at(lua, slot)))
        .at(slot - 1);
  }
  if (array->is_traced()) {
    State& state = state_of(lua);
    state.need_value(*array);
    throw Error(Code::trace, "the bound of a range must be static here").at(slot - 1);
  }
  return array->integer();
}

// bounds(a, b): the first and the last number of a..b, for Lua's loop. The last one is below all
// integers if the range is empty.
int bounds(lua_State* lua) {
  lua_Integer low = bound_at(lua, 1), high = bound_at(lua, 2);
  lua_pushinteger(lua, low);
  if (low < high) {
    lua_pushinteger(lua, high - 1);
  } else {
    lua_pushnumber(lua, -HUGE_VAL);
  }
  return 2;
}

// host(x): the number or bool of an array of rank 0; other values unchanged.
int host(lua_State* lua) {
  const Array* array = array_at(lua, 1);
  if (array == nullptr || array->is_traced() || array->rank() != 0) {
    lua_settop(lua, 1);
  } else if (array->dtype() == Dtype::boolean) {
    lua_pushboolean(lua, array->number() != 0);
  } else if (is_integer(array->dtype())) {
    lua_pushinteger(lua, array->integer());
  } else if (is_float(array->dtype())) {
    lua_pushnumber(lua, array->number());
  } else {
    lua_settop(lua, 1);
  }
  return 1;
}

const RawFunction functions[] = {
    {"truth", guard<truth>},
    {"and_", guard<logic<Operator::logical_and>>},
    {"or_", guard<logic<Operator::logical_or>>},
    {"not_", guard<invert>},
    {"decides", guard<decides>},
    {"lt", guard<order<Operator::lt>>},
    {"le", guard<order<Operator::le>>},
    {"gt", guard<order<Operator::gt>>},
    {"ge", guard<order<Operator::ge>>},
    {"eq", guard<equal<Operator::eq>>},
    {"ne", guard<equal<Operator::ne>>},
    {"idiv", floor_divide},
    {"mod", guard<divide<Operator::mod>>},
    {"pow", guard<power>},
    {"matmul", guard<product>},
    {"bounds", guard<bounds>},
    {"host", guard<host>},
};

}  // namespace

std::span<const RawFunction> compare_functions() { return functions; }

}  // namespace rille
