// Uses: the names in a file and what they refer to.
#pragma once

#include <string>
#include <vector>

#include "lang/ast.h"

namespace rille::lsp {

// A word of the text that refers to a binding, a builtin, or a member.
struct NameUse {
  enum class Kind : uint8_t { name, member, argument, field };
  Kind kind = Kind::name;
  Span span;
  std::string word;
  lang::Binding* binding = nullptr;            // of a named argument: the binding of the parameter
  const lang::BuiltinRecord* known = nullptr;  // the builtin, if any
  const lang::Dot* dot = nullptr;              // the expression of a member
  lang::Structure* of = nullptr;               // the struct of a member or field, if known
  bool is_definition = false;
  bool is_written = false;
  bool is_type = false;  // true in an annotation
  bool is_size = false;  // true in the brackets of an annotation
};

// All uses of a file in the order of the text. An outer call or function precedes the inner ones.
struct Uses {
  std::vector<NameUse> all;
  std::vector<const lang::CallExpr*> calls;
  std::vector<const lang::FunctionDecl*> functions;
  std::vector<const lang::Let*> lets;

  const NameUse* at(size_t offset) const;  // null if the offset is not in a name
};

// Returns the uses of a file without syntax errors; it may have unresolved names.
Uses uses_of(const lang::File& file);

// Returns the span of a member of a struct, or an empty span if it does not exist.
Span member_of(const lang::Structure& structure, const std::string& word);

}  // namespace rille::lsp
