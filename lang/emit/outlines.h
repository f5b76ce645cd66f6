// Outlines: deep or crowded code as functions of the chunk.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Outlines : public Part {
 public:
  using Part::Part;
  std::string lifted(std::string function, bool always = false);
  void outlined(const Expr* e, const Target& target);
  void jump(StmtKind kind);  // break or continue

 private:
  struct Boxed {  // places that stand in a table, and the names that they had
    std::vector<const Binding*> places = {};
    std::vector<std::string> names = {};
    std::string table = {};
  };
  std::string outlined_body(const Expr* e, const Body& like);
  Boxed boxed_places(std::vector<const Binding*>& carries);
  void leave_by(const std::string& code, const std::string& returned, const Flow& flow);
};

}  // namespace rille::lang
