// Closures: nested Lua functions and their returns.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Closures : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  // "function(params, carries) … end", which returns the values that `like` specifies.
  std::string closure(const LuaBody& like, std::vector<std::string> params,
                      const std::vector<const Binding*>& carries,
                      const std::function<void()>& body);
  void finish(const std::string& value);  // writes the return at the end of the Lua function
  void leave(LeaveCode code, const std::string& value);
  Piece lambda(const Lambda* e);
  Piece gather(const Comprehension* e);
  // [f(x) for x in xs] whose numbers are parsed in a dtype, as the literal of f64([0.1]) is.
  Piece comprehension_in(const Comprehension* e, const std::string& dtype);

 private:
  std::vector<const Binding*> held_by_value(const FunctionDecl* f) const;
  Piece holding(const FunctionDecl* f, const std::vector<const Binding*>& held, bool waits);
  Piece traced_gather(const Comprehension* e);
  Piece comprehension(const Comprehension* e, size_t clause, const std::string& dtype);
  void item_in(const Expr* body, const std::string& dtype);
};

}  // namespace rille::lang
