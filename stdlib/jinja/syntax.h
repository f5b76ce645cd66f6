// The syntax tree of a template: expressions and statements.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/jinja/value.h"

namespace rille {

struct JinjaExpr;
using JinjaExprRef = std::unique_ptr<const JinjaExpr>;
using JinjaExprs = std::vector<JinjaExprRef>;

struct JinjaArgument {
  std::string name;  // "" for a positional argument
  JinjaExprRef value;
};

// One type for all expressions: members that a `kind` does not use are empty.
struct JinjaExpr {
  enum class Kind {
    constant,
    name,
    body,  // the text of the block that is filtered: JinjaScope::body
    list,
    tuple,
    dict,       // parts: a key, its value, a key, its value, …
    unary,      // word: not, -, +
    binary,     // word: the operator, including `and` and `or`
    compare,    // parts: operands; words: operators between them
    attribute,  // parts[0].word
    item,       // parts[0][parts[1]]
    slice,      // parts[0][parts[1]:parts[2]:parts[3]], null if omitted
    call,       // parts[0](arguments)
    filter,     // parts[0] | word(arguments)
    test,       // parts[0] is word(arguments); `is not` if is_negated
    choice,     // parts[0] if parts[1] else parts[2], which may be null
  };
  Kind kind;
  int line = 0;
  std::string word = {};
  bool is_negated = false;
  JinjaValue constant = {};
  JinjaExprs parts = {};
  std::vector<std::string> words = {};
  std::vector<JinjaArgument> arguments = {};

  // The depth of `a + b + c` grows with its length, so parts are freed iteratively, not
  // recursively.
  ~JinjaExpr();
};

struct JinjaNode;
using JinjaBody = std::vector<std::unique_ptr<const JinjaNode>>;

// One type for all statements.
struct JinjaNode {
  enum class Kind {
    text,      // word
    output,    // exprs[0]
    branch,    // if: exprs are the conditions of bodies; an extra body is the else
    loop,      // for names in exprs[0] [if exprs[1]]: bodies[0], else: bodies[1]
    with,      // with names = exprs: bodies[0]
    set,       // names = exprs[0]; or, for a namespace, names[0].word = exprs[0]
    capture,   // set names[0]: bodies[0] through the filters exprs[0]
    macro,     // macro word(names); exprs are the defaults of the last names
    call,      // call exprs[0], with bodies[0] as `caller`
    filtered,  // filter: bodies[0] through the filters exprs[0]
    leave,     // break
    next,      // continue
    group,     // bodies[0] unchanged
  };
  Kind kind;
  int line = 0;
  std::string word = {};
  bool is_recursive = false;  // whether `loop` can be called
  std::vector<std::string> names = {};
  std::vector<JinjaExprRef> exprs = {};
  std::vector<JinjaBody> bodies = {};
};

// Parses a template; error[value] with the line if it is invalid. A block removes the line break
// after it and the whitespace before it, as with trim_blocks and lstrip_blocks of Jinja.
JinjaBody parse_template(std::string_view text);

// Raises an error at a line of the template.
[[noreturn]] void fail_at(int line, std::string_view what, bool is_limit = false);

}  // namespace rille
