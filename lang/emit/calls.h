// Calls: of known and of unknown callees.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Calls : public Part {
 public:
  using Part::Part;
  Piece call(const Call* e);
  // Records a call whose value is unused: it must not change an argument that discards the change.
  void drop(const Expr* e) { dropped_ = e; }
  // The text of a call of a builtin. `slots` receives the arguments, which may be read again.
  Piece compared(const Call* e, std::vector<std::string>& slots);
  // `p = f(p, x)`, where f may take over the value of p.
  Piece lending_call(const Call* e, const std::vector<const Binding*>& targets, bool is_tuple);

 private:
  struct Write {  // a variable that a call reads and writes back
    const Expr* place = nullptr;
    std::vector<Piece> steps = {};
    size_t argument = 0;
  };
  struct Callee {  // statically known
    std::string text;
    std::vector<KnownParam> params;
    bool is_direct = false;  // has a second entry, called with exactly its parameters
    const Function* function = nullptr;
    const Known* builtin = nullptr;
  };

  // call.cpp
  Piece known_call(const Call* e, const Callee& callee);
  std::string known_text(const Call* e, const Callee& callee,
                         const std::vector<std::string>& slots);
  void draw_halves(const Call* e, const Callee& callee, std::vector<Piece>& codes,
                   std::vector<std::string>& values);
  Piece given_part(const Call* e, const Known& builtin, Piece code);
  Piece unknown_call(const Call* e);
  Piece bang_call(const Call* e);
  Piece plain_call(const Call* e, const std::string& callee, const std::vector<Piece>& codes,
                   bool has_self);
  Piece inout_call(const Call* e, const std::string& callee, const std::vector<Piece>& codes,
                   std::vector<Write>& writes, bool has_self);
  void write_back(const std::vector<Write>& writes, const std::vector<std::string>& values);

  // callee.cpp
  bool find_callee(const Call* e, Callee& callee);
  bool find_function(const Call* e, const Function* f, Callee& callee);
  bool is_kept(const Call* e, size_t argument, const Callee* callee) const;
  std::vector<size_t> places_of(const Call* e, const Callee& callee, bool& in_order);
  std::vector<std::string> arrange(const Call* e, const Callee& callee, std::vector<Piece>& codes);
  static std::vector<Span> argument_spans(const Call* e, const Callee* callee, bool has_self);
  std::string call_mark(const Call* e, const Callee* callee = nullptr, bool has_self = false);
  std::string end_of(const Call* e, bool has_self) const;
  char letter_of_argument(const Call* e, const Item& item) const;
  Evals argument_evals(const Call* e, std::vector<Write>& writes, const Callee* callee);
  std::function<Piece()> place_eval(const Expr* place, std::vector<Write>& writes, size_t at,
                                    bool is_known);

  // fast_call.cpp: calls that are emitted as inline code
  bool fast_call(const Call* e, Piece& out);
  bool fast_math(const Call* e, Piece& out);
  Piece math_of(const Call* e, const Name* callee, const Expr* value);
  Piece length_of(const Call* e, const Expr* value);
  bool fast_pair(const Call* e, Piece& out);
  bool fast_push(const Call* e, Piece& out);
  bool fast_has(const Call* e, Piece& out);
  bool is_written(const Expr* e) const;
  Piece named_dict(const Call* e);
  Piece conversion(const Call* e, const std::string& dtype);

  // method.cpp
  Piece method_call(const Call* e, const Dot* d);
  Piece lent_call(const Call* e, const Known& builtin, const std::vector<Piece>& codes);
  std::string fallback_of(const Dot* d) const;
  Evals self_evals(const Call* e, const Dot* d, bool lends, std::vector<Write>& writes);

  const Expr* dropped_ = nullptr;
};

}  // namespace rille::lang
