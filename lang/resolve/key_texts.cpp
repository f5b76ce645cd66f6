// Keys that a function uses, found before its body is walked.
#include <algorithm>

#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

// The value of a name that an expression binds, or the value of which the name is an item. Null if
// the name is a part of a value or is bound twice.
struct BoundValue {
  const Expr* value = nullptr;
  bool is_item = false;
};
using BoundValues = std::map<std::string, BoundValue>;

void bind_name(BoundValues& bound, const std::string& name, BoundValue to) {
  auto [at, is_new] = bound.try_emplace(name, to);
  if (!is_new) at->second = {};
}

void bind_pattern(BoundValues& bound, const Pattern& pattern, BoundValue to) {
  if (pattern.kind == PatternKind::name) bind_name(bound, pattern.text, to);
  for (const Pattern::Field& field : pattern.fields) bind_pattern(bound, *field.pattern, {});
  if (!pattern.rest_text.empty()) bind_name(bound, pattern.rest_text, {});
}

void bind_in(BoundValues& bound, const Expr& e) {
  if (e.kind == ExprKind::block) {
    for (const Stmt* s : static_cast<const BlockExpr&>(e).statements) {
      if (s->kind != StmtKind::let) continue;
      const auto& let = static_cast<const Let&>(*s);
      bind_pattern(bound, *let.pattern, {let.value});
    }
  }
  auto bind_clause = [&](const Clause& c) { bind_pattern(bound, *c.pattern, {c.source, true}); };
  if (e.kind == ExprKind::for_) bind_clause(static_cast<const For&>(e).clause);
  if (e.kind == ExprKind::gather) {
    for (const Clause& c : static_cast<const Comprehension&>(e).clauses) bind_clause(c);
  }
  if (e.kind == ExprKind::match) {
    for (const Arm& arm : static_cast<const Match&>(e).arms) bind_pattern(bound, *arm.pattern, {});
  }
  for (const Expr* part : children(e)) bind_in(bound, *part);
}

// The root and path of `state.key` or `keys[0]`.
std::optional<KeyText> text_of(const Expr& e) {
  if (e.kind == ExprKind::name) return KeyText{static_cast<const Name&>(e).text, ""};
  const Expr* base = e.kind == ExprKind::dot     ? static_cast<const Dot&>(e).base
                     : e.kind == ExprKind::index ? static_cast<const IndexExpr&>(e).base
                                                 : nullptr;
  std::optional<std::string> step = key_step(e);
  std::optional<KeyText> of = base && step ? text_of(*base) : std::nullopt;
  if (of) of->path += *step;
  return of;
}

// Replaces the names that the body binds by names from outside.
std::optional<KeyText> outside(std::optional<KeyText> key, const BoundValues& bound) {
  for (int i = 0; key && i < 8; ++i) {
    auto at = bound.find(key->root);
    if (at == bound.end()) return key;
    auto [value, is_item] = at->second;
    std::optional<KeyText> of = value ? text_of(*value) : std::nullopt;
    if (!of) return std::nullopt;
    bool is_itself = of->root == key->root;  // var k = k
    key = KeyText{of->root, of->path + (is_item ? "[*]" : "") + key->path};
    if (is_itself) return key;
  }
  return std::nullopt;
}

}  // namespace

// One step of a path: ".word;" or "[number]".
std::optional<std::string> key_step(const Expr& e) {
  if (e.kind == ExprKind::dot) return "." + static_cast<const Dot&>(e).word + ";";
  if (e.kind != ExprKind::index) return std::nullopt;
  const auto& subs = static_cast<const IndexExpr&>(e).subs;
  bool is_number =
      subs.size() == 1 && subs[0].kind == IndexItem::at && subs[0].value->kind == ExprKind::integer;
  if (!is_number) return std::nullopt;
  return str("[", static_cast<const IntegerLiteral&>(*subs[0].value).value, "]");
}

const Item* argument_at(const CallExpr& e, const FunctionDecl& f, size_t at, size_t first) {
  if (at < first) return nullptr;
  for (size_t i = 0; i < e.args.size(); ++i) {
    const Item& arg = e.args[i];
    if (arg.kind == Item::spread) return nullptr;
    bool is_it = arg.word.empty() ? i + first == at : arg.word == f.params[at]->name;
    if (is_it) return &arg;
  }
  return nullptr;
}

const std::vector<KeyText>& PlaceRules::key_texts(const FunctionDecl& f) {
  auto [at, is_new] = texts_.try_emplace(&f);  // recursive calls add nothing
  if (!is_new || !f.body) return at->second;
  BoundValues bound;
  bind_in(bound, *f.body);
  std::vector<KeyText> out;
  auto note = [&](std::optional<KeyText> key) {
    key = outside(std::move(key), bound);
    if (key) out.push_back(std::move(*key));
  };
  std::vector<const Expr*> open{f.body};
  while (!open.empty()) {
    const Expr& e = *open.back();
    open.pop_back();
    for (const Expr* part : children(e)) open.push_back(part);
    if (e.kind != ExprKind::call) continue;
    const auto& call = static_cast<const CallExpr&>(e);
    for (size_t i = 0; i < call.args.size(); ++i) {
      if (takes_draw(call, i)) note(text_of(*call.args[i].value));
    }
    const FunctionDecl* called = function_named(*call.callee);
    if (!called || called == &f) continue;
    for (const KeyText& key : key_texts(*called)) note(given_to(call, *called, key));
  }
  texts_[&f] = std::move(out);
  return texts_[&f];
}

// Maps a key of the function `f` to a name of the caller, by the arguments. A captured key is
// returned unchanged.
std::optional<KeyText> PlaceRules::given_to(const CallExpr& e, const FunctionDecl& f,
                                            const KeyText& key) {
  for (size_t i = 0; i < f.params.size(); ++i) {
    if (f.params[i]->name != key.root) continue;
    const Item* arg = f.params[i]->is_inout ? nullptr : argument_at(e, f, i);
    std::optional<KeyText> of = arg ? text_of(*arg->value) : std::nullopt;
    if (of) of->path += key.path;
    return of;
  }
  return key;
}

const FunctionDecl* PlaceRules::function_named(const Expr& callee) {
  if (callee.kind != ExprKind::name) return nullptr;
  Scope::ScopeSlot* slot = find_slot(static_cast<const Name&>(callee).text);
  return slot ? slot->binding->function : nullptr;
}

}  // namespace rille::lang
