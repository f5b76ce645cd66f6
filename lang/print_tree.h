// print_tree(): a tree as text in parentheses.
#pragma once

#include <string>

#include "lang/ast.h"

namespace rille::lang {

// One line a statement: (let x (+ a 1)). Says what was parsed, nothing of what was resolved.
std::string print_tree(const File& file);
std::string print_tree(const Expr& e);
std::string print_tree(const Pattern& p);
std::string print_tree(const TypeExpr& t);

}  // namespace rille::lang
