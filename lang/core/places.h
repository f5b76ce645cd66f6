// Places: a root with fields and indices, and their overlap.
#pragma once

#include <string>
#include <unordered_map>
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

// i of x[i]; null of any other step.
const Expr* only_index(const Expr* step);

enum class Overlap { apart, same, maybe };

// Where the loops over ranges start, by their names.
using Starts = std::unordered_map<const Binding*, const Expr*>;

// How two places of one root lie to each other: whether they share an element. An index is known by
// its text: a literal, a name that is no place, a counter that starts behind another.
Overlap overlap(const Expr* a, const Expr* b, const Starts& starts = {});

}  // namespace rille::lang
