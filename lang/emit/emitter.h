// Emitter: writes the Lua text of one file.
#pragma once

#include <functional>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <unordered_map>

#include "lang/emit.h"
#include "lang/emit/effects.h"
#include "lang/emit/piece.h"
#include "lang/emit/proof.h"
#include "lang/emit/uses.h"
#include "lang/resolve.h"

namespace rille::lang {

// Where the value of an expression goes.
struct Target {
  enum Kind { discard, local, result };
  Kind kind = discard;
  std::string name = {};  // local: any Lua place
};

inline bool is_host(const Function* f) {
  return f->kind == FunctionKind::procedure || f->calls_proc;
}

// What a Lua function that is being written gives back at its end.
//   function  the value, then its inout places
//   branch    [code, value returned,] [the value,] carried places
//   loop      [code, value returned,] carried places
enum class Role { function, branch, loop };

// How a function of a script is entered: with a check of its arguments and of open traces, or past
// both.
enum class Entry { checked, native, traced };

// One Lua function that is being written.
struct Body {
  Role role = Role::function;  // what finish() gives
  bool traced = false;         // control flow is written as closures
  bool leaves = false;         // gives a leave code and the value returned first: see docs/lua.md
  bool has_value = false;      // branch
  bool saw_control = false;    // native: a body for traces is needed as well
  bool ended = false;          // what follows in this function is never reached
  const Function* source = nullptr;
  std::vector<const Binding*> carries = {};
  std::vector<const Binding*> places = {};  // bound in this function so far
  int depth = 0;                            // of constructs around
  int locals = 0;
  int spilled = 0;  // names that live in the table `spill`, since Lua has 200 locals
  std::string spill = {};
};

// Text is collected in out_; a line break stands only where mark() put one (or where nothing can
// fail), so that Lua's line of a run-time error leads to its span. Statements that an expression
// needs are written before it; the pieces of one operation are then kept in order by sequence().
class Emitter {
 public:
  Emitter(const File& file, const Source& source, const EmitOptions& options);
  Chunk run();

 private:
  using Evals = std::vector<std::function<Piece()>>;

  // --- text (writer.cpp) ---
  std::string mark(Span span, std::vector<Span> arguments = {});
  std::string function_mark(FunctionInfo info, std::string* constant);
  std::string captured(const std::function<void()>& write);
  void put(std::string_view text) { *out_ += text; }
  void line(std::string_view text);
  std::string fresh(std::string_view stem);  // an identifier that nobody else has
  std::string temp();                        // declares a local, unset
  std::string slot_table();                  // of names that are no locals
  Piece spill(Piece code);                   // into a local, unless it is stable
  void statement(const std::function<void()>& write);
  void scope(const std::function<void()>& write);  // names bound in it end with it
  std::string constant_of(std::string_view stem, const std::string& text);
  std::string names_of(const std::vector<const Binding*>& bindings);
  std::string layout_of(std::vector<std::string> names);
  std::string source_text(Span span) const;
  void finish_lines(Chunk& chunk);
  std::string declare(const Binding* b, bool* is_slot = nullptr);
  void copy_top(const Binding* b);
  void bind(const Binding* b, const Piece& value);  // local b = value
  std::string name_of(const Binding* b) const;
  std::string plain_name(const Binding* b) const;

  // --- expressions (expr.cpp, compare.cpp, literal.cpp) ---
  Piece expr(const Expr* e);
  Piece plain_expr(const Expr* e);
  std::vector<Piece> sequence(const Evals& evals);
  std::vector<Piece> operands(const std::vector<const Expr*>& list, bool keeps = true);
  Piece name(const Name* e);
  Piece string(const StringLiteral* e);
  bool join_texts(const StringLiteral* e, const std::vector<Piece>& codes, Piece& out);
  Piece tuple(const Tuple* e);
  Piece record(const Record* e);
  Piece spread_record(const Record* e);
  Piece array(const Array* e, const std::string& dtype);
  bool array_rows(const Array* e, Evals& leaves, std::string& shape);
  Piece dot(const Dot* e);
  Piece index(const Index* e);
  Evals sub_evals(const std::vector<Sub>& subs, std::string* form);
  std::string subs_text(std::span<const Piece> codes, const std::string& form);
  Piece negate(const Unary* e);
  Piece invert(const Unary* e);
  Piece binary(const Binary* e);
  Piece arithmetic(Operator op, Span op_span, const Expr* left_e, const Expr* right_e, Piece left,
                   Piece right);
  Piece floored(const std::string& at, const Expr* right_e, Piece left, Piece right);
  Piece logic(const Logic* e);
  Piece guarded_logic(const Logic* e, Piece left);
  Piece compare(const Compare* e);
  void chain(const Compare* e, const std::string& all, Piece left);
  Piece guarded_chain(const Compare* e, size_t i, Piece is, const Piece& left);
  Piece relation(const Link& link, const Expr* left_e, const Piece& left, const Piece& right);
  bool native_relation(const Link& link, const Expr* left_e) const;
  std::string guards(const Link& link, const Expr* left_e, const Piece& left, const Piece& right);
  Piece range(const Range* e);
  Piece gather(const Gather* e);
  Piece comprehension(const Gather* e, size_t clause);
  Piece lambda(const Lambda* e);
  std::vector<const Binding*> held_by_value(const Function* f) const;
  bool is_boolean(const Expr* e) const;
  bool has_one_body() const;
  bool may_be_traced() const;
  Sort sort_of(const Expr* e) const;
  bool is_numeric(const Expr* e) const;
  bool is_integer(const Expr* e) const;
  void into(const Expr* e, const Target& target);
  void give(const Piece& code, const Target& target);

  // --- calls (call.cpp, inout.cpp) ---
  struct Write {  // a place that a call reads and writes back
    const Expr* place = nullptr;
    std::vector<Piece> steps = {};
    size_t argument = 0;
  };
  struct Callee {  // known before anything runs
    std::string text;
    std::vector<KnownParam> params;
    bool is_direct = false;  // a second entry that takes exactly its parameters
    const Function* function = nullptr;
    const Known* builtin = nullptr;
  };
  Piece call(const Call* e);
  bool find_callee(const Call* e, Callee& callee);
  Piece known_call(const Call* e, const Callee& callee);
  void draw_halves(const Call* e, const Callee& callee, std::vector<Piece>& codes,
                   std::vector<std::string>& values);
  std::vector<std::string> arrange(const Call* e, const Callee& callee, std::vector<Piece>& codes);
  std::string math(const std::string& name);
  bool fast_math(const Call* e, Piece& out);
  bool is_written(const Expr* e) const;
  bool fast_pair(const Call* e, Piece& out);
  bool fast_push(const Call* e, Piece& out);
  Piece named_dict(const Call* e);
  Piece given_part(const Call* e, const Known& builtin, Piece code);
  Piece lent_call(const Call* e, const Known& builtin, std::vector<Piece> codes);
  Piece conversion(const Call* e, const std::string& dtype);
  Piece unknown_call(const Call* e);
  // lend.cpp
  Piece lending_call(const Call* e, const std::vector<const Binding*>& targets, bool is_tuple);
  Piece method_call(const Call* e, const Dot* callee);
  Piece inout_call(const Call* e, const std::string& callee, std::vector<Piece> codes,
                   std::vector<Write>& writes, bool has_self);
  Piece plain_call(const Call* e, const std::string& callee, const std::vector<Piece>& codes,
                   bool has_self);
  Evals argument_evals(const Call* e, std::vector<Write>& writes, const Callee* callee);
  bool is_kept(const Call* e, size_t argument, const Callee* callee) const;
  std::function<Piece()> place_eval(const Expr* place, std::vector<Write>& writes, size_t at,
                                    bool is_known);
  bool keeps_old(const Expr* place) const;
  void write_back(const std::vector<Write>& writes, const std::vector<std::string>& values);
  static std::vector<Span> argument_spans(const Call* e, const Callee* callee, bool has_self);
  std::string call_mark(const Call* e, const Callee* callee = nullptr, bool has_self = false);
  std::string end_of(const Call* e) const;

  // --- places (place.cpp) ---
  Evals place_evals(const Expr* place);
  Piece place_read(const Expr* place, std::span<const Piece> codes);
  Piece read_step(const Expr* step, const Piece& base, std::span<const Piece>& codes);
  std::string set_step(const Expr* step, const Piece& base, std::span<const Piece> codes,
                       const Piece& value, const Assign* op);
  void place_write(const Expr* place, std::span<const Piece> codes, const Piece& value,
                   const Assign* op);
  void assign(const Assign* s);
  void assign_tuple(const Tuple* target, const Assign* s);
  bool is_updated(const Expr* place) const;
  bool is_taken_over(const Expr* e) const;
  Piece borrow(const Expr* e);  // read, and not kept by anyone
  Piece moved(const Expr* e);   // read, to become part of a place
  bool is_loan(const Stmt* s) const;
  bool is_made(const Let* s, const Binding* b) const;
  bool stands_for(const Pattern* p) const;
  Piece kept(Piece code);
  Piece share(const Piece& code);
  Piece updated_field(const Expr* step, const Piece& base, const Piece& value, const Assign* op);
  struct OwnWrite {  // of one step: base.w = value, base[i] op= value
    const Expr* step;
    const Piece& base;
    const Piece& value;
    const Assign* op;         // null: =
    const std::string& slow;  // the text that does it whoever holds the base
  };
  void write_field(const OwnWrite& write, bool is_sure);
  void write_element(const OwnWrite& write, const Piece& i);
  bool write_owned(const OwnWrite& write, std::span<const Piece> codes, bool is_sure);
  Piece element(const Piece& base, const Expr* index, const Piece& i, const std::string& at);
  std::string shared_name(const Binding* b);

  // --- control flow (native.cpp, traced.cpp, match.cpp, loops.cpp) ---
  void branch_false(const Expr* condition, const std::string& jump);
  void branch_true(const Expr* condition, const std::string& jump);
  void branch_relation(const Compare* e, bool sense, const std::string& jump);
  void native_if(const If* e, const Target& target);
  void native_match(const Match* e, const Target& target);
  void native_while(const While* e);
  void native_for(const For* e, const Target& target);
  void native_loop(const Clause& clause, const Expr* turn, const std::function<void()>& body);
  std::string iteration(const Clause& clause, const std::function<void()>& start);
  bool range_loop(const Clause& clause, std::string& header, std::string& item);
  void traced(const Expr* e, const Target& target, const std::function<void()>& rest);
  std::string traced_call(const Expr* e, bool value);
  std::string traced_if(const If* e, bool value);
  std::string traced_chain(const If* e, const Body& like);
  static bool has_plain_conditions(const If* e);
  Span if_word(const Branch& branch) const;
  std::string traced_match(const Match* e, bool value);
  std::string traced_while(const While* e);
  std::string traced_for(const For* e, bool value);
  std::string traced_block(const Block* e, bool value);
  std::string closure(const Body& like, std::vector<std::string> params,
                      const std::vector<const Binding*>& carries,
                      const std::function<void()>& body);
  std::string list(const std::vector<const Binding*>& bindings, bool comma_first = true) const;
  void finish(const std::string& value);  // the end of the Lua function is reached
  void leave(int code, const std::string& value);
  bool leaves(const Expr* e) const;

  // --- deep code (outline.cpp) ---
  bool is_deep() const;
  std::string lifted(std::string function, bool always = false);
  void outlined(const Expr* e, const Target& target);
  std::string boxed_places(std::vector<const Binding*>& carries,
                           std::vector<const Binding*>& boxed);
  void leave_by(const std::string& code, const std::string& returned, const Flow& flow);
  void jump(StmtKind kind);
  void construct(const Expr* e, const Target& target);

  std::vector<const Binding*> hoist_marks(const Expr* condition, const Expr* body);
  void drop_marks(const std::vector<const Binding*>& made);

  // --- patterns (pattern.cpp) ---
  void test(const Pattern* p, const std::string& value, const std::string& fail,
            const std::string& condition);
  void test_literal(const Pattern* p, const std::string& value, const std::string& fail,
                    const std::string& condition);
  void test_fields(const Pattern* p, const std::string& value, const std::string& fail,
                   const std::string& condition);
  void bind_pattern(const Pattern* p, const std::string& value);
  std::string require(const Pattern* p, const std::string& value);
  void destructure(const Pattern* p, const std::string& value);
  std::string part(const Pattern* p, size_t field, const std::string& value);
  std::string struct_text(const Pattern* p);

  // --- statements and definitions (stmt.cpp, function.cpp, types.cpp) ---
  void block(const Block* b, const Target& target);
  void statements(const Block* b, size_t from, const Target& target);
  void hoist(const Block* b);
  void stmt(const Stmt* s, const std::function<void()>& rest);
  void let(const Let* s, const std::function<void()>& rest);
  void assertion(const Assert* s);
  void top_level();
  void name_locals();
  void define(const Function* f);
  void define(const Structure* s);
  std::string function(const Function* f, const std::string& name, Entry entry = Entry::checked);
  void note_reads(size_t number, const std::set<std::string>& reads, std::set<std::string>* outer);
  std::string direct_name(const Function* f) const;
  std::string native_name(const Function* f) const;
  static std::string traced_name(const Function* f);
  std::string entry_test(const Function* f) const;
  void direct_native_body(const Function* f);
  bool has_direct(const Binding* b) const;
  void function_body(const Function* f);
  void native_body(const Function* f);
  void traced_body(const Function* f);
  void prologue(const Function* f, const std::string& constant);
  std::string bind_params(const Function* f, Body& inner);
  void take_params(const Function* f, const std::string& constant);
  std::string field_param(const Structure* s, const FieldDecl* field) const;
  std::string constructor(const Structure* s, const std::string& box, std::string* constant);
  FunctionInfo info_of(const Function* f, const std::string& name) const;
  struct Parts {  // of an annotation
    std::vector<const Binding*> binds;
    std::vector<const Expr*> sums;
    std::vector<const Expr*> structs;
  };
  std::string type_form(const TypeExpr* type, Parts& parts);
  // parameter: its place among the function's, or -1.
  std::string annotation(const TypeExpr* type, const std::string& form, int parameter);
  void bind_type(const TypeExpr* type, const std::string& value, const std::string& what, Span span,
                 int parameter = -1);
  void check_sums(const TypeExpr* type, const std::string& value, const std::string& what,
                  Span span, int parameter = -1);
  void check_type(const TypeExpr* type, const std::string& value, const std::string& what,
                  Span span);
  void check_params(const Function* f);
  void check_fields(const Structure* s);
  void bind_self(const Function* f);

  bool is_top(const Binding* b) const { return top_.contains(b); }
  Body& fn() { return *scope_; }
  const Body& fn() const { return *scope_; }
  Span span(int begin, int end) const { return {file_.index, begin, end}; }

  const File& file_;
  const Source& source_;
  const EmitOptions& options_;
  Proof proof_;
  Uses uses_;
  Makers makers_;
  std::set<const Binding*> top_;
  bool keeps_old_ = false;  // if the code at hand raises, later code may see the top level's places
  std::string* out_ = nullptr;
  Body* scope_ = nullptr;
  int ids_ = 0;
  int temps_ = 0;
  bool last_saw_control_ = false;  // of the function written last
  std::unordered_map<const Binding*, std::string> names_;
  std::unordered_map<const Binding*, bool> predeclared_;
  std::unordered_map<const Binding*, std::string> copies_;
  std::unordered_map<const Function*, std::string> direct_locals_;
  std::string field_table_;  // of a constructor with many fields
  std::string lifted_text_;  // functions that stand before all others
  int lifted_count_ = 0;
  std::set<std::string, std::less<>> chunk_names_;
  std::string chunk_locals_;  // "a, b": of the whole chunk
  int chunk_local_count_ = 0;
  // Records that a write before, with nothing but writes between, left to their place alone.
  std::set<const Binding*> sure_;
  int nested_ifs_ = 0;  // open ones, see native_if
  // Of chains of `and` and `or`: found once; [1] where literals alone are known.
  mutable std::unordered_map<const Expr*, bool> booleans_[2];
  std::unordered_map<const Binding*, std::string> hoisted_;  // locals: whether they are owned
  std::map<std::string, std::string> constants_;
  std::string constant_text_;
  std::map<std::string, std::string> math_;  // functions R.math_… of this file, and their locals
  struct Mark {
    LineSpans spans;
    int function = -1;
  };
  std::vector<Mark> marks_;
  std::vector<FunctionInfo> functions_;
  std::set<std::string>* reads_ = nullptr;  // of the function that is being written: names of M
  std::vector<std::vector<std::string>> layouts_;
  std::map<std::vector<std::string>, int> layout_ids_;
  std::vector<std::string> loops_;  // labels of `continue`, innermost last
};

}  // namespace rille::lang
