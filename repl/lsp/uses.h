// Uses: where the names of a file stand, and what each is.
#pragma once

#include <string>
#include <vector>

#include "lang/ast.h"

namespace rille::lsp {

// A word of the text that names something: a binding, a builtin, or else a member.
struct Use {
  enum class Kind : uint8_t { name, member, argument, field };
  Kind kind = Kind::name;
  Span span;
  std::string word;
  lang::Binding* binding = nullptr;    // also of the parameter that a named argument is for
  const lang::Known* known = nullptr;  // a builtin
  const lang::Dot* dot = nullptr;      // of a member: where it stands
  lang::Structure* of = nullptr;       // of a member or field whose struct is known
  bool is_definition = false;
  bool is_written = false;
  bool is_type = false;  // in an annotation
  bool is_size = false;  // in the brackets of one
};

// All of a file, in the order of the text; `calls` and `functions` from the outside in.
struct Uses {
  std::vector<Use> all;
  std::vector<const lang::Call*> calls;
  std::vector<const lang::Function*> functions;
  std::vector<const lang::Let*> lets;

  const Use* at(size_t offset) const;  // null where none stands there
};

// Of a file that was parsed without errors, and resolved as far as it could be.
Uses uses_of(const lang::File& file);

// A member of a struct, by its name; an empty span where it has none.
Span member_of(const lang::Structure& structure, const std::string& word);

}  // namespace rille::lsp
