// Checks a value against an annotation.
#include "vm/annotation/fit.h"

#include <lua5.4/lauxlib.h>

#include <algorithm>

#include "vm/bind/glue.h"
#include "vm/run/running.h"
#include "vm/runtime/raw.h"

namespace rille {
namespace {

// --- the subject of a check: a slot of the Lua stack, or a Value ----------------------------

enum class ScalarKind : uint8_t { none, integer, floating, boolean };

struct LuaSubject {
  lua_State* lua;
  int slot;

  const Array* array() const { return array_at(lua, slot); }
  ObjectKind what() const { return what_at(lua, slot); }
  bool is_nil() const { return lua_isnoneornil(lua, slot); }
  ScalarKind host() const {
    if (lua_isinteger(lua, slot) != 0) return ScalarKind::integer;
    if (lua_type(lua, slot) == LUA_TNUMBER) return ScalarKind::floating;
    return lua_isboolean(lua, slot) ? ScalarKind::boolean : ScalarKind::none;
  }
  std::optional<std::string_view> text() const {
    if (lua_type(lua, slot) != LUA_TSTRING) return std::nullopt;
    size_t size = 0;
    const char* text = lua_tolstring(lua, slot, &size);
    return std::string_view(text, size);
  }
  // Whether the value can be called. `info` is null if nothing is known about the function.
  bool is_callable(const FunctionInfo** info) const {
    *info = info_at(lua, slot);
    return lua_type(lua, slot) == LUA_TFUNCTION || what() == ObjectKind::structure ||
           (what() == ObjectKind::record && *info != nullptr);
  }
  bool is_dtype() const {
    if (auto word = text()) return dtype_named(*word).has_value();
    if (lua_tocfunction(lua, slot) != call_builtin) return false;
    return dtype_named(info_at(lua, slot)->name).has_value();
  }
  size_t count() const {
    lua_getfield(lua, slot, "n");
    auto out = static_cast<size_t>(lua_tointeger(lua, -1));
    lua_pop(lua, 1);
    return out;
  }
  const Layout* layout() const { return layout_at(lua, slot); }
  std::string kind() const { return kind_at(lua, slot); }
  template <class F>
  auto item(size_t at, F f) const {
    luaL_checkstack(lua, 8, "annotations are nested too deeply");
    lua_rawgeti(lua, slot, static_cast<lua_Integer>(at) + 1);
    auto out = f(LuaSubject{lua, lua_gettop(lua)});
    lua_pop(lua, 1);
    return out;
  }
  template <class F>
  auto field(const std::string& name, F f) const {
    luaL_checkstack(lua, 8, "annotations are nested too deeply");
    lua_pushlstring(lua, name.data(), name.size());
    lua_rawget(lua, slot);
    auto out = f(LuaSubject{lua, lua_gettop(lua)});
    lua_pop(lua, 1);
    return out;
  }
  bool is_of(int structure) const {
    if (what() != ObjectKind::record || lua_getmetatable(lua, slot) == 0) return false;
    lua_pushliteral(lua, "(layout)");
    lua_rawget(lua, structure);
    bool out = lua_rawequal(lua, -1, -2) != 0;
    lua_pop(lua, 2);
    return out;
  }
};

struct ValueSubject {
  const Value* value;

  const Array* array() const { return value->is_array() ? &value->array() : nullptr; }
  ObjectKind what() const {
    if (value->is_array()) return ObjectKind::array;
    if (value->is_dict()) return ObjectKind::dict;
    if (value->is_branch()) return layout() != nullptr ? ObjectKind::record : ObjectKind::tuple;
    const auto* opaque = std::get_if<OpaqueValue>(&value->any());
    return opaque != nullptr && opaque->kind == "range" ? ObjectKind::range : ObjectKind::none;
  }
  bool is_nil() const { return value->is_nil(); }
  ScalarKind host() const {
    if (std::holds_alternative<int64_t>(value->any())) return ScalarKind::integer;
    if (std::holds_alternative<double>(value->any())) return ScalarKind::floating;
    return std::holds_alternative<bool>(value->any()) ? ScalarKind::boolean : ScalarKind::none;
  }
  std::optional<std::string_view> text() const {
    if (!value->is_string()) return std::nullopt;
    return value->string();
  }
  bool is_callable(const FunctionInfo** info) const {
    *info = value->is_function() ? &value->function().info() : nullptr;
    return value->is_function() || struct_type(layout()) != nullptr;
  }
  bool is_dtype() const {
    if (auto word = text()) return dtype_named(*word).has_value();
    return value->is_function() && dtype_named(value->function().info().name).has_value();
  }
  size_t count() const { return value->items().size(); }
  const Layout* layout() const { return value->layout(); }
  std::string kind() const { return kind_text(*value); }
  template <class F>
  auto item(size_t at, F f) const {
    return f(ValueSubject{&value->items()[at]});
  }
  template <class F>
  auto field(const std::string& name, F f) const {
    return f(ValueSubject{value->field(name)});
  }
  bool is_of(int) const { return false; }
};

// --- the rules ------------------------------------------------------------------------------

// Words that do not include the host bool, although they include arrays of bools.
bool is_number_word(std::string_view word) { return word == "number" || word == "real"; }

bool host_fits(const Annotation& a, ScalarKind host) {
  std::string_view word = a.word;
  if (word == "any" || word == "array") return host != ScalarKind::none;
  if (word == "bool") return host == ScalarKind::boolean;
  if (host == ScalarKind::boolean && a.has_axes && is_number_word(word)) return true;
  std::optional<Dtype> dtype = dtype_named(word);
  bool whole = word == "int" || (dtype && is_integer(*dtype));
  if (whole) return host == ScalarKind::integer;
  bool is_key = dtype && kind(*dtype) == DtypeKind::key;
  return !is_key && (host == ScalarKind::integer || host == ScalarKind::floating);
}

// The host type that a weak array represents.
ScalarKind host_of(const Array& array) {
  if (!array.is_weak()) return ScalarKind::none;
  if (is_integer(array.dtype())) return ScalarKind::integer;
  return is_float(array.dtype()) ? ScalarKind::floating : ScalarKind::none;
}

size_t bound_in(const Annotation& a) {
  auto out =
      static_cast<size_t>(std::ranges::count(a.axes, AnnotatedAxis::bound, &AnnotatedAxis::kind));
  for (const Annotation& part : a.parts) out += bound_in(part);
  return out;
}

class AnnotationMatcher {
  using Form = Annotation::Form;

 public:
  AnnotationMatcher(NamedSizes& sizes, std::string_view from, MatchedSizes* seen)
      : sizes_(sizes), from_(from), seen_(seen) {}

  template <class Subject>
  AnnotationMismatch check(const Annotation& a, const Subject& x) {
    switch (a.form) {
      case Form::any: return {};
      case Form::numbers: return numbers(a, x);
      case Form::text: return kind_if(!x.text());
      case Form::nil: return kind_if(!x.is_nil());
      case Form::literal: return kind_if(x.text() != std::optional<std::string_view>(a.word));
      case Form::kind: return a.word == "shape" ? shape(x) : kind_if(!is_kind(a, x));
      case Form::function: return function(a, x);
      case Form::instance: return kind_if(!is_instance(a, x));
      case Form::group: return group(a, x);
      case Form::either: return either(a, x);
    }
    return {};
  }

  AnnotationMismatch elements(const Annotation& a, const Array& x) {
    if (a.form == Form::any) return {};
    if (a.form == Form::either) {
      return best(a, [&](const Annotation& part) { return elements(part, x); });
    }
    if (a.form != Form::numbers) return {AnnotationMismatch::kind};
    bool is_bool = x.dtype() == Dtype::boolean && !a.has_axes && is_number_word(a.word);
    if (is_bool || !has_elements(a.word, x.dtype())) return {AnnotationMismatch::dtype};
    return a.word == "array" && !a.has_axes ? AnnotationMismatch() : axes(a, x);
  }

 private:
  static AnnotationMismatch kind_if(bool wrong) {
    return {wrong ? AnnotationMismatch::kind : AnnotationMismatch::none};
  }

  template <class Subject>
  AnnotationMismatch numbers(const Annotation& a, const Subject& x) {
    const Array* array = x.array();
    ScalarKind host = array != nullptr ? host_of(*array) : x.host();
    bool takes_host = !a.has_axes || (a.axes.size() == 1 && a.axes[0].kind == AnnotatedAxis::rest);
    if (takes_host && host_fits(a, host)) return {};
    if (array == nullptr) return {AnnotationMismatch::kind};
    return elements(a, *array);
  }

  AnnotationMismatch axes(const Annotation& a, const Array& x) {
    AnnotationMismatch out;
    bool fits =
        each_axis(a, static_cast<size_t>(x.rank()), [&](const AnnotatedAxis& entry, size_t at) {
          out = axis(entry, x.type().extent(static_cast<int>(at)));
          return !out;
        });
    return fits ? out : AnnotationMismatch{AnnotationMismatch::rank};
  }

  AnnotationMismatch axis(const AnnotatedAxis& axis, Extent extent) {
    if (axis.kind == AnnotatedAxis::bound && seen_ != nullptr) seen_->bound.emplace_back(extent);
    if (axis.kind == AnnotatedAxis::given && seen_ != nullptr) seen_->given.push_back(extent);
    if (axis.kind != AnnotatedAxis::sized) return {};
    if (axis.name.empty()) {
      bool fits = !extent.known() || extent.number() == axis.number;
      return {fits ? AnnotationMismatch::none : AnnotationMismatch::extent};
    }
    const NamedSizes::SizeEntry* known = sizes_.find(axis.name);
    bool is_plain = axis.factor == 1 && axis.number == 0;
    if (known == nullptr) {
      if (is_plain) sizes_.add(axis.name, extent, from_);
      return {};
    }
    return differs(axis, *known, extent);
  }

  AnnotationMismatch differs(const AnnotatedAxis& axis, const NamedSizes::SizeEntry& known,
                             Extent extent) const {
    if (known.extent.known() != extent.known()) return {};  // checked at run time
    if (!extent.known()) {
      return {known.extent == extent ? AnnotationMismatch::none : AnnotationMismatch::extent};
    }
    int64_t wanted = axis.factor * known.extent.number() + axis.number;
    if (wanted == extent.number()) return {};
    bool is_same = known.from == from_;
    return {AnnotationMismatch::extent,
            is_same ? str(axis.name, " is ", known.extent, " and ", extent)
                    : str(axis.name, " is ", known.extent, ", from `", known.from, "`")};
  }

  template <class Subject>
  static bool is_kind(const Annotation& a, const Subject& x) {
    ObjectKind what = x.what();
    if (a.word == "tuple") return what == ObjectKind::tuple;
    if (a.word == "record") return what == ObjectKind::record;
    if (a.word == "dict") return what == ObjectKind::dict;
    if (a.word == "range") return what == ObjectKind::range;
    if (a.word == "dtype") return x.is_dtype();
    if (a.word == "stream") return is_stream(x.layout());
    return false;
  }

  template <class Subject>
  static bool is_size(const Subject& x) {
    const Array* array = x.array();
    return array == nullptr ? x.host() == ScalarKind::integer
                            : array->rank() == 0 && is_integer(array->dtype());
  }

  template <class Subject>
  static AnnotationMismatch shape(const Subject& x) {
    if (x.what() != ObjectKind::tuple) return kind_if(!is_size(x));
    AnnotationMismatch out;
    for (size_t i = 0; i < x.count() && !out; ++i) {
      out = x.item(i, [&](const auto& item) {
        return told(str("item ", i), item, kind_if(!is_size(item)));
      });
    }
    return out;
  }

  template <class Subject>
  AnnotationMismatch function(const Annotation& a, const Subject& x) {
    const FunctionInfo* info = nullptr;
    if (!x.is_callable(&info)) return {AnnotationMismatch::kind};
    bool is_plain = a.has_axes && info != nullptr && !info->params.empty() && !info->is_method;
    if (!is_plain) return {};
    size_t given = a.labels.size(), least = 0;
    for (const auto& param : info->params) least += param.has_default || param.is_rest ? 0 : 1;
    bool is_rest = info->params.back().is_rest;
    if (least <= given && (is_rest || given <= info->params.size())) return {};
    size_t takes = given < least ? least : info->params.size();
    return {AnnotationMismatch::kind,
            str("the function takes ", takes, takes == 1 ? " argument" : " arguments")};
  }

  template <class Subject>
  bool is_instance(const Annotation& a, const Subject& x) {
    if (a.word == "@") {
      int nth = seen_ == nullptr ? 0 : seen_->structs++;
      return seen_ == nullptr || seen_->first_struct == 0 || x.is_of(seen_->first_struct + nth);
    }
    const StructType* type = x.what() == ObjectKind::record ? struct_type(x.layout()) : nullptr;
    return type != nullptr && type->name == a.word;
  }

  // Adds the reason of a mismatch of an item or a field, if it has none.
  template <class Subject>
  static AnnotationMismatch told(const std::string& place, const Subject& x,
                                 AnnotationMismatch misfit) {
    if (misfit && misfit.why.empty()) misfit.why = str(place, " is ", x.kind());
    return misfit;
  }

  template <class Subject>
  AnnotationMismatch part_of(const Annotation& a, const Subject& x, const std::string& place) {
    return told(place, x, check(a, x));
  }

  template <class Subject>
  AnnotationMismatch group(const Annotation& a, const Subject& x) {
    if (!a.labels.empty()) return fields(a, x);
    if (x.what() != ObjectKind::tuple) return {AnnotationMismatch::kind};
    size_t count = x.count();
    if (a.is_open ? count + 1 < a.parts.size() : count != a.parts.size())
      return {AnnotationMismatch::kind};
    for (size_t i = 0; i < count; ++i) {
      const Annotation& part = a.parts[std::min(i, a.parts.size() - 1)];
      AnnotationMismatch misfit =
          x.item(i, [&](const auto& item) { return part_of(part, item, str("item ", i)); });
      if (misfit) return misfit;
    }
    return {};
  }

  template <class Subject>
  AnnotationMismatch fields(const Annotation& a, const Subject& x) {
    if (x.what() != ObjectKind::record) return {AnnotationMismatch::kind};
    for (size_t i = 0; i < a.parts.size(); ++i) {
      if (x.layout()->find(a.labels[i]) < 0)
        return {AnnotationMismatch::kind, str("no field `", a.labels[i], "`")};
      AnnotationMismatch misfit = x.field(a.labels[i], [&](const auto& item) {
        return part_of(a.parts[i], item, str("field `", a.labels[i], "`"));
      });
      if (misfit) return misfit;
    }
    return {};
  }

  template <class Subject>
  AnnotationMismatch either(const Annotation& a, const Subject& x) {
    return best(a, [&](const Annotation& part) { return check(part, x); });
  }

  // No mismatch if one alternative of a union matches. Otherwise the mismatch of the closest
  // alternative; of equally close ones, the first that has a reason.
  template <class F>
  AnnotationMismatch best(const Annotation& a, F f) {
    AnnotationMismatch found{AnnotationMismatch::kind};
    MatchedSizes before = seen_ == nullptr ? MatchedSizes() : *seen_;
    size_t known = sizes_.count(), skipped = 0;
    PollCounter polls;
    for (size_t i = 0; i < a.parts.size(); ++i) {
      polls.step();
      skip(skipped);
      AnnotationMismatch misfit = f(a.parts[i]);
      if (!misfit) {
        for (size_t rest = i + 1; rest < a.parts.size(); ++rest) skip(bound(a.parts[rest]));
        return misfit;
      }
      skipped += bound(a.parts[i]);
      bool says_more = misfit.of == found.of && found.why.empty();
      if (misfit.of > found.of || says_more) found = std::move(misfit);
      if (seen_ != nullptr) *seen_ = before;
      sizes_.drop_behind(known);
    }
    return found;
  }

  // The number of sizes that an alternative binds; 0 if the caller does not need them.
  size_t bound(const Annotation& a) const { return seen_ == nullptr ? 0 : bound_in(a); }
  void skip(size_t names) {
    for (; names > 0; --names) seen_->bound.emplace_back(std::nullopt);
  }

  NamedSizes& sizes_;
  std::string_view from_;
  MatchedSizes* seen_;
};

}  // namespace

const NamedSizes::SizeEntry* NamedSizes::find(std::string_view name) const {
  auto found = std::ranges::find(entries_, name, &SizeEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

void NamedSizes::add(std::string_view name, Extent extent, std::string_view from) {
  entries_.push_back({name, extent, from});
}

bool Annotation::takes_arrays() const {
  if (form == Form::either) {
    return std::ranges::any_of(parts, [](const Annotation& part) { return part.takes_arrays(); });
  }
  return form == Form::numbers && (has_axes || word == "array");
}

Code code_of(const AnnotationMismatch& misfit) {
  if (misfit.of == AnnotationMismatch::kind) return Code::type;
  return misfit.of == AnnotationMismatch::dtype ? Code::dtype : Code::shape;
}

std::string described(const Annotation& a) {
  using Form = Annotation::Form;
  if (a.form == Form::function && !a.has_axes) return "a function";
  if (a.form == Form::text) return "a str";
  bool is_word = !a.has_axes && (a.form == Form::numbers || a.form == Form::kind);
  if (!is_word) return a.text;
  if (a.word == "shape") return "a size or a tuple of sizes";
  if (a.word == "dtype") return "a dtype (f32, i32, bool, …)";
  if (a.word == "real") return "a real number";
  bool is_vowel = std::string_view("aeiou").find(a.word[0]) != std::string_view::npos;
  return str(is_vowel ? "an " : "a ", a.word);
}

AnnotationMismatch misfit_of(const Annotation& annotation, const Value& value, NamedSizes& sizes,
                             std::string_view from) {
  return AnnotationMatcher(sizes, from, nullptr).check(annotation, ValueSubject{&value});
}

AnnotationMismatch misfit_of(const Annotation& annotation, lua_State* lua, int slot,
                             NamedSizes& sizes, std::string_view from) {
  return AnnotationMatcher(sizes, from, nullptr).check(annotation, LuaSubject{lua, slot});
}

AnnotationMismatch misfit_seeing(const Annotation& annotation, lua_State* lua, int slot,
                                 MatchedSizes& seen) {
  NamedSizes sizes;
  return AnnotationMatcher(sizes, "", &seen).check(annotation, LuaSubject{lua, slot});
}

AnnotationMismatch misfit_of(const Annotation& annotation, const Array& array, NamedSizes& sizes,
                             std::string_view from) {
  return AnnotationMatcher(sizes, from, nullptr).elements(annotation, array);
}

}  // namespace rille
