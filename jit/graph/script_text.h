// Terms: the values of a graph as parts of a script.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jit/graph.h"

namespace rille {

// Operator precedence, as in the table of docs/language.md.
enum class Precedence : uint8_t { any, either, both, negated, compared, sum, product, unary, atom };

struct ScriptExpr {
  std::string text;
  Precedence hold = Precedence::atom;
};

// Adds parentheses if the precedence is lower than required.
std::string held(const ScriptExpr& piece, Precedence least);

// The representation of a value in the places where it is read.
struct Term {
  enum class TermForm : uint8_t {
    named,    // by a name
    inside,   // by its expression, inlined into its only reader
    literal,  // one number in all elements
    spread    // `source`, broadcast along `axes` of the type
  };
  TermForm form = TermForm::named;
  ScriptExpr piece = {};
  Type type = {};
  // A host scalar, such as a counter, which takes the dtype of the other operand.
  bool weak = false;
  AttrValue value = int64_t{0};
  std::shared_ptr<Term> source = {};
  Ints axes = {};
  bool has_ones = false;  // the source already has these axes, each of size 1
  ModulePath layer = {};  // of an expression
};
using TermRef = std::shared_ptr<Term>;
TermRef number_term(const Type& type, const AttrValue& value);  // a literal

// The value with its exact dtype and shape, never as a host scalar.
ScriptExpr exact(const Term& term);
std::string exact(const Term& term, Precedence least);

bool is_host(const Term& term);  // a literal or weak: without a dtype of its own

// Operands of an operator or of a function such as `where`, which combines them elementwise to this
// shape. Literals become host scalars, and broadcasts that the operator does itself are omitted.
std::vector<ScriptExpr> together(const std::vector<TermRef>& terms, const Shape& shape);
// The same, if the result may be a host scalar: it is one if all operands are.
std::vector<ScriptExpr> together_weak(const std::vector<TermRef>& terms, const Shape& shape);

std::string dtype_word(Dtype dtype);
std::string shape_text(const Shape& shape);  // "3", "(2, 3)"
std::string tuple_text(const Ints& list);    // "(0,)"
std::string axes_text(const Ints& axes);     // "0", "(0, 1)"
std::string number_literal(Dtype dtype, const AttrValue& value);
bool is_number(const Term& term, double value);  // a literal of this value
std::string quoted_text(std::string_view text);  // as a string literal of the language
// The contents of that literal, with braces unescaped.
std::string escaped_text(std::string_view text);
ScriptExpr called(std::string_view word, const std::vector<std::string>& args);

}  // namespace rille
