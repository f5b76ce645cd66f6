// Core: runs the passes in order, and answers queries.
#include "lang/core.h"

#include "lang/core/passes.h"

namespace rille::lang {

Core::Core(const File& in, bool at_prompt) : file(in), prompt(at_prompt) {
  lower(*this);
  find_effects(*this);
  find_sorts(*this);
  find_updated(*this);
  find_loans(*this);
  find_keeps(*this);
  find_makers(*this);
  find_written(*this);
}

const Variable& Core::of(const Binding* b) const {
  static const Variable unknown;
  auto at = variables.find(b);
  return at == variables.end() ? unknown : at->second;
}

bool Core::is_updated(const Binding* b) const {
  if (prompt && b->is_place() && b->owner == nullptr && b->depth == 0) return true;
  const Variable& x = of(b);
  return x.is_updated || x.stands_for != nullptr;
}

const Binding* Core::place_of(const Binding* b) const {
  while (const Binding* behind = of(b).stands_for) b = behind;
  return b;
}

bool Core::keeps(const Binding* param) const {
  return prompt || param == nullptr || param->is_captured || param->is_place() || of(param).is_kept;
}

const std::vector<const Binding*>& Core::tested(const FunctionDecl* f) const {
  static const std::vector<const Binding*> none;
  auto at = tests.find(f);
  return at == tests.end() ? none : at->second;
}

}  // namespace rille::lang
