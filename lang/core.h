// Core: a resolved program as values in order, with facts.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// What a value is known to be where no trace is open. `unset` is the bottom: nothing has been seen
// yet.
enum class Sort : uint8_t { unset, integer, floating, number, boolean, text, tuple, dict, unknown };

Sort join(Sort a, Sort b);
inline bool is_number_sort(Sort s) {
  return s == Sort::integer || s == Sort::floating || s == Sort::number;
}

// One expression, and what is known of its value. Each group is found by one pass, the file that
// stands beside it, and never changed again.
struct Value {
  // lower.cpp
  const Expr* tree = nullptr;  // null: a function or a struct is made here, or control leaves
  size_t first = 0;            // what it is computed from: the values from here up to itself
  size_t user = 0;             // the value that it is a part of; itself where there is none
  bool is_vectorized = false;  // inside an array comprehension

  // effects.cpp
  bool may_fail = true;  // it checks, prints, calls or assigns
  bool prints = false;   // as far as callees are known
  bool assigns = false;  // places around it

  // sorts.cpp
  Sort sort = Sort::unset;
  Sort element = Sort::unset;    // of all its elements, where it is a tuple
  Sort literal = Sort::unknown;  // its sort in any case: of literals and their arithmetic
  bool is_natural = false;       // an int that is not below 0
  bool is_computed = false;      // by arithmetic: no string, whatever else it is

  // makers.cpp
  bool is_new = false;  // nobody but who takes it can hold it, or an array or a table in it
};

// A name of the program.
struct Variable {
  // lower.cpp: where it is read, and where a part of what it holds may change, in order.
  struct Update {
    size_t at = 0;
    const Stmt* by = nullptr;  // the line that assigns, at its end; null: a part of a line
  };
  std::vector<size_t> mentions = {};
  std::vector<Update> updates = {};

  // sorts.cpp
  Sort sort = Sort::unknown;
  Sort element = Sort::unknown;

  // owners.cpp: whether its value may be a part of what is updated in place.
  bool is_updated = false;

  // loans.cpp: the name of whose value it is a part that nobody updates while it is read.
  const Binding* stands_for = nullptr;

  // keeps.cpp: somebody may keep its value.
  bool is_kept = false;

  // written.cpp: values that do more with it than read and write parts.
  std::vector<size_t> wholes = {};
};

// The values of a statement: [begin, end).
struct Lines {
  size_t begin = 0, end = 0;
};

// A return, break or continue; loop is the first value of the loop that it ends, 0 for a return.
struct Leave {
  size_t at = 0, loop = 0;
};

// The values of a whole file in the order in which they run: the parts of a value stand before it,
// with nothing else between; the top level comes first, then the functions, outer ones before
// those inside. So a question about all that an expression holds is one about a range of values.
//
// A value that a place updates in place (vm/runtime/access.cpp) must not be seen by anyone else
// when it is. Who reads a part of a place and may keep it marks it as shared, at run time. The
// owners' passes find where nobody needs to:
//   - a let that stands for a part of a place while that place is not updated (a stand-in);
//   - `var b = xs[j]` … `xs[j] = b` where nothing between looks at xs[j]: b takes the element and
//     gives it back (a loan);
//   - a param of a known function that keeps nothing of it.
// Native code only: what a trace runs always shares. At the prompt a later cell may update any
// place of the top level, and define any function anew.
class Core {
 public:
  Core(const File& file, bool prompt);

  const Value& of(const Expr* e) const { return values[e->core]; }
  const Variable& of(const Binding* b) const;
  bool is_updated(const Binding* b) const;
  bool is_loan(const Stmt* s) const { return loans.contains(s); }  // its let, and its return
  // The place behind a stand-in; itself for any other name.
  const Binding* place_of(const Binding* b) const;
  bool keeps(const Binding* param) const;
  // The params of f that its native body tests: of sort integer or number.
  const std::vector<const Binding*>& tested(const Function* f) const;

  const File& file;
  bool prompt;
  std::vector<Value> values;
  std::unordered_map<const Stmt*, Lines> lines;
  std::vector<size_t> makes_functions;  // values: functions and structs are made there
  std::vector<Leave> jumps;
  std::unordered_map<const Binding*, Variable> variables;
  std::unordered_map<const Function*, std::vector<const Binding*>> tests;
  std::set<const Stmt*> loans;
  // written.cpp: the values at which single elements are written, ascending, and of which name.
  std::vector<std::pair<size_t, const Binding*>> element_writes;
};

// As `rille dump --core` shows it: the top level, then the functions in the order of the text.
std::string print(const Core& core);

}  // namespace rille::lang
