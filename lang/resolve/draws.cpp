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

// Two draws from one immutable key give the same numbers.
void PlaceRules::check_draw(const Item& arg, const KnownParam& param) {
  if (arg.value->kind != ExprKind::name) return;
  const auto& name = static_cast<const Name&>(*arg.value);
  if (!name.binding) return;
  bool is_draw = param.draws == KnownParam::Draws::once ||
                 param.draws == KnownParam::Draws::counted ||
                 (param.draws == KnownParam::Draws::no && holds_key(*name.binding));
  if (!is_draw) return;
  auto [first, is_new] = here().drawn.try_emplace(name.binding, name.span);
  if (is_new) return;
  report(Code::value, str("`", name.text, "` is drawn from twice: the draws are the same"),
         name.span)
      .note("the first draw is here", first->second)
      .help(str("split it by `rng.split`, or make it a place: `var ", name.text, " = …`"));
}

// What a loop's body draws, it draws in each turn: from a key of outside, the same again.
void PlaceRules::check_turns(const std::map<const Binding*, Span>& before, int outside,
                             const Expr& body) {
  if (always_leaves(body)) return;
  auto drawn = here().drawn;
  for (const auto& [key, span] : drawn) {
    if (before.contains(key) || (key->depth > outside && key->owner == here().function)) continue;
    here().drawn.erase(key);  // one error is enough
    report(Code::value, str("`", key->name, "` is drawn from in each turn: the draws are the same"),
           span)
        .note(str("`", key->name, "` is bound outside of the loop"), key->span)
        .help(str("draw from `rng.fold_in(", key->name,
                  ", i)` in turn i, split it before the loop, or make it a `var`"));
  }
}

}  // namespace rille::lang
