// Proof: which names are known to be host numbers.
#pragma once

#include <unordered_map>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// What an expression is known to be where no trace is open. `unset` is the bottom: nothing has
// been seen yet.
enum class Sort : uint8_t { unset, integer, floating, number, boolean, text, tuple, unknown };

Sort join(Sort a, Sort b);
inline bool is_number_sort(Sort s) {
  return s == Sort::integer || s == Sort::floating || s == Sort::number;
}

// Sorts of the names of a file, found by a fixed point over all that is ever assigned to them.
// Names of the top level are left out at the prompt, which may bind them again. Params that meet
// an order, a bound or an index through arithmetic alone are taken for numbers in native bodies:
// the body tests them where it begins, and what is no number takes the body for traces.
class Proof {
 public:
  Proof(const File& file, bool prompt);
  // The params of f that its native body tests: of sort integer or number.
  const std::vector<const Binding*>& tested(const Function* f) const;
  Sort of(const Binding* b) const;
  Sort of(const Expr* e) const;           // with no trace open
  bool is_natural(const Expr* e) const;   // an int that is not below 0
  bool is_computed(const Expr* e) const;  // by arithmetic: no string, whatever else it is
  Sort of_literal(const Expr* e) const;   // in any case: literals and their arithmetic

 private:
  struct Assigned {
    const Expr* value;
    bool has_op;
    Operator op;
  };
  struct Facts {
    std::vector<Assigned> assigned;
    std::vector<Assigned> elements;  // of a tuple, one by one
    const Expr* source = nullptr;    // a loop over its items
    Sort fixed = Sort::unset;
    Sort sort = Sort::unset;
    Sort element = Sort::unset;  // of all the elements, where sort is tuple
  };
  Sort find(const Expr* e) const;  // of(e), by the sorts of its parts
  Sort find_literal(const Expr* e) const;
  bool find_natural(const Expr* e) const;
  bool find_computed(const Expr* e) const;
  void collect(const File& file, bool prompt);
  void collect(const Stmt* s);
  void collect(const Expr* e);
  void spoil(const Expr* place);
  Sort binary(Operator op, Sort a, Sort b) const;
  void settle(const File& file, bool prompt);
  bool settle(Facts& facts);
  void give(const Expr* target, const Assigned& value);
  void collect(const Function* f);
  void returns(const Expr* e, Facts& out);
  Sort element(const Expr* e) const;
  Sort index(const Index* e) const;
  Sort compare(const Compare* e) const;
  Sort branches(const Expr* e, Sort (Proof::*of_value)(const Expr*) const) const;
  Sort call(const Call* e) const;
  Sort known_call(const Call* e, const Function* f) const;
  Sort of_name(const Name* e) const;
  void collect_tests(const File& file);

  std::unordered_map<const Binding*, Facts> facts_;
  std::unordered_map<const Function*, Facts> results_;  // of functions that nobody binds again
  std::unordered_map<const Function*, std::vector<const Binding*>> tested_;
  std::unordered_map<const Binding*, const Expr*> starts_;  // of the loops over a range

  // What was found once nothing changes any more: the emitter asks about each part of a long
  // expression, and then about its parts.
  bool is_settled_ = false;
  mutable std::unordered_map<const Expr*, Sort> sorts_, literals_;
  mutable std::unordered_map<const Expr*, bool> naturals_, computed_;
};

}  // namespace rille::lang
