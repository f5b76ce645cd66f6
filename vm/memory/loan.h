// Loan: arrays that a call may take over from its caller.
#pragma once

#include <utility>
#include <vector>

#include "vm/array.h"
#include "vm/state.h"

struct lua_State;

namespace rille {

// If the results of a native call overwrite variables (`p = step(p, x)`, `step(&p, g)`), the
// handles that only those variables hold are lent to the call. Code that takes a handle empties it,
// and stores in `back` the value that is restored if the call raises: a variable never holds an
// empty handle.
//   - `lua`, `count`: of any native call, for code that reads its arguments (vm/walk.h);
//   - `items`: the variables are overwritten only if the result is a tuple of that many items; 0:
//   any;
//   - `handles` point into the userdata of arguments, which live as long as the call;
//   - `back` is dropped after the caller has assigned the results.
struct Loan {
  lua_State* lua = nullptr;  // has the arguments of the call, from slot 1 on
  int count = 0;             // of the arguments
  unsigned arguments = 0;    // one bit for each lent argument
  size_t items = 0;
  std::vector<Array*> handles = {};
  std::vector<std::pair<Array*, Array>> back = {};

  Loan() = default;
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  ~Loan() {
    for (auto& [handle, value] : back) *handle = std::move(value);
  }
};

// The loan of the running native call. Must be read before it calls other functions.
struct CurrentLoan {
  Loan* now = nullptr;
};

// Opens a loan for the current call.
class LoanScope {
 public:
  LoanScope(State& state, Loan& loan)
      : open_(state.part<CurrentLoan>()), before_(std::exchange(open_.now, &loan)) {}
  ~LoanScope() { open_.now = before_; }
  LoanScope(const LoanScope&) = delete;
  LoanScope& operator=(const LoanScope&) = delete;

 private:
  CurrentLoan& open_;
  Loan* before_;
};

}  // namespace rille
