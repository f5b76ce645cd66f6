// Operators: the metamethods of arithmetic.
#include "vm/operators.h"

#include "vm/run/running.h"
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
  ObjectKind what = what_at(lua, slot);
  return what == ObjectKind::tuple || what == ObjectKind::record || what == ObjectKind::dict;
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
  std::string wanted = is_comparison(op) ? "numbers and arrays" : "numbers, arrays, and trees";
  Error fault = Error(Code::type, str("`", symbol(op), "` takes ", wanted, ", but ",
                                      arg(argument, "an operand"),
                                      kind == "nil" ? " is nil" : str(" is of type ", kind)))
                    .label(argument);
  if (op == Operator::add && kind == "str") fault.help("join strings by interpolation: \"{a}{b}\"");
  if (op == Operator::mod && kind == "str") fault.help("format by interpolation: \"{x:.3f}\"");
  throw fault;
}

// The array in a slot, without a copy. `room` stores the array of a scalar.
const Array& operand(lua_State* lua, int slot, Array& room) {
  if (const Array* array = array_at(lua, slot)) return *array;
  room = leaf_at(lua, slot);
  return room;
}

// The most frequent case.
bool push_two_arrays(lua_State* lua, Operator op, int a, int b) {
  const Array *x = array_at(lua, a), *y = x != nullptr ? array_at(lua, b) : nullptr;
  auto* hook = inside_of(lua).operators.arrays;
  if (y == nullptr || hook == nullptr || is_unary(op)) return false;
  if (x->is_none() || y->is_none()) return false;
  push_array(lua, hook(op, *x, *y));
  return true;
}

// The fast path for an array and a number with at most 53 bits, as most numbers are.
bool push_with_number(lua_State* lua, Operator op, int a, int b) {
  bool is_left = lua_type(lua, a) == LUA_TNUMBER;
  int number = is_left ? a : b;
  const Array* x = array_at(lua, is_left ? b : a);
  auto* hook = inside_of(lua).operators.number;
  if (x == nullptr || x->is_traced() || lua_type(lua, number) != LUA_TNUMBER) return false;
  State& state = state_of(lua);
  if (hook == nullptr || state.tracing > 0) return false;
  bool is_whole = lua_isinteger(lua, number) != 0;
  lua_Number value = lua_tonumber(lua, number);
  if (is_whole && !(value > -0x1p53 && value < 0x1p53)) return false;
  Array out = hook(state, op, *x, {value, is_whole, is_left});
  if (out.is_none()) return false;
  push_array(lua, std::move(out));
  return true;
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

// Arithmetic of trees, leaf by leaf on the Lua stack. Gives up if the trees have different
// forms, or contain values that only the walk over Values supports (dicts, nil with a leaf): that
// walk then reports errors. Nothing is recorded here, so giving up has no effects.
class TreeOperation {
 public:
  TreeOperation(lua_State* lua, Operator op) : lua_(lua), op_(op) {}

  // Pushes the result. If false, extra values may be left on the stack. Slot 0 means no operand.
  bool push(int a, int b, int depth = 0) {
    OperandView left = side(a), right = side(b);
    if (left.is_leaf && (b == 0 || right.is_leaf)) return push_leaf(left, right, a, b);
    if (!left.is_table && !right.is_table) return push_static(left, right, a, b);
    if (depth > deepest || lua_checkstack(lua_, 12) == 0) return false;
    poll();
    const Tag* tag = form_of(left, right, a, b);
    if (tag == nullptr) return false;
    int meta = lua_gettop(lua_);
    if (tag->what == ObjectKind::tuple) return push_tuple(left, right, a, b, depth);
    size_t count = tag->layout->names.size();
    lua_createtable(lua_, 0, static_cast<int>(count));
    int out = lua_gettop(lua_), name = out + 1;
    for (size_t i = 0; i < count; ++i) {
      lua_rawgeti(lua_, meta, static_cast<lua_Integer>(i) + 2);
      auto part = [&](int tree) {
        lua_pushvalue(lua_, name);
        lua_rawget(lua_, tree);
      };
      bool is_const = tag->layout->is_const(i);
      bool is_done = is_const ? push_constant(left, right, a, b, part)
                              : push_part(left, right, a, b, depth, part);
      if (!is_done) return false;
      lua_copy(lua_, -1, name + 1);
      lua_settop(lua_, name + 1);
      lua_rawset(lua_, out);
    }
    return finish(meta, out);
  }

 private:
  static constexpr int deepest = 100;

  // The value in a slot, examined once.
  struct OperandView {
    const Array* array = nullptr;
    bool is_leaf = false;
    bool is_table = false;
  };
  OperandView side(int slot) const {
    if (slot == 0) return {};
    int type = lua_type(lua_, slot);
    const Array* array = type == LUA_TUSERDATA ? array_at(lua_, slot) : nullptr;
    return {array, array != nullptr || type == LUA_TNUMBER, type == LUA_TTABLE};
  }

  bool push_leaf(const OperandView& left, const OperandView& right, int a, int b) {
    auto* hook = inside_of(lua_).operators.arrays;
    if (left.array != nullptr && right.array != nullptr && hook != nullptr) {
      push_array(lua_, hook(op_, *left.array, *right.array));
      return true;
    }
    if (b != 0 && push_with_number(lua_, op_, a, b)) return true;
    return push_arrays(lua_, op_, a, b == 0 ? a : b);
  }

  // Handles items that are not leaves: equal parts are kept; with a spread leaf, all are kept.
  bool push_static(const OperandView& left, const OperandView& right, int a, int b) {
    bool spreads = b != 0 && (left.is_leaf || right.is_leaf);
    int part = spreads && left.is_leaf ? b : a;
    if (lua_isnil(lua_, part) && spreads) return false;
    if (b != 0 && !spreads && lua_rawequal(lua_, a, b) == 0) return false;
    lua_pushvalue(lua_, part);
    return true;
  }

  // Pushes the metatable of the tables, and returns its tag; null if they differ, or if one value
  // is neither a table nor a leaf.
  const Tag* form_of(const OperandView& left, const OperandView& right, int a, int b) {
    bool is_alone = !left.is_table || !right.is_table;
    bool fits = !is_alone || b == 0 || left.is_leaf || right.is_leaf;
    if (!fits || lua_getmetatable(lua_, left.is_table ? a : b) == 0) return nullptr;
    int meta = lua_gettop(lua_);
    if (!is_alone && (lua_getmetatable(lua_, b) == 0 || lua_rawequal(lua_, meta, -1) == 0)) {
      return nullptr;
    }
    lua_rawgeti(lua_, meta, 1);
    auto* tag = static_cast<const Tag*>(lua_touserdata(lua_, -1));
    lua_settop(lua_, meta);
    bool is_tree =
        tag != nullptr && (tag->what == ObjectKind::tuple || tag->what == ObjectKind::record);
    return is_tree ? tag : nullptr;
  }

  lua_Integer count_of(int tuple) const {
    lua_getfield(lua_, tuple, "n");
    lua_Integer out = lua_tointeger(lua_, -1);
    lua_pop(lua_, 1);
    return out;
  }

  bool push_tuple(const OperandView& left, const OperandView& right, int a, int b, int depth) {
    int meta = lua_gettop(lua_);
    lua_Integer count = count_of(left.is_table ? a : b);
    if (left.is_table && right.is_table && count_of(b) != count) return false;
    lua_createtable(lua_, static_cast<int>(count), 1);
    int out = lua_gettop(lua_);
    for (lua_Integer i = 1; i <= count; ++i) {
      auto part = [&](int tree) { lua_rawgeti(lua_, tree, i); };
      if (!push_part(left, right, a, b, depth, part)) return false;
      lua_rawseti(lua_, out, i);
      lua_settop(lua_, out);
    }
    lua_pushinteger(lua_, count);
    lua_setfield(lua_, out, "n");
    return finish(meta, out);
  }

  // The result of one item; a leaf is spread to all items of the other side.
  template <class F>
  bool push_part(const OperandView& left, const OperandView& right, int a, int b, int depth,
                 F part) {
    if (left.is_table) {
      part(a);
      a = lua_gettop(lua_);
    }
    if (right.is_table) {
      part(b);
      b = lua_gettop(lua_);
    }
    return push(a, b, depth + 1);
  }

  // The value of a `const` field is kept; the values of both sides must be equal.
  template <class F>
  bool push_constant(const OperandView& left, const OperandView& right, int a, int b, F part) {
    part(left.is_table ? a : b);
    if (!left.is_table || !right.is_table) return true;
    part(b);
    bool is_equal =
        lua_rawequal(lua_, -1, -2) != 0 && lua_isinteger(lua_, -1) == lua_isinteger(lua_, -2);
    lua_pop(lua_, 1);
    return is_equal;
  }

  bool finish(int meta, int out) {
    lua_pushvalue(lua_, meta);
    lua_setmetatable(lua_, out);
    return true;
  }

  lua_State* lua_;
  Operator op_;
};

bool push_trees(lua_State* lua, Operator op, int a, int b) {
  bool is_arithmetic = op <= Operator::neg && op != Operator::matmul;
  bool has_table = lua_type(lua, a) == LUA_TTABLE || lua_type(lua, b) == LUA_TTABLE;
  if (!is_arithmetic || !has_table || state_of(lua).tracing > 0) return false;
  int top = lua_gettop(lua);
  bool is_done = TreeOperation(lua, op).push(a, is_unary(op) ? 0 : b);
  if (is_done) {
    lua_replace(lua, top + 1);
    lua_settop(lua, top + 1);
  } else {
    lua_settop(lua, top);
  }
  return is_done;
}

}  // namespace

void push_operation(lua_State* lua, Operator op, int a, int b) {
  a = lua_absindex(lua, a);
  b = lua_absindex(lua, b);
  if (push_two_arrays(lua, op, a, b)) return;
  if (push_trees(lua, op, a, b) || push_with_number(lua, op, a, b)) return;
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

// A value that is not <= itself is neither a number nor a string (docs/lua.md). By that test, a
// number may be compared with a string here, which have no order.
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
