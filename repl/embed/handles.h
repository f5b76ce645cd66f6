// Handles: the structs that rille.h declares.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "repl/interpreter.h"
#include "repl/rille.h"

struct rille_error {
  std::string kind, message, help, file, rendered;
  int32_t line = 0, column = 0;
};

struct rille_engine {
  std::atomic<int> holds{1};  // references: the handle and the states
};

// A value with everything that calls return about it. It is computed in the constructor, so that
// several threads may read it at the same time.
struct rille_value {
  explicit rille_value(rille::Value given);
  rille::Value value;
  rille::Array array = {};     // if the value is an array or a number
  std::vector<int64_t> shape;  // of `array`
};

struct rille_state {
  rille_engine* engine = nullptr;
  std::atomic<int> holds{1};                // references: the handle, modules, and open calls
  std::atomic<const void*> owner{nullptr};  // the thread that uses the state
  int depth = 0, runs = 0;                  // open calls, and open calls that run scripts
  void* user = nullptr;
  void (*write)(void* user, const char* text, size_t bytes) = nullptr;
  void (*find_module)(void* user, const char* name, void* to) = nullptr;
  std::unique_ptr<rille::Interpreter> interpreter = nullptr;

  rille::State& state() const { return interpreter->state(); }
};

struct rille_module {
  rille_state* state;
  std::string name;
  int number;
};

namespace rille::embed {

// A mistake of the host program, not of a script.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

rille_error* error_of_host(const std::exception& fault) noexcept;
rille_error* error_of_script(std::span<const Error> errors, std::span<const Source> sources);

// Calls `f` and returns what it throws as an error, so that no exception reaches the host program.
template <class F>
rille_error* guarded(F f) noexcept {
  try {
    f();
    return nullptr;
  } catch (const std::exception& fault) {
    return error_of_host(fault);
  }
}

// Returns a reference to an argument that must not be NULL.
template <class T>
T& given(T* pointer, const char* name) {
  if (pointer == nullptr) throw UsageError(std::string(name) + " is NULL");
  return *pointer;
}

// Returns a reference to one of several arguments that must not be NULL.
template <class T>
T& given(T* const* pointers, size_t at, const char* name) {
  if (pointers == nullptr) throw UsageError(std::string(name) + " is NULL");
  return given(pointers[at], name);
}

// Returns one of several names. Raises UsageError if it is not UTF-8 or has been seen before.
std::string name_at(const char* const* names, size_t at, std::set<std::string>& seen);

void drop(rille_state* state);  // releases one reference

// The kind of a call into a state. A call that runs scripts starts the clocks of the limits, and
// consumes an interrupt; a call that only looks does not.
enum class CallKind : uint8_t { run, look };

// Guards each call into a state: makes the current thread its owner, and holds a reference.
class StateGuard {
 public:
  StateGuard(rille_state& state, CallKind does);
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  rille_state& state_;
  bool runs_;  // true for the outermost call that runs scripts
};

// Calls `f` inside a state, and returns errors of scripts and misuse.
template <class F>
rille_error* in_state(rille_state* handle, CallKind does, F f) noexcept {
  rille_error* out = nullptr;
  rille_error* misused = guarded([&] {
    rille_state& state = given(handle, "the state");
    StateGuard entered(state, does);
    std::optional<std::string> wrong;
    Outcome outcome = state.interpreter->act([&] {
      try {
        f(state);
      } catch (const UsageError& fault) {
        wrong = fault.what();
      }
    });
    if (wrong) throw UsageError(*wrong);
    if (!outcome.ok()) out = error_of_script(outcome.errors, state.state().sources());
  });
  return misused != nullptr ? misused : out;
}

rille_value* made(Value value);
// Returns the values of handles. If `state` is not null, a function of another state, or of a freed
// one, is UsageError.
Values values_of(const rille_state* state, const rille_value* const* items, size_t count);

// Creates an array in memory of the host. The owner of the only reference to a buffer may overwrite
// it, so a second reference is kept internally. sweep() releases buffers without other references;
// every call of the interface calls it.
Array viewed(Type type, const void* data, void (*release)(void* user), void* user);
void sweep() noexcept;

}  // namespace rille::embed
