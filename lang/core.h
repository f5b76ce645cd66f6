// Core: a resolved program as an ordered list of values.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// The static type of a value outside of traces. `unset` is the bottom of the lattice, `unknown` the
// top.
enum class StaticType : uint8_t {
  unset,
  integer,
  floating,
  number,
  boolean,
  text,
  tuple,
  dict,
  unknown
};

StaticType join(StaticType a, StaticType b);
inline bool is_number_sort(StaticType s) {
  return s == StaticType::integer || s == StaticType::floating || s == StaticType::number;
}

// One expression, with static facts about its value. Each group of facts is computed by one pass,
// whose file is named above the group, and is not changed later.
struct CoreValue {
  // lower.cpp
  const Expr* tree = nullptr;  // null where a function or struct is created, or control leaves
  size_t first = 0;            // its subexpressions are the values from here up to this value
  size_t user = 0;             // the enclosing value; this value itself if there is none
  bool is_vectorized = false;  // inside an array comprehension

  // effects.cpp
  bool may_fail = true;  // checks, prints, calls, or assigns
  bool prints = false;   // if the callees are known
  bool assigns = false;  // assigns outer variables

  // sorts.cpp
  StaticType sort = StaticType::unset;
  StaticType element = StaticType::unset;  // of a tuple: the sort of all elements
  StaticType literal =
      StaticType::unknown;   // of literals and their arithmetic: the sort, also in traces
  bool is_natural = false;   // an integer that is at least 0
  bool is_computed = false;  // a result of arithmetic, which is never a string

  // makers.cpp
  bool is_new = false;  // fresh: neither it nor an array or table in it has other references
};

// A name of the program.
struct Variable {
  // lower.cpp: where it is read, and where a part of its value may change, in order.
  struct Update {
    size_t at = 0;
    const Stmt* by = nullptr;  // the line that assigns at its end; null for a part of a line
  };
  std::vector<size_t> mentions = {};
  std::vector<Update> updates = {};

  // sorts.cpp
  StaticType sort = StaticType::unknown;
  StaticType element = StaticType::unknown;

  // owners.cpp: the value, or a value that contains it, may be updated in place.
  bool is_updated = false;

  // loans.cpp: the variable that contains the value of this alias and is not updated while the
  // alias is read.
  const Binding* stands_for = nullptr;

  // keeps.cpp: the value may escape.
  bool is_kept = false;

  // written.cpp: values that use it as a whole, not only by reading and writing parts.
  std::vector<size_t> wholes = {};
};

// The values of a statement: [begin, end).
struct ValueRange {
  size_t begin = 0, end = 0;
};

// A return, break, or continue. `loop` is the first value of the loop that it ends, 0 for a return.
struct ControlExit {
  size_t at = 0, loop = 0;
};

// The values of a whole file in evaluation order. The subexpressions of a value directly precede
// it. The top level comes first, then the functions, outer before inner. So a query about all
// subexpressions of an expression is a query about a range of values.
//
// A value that is updated in place (vm/runtime/access.cpp) must have no other references. Code that
// reads a part of a variable, and from which the part may escape, marks the part as shared at run
// time. The ownership passes find where this is not necessary:
//   - a let that is an alias of a part of a variable while the variable is not updated;
//   - a loan, `var b = xs[j]` … `xs[j] = b`, where no code in between reads xs[j]: b takes the
//     element and returns it;
//   - a parameter of a known function from which it does not escape.
// This holds for native code only: code run by a trace always shares. At the prompt, a later cell
// may update any top-level variable and redefine any function.
class Core {
 public:
  Core(const File& file, bool prompt);

  const CoreValue& of(const Expr* e) const { return values[e->core]; }
  const Variable& of(const Binding* b) const;
  bool is_updated(const Binding* b) const;
  bool is_loan(const Stmt* s) const { return loans.contains(s); }  // the let, or the assignment
  // The variable of an alias; any other name itself.
  const Binding* place_of(const Binding* b) const;
  bool keeps(const Binding* param) const;
  // The parameters of f that its native body tests: those of sort integer or number.
  const std::vector<const Binding*>& tested(const FunctionDecl* f) const;

  const File& file;
  bool prompt;
  std::vector<CoreValue> values;
  std::unordered_map<const Stmt*, ValueRange> lines;
  std::vector<size_t> makes_functions;  // values at which functions and structs are created
  std::vector<ControlExit> jumps;
  std::unordered_map<const Binding*, Variable> variables;
  std::unordered_map<const FunctionDecl*, std::vector<const Binding*>> tests;
  std::set<const Stmt*> loans;
  // written.cpp: the values at which single elements are written, in ascending order, with the
  // name that is written.
  std::vector<std::pair<size_t, const Binding*>> element_writes;
};

// The text that `rille dump --core` shows: the top level, then the functions in source order.
std::string print(const Core& core);

}  // namespace rille::lang
