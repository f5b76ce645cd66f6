// Uses: who may keep what is read of a place.
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "lang/ast.h"
#include "lang/resolve.h"

namespace rille::lang {

// A value that a place updates in place (vm/runtime/access.cpp) must not be seen by anyone else
// when it is. Who reads a part of a place and may keep it marks it as shared, at run time. Here
// stands where nobody needs to:
//   - a let that stands for a part of a place while that place is not updated (a stand-in);
//   - `var b = xs[j]` … `xs[j] = b` where nothing between looks at xs[j]: b takes the element and
//     gives it back (a loan);
//   - a param of a known function that keeps nothing of it.
// Native code only: what a trace runs always shares.
class Uses {
 public:
  Uses(const File& file, bool prompt);

  // Its value may be part of what is updated in place: a place that is updated by parts or by
  // calls, or a stand-in for a part of one. At the prompt a later cell may update any place of the
  // top level.
  bool is_updated(const Binding* b) const {
    bool is_open = prompt_ && b->is_place() && b->owner == nullptr && b->depth == 0;
    return is_open || updated_.contains(b) || stand_ins_.contains(b);
  }
  bool is_stand_in(const Binding* b) const { return stand_ins_.contains(b); }
  bool is_loan(const Stmt* s) const { return loans_.contains(s); }  // its let, and its return
  // The place behind a stand-in; itself for any other name.
  const Binding* place_of(const Binding* b) const;
  bool keeps(const Binding* param) const;

 private:
  void find_updated(const File& file);

  // loans.cpp
  void find_loans(const Block& block);
  bool is_lent(const Block& block, size_t from, size_t to, const Expr* path) const;
  void find_stand_ins(const Block& block);
  const Name* standing_for(const Pattern* pattern, const Expr* value) const;
  void stand_in(const Pattern* pattern, const Name* root);
  bool updates(const Node* node, const Binding* place) const;

  // keeps.cpp
  void visit(const Expr* e, bool keeps);
  void visit_all(const std::vector<const Expr*>& list, bool keeps);
  void visit_call(const Call* e, bool keeps);
  void visit_path(const Expr* e, bool keeps);
  void visit_clause(const Clause& clause);
  void visit_statement(const Stmt* s, bool keeps);
  void visit_assign(const Assign* s);
  void flow(const Expr* value, const Pattern* to);
  bool pattern_keeps(const Pattern* p) const;
  void keep(const Binding* b);

  const File& file_;
  std::set<const Binding*> updated_, kept_;
  std::unordered_map<const Binding*, const Binding*> stand_ins_;  // to the name that they read
  std::set<const Stmt*> loans_;
  std::unordered_map<const Binding*, const Expr*> starts_;  // of loops over a range
  bool prompt_;
};

// Values that are made for who takes them: no name holds them, or a part of them. Made of what C++
// gives back, which is always new, through literals, functions and lets that are read once.
class Makers {
 public:
  Makers(const File& file, bool prompt);
  bool is_new(const Expr* e) const;

 private:
  bool is_new_call(const Call* e) const;
  bool is_new_or_number(const Expr* e) const;
  bool all_new(const std::vector<Item>& items) const;

  bool prompt_;
  std::set<const Function*> makers_;
  std::unordered_map<const Binding*, int> reads_;
  std::unordered_map<const Binding*, const Expr*> lets_;
};

// Arguments that a call may be lent, and names that a tuple of results may overwrite: as many as
// vm/runtime/raw.h says.
constexpr size_t most_lent = 8;

// The names that `p = step(p, x)` assigns, where it lends the value of one of them to the call;
// none otherwise.
std::vector<const Binding*> lending_targets(const Assign* s);

// The places of which a loop writes single elements and does no more than read and write parts:
// none of them is shared in it as a whole, or becomes another value.
std::vector<const Binding*> written_elements(const Expr* condition, const Expr* body);

// The function of a struct, without self, that S.f( ) calls; null where it is none.
const Function* static_method(const Call* e);

// The function behind a call of a name that nobody binds again; null where that is not known.
const Function* known_function(const Call* e);

// What becomes of an argument of a builtin, by its record.
Use use_of(const Known& builtin, const Call* e, size_t argument);

// The builtin that x.f(a) stands for where x is no record; null where the file has an f of its own.
// Of a record or an instance, which may have a field or a method f, nothing is known.
const Known* method_of(const File& file, const Call* e);

}  // namespace rille::lang
