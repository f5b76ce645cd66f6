// The syntax tree of a program, parsed and then resolved.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lang/binding.h"

namespace rille::lang {

// In a separate namespace, since vm and jit also have a AstNode, an ArrayExpr, and a FunctionDecl.
struct BlockExpr;
struct Pattern;
struct Structure;
struct TypeExpr;
struct BuiltinRecord;  // lang/resolve.h: the record of a builtin

enum class ExprKind {
  nil,
  boolean,
  integer,
  floating,
  string,
  name,
  tuple,
  record,
  array,
  gather,
  call,
  dot,
  index,
  negate,
  invert,
  binary,
  logic,
  compare,
  range,
  lambda,
  if_,
  match,
  for_,
  while_,
  block,
  broken,
};

// Nodes live as long as their File and refer to each other by plain pointers.
struct AstNode {
  Span span;
  virtual ~AstNode() = default;
};

struct Expr : AstNode {
  ExprKind kind;
  bool in_parens = false;   // written (x)
  bool taken = false;       // resolved: the value is used
  int height = 1;           // of the subtree; limited by the parser
  mutable size_t core = 0;  // lowered: index in Core::values, the same each time it is lowered
  explicit Expr(ExprKind k) : kind(k) {}
};

// nil, or broken: text that could not be parsed, which exists only if parse reported an error.
struct Literal : Expr {
  using Expr::Expr;
};
struct BoolLiteral : Expr {
  bool value = false;
  BoolLiteral() : Expr(ExprKind::boolean) {}
};
struct IntegerLiteral : Expr {
  int64_t value = 0;
  IntegerLiteral() : Expr(ExprKind::integer) {}
};
struct FloatLiteral : Expr {
  double value = 0;
  std::string text;  // as written, without _: array literals parse it in the dtype of the array
  FloatLiteral() : Expr(ExprKind::floating) {}
};

// One piece of "text {expression:format}": text, followed by an interpolated expression unless
// null.
struct StringPart {
  std::string text;  // with escapes replaced
  Expr* hole = nullptr;
  std::string format;  // "", or a format such as ">8.3f"
};
struct StringLiteral : Expr {
  std::vector<StringPart> parts;  // not empty; a plain string has one part, without one
  StringLiteral() : Expr(ExprKind::string) {}
  bool is_plain() const { return parts.size() == 1 && !parts[0].hole; }
};

struct Name : Expr {
  std::string text;
  Binding* binding = nullptr;              // resolved; null: a builtin (or a broken name)
  const BuiltinRecord* builtin = nullptr;  // resolved; set when binding is null
  bool is_last_use = false;                // of a local variable or let: its value may be moved
  bool is_checked = false;  // may run before the line of the binding: raises if unset
  Name() : Expr(ExprKind::name) {}
};

// One item of a tuple, a record, or a call: `value`, `word = value`, `...value`, or `&place`.
struct Item {
  enum Kind { plain, spread, place };
  Kind kind = plain;
  std::string word;  // "" = by position
  Span word_span;
  Span span;  // includes the word, `&`, or `...`
  Expr* value = nullptr;
};
struct Tuple : Expr {  // (a, ...b); may be empty; only spreads: their concatenation
  std::vector<Item> items;
  Tuple() : Expr(ExprKind::tuple) {}
};
struct RecordExpr : Expr {  // has at least one word, may have spreads; later fields override
  std::vector<Item> items;
  RecordExpr() : Expr(ExprKind::record) {}
};
struct ArrayExpr : Expr {
  std::vector<Expr*> items;
  ArrayExpr() : Expr(ExprKind::array) {}
};

struct Clause {
  Pattern* pattern = nullptr;
  Expr* source = nullptr;
};
// A comprehension: [body for p in xs, …], or (body for p in xs) if is_tuple.
struct Comprehension : Expr {
  Expr* body = nullptr;
  std::vector<Clause> clauses;
  bool is_tuple = false;
  Flow flow;
  std::vector<Binding*> captures;  // outer names that the body reads, in order of binding
  Comprehension() : Expr(ExprKind::gather) {}
};

struct CallExpr : Expr {
  Expr* callee = nullptr;
  std::vector<Item> args;
  Span parens;            // from ( to ), or the whole step `|> f`
  bool has_bang = false;  // m!(x), m.f!(x)
  bool is_step = false;   // the s.next!() of `for x in &s`
  bool is_piped = false;  // x |> f(a): args[0] is x, evaluated before the callee
  bool is_tail = false;   // resolved: the value of the function is the value of this call
  CallExpr() : Expr(ExprKind::call) {}
};
struct Dot : Expr {
  Expr* base = nullptr;
  std::string word;
  Span word_span;
  const BuiltinRecord* builtin = nullptr;  // resolved: nn.gelu, when the base is a builtin module
  const BuiltinRecord* method =
      nullptr;  // resolved: for x.sum( ), the function that may be called with x
  Dot() : Expr(ExprKind::dot) {}
};

struct IndexItem {
  enum Kind { at, slice, ellipsis };
  Kind kind = at;
  Span span;
  Expr* value = nullptr;  // of an index; a literal nil adds an axis
  Expr* start = nullptr;  // of a slice; each of the three may be null
  Expr* stop = nullptr;
  Expr* step = nullptr;
};
struct IndexExpr : Expr {
  Expr* base = nullptr;
  std::vector<IndexItem> subs;
  IndexExpr() : Expr(ExprKind::index) {}
};

enum class BinaryOperator { add, sub, mul, div, floor_div, mod, matmul, pow };
enum class Relation { equal, unequal, less, less_equal, greater, greater_equal };

// -x, or `not x` if the kind is invert.
struct Unary : Expr {
  Expr* operand = nullptr;
  using Expr::Expr;
};
struct Binary : Expr {
  BinaryOperator op = BinaryOperator::add;
  Span op_span;
  Expr* left = nullptr;
  Expr* right = nullptr;
  Binary() : Expr(ExprKind::binary) {}
};
struct Logic : Expr {
  bool is_and = true;
  Span op_span;
  Expr* left = nullptr;
  Expr* right = nullptr;
  Logic() : Expr(ExprKind::logic) {}
};
struct CompareLink {
  Relation relation = Relation::equal;
  Span op_span;
  Expr* right = nullptr;
};
struct Compare : Expr {  // a chain: first < links[0].right <= links[1].right …
  Expr* first = nullptr;
  std::vector<CompareLink> links;
  Compare() : Expr(ExprKind::compare) {}
};
struct RangeExpr : Expr {
  Expr* start = nullptr;
  Expr* stop = nullptr;
  Span op_span;
  RangeExpr() : Expr(ExprKind::range) {}
};

struct Lambda : Expr {
  FunctionDecl* function = nullptr;
  Lambda() : Expr(ExprKind::lambda) {}
};

struct IfBranch {
  Span word;  // `if`
  Expr* condition = nullptr;
  BlockExpr* body = nullptr;
};
struct If : Expr {
  std::vector<IfBranch> branches;  // if, else if, …
  BlockExpr* otherwise = nullptr;  // null without an else
  Flow flow;
  If() : Expr(ExprKind::if_) {}
};
struct Arm {
  Pattern* pattern = nullptr;
  Expr* body = nullptr;
};
struct Match : Expr {
  Expr* value = nullptr;
  std::vector<Arm> arms;
  Flow flow;
  Match() : Expr(ExprKind::match) {}
};
struct For : Expr {
  Clause clause;
  BlockExpr* body = nullptr;
  Flow flow;
  For() : Expr(ExprKind::for_) {}
};
struct While : Expr {
  bool is_for = false;  // written `for … in &place`
  Expr* condition = nullptr;
  BlockExpr* body = nullptr;
  Flow flow;
  While() : Expr(ExprKind::while_) {}
};

struct Stmt;
struct BlockExpr : Expr {
  std::vector<Stmt*> statements;
  Flow flow;            // of the block; `taken` if its last statement is its value
  Expr* value() const;  // the last statement if it is an expression whose value is used, else null
  BlockExpr() : Expr(ExprKind::block) {}
};

// --- patterns ---------------------------------------------------------------------------

enum class PatternKind { any, name, literal, tuple, record, structure };

struct Pattern : AstNode {
  struct Field {
    std::string word;  // "" = by position
    Span word_span;
    Pattern* pattern = nullptr;
  };
  PatternKind kind = PatternKind::any;
  Binding* binding = nullptr;  // of a name
  std::string text;            // of a name
  Expr* literal = nullptr;     // nil, a bool, a number including its sign, or a plain string
  Expr* path = nullptr;        // of a structure: a Name or Dot
  std::vector<Field> fields;   // of a tuple, record, or structure
  bool is_open = false;        // ends in `...`
  std::string rest_text;       // the name of `...rest`, or ""
  Span rest_span;
  Binding* rest = nullptr;
};

// --- types ------------------------------------------------------------------------------

enum class TypeKind { path, literal, nil, function, tuple, record, either };

struct Dim : AstNode {
  enum Kind { any, ellipsis, sum };
  Kind kind = sum;
  Expr* value = nullptr;     // of a sum: names and integers with + - * //
  Binding* binds = nullptr;  // resolved: the size, if it first appears here
};
struct TypeExpr : AstNode {
  struct Field {
    std::string word;
    TypeExpr* type = nullptr;
  };
  TypeKind kind = TypeKind::path;
  Expr* path = nullptr;     // Name or Dot; `text` holds it as written: "f32", "nn.Linear"
  std::string text;         // of a literal its value, of a function "fn(x, y)"
  bool is_builtin = false;  // resolved: a word of vm/annotation.h, or a struct of the library
  bool has_dims = false;    // has brackets and describes an array; otherwise a scalar
  std::vector<Dim*> dims;
  bool is_open = false;       // a tuple with any number of items of the last field's type
  std::vector<Field> fields;  // of a tuple, record, or union
};

// --- functions and structs --------------------------------------------------------------

struct ParamDecl : AstNode {
  std::string name;
  Span name_span;
  bool is_inout = false;
  TypeExpr* type = nullptr;
  Expr* fallback = nullptr;  // the default, evaluated in the scope of the callee at each call
  Binding* binding = nullptr;
};

// An immutable key: a name, and the path to a part of its value, such as "[0].first;".
struct KeyPath {
  const Binding* root = nullptr;
  std::string path;
  auto operator<=>(const KeyPath&) const = default;
};

enum class FunctionKind { function, procedure, lambda, method };

struct FunctionDecl : AstNode {
  FunctionKind kind = FunctionKind::function;
  std::string name;  // "" for a lambda
  Span name_span;
  std::string doc;  // the `##` lines
  std::vector<ParamDecl*> params;
  TypeExpr* result = nullptr;
  Expr* body = nullptr;  // an expression or a BlockExpr
  Binding* binding = nullptr;

  // Resolved.
  FunctionDecl* parent = nullptr;  // the enclosing function or lambda
  Structure* structure = nullptr;  // of a method
  bool has_self = false;           // in a struct, with a first parameter named self
  bool has_inout = false;
  bool calls_proc = false;  // a proc, or a lambda that calls one: host code only
  bool has_return = false;
  std::vector<Binding*> captures;   // outer names that it reads, also in nested functions
  std::vector<Binding*> snapshots;  // mutable captures: copied when the lambda is created
  std::vector<Binding*> sizes;      // named in its annotations, or in the fields of its struct
  std::vector<KeyPath> keys = {};   // parameters and captures that each call uses as keys

  mutable bool prints = false;  // lowered: the body prints; read also by later cells of a prompt
};

struct FieldDecl : AstNode {
  std::string name;
  Span name_span;
  bool is_state = false;  // var
  bool is_const = false;
  TypeExpr* type = nullptr;
  Expr* fallback = nullptr;
};
struct Structure : AstNode {
  std::string name;
  Span name_span;
  std::string doc;
  std::vector<FieldDecl*> fields;
  std::vector<FunctionDecl*> methods;
  Binding* binding = nullptr;
  std::vector<Binding*> sizes;  // named in fields; the sizes of a method contain copies of these
};

// --- statements -------------------------------------------------------------------------

enum class StmtKind {
  let,
  function,
  structure,
  import,
  test,
  return_,
  break_,
  continue_,
  assert_,
  assign,
  expr,
};

struct Stmt : AstNode {
  StmtKind kind;
  explicit Stmt(StmtKind k) : kind(k) {}
};
struct Let : Stmt {  // let and var
  bool is_var = false;
  Pattern* pattern = nullptr;
  TypeExpr* type = nullptr;
  Expr* value = nullptr;
  std::string doc;
  std::vector<Binding*> sizes;  // bound by the annotation
  Let() : Stmt(StmtKind::let) {}
};
struct FunctionStmt : Stmt {
  FunctionDecl* function = nullptr;
  FunctionStmt() : Stmt(StmtKind::function) {}
};
struct StructStmt : Stmt {
  Structure* structure = nullptr;
  StructStmt() : Stmt(StmtKind::structure) {}
};
struct Import : Stmt {
  std::string path;  // the string or the name
  bool is_file = false;
  Span path_span;
  std::string name;  // the name that is bound
  Span name_span;
  Binding* binding = nullptr;
  Import() : Stmt(StmtKind::import) {}
};
struct Test : Stmt {
  std::string name;
  BlockExpr* body = nullptr;
  Test() : Stmt(StmtKind::test) {}
};
struct Return : Stmt {
  Expr* value = nullptr;  // may be null
  Return() : Stmt(StmtKind::return_) {}
};
struct Jump : Stmt {  // break and continue
  using Stmt::Stmt;
};
struct Assert : Stmt {
  Expr* condition = nullptr;
  Expr* message = nullptr;  // may be null
  Assert() : Stmt(StmtKind::assert_) {}
};
struct Assign : Stmt {
  bool has_op = false;  // op=
  BinaryOperator op = BinaryOperator::add;
  Span op_span;
  Expr* target = nullptr;  // a place: Name, Dot, or IndexExpr; for `=` also a Tuple of places
  Expr* value = nullptr;
  Assign() : Stmt(StmtKind::assign) {}
};
struct ExprStmt : Stmt {
  Expr* value = nullptr;
  bool is_shown = false;  // the value is displayed: before `#>`, or last at the prompt
  ExprStmt() : Stmt(StmtKind::expr) {}
};

// --- a file -----------------------------------------------------------------------------

// Owns every node and binding that its tree points to.
struct File {
  int index = 0;  // of the file, stored in all spans
  BlockExpr* top = nullptr;
  std::vector<Binding*> top_level;  // resolved: the top-level bindings, in order
  std::vector<std::unique_ptr<AstNode>> nodes;
  std::vector<std::unique_ptr<Binding>> bindings;
};

// The name at the root of a place `x.f[i]`; null if `e` is not a place (`(x)` is not one).
Name* root_of(const Expr* e);

std::string_view text(BinaryOperator op);
std::string_view text(Relation relation);

}  // namespace rille::lang
