// What an expression may do besides having a value.
#pragma once

#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// Of a construct with control flow; null of other expressions.
const Flow* flow_of(const Expr* e);

// Whether nothing in it checks, prints, calls or assigns.
bool cannot_fail(const Expr* e);

// Whether a call in it prints, as far as callees are known.
bool prints(const Expr* e);

// Whether nothing in it assigns to a var around: no construct does, no `&`, no `!`.
bool only_reads(const Expr* e);

// The vars around that it assigns.
std::vector<const Binding*> assigned_in(const Expr* e);

}  // namespace rille::lang
