// Struct: a C++ struct as a struct of scripts.
#pragma once

#include <concepts>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "vm/bind.h"

namespace rille {

class OpenStream;  // vm/stream.h

// A member of the C++ struct as a field: `field<&Linear::w>("w: float[in, out]", "Weights.")`.
struct StructField {
  // A parameter of vm/signature.h; "var m: tree" is state, without gradient; "const n: int" is
  // static.
  std::string_view head;
  std::string_view text = "";  // the description, beyond the type
  void (*read)(void* object, const Value& value);
  Value (*show)(const void* object);
};

// A method. A method that is not const changes `self`, like `inout self` in a script.
struct StructMethod {
  std::string_view head;  // "call(x: float[..., in]) -> float[..., out]", without self
  std::string_view brief;
  bool changes_self;
  // args[0] is self. Returns the result, then self if it changes, then other inout parameters.
  Values (*run)(State& state, Values args);
};

// The record of a struct, the only text about it. A C++ struct T has it as `static const Struct&
// record()`. Scripts use the name like a struct of their own: to construct, annotate, match, and
// for help(). Sizes named in fields are bound in methods. The fields of a Value are checked when a
// constructor or a method is called, since a script may have assigned any value to a field.
struct Struct {
  struct ParsedStruct {
    Signature maker;  // "nn.Linear(w: float[in, out], b: float[out] = nil)"
    std::vector<Signature> methods;
    std::vector<std::string> state;      // fields marked `var`
    std::vector<std::string> constants;  // fields marked `const`
  };
  const ParsedStruct& typed() const;  // parsed once per process

  std::string_view name;  // "nn.Linear"
  std::string_view brief;
  std::initializer_list<StructField> fields;
  std::initializer_list<StructMethod> methods = {};
  std::string_view example;
  std::string_view source;
  // For a stream, open_stream<T>: a loop reads the open stream instead of calling `next`.
  std::unique_ptr<OpenStream> (*open)(const Value& instance) = nullptr;
  LazyValue<ParsedStruct> parsed = {};
};

template <class T>
concept IsRecord = requires {
  { T::record() } -> std::same_as<const Struct&>;
};

// The record of an instance of the library; null for any other value.
const Struct* struct_of(const Value& value);

// Checks the fields of an instance against their types, and binds the named sizes in `sizes`.
void check_fields(const Struct& record, const Value& instance, NamedSizes& sizes);

// Runs a method after its arguments are checked and defaults filled in. All calls use this
// function: from scripts, from other layers, and from a host.
Values call_method(State& state, const Struct& record, size_t method, Values args);
// The index of the method with that name, or -1.
int find_method(const Struct& record, std::string_view name);

// Calls a method of an instance of the library, in C++ without conversions, or of a script.
// error[type] if the method does not exist. `args` are the arguments after self.
bool has_method(State& state, const Value& instance, std::string_view name);
Values call_method(State& state, const Value& instance, std::string_view name, Values args);
// Calls f, a function or an instance with `call`, with one argument.
bool is_callable(State& state, const Value& f);
Value call_value(State& state, const Value& f, Value argument);

// --- members and Values ---------------------------------------------------------------------

void take(const Value& from, Value& to);
void take(const Value& from, Array& to);
void take(const Value& from, double& to);
void take(const Value& from, int64_t& to);
void take(const Value& from, bool& to);
void take(const Value& from, std::string& to);
void take(const Value& from, Function& to);
void take(const Value& from, Ints& to);
void take(const Value& from, Values& to);  // from a tuple or a "..." parameter
template <class T>
void take(const Value& from, std::vector<T>& to) {
  for (const Value& item : from.items()) take(item, to.emplace_back());
}
template <class T>
void take(const Value& from, std::optional<T>& to) {
  if (from.is_nil()) {
    to.reset();
  } else {
    take(from, to.emplace());
  }
}

inline Value give(const Array& x) { return x.is_none() ? Value() : Value::from_array(x); }
template <class T>
  requires std::constructible_from<Value, T>
Value give(const T& x) {
  return Value(x);
}
inline Value give(const Values& items) { return Value::tuple(items); }
template <class T>
Value give(const std::optional<T>& x) {
  return x ? give(*x) : Value();
}
template <class T>
Value give(const std::vector<T>& items) {
  Values out;
  for (const T& item : items) out.push_back(give(item));
  return Value::tuple(std::move(out));
}

void read_fields(const Struct& record, const Value& instance, void* object);
Value make_instance(State& state, const Struct& record, const void* object);
Value changed_instance(const Struct& record, const Value& old, const void* object);

// An instance as the C++ struct. If a script may have changed it, check_fields() must be called
// first.
template <IsRecord T>
T record_from(const Value& instance) {
  T out;
  read_fields(T::record(), instance, &out);
  return out;
}
template <IsRecord T>
Value make_instance(State& state, const T& object) {
  return make_instance(state, T::record(), &object);
}

template <IsRecord T>
Value value_of(State& state, T& object) {
  return make_instance(state, object);
}
template <IsRecord T>
Value value_of(State& state, T&& object) {
  return make_instance(state, object);
}

// --- rows of a record -----------------------------------------------------------------------

template <class T>
struct MemberOf;
template <class T, class M>
struct MemberOf<M T::*> {
  using Owner = T;
  using Type = M;
};

template <auto member>
constexpr StructField field(std::string_view head, std::string_view text = "") {
  using Owner = typename MemberOf<decltype(member)>::Owner;
  return {
      head, text,
      [](void* object, const Value& value) { take(value, static_cast<Owner*>(object)->*member); },
      [](const void* object) { return give(static_cast<const Owner*>(object)->*member); }};
}

template <class F>
struct MethodGlue;

// Passes the State, if the method has such a parameter, and the arguments after self, and collects
// the changed arguments.
template <class T, bool is_const, class Result, class... In>
struct MethodRun {
  static constexpr bool changes_self = !is_const;
  static constexpr size_t skip = states_first<In...>;

  template <size_t at, class Slot>
  static void take_slot(State& state, const Values& args, Slot& slot) {
    if constexpr (std::is_same_v<Slot, State*>) {
      slot = &state;
    } else {
      take(args[at - skip + 1], slot);
    }
  }

  template <class I, class Slot>
  static void give_back(Values& out, Slot& slot) {
    constexpr bool is_inout =
        std::is_lvalue_reference_v<I> && !std::is_const_v<std::remove_reference_t<I>>;
    if constexpr (is_inout && !std::is_same_v<I, State&>) out.push_back(give(slot));
  }

  template <class F, size_t... at>
  static Values run(F f, State& state, Values args, std::index_sequence<at...>) {
    T self = record_from<T>(args[0]);
    std::tuple<StoredParam<In>...> slots;
    (take_slot<at>(state, args, std::get<at>(slots)), ...);
    Values out;
    if constexpr (std::is_void_v<Result>) {
      (self.*f)(handed(std::get<at>(slots))...);
      out.emplace_back();
    } else {
      out.push_back(give((self.*f)(handed(std::get<at>(slots))...)));
    }
    if constexpr (changes_self) out.push_back(changed_instance(T::record(), args[0], &self));
    (give_back<In>(out, std::get<at>(slots)), ...);
    return out;
  }
};
template <class T, class Result, class... In>
struct MethodGlue<Result (T::*)(In...) const> : MethodRun<T, true, Result, In...> {
  using Order = std::index_sequence_for<In...>;
};
template <class T, class Result, class... In>
struct MethodGlue<Result (T::*)(In...)> : MethodRun<T, false, Result, In...> {
  using Order = std::index_sequence_for<In...>;
};

template <auto f>
constexpr StructMethod method(std::string_view head, std::string_view brief) {
  using Glue = MethodGlue<decltype(f)>;
  return {head, brief, Glue::changes_self, [](State& state, Values args) {
            return Glue::run(f, state, std::move(args), typename Glue::Order());
          }};
}

}  // namespace rille
