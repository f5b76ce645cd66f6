// Arguments: reading what a script gave to a builtin.
#include <charconv>
#include <cmath>
#include <limits>

#include "vm/bind.h"
#include "vm/bind/glue.h"
#include "vm/nearest.h"
#include "vm/running.h"
#include "vm/runtime/raw.h"

namespace rille {
namespace {

double parse_number(std::string_view text) {
  double out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  RILLE_CHECK(error == std::errc() && end == text.data() + text.size(), "not a number: ", text);
  return out;
}

}  // namespace

Arguments::Arguments(lua_State* lua, const Builtin& builtin, int count)
    : lua_(lua), params_(builtin.params), name_(builtin.name), count_(count) {}

State& Arguments::state() const { return state_of(lua_); }

bool Arguments::given(size_t at) const {
  return static_cast<int>(at) < count_ && !is_mark(lua_, slot(at), absent_mark);
}

std::string_view Arguments::fallback(size_t at) const { return params_[at].fallback; }

void Arguments::refuse(size_t at, std::string_view wanted) const {
  auto argument = static_cast<int>(at);
  throw Error(Code::type, str("`", name_, "` needs ", wanted, " for `", params_[at].name, "`, got ",
                              kind_at(lua_, slot(at))))
      .label(argument);
}

Value Arguments::value(size_t at) const { return given(at) ? value_at(lua_, slot(at)) : Value(); }

namespace {

// (1, 2.5) as the weak stack of its numbers: an array literal's rule without its dtype.
Array stacked(const Values& items) {
  bool whole = true;
  for (const Value& item : items) whole = whole && std::holds_alternative<int64_t>(item.any());
  Shape shape = {Extent(static_cast<int64_t>(items.size()))};
  Array out(Type(whole ? Dtype::i32 : Dtype::f32, shape));
  Polls polls;
  for (size_t i = 0; i < items.size(); ++i) {
    polls.step();
    double x = items[i].as_array().number();
    bool fits = whole ? std::abs(x) < 0x1p31 || x == -0x1p31
                      : !std::isfinite(x) || std::isfinite(static_cast<float>(x));
    if (!fits) throw Error(Code::value, str(x, " does not fit in ", out.dtype()));
    if (whole) {
      out.edit<int32_t>()[i] = static_cast<int32_t>(x);
    } else {
      out.edit<float>()[i] = static_cast<float>(x);
    }
  }
  return out;
}

bool all_numbers(const Values& items) {
  for (const Value& item : items) {
    if (!item.is_number()) return false;
  }
  return !items.empty();
}

}  // namespace

Array Arguments::array(size_t at) const {
  if (!given(at)) {
    std::string_view text = fallback(at);
    if (text == "nil") return {};
    if (text == "true" || text == "false") return Array(text == "true");
    double number = parse_number(text);
    bool whole = text.find_first_of(".e") == std::string_view::npos;
    return whole ? Array(static_cast<int64_t>(number)) : Array(number);
  }
  Array leaf = leaf_at(lua_, slot(at));
  if (!leaf.is_none()) return leaf;
  if (what_at(lua_, slot(at)) == What::tuple) {
    Value tuple = value_at(lua_, slot(at));
    if (all_numbers(tuple.items())) return stacked(tuple.items());
  }
  refuse(at, "an array");
}

namespace {

// A scalar that stands for a host number; a traced one is asked for at its transform.
bool is_scalar(State& state, const Array& array) {
  if (array.is_traced()) {
    if (state.need_value) state.need_value(array);
    throw Error(Code::trace, "the value of a traced array is not known while tracing");
  }
  return array.size() == 1;
}

}  // namespace

double Arguments::number(size_t at) const {
  if (!given(at)) return parse_number(fallback(at));
  if (lua_type(lua_, slot(at)) == LUA_TNUMBER) return lua_tonumber(lua_, slot(at));
  const Array* array = array_at(lua_, slot(at));
  if (array != nullptr && is_number(array->dtype()) && is_scalar(state(), *array)) {
    return array->number();
  }
  refuse(at, "a number");
}

int64_t Arguments::integer(size_t at) const {
  if (!given(at)) return static_cast<int64_t>(parse_number(fallback(at)));
  if (lua_isinteger(lua_, slot(at)) != 0) return lua_tointeger(lua_, slot(at));
  const Array* array = array_at(lua_, slot(at));
  if (array != nullptr && is_integer(array->dtype()) && is_scalar(state(), *array)) {
    return array->integer();
  }
  refuse(at, "an int");
}

bool Arguments::boolean(size_t at) const {
  if (!given(at)) return fallback(at) == "true";
  if (lua_isboolean(lua_, slot(at))) return lua_toboolean(lua_, slot(at)) != 0;
  const Array* array = array_at(lua_, slot(at));
  if (array != nullptr && array->dtype() == Dtype::boolean && is_scalar(state(), *array)) {
    return array->number() != 0;
  }
  refuse(at, "a bool");
}

std::string Arguments::string(size_t at) const {
  if (!given(at)) {
    std::string_view text = fallback(at);
    bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return std::string(quoted ? text.substr(1, text.size() - 2) : text);
  }
  if (lua_type(lua_, slot(at)) != LUA_TSTRING) refuse(at, "a string");
  size_t size = 0;
  const char* text = lua_tolstring(lua_, slot(at), &size);
  return copied({text, size});
}

Function Arguments::function(size_t at) const {
  if (!given(at)) return {};
  int type = lua_type(lua_, slot(at));
  if (type == LUA_TFUNCTION) return Function::at(state(), slot(at));
  if (type == LUA_TTABLE) {
    What what = what_at(lua_, slot(at));
    if (what == What::structure) return Function::at(state(), slot(at));
    // An instance with `call` stands for that function.
    if (what == What::record && info_at(lua_, slot(at)) != nullptr) {
      return bound_call(lua_, slot(at));
    }
  }
  refuse(at, "a function");
}

Ints Arguments::ints(size_t at) const {
  if (!given(at)) {
    return fallback(at) == "nil" || fallback(at) == "()" ? Ints{} : Ints{integer(at)};
  }
  if (what_at(lua_, slot(at)) != What::tuple) return {integer(at)};
  Ints out;
  Value tuple = value_at(lua_, slot(at));
  for (const Value& item : tuple.items()) {
    if (const auto* whole = std::get_if<int64_t>(&item.any())) {
      out.push_back(*whole);
    } else if (item.is_array() && is_integer(item.array().dtype()) &&
               is_scalar(state(), item.array())) {
      out.push_back(item.array().integer());
    } else {
      throw Error(Code::type, str("`", name_, "` needs ints in `", params_[at].name, "`, got ",
                                  kind_text(item)))
          .label(static_cast<int>(at));
    }
  }
  return out;
}

Shape Arguments::shape(size_t at) const {
  bool is_tuple = given(at) && what_at(lua_, slot(at)) == What::tuple;
  bool is_number =
      given(at) && (lua_isinteger(lua_, slot(at)) != 0 ||
                    (array_at(lua_, slot(at)) != nullptr && array_at(lua_, slot(at))->rank() == 0));
  if (given(at) && !is_tuple && !is_number) refuse(at, "a size or a tuple of sizes");
  Shape out;
  for (int64_t extent : ints(at)) {
    if (extent < 0) {
      throw Error(Code::value,
                  str("`", params_[at].name, "` holds the size ", extent, ", which is below 0"))
          .label(static_cast<int>(at));
    }
    out.emplace_back(extent);
  }
  return out;
}

namespace {

[[noreturn]] void refuse_word(std::string_view param, std::string_view who, const std::string& word,
                              size_t at) {
  throw Error(Code::type, str("`", who, "` needs a dtype (f32, i32, bool, …) for `", param,
                              "`, got \"", word, "\""))
      .label(static_cast<int>(at))
      .help(name_help(word, {}));
}

}  // namespace

// A dtype is written as the function of that name; its text serves too.
Dtype Arguments::dtype(size_t at) const {
  std::string word;
  if (!given(at) || lua_type(lua_, slot(at)) == LUA_TSTRING) {
    word = string(at);
  } else if (lua_tocfunction(lua_, slot(at)) == call_builtin) {
    word = info_at(lua_, slot(at))->name;
  }
  std::optional<Dtype> found = dtype_named(word);
  if (found) return *found;
  bool is_extent = lua_isinteger(lua_, slot(at)) != 0 && at > 0 && params_[at - 1].name == "shape";
  if (!is_extent && !word.empty()) refuse_word(params_[at].name, name_, word, at);
  if (!is_extent) refuse(at, "a dtype (f32, i32, bool, …)");
  throw Error(Code::type, str("`", name_, "` needs a dtype for `", params_[at].name, "`, got int"))
      .label(static_cast<int>(at))
      .help(str("a shape is one argument, a tuple: `", name_, "((2, 3))`"));
}

Values Arguments::rest(size_t from) const {
  Values out;
  for (int i = static_cast<int>(from); i < count_; ++i) out.push_back(value_at(lua_, i + 1));
  return out;
}

void read(const Arguments& in, size_t at, Value& out) {
  if (in.given(at)) {
    out = in.value(at);
  } else {
    std::string_view text = in.params()[at].fallback;
    if (text == "true" || text == "false") {
      out = text == "true";
    } else if (text.starts_with('"')) {
      out = in.string(at);
    } else if (text == "()") {
      out = Value::tuple({});
    } else if (text != "nil" && !text.empty()) {
      out = Value::from_array(in.array(at));
    }
  }
}
void read(const Arguments& in, size_t at, Array& out) { out = in.array(at); }
void read(const Arguments& in, size_t at, double& out) { out = in.number(at); }
void read(const Arguments& in, size_t at, int64_t& out) { out = in.integer(at); }
void read(const Arguments& in, size_t at, bool& out) { out = in.boolean(at); }
void read(const Arguments& in, size_t at, std::string& out) { out = in.string(at); }
void read(const Arguments& in, size_t at, Function& out) { out = in.function(at); }
void read(const Arguments& in, size_t at, Ints& out) { out = in.ints(at); }
void read(const Arguments& in, size_t at, Shape& out) { out = in.shape(at); }
void read(const Arguments& in, size_t at, Dtype& out) { out = in.dtype(at); }
void read(const Arguments& in, size_t at, Values& out) {
  bool rest = in.params()[at].type.starts_with("...");
  if (rest) {
    out = in.rest(at);
  } else {
    Value tuple = in.value(at);
    if (tuple.is_tuple()) {
      out = tuple.items();
    } else if (!tuple.is_nil()) {
      out = {std::move(tuple)};
    }
  }
}

}  // namespace rille
