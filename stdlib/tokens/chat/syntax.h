// The parts of a template, as they were written.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/tokens/chat/thing.h"

namespace rille {

struct ChatExpr;
using ChatExprRef = std::unique_ptr<const ChatExpr>;
using ChatExprs = std::vector<ChatExprRef>;

struct ChatArgument {
  std::string name;  // "" by position
  ChatExprRef value;
};

// One kind of node for all expressions: what `kind` does not need is empty.
struct ChatExpr {
  enum class Kind {
    constant,
    name,
    list,
    tuple,
    table,      // parts: a key and a value by turns
    unary,      // word: not, -, +
    binary,     // word: the operator; `and` and `or` too
    compare,    // parts: operands; words: operators between them
    attribute,  // parts[0].word
    item,       // parts[0][parts[1]]
    slice,      // parts[0][parts[1]:parts[2]:parts[3]], null where left out
    call,       // parts[0](arguments)
    filter,     // parts[0] | word(arguments)
    test,       // parts[0] is word(arguments); word[0] == '!' where it is negated
    choice,     // parts[0] if parts[1] else parts[2], which may be null
  };
  Kind kind;
  int line = 0;
  std::string word = {};
  Thing constant = {};
  ChatExprs parts = {};
  std::vector<std::string> words = {};
  std::vector<ChatArgument> arguments = {};

  // `a + b + c` is as deep as it is long, so that parts are freed one after the other, not within
  // each other.
  ~ChatExpr();
};

struct ChatNode;
using ChatBody = std::vector<std::unique_ptr<const ChatNode>>;

struct ChatNode {
  enum class Kind {
    text,      // word
    output,    // expr
    branch,    // if: exprs are conditions, bodies theirs, one more for else
    loop,      // for names in exprs[0] [if exprs[1]]; bodies[0], bodies[1] of else; word:
               // "recursive" where `loop` can be called
    with,      // names = exprs for bodies[0]
    set,       // names = exprs[0]; name.word of a namespace
    capture,   // set name: bodies[0], through filters
    macro,     // word(names), exprs: defaults of the last ones
    call,      // call exprs[0]: bodies[0] is `caller`
    filtered,  // filter: exprs[0] is of a name, which stands for bodies[0]
    leave,     // break
    next,      // continue
    group,     // bodies[0], as it is
  };
  Kind kind;
  int line = 0;
  std::string word = {};
  std::vector<std::string> names = {};
  std::vector<ChatExprRef> exprs = {};
  std::vector<ChatBody> bodies = {};
};

// error[value] names the line where it is no template. Blocks lose the line's end behind them and
// the blanks in front, as transformers sets it.
ChatBody parse_template(std::string_view text);

// A fault at a line of the template.
[[noreturn]] void fail_at(int line, std::string_view what, bool is_limit = false);

}  // namespace rille
