// Operators: the metamethods that do arithmetic.
#include "vm/operators.h"

#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"

namespace rille {

std::string_view symbol(Operator op) {
  switch (op) {
#define OPERATOR(name, symbol) \
  case Operator::name: return symbol;
#include "vm/operators.def"
#undef OPERATOR
  }
  return "?";
}

bool is_comparison(Operator op) { return op >= Operator::eq && op <= Operator::ge; }

namespace {

bool is_tree(lua_State* lua, int slot) {
  if (lua_type(lua, slot) != LUA_TTABLE) return false;
  What what = what_at(lua, slot);
  return what == What::tuple || what == What::record || what == What::dict;
}

bool is_unary(Operator op) { return op == Operator::neg || op == Operator::logical_not; }

bool takes(lua_State* lua, int slot) {
  int type = lua_type(lua, slot);
  return type == LUA_TNUMBER || array_at(lua, slot) != nullptr || is_tree(lua, slot);
}

[[noreturn]] void refuse(lua_State* lua, Operator op, int a, int b) {
  int bad = !takes(lua, a) || is_unary(op) ? a : b;
  int argument = bad == a ? 0 : 1;
  std::string kind = kind_at(lua, bad);
  std::string wanted = is_comparison(op) ? "numbers and arrays" : "numbers, arrays and trees";
  Error fault =
      Error(Code::type, str("`", symbol(op), "` takes ", wanted, "; ", arg(argument, "an operand"),
                            kind == "nil" ? " is nil" : str(" is of type ", kind)))
          .label(argument);
  if (op == Operator::add && kind == "str") fault.help("strings are joined by holes: \"{a}{b}\"");
  if (op == Operator::mod && kind == "str") fault.help("strings have holes: \"{x:.3f}\"");
  throw fault;
}

// The array in a slot without a copy; `room` holds what a host number becomes.
const Array& operand(lua_State* lua, int slot, Array& room) {
  if (const Array* array = array_at(lua, slot)) return *array;
  room = leaf_at(lua, slot);
  return room;
}

bool push_arrays(lua_State* lua, Operator op, int a, int b) {
  bool arrays = array_at(lua, a) != nullptr || array_at(lua, b) != nullptr;
  bool numbers = lua_type(lua, a) == LUA_TNUMBER && lua_type(lua, b) == LUA_TNUMBER;
  auto* hook = inside_of(lua).operators.arrays;
  if ((!arrays && !numbers) || hook == nullptr) return false;
  Array left, right;
  const Array& x = operand(lua, a, left);
  const Array& y = is_unary(op) ? right : operand(lua, b, right);
  if (x.is_none() || (y.is_none() && !is_unary(op))) return false;
  push_array(lua, hook(op, x, y));
  return true;
}

}  // namespace

void push_operation(lua_State* lua, Operator op, int a, int b) {
  a = lua_absindex(lua, a);
  b = lua_absindex(lua, b);
  if (push_arrays(lua, op, a, b)) return;
  auto* hook = inside_of(lua).operators.trees;
  if (hook == nullptr || (!is_tree(lua, a) && !is_tree(lua, b))) refuse(lua, op, a, b);
  Value y = is_unary(op) ? Value() : value_at(lua, b);
  push_value(lua, hook(state_of(lua), op, value_at(lua, a), y));
}

namespace {

template <Operator op>
int operate(lua_State* lua) {
  return retried(lua, [lua] {
    push_operation(lua, op, 1, 2);
    return 1;
  });
}

// A value that is not <= itself is no number and no string (docs/lua.md). That proof lets a number
// meet a string here, and they have no order.
template <Operator op>
int answer_false(lua_State* lua) {
  auto is_plain = [lua](int at) {
    return lua_type(lua, at) == LUA_TNUMBER || lua_type(lua, at) == LUA_TSTRING;
  };
  if (is_plain(1) && is_plain(2)) refuse(lua, op, 1, 2);
  lua_pushboolean(lua, 0);
  return 1;
}

const RawFunction methods[] = {
    {"__add", guard<operate<Operator::add>>},       {"__sub", guard<operate<Operator::sub>>},
    {"__mul", guard<operate<Operator::mul>>},       {"__div", guard<operate<Operator::div>>},
    {"__idiv", guard<operate<Operator::floordiv>>}, {"__mod", guard<operate<Operator::mod>>},
    {"__pow", guard<operate<Operator::pow>>},       {"__unm", guard<operate<Operator::neg>>},
    {"__lt", guard<answer_false<Operator::lt>>},    {"__le", guard<answer_false<Operator::le>>},
};

}  // namespace

void set_operators(lua_State* lua) {
  for (const RawFunction& method : methods) {
    lua_pushcfunction(lua, method.function);
    lua_setfield(lua, -2, method.name);
  }
}

}  // namespace rille
