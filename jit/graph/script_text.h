// Terms: the values of a graph as pieces of a script.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jit/graph.h"

namespace rille {

// How tightly an expression holds together, by the table of docs/language.md.
enum class Hold : uint8_t { any, either, both, negated, compared, sum, product, unary, atom };

struct Piece {
  std::string text;
  Hold hold = Hold::atom;
};

// In brackets where it holds less tightly than its place asks.
std::string held(const Piece& piece, Hold least);

// What stands for a value where it is read.
struct Term {
  enum class Form : uint8_t {
    named,    // by a name
    inside,   // by its expression, which its one reader holds
    literal,  // a number, everywhere in it
    spread    // `source`, again along `axes` of the type
  };
  Form form = Form::named;
  Piece piece = {};
  Type type = {};
  bool weak = false;  // a host number, such as a counter: it takes the dtype of what it meets
  AttrValue value = int64_t{0};
  std::shared_ptr<Term> source = {};
  Ints axes = {};
  bool has_ones = false;  // the source has the axes already, each of extent 1
  ModulePath layer = {};  // of an expression
};
using TermRef = std::shared_ptr<Term>;
TermRef number_term(const Type& type, const AttrValue& value);  // a literal

// The value exactly: its dtype, its shape, and no host number.
Piece exact(const Term& term);
std::string exact(const Term& term, Hold least);

bool is_host(const Term& term);  // a literal or weak: without a dtype of its own

// Values of which an operator or a function like `where` makes one of that shape, element by
// element: literals as host numbers, and no broadcast that it makes anyway.
std::vector<Piece> together(const std::vector<TermRef>& terms, const Shape& shape);
// The same, where the result may be a host number: it is, if all are.
std::vector<Piece> together_weak(const std::vector<TermRef>& terms, const Shape& shape);

std::string dtype_word(Dtype dtype);
std::string shape_text(const Shape& shape);  // "3", "(2, 3)"
std::string tuple_text(const Ints& list);    // "(0,)"
std::string axes_text(const Ints& axes);     // "0", "(0, 1)"
std::string number_literal(Dtype dtype, const AttrValue& value);
bool is_number(const Term& term, double value);   // a literal of that
std::string quoted_text(std::string_view text);   // as a string of the language
std::string escaped_text(std::string_view text);  // what stands between its quotes, braces kept
Piece called(std::string_view word, const std::vector<std::string>& args);

}  // namespace rille
