// The resolver's scopes: the binding of each name.
#include <algorithm>

#include "lang/resolve/resolver.h"
#include "vm/words/dotted.h"

namespace rille::lang {

Binding* ScopeStack::make_binding(BindingKind kind, std::string_view name, Span span) {
  auto binding = std::make_unique<Binding>();
  binding->name = name;
  binding->kind = kind;
  binding->span = span;
  binding->owner = scopes_.back().owner;
  binding->depth = depth();
  binding->id = static_cast<int>(file_.bindings.size());
  file_.bindings.push_back(std::move(binding));
  return file_.bindings.back().get();
}

// Adds a name to the innermost scope, which must not have it yet.
void ScopeStack::declare(Binding* binding, bool is_ready) {
  Scope& scope = scopes_.back();
  if (binding->name == "_") return;
  if (depth() == 0) file_.top_level.push_back(binding);
  auto [slot, is_new] = scope.names.try_emplace(binding->name);
  if (!is_new && !scope.may_rebind) {
    report(Code::name, str("`", binding->name, "` is bound twice"), binding->span)
        .note("the first binding", slot->second.binding->span);
    return;
  }
  slot->second = {binding, is_ready};
}

Scope::ScopeSlot* ScopeStack::find_slot(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    auto slot = scope->names.find(name);
    if (slot != scope->names.end() && slot->second.is_ready) return &slot->second;
  }
  return nullptr;
}

// The binding of a name; null if the name is a builtin or unknown.
Binding* ScopeStack::find(const Name& name) {
  Scope::ScopeSlot* slot = find_slot(name.text);
  if (!slot) return names_.earlier(name.text);
  Binding* b = slot->binding;
  bool is_hoisted = b->kind == BindingKind::function || b->kind == BindingKind::procedure ||
                    b->kind == BindingKind::structure;
  Scope& scope = scopes_[static_cast<size_t>(b->depth)];
  if (is_hoisted) scope.hoisted_use = std::min(scope.hoisted_use, scope.statement_begin);
  return b;
}

void ScopeStack::make_ready(Binding* binding) {
  auto slot = scopes_.back().names.find(binding->name);
  if (slot == scopes_.back().names.end()) return;
  bool is_own = slot->second.binding == binding;
  if (is_own) slot->second.is_ready = true;
}

// Creates the bindings of a pattern in the innermost scope.
void ScopeStack::bind_pattern(Pattern& p, BindingKind kind, bool is_ready) {
  if (p.kind == PatternKind::name) {
    p.binding = make_binding(kind, p.text, p.span);
    declare(p.binding, is_ready);
  }
  for (Pattern::Field& field : p.fields) bind_pattern(*field.pattern, kind, is_ready);
  if (!p.rest_text.empty()) {
    p.rest = make_binding(kind, p.rest_text, p.rest_span);
    declare(p.rest, is_ready);
  }
}

void ScopeStack::make_pattern_ready(const Pattern& p) {
  if (p.binding) make_ready(p.binding);
  if (p.rest) make_ready(p.rest);
  for (const Pattern::Field& field : p.fields) make_pattern_ready(*field.pattern);
}

std::vector<std::string> ScopeStack::visible_names() const {
  std::vector<std::string> out = names_.members("");
  std::ranges::move(names_.earlier_names(), std::back_inserter(out));
  for (const Scope& scope : scopes_) {
    for (const auto& [name, slot] : scope.names) {
      if (slot.is_ready) out.emplace_back(name);
    }
  }
  return out;
}

// The functions of that name in modules, such as "`linalg.svd`" for `svd`, if no table has help for
// the word. Types of other libraries are respelled: `GELU` is nn.gelu.
std::string ScopeStack::paths_in_modules(std::string_view word) const {
  if (!foreign_word(word).said.empty()) return {};
  std::string same, spelled;
  auto add = [&](std::string& to, std::string_view path) {
    if (names_.find(path) != nullptr) to += str(to.empty() ? "`" : " or `", path, "`");
  };
  bool is_type = !word.empty() && word[0] >= 'A' && word[0] <= 'Z' && last_word(word).empty();
  for (const std::string& name : names_.members("")) {
    const BuiltinRecord* module = names_.find(name);
    if (module == nullptr || module->kind != BuiltinRecord::module) continue;
    add(same, str(name, ".", word));
    if (is_type) add(spelled, str(name, ".", same_word(word, names_.members(name))));
  }
  return same.empty() ? spelled : same;
}

// Whether the name is a field or a method of the struct, in a method and the lambdas inside it.
bool ScopeStack::is_member_of_self(std::string_view word) const {
  const FunctionDecl* f = here().function;
  while (f != nullptr && !f->has_self) f = f->parent;
  if (f == nullptr || f->structure == nullptr) return false;
  return std::ranges::count(f->structure->fields, word, &FieldDecl::name) > 0 ||
         std::ranges::count(f->structure->methods, word, &FunctionDecl::name) > 0;
}

constexpr size_t max_errors = 50;

Error ScopeStack::unknown_name(const Name& name) const {
  if (name.text == "_") return Error(Code::name, "`_` is a pattern and has no value", name.span);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    auto slot = scope->names.find(name.text);
    if (slot == scope->names.end()) continue;
    Error out(Code::name, str("`", name.text, "` is used before its definition has run"),
              name.span);
    out.note(str("`", name.text, "` is bound here"), slot->second.binding->span);
    return out;
  }
  Error out(Code::name, str("unknown name `", name.text, "`"), name.span);
  if (found_.size() >= max_errors) return out;  // will not be shown, so needs no help
  if (is_member_of_self(name.text)) {
    return std::move(out).help(str("did you mean `self.", name.text, "`?"));
  }
  std::string paths = paths_in_modules(name.text);
  out.help(paths.empty() ? name_help(name.text, visible_names())
                         : str("did you mean ", paths, "?"));
  return out;
}

Scope& ScopeStack::push_scope() {
  Scope scope;
  scope.depth = static_cast<int>(scopes_.size());
  scope.owner = here().function;
  scopes_.push_back(std::move(scope));
  return scopes_.back();
}

Error& ScopeStack::report(Code code, std::string message, Span span) {
  if (found_.size() >= max_errors) return spilt_;
  return found_.emplace_back(code, std::move(message), span);
}

// Records that the functions and comprehensions between a name and its binding capture it. A
// lambda captures a mutable variable by value; a fn cannot capture one.
void ScopeStack::capture(Binding& b, const Name& e) {
  auto add = [&](std::vector<Binding*>& to) {
    if (std::ranges::find(to, &b) == to.end()) to.push_back(&b);
  };
  for (auto& [gather, outside] : here().comprehensions) {
    if (b.depth <= outside) add(gather->captures);
  }
  for (FunctionDecl* f = here().function; f && f != b.owner; f = f->parent) {
    add(f->captures);
    b.is_captured = true;
    if (!b.is_place()) continue;
    if (f->kind == FunctionKind::lambda) {
      add(f->snapshots);
      continue;
    }
    std::string_view kind = b.kind == BindingKind::variable ? "a `var`" : "an `inout` parameter";
    report(Code::name,
           str("`", b.name, "` is ", kind, " outside of `", f->name, "`: pass it as an argument"),
           e.span)
        .note(str("`", b.name, "` is bound here"), b.span);
    return;
  }
}

}  // namespace rille::lang
