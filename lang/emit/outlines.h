// Outlines: moves deep or crowded code to separate functions.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Outlines : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  std::string lifted(std::string function, bool always = false);
  void outlined(const Expr* e, const ValueTarget& target);
  void jump(StmtKind kind);  // break or continue

 private:
  struct BoxedVariables {  // variables that live in a table, and their former names
    std::vector<const Binding*> places = {};
    std::vector<std::string> names = {};
    std::string table = {};
  };
  std::string outlined_body(const Expr* e, const LuaBody& like);
  BoxedVariables boxed_places(std::vector<const Binding*>& carries);
  void leave_by(const std::string& code, const std::string& returned, const Flow& flow);
};

}  // namespace rille::lang
