// rille.hpp: the C++20 interface for embedding Rille in a program, on top of rille.h.
//
//   rille::Engine engine = rille::Engine::create().value();
//   rille::State state = engine.state({.write = [](std::string_view text) { log(text); }}).value();
//   rille::Module model = state.load("model", "fn score(x: f32[n]) -> f32[] = sum(x * x)").value();
//   auto score = model.function<float(std::span<const float>)>("score").value();
//   float y = score(std::vector<float>{1, 2, 3}).value();
//
// A call that can fail returns a Result: test it by `if (result)`, and use `result.error()` or
// `result.value()`, which throws a Failure if there is no value. The thread rules of rille.h apply:
// a State, its Modules, and its Functions may be used by one thread at a time, except interrupt();
// Values may be used by any number of threads. All handles are reference-counted and cheap to copy.
#ifndef RILLE_HPP
#define RILLE_HPP

#include <array>
#include <complex>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "rille.h"

namespace rille {
inline namespace v1 {

// An error. Its strings are valid as long as a copy of the error exists.
class Error {
 public:
  explicit Error(rille_error* error) : held_(error, rille_error_free) {}
  Error(const char* kind, const std::string& message)
      : Error(rille_error_new(kind, message.c_str())) {}
  std::string_view kind() const { return rille_error_kind(held_.get()); }
  std::string_view message() const { return rille_error_message(held_.get()); }
  std::string_view help() const { return rille_error_help(held_.get()); }
  std::string_view file() const { return rille_error_file(held_.get()); }
  int line() const { return rille_error_line(held_.get()); }      // from 1; 0 if unknown
  int column() const { return rille_error_column(held_.get()); }  // from 1; 0 if unknown
  std::string_view rendered() const { return rille_error_rendered(held_.get()); }

 private:
  std::shared_ptr<rille_error> held_;
};

// The exception that Result::value() throws if the Result is an error. Constructors of Value throw
// it, too.
class Failure : public std::runtime_error {
 public:
  explicit Failure(Error error)
      : std::runtime_error(std::string(error.rendered())), error_(std::move(error)) {}
  const Error& error() const { return error_; }

 private:
  Error error_;
};

// A value or an error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}
  explicit operator bool() const { return held_.index() == 0; }
  const Error& error() const { return std::get<1>(held_); }
  T& value() & { return need(), std::get<0>(held_); }
  const T& value() const& { return need(), std::get<0>(held_); }
  T value() && { return need(), std::move(std::get<0>(held_)); }

 private:
  void need() const {
    if (!*this) throw Failure(error());
  }
  std::variant<T, Error> held_;
};

// The value of a Result that has only success or an error.
struct Done {};

namespace inside {

inline Result<Done> done(rille_error* error) {
  if (error != nullptr) return Error(error);
  return Done{};
}
inline void need(rille_error* error) {
  if (error != nullptr) throw Failure(Error(error));
}

template <class T>
inline constexpr int dtype_of = -1;
template <>
inline constexpr int dtype_of<bool> = RILLE_BOOLEAN;
template <>
inline constexpr int dtype_of<int8_t> = RILLE_I8;
template <>
inline constexpr int dtype_of<int16_t> = RILLE_I16;
template <>
inline constexpr int dtype_of<int32_t> = RILLE_I32;
template <>
inline constexpr int dtype_of<int64_t> = RILLE_I64;
template <>
inline constexpr int dtype_of<uint8_t> = RILLE_U8;
template <>
inline constexpr int dtype_of<uint16_t> = RILLE_U16;
template <>
inline constexpr int dtype_of<uint32_t> = RILLE_U32;
template <>
inline constexpr int dtype_of<uint64_t> = RILLE_U64;
template <>
inline constexpr int dtype_of<float> = RILLE_F32;
template <>
inline constexpr int dtype_of<double> = RILLE_F64;
template <>
inline constexpr int dtype_of<std::complex<float>> = RILLE_C64;
template <>
inline constexpr int dtype_of<std::complex<double>> = RILLE_C128;

}  // namespace inside

template <class T>
concept Element = inside::dtype_of<std::remove_cv_t<T>> >= 0;
template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

using Shape = std::vector<int64_t>;

// Any value of a script. Values are immutable.
class Value {
 public:
  Value() : Value(rille_nil()) {}
  explicit Value(rille_value* value) : held_(value, rille_value_free) {}
  Value(std::same_as<bool> auto truth) : Value(rille_bool(truth ? 1 : 0)) {}
  template <Number N>
    requires(!std::same_as<N, bool>)
  Value(N number) : Value(of_number(number)) {}
  Value(std::string_view text) : Value(of_text(text)) {}
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(const char* text) : Value(std::string_view(text)) {}
  // Copies the elements to an array with one axis.
  template <Element T>
  Value(std::span<T> elements)
      : Value(array(std::span<const T>(elements), {static_cast<int64_t>(elements.size())})) {}
  template <Element T>
    requires(!std::same_as<T, bool>)
  Value(const std::vector<T>& elements) : Value(std::span<const T>(elements)) {}

  // Copies row-major elements to an array. Throws a Failure if their number does not match the
  // shape.
  template <Element T>
  static Value array(std::span<const T> elements, const Shape& shape) {
    need_count(elements.size(), shape);
    rille_value* out = nullptr;
    inside::need(rille_array_copy(static_cast<rille_dtype>(inside::dtype_of<T>),
                                  static_cast<int32_t>(shape.size()), shape.data(), elements.data(),
                                  &out));
    return Value(out);
  }
  // Creates an array that uses the elements without a copy. They must not change until the library
  // releases its copy of `keep`, which happens after the last value that uses them is gone.
  template <Element T>
  static Value view(std::span<const T> elements, const Shape& shape,
                    std::shared_ptr<const void> keep = nullptr) {
    need_count(elements.size(), shape);
    auto* kept = new std::shared_ptr<const void>(std::move(keep));
    auto release = [](void* user) { delete static_cast<std::shared_ptr<const void>*>(user); };
    rille_value* out = nullptr;
    rille_error* error = rille_array_view(static_cast<rille_dtype>(inside::dtype_of<T>),
                                          static_cast<int32_t>(shape.size()), shape.data(),
                                          elements.data(), release, kept, &out);
    if (error != nullptr) release(kept);
    inside::need(error);
    return Value(out);
  }
  template <std::convertible_to<Value>... Items>
  static Value tuple(const Items&... items) {
    return tuple_of({Value(items)...});
  }
  static Value tuple_of(const std::vector<Value>& items) {
    rille_value* out = nullptr;
    inside::need(rille_tuple(pointers(items).data(), items.size(), &out));
    return Value(out);
  }
  static Value dict(const std::vector<std::pair<std::string, Value>>& entries) {
    std::vector<const char*> keys;
    std::vector<const rille_value*> items;
    for (const auto& [key, item] : entries) {
      keys.push_back(key.c_str());
      items.push_back(item.get());
    }
    rille_value* out = nullptr;
    inside::need(rille_dict(keys.data(), items.data(), items.size(), &out));
    return Value(out);
  }
  // Imports a DLManagedTensorVersioned, or a DLManagedTensor; see rille_from_dlpack.
  static Result<Value> from_dlpack(void* tensor, bool versioned, bool adopt = false) {
    rille_value* out = nullptr;
    if (rille_error* error = rille_from_dlpack(tensor, versioned, adopt, &out)) return Error(error);
    return Value(out);
  }
  Result<void*> to_dlpack(bool versioned = true) const {
    void* out = nullptr;
    if (rille_error* error = rille_to_dlpack(get(), versioned, &out)) return Error(error);
    return out;
  }

  rille_kind kind() const { return rille_kind_of(get()); }
  bool is_nil() const { return kind() == RILLE_NIL; }
  std::string text() const {
    std::unique_ptr<char, void (*)(char*)> shown(rille_text(get()), rille_text_free);
    return shown == nullptr ? "" : shown.get();
  }
  size_t count() const { return rille_count(get()); }
  std::string_view name(size_t at) const { return rille_name(get(), at); }
  Result<Value> operator[](size_t at) const {
    rille_value* out = nullptr;
    if (rille_error* error = rille_item(get(), at, &out)) return Error(error);
    return Value(out);
  }
  // Returns a field or an entry. The constraint excludes value[0], whose 0 could be a null pointer.
  template <class Name>
    requires(std::convertible_to<Name, std::string> && !std::is_arithmetic_v<Name>)
  Result<Value> operator[](const Name& field) const {
    std::string name(field);
    rille_value* out = nullptr;
    if (rille_error* error = rille_field(get(), name.c_str(), &out)) return Error(error);
    return Value(out);
  }

  // Returns the elements of an array with exactly this dtype. The span is valid as long as a copy
  // of the Value exists.
  template <Element T>
  Result<std::span<const T>> elements() const {
    rille_array it = RILLE_ARRAY_INIT;
    if (rille_error* error = rille_to_array(get(), &it)) return Error(error);
    if (it.dtype != static_cast<rille_dtype>(inside::dtype_of<T>)) {
      return Error("dtype", "the array has another dtype: " + text());
    }
    return std::span<const T>(static_cast<const T*>(it.data), it.bytes / sizeof(T));
  }
  Result<Shape> shape() const {
    rille_array it = RILLE_ARRAY_INIT;
    if (rille_error* error = rille_to_array(get(), &it)) return Error(error);
    return Shape(it.shape, it.shape + it.rank);
  }
  Result<rille_dtype> dtype() const {
    rille_array it = RILLE_ARRAY_INIT;
    if (rille_error* error = rille_to_array(get(), &it)) return Error(error);
    return it.dtype;
  }

  // Converts to bool, a number, std::string, a std::vector of elements, Value, or a type T with a
  // function `static Result<T> T::from(const Value&)`.
  template <class T>
  Result<T> as() const;

  const rille_value* get() const { return held_.get(); }
  static std::vector<const rille_value*> pointers(const std::vector<Value>& values) {
    std::vector<const rille_value*> out;
    for (const Value& value : values) out.push_back(value.get());
    return out;
  }

 private:
  template <class N>
  static rille_value* of_number(N number) {
    if constexpr (std::integral<N>) return rille_int(static_cast<int64_t>(number));
    return rille_float(static_cast<double>(number));
  }
  static rille_value* of_text(std::string_view text) {
    rille_value* out = nullptr;
    inside::need(rille_string(text.empty() ? "" : text.data(), text.size(), &out));
    return out;
  }
  static void need_count(size_t count, const Shape& shape) {
    int64_t wanted = 1;
    for (int64_t extent : shape) wanted *= extent;
    if (wanted != static_cast<int64_t>(count)) {
      throw Failure(Error("shape", "the shape and the data have different numbers of elements"));
    }
  }
  std::shared_ptr<rille_value> held_;
};

namespace inside {

template <class T>
struct As {
  static Result<T> of(const Value& value) { return T::from(value); }
};
template <>
struct As<Value> {
  static Result<Value> of(const Value& value) { return value; }
};
template <>
struct As<bool> {
  static Result<bool> of(const Value& value) {
    int out = 0;
    if (rille_error* error = rille_to_bool(value.get(), &out)) return Error(error);
    return out != 0;
  }
};
template <std::integral T>
  requires(!std::same_as<T, bool>)
struct As<T> {
  static Result<T> of(const Value& value) {
    int64_t out = 0;
    if (rille_error* error = rille_to_int(value.get(), &out)) return Error(error);
    if (!std::in_range<T>(out)) return Error("value", std::to_string(out) + " is out of range");
    return static_cast<T>(out);
  }
};
template <std::floating_point T>
struct As<T> {
  static Result<T> of(const Value& value) {
    double out = 0;
    if (rille_error* error = rille_to_float(value.get(), &out)) return Error(error);
    return static_cast<T>(out);
  }
};
template <>
struct As<std::string> {
  static Result<std::string> of(const Value& value) {
    const char* text = nullptr;
    size_t bytes = 0;
    if (rille_error* error = rille_to_string(value.get(), &text, &bytes)) return Error(error);
    return std::string(text, bytes);
  }
};
template <Element T>
struct As<std::vector<T>> {
  static Result<std::vector<T>> of(const Value& value) {
    auto found = value.elements<T>();
    if (!found) return found.error();
    return std::vector<T>(found.value().begin(), found.value().end());
  }
};
template <>
struct As<Done> {
  static Result<Done> of(const Value&) { return Done{}; }
};

// The argument types and the result type of a C++ function.
template <class F>
struct Form : Form<decltype(&F::operator())> {};
template <class R, class... A>
struct Form<R (*)(A...)> {
  using Arguments = std::tuple<std::remove_cvref_t<A>...>;
  using Given = R;
};
template <class C, class R, class... A>
struct Form<R (C::*)(A...)> : Form<R (*)(A...)> {};
template <class C, class R, class... A>
struct Form<R (C::*)(A...) const> : Form<R (*)(A...)> {};

inline Value value_of(Value value) { return value; }
template <class T>
Value value_of(Result<T> result) {
  return Value(std::move(result).value());
}

// The C function that a script calls: converts the arguments and the result of the C++ function,
// and returns exceptions as errors.
template <class F>
rille_error* call_of(void* user, rille_state*, const rille_value* const* args, size_t count,
                     rille_value** out) {
  using Arguments = typename Form<F>::Arguments;
  auto& f = *static_cast<F*>(user);
  try {
    if (count != std::tuple_size_v<Arguments>) {
      return rille_error_new(
          "type", "the signature and the C++ function have different numbers of parameters");
    }
    Value given = [&]<size_t... At>(std::index_sequence<At...>) {
      auto arg = [&](size_t at) { return Value(rille_copy(args[at])); };
      if constexpr (std::is_void_v<typename Form<F>::Given>) {
        f(arg(At).template as<std::tuple_element_t<At, Arguments>>().value()...);
        return Value();
      } else {
        return value_of(f(arg(At).template as<std::tuple_element_t<At, Arguments>>().value()...));
      }
    }(std::make_index_sequence<std::tuple_size_v<Arguments>>());
    *out = rille_copy(given.get());
    return nullptr;
  } catch (const Failure& failure) {
    return rille_error_new(std::string(failure.error().kind()).c_str(),
                           std::string(failure.error().message()).c_str());
  } catch (const std::exception& fault) {
    return rille_error_new("value", fault.what());
  }
}

}  // namespace inside

template <class T>
Result<T> Value::as() const {
  return inside::As<T>::of(*this);
}

// Limits of a state, as in rille_limits. 0 means no limit, or the default of `depth`.
struct Limits {
  int64_t memory_bytes = 0;
  double wall_s = 0, cpu_s = 0;
  int64_t output_bytes = 0, depth = 0, trace_nodes = 0;
  double compile_s = 0;

  rille_limits plain() const {
    return {sizeof(rille_limits), memory_bytes, wall_s,      cpu_s,
            output_bytes,         depth,        trace_nodes, compile_s};
  }
};

// Options of a state, as in rille_state_options.
struct Options {
  uint32_t grants = 0;    // RILLE_GRANT_… flags
  std::string root = {};  // the directory of RILLE_GRANT_FILES; "" is any directory
  Limits limits = {};
  bool stop_signal = false;  // RILLE_STOP_SIGNAL
  std::function<void(std::string_view text)> write = {};
  std::function<std::optional<std::string>(const std::string& name)> find_module = {};
};

enum class Purity { proc = RILLE_PROC, pure = RILLE_PURE };

template <class>
class Function;
class Module;

// An interpreter. All copies refer to the same interpreter, which ends after the last copy and the
// last of its modules and functions.
class State {
 public:
  // Runs a text, whose name errors show.
  Result<Module> load(const std::string& name, std::string_view text) const;
  // Runs one cell at the prompt of the state, and returns its value.
  Result<Value> eval(std::string_view text) const {
    rille_value* out = nullptr;
    if (rille_error* error = rille_eval(get(), text.data(), text.size(), &out)) return Error(error);
    return Value(out);
  }
  // Interrupts the running call, or the next one. May be called from any thread.
  void interrupt(const std::string& reason = "stopped") const {
    rille_interrupt(get(), reason.c_str());
  }
  Result<Done> set_limits(const Limits& limits) const {
    rille_limits plain = limits.plain();
    return inside::done(rille_set_limits(get(), &plain));
  }
  int64_t memory_used() const { return rille_memory_used(get()); }
  Result<Done> finish() const { return inside::done(rille_finish(get())); }

  // Defines a host function for all scripts that are loaded later:
  // state.define("rows(file: str) -> f32[n]", [&](std::string file) { return read(file); });
  template <class F>
  Result<Done> define(const std::string& signature, F function,
                      Purity purity = Purity::proc) const {
    auto held = std::make_unique<F>(std::move(function));
    rille_error* error = rille_define_function(get(), signature.c_str(), static_cast<int>(purity),
                                               inside::call_of<F>, held.get(),
                                               [](void* user) { delete static_cast<F*>(user); });
    if (error == nullptr) held.release();
    return inside::done(error);
  }
  Result<Done> define_value(const std::string& name, const Value& value) const {
    return inside::done(rille_define(get(), name.c_str(), value.get()));
  }
  Result<Value> record(const std::vector<std::pair<std::string, Value>>& fields) const {
    std::vector<const char*> names;
    std::vector<const rille_value*> items;
    for (const auto& [name, item] : fields) {
      names.push_back(name.c_str());
      items.push_back(item.get());
    }
    rille_value* out = nullptr;
    rille_error* error = rille_record(get(), names.data(), items.data(), items.size(), &out);
    if (error != nullptr) return Error(error);
    return Value(out);
  }
  Result<Value> call(const Value& function, const std::vector<Value>& args) const {
    rille_value* out = nullptr;
    rille_error* error =
        rille_call(get(), function.get(), Value::pointers(args).data(), args.size(), &out);
    if (error != nullptr) return Error(error);
    return Value(out);
  }
  // Calls a function with `inout` parameters. Returns a tuple of the result and their final values.
  Result<Value> call_all(const Value& function, const std::vector<Value>& args) const {
    rille_value* out = nullptr;
    rille_error* error =
        rille_call_all(get(), function.get(), Value::pointers(args).data(), args.size(), &out);
    if (error != nullptr) return Error(error);
    return Value(out);
  }
  template <class Signature>
  Function<Signature> function(const Value& function) const;

  rille_state* get() const { return held_->state; }

 private:
  friend class Engine;
  friend class Module;
  struct Held {
    rille_state* state = nullptr;
    Options options;
    ~Held() { rille_state_free(state); }
  };
  explicit State(std::shared_ptr<Held> held) : held_(std::move(held)) {}
  std::shared_ptr<Held> held_;
};

// Options of an engine, as in rille_engine_options; nullopt is NULL there.
struct EngineOptions {
  int threads = 0;
  std::optional<std::string> plugins = {}, cache = {};
};

// The resources that the states of a program share. May be used by any number of threads.
class Engine {
 public:
  static Result<Engine> create(const EngineOptions& options = {}) {
    rille_engine_options plain = RILLE_ENGINE_OPTIONS;
    plain.threads = options.threads;
    plain.plugins = options.plugins ? options.plugins->c_str() : nullptr;
    plain.cache = options.cache ? options.cache->c_str() : nullptr;
    rille_engine* out = nullptr;
    if (rille_error* error = rille_engine_new(&plain, &out)) return Error(error);
    return Engine(out);
  }

  Result<State> state(Options options = {}) const {
    auto held = std::make_shared<State::Held>();
    held->options = std::move(options);
    const Options& wish = held->options;
    rille_limits limits = wish.limits.plain();
    rille_state_options plain = RILLE_STATE_OPTIONS;
    plain.user = &held->options;
    plain.grants = wish.grants;
    plain.flags = wish.stop_signal ? RILLE_STOP_SIGNAL : 0;
    plain.root = wish.root.empty() ? nullptr : wish.root.c_str();
    plain.limits = &limits;
    if (wish.write) plain.write = write;
    if (wish.find_module) plain.find_module = find_module;
    if (rille_error* error = rille_state_new(held_.get(), &plain, &held->state))
      return Error(error);
    return State(std::move(held));
  }

 private:
  explicit Engine(rille_engine* engine) : held_(engine, rille_engine_free) {}
  static void write(void* user, const char* text, size_t bytes) {
    static_cast<Options*>(user)->write({text, bytes});
  }
  static void find_module(void* user, const char* name, void* to) {
    auto text = static_cast<Options*>(user)->find_module(name);
    if (text) rille_found(to, text->data(), text->size());
  }
  std::shared_ptr<rille_engine> held_;
};

// A function of a script with C++ types. A call converts the arguments and returns a Result.
template <class R, class... A>
class Function<R(A...)> {
 public:
  using Given = std::conditional_t<std::is_void_v<R>, Done, R>;
  Function(State state, Value function)
      : state_(std::move(state)), function_(std::move(function)) {}
  Result<Given> operator()(const A&... args) const {
    Result<Value> out = state_.call(function_, {Value(args)...});
    if (!out) return out.error();
    return out.value().template as<Given>();
  }
  const Value& value() const { return function_; }

 private:
  State state_;
  Value function_;
};

template <class Signature>
Function<Signature> State::function(const Value& function) const {
  return Function<Signature>(*this, function);
}

// A text that has run, with its top-level names.
class Module {
 public:
  Result<Value> get(const std::string& name) const {
    rille_value* out = nullptr;
    if (rille_error* error = rille_get(held_->module, name.c_str(), &out)) return Error(error);
    return Value(out);
  }
  template <class Signature>
  Result<Function<Signature>> function(const std::string& name) const {
    Result<Value> found = get(name);
    if (!found) return found.error();
    if (found.value().kind() != RILLE_FUNCTION) return Error("type", name + " is not a function");
    return Function<Signature>(held_->state, found.value());
  }

 private:
  friend class State;
  struct Held {
    State state;
    rille_module* module = nullptr;
    ~Held() { rille_module_free(module); }
  };
  explicit Module(std::shared_ptr<Held> held) : held_(std::move(held)) {}
  std::shared_ptr<Held> held_;
};

inline Result<Module> State::load(const std::string& name, std::string_view text) const {
  auto held = std::make_shared<Module::Held>(Module::Held{*this});
  rille_error* error = rille_load(get(), name.c_str(), text.data(), text.size(), &held->module);
  if (error != nullptr) return Error(error);
  return Module(std::move(held));
}

}  // namespace v1
}  // namespace rille

#endif
