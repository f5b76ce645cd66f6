// The passes over a Core, and their queries of the tree.
#pragma once

#include <unordered_map>

#include "lang/core.h"
#include "lang/resolve.h"

namespace rille::lang {

// The passes run in this order, and each reads the results of the earlier ones.
void lower(Core& core);
void find_effects(Core& core);
void find_sorts(Core& core);
void find_updated(Core& core);
void find_loans(Core& core);
void find_keeps(Core& core);
void find_makers(Core& core);
void find_written(Core& core);

// Called by find_sorts: parameters that a native body assumes to be numbers (scalars.cpp).
void find_tests(Core& core);

// Called by find_sorts, for values in order (naturals.cpp): whether an expression is an integer
// from 0 on, where `starts` has the first values of loops over ranges; whether a value is the
// result of an operation on numbers.
bool find_natural(const Core& core, const Expr* e,
                  const std::unordered_map<const Binding*, const Expr*>& starts);
bool find_computed(const Core& core, const CoreValue& value);

// The flow of a control-flow construct; null for other expressions.
const Flow* flow_of(const Expr* e);

// The outer variables that e assigns.
std::vector<const Binding*> assigned_in(const Expr* e);

// The names that a pattern binds, except `...rest`.
void names_in(const Pattern* p, std::vector<const Binding*>& out);

// Maximum number of arguments whose values a call may take over, and of targets that a tuple of
// results may overwrite. Equal to the limit in vm/runtime/raw.h.
constexpr size_t max_lent = 8;

// The targets of `p = step(p, x)`, if the call may take over the value of one of them; otherwise
// empty.
std::vector<const Binding*> lending_targets(const Assign* s);

// The variables of which a loop writes single elements, and which it otherwise uses only by reading
// and writing parts: none of them is shared as a whole or rebound.
std::vector<const Binding*> written_elements(const Core& core, const ValueRange& turn);

// The function without self that S.f( ) calls, where S is a struct; otherwise null.
const FunctionDecl* static_method(const CallExpr* e);

// The function that a call runs, if the callee is a name that is never rebound; otherwise null.
const FunctionDecl* known_function(const CallExpr* e);

// How a builtin uses an argument, according to its record.
Use use_of(const BuiltinRecord& builtin, const CallExpr* e, size_t argument);

// The builtin that x.f(a) calls if x is not a record; null if the file defines a member f, since a
// record or an instance may have a field or method f.
const BuiltinRecord* method_of(const File& file, const CallExpr* e);

}  // namespace rille::lang
