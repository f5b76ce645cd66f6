// Calls: of known and of unknown callees.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Calls : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  Piece call(const CallExpr* e);
  // Records a call whose value is unused: it must not change an argument that discards the change.
  void drop(const Expr* e) { dropped_ = e; }
  // The text of a call of a builtin. `slots` receives the arguments, which may be read again.
  Piece compared(const CallExpr* e, std::vector<std::string>& slots);
  // `p = f(p, x)`, where f may take over the value of p.
  Piece lending_call(const CallExpr* e, const std::vector<const Binding*>& targets, bool is_tuple);

 private:
  struct WriteBack {  // a variable that a call reads and writes back
    const Expr* place = nullptr;
    std::vector<Piece> steps = {};
    size_t argument = 0;
  };
  struct Callee {  // statically known
    std::string text;
    std::vector<ParamRecord> params;
    bool is_direct = false;  // has a second entry, called with exactly its parameters
    const FunctionDecl* function = nullptr;
    const BuiltinRecord* builtin = nullptr;
  };

  // call.cpp
  Piece known_call(const CallExpr* e, const Callee& callee);
  std::string known_text(const CallExpr* e, const Callee& callee,
                         const std::vector<std::string>& slots);
  void draw_halves(const CallExpr* e, const Callee& callee, std::vector<Piece>& codes,
                   std::vector<std::string>& values);
  Piece given_part(const CallExpr* e, const BuiltinRecord& builtin, Piece code);
  Piece unknown_call(const CallExpr* e);
  Piece bang_call(const CallExpr* e);
  Piece plain_call(const CallExpr* e, const std::string& callee, const std::vector<Piece>& codes,
                   bool has_self);
  Piece inout_call(const CallExpr* e, const std::string& callee, const std::vector<Piece>& codes,
                   std::vector<WriteBack>& writes, bool has_self);
  void write_back(const std::vector<WriteBack>& writes, const std::vector<std::string>& values);

  // callee.cpp
  bool find_callee(const CallExpr* e, Callee& callee);
  bool find_function(const CallExpr* e, const FunctionDecl* f, Callee& callee);
  bool is_kept(const CallExpr* e, size_t argument, const Callee* callee) const;
  std::vector<size_t> places_of(const CallExpr* e, const Callee& callee, bool& in_order);
  std::vector<std::string> arrange(const CallExpr* e, const Callee& callee,
                                   std::vector<Piece>& codes);
  static std::vector<Span> argument_spans(const CallExpr* e, const Callee* callee, bool has_self);
  std::string call_mark(const CallExpr* e, const Callee* callee = nullptr, bool has_self = false);
  std::string end_of(const CallExpr* e, bool has_self) const;
  char letter_of_argument(const CallExpr* e, const Item& item) const;
  OperandWriters argument_evals(const CallExpr* e, std::vector<WriteBack>& writes,
                                const Callee* callee);
  std::function<Piece()> place_eval(const Expr* place, std::vector<WriteBack>& writes, size_t at,
                                    bool is_known);

  // fast_call.cpp: calls that are emitted as inline code
  bool fast_call(const CallExpr* e, Piece& out);
  bool fast_math(const CallExpr* e, Piece& out);
  Piece math_of(const CallExpr* e, const Name* callee, const Expr* value);
  Piece length_of(const CallExpr* e, const Expr* value);
  bool fast_pair(const CallExpr* e, Piece& out);
  bool fast_push(const CallExpr* e, Piece& out);
  bool fast_has(const CallExpr* e, Piece& out);
  bool is_written(const Expr* e) const;
  Piece named_dict(const CallExpr* e);
  Piece conversion(const CallExpr* e, const std::string& dtype);

  // method.cpp
  Piece method_call(const CallExpr* e, const Dot* d);
  Piece lent_call(const CallExpr* e, const BuiltinRecord& builtin, const std::vector<Piece>& codes);
  std::string fallback_of(const Dot* d) const;
  OperandWriters self_evals(const CallExpr* e, const Dot* d, bool lends,
                            std::vector<WriteBack>& writes);

  const Expr* dropped_ = nullptr;
};

}  // namespace rille::lang
