// print_tree(): writes a tree as S-expressions.
#pragma once

#include <string>

#include "lang/ast.h"

namespace rille::lang {

// One line per statement: (let x (+ a 1)). Shows the parsed tree, without resolved facts.
std::string print_tree(const File& file);
std::string print_tree(const Expr& e);
std::string print_tree(const Pattern& p);
std::string print_tree(const TypeExpr& t);

}  // namespace rille::lang
