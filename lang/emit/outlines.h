// Outlines: moves deep or crowded code to separate functions.
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
  struct Boxed {  // variables that live in a table, and their former names
    std::vector<const Binding*> places = {};
    std::vector<std::string> names = {};
    std::string table = {};
  };
  std::string outlined_body(const Expr* e, const Body& like);
  Boxed boxed_places(std::vector<const Binding*>& carries);
  void leave_by(const std::string& code, const std::string& returned, const Flow& flow);
};

}  // namespace rille::lang
