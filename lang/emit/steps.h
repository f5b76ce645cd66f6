// Steps: the fields and indices of a place, from its root.
#pragma once

#include <string>
#include <vector>

#include "lang/ast.h"

namespace rille::lang {

// A name with fields and indices.
inline bool is_path(const Expr* e) {
  return e->kind == ExprKind::name || e->kind == ExprKind::dot || e->kind == ExprKind::index;
}

// Positions alone: no names, spreads or places.
bool is_plain(const Call* e);
bool has_place(const Call* e);

// x of x.f and x[i].
const Expr* base_of(const Expr* step);

// From the root outwards.
std::vector<const Expr*> steps_of(const Expr* place);

// One letter for each sub of an index: i an index, : a slice, . the rest, n a new axis.
std::string form_of(const Index* e);

// The number of values that a step needs beside its base.
size_t operand_count(const Expr* step);

}  // namespace rille::lang
