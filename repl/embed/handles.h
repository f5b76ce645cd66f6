// Handles: what stands behind the names of rille.h.
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
  std::atomic<int> holds{1};  // its handle and its states
};

// What a call shows of it is ready from the beginning: several threads may ask at once.
struct rille_value {
  explicit rille_value(rille::Value given);
  rille::Value value;
  rille::Array array = {};     // of an array or a number
  std::vector<int64_t> shape;  // of that
};

struct rille_state {
  rille_engine* engine = nullptr;
  std::atomic<int> holds{1};                // its handle, its modules, and calls that are open
  std::atomic<const void*> owner{nullptr};  // the thread that is inside
  int depth = 0, runs = 0;                  // of its calls, and of those that run scripts
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

// What no script did wrong, but the program.
class Misuse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

rille_error* error_of_host(const std::exception& fault) noexcept;
rille_error* error_of_script(std::span<const Error> errors, std::span<const Source> sources);

// What a call does, its faults as its result: nothing is thrown into the program.
template <class F>
rille_error* guarded(F f) noexcept {
  try {
    f();
    return nullptr;
  } catch (const std::exception& fault) {
    return error_of_host(fault);
  }
}

// A pointer that the program must give.
template <class T>
T& given(T* pointer, const char* name) {
  if (pointer == nullptr) throw Misuse(std::string(name) + " is NULL");
  return *pointer;
}

// Of several, one.
template <class T>
T& given(T* const* pointers, size_t at, const char* name) {
  if (pointers == nullptr) throw Misuse(std::string(name) + " is NULL");
  return given(pointers[at], name);
}

// One of several names: UTF-8, and none of those seen before.
std::string name_at(const char* const* names, size_t at, std::set<std::string>& seen);

void drop(rille_state* state);  // one hold

// What a call into a state does: it runs scripts, and so starts the clocks of its limits and takes
// what stops it with it, or it only looks.
enum class Does : uint8_t { run, look };

// Stands around each call into a state: the thread that is inside.
class Entered {
 public:
  Entered(rille_state& state, Does does);
  ~Entered();
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  rille_state& state_;
  bool runs_;  // and is the outermost that does
};

// C++ that may raise what a script may.
template <class F>
rille_error* in_state(rille_state* handle, Does does, F f) noexcept {
  rille_error* out = nullptr;
  rille_error* misused = guarded([&] {
    rille_state& state = given(handle, "the state");
    Entered entered(state, does);
    std::optional<std::string> wrong;
    Outcome outcome = state.interpreter->act([&] {
      try {
        f(state);
      } catch (const Misuse& fault) {
        wrong = fault.what();
      }
    });
    if (wrong) throw Misuse(*wrong);
    if (!outcome.ok()) out = error_of_script(outcome.errors, state.state().sources());
  });
  return misused != nullptr ? misused : out;
}

rille_value* made(Value value);
// What the items are; a function of another state, or of one that is gone, is misuse.
Values values_of(const rille_state* state, const rille_value* const* items, size_t count);

// Memory of the host's that arrays stand in. The only holder of a buffer may overwrite it, so
// another one is kept here; those that nobody else holds are let go by sweep(), which each call of
// the interface does.
Array viewed(Type type, const void* data, void (*release)(void* user), void* user);
void sweep() noexcept;

}  // namespace rille::embed
