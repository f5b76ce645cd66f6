// Part: what the parts of the emitter have in common.
#pragma once

#include "lang/emit/writer.h"

namespace rille::lang {

struct Parts;

// Each gives the text of one operand, and writes what must stand before it.
using Evals = std::vector<std::function<Piece()>>;

// Each part writes one kind of construct; it asks the others through parts_. Statements that an
// expression needs are written before it; the pieces of one operation are then kept in order by
// sequence().
class Part : protected Writer {
 public:
  Part(Writing& writing, Parts& parts) : Writer(writing), parts_(parts) {}

 protected:
  // Of Expressions and Reads.
  Piece expr(const Expr* e);
  Piece plain_expr(const Expr* e);
  Piece borrow(const Expr* e);
  std::vector<Piece> sequence(const Evals& evals);
  std::vector<Piece> operands(const std::vector<const Expr*>& list, bool keeps = true);
  void into(const Expr* e, const Target& target);
  void give(const Piece& code, const Target& target);

  // What is known where the text at hand runs.
  bool has_one_body() const;
  bool may_be_traced() const;
  Sort sort_of(const Expr* e) const;
  bool is_boolean(const Expr* e) const;
  bool is_numeric(const Expr* e) const;
  bool is_integer(const Expr* e) const;
  bool is_string(const Expr* e) const;
  bool orders(const Expr* e) const;  // a number, or a string outside of traces
  bool native_relation(const Link& link, const Expr* left) const;
  bool is_updated(const Expr* place) const;
  bool stands_for(const Pattern* p) const;
  bool keeps_old(const Expr* place) const;
  bool leaves(const Expr* e) const;
  bool is_deep() const;

  Parts& parts_;
};

// Of a construct whose control flow is closures: what one of them is like.
Body body_of(const Flow& flow, bool value);

inline bool is_equality(Relation r) { return r == Relation::equal || r == Relation::unequal; }

}  // namespace rille::lang
