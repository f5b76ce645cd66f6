// Arguments: reads the arguments of a call of a builtin.
#include <cmath>
#include <limits>

#include "vm/bind.h"
#include "vm/bind/glue.h"
#include "vm/lends_key.h"
#include "vm/run/running.h"
#include "vm/runtime/raw.h"
#include "vm/words/nearest.h"

namespace rille {
Arguments::Arguments(lua_State* lua, const Signature& signature, int count)
    : lua_(lua), signature_(signature), count_(count) {}

State& Arguments::state() const { return state_of(lua_); }

bool Arguments::given(size_t at) const {
  return static_cast<int>(at) < count_ && !is_mark(lua_, slot(at), absent_mark);
}

bool Arguments::is_nil(size_t at) const {
  return given(at) ? lua_isnil(lua_, slot(at)) : fallback(at).is_nil();
}

Error refusal(const Signature& signature, const Signature::Parameter& param, std::string_view got,
              const AnnotationMismatch& misfit) {
  return {code_of(misfit),
          str("`", signature.name, "` needs ", described(param.type), " for `", param.name,
              "`, got ", got, misfit.why.empty() ? "" : ": ", misfit.why)};
}

namespace {

std::vector<std::string> literals_in(const Annotation& type) {
  std::vector<std::string> words;
  for (const Annotation& part : type.parts) {
    if (part.is(Annotation::Form::literal)) words.push_back(part.word);
  }
  return words;
}

// The argument in an error: the type of the value, or the word itself if a word was expected.
std::string given_at(lua_State* lua, int slot, const Annotation& type) {
  bool is_word =
      lua_type(lua, slot) == LUA_TSTRING && (type.is_word("dtype") || !literals_in(type).empty());
  return is_word ? str('"', lua_tostring(lua, slot), '"') : kind_at(lua, slot);
}

// Whether an annotation accepts several integers: a shape, (int, ...), or a union with one of them.
bool takes_ints(const Annotation& type) {
  if (type.is_word("shape")) return true;
  if (type.is(Annotation::Form::group)) return type.parts.at(0).is_word("int");
  return type.is(Annotation::Form::either) && std::ranges::any_of(type.parts, takes_ints);
}

bool takes_arrays(const Annotation& type) {
  return type.is(Annotation::Form::group) && type.parts.at(0).is_word("array");
}

// Help for an array of integers where a tuple of integers is expected: the tuple literal.
std::string tuple_help(const Array& array) {
  constexpr int64_t shown = 8;
  bool is_known = !array.is_none() && !array.is_traced() && array.rank() == 1;
  if (!is_known || !is_integer(array.dtype()) || array.size() > shown) return {};
  std::string shown_array = text(array);
  std::string_view items = std::string_view(shown_array).substr(1, shown_array.size() - 2);
  return str("a tuple is written in parentheses: `(", items, array.size() == 1 ? ",)`" : ")`");
}

bool is_tuple_of_arrays(lua_State* lua, int slot) {
  if (kind_at(lua, slot) != "tuple") return false;
  Value tuple = value_at(lua, slot);
  return !tuple.items().empty() && std::ranges::all_of(tuple.items(), [](const Value& item) {
    return item.is_array() || item.is_number();
  });
}

std::string help_for(lua_State* lua, int slot, const Annotation& type) {
  const Array* array = array_at(lua, slot);
  if (array != nullptr && takes_ints(type)) return tuple_help(*array);
  if (array != nullptr && takes_arrays(type)) {
    return "`[…]` makes one array; several arrays are passed as a tuple, `(a, b)`";
  }
  if (type.takes_arrays() && is_tuple_of_arrays(lua, slot)) {
    return "`[a, b]` makes one array of the items of a tuple";
  }
  if (lua_type(lua, slot) != LUA_TSTRING) return {};
  std::string word = lua_tostring(lua, slot);
  if (type.is_word("dtype")) return name_help(word, {});
  std::string near = nearest(word, literals_in(type));
  return near.empty() ? near : str("did you mean \"", near, "\"?");
}

// Help with a shape argument, such as `rng.normal(&key, (2, 3))`, including the arguments before
// it.
std::string shape_help(const Signature& signature, size_t shape) {
  std::string given;
  for (size_t i = 0; i < shape; ++i) {
    given += str(signature.params[i].is_inout ? "&" : "", signature.params[i].name, ", ");
  }
  return str("a shape is one argument, a tuple: `", signature.name, "(", given, "(2, 3))`");
}

}  // namespace

void Arguments::refuse(size_t at, int slot, const AnnotationMismatch& misfit) const {
  const Signature::Parameter& param = signature_.params[at];
  Error error = refusal(signature_, param, given_at(lua_, slot, param.type), misfit);
  std::string help = argument_help(signature_.name, param.name);
  bool takes_key = at == 0 && (param.draws() || lends_key(param)) && error.code() == Code::type;
  if (help.empty() && takes_key) help = key_help(signature_.name);
  if (help.empty()) help = help_for(lua_, slot, param.type);
  if (!help.empty()) error.help(help);
  bool is_extent = param.type.is_word("dtype") && lua_isinteger(lua_, slot) != 0 && at > 0 &&
                   params()[at - 1].name == "shape";
  if (is_extent) error.help(shape_help(signature_, at - 1));
  throw std::move(error).label(slot - 1);
}

void Arguments::refuse(size_t at) const { refuse(at, slot(at), {AnnotationMismatch::kind}); }

void Arguments::check(size_t at, int slot) const {
  if (type(at).is(Annotation::Form::any)) return;
  if (lua_isnil(lua_, slot) && params()[at].falls_to_nil()) return;
  AnnotationMismatch misfit = misfit_of(type(at), lua_, slot, sizes_, params()[at].name);
  if (misfit) refuse(at, slot, misfit);
}

void Arguments::check_rank_and_elements(size_t at, const Array& array) const {
  const Annotation& wanted = type(at);
  if (wanted.is_word("array") || wanted.is(Annotation::Form::any)) return;
  AnnotationMismatch misfit = misfit_of(wanted, array, sizes_, params()[at].name);
  if (misfit) refuse(at, slot(at), misfit);
}

Value Arguments::value(size_t at) const {
  if (!given(at)) return params()[at].fallback.value_or(Value());
  check(at, slot(at));
  return value_at(lua_, slot(at));
}

namespace {

bool all_numbers(const Values& items) {
  for (const Value& item : items) {
    if (!item.is_number()) return false;
  }
  return !items.empty();
}

}  // namespace

Array stacked_numbers(const Values& items) {
  if (!all_numbers(items)) return {};
  bool whole = true;
  for (const Value& item : items) whole = whole && std::holds_alternative<int64_t>(item.any());
  Shape shape = {Extent(static_cast<int64_t>(items.size()))};
  Array out(Type(whole ? Dtype::i32 : Dtype::f32, shape));
  PollCounter polls;
  for (size_t i = 0; i < items.size(); ++i) {
    polls.step();
    double x = items[i].as_array().number();
    bool fits = whole ? std::abs(x) < 0x1p31 || x == -0x1p31
                      : !std::isfinite(x) || std::isfinite(static_cast<float>(x));
    if (!fits) {
      std::string number = whole ? text(items[i]) : str(x);
      throw Error(Code::value, str(number, " does not fit in ", out.dtype()));
    }
    if (whole) {
      out.edit<int32_t>()[i] = static_cast<int32_t>(x);
    } else {
      out.edit<float>()[i] = static_cast<float>(x);
    }
  }
  return out;
}

Array Arguments::array(size_t at) const {
  if (!given(at)) {
    const Value& value = fallback(at);
    return value.is_nil() ? Array() : value.as_array();
  }
  Array out = leaf_at(lua_, slot(at));
  if (out.is_none() && type(at).takes_arrays() && what_at(lua_, slot(at)) == ObjectKind::tuple) {
    out = stacked_numbers(value_at(lua_, slot(at)).items());
  }
  bool is_host =
      array_at(lua_, slot(at)) == nullptr && what_at(lua_, slot(at)) != ObjectKind::tuple;
  if (is_host || out.is_none()) check(at, slot(at));
  if (out.is_none()) refuse(at);
  if (!is_host) check_rank_and_elements(at, out);
  return out;
}

namespace {

// Checks that an array that represents a scalar has a value. The value of a traced one is requested
// from its transform.
void need_value(State& state, const Array& array) {
  if (array.is_traced()) {
    state.need_value(array);
    throw Error(Code::trace, "the value of a traced array is unknown at trace time");
  }
}

}  // namespace

double Arguments::number(size_t at) const {
  if (!given(at)) return fallback(at).as_array().number();
  if (lua_type(lua_, slot(at)) == LUA_TNUMBER) return lua_tonumber(lua_, slot(at));
  check(at, slot(at));
  const Array* array = array_at(lua_, slot(at));
  bool fits = array != nullptr && array->rank() == 0 && is_number(array->dtype());
  if (!fits) refuse(at);
  need_value(state(), *array);
  return array->number();
}

int64_t Arguments::integer(size_t at) const {
  if (!given(at)) return std::get<int64_t>(fallback(at).any());
  if (lua_isinteger(lua_, slot(at)) != 0) return lua_tointeger(lua_, slot(at));
  check(at, slot(at));
  const Array* array = array_at(lua_, slot(at));
  bool fits = array != nullptr && array->rank() == 0 && is_integer(array->dtype());
  if (!fits) refuse(at);
  need_value(state(), *array);
  return array->integer();
}

bool Arguments::boolean(size_t at) const {
  if (!given(at)) return std::get<bool>(fallback(at).any());
  if (lua_isboolean(lua_, slot(at))) return lua_toboolean(lua_, slot(at)) != 0;
  check(at, slot(at));
  const Array* array = array_at(lua_, slot(at));
  bool fits = array != nullptr && array->rank() == 0 && array->dtype() == Dtype::boolean;
  if (!fits) refuse(at);
  need_value(state(), *array);
  return array->number() != 0;
}

std::string Arguments::string(size_t at) const {
  if (!given(at)) return fallback(at).string();
  if (!type(at).is(Annotation::Form::text)) check(at, slot(at));
  if (lua_type(lua_, slot(at)) != LUA_TSTRING) refuse(at);
  size_t size = 0;
  const char* text = lua_tolstring(lua_, slot(at), &size);
  return copied({text, size});
}

Function Arguments::function(size_t at) const {
  if (!given(at)) return {};
  int type = lua_type(lua_, slot(at));
  ObjectKind what = type == LUA_TTABLE ? what_at(lua_, slot(at)) : ObjectKind::none;
  // An instance with a method `call` is accepted as a function.
  bool is_instance = what == ObjectKind::record && info_at(lua_, slot(at)) != nullptr;
  check(at, slot(at));
  if (type != LUA_TFUNCTION && what != ObjectKind::structure && !is_instance) refuse(at);
  return is_instance ? bound_call(lua_, slot(at)) : Function::at(state(), slot(at));
}

Ints Arguments::ints(size_t at) const {
  Ints out;
  if (!given(at) && fallback(at).is_nil()) return out;
  if (!given(at) && fallback(at).is_tuple()) {
    for (const Value& item : fallback(at).items()) out.push_back(std::get<int64_t>(item.any()));
    return out;
  }
  if (!given(at)) return {integer(at)};
  check(at, slot(at));
  if (what_at(lua_, slot(at)) != ObjectKind::tuple) return {integer(at)};
  Value tuple = value_at(lua_, slot(at));
  for (const Value& item : tuple.items()) {
    if (const auto* whole = std::get_if<int64_t>(&item.any())) {
      out.push_back(*whole);
    } else if (item.is_array() && item.array().rank() == 0 && is_integer(item.array().dtype())) {
      need_value(state(), item.array());
      out.push_back(item.array().integer());
    } else {
      refuse(at);
    }
  }
  return out;
}

Shape Arguments::shape(size_t at) const {
  Shape out;
  for (int64_t extent : ints(at)) {
    if (extent < 0) {
      throw Error(Code::value, str("`", params()[at].name, "` contains the negative size ", extent))
          .label(static_cast<int>(at));
    }
    out.emplace_back(extent);
  }
  return out;
}

// A dtype is passed as the function of that name, or as a string.
Dtype Arguments::dtype(size_t at) const {
  std::string word;
  if (!given(at)) {
    word = fallback(at).string();
  } else if (lua_type(lua_, slot(at)) == LUA_TSTRING) {
    word = lua_tostring(lua_, slot(at));
  } else if (lua_tocfunction(lua_, slot(at)) == call_builtin) {
    word = info_at(lua_, slot(at))->name;
  }
  std::optional<Dtype> found = dtype_named(word);
  if (!found) refuse(at);
  return *found;
}

Values Arguments::rest(size_t from) const {
  Values out;
  for (int i = static_cast<int>(from); i < count_; ++i) {
    check(from, i + 1);
    out.push_back(value_at(lua_, i + 1));
  }
  return out;
}

void read(const Arguments& in, size_t at, Value& out) { out = in.value(at); }
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
  if (in.params()[at].is_rest) {
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
