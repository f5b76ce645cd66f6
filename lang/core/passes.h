// The passes over a Core, and what they ask of the tree.
#pragma once

#include "lang/core.h"
#include "lang/resolve.h"

namespace rille::lang {

// In this order; each reads what those before it found.
void lower(Core& core);
void find_effects(Core& core);
void find_sorts(Core& core);
void find_updated(Core& core);
void find_loans(Core& core);
void find_keeps(Core& core);
void find_makers(Core& core);
void find_written(Core& core);

// Of sorts: the params that a native body takes for numbers (scalars.cpp).
void find_tests(Core& core);

// Of a construct with control flow; null of other expressions.
const Flow* flow_of(const Expr* e);

// The vars around that e assigns.
std::vector<const Binding*> assigned_in(const Expr* e);

// The names that a pattern binds, but for `...rest`.
void names_in(const Pattern* p, std::vector<const Binding*>& out);

// Arguments that a call may be lent, and names that a tuple of results may overwrite: as many as
// vm/runtime/raw.h says.
constexpr size_t most_lent = 8;

// The names that `p = step(p, x)` assigns, where it lends the value of one of them to the call;
// none otherwise.
std::vector<const Binding*> lending_targets(const Assign* s);

// The places of which a loop writes single elements, and does no more than read and write parts:
// none of them is shared in it as a whole, or becomes another value.
std::vector<const Binding*> written_elements(const Core& core, const Lines& turn);

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
