// Binding: one name of a program, and its resolved facts.
#pragma once

#include <string>
#include <vector>

#include "vm/text/source.h"

namespace rille::lang {

struct Expr;
struct FunctionDecl;
struct Structure;
struct TypeExpr;

enum class BindingKind {
  let,        // immutable, as are the names in patterns of let, for, and match
  variable,   // var: mutable
  function,   // fn
  procedure,  // proc
  structure,  // struct
  param,      // immutable like let, unless it is inout
  loop,       // the variable of a for, or of a clause of a comprehension
  import,
  size,  // the size of an axis that an annotation names: an integer in the body
};

// What the resolver knows about a name. Created where the name is bound; each Name that reads
// it and each place that assigns it points here. Invariants, maintained by lang/resolve.cpp:
//   - owner is the innermost function or lambda around the definition; null for top-level code of
//     the file.
//   - only a variable or an inout parameter is ever assigned, and only by its owner.
struct Binding {
  std::string name;
  BindingKind kind = BindingKind::let;
  Span span;  // of the name where it is bound
  FunctionDecl* owner = nullptr;
  int depth = 0;  // of nested blocks; 0 for the top level of the file
  int id = 0;     // unique in the file, in source order

  bool is_inout = false;      // an inout parameter
  bool is_exported = false;   // a top-level let, fn, proc, or struct without a leading _
  bool is_assigned = false;   // rebound later, by =, op=, &, or !
  bool is_captured = false;   // read by a function or lambda inside the owner
  bool may_be_unset = false;  // a function that reads it may run before its line: reads check
  int reads = 0;

  FunctionDecl* function = nullptr;  // of a fn or proc, or of a let whose value is a lambda
  Structure* structure = nullptr;    // struct
  const TypeExpr* type = nullptr;    // the annotation, if any
  const Expr* value = nullptr;       // of a let or var without a destructuring pattern

  bool is_place() const { return kind == BindingKind::variable || is_inout; }
};

// The outer effects of an if, match, for, while, or comprehension: assignments and jumps.
struct Flow {
  // Outer variables that the construct assigns, in order of binding: the loop-carried variables of
  // a loop, or the variables joined after an if.
  std::vector<Binding*> assigns;
  bool has_break = false;     // of a loop, or else of the enclosing loop
  bool has_continue = false;  // of a loop, or else of the enclosing loop
  bool has_return = false;
  bool taken = false;  // the value is used: for stacks its values, if and match join theirs
};

}  // namespace rille::lang
