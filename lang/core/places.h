// Places: a root with fields and indices, and their overlap.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// Whether an expression is a name with fields and indices.
inline bool is_path(const Expr* e) {
  return e->kind == ExprKind::name || e->kind == ExprKind::dot || e->kind == ExprKind::index;
}

// Whether all arguments are positional values, without names, spreads, or `&`.
bool is_plain(const CallExpr* e);
bool has_place(const CallExpr* e);

// Returns x for x.f and x[i].
const Expr* base_of(const Expr* step);

// The steps of a place, beginning at the root.
std::vector<const Expr*> steps_of(const Expr* place);

// One letter for each subscript of an index: i an index, : a slice, . an ellipsis, n a new axis.
std::string form_of(const IndexExpr* e);

// The number of values that a step needs in addition to its base.
size_t operand_count(const Expr* step);

// Returns i for x[i], and null for any other step.
const Expr* only_index(const Expr* step);

enum class Overlap { apart, same, maybe };

// The starts of loops over ranges, by loop variable.
using RangeStarts = std::unordered_map<const Binding*, const Expr*>;

// Whether two places with the same root share an element. Indices are compared statically: by
// literals, immutable names, and counters that start after another counter.
Overlap overlap(const Expr* a, const Expr* b, const RangeStarts& starts = {});

}  // namespace rille::lang
