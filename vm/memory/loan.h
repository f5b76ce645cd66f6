// Loan: arrays that a call may take from its caller.
#pragma once

#include <utility>
#include <vector>

#include "vm/array.h"
#include "vm/state.h"

struct lua_State;

namespace rille {

// A call of a native function whose results overwrite places (`p = step(p, x)`, `step(&p, g)`) is
// lent the handles that only those places hold. Who takes one empties it, and leaves in `back` what
// stands there if the call raises after all: a place never holds an empty handle.
//   - `lua`, `count`: of any native call, for who wants to look at its arguments (vm/walk.h);
//   - `items`: the result has to be a tuple of so many, or the places are not overwritten; 0: any;
//   - `handles` point into userdata of arguments, which live as long as the call;
//   - `back` is dropped once the results are where the caller puts them.
struct Loan {
  lua_State* lua = nullptr;  // where the call's arguments stand, from slot 1 on
  int count = 0;             // of them
  unsigned arguments = 0;    // a bit for each that is lent
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

// The loan of the native call that runs: to be read before it calls anything else.
struct OpenLoan {
  Loan* now = nullptr;
};

// Opens a loan for the call at hand.
class LoanScope {
 public:
  LoanScope(State& state, Loan& loan)
      : open_(state.part<OpenLoan>()), before_(std::exchange(open_.now, &loan)) {}
  ~LoanScope() { open_.now = before_; }
  LoanScope(const LoanScope&) = delete;
  LoanScope& operator=(const LoanScope&) = delete;

 private:
  OpenLoan& open_;
  Loan* before_;
};

}  // namespace rille
