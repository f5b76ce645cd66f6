// Binding: one name of a program, and all that is known of it.
#pragma once

#include <string>
#include <vector>

#include "vm/text/source.h"

namespace rille::lang {

struct Expr;
struct Function;
struct Structure;
struct TypeExpr;

enum class BindingKind {
  let,        // also the names of patterns of let, for, match: each binds for good
  variable,   // var: a place
  function,   // fn
  procedure,  // proc
  structure,  // struct
  param,      // binds like let, unless it is inout: then it is a place
  loop,       // the name of a for or of a comprehension's clause
  import,
  size,  // an axis named by an annotation: an int in the body
};

// What the resolver knows of a name. Made where the name is bound; each Name that reads it
// and each place that assigns it points here. Invariants (kept by lang/resolve.cpp):
//   - owner is the innermost function or lambda around the definition; null: host code of
//     the file itself.
//   - only a variable or an inout param is ever assigned; nobody assigns a captured one.
struct Binding {
  std::string name;
  BindingKind kind = BindingKind::let;
  Span span;  // the name where it is bound
  Function* owner = nullptr;
  int depth = 0;  // of blocks: 0 is the file's top level
  int id = 0;     // unique in its file, in the order of the text

  bool is_inout = false;      // an inout param
  bool is_exported = false;   // top level let, fn, proc, struct without a leading _
  bool is_assigned = false;   // rebound after it was made, by =, op=, & or !
  bool is_captured = false;   // read by a function or lambda inside its owner
  bool may_be_unset = false;  // a function reads it and may run before its line: reads check it
  int reads = 0;

  Function* function = nullptr;    // fn, proc; or a let whose value is a lambda
  Structure* structure = nullptr;  // struct
  const TypeExpr* type = nullptr;  // the annotation, if any
  const Expr* value = nullptr;     // of a let or var without a destructuring pattern

  bool is_place() const { return kind == BindingKind::variable || is_inout; }
};

// How control and assignment leave a construct: an if, match, for, while, comprehension.
struct Flow {
  // Outer places that it assigns, in the order in which they were bound: exactly the
  // loop-carried variables of a loop, the joined ones of an if.
  std::vector<Binding*> assigns;
  bool has_break = false;     // for a loop: its own; else: of the loop around it
  bool has_continue = false;  // likewise
  bool has_return = false;
  bool taken = false;  // somebody takes its value: for stacks, if and match join
};

}  // namespace rille::lang
