// Key reuse: names that hold keys, and calls that use them.
#include <algorithm>

#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

// "rng.normal" for rng.normal; "" if the expression is not a path of names.
std::string path_of(const Expr& e) {
  if (e.kind == ExprKind::name) return static_cast<const Name&>(e).text;
  if (e.kind != ExprKind::dot) return "";
  const auto& dot = static_cast<const Dot&>(e);
  std::string base = path_of(*dot.base);
  return base.empty() ? "" : base + "." + dot.word;
}

bool is_named(const Expr& e, std::string_view name) {
  return e.kind == ExprKind::name && static_cast<const Name&>(e).text == name;
}

// Index of the parameter that an argument of a call binds to; `count` if unknown.
size_t param_of(const CallExpr& e, size_t argument, size_t count, auto&& name_of) {
  const std::string& word = e.args[argument].word;
  if (word.empty()) return std::min(argument, count);
  for (size_t i = 0; i < count; ++i) {
    if (name_of(i) == word) return i;
  }
  return count;
}

}  // namespace

// Whether the body passes an inout parameter by reference to a call that samples from it. Names are
// compared by their text, since the body may not be resolved yet.
bool PlaceRules::draws(const FunctionDecl& f, const ParamDecl& p) {
  if (!p.is_inout) return false;
  auto [known, is_new] = drawing_.try_emplace(&p, false);  // recursive calls add nothing
  if (is_new && f.body && lends_to_draw(*f.body, p.name)) drawing_[&p] = true;
  return drawing_[&p];
}

bool PlaceRules::lends_to_draw(const Expr& e, std::string_view name) {
  if (e.kind == ExprKind::call) {
    const auto& call = static_cast<const CallExpr&>(e);
    for (size_t i = 0; i < call.args.size(); ++i) {
      const Item& arg = call.args[i];
      bool is_it = arg.kind == Item::place && is_named(*arg.value, name);
      if (is_it && takes_draw(call, i)) return true;
    }
  }
  return std::ranges::any_of(children(e),
                             [&](const Expr* part) { return lends_to_draw(*part, name); });
}

// Whether the callee samples from an argument.
bool PlaceRules::takes_draw(const CallExpr& e, size_t argument) {
  std::string path = path_of(*e.callee);
  Scope::ScopeSlot* slot = find_slot(std::string_view(path).substr(0, path.find('.')));
  if (slot) {
    const FunctionDecl* f = slot->binding->function;
    if (!f || path.find('.') != std::string::npos) return false;
    size_t at =
        param_of(e, argument, f->params.size(), [&](size_t i) { return f->params[i]->name; });
    return at < f->params.size() && draws(*f, *f->params[at]);
  }
  const BuiltinRecord* known = path.empty() ? nullptr : names_.find(path);
  if (!known) return false;
  const auto& params = known->params;
  size_t at = param_of(e, argument, params.size(), [&](size_t i) { return params[i].name; });
  return at < params.size() && params[at].draws != ParamRecord::KeyConsumption::no;
}

// Whether a name is known to hold a key, because its value is the result of a function of keys.
bool PlaceRules::holds_key(const Binding& b) const {
  if (!b.value || b.value->kind != ExprKind::call) return false;
  const BuiltinRecord* maker = builtin_of(*static_cast<const CallExpr&>(*b.value).callee);
  return maker && maker->gives_key;
}

namespace {

// Where a name is bound: the depth of its block and its function, as "@3~1f08".
std::string bound_at(const Binding& b) {
  return str("@", b.depth, "~", reinterpret_cast<uintptr_t>(b.owner));
}

// An index that is an immutable name: "[i#12@3~1f08]", with the id of the name.
std::optional<std::string> named_step(const Expr& e) {
  if (e.kind != ExprKind::index) return std::nullopt;
  const auto& subs = static_cast<const IndexExpr&>(e).subs;
  bool is_name =
      subs.size() == 1 && subs[0].kind == IndexItem::at && subs[0].value->kind == ExprKind::name;
  const Binding* b = is_name ? static_cast<const Name&>(*subs[0].value).binding : nullptr;
  if (b == nullptr || b->is_place()) return std::nullopt;
  return str("[", b->name, "#", b->id, bound_at(*b), "]");
}

// Removes the first step of a path and returns it.
std::string_view take_step(std::string_view& path) {
  size_t end = path.find(path[0] == '.' ? ';' : ']') + 1;
  std::string_view step = path.substr(0, end);
  path.remove_prefix(end);
  return step;
}

// Whether one path is equal to the other or a prefix of it. "[*]" matches any index.
bool meet(std::string_view one, std::string_view other) {
  while (!one.empty() && !other.empty()) {
    std::string_view a = take_step(one), b = take_step(other);
    bool is_any = a[0] == '[' && b[0] == '[' && (a[1] == '*' || b[1] == '*');
    if (a != b && !is_any) return false;
  }
  return true;
}

// Whether a step uses a name that is bound in the function `f`, deeper than `outside`.
bool varies_at(std::string_view step, int outside, const FunctionDecl* f) {
  size_t at = step.find('@');
  if (at == std::string_view::npos) return false;
  size_t owner = step.find('~', at) + 1;
  std::string_view own = step.substr(owner, step.size() - owner - 1);
  return std::atoi(step.data() + at + 1) > outside && own == str(reinterpret_cast<uintptr_t>(f));
}

bool varies(std::string_view path, int outside, const FunctionDecl* f) {
  while (!path.empty()) {
    if (varies_at(take_step(path), outside, f)) return true;
  }
  return false;
}

// The path after a loop: a use of one item in each iteration is a use of all items.
std::string behind(std::string_view path, int outside, const FunctionDecl* f) {
  std::string out;
  while (!path.empty()) {
    std::string_view step = take_step(path);
    bool is_each = step.starts_with("[*") && varies_at(step, outside, f);
    out += is_each ? "[*]" : step;
  }
  return out;
}

std::string written(const KeyPath& key) {
  std::string out = key.root->name;
  for (std::string_view path = key.path; !path.empty();) {
    std::string_view step = take_step(path);
    if (step.starts_with("[*")) continue;
    if (step[0] == '.') out += step.substr(0, step.size() - 1);
    if (step[0] == '[') out += str(step.substr(0, step.find_first_of("#]")), "]");
  }
  return out;
}

// The function that a call runs, if known: a named function, a lambda, or jit of one of them.
const FunctionDecl* function_of(const Expr& e) {
  if (e.kind == ExprKind::lambda) return static_cast<const Lambda&>(e).function;
  if (e.kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name&>(e).binding;
  if (!b) return nullptr;
  if (b->function) return b->function;
  if (!b->value || b->value->kind != ExprKind::call || b->is_place()) return nullptr;
  const auto& made = static_cast<const CallExpr&>(*b->value);  // let fast = jit(f)
  bool is_wrapped = form_of(*made.callee) == CallForm::wrapper && !made.args.empty();
  return is_wrapped ? function_of(*made.args[0].value) : nullptr;
}

}  // namespace

// The key at the end of a path of fields, numbers, and immutable names, starting at a name. The
// variable of a loop is an item of the value that the loop iterates over.
std::optional<KeyPath> PlaceRules::key_place(const Expr& e) const {
  if (e.kind == ExprKind::name) {
    const Binding* b = static_cast<const Name&>(e).binding;
    if (!b) return std::nullopt;
    bool is_alias = b->kind == BindingKind::let && b->value;
    auto source = sources_.find(b);
    bool is_item = source != sources_.end();
    std::optional<KeyPath> of = is_alias  ? key_place(*b->value)
                                : is_item ? key_place(*source->second)
                                          : std::nullopt;
    if (!of || of->root->is_place()) return KeyPath{b, ""};
    if (is_item) of->path += str("[*", bound_at(*b), "]");
    return of;
  }
  const Expr* base = e.kind == ExprKind::dot     ? static_cast<const Dot&>(e).base
                     : e.kind == ExprKind::index ? static_cast<const IndexExpr&>(e).base
                                                 : nullptr;
  std::optional<std::string> step = key_step(e);
  if (!step) step = named_step(e);
  std::optional<KeyPath> of = base && step ? key_place(*base) : std::nullopt;
  if (of) of->path += *step;
  return of;
}

// Records the value that the variable of a loop is an item of.
void PlaceRules::note_source(const Clause& clause) {
  const Binding* b = clause.pattern->binding;
  if (clause.pattern->kind == PatternKind::name && b != nullptr) sources_[b] = clause.source;
}

// The method that a call runs, if the struct of the value is known from the source text.
const FunctionDecl* PlaceRules::method_named(const Structure& s, std::string_view name) {
  auto [names, is_new] = methods_.try_emplace(&s);
  if (is_new) {
    for (const FunctionDecl* f : s.methods) names->second.try_emplace(f->name, f);
  }
  auto found = names->second.find(name);
  return found == names->second.end() ? nullptr : found->second;
}

const FunctionDecl* PlaceRules::method_of(const Expr& callee) {
  if (callee.kind != ExprKind::dot) return nullptr;
  const auto& dot = static_cast<const Dot&>(callee);
  const Structure* s = self_of(*dot.base);
  if (s == nullptr && dot.base->kind == ExprKind::name) {
    const Binding* b = static_cast<const Name&>(*dot.base).binding;
    bool is_made = b && !b->is_place() && b->value && b->value->kind == ExprKind::call;
    const Expr* maker = is_made ? static_cast<const CallExpr&>(*b->value).callee : nullptr;
    bool is_named = maker && maker->kind == ExprKind::name;
    const Binding* type = is_named ? static_cast<const Name&>(*maker).binding : nullptr;
    s = type ? type->structure : nullptr;
  }
  if (s == nullptr) return nullptr;
  const FunctionDecl* f = method_named(*s, dot.word);
  bool has_self = f != nullptr && !f->params.empty() && f->params[0]->name == "self";
  return has_self && !f->params[0]->is_inout ? f : nullptr;
}

// Two uses of one immutable key return the same samples. A split is a use.
void PlaceRules::check_draw(const Item& arg, const ParamRecord& param) {
  std::optional<KeyPath> key = key_place(*arg.value);
  if (!key) return;
  const Binding* named =
      arg.value->kind == ExprKind::name ? static_cast<const Name&>(*arg.value).binding : nullptr;
  bool is_draw =
      param.draws != ParamRecord::KeyConsumption::no || (named != nullptr && holds_key(*named));
  if (is_draw) use_key(*key, arg.value->span);
}

void PlaceRules::use_key(const KeyPath& key, Span span) { use_key(key, span, here().drawn); }

// `before` holds the keys that were used before this call.
void PlaceRules::use_key(const KeyPath& key, Span span, const std::map<KeyPath, Span>& before) {
  if (key.root->is_place()) return;  // the variable may hold another key by now
  here().keys.insert(key);
  for (const auto& [other, first] : before) {
    if (other.root != key.root || !meet(other.path, key.path)) continue;
    std::string name = written(key);
    report(Code::value,
           str("key `", name, "` is used twice, so both calls return the same samples"), span)
        .note("the first use", first)
        .help(str("`rng.split(", name, ")`, or `var ", key.root->name, " = …` and `&", name, "`"));
    return;
  }
  here().drawn.emplace(key, span);
}

// A var that is initialized with an immutable key: sampling from the var is a use of that key.
void PlaceRules::note_lent(const Expr& place) {
  if (place.kind != ExprKind::name) return;
  const Binding* b = static_cast<const Name&>(place).binding;
  if (!b || b->kind != BindingKind::variable || !b->value) return;
  std::optional<KeyPath> key = key_place(*b->value);
  if (!key || key->root->is_place()) return;
  here().keys.insert(*key);
  if (here().drawn.emplace(*key, place.span).second) here().lent[*key] = b;
}

// Records the parameters and captures that a function uses as keys, after its body was walked.
void PlaceRules::note_keys(FunctionDecl& f) {
  for (const KeyPath& key : here().keys) {
    bool is_own = key.root->owner == &f && key.root->kind != BindingKind::param;
    if (!is_own && !varies(key.path, -1, &f)) f.keys.push_back(key);
  }
}

// Each call of a function uses a key again if the key is an argument or a capture.
void PlaceRules::check_call_keys(const CallExpr& e) {
  check_each_leaf(e);
  const FunctionDecl *method = method_of(*e.callee), *f = method ? method : function_of(*e.callee);
  if (!f || here().function == f) return;
  size_t first = method ? 1 : 0;     // `self` precedes the dot
  const auto before = here().drawn;  // two uses inside one call are reported in the function
  auto give = [&](size_t at, const std::string& path) {
    const Item* arg = f->params[at]->is_inout ? nullptr : argument_at(e, *f, at, first);
    const Expr* value = arg          ? arg->value
                        : at < first ? static_cast<const Dot&>(*e.callee).base
                                     : nullptr;
    std::optional<KeyPath> given = value ? key_place(*value) : std::nullopt;
    if (given) use_key({given->root, given->path + path}, value->span, before);
  };
  auto is_param = [&](const std::string& name) {
    auto at = std::ranges::find(f->params, name, &ParamDecl::name);
    return at == f->params.end() ? -1 : at - f->params.begin();
  };
  for (const KeyPath& key : f->keys) {
    if (key.root->owner != f) use_key(key, e.callee->span, before);
    if (key.root->owner == f) give(static_cast<size_t>(is_param(key.root->name)), key.path);
  }
  bool is_walked = f->binding == nullptr && method == nullptr;  // a lambda is walked in place
  if (is_walked || !f->keys.empty()) return;
  for (const KeyText& key : key_texts(*f)) {
    auto at = is_param(key.root);
    if (at >= 0) {
      give(static_cast<size_t>(at), key.path);
      continue;
    }
    Scope::ScopeSlot* slot = find_slot(key.root);
    if (slot && slot->is_ready) use_key({slot->binding, key.path}, e.callee->span, before);
  }
}

// tree.map(x => rng.normal(key, …), t): each leaf gets the same samples.
void PlaceRules::check_each_leaf(const CallExpr& e) {
  bool is_map = form_of(*e.callee) == CallForm::each_leaf && !e.args.empty();
  if (!is_map || e.args[0].value->kind != ExprKind::lambda) return;
  const FunctionDecl* f = static_cast<const Lambda&>(*e.args[0].value).function;
  for (const KeyPath& key : f->keys) {
    if (key.root->owner == f) continue;
    report(
        Code::value,
        str("key `", written(key), "` is used for each leaf, so all leaves get the same samples"),
        e.args[0].value->span)
        .note(str("`", key.root->name, "` is bound outside of the function"), key.root->span)
        .help("pass `tree.map` a second tree with one key per leaf, from `rng.split`");
    return;
  }
}

// The body of a loop uses a key from outside again in each iteration.
void PlaceRules::check_turns(const std::map<KeyPath, Span>& before, int outside, const Expr& body) {
  if (always_leaves(body)) return;
  auto drawn = here().drawn;
  for (const auto& [key, span] : drawn) {
    bool is_own = key.root->owner == here().function;
    bool is_inner =
        (is_own && key.root->depth > outside) || varies(key.path, outside, here().function);
    if (std::string path = behind(key.path, outside, here().function); path != key.path) {
      here().keys.insert({key.root, path});
      here().drawn.emplace(KeyPath{key.root, path}, span);
    }
    auto lent = here().lent.find(key);  // a var from outside is advanced in each iteration
    bool goes_on = lent != here().lent.end() && lent->second->depth <= outside;
    if (before.contains(key) || is_inner || goes_on) continue;
    here().drawn.erase(key);  // one error is enough
    std::string name = written(key);
    report(Code::value,
           str("key `", name, "` is used again in each iteration, so the samples are the same"),
           span)
        .note(str("`", key.root->name, "` is bound outside of the loop"), key.root->span)
        .help(str("use `rng.fold_in(", name,
                  ", i)` in iteration i, split the key before the loop, or make it a `var`"));
  }
}

}  // namespace rille::lang
