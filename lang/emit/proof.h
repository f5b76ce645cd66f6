// Proof: which names are known to be host numbers.
#pragma once

#include <unordered_map>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// What an expression is known to be where no trace is open. `unset` is the bottom: nothing has
// been seen yet.
enum class Sort : uint8_t { unset, integer, floating, number, boolean, unknown };

Sort join(Sort a, Sort b);
inline bool is_number_sort(Sort s) {
  return s == Sort::integer || s == Sort::floating || s == Sort::number;
}

// Sorts of the local names of a file, found by a fixed point over all that is ever assigned to
// them. A parameter never is (an array of one element fits `float` too), nor a name of the top
// level, since a prompt may bind it again.
class Proof {
 public:
  explicit Proof(const File& file);
  Sort of(const Expr* e) const;          // with no trace open
  Sort of_literal(const Expr* e) const;  // in any case: literals and their arithmetic

 private:
  struct Assigned {
    const Expr* value;
    bool has_op;
    Operator op;
  };
  struct Facts {
    std::vector<Assigned> assigned;
    Sort fixed = Sort::unset;
    Sort sort = Sort::unset;
  };
  void collect(const File& file);
  void collect(const Stmt* s);
  void collect(const Expr* e);
  void spoil(const Expr* place);
  Sort binary(Operator op, Sort a, Sort b) const;
  Sort call(const Call* e) const;
  Sort of_name(const Name* e) const;

  std::unordered_map<const Binding*, Facts> facts_;
};

}  // namespace rille::lang
