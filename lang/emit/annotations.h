// Annotations: checks at run time, and sizes.
#pragma once

#include <unordered_map>

#include "lang/emit/part.h"

namespace rille::lang {

class Annotations : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  void check_type(const TypeExpr* type, const std::string& value, const std::string& what,
                  Span span);
  void check_params(const FunctionDecl* f);
  void check_fields(const Structure* s);

 private:
  struct Operands {  // the values that an annotation uses
    std::vector<const Binding*> binds;
    std::vector<const Expr*> sums;
    std::vector<const Expr*> structs;
  };
  std::string type_form(const TypeExpr* type, Operands& parts);
  // `parameter` is the index of the function's parameter, or -1.
  std::string annotation(const TypeExpr* type, const std::string& form, int parameter);
  void bind_type(const TypeExpr* type, const std::string& value, const std::string& what, Span span,
                 int parameter = -1);
  void check_sums(const TypeExpr* type, const std::string& value, const std::string& what,
                  Span span, int parameter = -1);
  void bind_self(const FunctionDecl* f);
  std::string size_text(const Expr* sum, const std::string& what) const;

  std::unordered_map<const Binding*, std::string> told_by_;  // "`x`" for a size that x binds
};

}  // namespace rille::lang
