// Draws: which names hold keys, and what is drawn from them.
#include <algorithm>

#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

// "rng.normal" of rng.normal, "" of what is no path of names.
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

// Where an argument of a call lands; `count` where that is not known.
size_t param_of(const Call& e, size_t argument, size_t count, auto&& name_of) {
  const std::string& word = e.args[argument].word;
  if (word.empty()) return std::min(argument, count);
  for (size_t i = 0; i < count; ++i) {
    if (name_of(i) == word) return i;
  }
  return count;
}

}  // namespace

// Whether an inout parameter is drawn from: whether the body lends it to a draw. Names are compared
// by their text, since a body may be asked about before it was walked.
bool PlaceRules::draws(const Function& f, const ParamDecl& p) {
  if (!p.is_inout) return false;
  auto [known, is_new] = drawing_.try_emplace(&p, false);  // a recursion adds nothing
  if (is_new && f.body && lends_to_draw(*f.body, p.name)) drawing_[&p] = true;
  return drawing_[&p];
}

bool PlaceRules::lends_to_draw(const Expr& e, std::string_view name) {
  if (e.kind == ExprKind::call) {
    const auto& call = static_cast<const Call&>(e);
    for (size_t i = 0; i < call.args.size(); ++i) {
      const Item& arg = call.args[i];
      bool is_it = arg.kind == Item::place && is_named(*arg.value, name);
      if (is_it && takes_draw(call, i)) return true;
    }
  }
  return std::ranges::any_of(children(e),
                             [&](const Expr* part) { return lends_to_draw(*part, name); });
}

// Whether the callee draws from an argument.
bool PlaceRules::takes_draw(const Call& e, size_t argument) {
  std::string path = path_of(*e.callee);
  Scope::Slot* slot = find_slot(std::string_view(path).substr(0, path.find('.')));
  if (slot) {
    const Function* f = slot->binding->function;
    if (!f || path.find('.') != std::string::npos) return false;
    size_t at =
        param_of(e, argument, f->params.size(), [&](size_t i) { return f->params[i]->name; });
    return at < f->params.size() && draws(*f, *f->params[at]);
  }
  const Known* known = path.empty() ? nullptr : names_.find(path);
  if (!known) return false;
  const auto& params = known->params;
  size_t at = param_of(e, argument, params.size(), [&](size_t i) { return params[i].name; });
  return at < params.size() && params[at].draws != KnownParam::Draws::no;
}

// Whether a name is known to hold a key: by what makes its value.
bool PlaceRules::holds_key(const Binding& b) const {
  if (!b.value || b.value->kind != ExprKind::call) return false;
  const Known* maker = builtin_of(*static_cast<const Call&>(*b.value).callee);
  return maker && maker->gives_key;
}

namespace {

// The key that a path of numbers and words leads to from a name that stays what it is.
std::optional<KeyPlace> key_place(const Expr& e) {
  if (e.kind == ExprKind::name) {
    const Binding* b = static_cast<const Name&>(e).binding;
    if (!b) return std::nullopt;
    bool is_alias = b->kind == BindingKind::let && b->value;
    std::optional<KeyPlace> of = is_alias ? key_place(*b->value) : std::nullopt;
    return of && !of->root->is_place() ? of : KeyPlace{b, ""};
  }
  const Expr* base = e.kind == ExprKind::dot     ? static_cast<const Dot&>(e).base
                     : e.kind == ExprKind::index ? static_cast<const Index&>(e).base
                                                 : nullptr;
  std::optional<std::string> step = key_step(e);
  std::optional<KeyPlace> of = base && step ? key_place(*base) : std::nullopt;
  if (of) of->path += *step;
  return of;
}

std::string written(const KeyPlace& key) {
  std::string out = key.root->name + key.path;
  std::erase(out, ';');
  return out;
}

// The function that a call runs, if that is known: a name's, a lambda, or jit of it.
const Function* function_of(const Expr& e) {
  if (e.kind == ExprKind::lambda) return static_cast<const Lambda&>(e).function;
  if (e.kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name&>(e).binding;
  if (!b) return nullptr;
  if (b->function) return b->function;
  if (!b->value || b->value->kind != ExprKind::call || b->is_place()) return nullptr;
  const auto& made = static_cast<const Call&>(*b->value);  // let fast = jit(f)
  bool is_jit = made.callee->kind == ExprKind::name && !made.args.empty() &&
                static_cast<const Name&>(*made.callee).builtin &&
                static_cast<const Name&>(*made.callee).text == "jit";
  return is_jit ? function_of(*made.args[0].value) : nullptr;
}

}  // namespace

// Two draws from one immutable key give the same numbers; a split is one of them.
void PlaceRules::check_draw(const Item& arg, const KnownParam& param) {
  std::optional<KeyPlace> key = key_place(*arg.value);
  if (!key) return;
  const Binding* named =
      arg.value->kind == ExprKind::name ? static_cast<const Name&>(*arg.value).binding : nullptr;
  bool is_draw = param.draws != KnownParam::Draws::no || (named != nullptr && holds_key(*named));
  if (is_draw) use_key(*key, arg.value->span);
}

void PlaceRules::use_key(const KeyPlace& key, Span span) { use_key(key, span, here().drawn); }

// `before`: what was drawn from before this call.
void PlaceRules::use_key(const KeyPlace& key, Span span, const std::map<KeyPlace, Span>& before) {
  if (key.root->is_place()) return;  // what stands in it may be another one by now
  here().keys.insert(key);
  for (const auto& [other, first] : before) {
    bool is_same = other.root == key.root &&
                   (other.path.starts_with(key.path) || key.path.starts_with(other.path));
    if (!is_same) continue;
    report(Code::value, str("`", written(key), "` is drawn from twice: the draws are the same"),
           span)
        .note("the first draw is here", first)
        .help(str("split it by `rng.split`, or make it a place: `var ", key.root->name, " = …`"));
    return;
  }
  here().drawn.emplace(key, span);
}

// A var that began as a key: what is drawn from the var is of that key.
void PlaceRules::note_lent(const Expr& place) {
  if (place.kind != ExprKind::name) return;
  const Binding* b = static_cast<const Name&>(place).binding;
  if (!b || b->kind != BindingKind::variable || !b->value) return;
  std::optional<KeyPlace> key = key_place(*b->value);
  if (!key || key->root->is_place()) return;
  here().keys.insert(*key);
  if (here().drawn.emplace(*key, place.span).second) here().lent[*key] = b;
}

// What of its parameters and captures a function draws from, where all of it was walked.
void PlaceRules::note_keys(Function& f) {
  for (const KeyPlace& key : here().keys) {
    bool is_own = key.root->owner == &f && key.root->kind != BindingKind::param;
    if (!is_own) f.keys.push_back(key);
  }
}

// Each call of a function draws from the same key again, if it is given it or holds it.
void PlaceRules::check_call_keys(const Call& e) {
  const Function* f = function_of(*e.callee);
  if (!f || here().function == f) return;
  const auto before = here().drawn;  // what one call draws from twice, the function shows
  auto give = [&](size_t at, const std::string& path) {
    const Item* arg = f->params[at]->is_inout ? nullptr : argument_at(e, *f, at);
    std::optional<KeyPlace> given = arg ? key_place(*arg->value) : std::nullopt;
    if (given) use_key({given->root, given->path + path}, arg->value->span, before);
  };
  auto is_param = [&](const std::string& name) {
    auto at = std::ranges::find(f->params, name, &ParamDecl::name);
    return at == f->params.end() ? -1 : at - f->params.begin();
  };
  for (const KeyPlace& key : f->keys) {
    if (key.root->owner != f) use_key(key, e.callee->span, before);
    if (key.root->owner == f) give(static_cast<size_t>(is_param(key.root->name)), key.path);
  }
  if (f->binding == nullptr || !f->keys.empty()) return;  // a lambda was walked where it stands
  for (const KeyText& key : key_texts(*f)) {
    auto at = is_param(key.root);
    if (at >= 0) {
      give(static_cast<size_t>(at), key.path);
      continue;
    }
    Scope::Slot* slot = find_slot(key.root);
    if (slot && slot->is_ready) use_key({slot->binding, key.path}, e.callee->span, before);
  }
}

// What a loop's body draws, it draws in each turn: from a key of outside, the same again.
void PlaceRules::check_turns(const std::map<KeyPlace, Span>& before, int outside,
                             const Expr& body) {
  if (always_leaves(body)) return;
  auto drawn = here().drawn;
  for (const auto& [key, span] : drawn) {
    bool is_inner = key.root->depth > outside && key.root->owner == here().function;
    auto lent = here().lent.find(key);  // a var of outside goes on from turn to turn
    bool goes_on = lent != here().lent.end() && lent->second->depth <= outside;
    if (before.contains(key) || is_inner || goes_on) continue;
    here().drawn.erase(key);  // one error is enough
    std::string name = written(key);
    report(Code::value, str("`", name, "` is drawn from in each turn: the draws are the same"),
           span)
        .note(str("`", key.root->name, "` is bound outside of the loop"), key.root->span)
        .help(str("draw from `rng.fold_in(", name,
                  ", i)` in turn i, split it before the loop, or make it a `var`"));
  }
}

}  // namespace rille::lang
