// EmitterPart: the base class of the parts of the emitter.
#pragma once

#include "lang/emit/writer.h"

namespace rille::lang {

struct EmitterParts;

// Each function returns the text of one operand, after it wrote the statements that must precede
// it.
using OperandWriters = std::vector<std::function<Piece()>>;

// Each part writes one kind of construct and calls the others through parts_. Statements that an
// expression needs are written before it, and sequence() preserves the evaluation order of the
// pieces of an operation.
class EmitterPart : protected LuaWriter {
 public:
  EmitterPart(EmitState& writing, EmitterParts& parts) : LuaWriter(writing), parts_(parts) {}

 protected:
  // Implemented by Expressions and Reads.
  Piece expr(const Expr* e);
  Piece plain_expr(const Expr* e);
  Piece borrow(const Expr* e);
  std::vector<Piece> sequence(const OperandWriters& evals);
  std::vector<Piece> operands(const std::vector<const Expr*>& list, bool keeps = true);
  void into(const Expr* e, const ValueTarget& target);
  void give(const Piece& code, const ValueTarget& target);

  // Static facts about the code that is being written.
  bool has_one_body() const;
  bool may_be_traced() const;
  StaticType sort_of(const Expr* e) const;
  bool is_boolean(const Expr* e) const;
  bool is_numeric(const Expr* e) const;
  bool is_integer(const Expr* e) const;
  bool is_string(const Expr* e) const;
  bool orders(const Expr* e) const;  // whether e is a number, or a string outside of traces
  bool native_relation(const CompareLink& link, const Expr* left) const;
  bool is_updated(const Expr* place) const;
  bool stands_for(const Pattern* p) const;
  bool keeps_old(const Expr* place) const;
  bool leaves(const Expr* e) const;
  bool is_deep() const;

  EmitterParts& parts_;
};

// The form of the closures of a construct whose control flow is written as closures.
LuaBody body_of(const Flow& flow, bool value);

inline bool is_equality(Relation r) { return r == Relation::equal || r == Relation::unequal; }

}  // namespace rille::lang
